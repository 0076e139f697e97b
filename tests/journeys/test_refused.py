"""What cannot be saved says why, beside the figure, and keeps everything that was typed."""

from typing import Any

import pytest

import rules
from scoring.models import Match, Round
from scoring.sentences import sentence
from tests.journeys import table

pytestmark = pytest.mark.browser
VALID = {
    "end": "out:0:normal",
    "0.canastras.clean": 1,
    "0.melded.points": 300,
    "0.hand.points": 40,
    "1.canastras.dirty": 1,
    "1.morto": "taken",
    "1.melded.points": 200,
    "1.hand.points": 50,
}
POINTS = [560, 250]


@pytest.fixture(params=["live", "htmx", "plain"])
def sheet(request: pytest.FixtureRequest, new_phone: Any) -> Any:
    """The open sheet of round 1: brought to life, with htmx alone, without JavaScript."""
    page = new_phone(java_script_enabled=request.param != "plain")
    if request.param == "htmx":
        page.route("**/js/sheet*.js", lambda route: route.fulfill(content_type="text/javascript"))
    table.start_match(page)
    page.locator("footer a.main").click()
    page.locator("#sheet.live" if request.param == "live" else "#sheet").wait_for()
    table.way(page, "points")
    return page


def words(code: str) -> str:
    with table.portuguese():
        return sentence(code, rules.preset("tranca"))


def as_typed(fields: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in fields.items()}


def complaint(page: Any, place: str) -> str:
    """Save; return what then is said beside this place."""
    table.save(page)
    table.complaints(page)
    return table.said_beside(page, place)


@pytest.mark.parametrize(
    ("place", "value", "code"),
    [
        ("0.melded.points", "5.", "NOT_INTEGER"),
        ("1.melded.points", 2000, "POINTS_OVER"),
    ],
)
def test_figure_refused_keeps_the_sheet(sheet: Any, place: str, value: Any, code: str) -> None:
    said = VALID | {place: value}
    table.fill_round(sheet, said)

    told = complaint(sheet, place)

    assert told == words(code)
    assert table.typed(sheet, said) == as_typed(said)
    assert Round.objects.count() == 0


@pytest.mark.parametrize("sheet", ["live", "plain"], indirect=True)
def test_figure_refused_then_put_right_is_saved(sheet: Any) -> None:
    table.fill_round(sheet, VALID | {"0.melded.points": "5."})
    complaint(sheet, "0.melded.points")

    table.fill_round(sheet, {"0.melded.points": 300})
    table.saved(sheet)

    assert table.totals(sheet) == POINTS


@pytest.mark.parametrize("sheet", ["htmx", "plain"], indirect=True)
def test_note_nobody_can_read_is_refused_beside_it(sheet: Any) -> None:
    said = VALID | {"0.adjustment.points": 20, "0.adjustment.note": "a\u202eb"}
    table.fill_round(sheet, said)

    told = complaint(sheet, "0.adjustment.note")

    assert told != ""
    assert table.typed(sheet, said) == as_typed(said)
    assert Round.objects.count() == 0


@pytest.mark.parametrize("sheet", ["live"], indirect=True)
def test_live_sheet_stays_alive_after_a_refusal(sheet: Any) -> None:
    said = VALID | {"0.adjustment.points": 20, "0.adjustment.note": "a\u202eb"}
    table.fill_round(sheet, said)

    told = complaint(sheet, "0.adjustment.note")
    held = table.typed(sheet, said)
    sheet.locator("#sheet.live").wait_for()
    table.fill_round(sheet, {"0.canastras.clean": 2, "0.adjustment.note": "multa"})
    table.saved(sheet)

    assert told != ""
    assert held == as_typed(said)
    assert table.totals(sheet) == [780, 250]


def test_doubt_is_asked_once_and_kept(sheet: Any) -> None:
    said = VALID | {"0.melded.points": 305}
    table.fill_round(sheet, said)
    if sheet.locator("#sheet.live").count() == 0:
        table.save(sheet)

    asked = table.complaints(sheet, "ask")
    held = table.typed(sheet, said)
    table.saved(sheet)

    assert asked == [words("GRANULARITY")]
    assert held == as_typed(said)
    assert Round.objects.get().kept == ["GRANULARITY"]
    assert table.totals(sheet) == [565, 250]
    table.row(sheet, 0).click()
    sheet.locator("main .hint.ask").wait_for()
    assert sheet.locator("main .hint.ask").all_inner_texts() == asked


@pytest.mark.parametrize("sheet", ["live", "htmx"], indirect=True)
def test_going_out_without_the_canastra_is_said_where_it_ended(sheet: Any) -> None:
    said = VALID | {"0.canastras.clean": ""}
    table.fill_round(sheet, said)

    told = complaint(sheet, "0.out")

    assert told == words("OUT_NO_CANASTRA")
    assert table.typed(sheet, said) == as_typed(said)


@pytest.mark.parametrize("sheet", ["live", "plain"], indirect=True)
def test_unsaid_is_asked_for_and_zero_is_an_answer(sheet: Any) -> None:
    table.fill_round(sheet, {k: v for k, v in VALID.items() if k != "1.melded.points"})

    table.save(sheet)
    if sheet.locator("#sheet.live").count() == 0:  # alive, the button itself says what is missing
        table.complaints(sheet)
    still = sheet.locator("#sheet").count()
    table.fill_round(sheet, {"1.canastras.dirty": "", "1.melded.points": 0})
    table.saved(sheet)

    assert still == 1
    assert table.totals(sheet) == [560, -50]


def test_round_after_the_end_is_refused_and_kept(phone: Any) -> None:
    address = table.start_match(phone, target="1500")
    other = phone.context.new_page()
    other.goto(f"{address}/round")
    table.sheet_is_there(other)
    said = {"0.total": 10, "1.total": 20}
    table.fill_round(other, said)
    table.play_round(phone, {"0.total": 1600, "1.total": 0})

    with other.expect_response("**/round") as answer:
        table.save(other)

    assert answer.value.status == 409
    other.locator(".conflict").wait_for()
    assert other.locator(".choices form[action$='/round']").count() == 0
    assert Round.objects.count() == 1


# The other forms


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("own_target", "0"),
        ("own_target", "muitos"),
        ("label0", "\u200b"),
        ("label1", "x\u202ey"),
        ("player0.1", "ANA"),
        ("start1", "1_0"),
    ],
)
def test_new_match_refused_keeps_what_was_typed(phone: Any, name: str, value: str) -> None:
    said = {"target": "own", "own_target": "2500", "label0": "Nós dois", "player0.0": "Ana"}
    said |= {"start0": "120", name: value}
    phone.goto("/new")
    table.fill(phone, said)

    table.begin(phone)
    told = phone.locator("#new .hint.bad")
    told.first.wait_for()

    assert told.count() == 1
    assert told.is_visible()
    assert phone.locator(":focus").get_attribute("name") == name
    assert table.typed(phone, said) == said
    assert Match.objects.count() == 0


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ({"points0": "50", "note": ""}, 1),
        ({"points0": "", "note": "multa"}, 1),
        ({"points0": "5o", "points1": "1e3", "note": "multa"}, 2),
    ],
)
def test_adjustment_refused_keeps_what_was_typed(
    phone: Any, said: dict[str, str], count: int
) -> None:
    table.start_match(phone)
    phone.locator("footer a[href$='/adjust']").click()
    table.fill(phone, said)

    phone.locator("button[form=adjust]").click()
    told = phone.locator("#adjust .hint.bad")
    told.first.wait_for()

    assert told.count() == count
    assert table.typed(phone, said) == said
    assert Round.objects.count() == 0


def test_target_refused_keeps_what_was_typed(phone: Any) -> None:
    table.start_match(phone)
    table.more(phone)
    table.fill(phone, {"target": "0"})

    phone.locator("form[action$='/target'] button").click()
    told = phone.locator("main .hint.bad")
    told.wait_for()

    assert told.is_visible()
    assert table.typed(phone, ["target"]) == {"target": "0"}
    assert Match.objects.get().end["target"] == 3000
