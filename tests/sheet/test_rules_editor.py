"""The editor of house rules in numbers: bytes, time, targets, and what axe sees."""

from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

import rules
from scoring import actions
from tests.sheet.conftest import Person
from tests.sheet.test_usual_deal import SMALL

pytestmark = pytest.mark.browser
BUDGET, GATE = 70_000, 200  # bytes on the wire, ms to the new example
TIMES = """() => {
  window.times = [];
  document.addEventListener("input", ({ timeStamp }) =>
    requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))), true);
}"""
# A box to tick lies in a label that is larger; what Enter presses nobody sees.
TARGETS = (
    SMALL.replace('el.matches(".fig input")', 'el.matches(".keep input")')
    .replace('closest(".fig")', 'closest(".keep")')
    .replace("[popover], p", "[popover], p, .vh")
)
UNFOLD = "() => document.querySelectorAll('details').forEach((one) => { one.open = true; })"


def editor(person: Person, preset: str = "tranca_club", **options: Any) -> Any:
    """The editor of rules like this preset, open on a phone."""
    group = person.user.notebook
    document = rules.preset(preset).document
    house = actions.make_house(group, person.user, "Nossa", preset, document)
    page = options.pop("page", None) or person.phone(**options)
    page.goto(f"/g/{group.pk}/rules/{house.pk}/edit")
    page.locator("#trial p").first.wait_for()
    return page


def test_editor_is_light(alice: Person) -> None:
    page = alice.phone()
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    loads: list[int] = []
    wire.on("Network.loadingFinished", lambda it: loads.append(int(it["encodedDataLength"])))

    editor(alice, "burraco_extended", page=page)
    page.wait_for_load_state("networkidle")

    print(f"on the wire: {sum(loads)} bytes")  # shown by pytest -rP
    assert sum(loads) <= BUDGET


@pytest.mark.parametrize("preset", ["burraco_extended", "truco_argentino"])
def test_example_follows_a_change_at_once_on_a_slow_phone(alice: Person, preset: str) -> None:
    page = editor(alice, preset)
    name = "canastras.clean.points" if preset == "burraco_extended" else "flor.single"
    page.evaluate(UNFOLD)
    page.evaluate(TIMES)
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 4})

    for figure in range(5, 13):
        page.locator(f"[name='{name}']").fill(str(figure))
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.wait_for_timeout(300)
    times = page.evaluate("() => times")

    print(f"change to new example: {median(times):.0f} ms")  # shown by pytest -rP
    assert len(times) == 8
    assert "12" in page.locator("#trial li").inner_text()
    assert median(times) < GATE


@pytest.mark.parametrize("width", [390, 320])
def test_every_target_is_48_pixels_and_nothing_sticks_out(alice: Person, width: int) -> None:
    page = editor(alice, width=width)
    page.evaluate(UNFOLD)

    assert page.evaluate(TARGETS) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("preset", ["tranca_club", "truco_argentino"])
def test_editor_can_be_used_by_everybody(
    alice: Person, axe: Callable[[Any], None], scheme: str, preset: str
) -> None:
    page = editor(alice, preset, color_scheme=scheme, height=12000)
    page.evaluate(UNFOLD)
    field = "canastras.clean.points" if preset == "tranca_club" else "flor.single"
    page.locator(f"[name='{field}']").fill("x")
    page.locator("button.main[value=save]").tap()
    page.locator("#rules .flash").wait_for()
    page.evaluate(UNFOLD)

    axe(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_of_house_rules_can_be_used_by_everybody(
    alice: Person, axe: Callable[[Any], None], scheme: str
) -> None:
    page = editor(alice, color_scheme=scheme)
    page.locator("[name='canastras.clean.points']").fill("250")
    page.locator("button.main[value=save]").tap()
    page.wait_for_url(lambda address: not address.endswith("/edit"))
    house = page.url
    listed = house.rpartition("/")[0]
    for address in (
        *(listed, f"{listed}/read", f"{listed}/new?preset=tally"),
        *(f"{house}/{name}" for name in ("history", "versions/1", "share", "file", "name")),
    ):
        page.goto(address)
        axe(page)
