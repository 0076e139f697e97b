"""Writing the ledger: rounds, corrections, adjustments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import rules
from players.models import User
from scoring.acts import Act, AlreadyThere, Conflict, Refused, perform, round_of
from scoring.book import Book, close, kind_of, same_figures, settle
from scoring.models import Event, Match, Round, Ruleset
from scoring.ruling import judge


@dataclass(frozen=True)
class Sheet:
    """A filled round sheet: the entry in the rules' form, what was typed, doubts kept, and for a
    correction its reason."""

    entry: Mapping[str, Any]
    typed: Mapping[str, Any] = field(default_factory=dict)
    kept: Sequence[str] = ()
    reason: str = ""


def record_round(
    match: Match, by: User, key: UUID, number: int, sheet: Sheet, at: datetime | None = None
) -> Round:
    """Write the next round, played now or at `at`, and return it.

    Raises AlreadyThere where somebody else wrote the same, Conflict where another round has that
    number, Refused where the rules do not take it.
    `match` comes from `for_page`. Costs the same however long the match is.
    """
    act = Act(by=by, key=key, kind="round", content=_content(sheet), at=at)
    made: list[Round] = []

    def change(book: Book) -> None:
        standing = _standing(book.match, number)
        if standing is None:
            made.append(_append(book, sheet))
        elif same_figures(standing.entry, sheet.entry):
            raise AlreadyThere(standing)
        else:
            raise Conflict(standing)

    # A sheet that comes again comes with a number that was given since.
    new = number == match.last_number + 1
    event = perform(match, act, change, Book.light, new=new)
    # A try that came too late left a round behind that was never stored.
    stored = [entry for entry in made if str(entry.pk) in event.after["round"]]
    return stored[0] if stored else round_of(event)


def _content(sheet: Sheet) -> list[Any]:
    return [sheet.entry, sheet.typed]


def _standing(match: Match, number: int) -> Round | None:
    if number > match.last_number:
        return None
    held = match.rounds.filter(number__gte=number).exclude(kind=Round.Kind.ADJUST)
    return held.exclude(state=Round.State.VOID).order_by("number").first()


def _append(book: Book, sheet: Sheet) -> Round:
    match = book.match
    if match.state != Match.State.OPEN:
        raise Refused("MATCH_OVER")
    said = judge(match, [sheet.entry], [side.total for side in book.sides], match.played)
    (ruling,) = said.rulings
    if ruling.errors:
        raise refusal(match, sheet.entry, ruling.errors)
    entry = book.add(_slot(book, sheet))
    entry.points = ruling.points
    close(book, said)
    return entry


def _slot(book: Book, sheet: Sheet, **columns: Any) -> Round:
    return Round(
        kind=kind_of(sheet.entry),
        entry=book.without_words(sheet.entry),
        typed=dict(sheet.typed),
        kept=list(sheet.kept),
        ruleset=book.match.ruleset,
        **columns,
    )


def refusal(match: Match, entry: Mapping[str, Any], codes: Sequence[str]) -> Refused:
    """Return why the rules refuse an entry, with the place of each fault where they know it."""
    ruleset = match.ruleset.rules
    if "MATCH_OVER" in codes or ruleset.game == "truco":
        return Refused("MATCH_OVER" if "MATCH_OVER" in codes else codes[0])
    return Refused(codes[0], rules.draft(ruleset, entry)["problems"])


def correct_round(
    match: Match,
    by: User,
    key: UUID,
    pk: UUID,
    version: int,
    sheet: Sheet,
    at: datetime | None = None,
) -> Event:
    """Replace what a round says; everything after it follows.

    `version` is that of the round the person saw. Raises Conflict where it changed since, Refused
    where the rules do not take it, Round.DoesNotExist.
    """

    def change(book: Book) -> None:
        entry = _seen(book, pk, version)
        _check(entry.ruleset, match, sheet)
        entry.entry = book.without_words(sheet.entry)
        entry.typed, entry.kept = dict(sheet.typed), list(sheet.kept)
        entry.kind = kind_of(entry.entry)
        _settled(book, entry)

    act = Act(by, key, "correct", [str(pk), *_content(sheet)], sheet.reason, at)
    return perform(match, act, change)


def _seen(book: Book, pk: UUID, version: int) -> Round:
    entry = book.round(pk)
    if entry.version != version:
        raise Conflict(entry)
    return entry


def _check(held: Ruleset, match: Match, sheet: Sheet) -> None:
    """Raise Refused where an entry can be right under no score at all. What a hand of truco is
    worth depends on the score: there the whole ledger is judged, and what no longer fits shown."""
    if held.rules.game == "truco":
        return
    answer = rules.score(held.rules, sheet.entry)
    said = sheet.entry.get("sides", sheet.entry.get("points", []))
    if not answer["valid"] or len(said) != match.sides.count():
        raise Refused("INVALID", rules.draft(held.rules, sheet.entry)["problems"])


def _settled(book: Book, entry: Round) -> None:
    """Judge the ledger with an entry of truco a person just wrote: it has to fit itself."""
    said = settle(book)
    judged = dict(zip(book.in_order(), said.rulings, strict=True))
    errors = judged[entry].errors if entry in judged else []  # a void round is not judged
    if errors and book.match.ruleset.rules.game == "truco":
        raise refusal(book.match, entry.entry, errors)


def insert_round(match: Match, by: User, key: UUID, after: UUID | None, sheet: Sheet) -> Event:
    """Put a forgotten round behind the slot `after` (None: before the first).

    Raises Refused where the rules do not take it, Round.DoesNotExist.
    """

    def change(book: Book) -> None:
        if after is not None:
            book.round(after)
        _check(book.match.ruleset, book.match, sheet)
        entry = book.add(_slot(book, sheet, order=book.order_after(after)))
        _settled(book, entry)

    return perform(match, Act(by, key, "insert", [str(after), *_content(sheet)]), change)


def void_round(
    match: Match,
    by: User,
    key: UUID,
    pk: UUID,
    version: int,
    void: bool,
    reason: str = "",
    at: datetime | None = None,
) -> Event:
    """Let a slot count no longer (`void`) or again. Raises as `correct_round`."""

    def change(book: Book) -> None:
        entry = _seen(book, pk, version)
        entry.state = Round.State.VOID if void else Round.State.COUNTS
        settle(book)

    kind = "void" if void else "put_back"
    return perform(match, Act(by, key, kind, str(pk), reason, at), change)


def adjust(
    match: Match, by: User, key: UUID, points: Sequence[int], note: str, at: datetime | None = None
) -> Event:
    """Add or take points outside of a round, one figure a side, for a reason.

    Raises Refused where the match is over.
    """

    def change(book: Book) -> None:
        if book.match.state != Match.State.OPEN:
            raise Refused("MATCH_OVER")
        slot = Round(
            kind=Round.Kind.ADJUST,
            entry=_adjustment(book.match, points),
            ruleset=book.match.ruleset,
            note=book.remark(note),
        )
        book.add(slot)
        settle(book)

    return perform(match, Act(by, key, "adjust", [list(points), note], at=at), change)


def _adjustment(match: Match, points: Sequence[int]) -> dict[str, Any]:
    if match.ruleset.rules.game != "truco":
        return {"adjust": list(points)}
    sides = [side for side, given in enumerate(points) if given]
    if len(sides) != 1:
        raise Refused("ONE_SIDE")
    return {"type": "adjust", "points": points[sides[0]], "winner": sides[0]}


def swap_sides(match: Match, by: User, key: UUID, pk: UUID, version: int) -> Event:
    """Give each of the two sides of a round what the other was given. Raises as `correct_round`,
    and Refused for another number of sides."""

    def change(book: Book) -> None:
        entry = _seen(book, pk, version)
        if len(book.sides) != 2 or entry.kind != Round.Kind.ROUND:
            raise Refused("SIDES_COUNT")
        entry.entry = _other_way(entry.entry)
        entry.typed = _swapped(entry.typed)
        _settled(book, entry)

    return perform(match, Act(by, key, "swap", str(pk)), change)


def _other_way(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entry of two sides with each in the place of the other, in any game."""
    swapped = dict(entry)
    for name in ("sides", "points", "players_per_side"):
        if isinstance(said := entry.get(name), list):
            swapped[name] = said[::-1]
    if entry.get("winner") is not None:
        swapped["winner"] = 1 - entry["winner"]
    return swapped


def _swapped(typed: Mapping[str, Any]) -> dict[str, Any]:
    other = {"0": "1", "1": "0"}
    fields = {}
    for name, said in typed.get("fields", {}).items():
        head, dot, rest = name.partition(".")
        fields[other.get(head, head) + dot + rest] = said
    ending, colon, out = fields.get("end", "").partition(":")
    if out:
        fields["end"] = ending + colon + other[out[0]] + out[1:]
    return {**typed, "fields": fields}
