"""A match that people end: finished, put away, given up, deleted, and back again."""

from typing import Any

import pytest

from scoring.models import Match
from tests.journeys import table

pytestmark = pytest.mark.browser


@pytest.fixture
def match(phone: Any) -> Any:
    """The phone on the page of a match in which Bia leads."""
    table.start_match(phone, label0="Ana", label1="Bia")
    table.play_round(phone, {"0.total": 100, "1.total": 150})
    return phone


def state() -> str:
    return Match.objects.get().state


def open_on_start(page: Any) -> int:
    page.goto("/")
    return page.locator("section[aria-labelledby=open] a.item").count()


def test_finished_by_people_leader_wins(match: Any) -> None:
    table.more(match)
    table.press(match, "finish")

    assert state() == "finished"
    assert "Bia" in table.state(match)
    assert open_on_start(match) == 0


def test_finish_undone_plays_on(match: Any) -> None:
    table.more(match)
    table.press(match, "finish")

    table.undo(match)

    assert state() == "open"
    assert table.state(match) == ""


def test_finished_match_resumed_takes_a_round(match: Any) -> None:
    table.more(match)
    table.press(match, "finish")

    table.press(match, "resume")
    table.play_round(match, {"0.total": 70, "1.total": 10})

    assert table.totals(match) == [170, 160]


def test_put_away_and_resumed(match: Any) -> None:
    address = match.url
    table.more(match)
    table.press(match, "put-away")
    away = (state(), open_on_start(match))
    match.locator("section[aria-labelledby=past] a.item").click()
    match.locator("#board").wait_for()

    table.press(match, "resume")

    assert away == ("abandoned", 0)
    assert match.url == address
    assert state() == "open"
    assert table.totals(match) == [100, 150]
    assert open_on_start(match) == 1


def test_side_gives_up_other_wins(match: Any) -> None:
    table.more(match)
    match.locator("form[action$='/forfeit'] button[value='1']").click()
    match.locator("#board .outcome").wait_for()

    assert state() == "forfeited"
    assert "Ana" in table.state(match)
    table.undo(match)
    assert state() == "open"


def test_deleted_asks_twice_and_comes_back(match: Any) -> None:
    table.more(match)
    match.locator("a[href$='/delete']").click()
    asked = match.locator("button[form=delete]")
    asked.wait_for()
    still = Match.objects.present().count()
    asked.click()
    match.locator("section[aria-labelledby=gone]").wait_for()
    gone = match.locator("a[href^='/m/']").count()

    match.locator("form[action$='/bring-back'] button").click()
    match.locator("#board").wait_for()

    assert still == 1
    assert gone == 0
    assert table.totals(match) == [100, 150]
    assert open_on_start(match) == 1


def test_delete_thought_better_of_keeps_it(match: Any) -> None:
    table.more(match)
    match.locator("a[href$='/delete']").click()

    match.locator("footer nav a").click()
    match.locator("#board").wait_for()

    assert Match.objects.present().count() == 1


def test_target_moved_ends_the_match(match: Any) -> None:
    table.more(match)
    table.fill(match, {"target": "150"})

    table.press(match, "target")

    assert state() == "finished"
    assert "Bia" in table.state(match)


def test_single_deal_level_is_a_draw(phone: Any) -> None:
    table.start_match(phone, "buraco_thousand", label0="Ana", label1="Bia")

    table.play_round(phone, {"0.total": 300, "1.total": 300})

    assert state() == "finished"
    assert table.state(phone) != ""
    assert "Ana" not in table.state(phone)
    assert "Bia" not in table.state(phone)
