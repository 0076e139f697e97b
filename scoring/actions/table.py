"""What is done to a match as a whole: its people, its end, its putting away."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from players import log
from players.models import Group, Player, User
from players.writing import write
from scoring.actions.starting import seats
from scoring.acts import Act, Conflict, Refused, perform
from scoring.book import Book, settle
from scoring.models import Event, Match, Round
from scoring.querysets import KEPT


@dataclass(frozen=True)
class Setting:
    """What may be put right about a table after it began; None leaves as it is.

    `players` says who sits in each place of each side (None: nobody) from the next round on; with
    `from_start` it was so from the first round.
    """

    labels: Sequence[str] | None = None
    starts: Sequence[int] | None = None
    players: Sequence[Sequence[Player | None]] | None = None
    from_start: bool = False
    first_dealer: int | None = None


def set_table(
    match: Match, by: User, key: UUID, version: int, setting: Setting, at: datetime | None = None
) -> Event:
    """Change names, starting totals, people or who deals first.

    Raises Conflict where the match changed since `version`.
    """

    def change(book: Book) -> None:
        _same_version(book, version)
        book.match.first_dealer = setting.first_dealer
        _relabel(book, setting.labels or [])
        for side, start in zip(book.sides, setting.starts or [], strict=False):
            side.start = start
        if setting.players:
            _seat(book, setting.players, setting.from_start)
        settle(book)

    content: list[Any] = [setting.labels, setting.starts, setting.first_dealer]
    content.append([[str(p and p.pk) for p in people] for people in setting.players or []])
    content.append(setting.from_start)
    return perform(match, Act(by, key, "settings", content, at=at), change)


def _seat(book: Book, players: Sequence[Sequence[Player | None]], from_start: bool) -> None:
    """Seat these people, place by place. Whoever sits there already stays as they are; whoever
    sits down is credited from the next round on."""
    anew = not any(seat.to_round is None or seat.to_round >= seat.from_round for seat in book.seats)
    first = max((entry.number for entry in book.rounds), default=0) + 1
    first = 1 if anew or from_start else first
    for side, people in zip(book.sides, players, strict=True):
        for place, player in enumerate(people):
            held = [s for s in book.seats if s.side_id == side.pk and s.place == place]
            sits = next((seat for seat in held if seat.to_round is None), None)
            if player == (sits and sits.player.person):
                continue
            for seat in held if first == 1 else filter(None, [sits]):
                # Whoever never sat there for a round ends before they began.
                seat.to_round = max(first, seat.from_round) - 1
            if player:
                book.seats += seats(side, [player], place, first)
    counts = {sum(player is not None for player in people) for people in players}
    if anew and len(counts) == 1 and counts != {0}:
        book.match.players_per_side = counts.pop()


def _relabel(book: Book, labels: Sequence[str]) -> None:
    for side, label in zip(book.sides, labels, strict=False):
        if label != (side.label.text if side.label else ""):
            side.label = book.remark(label)


def _same_version(book: Book, version: int) -> None:
    if book.match.version != version:
        raise Conflict


def finish(match: Match, by: User, key: UUID, version: int, at: datetime | None = None) -> Event:
    """End the match here: the leader wins. Raises Conflict, Refused (nothing to end)."""
    return _to_state(match, Act(by, key, "finish", at=at), version, Match.State.FINISHED)


def put_away(match: Match, by: User, key: UUID, version: int, at: datetime | None = None) -> Event:
    """Put an open match away: it counts nowhere and can be resumed."""
    return _to_state(match, Act(by, key, "put_away", at=at), version, Match.State.ABANDONED)


def forfeit(
    match: Match, by: User, key: UUID, version: int, position: int, at: datetime | None = None
) -> Event:
    """Let the side at `position` give the match up."""
    act = Act(by, key, "forfeit", position, at=at)
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
        settle(book)

    return perform(match, act, change)


def resume(match: Match, by: User, key: UUID, version: int) -> Event:
    """Play on a match that was put away, given up or ended by its people. Raises Conflict, Refused
    where it is on, or where the rules ended it."""

    def change(book: Book) -> None:
        _same_version(book, version)
        by_rules = book.match.ended_by == Match.EndedBy.RULES
        if book.match.state == Match.State.OPEN or by_rules:
            raise Refused("NOTHING_TO_RESUME")
        book.match.state, book.match.ended_by = Match.State.OPEN, Match.EndedBy.NOBODY
        for side in book.sides:
            side.forfeited = False
        settle(book)

    return perform(match, Act(by, key, "resume"), change)


def move_end(match: Match, by: User, key: UUID, version: int, target: int) -> Event:
    """Play to another target; rounds that stood after the end may count again. Raises Conflict,
    Refused where the match is not played to one."""

    def change(book: Book) -> None:
        _same_version(book, version)
        if book.match.end.get("mode") != "target":
            raise Refused("NO_TARGET")
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


def delete(match: Match, by: User, key: UUID) -> Event:
    """Hide a match; for a day it can be brought back, then `forget_deleted` takes it."""

    def change(book: Book) -> None:
        book.match.deleted_at = timezone.now()

    event = perform(match, Act(by, key, "delete"), change)
    _noted(match, "delete_match", by)
    forget_deleted(match.group)
    return event


def bring_back(match: Match, by: User, key: UUID) -> Event:
    """Show a deleted match again."""

    def change(book: Book) -> None:
        book.match.deleted_at = None

    event = perform(match, Act(by, key, "restore"), change)
    _noted(match, "restore_match", by)
    return event


def _noted(match: Match, kind: str, by: User) -> None:
    with write():
        log.note(match.group, kind, by, match=match)


def forget_deleted(group: Group) -> int:
    """Take away the group's matches deleted more than a day ago; return how many."""
    old = Match.objects.filter(group=group, deleted_at__lt=timezone.now() - KEPT)
    with write():
        count = old.count()
        old.delete()
    return count
