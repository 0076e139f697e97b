"""How often a page asks the database: the same however long the evening and however many rows."""

import copy
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from players.ids import uuid7
from scoring.book import GAP
from scoring.models import Event, Match, Round, Score
from tests.factories import PlayerFactory, fresh, record, sheet_data, start_match, tranca_sheet
from tests.scoring.conftest import Persona

TRANSACTION_CONTROL = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")
# With session and user.
MOST_FOR_A_ROUND = 9
MOST_FOR_A_PAGE = 13


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements asked within, transaction control left out."""
    asked: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield asked
    asked += [
        query["sql"]
        for query in captured.captured_queries
        if not query["sql"].startswith(TRANSACTION_CONTROL)
    ]


def lengthen(match: Match, rounds: int) -> None:
    """As if that many rounds had been played: its last one, again and again."""
    last = match.rounds.order_by("-number").first()
    event, sides = match.events.order_by("-version").first(), list(match.sides.all())
    held, scores, events = [], [], []
    for more in range(1, rounds - last.number + 1):
        entry, act = copy.copy(last), copy.copy(event)
        entry.pk, entry.number, entry.order = uuid7(), last.number + more, last.order + more * GAP
        act.pk, act.key, act.version = uuid7(), uuid7(), event.version + more
        act.after = {"round": {str(entry.pk): next(iter(event.after["round"].values()))}}
        held.append(entry)
        events.append(act)
        scores += [Score(group=match.group, round=entry, side=s, points=1) for s in sides]
    Round.objects.bulk_create(held)
    Score.objects.bulk_create(scores)
    Event.objects.bulk_create(events)
    Match.objects.filter(pk=match.pk).update(version=event.version + len(events))


@pytest.fixture
def long(alice: Persona) -> Match:
    """Four players; two rounds and no end in sight."""
    group = alice.user.notebook
    pairs = [[PlayerFactory(group=group) for _ in "ab"] for _ in "AB"]
    match = start_match(alice.user, players=pairs, target=1_000_000, first_dealer=0)
    record(match, alice.user, tranca_sheet())
    record(match, alice.user, tranca_sheet({"adjustments": [{"note": "fine", "points": -5}]}))
    return fresh(match)


def asked_by(alice: Persona, address: str) -> int:
    with statements() as asked:
        assert alice.client.get(address).status_code == 200
    return len(asked)


NOTE = {"0.adjustment.points": "-10", "0.adjustment.note": "late"}


@pytest.mark.parametrize(("rounds", "more", "most"), [(5, {}, 8), (500, {}, 8), (5, NOTE, 9)])
def test_saved_round_asks_the_same(long, alice, rounds: int, more: dict, most: int) -> None:
    lengthen(long, rounds)
    data = sheet_data(tranca_sheet(), key=uuid7(), number=rounds + 1) | more

    with statements() as asked:
        answer = alice.client.post(reverse("new_round", args=[long.pk]), data)

    assert answer.status_code == 303
    assert Round.objects.count() == rounds + 1
    assert len(asked) == most <= MOST_FOR_A_ROUND, asked


# Pages of one match, and of its second round.
PAGES = ["match", "more", "history", "new_round", "table", "adjust", "round", "correct"]


@pytest.mark.parametrize("name", PAGES)
def test_page_asks_the_same_of_a_long_match(long: Match, alice: Persona, name: str) -> None:
    of_round = [long.rounds.get(number=2).pk] if name in ("round", "correct") else []
    address = reverse(name, args=[long.pk, *of_round])
    lengthen(long, 5)
    short = asked_by(alice, address)
    lengthen(fresh(long), 500)

    assert asked_by(alice, address) == short <= MOST_FOR_A_PAGE


@pytest.mark.parametrize("ended", [False, True], ids=["open", "past"])
def test_start_page_asks_the_same_of_more_matches(alice: Persona, ended: bool) -> None:
    def play() -> None:
        pairs = [[PlayerFactory(group=alice.user.notebook) for _ in "ab"] for _ in "AB"]
        match = start_match(alice.user, players=pairs, labels=["A", "B"], target=500)
        record(match, alice.user, tranca_sheet() if ended else [1, 2])

    play()
    one = asked_by(alice, "/")
    play()
    play()

    assert asked_by(alice, "/") == one <= MOST_FOR_A_PAGE


def test_start_page_asks_the_same_of_a_long_match(long: Match, alice: Persona) -> None:
    lengthen(long, 5)
    short = asked_by(alice, "/")
    lengthen(fresh(long), 500)

    assert asked_by(alice, "/") == short
