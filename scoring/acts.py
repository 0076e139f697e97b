"""The one way an act is written: read, change, one short transaction, one event, one version."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.utils import timezone

from players.models import User
from players.writing import write
from scoring import log
from scoring.book import Book
from scoring.models import Event, Match, Remark, Round, Score, Seat, Side
from scoring.stats import following

# How often an act looks again when somebody else wrote to the same match in between.
TRIES = 8


class Conflict(Exception):
    """Somebody wrote something else meanwhile. `round` is what stands, where it is a round."""

    def __init__(self, standing: Round | None = None):
        super().__init__(standing)
        self.round = standing


class AlreadyThere(Exception):
    """Somebody else wrote just the same meanwhile: `round`."""

    def __init__(self, standing: Round):
        super().__init__(standing)
        self.round = standing


class Refused(Exception):
    """The rules do not take it. `code` says why, `problems` are those of `rules.draft`."""

    def __init__(self, code: str, problems: Sequence[Mapping[str, Any]] = ()):
        super().__init__(code)
        self.code = code
        self.problems = list(problems)


class Stale(Exception):
    """The version moved between reading and writing: look again."""


@dataclass(frozen=True)
class Act:
    """What arrives from a form: who, which form (its key), for what reason, and when it was done
    (None: now)."""

    by: User
    key: UUID
    kind: str
    content: Any = None
    reason: str = ""
    at: datetime | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of kind and content, so that a key sent twice shows whether it is the same."""
        text = json.dumps([self.kind, self.content], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def perform(
    match: Match,
    act: Act,
    change: Callable[[Book], dict[str, Any] | None],
    read: Callable[[Match], Book] = Book.open,
    *,
    new: bool = False,
) -> Event:
    """Do one act: read, change, write. Return its event, or that of the first time it came.

    `change` alters the book and may return further columns of the event. Raises Conflict where
    the key was used for something else, and whatever `change` raises. Where all speaks for a
    `new` act its key is looked for only once the database has refused it.
    """
    for attempt in range(TRIES):
        look = attempt or not new
        seen = Event.objects.filter(match=match, key=act.key).first() if look else None
        if seen is not None:
            if seen.digest != act.digest:
                raise Conflict(round_of(seen))
            return seen
        try:
            book = read(match)
            return commit(book, act, **(change(book) or {}))
        except Refused as refused:
            if look:
                raise
            reason: Exception = refused  # a key that was used before is told first
        except (Stale, IntegrityError) as moved:
            reason = moved
            match = Match.objects.for_page().get(pk=match.pk)
    raise Conflict from reason


def round_of(event: Event) -> Round | None:
    return Round.objects.filter(match=event.match_id, pk__in=event.after.get("round", {})).first()


def commit(book: Book, act: Act, **extra: Any) -> Event:
    """Write what changed in the book, with its event; raise Stale if the match moved on."""
    match = book.match
    read_at, match.version = match.version, match.version + 1
    reason = book.remark(act.reason)
    back, on = log.difference(book.old, book.state())
    changed = on.get("match", {}).get(str(match.pk), {})
    columns = {name: match._meta.get_field(name).value_from_object(match) for name in changed}
    with write():
        moved = Match.objects.filter(pk=match.pk, version=read_at)
        if not moved.update(version=match.version, **columns):
            raise Stale
        if book.remarks:
            Remark.objects.bulk_create(book.remarks)
        _write_rows(Side, book.sides, on.get("side", {}), book.old["side"])
        _write_rows(Seat, book.seats, on.get("seat", {}), book.old["seat"])
        _write_rounds(book, on.get("round", {}))
        following.follow(match, book.sides, _was_over(book))
        return Event.objects.create(
            match=match,
            group_id=match.group_id,
            version=match.version,
            kind=act.kind,
            actor=act.by,
            at=act.at or timezone.now(),
            key=act.key,
            digest=act.digest,
            before=back,
            after=on,
            reason=reason,
            **extra,
        )


def _was_over(book: Book) -> bool:
    old = book.old.get("match", {}).get(str(book.match.pk))
    return bool(old) and old["state"] != Match.State.OPEN and old["deleted_at"] is None


def _write_rows(model: type, rows: Sequence[Any], patch: log.State, old: log.State) -> None:
    fresh = [row for row in rows if str(row.pk) in patch and str(row.pk) not in old]
    moved = [row for row in rows if str(row.pk) in patch and str(row.pk) in old]
    if fresh:
        model.objects.bulk_create(fresh)
    if moved:
        names = {name for row in moved for name in patch[str(row.pk)]}
        known = {f.name for f in model._meta.concrete_fields}
        model.objects.bulk_update(moved, sorted(names & known | ({"version"} & known)))


def _write_rounds(book: Book, patch: log.State) -> None:
    touched = [entry for entry in book.rounds if str(entry.pk) in patch]
    for entry in touched:
        entry.version = book.match.version
    _write_rows(Round, touched, patch, book.old["round"])
    scored = [entry for entry in touched if "points" in patch[str(entry.pk)]]
    known = [entry for entry in scored if str(entry.pk) in book.old["round"]]
    if known:
        Score.objects.filter(round__in=known).delete()
    Score.objects.bulk_create([s for entry in scored for s in log.scores(entry, book.sides)])
