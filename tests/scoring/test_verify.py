"""`manage.py verify` finds every kind of damage somebody could do behind the log's back."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from players.ids import uuid7
from players.models import Group, Player
from scoring import actions, verification
from scoring.models import (
    Event,
    HouseRules,
    Match,
    Remark,
    Ruleset,
    Score,
    Seat,
    Series,
    Side,
)
from tests.factories import PlayerFactory, fresh, record, start_match, tranca_sheet
from tests.scoring.conftest import Persona


@pytest.fixture
def match(alice: Persona) -> Match:
    """Four players; two rounds and an adjustment that count, one round taken out."""
    user = alice.user
    pairs = [[PlayerFactory(group=user.notebook) for _ in "ab"] for _ in "AB"]
    match = start_match(user, labels=["Nós", ""], players=pairs)
    record(match, user, tranca_sheet({"adjustments": [{"note": "fine", "points": -5}]}))
    record(match, user, [1000, 900])
    out = record(match, user, [300, 200])
    actions.adjust(fresh(match), user, uuid7(), [-50, 0], "talked")
    actions.void_round(fresh(match), user, uuid7(), out.pk, out.version, True)
    return fresh(match)


def verify() -> tuple[bool, str]:
    """Whether all is well, and what was printed."""
    out = StringIO()
    try:
        call_command("verify", stdout=out)
    except CommandError as error:
        return error.returncode == 0, out.getvalue()
    return True, out.getvalue()


def row(rows):
    return rows.model.objects.filter(pk=rows.first().pk)


def other_group() -> Group:
    return Group.objects.create(name="Others")


def change_entry(match: Match) -> None:
    entry = match.rounds.get(number=2)
    entry.entry["sides"][0]["total"] = 1010
    entry.save()


def change_event(match: Match) -> None:
    event = match.events.get(version=3)
    next(iter(event.after["round"].values()))["entry"] = {"sides": [{"total": 1}, {"total": 2}]}
    event.save()


def change_before(match: Match) -> None:
    event = match.events.get(version=6)
    next(iter(event.before["round"].values()))["points"] = [1, 2]
    event.save()


def add_round(match: Match) -> None:
    entry = match.rounds.get(number=2)
    entry.pk, entry.number = uuid7(), 9
    entry.save(force_insert=True)


def score_void_round(match: Match) -> None:
    side = match.sides.first()
    entry = match.rounds.get(number=3)
    Score.objects.create(group=match.group, round=entry, side=side, points=0)


def other_rules(match: Match) -> Ruleset:
    held = Ruleset.objects.get()
    document = held.document | {"name": "Other"}
    return Ruleset.objects.create(group=other_group(), digest="0" * 64, document=document)


def other_house(match: Match) -> HouseRules:
    ruleset = other_rules(match)
    return HouseRules.objects.create(group=ruleset.group, ruleset=ruleset, name="x", preset="x")


DAMAGE = {
    "a score changed": (
        lambda match: Score.objects.filter(points=900).update(points=905),
        ["points of round 2 are [1000, 905], by the rules [1000, 900]", "total of side 1 is"],
    ),
    "a score deleted": (
        lambda match: Score.objects.filter(points=900).delete(),
        ["points of round 2 are [1000], by", "score "],
    ),
    "a score of a round taken out": (score_void_round, ["is in no event", "points of round 3"]),
    "an event in the middle deleted": (
        lambda match: match.events.filter(version=3).delete(),
        ["event 3 is missing"],
    ),
    "the first event deleted": (
        lambda match: match.events.filter(version=1).delete(),
        ["event 1 is missing"],
    ),
    "the last event deleted": (
        lambda match: match.events.filter(version=6).delete(),
        ["version 6 with 5 events", "state is 'void', by the events 'counts'"],
    ),
    "an event changed": (change_event, ["entry is {", "by the events {'sides'"]),
    "what was before changed": (change_before, ["event 6 is wrong about round"]),
    "an undo of nothing": (
        lambda match: match.events.filter(version=6).update(undoes=6),
        ["event 6 undoes an event that is not before it"],
    ),
    "an event without content": (
        lambda match: match.events.filter(version=1).update(after={"match": {}}),
        ["the events make no match"],
    ),
    "an event that makes no sense": (
        lambda match: match.events.filter(version=2).update(after={"round": {"x": {}}}),
        ["the events make no match"],
    ),
    "a round's entry changed": (change_entry, ["by the rules [1010, 900]", "entry is {"]),
    "a round's entry broken": (
        lambda match: match.rounds.filter(number=2).update(entry={"sides": 7}),
        ["round 2 is counts, by the rules misfit", "cannot be checked"],
    ),
    "a round deleted": (
        lambda match: match.rounds.filter(number=2).delete(),
        ["round ", " is missing", "score "],
    ),
    "a round added": (add_round, ["is in no event", "points of round 9 are []"]),
    "a round's state changed": (
        lambda match: match.rounds.filter(number=3).update(state="counts"),
        ["state is 'counts', by the events 'void'", "points of round 3 are [], by the rules [300"],
    ),
    "a round without a reason after the end": (
        lambda match: match.rounds.filter(number=2).update(state="misfit"),
        ["round 2 is misfit, by the rules counts"],
    ),
    "a round moved": (
        lambda match: match.rounds.filter(number=2).update(order=F("order") + 1),
        ["order is "],
    ),
    "a round of another version": (
        lambda match: match.rounds.filter(number=2).update(version=1),
        ["version is 1, by the events 3"],
    ),
    "the match finished": (
        lambda match: row(Match.objects).update(state="finished", ended_by="rules"),
        ["it is finished (rules), by the rules open", "state is 'finished', by the events 'open'"],
    ),
    "the match open beyond its end": (
        lambda match: row(Match.objects).update(end=match.end | {"target": 100}),
        ["it is open (by nobody), by the rules finished", "round 2 is counts, by the rules misfit"],
    ),
    "the match put away by the rules": (
        lambda match: row(Match.objects).update(state="abandoned", ended_by="rules"),
        ["it is abandoned (rules)"],
    ),
    "another winner": (
        lambda match: row(Match.objects).update(winner=1),
        ["the winner is 1, by the rules None", "winner is 1, by the events None"],
    ),
    "the match of another version": (
        lambda match: row(Match.objects).update(version=7),
        ["version 7 with 6 events"],
    ),
    "an impossible end": (
        lambda match: row(Match.objects).update(end={"mode": "never"}),
        ["judged: cannot be checked"],
    ),
    "a side that gave up": (
        lambda match: row(Side.objects).update(forfeited=True),
        ["it is open, sides that gave up: [0]", "forfeited is True, by the events False"],
    ),
    "a side's start changed": (
        lambda match: row(Side.objects).update(start=7),
        ["start is 7, by the events 0"],
    ),
    "a seat taken": (
        lambda match: row(Seat.objects).update(player=Seat.objects.last().player),
        ["player_id is UUID"],
    ),
    "a seat deleted": (lambda match: row(Seat.objects).delete(), ["seat ", " is missing"]),
    "a side's name deleted": (
        lambda match: Remark.objects.filter(text="Nós").delete(),
        ["label_id is None, by the events UUID"],
    ),
    "an adjustment's words deleted": (
        lambda match: Remark.objects.filter(text="fine").delete(),
        ["remark ", " is missing"],
    ),
    "words of another match": (
        lambda match: Remark.objects.filter(text="talked").update(
            match=start_match(match.started_by)
        ),
        ["remark ", " is missing"],
    ),
    "a ruleset changed": (
        lambda match: Ruleset.objects.update(
            document=Ruleset.objects.get().document | {"name": "Mine"}
        ),
        ["the digest is not that of the document"],
    ),
    "a ruleset broken": (
        lambda match: Ruleset.objects.update(document={"format": 1}),
        ["cannot be loaded", "cannot be checked"],
    ),
    "rules of another group": (
        lambda match: match.rounds.filter(number=1).update(ruleset=other_rules(match)),
        ["the rules of round 1 are of another group", "ruleset_id is UUID"],
    ),
    "a series of another group": (
        lambda match: Match.objects.update(series=Series.objects.create(group=other_group())),
        ["the series of the match is of another group"],
    ),
    "house rules of another group": (
        lambda match: Match.objects.update(house=other_house(match)),
        ["the house of the match is of another group"],
    ),
    "a player of another group": (
        lambda match: Player.objects.filter(seats__isnull=False).update(group=other_group()),
        ["the player of seat ", " is of another group"],
    ),
    "a row of another group": (
        lambda match: match.rounds.filter(number=1).update(group=other_group()),
        ["round 1 is of another group"],
    ),
    "an event of another group": (
        lambda match: match.events.filter(version=1).update(group=other_group()),
        ["event 1 is of another group"],
    ),
}


def test_verify_agrees_with_untouched_tables(match: Match) -> None:
    assert verify() == (True, "1 matches: tables, events, rules and parts agree.\n")


def test_verify_agrees_with_an_empty_database(db: None) -> None:
    assert verify() == (True, "0 matches: tables, events, rules and parts agree.\n")


@pytest.mark.parametrize(("damage", "said"), DAMAGE.values(), ids=DAMAGE)
def test_verify_finds(match: Match, damage: Callable[[Match], object], said: list[str]) -> None:
    damage(match)

    well, printed = verify()

    assert not well
    assert [part for part in said if part not in printed] == []


def test_verify_agrees_where_a_person_was_forgotten(match: Match, bob: Persona) -> None:
    notebook = match.group
    notebook.personal_to = None
    notebook.save()

    match.started_by.delete()

    assert Match.objects.get().started_by is None
    assert verify() == (True, "1 matches: tables, events, rules and parts agree.\n")


def test_verify_reads_again_where_somebody_writes_meanwhile(match: Match, alice: Persona) -> None:
    waiting = [[20, 10]]

    def write_before_scores(execute: Any, sql: str, *rest: Any) -> Any:
        if waiting and 'FROM "scoring_score"' in sql:
            record(match, alice.user, waiting.pop())
        return execute(sql, *rest)

    with connection.execute_wrapper(write_before_scores):
        well, __ = verify()

    assert (well, waiting) == (True, [])


def test_verify_counts_statements_the_same_for_each_match(match: Match, alice: Persona) -> None:
    for _ in range(20):
        record(match, alice.user, [1, 2])
    with CaptureQueriesContext(connection) as long:
        assert verification.match(match.pk) == []
    short = start_match(alice.user)
    with CaptureQueriesContext(connection) as few:
        assert verification.match(short.pk) == []

    assert len(long) == len(few)


def test_verify_finds_damage_in_any_match(match: Match, alice: Persona) -> None:
    others = [start_match(alice.user) for _ in range(3)]
    for other in others:
        record(other, alice.user, [100, 200])
    Event.objects.filter(match=others[1], version=2).delete()

    well, printed = verify()

    assert not well
    assert {line.split(":")[0] for line in printed.splitlines()} == {f"match {others[1].pk}"}
