"""How a match begins, and how the next one follows it."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import IntegrityError
from django.db.models import Max
from django.utils import timezone

import rules
from players.ids import uuid7
from players.models import Group, Player, User
from players.writing import write
from scoring import sharing
from scoring.acts import Act, Conflict, commit
from scoring.book import Book
from scoring.models import HouseRules, Match, Ruleset, Seat, Series, Side


@dataclass(frozen=True)
class Table:
    """How a match begins: what the form of a new match says."""

    preset: str
    document: Mapping[str, Any]  # of the preset, or of these house rules as they are now
    end: Mapping[str, Any]
    labels: Sequence[str]
    players: Sequence[Sequence[Player]] = ()
    players_per_side: int | None = None
    first_dealer: int | None = None
    starts: Sequence[int] = field(default_factory=tuple)
    wins: int | None = None  # legs to win, where the match begins a series
    series: Series | None = None
    leg: int = 1
    house: HouseRules | None = None


def start_match(
    group: Group, match_id: UUID, by: User, table: Table, at: datetime | None = None
) -> Match:
    """Begin a match, now or as of `at`; the second time with the same id it is the same match.

    Raises Conflict if the id is somebody else's.
    """
    known = Match.objects.filter(pk=match_id).first()
    if known is not None:
        return _own(known, group)
    at = at or timezone.now()
    match = Match(
        pk=match_id,
        group=group,
        preset=table.preset,
        ruleset=keep_ruleset(group, table.document),
        house=table.house,
        end=dict(table.end),
        players_per_side=table.players_per_side,
        first_dealer=table.first_dealer,
        series=table.series,
        leg=table.leg,
        night=night(at, group.time_zone),
        started_at=at,
        started_by=by,
    )
    try:
        _write_start(match, by, table)
    except IntegrityError:  # a second tap, at the same moment
        return _own(Match.objects.get(pk=match_id), group)
    return match


def _own(match: Match, group: Group) -> Match:
    if match.group_id != group.pk:
        raise Conflict
    return match


def _write_start(match: Match, by: User, table: Table) -> None:
    act = Act(by=by, key=uuid7(), kind="start", at=match.started_at)
    starts = table.starts or [0] * len(table.labels)
    book = Book(match, [], [], [])
    book.old = {"side": {}, "seat": {}, "round": {}}
    for position, (label, start) in enumerate(zip(table.labels, starts, strict=True)):
        side = Side(match=match, group_id=match.group_id, position=position, start=start)
        side.label = book.remark(label)
        book.sides.append(side)
    for side, people in zip(book.sides, table.players, strict=False):
        book.seats += seats(side, people)
    with write():
        if table.wins and not match.series:
            match.series = Series.objects.create(group=match.group, wins=table.wins)
        match.save(force_insert=True)
        commit(book, act)


def seats(
    side: Side, people: Sequence[Player], first_place: int = 0, from_round: int = 1
) -> list[Seat]:
    """Seat these people at a side, in places that follow each other."""
    return [
        Seat(group_id=side.group_id, side=side, player=player, place=place, from_round=from_round)
        for place, player in enumerate(people, start=first_place)
    ]


def night(at: datetime, zone: str) -> date:
    """Return the date of the evening `at` belongs to: six hours past midnight are still it."""
    return (at.astimezone(ZoneInfo(zone)) - timedelta(hours=6)).date()


def keep_ruleset(group: Group, document: Mapping[str, Any]) -> Ruleset:
    """Return the group's row for this document, made if it has none."""
    text = rules.canonical(document)
    digest = hashlib.sha256(text.encode()).hexdigest()
    held, _ = Ruleset.objects.get_or_create(
        group=group, digest=digest, defaults={"document": json.loads(text)}
    )
    return held


def rematch(match: Match, match_id: UUID, by: User, at: datetime | None = None) -> Match:
    """Begin another match of the same people under the same rules, the deal moved on by one: the
    next leg of a series that is not decided, else a new one. It begins now, or as of `at`.

    `match` comes from `for_page`. Whoever was let into it is let into the next one. The second
    time with the same id it is the same match; raises Conflict if the id is somebody else's.
    """
    sides = list(match.sides.with_people())
    places = sum(len(_sitting(side)) for side in sides) or len(sides)
    first = match.first_dealer
    table = Table(
        preset=match.preset,
        document=match.ruleset.document,
        end=match.end,
        labels=[side.label.text if side.label else "" for side in sides],
        players=[_sitting(side) for side in sides],
        players_per_side=match.players_per_side,
        first_dealer=None if first is None else rules.dealer(first, places, match.played),
        house=match.house,
        **_following(match),
    )
    began = start_match(match.group, match_id, by, table, at)
    sharing.let_into_next(match, began)
    return began


def _following(match: Match) -> dict[str, Any]:
    if match.series is None:
        return {}
    if decided(match.series, legs_won(match.series)) is not None:
        return {"wins": match.series.wins}
    last = match.series.matches.aggregate(last=Max("leg"))["last"]
    return {"series": match.series, "leg": last + 1}


def legs_won(series: Series) -> Counter[int]:
    """Return how many legs of the series each side (by position) has won."""
    won = series.matches.present().exclude(winner=None)
    return Counter(won.values_list("winner", flat=True))


def decided(series: Series, won: Mapping[int, int]) -> int | None:
    """Return the side that has won the series, None while nobody has."""
    reached = [side for side, legs in won.items() if series.wins and legs >= series.wins]
    return reached[0] if reached else None


def _sitting(side: Side) -> list[Player]:
    return [seat.player.person for seat in side.seats.all() if seat.to_round is None]
