"""A plain tally: one figure a side, highest or lowest wins."""

import pytest

from players.ids import uuid7
from scoring.models import Match
from tests.factories import fresh, start_match

FIVE = ["Ana", "Beto", "Caio", "Dora", "Zé"]


def send(person, match: Match, *figures: str, **more):
    """What the sheet of a tally sends."""
    data = {f"{n}.points": figure for n, figure in enumerate(figures)}
    data |= {"key": uuid7(), "number": fresh(match).last_number + 1}
    return person.client.post(f"/m/{match.pk}/round", data | more)


def score(match: Match) -> list[int]:
    return [side.total for side in fresh(match).sides.with_total()]


def test_cacheta_of_five_is_won_by_the_fewest(alice):
    match = start_match(alice.user, preset="cacheta", labels=FIVE)
    for figures in (["2", "0", "1", "3", "2"], ["4", "1", "0", "7", "2"]):
        assert send(alice, match, *figures).status_code == 303
    assert score(match) == [6, 1, 1, 10, 4]
    # Two share the fewest: the rules play on, or end without a winner, but nobody of the two wins.
    assert fresh(match).winner is None

    send(alice, match, "0", "0", "1", "0", "0")
    assert score(match) == [6, 1, 2, 10, 4]
    assert (fresh(match).state, fresh(match).winner) == (Match.State.FINISHED, 1)


def test_lead_on_a_page_where_the_lowest_wins_is_the_lowest(alice):
    match = start_match(alice.user, preset="hearts", labels=FIVE[:4])
    send(alice, match, "13", "5", "8", "0")
    board = alice.client.get(f"/m/{match.pk}").context["board"]
    assert (board.lead[0].name, board.lead[1]) == ("Dora", 5)


def test_finish_by_people_gives_it_to_the_lowest(alice):
    match = start_match(alice.user, preset="hearts", labels=FIVE[:4])
    send(alice, match, "13", "5", "8", "0")
    data = {"key": uuid7(), "version": fresh(match).version}
    alice.client.post(f"/m/{match.pk}/finish", data)
    assert fresh(match).winner == 3


def test_missing_figure_is_asked_for_and_the_others_stay(alice):
    match = start_match(alice.user, preset="tally")
    response = send(alice, match, "12", "")
    page = response.content.decode()
    assert response.status_code == 422
    assert "How many points? 0 if none." in page
    assert 'value="12"' in page
    assert score(match) == [0, 0]


@pytest.mark.parametrize(("typed", "points"), [("10+5", 15), ("-7", -7), ("−7", -7), ("0", 0)])
def test_figure_may_be_a_sum_or_negative(alice, typed, points):
    match = start_match(alice.user, preset="tally")
    send(alice, match, typed, "1")
    assert score(match) == [points, 1]


def test_correction_shows_what_was_typed(alice):
    match = start_match(alice.user, preset="tally")
    send(alice, match, "10+5", "1")
    entry = match.rounds.get()
    address = f"/m/{match.pk}/round/{entry.pk}/correct"
    assert "10+5" in alice.client.get(address).content.decode()

    data = {"0.points": "9", "1.points": "1", "key": uuid7(), "version": entry.version}
    assert alice.client.post(address, data).status_code == 303
    assert score(match) == [9, 1]


def test_page_of_a_match_that_is_over_tells_the_best_round(alice):
    match = start_match(alice.user, preset="dominoes")
    send(alice, match, "30", "0")
    send(alice, match, "25", "0")
    told = alice.client.get(f"/m/{match.pk}").context["story"]
    assert [(fact.label, fact.values) for fact in told] == [("Best round", ["+30", "0"])]


def test_best_round_where_the_lowest_wins_is_the_lowest(alice):
    match = start_match(alice.user, preset="cacheta")
    send(alice, match, "3", "1")
    send(alice, match, "8", "2")
    told = alice.client.get(f"/m/{match.pk}").context["story"]
    assert [fact.values for fact in told] == [["+3", "+1"]]


def test_swapped_round_is_the_other_sides(alice):
    match = start_match(alice.user, preset="tally")
    send(alice, match, "10+5", "1")
    entry = match.rounds.get()
    data = {"key": uuid7(), "version": entry.version}
    alice.client.post(f"/m/{match.pk}/round/{entry.pk}/swap", data)
    assert score(match) == [1, 15]
    assert match.rounds.get().typed["fields"] == {"0.points": "1", "1.points": "10+5"}


def test_round_page_explains_a_plain_figure(alice):
    match = start_match(alice.user, preset="tally")
    send(alice, match, "12", "4")
    page = alice.client.get(f"/m/{match.pk}/round/{match.rounds.get().pk}")
    assert [[line.points for line in side["lines"]] for side in page.context["sides"]] == [
        [12],
        [4],
    ]
