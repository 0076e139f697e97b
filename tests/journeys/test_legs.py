"""Legs: a queda of truco, and a buraco night of perna and nega."""

from typing import Any

import pytest

from scoring.models import Match
from tests.journeys import hands, table

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("verified")]
NAMES = {"label0": "Ana", "label1": "Bia"}


def next_leg(page: Any) -> None:
    """One tap on the one big button of a match that is over."""
    here = page.url
    page.locator("footer form[action$='/rematch'] button").tap()
    page.wait_for_url(lambda address: address != here)
    page.locator("#board").wait_for()


def big_button(page: Any) -> str:
    return page.locator("footer form[action$='/rematch'] button").inner_text()


def played() -> list[tuple[int, int | None]]:
    """Leg and winner of every match, in the order in which they began."""
    return [(match.leg, match.winner) for match in Match.objects.order_by("started_at", "pk")]


def test_queda_of_truco_is_first_to_two(phone: Any) -> None:
    table.start_match(phone, "truco_paulista", wins="2", first_dealer="0", **NAMES)
    hands.won(phone, 0, 12)
    first = (hands.legs(phone), big_button(phone))
    next_leg(phone)
    moved, score = hands.deals_and_starts(phone), hands.totals(phone)
    hands.won(phone, 1, 9)
    hands.won(phone, 1, 3)
    second = (hands.legs(phone), big_button(phone))
    next_leg(phone)
    hands.won(phone, 1, 12)
    decided = (hands.legs(phone), phone.locator(".state .lead bdi.own").all_inner_texts())
    again = big_button(phone)
    next_leg(phone)

    assert (moved, score) == (["Bia", "Ana"], [0, 0])
    assert (first[0], second[0], decided[0]) == ([1, 0], [1, 1], [1, 2])
    assert "Bia" in decided[1]
    assert first[1] == second[1]
    assert again != first[1]
    assert hands.legs(phone) == [0, 0]
    assert played() == [(1, 0), (2, 1), (3, 1), (1, None)]
    assert len({match.series_id for match in Match.objects.all()}) == 2


def test_undone_last_hand_takes_the_leg_back(phone: Any) -> None:
    table.start_match(phone, "truco_paulista", wins="2", **NAMES)
    hands.won(phone, 0, 12)

    table.undo(phone)

    assert hands.legs(phone) == [0, 0]
    assert phone.locator("form[action$='/rematch']").count() == 0


def test_match_alone_stays_a_match_alone(phone: Any) -> None:
    table.start_match(phone, "truco_paulista", wins="", **NAMES)
    hands.won(phone, 0, 12)
    next_leg(phone)

    assert phone.locator(".band .soft b").count() == 0
    assert [match.series_id for match in Match.objects.all()] == [None, None]


def test_buraco_night_of_perna_and_nega(phone: Any) -> None:
    said = {"target": "own", "own_target": "500", "wins": "2", "first_dealer": "0"}
    table.start_match(phone, "buraco_aberto", **said, **NAMES)
    table.play_round(phone, {"0.total": 520, "1.total": 310})
    first = table.state(phone)
    next_leg(phone)
    dealt = table.deals_and_starts(phone)
    table.play_round(phone, {"0.total": 200, "1.total": 610})
    evening = phone.locator("#board .lead:has(b)").first.inner_text()
    next_leg(phone)
    table.play_round(phone, {"0.total": 505, "1.total": 100})
    legs = phone.locator("#board .lead").all_inner_texts()

    assert "Ana" in first
    assert dealt == ["Bia", "Ana"]
    assert [int(n) for n in evening if n.isdigit()] == [1, 1]
    assert any("Ana" in line and "série" in line for line in legs)
    assert played() == [(1, 0), (2, 1), (3, 0)]
