"""What was written wrong is put right, and everything after it follows."""

from typing import Any

import pytest

from scoring.actions import Sheet
from scoring.models import Event, Match, Round
from tests import factories
from tests.journeys import table

pytestmark = pytest.mark.browser
FIVE = [(100, 50), (200, 0), (0, 300), (-40, 110), (70, 70)]


@pytest.fixture
def five_rounds(phone: Any) -> Any:
    """A phone that shows a match of five rounds."""
    table.start_match(phone, label0="Ana", label1="Bia")
    played(phone, FIVE)
    return phone


def played(phone: Any, rounds: list[tuple[int, int]]) -> None:
    """Rounds that were played before the journey begins, counted by the table."""
    match = Match.objects.get()
    for totals in rounds:
        fields = {f"{side}.total": str(total) for side, total in enumerate(totals)}
        sheet = Sheet(
            {"sides": [{"total": total} for total in totals]}, {"way": "number", "fields": fields}
        )
        factories.record(match, match.started_by, sheet)
    phone.reload()


def test_mistake_found_four_rounds_later_three_taps(five_rounds: Any, taps: Any) -> None:
    phone = five_rounds

    taps(table.row(phone, 0))
    taps(phone.locator("a[href$='/correct']"))
    table.fill_round(phone, {"0.total": 130, "reason": "a canastra era limpa"})
    taps(phone.locator("#save"))
    phone.locator("#board").wait_for()

    assert taps.count == 3
    assert table.running(phone) == [[130, 50], [330, 50], [330, 350], [290, 460], [360, 530]]
    assert table.totals(phone) == [360, 530]


def test_correction_is_told_in_the_history(five_rounds: Any) -> None:
    phone = five_rounds
    table.to_correction(phone, 0)
    table.fill_round(phone, {"0.total": 130, "reason": "a canastra era limpa"})
    table.saved(phone)

    table.history(phone)

    newest = phone.locator(".history .act").first.inner_text()
    assert "+100 × +50 → +130 × +50" in newest
    assert "a canastra era limpa" in newest


def test_correction_undone_brings_the_old_figures_back(five_rounds: Any) -> None:
    phone = five_rounds
    table.to_correction(phone, 0)
    table.fill_round(phone, {"0.total": 130})
    table.saved(phone)

    table.undo(phone)

    assert table.running(phone) == [[100, 50], [300, 50], [300, 350], [260, 460], [330, 530]]
    table.history(phone)
    assert phone.locator(".history .act.undone").count() == 1


def test_correction_shows_what_was_typed(phone: Any) -> None:
    table.start_match(phone)
    table.play_round(phone, {"0.total": "60+45+15", "1.total": "-30"})

    table.to_correction(phone, 0)

    assert table.typed(phone, ["0.total", "1.total"]) == {"0.total": "60+45+15", "1.total": "-30"}


def test_undo_again_takes_back_the_act_before(five_rounds: Any) -> None:
    phone = five_rounds

    table.undo(phone)
    once = table.totals(phone)
    table.undo(phone)

    assert once == [260, 460]
    assert table.totals(phone) == [300, 350]


def test_round_taken_out_and_put_back(five_rounds: Any) -> None:
    phone = five_rounds

    table.row(phone, 1).click()
    table.press(phone, "void")
    without = table.totals(phone)
    table.row(phone, 1).click()
    table.press(phone, "void")

    assert without == [130, 530]
    assert table.totals(phone) == [330, 530]


def test_forgotten_round_is_put_where_it_was_played(five_rounds: Any) -> None:
    phone = five_rounds

    table.row(phone, 1).click()
    phone.locator("a[href*='after=']").click()
    table.sheet_is_there(phone)
    table.fill_round(phone, {"0.total": 10, "1.total": 20})
    table.saved(phone)

    expected = [[100, 50], [300, 50], [310, 70], [310, 370], [270, 480], [340, 550]]
    assert table.running(phone) == expected
    assert table.ordinals(phone) == [1, 2, 3, 4, 5, 6]


def test_forgotten_first_round(five_rounds: Any) -> None:
    phone = five_rounds

    table.more(phone)
    phone.locator("a[href$='after=']").click()
    table.sheet_is_there(phone)
    table.fill_round(phone, {"0.total": 10, "1.total": 20})
    table.saved(phone)

    assert table.running(phone)[0] == [10, 20]
    assert table.totals(phone) == [340, 550]


def test_correction_ends_the_match_earlier_rest_taken_out(phone: Any) -> None:
    table.start_match(phone, target="1500", label0="Ana", label1="Bia")
    played(phone, [(700, 100), (600, 100), (100, 900)])

    table.to_correction(phone, 1)
    table.fill_round(phone, {"0.total": 900})
    table.saved(phone)
    asked = phone.locator("#board .ask-box").count()
    ended = (table.totals(phone), Match.objects.get().state)
    table.press(phone, "void-rest")
    phone.locator("#board .ask-box").wait_for(state="detached")

    assert asked == 1
    assert ended == ([1600, 200], "finished")
    assert "Ana" in table.state(phone)
    assert list(Round.objects.values_list("state", flat=True)) == ["counts", "counts", "void"]


def test_correction_ends_the_match_earlier_end_moved(phone: Any) -> None:
    table.start_match(phone, target="1500")
    played(phone, [(700, 100), (600, 100), (100, 900)])
    table.to_correction(phone, 1)
    table.fill_round(phone, {"0.total": 900})
    table.saved(phone)

    phone.locator("#board a[href$='#target']").click()
    table.fill(phone, {"target": "3000"})
    table.press(phone, "target")
    phone.locator("#board").wait_for()

    assert table.totals(phone) == [1700, 1100]
    assert Match.objects.get().state == "open"


def test_correction_of_a_finished_match_changes_its_winner(phone: Any) -> None:
    table.start_match(phone, target="1500", label0="Ana", label1="Bia")
    played(phone, [(1000, 900), (600, 650)])
    before = table.state(phone)

    table.to_correction(phone, 1)
    table.fill_round(phone, {"1.total": 750})
    table.saved(phone)

    assert "Ana" in before
    assert "Bia" in table.state(phone)
    assert table.totals(phone) == [1600, 1650]


def test_correction_of_a_finished_match_reopens_it(phone: Any) -> None:
    table.start_match(phone, target="1500")
    played(phone, [(1000, 900), (600, 300)])

    table.to_correction(phone, 1)
    table.fill_round(phone, {"0.total": 60})
    table.saved(phone)

    assert table.state(phone) == ""
    assert Match.objects.get().state == "open"
    assert phone.locator("footer a.main[href$='/round']").count() == 1


def test_names_and_starting_totals_put_right(five_rounds: Any) -> None:
    phone = five_rounds

    table.more(phone)
    phone.locator("a[href$='/table']").click()
    table.fill(phone, {"label0": "Ana Clara", "start1": "-50", "first_dealer": "1"})
    phone.locator("button[form=table]").click()
    phone.locator("#board").wait_for()

    assert table.names(phone) == ["Ana Clara", "Bia"]
    assert table.totals(phone) == [330, 480]
    # Bia dealt first; five rounds later the deal is with the other side.
    assert table.deals_and_starts(phone) == ["Ana Clara", "Bia"]


def test_adjustment_undone_is_no_longer_counted(five_rounds: Any) -> None:
    phone = five_rounds
    table.adjust(phone, {"points0": "-100", "note": "carta na mesa"})
    adjusted = table.totals(phone)

    table.undo(phone)

    assert adjusted == [230, 530]
    assert table.totals(phone) == [330, 530]
    assert Event.objects.filter(kind="undo").count() == 1
