"""Two to six sides and any number of kinds, manners and extras: all of it can be said and saved."""

import copy
import json
from typing import Any

import pytest

from scoring.models import Round
from tests.server import ROOT
from tests.sheet.conftest import Person
from tests.sheet.finger import Sheet

pytestmark = pytest.mark.browser
RULESETS = json.loads((ROOT / "tests" / "data" / "vectors.json").read_text())["rulesets"]
NAMES = ["Ana Carolina e Bernardo", "Família Albuquerque", "", "Ю", "🂡 Zé", "اللاعبون"]
# Controls in sight that lie on one another, or beyond the edge, or under 48 pixels.
FAULTS = """() => {
  const seen = [...document.querySelectorAll(
    "#sheet :is(button, input, summary), .row > .lab > span, .name bdi, .hint, .said")]
    .filter(el => el.checkVisibility({ visibilityProperty: true }) && !el.closest("[popover]")
      && !el.matches(".vh, [data-place]:empty, .row.out > .lab *, .fig input, .sums *"));
  const boxes = seen.map(el => [el, el.getBoundingClientRect()]).filter(([, box]) => box.width);
  const name = el => el.getAttribute("aria-label") ?? el.textContent.trim();
  const faults = boxes.filter(([, box]) => box.left < -.5 || box.right > innerWidth + .5)
    .map(([el]) => `${name(el)} beyond the edge`);
  const inside = (a, b) => a.contains(b) || b.contains(a) || a.closest("label, button")
    && a.closest("label, button") === b.closest("label, button");
  const sticky = el => el.closest(".dock, .heads") ?? null;
  for (const [i, [a, x]] of boxes.entries()) for (const [b, y] of boxes.slice(i + 1)) {
    const wide = Math.min(x.right, y.right) - Math.max(x.left, y.left);
    const high = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
    if (wide > 1 && high > 1 && !inside(a, b) && sticky(a) === sticky(b))
      faults.push(`${name(a)} on ${name(b)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("scrolls sideways");
  return faults;
}"""
CASES = [
    ("burraco_extended", 2),
    ("canasta_modern_american", 2),
    ("tranca_copag_three_pairs", 3),
    ("hand_and_foot", 4),
    ("canasta", 5),
    ("samba", 6),
]


def document(name: str, sides: int) -> dict[str, Any]:
    """The ruleset of the cases, for so many sides."""
    held = copy.deepcopy(RULESETS[name])
    held["sides"] = sorted({*held["sides"], sides})
    return held


def said_by(sheet: Sheet, side: int) -> None:
    """Everything there is to say, tapped for one side."""
    page = sheet.page
    if page.locator(".heads .tab").count():
        sheet.tap(f".heads .tab >> nth={side}")
    for cell in page.locator(f'.row:is(.count, .honour) > .side[data-name^="{side}."]').all():
        name = cell.get_attribute("data-name")
        if not name.startswith(f"{side}.extras"):
            first = page.locator(f'[data-name="{name}"] .seg button').count()
            sheet.count(name, button=0 if first else -1)
    if page.locator(f'[name="{side}.morto"]').first.is_visible():
        sheet.morto(side, "taken")
    sheet.write(f"{side}.melded.points", "100")
    sheet.write(f"{side}.hand.points", "5")


def unfold(sheet: Sheet) -> None:
    for fold in range(sheet.page.locator(".fold.rare:not([open]) summary").count()):
        sheet.page.locator(".fold.rare summary").nth(fold).tap()


@pytest.mark.parametrize(("name", "sides"), CASES)
def test_everything_can_be_said_and_saved(alice: Person, name: str, sides: int) -> None:
    match = alice.match(document=document(name, sides), labels=NAMES[:sides])
    sheet = alice.sheet(match)
    sheet.way("points")
    faults = [sheet.page.evaluate(FAULTS)]
    unfold(sheet)
    sheet.out(1)
    said = sorted({0, 1, sides - 1})
    for side in said:
        said_by(sheet, side)
    faults.append(sheet.page.evaluate(FAULTS))
    sheet.way("classes")
    faults.append(sheet.page.evaluate(FAULTS))
    sheet.way("points")
    sheet.page.set_viewport_size({"width": 320, "height": 568})
    faults.append(sheet.page.evaluate(FAULTS))
    entry = sheet.entry()
    sheet.page.set_viewport_size({"width": 390, "height": 844})

    assert faults == [[]] * 4
    assert [entry["sides"][side]["hand"] for side in said] == [{"points": 5}] * len(said)
    kinds = {kind["key"] for kind in RULESETS[name]["canastras"]}
    assert [set(entry["sides"][side]["canastras"]) for side in said] == [kinds] * len(said)
    assert entry["sides"][1]["out"] == "normal"
    give_totals(sheet, sides)
    sheet.saved()
    points = [s.points for s in Round.objects.get().scores.order_by("side__position")]
    assert points == [100 + side for side in range(sides)]


def give_totals(sheet: Sheet, sides: int) -> None:
    """One of each kind on every side is more than the pack holds: totals can be saved."""
    sheet.tap("#seldom")
    for side in range(sides):
        if sheet.page.locator(".heads .tab").count():
            sheet.tap(f".heads .tab >> nth={side}")
        sheet.write(f"{side}.total", str(100 + side))


def test_manner_of_going_out_is_asked_of_who_went_out(alice: Person) -> None:
    name = "canasta_modern_american"
    sheet = alice.sheet(alice.match(document=document(name, 2), labels=["", ""]))
    manners = sheet.page.locator('[name="end"][value^="out:"]')
    seen = [sum(m.is_visible() for m in manners.all())]
    sheet.out(1)
    seen.append(sum(m.is_visible() for m in manners.all()))
    sheet.out(1, "special_pairs")

    assert seen == [2, 1 + len(RULESETS[name]["going_out"]["points"])]
    assert sheet.entry()["sides"][1]["out"] == "special_pairs"
    assert sheet.sums[1] == "2.500"


def test_dearest_kinds_fold_away_until_they_are_used(alice: Person) -> None:
    match = alice.match(document=document("burraco_extended", 2))
    sheet = alice.sheet(match)
    rows = '[data-name^="0.canastras."]'
    open_at_first = sum(row.is_visible() for row in sheet.page.locator(rows).all())
    unfold(sheet)
    sheet.count("0.canastras.ace_to_king", button=0)
    sheet.open()

    assert open_at_first == 3
    assert sheet.page.locator(rows).count() == 7
    assert all(row.is_visible() for row in sheet.page.locator(rows).all())


def test_extra_is_offered_as_often_as_the_rules_allow(alice: Person) -> None:
    sheet = alice.sheet(alice.match(document=document("canasta_uruguay", 2)))
    name = "0.extras.four_black_threes_out"

    assert sheet.page.locator(f'[data-name="{name}"] button').count() == 1
    sheet.count(name)
    assert sheet.value(name) == "1"
    sheet.count(name)
    assert sheet.value(name) == ""


def test_tabs_follow_the_figures(alice: Person) -> None:
    match = alice.match(document=document("hand_and_foot", 4), labels=[""] * 4)
    sheet = alice.sheet(match)
    pressed = "document.querySelector('.tab[aria-pressed=true]').textContent.trim()"
    at = [sheet.at]
    sheet.key("345", "0")
    at.append(sheet.at)  # all of one side, then the next one's
    shown = sheet.page.evaluate(pressed)
    sheet.tap(".heads .tab >> nth=3")

    assert [*at, sheet.at] == ["0.melded.points", "1.melded.points", "3.melded.points"]
    assert shown == "Copas"
