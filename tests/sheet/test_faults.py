"""What does not add up is said beside the figure, by the phone and by the server alike."""

from typing import Any

import pytest

from scoring.models import Remark, Round
from tests.sheet.conftest import Person
from tests.sheet.finger import Sheet
from tests.sheet.words import sentence_of, told, told_many

pytestmark = pytest.mark.browser
DOUBTS = ("Save all the same ({n} doubt)", "Save all the same ({n} doubts)")


@pytest.fixture
def tranca(alice: Person) -> Sheet:
    """Tranca in pairs: all is said by points but the tables and hands."""
    sheet = alice.sheet(alice.match(players_per_side=2))
    return prepared(sheet)


def prepared(sheet: Sheet) -> Sheet:
    sheet.way("points")
    sheet.out(0)
    sheet.count("0.canastras.clean", button=0)
    sheet.morto(1, "taken")
    return sheet


def place_in_focus(sheet: Sheet) -> tuple[str, str]:
    """The field with the focus, and the words it is described by."""
    return tuple(
        sheet.page.evaluate("""() => {
          const { name, attributes } = document.activeElement;
          const hint = document.getElementById(attributes["aria-describedby"]?.value);
          return [name, hint?.textContent.trim() ?? ""];
        }""")
    )


def trusting(phone: Any) -> None:
    """A phone whose arithmetic finds no fault in anything: only the server can."""
    script = """export const answer = ({ round }) => ({ problems: [],
      sides: round.sides.map(() => ({ lines: [], total: 0 })) });"""
    phone.route(
        "**/js/score.*", lambda route: route.fulfill(body=script, content_type="text/javascript")
    )


def test_wrong_figure_is_pointed_out_and_mended(tranca: Sheet) -> None:
    tranca.key("960", "40", "next", "200", "50")
    said = [tranca.said(f"{side}.melded.points") for side in (0, 1)]
    refused = tranca.button
    tranca.save()
    tranca.page.wait_for_timeout(100)
    still_there = tranca.page.locator("#sheet").count()
    tranca.key("300")  # the finger was taken to the figure: a digit replaces what stands there
    tranca.saved()

    assert said == [sentence_of("POINTS_OVER")] * 2
    assert refused == told("Look at {side}: something does not add up", side="Nós")
    assert still_there == 1
    assert [s.points for s in Round.objects.get().scores.order_by("side__position")] == [560, 150]


def test_doubts_are_kept_in_one_tap_and_remembered(tranca: Sheet) -> None:
    tranca.key("345", "0", "200", "45")
    button = tranca.button
    tranca.saved()

    assert button == told_many(*DOUBTS, 3)
    assert Round.objects.get().kept == ["GRANULARITY", "HAND_SMALLER_THAN_HOLDERS"]


def test_error_the_server_finds_stands_beside_its_figure(alice: Person) -> None:
    phone = alice.phone()
    trusting(phone)
    sheet = prepared(alice.sheet(alice.match(players_per_side=2), phone))
    sheet.key("960", "40", "next", "200", "50")
    sheet.save()
    phone.locator(".hint.bad").first.wait_for()

    assert place_in_focus(sheet) == ("0.melded.points", sentence_of("POINTS_OVER"))
    assert [sheet.value(f"{side}.melded.points") for side in (0, 1)] == ["960", "200"]
    assert sheet.page.locator('[name="end"][value="out:0:normal"]').is_checked()
    assert sheet.value("0.canastras.clean") == "1"
    assert Round.objects.count() == 0

    sheet.key("300")
    sheet.saved()

    assert [s.points for s in Round.objects.get().scores.order_by("side__position")] == [560, 150]


def test_doubt_the_server_finds_can_be_kept(alice: Person) -> None:
    phone = alice.phone()
    trusting(phone)
    sheet = prepared(alice.sheet(alice.match(players_per_side=2), phone))
    sheet.key("345", "40", "next", "200", "50")
    sheet.save()
    phone.locator(".hint.ask").first.wait_for()
    focus, button = place_in_focus(sheet), sheet.button
    sheet.saved()

    assert focus == ("0.melded.points", sentence_of("GRANULARITY"))
    assert button == told_many(*DOUBTS, 1)
    assert Round.objects.get().kept == ["GRANULARITY"]


def test_words_only_the_server_reads_are_refused_beside_them(tranca: Sheet) -> None:
    tranca.key("300", "40", "next", "200", "50")
    tranca.tap("#seldom")
    tranca.write("1.adjustment.points", "50", "sign")
    note = tranca.page.locator('[name="1.adjustment.note"]')
    note.fill("x" * 101)
    tranca.page.locator("#save").tap()
    tranca.page.locator(".hint.bad").first.wait_for()
    focus = place_in_focus(tranca)
    note.fill("atrasou")
    tranca.saved()

    assert focus[0] == "1.adjustment.note"
    assert focus[1] != ""
    assert [s.points for s in Round.objects.get().scores.order_by("side__position")] == [560, 100]
    assert Remark.objects.filter(text="atrasou").count() == 1


def test_side_may_be_one_total(tranca: Sheet) -> None:
    tranca.key("300", "40")
    tranca.tap("#seldom")
    tranca.write("1.total", "870")
    hidden = tranca.page.locator('[name="1.melded.points"]').is_visible()
    tranca.tap('.sum[data-side="1"]')
    lines = tranca.page.locator("#why dl").inner_text().split("\n")
    tranca.page.keyboard.press("Escape")
    tranca.saved()

    assert not hidden
    assert lines[0].strip() == told("Counted by the table")
    assert [s.points for s in Round.objects.get().scores.order_by("side__position")] == [560, 870]


def test_totals_alone_need_no_ending(alice: Person) -> None:
    sheet = alice.sheet(alice.match())
    sheet.tap("#seldom")
    sheet.key("870", "next", "120", "sign")
    button = sheet.button
    sheet.saved()

    assert button == told("Save")
    assert [s.points for s in Round.objects.get().scores.order_by("side__position")] == [870, -120]


def test_arithmetic_stands_in_words(tranca: Sheet) -> None:
    tranca.count("0.canastras.dirty", button=1)
    tranca.count("0.honours.red_three", 2)
    tranca.key("60", "+", "45", "+", "15")
    tranca.tap('.sum[data-side="0"]')
    text = tranca.page.locator("#why dl").evaluate(
        "list => [...list.children].map(el => el.textContent.trim().replace(/\\\\s+/g, ' '))"
    )
    pairs = dict(zip(text[::2], text[1::2], strict=True))

    assert pairs == {
        f"{told('On the table')} 60+45+15": "+120",
        "Canastra limpa 1 × 200": "+200",
        "Canastra suja 2 × 100": "+200",
        "Três vermelhos 2": "+200",
        told("Went out"): "+100",
        told("This round"): "820",
        told("In the match (before: {n})", n="0"): "820",
    } | {key: value for key, value in pairs.items() if value == "0"}
