"""Legs: matches of the same sides until one has won enough of them."""

from players.ids import uuid7
from players.models import Group
from scoring import actions
from scoring.models import Match, Pass
from scoring.sharing import digest, join, make_link
from tests.factories import fresh, record, start_match


def won_by(side: int, match: Match, user) -> Match:
    record(match, user, [100 * (side == 0), 100 * (side == 1)])
    return fresh(match)


def next_leg(match: Match, user) -> Match:
    return fresh(actions.rematch(fresh(match), uuid7(), user))


def test_first_to_two_is_decided_by_the_second_win(alice):
    first = won_by(0, start_match(alice.user, target=100, wins=2), alice.user)
    second = won_by(1, next_leg(first, alice.user), alice.user)
    third = won_by(0, next_leg(second, alice.user), alice.user)

    legs = [(leg.series_id, leg.leg, leg.winner) for leg in (first, second, third)]
    assert legs == [(first.series_id, 1, 0), (first.series_id, 2, 1), (first.series_id, 3, 0)]
    won = actions.legs_won(first.series)
    assert (won[0], won[1], actions.decided(first.series, won)) == (2, 1, 0)


def test_match_after_a_decided_series_begins_another(alice):
    first = won_by(0, start_match(alice.user, target=100, wins=2), alice.user)
    second = won_by(0, next_leg(first, alice.user), alice.user)
    again = next_leg(second, alice.user)

    assert again.series_id != first.series_id
    assert (again.series.wins, again.leg) == (2, 1)


def test_undone_leg_counts_no_longer(alice):
    first = won_by(0, start_match(alice.user, target=100, wins=2), alice.user)
    actions.undo(first, alice.user, uuid7(), first.version)

    assert actions.legs_won(first.series)[0] == 0
    assert fresh(first).winner is None


def test_match_alone_stays_alone(alice):
    first = won_by(0, start_match(alice.user, target=100), alice.user)
    assert next_leg(first, alice.user).series is None


def test_rematch_moves_the_deal_on_and_keeps_people_and_target(alice):
    match = start_match(alice.user, target=100, first_dealer=1, labels=["Ana", "Bia"])
    record(match, alice.user, [30, 0])
    again = next_leg(won_by(0, match, alice.user), alice.user)

    assert again.first_dealer == 1  # two rounds on, two places: back where it was
    assert again.end["target"] == 100
    assert [side.label.text for side in again.sides.all()] == ["Ana", "Bia"]
    assert [side.total for side in again.sides.with_total()] == [0, 0]


def test_rematch_twice_with_one_key_is_one_match(alice):
    match = won_by(0, start_match(alice.user, target=100), alice.user)
    key = uuid7()
    first, second = (actions.rematch(fresh(match), key, alice.user) for _ in range(2))
    assert first.pk == second.pk
    assert Match.objects.filter(group=Group.objects.get(pk=match.group_id)).count() == 2


def test_rematch_lets_in_whoever_was_let_in_but_opens_no_new_way(alice, charlie):
    match = start_match(alice.user, target=100)
    secret = make_link(match, alice.user, "view")
    join(match.links.get(), charlie.user)
    again = next_leg(won_by(0, match, alice.user), alice.user)

    assert Match.objects.for_user(charlie.user).filter(pk=again.pk).exists()
    assert again.links.exclude(digest=digest(secret)).count() == 1
    assert Pass.objects.filter(match=again, user=charlie.user).count() == 1


def test_rematch_twice_lets_nobody_in_twice(alice, charlie):
    match = start_match(alice.user, target=100)
    make_link(match, alice.user, "view")
    join(match.links.get(), charlie.user)
    match = won_by(0, match, alice.user)
    key = uuid7()
    for _ in range(2):
        again = actions.rematch(fresh(match), key, alice.user)
    assert again.links.count() == 1


def test_match_page_tells_the_legs(alice):
    first = won_by(0, start_match(alice.user, target=100, wins=2), alice.user)
    page = alice.client.get(f"/m/{first.pk}").content.decode()
    assert "Next leg" in page
    assert "first to 2 wins" in page


def test_evening_counts_the_matches_of_the_same_sides(alice):
    first = won_by(0, start_match(alice.user, target=100), alice.user)
    assert "Tonight" not in alice.client.get(f"/m/{first.pk}").content.decode()

    won_by(1, start_match(alice.user, target=100, labels=["Ana", "Bia"]), alice.user)
    second = won_by(0, next_leg(first, alice.user), alice.user)

    page = alice.client.get(f"/m/{second.pk}")
    assert [line["won"] for line in page.context["evening"]] == [2, 0]
    assert "Tonight" in page.content.decode()
