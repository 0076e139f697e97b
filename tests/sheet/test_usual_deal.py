"""UX.md's numbers: taps, heights, targets, bytes and time."""

import gzip
from statistics import median

import pytest

from scoring.models import Round
from tests.server import ROOT
from tests.sheet.conftest import Person
from tests.sheet.finger import HIT, USUAL_DEAL, Sheet

pytestmark = pytest.mark.browser
FIGURES = ["0.melded.points", "1.melded.points", "1.hand.points"]
HEIGHT = "document.documentElement.scrollHeight"
# A target may be laid over its words, or be a row: then that is what the finger meets.
SMALL = """() => [...document.querySelectorAll("a, button, input, summary")]
  .filter(el => el.checkVisibility() && !el.closest("[popover], p"))
  .map(el => [el, (el.matches(".fig input") ? el.closest(".fig") : el).getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 47.99)
  .map(([el, box]) => `${el.name || el.textContent} ${box.width} × ${box.height}`)"""


def test_usual_deal_takes_fourteen_taps_and_no_keyboard(deal: Sheet) -> None:
    deal.tap_all(USUAL_DEAL)
    sums, figures = deal.sums, [deal.value(name) for name in FIGURES]
    seen = [deal.page.locator(f'[name="{name}"]').evaluate(HIT)["hit"] for name in FIGURES]
    height, scrolled = deal.page.evaluate(HEIGHT), deal.page.evaluate("scrollY")
    deal.saved()

    assert deal.taps <= 15
    assert (sums, figures, seen) == (["945", "235"], ["345", "180", "45"], [True] * 3)
    assert (height, scrolled) == (844, 0)
    assert [s.points for s in Round.objects.get().scores.order_by("side__position")] == [945, 235]
    assert deal.drafts() == {}


def test_empty_sheet_fits_one_screen_with_nothing_said(alice: Person) -> None:
    sheet = alice.sheet(alice.match(labels=["Ana Carolina e Bernardo", "Família Albuquerque"]))

    assert sheet.page.evaluate(HEIGHT) <= 844
    assert sheet.sums == ["–", "–"]
    assert sheet.page.locator('#sheet :checked:not([name="way"])').count() == 0


def test_three_doubts_fit_in_930_pixels(alice: Person) -> None:
    names = ["Ana Carolina e Bernardo", "Família Albuquerque"]
    sheet = alice.sheet(alice.match(players_per_side=2, labels=names))

    sheet.way("points")
    sheet.tap_all(USUAL_DEAL[:-5])
    sheet.key("0")
    sheet.tap_all(USUAL_DEAL[-5:])

    assert sheet.page.locator(".hint.ask:visible").count() == 3
    assert sheet.sums == ["945", "235"]
    assert sheet.page.evaluate(HEIGHT) <= 930
    assert sheet.page.locator('[name="1.hand.points"]').evaluate(HIT)["hit"]


@pytest.mark.parametrize("width", [390, 320])
def test_every_target_is_48_pixels(alice: Person, width: int) -> None:
    sheet = alice.sheet(alice.match(), width=width)
    sheet.tap('[name="end"][value="stock"]')
    sheet.count("0.honours.red_three")
    sheet.morto(1, "not_taken")
    small = [sheet.page.evaluate(SMALL)]
    sheet.tap("#seldom")
    sheet.way("classes")

    assert [*small, sheet.page.evaluate(SMALL)] == [[], []]


def test_first_load_is_light(alice: Person) -> None:
    match, phone = alice.match("burraco_fibur"), alice.phone()
    wire = phone.context.new_cdp_session(phone)
    wire.send("Network.enable")
    loads: list[int] = []
    wire.on("Network.loadingFinished", lambda it: loads.append(int(it["encodedDataLength"])))

    alice.sheet(match, phone)
    phone.wait_for_load_state("networkidle")

    over_the_wire = [size for size in loads if size]  # the icons come twice, once from the cache
    assert len(over_the_wire) <= 8
    assert sum(over_the_wire) <= 60_000
    css = (ROOT / "static" / "css" / "app.css").read_bytes()
    assert len(gzip.compress(css, 9)) <= 12 * 1024


def test_total_follows_a_tap_at_once_on_a_slow_phone(deal: Sheet) -> None:
    deal.page.evaluate("""() => {
      window.times = [];
      const painted = act => requestAnimationFrame(() => setTimeout(act));
      document.addEventListener("click", ({ timeStamp }) =>
        painted(() => times.push(performance.now() - timeStamp)), true);
    }""")
    slow = deal.page.context.new_cdp_session(deal.page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 4})

    deal.tap_all([*USUAL_DEAL, '[data-key="clear"]', *USUAL_DEAL[-2:]])
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    deal.page.wait_for_function(f"times.length === {deal.taps}")
    took = median(deal.page.evaluate("times"))

    print(f"tap to new total: {took:.0f} ms")  # shown by pytest -rP
    assert deal.sums == ["945", "235"]
    assert took < 200
