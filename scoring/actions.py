"""Every write to the table: one function for each thing a person does."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import IntegrityError
from django.utils import timezone

import rules
from players.ids import uuid7
from players.models import Group, Player, User
from players.writing import write
from scoring import log
from scoring.acts import Act, AlreadyThere, Conflict, Refused, commit, perform, round_of
from scoring.book import Book, close, same_figures, settle
from scoring.models import Event, Match, Round, Ruleset, Seat, Side
from scoring.querysets import KEPT

# Acts that "undo" passes over.
NOT_UNDONE = {"start", "undo", "delete", "restore"}


@dataclass(frozen=True)
class Table:
    """How a match begins: what the form of a new match says."""

    preset: str
    document: Mapping[str, Any]
    end: Mapping[str, Any]
    labels: Sequence[str]
    players: Sequence[Sequence[Player]] = ()
    players_per_side: int | None = None
    first_dealer: int | None = None
    starts: Sequence[int] = field(default_factory=tuple)


def start_match(group: Group, match_id: UUID, by: User, table: Table) -> Match:
    """Begin a match; the second time with the same id it is the same match.

    Raises Conflict if the id is somebody else's.
    """
    known = Match.objects.filter(pk=match_id).first()
    if known is not None:
        return _own(known, group)
    now = timezone.now()
    match = Match(
        pk=match_id,
        group=group,
        preset=table.preset,
        ruleset=keep_ruleset(group, table.document),
        end=dict(table.end),
        players_per_side=table.players_per_side,
        first_dealer=table.first_dealer,
        night=night(now, group.time_zone),
        started_at=now,
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
    act = Act(by=by, key=uuid7(), kind="start")
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
        match.save(force_insert=True)
        commit(book, act)


def seats(side: Side, people: Sequence[Player]) -> list[Seat]:
    """Seat these people at a side, from the first round on."""
    return [
        Seat(group_id=side.group_id, side=side, player=player, place=place)
        for place, player in enumerate(people)
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


@dataclass(frozen=True)
class Sheet:
    """A filled round sheet: the entry in the rules' form, what was typed, doubts kept, and for a
    correction its reason."""

    entry: Mapping[str, Any]
    typed: Mapping[str, Any] = field(default_factory=dict)
    kept: Sequence[str] = ()
    reason: str = ""


def record_round(match: Match, by: User, key: UUID, number: int, sheet: Sheet) -> Round:
    """Write the next round and return it.

    Raises AlreadyThere where somebody else wrote the same, Conflict where another round has that
    number, Refused where the rules do not take it.
    `match` comes from `for_page`. Costs the same however long the match is.
    """
    act = Act(by=by, key=key, kind="round", content=_content(sheet))
    made: list[Round] = []

    def change(book: Book) -> None:
        standing = _standing(book.match, number)
        if standing is None:
            made.append(_append(book, sheet))
        elif same_figures(standing.entry, sheet.entry):
            raise AlreadyThere(standing)
        else:
            raise Conflict(standing)

    event = perform(match, act, change, Book.light)
    return made[-1] if made else round_of(event)


def _content(sheet: Sheet) -> list[Any]:
    return [sheet.entry, sheet.typed]


def _standing(match: Match, number: int) -> Round | None:
    if number > match.last_number:
        return None
    held = match.rounds.filter(number__gte=number, kind=Round.Kind.ROUND)
    return held.exclude(state=Round.State.VOID).order_by("number").first()


def _append(book: Book, sheet: Sheet) -> Round:
    match = book.match
    if match.state != Match.State.OPEN:
        raise Refused("MATCH_OVER")
    totals = [side.total for side in book.sides]
    answer = rules.play(
        match.ruleset.rules,
        len(totals),
        [sheet.entry],
        start=totals,
        end=match.end,
        played=match.played,
    )["log"][0]
    if "errors" in answer:
        raise refusal(match, sheet.entry, answer["errors"])
    entry = book.add(_slot(book, sheet))
    entry.points = answer["totals"]
    close(match, answer["status"] == "finished")
    return entry


def _slot(book: Book, sheet: Sheet, **columns: Any) -> Round:
    return Round(
        entry=book.without_words(sheet.entry),
        typed=dict(sheet.typed),
        kept=list(sheet.kept),
        ruleset=book.match.ruleset,
        **columns,
    )


def refusal(match: Match, entry: Mapping[str, Any], codes: Sequence[str]) -> Refused:
    """Return why the rules refuse an entry, with the place of each fault."""
    if "MATCH_OVER" in codes:
        return Refused("MATCH_OVER")
    return Refused(codes[0], rules.draft(match.ruleset.rules, entry)["problems"])


def correct_round(match: Match, by: User, key: UUID, pk: UUID, version: int, sheet: Sheet) -> Event:
    """Replace what a round says; everything after it follows.

    `version` is that of the round the person saw. Raises Conflict where it changed since, Refused
    where the rules do not take it, Round.DoesNotExist.
    """

    def change(book: Book) -> None:
        entry = _seen(book, pk, version)
        _check(entry.ruleset, match, sheet)
        entry.entry = book.without_words(sheet.entry)
        entry.typed, entry.kept = dict(sheet.typed), list(sheet.kept)
        settle(book)

    act = Act(by, key, "correct", [str(pk), *_content(sheet)], sheet.reason)
    return perform(match, act, change)


def _seen(book: Book, pk: UUID, version: int) -> Round:
    entry = book.round(pk)
    if entry.version != version:
        raise Conflict(entry)
    return entry


def _check(held: Ruleset, match: Match, sheet: Sheet) -> None:
    answer = rules.score(held.rules, sheet.entry)
    sides = len(sheet.entry.get("sides", []))
    if not answer["valid"] or sides != match.sides.count():
        raise Refused("INVALID", rules.draft(held.rules, sheet.entry)["problems"])


def insert_round(match: Match, by: User, key: UUID, after: UUID | None, sheet: Sheet) -> Event:
    """Put a forgotten round behind the slot `after` (None: before the first).

    Raises Refused where the rules do not take it, Round.DoesNotExist.
    """

    def change(book: Book) -> None:
        if after is not None:
            book.round(after)
        _check(book.match.ruleset, book.match, sheet)
        book.add(_slot(book, sheet, order=book.order_after(after)))
        settle(book)

    return perform(match, Act(by, key, "insert", [str(after), *_content(sheet)]), change)


def void_round(
    match: Match, by: User, key: UUID, pk: UUID, version: int, void: bool, reason: str = ""
) -> Event:
    """Let a slot count no longer (`void`) or again. Raises as `correct_round`."""

    def change(book: Book) -> None:
        entry = _seen(book, pk, version)
        entry.state = Round.State.VOID if void else Round.State.COUNTS
        settle(book)

    kind = "void" if void else "restore_round"
    return perform(match, Act(by, key, kind, str(pk), reason), change)


def adjust(match: Match, by: User, key: UUID, points: Sequence[int], note: str) -> Event:
    """Add or take points outside of a round, one figure a side, for a reason.

    Raises Refused where the match is over.
    """

    def change(book: Book) -> None:
        if book.match.state != Match.State.OPEN:
            raise Refused("MATCH_OVER")
        slot = Round(
            kind=Round.Kind.ADJUST,
            entry={"adjust": list(points)},
            ruleset=book.match.ruleset,
            note=book.remark(note),
        )
        book.add(slot)
        settle(book)

    return perform(match, Act(by, key, "adjust", [list(points), note]), change)


@dataclass(frozen=True)
class Setting:
    """What may be put right about a table after it began; None leaves as it is."""

    labels: Sequence[str] | None = None
    starts: Sequence[int] | None = None
    players: Sequence[Sequence[Player]] | None = None
    first_dealer: int | None = None


def set_table(match: Match, by: User, key: UUID, version: int, setting: Setting) -> Event:
    """Change names, starting totals, people (while no seat was given) or who deals first.

    Raises Conflict where the match changed since `version`.
    """

    def change(book: Book) -> None:
        _same_version(book, version)
        book.match.first_dealer = setting.first_dealer
        _relabel(book, setting.labels or [])
        for side, start in zip(book.sides, setting.starts or [], strict=False):
            side.start = start
        if setting.players and not book.seats:
            for side, people in zip(book.sides, setting.players, strict=True):
                book.seats += seats(side, people)
            counts = {len(people) for people in setting.players}
            if len(counts) == 1 and counts != {0}:
                book.match.players_per_side = counts.pop()
        settle(book)

    content: list[Any] = [setting.labels, setting.starts, setting.first_dealer]
    content.append([[str(p.pk) for p in people] for people in setting.players or []])
    return perform(match, Act(by, key, "settings", content), change)


def _relabel(book: Book, labels: Sequence[str]) -> None:
    for side, label in zip(book.sides, labels, strict=False):
        if label != (side.label.text if side.label else ""):
            side.label = book.remark(label)


def _same_version(book: Book, version: int) -> None:
    if book.match.version != version:
        raise Conflict


def finish(match: Match, by: User, key: UUID, version: int) -> Event:
    """End the match here: the leader wins. Raises Conflict, Refused (nothing to end)."""
    return _to_state(match, Act(by, key, "finish"), version, Match.State.FINISHED)


def put_away(match: Match, by: User, key: UUID, version: int) -> Event:
    """Put an open match away: it counts nowhere and can be resumed."""
    return _to_state(match, Act(by, key, "put_away"), version, Match.State.ABANDONED)


def forfeit(match: Match, by: User, key: UUID, version: int, position: int) -> Event:
    """Let the side at `position` give the match up."""
    act = Act(by, key, "forfeit", position)
    return _to_state(match, act, version, Match.State.FORFEITED, position)


def _to_state(
    match: Match, act: Act, version: int, state: str, position: int | None = None
) -> Event:
    def change(book: Book) -> None:
        _same_version(book, version)
        if book.match.state != Match.State.OPEN:
            raise Refused("MATCH_OVER")
        book.match.state = state
        if state == Match.State.FINISHED:
            book.match.ended_by = Match.EndedBy.PEOPLE
        if position is not None:
            book.sides[position].forfeited = True

    return perform(match, act, change)


def resume(match: Match, by: User, key: UUID, version: int) -> Event:
    """Play on a match that was put away, given up or ended by its people."""

    def change(book: Book) -> None:
        _same_version(book, version)
        book.match.state, book.match.ended_by = Match.State.OPEN, Match.EndedBy.NOBODY
        for side in book.sides:
            side.forfeited = False
        settle(book)

    return perform(match, Act(by, key, "resume"), change)


def move_end(match: Match, by: User, key: UUID, version: int, target: int) -> Event:
    """Play to another target; rounds that stood after the end may count again."""

    def change(book: Book) -> None:
        _same_version(book, version)
        book.match.end = {**book.match.end, "mode": "target", "target": target}
        settle(book)

    return perform(match, Act(by, key, "end", target), change)


def void_after_end(match: Match, by: User, key: UUID, version: int) -> Event:
    """Void the rounds that a correction left standing after the end."""

    def change(book: Book) -> None:
        _same_version(book, version)
        for entry in book.rounds:
            if entry.state == Round.State.MISFIT:
                entry.state = Round.State.VOID
        settle(book)

    return perform(match, Act(by, key, "void_rest"), change)


def undo(match: Match, by: User, key: UUID, version: int) -> Event:
    """Take back the newest act not yet undone.

    `version` is that of the act the person saw. Raises Conflict where a newer one came, Refused
    where there is nothing to take back.
    """

    def change(book: Book) -> dict[str, Any]:
        act = last_act(book.match)
        if act is None:
            raise Refused("NOTHING_TO_UNDO")
        if act.version != version:
            raise Conflict
        _take_back(book, act)
        settle(book)
        return {"undoes": act.version}

    return perform(match, Act(by, key, "undo", version), change)


def last_act(match: Match) -> Event | None:
    """Return the newest act that "undo" would take back, without its before and after."""
    events = match.events.defer("before", "after").order_by("-version")
    undone = set()
    for event in events.iterator(chunk_size=20):
        if event.kind == "undo":
            undone.add(event.undoes)
        elif event.version not in undone and event.kind not in NOT_UNDONE:
            return event
    return None


def _take_back(book: Book, act: Event) -> None:
    rows = {"match": [book.match], "side": book.sides, "seat": book.seats, "round": book.rounds}
    for table, held in rows.items():
        before, after = act.before.get(table, {}), act.after.get(table, {})
        for row in held:
            if str(row.pk) in before:
                log.put(row, before[str(row.pk)])
            elif str(row.pk) in after and isinstance(row, Round):
                row.state = Round.State.VOID  # its number is never given again


def delete(match: Match, by: User, key: UUID) -> Event:
    """Hide a match; for a day it can be brought back, then `forget_deleted` takes it."""

    def change(book: Book) -> None:
        book.match.deleted_at = timezone.now()

    event = perform(match, Act(by, key, "delete"), change)
    forget_deleted(match.group)
    return event


def bring_back(match: Match, by: User, key: UUID) -> Event:
    """Show a deleted match again."""

    def change(book: Book) -> None:
        book.match.deleted_at = None

    return perform(match, Act(by, key, "restore"), change)


def forget_deleted(group: Group) -> int:
    """Take away the group's matches deleted more than a day ago; return how many."""
    old = Match.objects.filter(group=group, deleted_at__lt=timezone.now() - KEPT)
    with write():
        count = old.count()
        old.delete()
    return count
