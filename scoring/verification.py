"""Proof that what is stored holds together: tables = events = what the rules say, parts = what is
read out of them, ratings = a replay of the parts.

Everything is read anew and one match at a time (of ratings, one part), so that memory does not grow
with the database.
"""

import hashlib
from collections.abc import Callable, Iterator
from math import isclose
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model

import rules
from players.models import Group
from scoring import log
from scoring.book import Book, adjustments, verdict, winner
from scoring.models import (
    Event,
    Habits,
    Match,
    Part,
    Remark,
    Round,
    Ruleset,
    Score,
    Seat,
    Side,
)
from scoring.stats import following
from scoring.stats.parts import is_over, parts_of

# How often a match or a group is read again when somebody writes to it meanwhile.
TRIES = 5
# Another machine may have made the last digits of a rating.
ALIKE = 1e-6
# What damaged JSON makes the log or the rules raise.
DAMAGE = (AttributeError, IndexError, KeyError, TypeError, ValueError, ValidationError)

OPEN, FINISHED = Match.State.OPEN, Match.State.FINISHED
NOBODY, RULES, PEOPLE = Match.EndedBy.NOBODY, Match.EndedBy.RULES, Match.EndedBy.PEOPLE


def matches() -> Iterator[Any]:
    """Yield the ids of all matches, also of those put away or deleted."""
    return Match.objects.order_by("pk").values_list("pk", flat=True).iterator()


def rulesets() -> Iterator[str]:
    """Yield what is wrong with the stored rules, a sentence each."""
    for held in Ruleset.objects.order_by("pk").iterator(chunk_size=100):
        try:
            text = rules.canonical(rules.load(held.document).document)
        except DAMAGE as damage:
            yield f"ruleset {held.pk}: cannot be loaded: {damage}"
            continue
        if hashlib.sha256(text.encode()).hexdigest() != held.digest:
            yield f"ruleset {held.pk}: the digest is not that of the document"


def match(pk: Any) -> list[str]:
    """Return what is wrong with one match, a sentence each. Somebody may be writing to it."""

    def read() -> list[str]:
        kept = Match.objects.filter(pk=pk).first()
        # None where it was taken away since its id was read.
        return [] if kept is None else list(_Verification(kept).all())

    return _settled(read)


def groups() -> Iterator[Any]:
    """Yield the ids of all groups."""
    return Group.objects.order_by("pk").values_list("pk", flat=True).iterator()


def group(pk: Any) -> list[str]:
    """Return which ratings of a group are not those of a replay, a sentence each. Somebody may be
    playing there."""
    return _settled(lambda: list(_ratings(pk)))


def _settled(read: Callable[[], list[str]]) -> list[str]:
    """Read until it is well, or the same twice in a row: then nobody wrote in between."""
    found: list[str] = []
    for _ in range(TRIES):
        before, found = found, read()
        if not found or found == before:
            break
    return found


def _ratings(pk: Any) -> Iterator[str]:
    habits = Habits.objects.filter(group=pk).first() or Habits(group_id=pk)
    held = Part.objects.filter(group=pk).in_order().defer("figures").iterator()
    try:
        for part, rating in following.replayed(held, habits):
            kept = None if part.mu is None or part.sigma is None else (part.mu, part.sigma)
            if not _alike(kept, rating):
                name = f"match {part.match_id}: {_part(part)}"
                yield f"{name}: the rating is {kept}, by a replay {rating}"
    except DAMAGE as damage:
        yield f"group {pk}: ratings: cannot be checked: {damage!r}"


def _alike(one: tuple[float, float] | None, other: tuple[float, float] | None) -> bool:
    if one is None or other is None:
        return one is other
    pairs = zip(one, other, strict=True)
    return all(isclose(a, b, rel_tol=0, abs_tol=ALIKE) for a, b in pairs)


class _Verification:
    """One match as it is stored, read once."""

    def __init__(self, kept: Match):
        self.match = kept
        self.events = list(Event.objects.filter(match=kept).order_by("version"))
        self.remarks = set(Remark.objects.filter(match=kept).values_list("pk", flat=True))
        self.rows: dict[str, list[Any]] = {
            "match": [kept],
            "side": list(Side.objects.filter(match=kept).order_by("position")),
            "seat": list(Seat.objects.filter(side__match=kept).select_related("player")),
            "round": list(Round.objects.filter(match=kept).select_related("ruleset__group")),
            "score": list(Score.objects.filter(round__match=kept)),
        }
        self.points: dict[Any, dict[Any, int]] = {}
        self.parts = list(Part.objects.filter(match=kept))
        for score in self.rows["score"]:
            self.points.setdefault(score.round_id, {})[score.side_id] = score.points

    def all(self) -> Iterator[str]:
        name = f"match {self.match.pk}"
        checks = (self.versions, self.tables, self.referred, self.judged, self.closed, self.parted)
        for check in checks:
            try:
                yield from (f"{name}: {found}" for found in check())
            except DAMAGE as damage:
                yield f"{name}: {check.__name__}: cannot be checked: {damage!r}"

    def versions(self) -> Iterator[str]:
        """Every act is there, and each says rightly what was before it."""
        made: log.State = {}
        for expected, event in enumerate(self.events, start=1):
            if event.version != expected:
                yield f"event {expected} is missing"
                return
            for table, key, column, was in _cells(event.before):
                if made.get(table, {}).get(key, {}).get(column) != was:
                    yield f"event {expected} is wrong about {table} {key} {column} before it"
            if event.undoes is not None and not 1 < event.undoes < expected:
                yield f"event {expected} undoes an event that is not before it"
            made = log.apply(made, event.after)
        if self.match.version != len(self.events):
            yield f"version {self.match.version} with {len(self.events)} events"

    def tables(self) -> Iterator[str]:
        """The rows are what the events make."""
        try:
            made = log.rebuild(self.match.pk, self.match.group_id, self.events)
        except DAMAGE as damage:
            yield f"the events make no match: {damage}"
            return
        for table, kept in self.rows.items():
            yield from _compared(table, _columns(kept), _columns(made[table]))

    def referred(self) -> Iterator[str]:
        """Words and rows belong to this match and its group."""
        held = [row for rows in self.rows.values() for row in rows] + self.events
        for row in held:
            if row.group_id != self.match.group_id:
                yield f"{_name(row)} is of another group"
        for name in ("ruleset", "series", "house"):
            kept = getattr(self.match, name)
            if kept is not None and kept.group_id != self.match.group_id:
                yield f"the {name} of the match is of another group"
        strange = Seat.objects.filter(side__match=self.match).exclude(
            player__group=self.match.group_id
        )
        for seat in strange:
            yield f"the player of {_name(seat)} is of another group"
        words = [side.label_id for side in self.rows["side"]]
        words += [event.reason_id for event in self.events]
        for entry in self.rows["round"]:
            words += [entry.note_id]
            words += [adjustment.get("note") for adjustment in adjustments(entry.entry)]
            if entry.ruleset.group_id != self.match.group_id:
                yield f"the rules of {_name(entry)} are of another group"
        known = {str(pk) for pk in self.remarks}
        for pk in sorted({str(pk) for pk in words if pk} - known):
            yield f"remark {pk} is missing"

    def judged(self) -> Iterator[str]:
        """Each round counts, and for as many points, as the rules say; totals are their sums."""
        book = Book(self.match, self.rows["side"], [], [])
        book.rounds = self.rows["round"]
        said = verdict(book)
        ids = [side.pk for side in book.sides]
        for entry, ruling in zip(book.in_order(), said.rulings, strict=True):
            state = Round.State.MISFIT if ruling.errors else Round.State.COUNTS
            if entry.state != state:
                yield f"{_name(entry)} is {entry.state}, by the rules {state.value}"
            points = ruling.points
            yield from self._scored(entry, dict(zip(ids, points, strict=True)) if points else {})
        for entry in book.rounds:
            if entry.state == Round.State.VOID:
                yield from self._scored(entry, {})
        for side, total in zip(self.match.sides.with_total(), said.totals, strict=True):
            if side.total != total:
                yield f"the total of side {side.position} is {side.total}, by the rules {total}"
        yield from self._ended(said.over)
        if self.match.winner != (won := winner(book, said)):
            yield f"the winner is {self.match.winner}, by the rules {won}"

    def _scored(self, entry: Round, points: dict[Any, int]) -> Iterator[str]:
        kept = self.points.get(entry.pk, {})
        if kept != points:
            counted = ([*figures.values()] for figures in (kept, points))
            yield "the points of {} are {}, by the rules {}".format(_name(entry), *counted)

    def _ended(self, over: bool) -> Iterator[str]:
        """What people ended stays ended; else the rules decide between open and finished."""
        state, ended_by = self.match.state, self.match.ended_by
        if state == FINISHED and ended_by == PEOPLE:
            return
        expected = (FINISHED, RULES) if over else (OPEN, NOBODY)
        if state not in (OPEN, FINISHED):
            expected = (state, NOBODY)
        if (state, ended_by) != expected:
            said = f"{state} ({ended_by or 'by nobody'})"
            yield f"it is {said}, by the rules {'finished' if over else 'open'}"

    def closed(self) -> Iterator[str]:
        """Somebody gave up exactly where the match says so."""
        gave_up = [side.position for side in self.rows["side"] if side.forfeited]
        if bool(gave_up) != (self.match.state == Match.State.FORFEITED):
            yield f"it is {self.match.state}, sides that gave up: {gave_up}"

    def parted(self) -> Iterator[str]:
        """The parts are what is read out of the match; there are none while it goes on."""
        made = self._parts() if is_over(self.match) else []
        kept = {(part.side, part.player_id): part for part in self.parts}
        wanted = {(part.side, part.player_id): part for part in made}
        if len(kept) < len(self.parts):
            yield "a part is there twice"
        for key in sorted(kept.keys() | wanted.keys(), key=str):
            if key not in wanted:
                yield f"{_part(kept[key])} is too many"
            elif key not in kept:
                yield f"{_part(wanted[key])} is missing"
            else:
                yield from _other_columns(kept[key], wanted[key])

    def _parts(self) -> list[Part]:
        sides = self.rows["side"]
        for slot in self.rows["round"]:
            held = self.points.get(slot.pk)
            slot.points = held and [held[side.pk] for side in sides]
        return parts_of(self.match, sides, self.rows["seat"], self.rows["round"])


def _other_columns(kept: Part, made: Part) -> Iterator[str]:
    for field in Part._meta.concrete_fields:
        if field.name in ("id", "mu", "sigma"):  # a rating is its group's to prove
            continue
        was, by = field.value_from_object(kept), field.value_from_object(made)
        if was != by:
            yield f"{_part(kept)}: {field.attname} is {was!r}, by the match {by!r}"


def _part(part: Part) -> str:
    return f"the part of {part.player_id or 'nobody'} at side {part.side}"


def _cells(patch: log.State) -> Iterator[tuple[str, str, str, Any]]:
    for table, rows in patch.items():
        for key, columns in rows.items():
            for column, value in columns.items():
                yield table, key, column, value


def _columns(rows: list[Model]) -> dict[Any, dict[str, Any]]:
    """The columns of rows by id; a score, whose id says nothing, by round and side."""
    return {
        (row.round_id, row.side_id) if isinstance(row, Score) else row.pk: {
            field.attname: field.value_from_object(row)
            for field in row._meta.concrete_fields
            if not (isinstance(row, Score) and field.attname == "id")
        }
        for row in rows
    }


def _compared(table: str, kept: dict, made: dict) -> Iterator[str]:
    for key in kept.keys() - made.keys():
        yield f"{table} {_said(key)} is in no event"
    for key in made.keys() - kept.keys():
        yield f"{table} {_said(key)} is missing"
    for key in kept.keys() & made.keys():
        for column, value in kept[key].items():
            if value != made[key][column]:
                was = made[key][column]
                yield f"{table} {_said(key)}: {column} is {value!r}, by the events {was!r}"


def _said(key: Any) -> str:
    return " ".join(map(str, key)) if isinstance(key, tuple) else str(key)


def _name(row: Any) -> str:
    if isinstance(row, Round):
        return f"round {row.number}"
    if isinstance(row, Event):
        return f"event {row.version}"
    return f"{type(row).__name__.lower()} {row.pk}"
