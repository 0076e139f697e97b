"""A match in hand: its rows as they are while one act changes them."""

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring import log
from scoring.models import Match, Remark, Round, Score, Seat, Side
from scoring.ruling import Verdict, judge

# Room between two slots of the ledger, so that a forgotten round can be put between them.
GAP = 1 << 32


class Book:
    """The rows of one match, to be changed and then committed by `scoring.actions`.

    A book opened with `light` holds no older rounds and no seats: enough to write the next round,
    at a cost that does not grow with the match.
    """

    def __init__(
        self, match: Match, sides: Iterable[Side], seats: Iterable[Seat], rounds: Iterable[Round]
    ):
        self.match = match
        self.sides = list(sides)
        self.seats = list(seats)
        self.rounds = list(rounds)
        self.remarks: list[Remark] = []
        self.old = self.state()

    @classmethod
    def open(cls, match: Match) -> "Book":
        """Read everything of the match."""
        sides = list(match.sides.with_people())
        places = {side.pk: side.position for side in sides}
        rounds = list(match.rounds.select_related("ruleset__group", "note"))
        points: dict[Any, dict[int, int]] = {}
        for score in Score.objects.filter(round__match=match):
            points.setdefault(score.round_id, {})[places[score.side_id]] = score.points
        for entry in rounds:
            held = points.get(entry.pk)
            entry.points = None if held is None else [held[n] for n in range(len(sides))]
        seats = [seat for side in sides for seat in side.seats.all()]
        return cls(match, sides, seats, rounds)

    @classmethod
    def light(cls, match: Match) -> "Book":
        """Read the sides with their totals; the match must come from `for_page`."""
        return cls(match, match.sides.with_total(), [], [])

    def state(self) -> log.State:
        """The state of what is in hand."""
        return log.state(
            {
                "match": [self.match],
                "side": self.sides,
                "seat": self.seats,
                "round": self.rounds,
            }
        )

    def round(self, pk: Any) -> Round:
        """Return the round with this id; raise Round.DoesNotExist where the match has none."""
        for entry in self.rounds:
            if entry.pk == pk:
                return entry
        raise Round.DoesNotExist(pk)

    def in_order(self) -> list[Round]:
        """The slots that are not void, in the order in which they count."""
        held = [entry for entry in self.rounds if entry.state != Round.State.VOID]
        return sorted(held, key=lambda entry: entry.order)

    def remark(self, text: str) -> Remark | None:
        """Note free words of this match, to be stored with the act; None for no words."""
        if not text:
            return None
        remark = Remark(group_id=self.match.group_id, match=self.match, text=text)
        self.remarks.append(remark)
        return remark

    def without_words(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return the entry with the note of each adjustment replaced by the id of a remark."""
        held = copy.deepcopy(dict(entry))
        for adjustment in adjustments(held):
            note = self.remark(adjustment.pop("note", ""))
            if note:
                adjustment["note"] = str(note.pk)
        return held

    def add(self, entry: Round) -> Round:
        """Put a new slot into the ledger, with the next number that was never used."""
        numbers = [r.number for r in self.rounds] or [getattr(self.match, "last_number", 0)]
        entry.match, entry.group_id = self.match, self.match.group_id
        entry.number = max(numbers) + 1
        if entry.order is None:
            orders = [r.order for r in self.rounds] or [getattr(self.match, "last_order", 0)]
            entry.order = max(orders) + GAP
        self.rounds.append(entry)
        return entry

    def order_after(self, pk: Any | None) -> int:
        """Return a place behind the slot `pk` (None: before the first), making room if need be."""
        lined = sorted(self.rounds, key=lambda entry: entry.order)
        at = 0 if pk is None else [entry.pk for entry in lined].index(pk) + 1
        before = lined[at - 1].order if at else 0
        after = lined[at].order if at < len(lined) else before + 2 * GAP
        if after - before < 2:  # thirty-two rounds put into one gap: spread all of them anew
            for place, entry in enumerate(lined, start=1):
                entry.order = place * GAP
            return self.order_after(pk)
        return (before + after) // 2


def kind_of(entry: Mapping[str, Any]) -> str:
    """Return the kind of slot an entry makes."""
    if "adjust" in entry or entry.get("type") == "adjust":
        return Round.Kind.ADJUST
    return Round.Kind.CALL if entry.get("type") in ("envido", "flor") else Round.Kind.ROUND


def adjustments(entry: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the adjustments of all sides of an entry."""
    for side in entry.get("sides", []):
        yield from side.get("adjustments", [])


def same_figures(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two entries say the same, words apart."""
    bare = [copy.deepcopy(dict(entry)) for entry in (one, other)]
    for entry in bare:
        for adjustment in adjustments(entry):
            adjustment.pop("note", None)
    return bare[0] == bare[1]


def verdict(book: Book) -> Verdict:
    """Let the rules judge everything in the ledger that is not void, in its order."""
    match = book.match
    entries = [as_played(entry, match) for entry in book.in_order()]
    return judge(match, entries, [side.start for side in book.sides])


def as_played(entry: Round, match: Match) -> dict[str, Any]:
    """Return the entry as `play` takes it: with its own rules where they are not the match's."""
    if entry.ruleset_id == match.ruleset_id:
        return entry.entry
    return entry.entry | {"ruleset": entry.ruleset.document}


def settle(book: Book) -> Verdict:
    """Let the rules judge the whole ledger: what counts, what no longer fits (as after the end),
    whether the match is over and who won."""
    said = verdict(book)
    for entry, ruling in zip(book.in_order(), said.rulings, strict=True):
        entry.points = ruling.points
        entry.state = Round.State.MISFIT if ruling.errors else Round.State.COUNTS
    for entry in book.rounds:
        if entry.state == Round.State.VOID:
            entry.points = None
    close(book, said)
    return said


def close(book: Book, said: Verdict) -> None:
    """Finish the match when the rules end it, reopen it when they no longer do. What people ended
    stays ended."""
    match = book.match
    by_people = match.ended_by == Match.EndedBy.PEOPLE
    if not by_people and match.state in (Match.State.OPEN, Match.State.FINISHED):
        match.state = Match.State.FINISHED if said.over else Match.State.OPEN
        match.ended_by = Match.EndedBy.RULES if said.over else Match.EndedBy.NOBODY
    match.winner = winner(book, said)


def winner(book: Book, said: Verdict) -> int | None:
    """Return the side that won, None for a draw or while nobody has."""
    match = book.match
    if match.state == Match.State.FINISHED and match.ended_by == Match.EndedBy.RULES:
        return said.winner
    if match.state not in (Match.State.FINISHED, Match.State.FORFEITED):
        return None
    lowest = getattr(match.ruleset.rules, "wins", "highest") == "lowest"
    out = [side.position for side in book.sides if side.forfeited]
    return leader(said.totals, out, lowest)


def leader(totals: Sequence[int], out: Iterable[int] = (), lowest: bool = False) -> int | None:
    """Return the side with the best total among those not `out`, None where it is shared."""
    gone = set(out)
    left = {n: total for n, total in enumerate(totals) if n not in gone}
    if not left:
        return None
    best = (min if lowest else max)(left.values())
    first = [n for n, total in left.items() if total == best]
    return first[0] if len(first) == 1 else None
