"""From the start page to a winner, with and without JavaScript."""

from typing import Any

import pytest

from scoring.models import Match, Round
from tests.journeys import table

pytestmark = pytest.mark.browser
EITHER = pytest.mark.parametrize(
    "phone", [{}, {"java_script_enabled": False}], indirect=True, ids=["script", "no script"]
)

COUNTED = {
    "end": "out:0:normal",
    "0.canastras.clean": 2,
    "0.honours.red_three": 1,
    "0.melded.card": 30,
    "0.hand.card": 2,
    "1.morto": "not_taken",
    "1.melded.card": 4,
    "1.hand.card": 11,
    "1.hand.black_three": 1,
}
COUNTED_POINTS = [300 + 400 + 100 + 100 - 20, 40 - 100 - 110 - 10]


@EITHER
def test_match_from_start_page_two_taps(phone: Any, taps: Any) -> None:
    phone.goto("/")

    taps(phone.locator("footer a.main"))
    taps(phone.locator("button[form=new]"))
    phone.locator("#board").wait_for()

    assert taps.count == 2
    match = Match.objects.get()
    assert phone.url.endswith(f"/m/{match.pk}")
    assert (match.preset, match.end["target"], match.sides.count()) == ("tranca", 3000, 2)


@EITHER
def test_tranca_to_3000_tie_on_the_way(phone: Any) -> None:
    table.start_match(phone, label0="Ana e Bia", label1="Caio e Duda")

    table.play_round(phone, COUNTED, "classes")
    first = table.totals(phone)
    table.play_round(phone, {"0.total": 1300, "1.total": 2370})
    table.play_round(phone, {"0.total": 820, "1.total": 810})
    level, told = table.totals(phone), table.state(phone)
    table.play_round(phone, {"0.total": -40, "1.total": "60+45+15"})

    assert first == COUNTED_POINTS
    assert level == [3000, 3000]
    assert told != ""
    assert table.totals(phone) == [2960, 3120]
    assert table.ledger(phone)[2:] == [([820, 810], [3000, 3000]), ([-40, 120], [2960, 3120])]
    assert "Caio e Duda" in table.state(phone)
    assert Match.objects.get().state == "finished"


def test_finished_match_offers_no_round(phone: Any) -> None:
    table.start_match(phone, "tranca", target="1500")
    before = phone.locator("footer a.main").get_attribute("href")

    table.play_round(phone, {"0.total": 1500, "1.total": 40})

    assert before.endswith("/round")
    assert phone.locator("a[href$='/round']").count() == 0
    phone.goto("/")
    assert phone.locator("section[aria-labelledby=open]").count() == 0
    assert phone.locator("section[aria-labelledby=past] .item").count() == 1


def test_winner_both_over_the_target(phone: Any) -> None:
    table.start_match(phone, label0="Ana", label1="Bia")
    table.play_round(phone, {"0.total": 2900, "1.total": 2950})

    table.play_round(phone, {"0.total": 400, "1.total": 250})

    assert table.totals(phone) == [3300, 3200]
    assert "Ana" in table.state(phone)
    assert Match.objects.get().state == "finished"


def test_match_begun_on_paper_ends_in_the_notebook(phone: Any) -> None:
    table.start_match(phone, start0="2400", start1="2650", label0="Ana", label1="Bia")
    begun = table.totals(phone)

    table.adjust(phone, {"points1": "-100", "note": "deu errado"})
    table.play_round(phone, round_worth_580_and_250())
    open_still = table.state(phone)
    table.play_round(phone, round_worth_580_and_250())

    assert begun == [2400, 2650]
    assert open_still == ""
    assert table.totals(phone) == [3560, 3050]
    assert "Ana" in table.state(phone)
    assert table.running(phone) == [[2400, 2550], [2980, 2800], [3560, 3050]]
    assert phone.locator(".ledger .note").inner_text() == "deu errado"


def test_match_begun_on_paper_over_the_target_plays_a_round(phone: Any) -> None:
    table.start_match(phone, target="1500", start0="1600")
    begun = table.state(phone)

    table.play_round(phone, {"0.total": 10, "1.total": 20})

    assert begun == ""
    assert table.totals(phone) == [1610, 20]
    assert Match.objects.get().state == "finished"


def test_dealer_moves_on_each_round(phone: Any) -> None:
    players = ["Ana", "Bia", "Caio", "Duda"]
    seats = {"player0.0": "Ana", "player1.0": "Bia", "player0.1": "Caio", "player1.1": "Duda"}
    table.start_match(phone, first_dealer="0", **seats)

    told = []
    for __ in range(3):
        told.append(table.deals_and_starts(phone))
        table.play_round(phone, {"0.total": 10, "1.total": 10})

    assert told == [players[0:2], players[1:3], players[2:4]]


def test_own_target_is_taken(phone: Any) -> None:
    table.start_match(phone, target="own", own_target="777")

    assert Match.objects.get().end["target"] == 777


@EITHER
def test_begin_tapped_twice_is_one_match(phone: Any) -> None:
    phone.goto("/new")

    phone.locator("button[form=new]").dblclick()
    phone.locator("#board").wait_for()

    assert Match.objects.count() == 1


@EITHER
def test_save_tapped_twice_is_one_round(phone: Any) -> None:
    table.start_match(phone)
    table.open_round(phone)
    table.fill_round(phone, {"0.total": 10, "1.total": 20})

    phone.locator("#save").dblclick()
    phone.locator("#board").wait_for()

    assert table.totals(phone) == [10, 20]
    assert Round.objects.count() == 1


def round_worth_580_and_250() -> dict[str, Any]:
    return {
        "end": "out:0:normal",
        "0.canastras.clean": 1,
        "0.melded.card": 30,
        "0.hand.card": 2,
        "1.canastras.dirty": 1,
        "1.morto": "taken",
        "1.melded.card": 20,
        "1.hand.card": 5,
    }
