"""`manage.py verify` finds every kind of damage to parts and ratings."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from players.actions import people
from players.ids import uuid7
from players.models import Group, Player
from players.writing import write
from scoring import actions, verification
from scoring.models import Habits, Match, Part
from scoring.stats import following
from tests.factories import fresh, record, start_match, tranca_sheet
from tests.scoring.conftest import Persona
from tests.scoring.test_verify import verify

NAMES = ["Ana", "Bia", "Caio", "Duda"]


@pytest.fixture
def matches(alice: Persona, quinta: Group) -> list[Match]:
    """Three matches of two pairs, all won by the first; the third goes on."""
    known = people(quinta, NAMES)
    table = [[known[name] for name in NAMES[:2]], [known[name] for name in NAMES[2:]]]
    held = [start_match(alice.user, quinta, players=table, target=500) for _ in range(3)]
    for match in held[:2]:
        record(match, alice.user, tranca_sheet())
    record(held[2], alice.user, [100, 50])
    return [fresh(match) for match in held]


def of_ana() -> Any:
    return Part.objects.filter(player__name="Ana").in_order()


def first_of_ana() -> Any:
    return Part.objects.filter(pk=of_ana().first().pk)


def somebody_else() -> None:
    part = first_of_ana().get()
    other = Player.objects.create(group_id=part.group_id, name="Eva", key="eva")
    first_of_ana().update(player=other)


def of_open_match() -> None:
    part, going_on = first_of_ana().get(), Match.objects.get(state="open")
    part.pk, part.match = uuid7(), going_on
    part.save(force_insert=True)


def twice() -> None:
    part = first_of_ana().get()
    Part.objects.filter(match=part.match_id, side=1).update(player=None)


def other_group() -> None:
    first_of_ana().update(group=Group.objects.create(name="Others"))


def other_figures() -> None:
    part = first_of_ana().get()
    part.figures["canastras"]["clean"] += 1
    part.save()


DAMAGE: dict[str, tuple[Callable[[], Any], list[str]]] = {
    "points changed": (
        lambda: first_of_ana().update(points=F("points") + 10),
        ["at side 0: points is 570, by the match 560"],
    ),
    "a result turned": (
        lambda: first_of_ana().update(outcome=-1),
        ["outcome is -1, by the match 1"],
    ),
    "another rank": (
        lambda: Part.objects.filter(side=0).update(rank=2),
        ["rank is 2, by the match 1"],
    ),
    "figures changed": (other_figures, ["figures is {"]),
    "a part deleted": (lambda: first_of_ana().delete(), ["the part of ", " is missing"]),
    "all parts of a match deleted": (
        lambda: Part.objects.filter(match=first_of_ana().get().match_id).delete(),
        ["is missing", "the rating is (", "by a replay ("],
    ),
    "a part of somebody else": (somebody_else, [" is missing", " is too many"]),
    "a part of a match that goes on": (of_open_match, [" is too many"]),
    "a part of nobody, twice": (twice, ["a part is there twice", "the part of nobody at side 1"]),
    "a part of another group": (other_group, ["group_id is UUID"]),
    "a rating changed": (
        lambda: first_of_ana().update(mu=F("mu") + 0.01),
        ["the rating is (", "by a replay ("],
    ),
    "a rating less sure": (
        lambda: first_of_ana().update(sigma=F("sigma") + 0.01),
        ["the rating is (", "by a replay ("],
    ),
    "a rating deleted": (
        lambda: first_of_ana().update(mu=None, sigma=None),
        ["the rating is None, by a replay ("],
    ),
    "a match of another time": (
        lambda: Match.objects.filter(pk=first_of_ana().get().match_id).update(
            started_at=of_ana().last().at
        ),
        ["at is datetime"],
    ),
}


def test_verify_agrees_with_untouched_parts(matches: list[Match]) -> None:
    assert Part.objects.exclude(mu=None).count() == 8
    assert verify() == (True, "3 matches: tables, events, rules and parts agree.\n")


@pytest.mark.parametrize(("damage", "said"), DAMAGE.values(), ids=DAMAGE)
def test_verify_finds(matches: list[Match], damage: Callable[[], Any], said: list[str]) -> None:
    damage()

    well, printed = verify()

    assert not well
    assert [part for part in said if part not in printed] == []


def test_verify_finds_ratings_that_count_what_the_group_does_not(
    alice: Persona, quinta: Group, matches: list[Match]
) -> None:
    match = matches[2]
    actions.forfeit(match, alice.user, uuid7(), match.version, 0)
    Habits.objects.create(group=quinta, rate_forfeits=True)

    assert not verify()[0]
    assert "the rating is None, by a replay (" in verify()[1]

    with write():
        following.replay_all(quinta)
    assert verify()[0]


def test_verify_lets_another_machine_make_the_last_digits(matches: list[Match]) -> None:
    first_of_ana().update(mu=F("mu") + 1e-9)

    assert verify()[0]


def test_verify_reads_again_where_a_merge_comes_in_between(
    alice: Persona, quinta: Group, matches: list[Match]
) -> None:
    ana = Player.objects.get(name="Ana")
    waiting = [people(quinta, ["Ana Maria"])["Ana Maria"]]

    def merge_before_parts(execute: Any, sql: str, *rest: Any) -> Any:
        if waiting and 'FROM "scoring_part"' in sql:
            actions.merge(waiting.pop(), ana, alice.user)
        return execute(sql, *rest)

    with connection.execute_wrapper(merge_before_parts):
        well, __ = verify()

    assert (well, waiting) == (True, [])


def test_verify_of_a_group_costs_the_same_for_any_number_of_matches(
    alice: Persona, quinta: Group, matches: list[Match]
) -> None:
    costs = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            assert verification.group(quinta.pk) == []
        costs.append(len(asked))
        match = fresh(matches[2])
        if match.state == "open":
            actions.finish(match, alice.user, uuid7(), match.version)

    assert costs == [2, 2]
