"""Who is credited with what where people took turns at a table.

A round counts for whoever sat when it was played. A match counts, for its side, for whoever sat in
at least half of that side's rounds: of five rounds three, of four rounds two, so that two who
shared an even match are both credited with it. Whoever played for both sides is credited with the
one they sat at for more rounds, and where that is level with the one they sat at later. Where no
round was played (given up at once, or only totals are known) whoever sits there is credited.

A name put right for the whole match may leave somebody in two places at once: they sat there once.
"""

from collections.abc import Iterable, Sequence
from math import inf
from uuid import UUID

from scoring.models import Round, Seat


def credited_rounds(slots: Iterable[Round], seats: Iterable[Seat]) -> dict[UUID, dict[UUID, int]]:
    """Return how many rounds each player sat at each side: `{player: {side: rounds}}`.

    `slots` are all slots of the ledger, void ones too; `seats` come with their players. A player is
    the entry under which their past counts.
    """
    played = _played(slots)
    own: dict[UUID, dict[UUID, list[Seat]]] = {}
    for seat in seats:
        own.setdefault(seat.player.person_id, {}).setdefault(seat.side_id, []).append(seat)
    credit: dict[UUID, dict[UUID, int]] = {}
    for player, sides in own.items():
        for side, held in sides.items():
            if rounds := sum(any(sat(seat, number) for seat in held) for number in played):
                credit.setdefault(player, {})[side] = rounds
    return credit


def credited_result(slots: Iterable[Round], seats: Sequence[Seat]) -> dict[UUID, UUID]:
    """Return with which side's result each player is credited: `{player: side}`."""
    slots = list(slots)
    rounds = len(_played(slots))
    # Whoever was in two places all the time is credited with the same one every time.
    seats = sorted(filter(sat, seats), key=lambda seat: (_when(seat), str(seat.side_id)))
    if not rounds:
        return {s.player.person_id: s.side_id for s in seats if s.to_round is None}
    last = {(s.player.person_id, s.side_id): _when(s) for s in seats}
    credited = {}
    for player, sides in credited_rounds(slots, seats).items():
        side = max(sides, key=lambda side: (sides[side], last[player, side], str(side)))
        if 2 * sides[side] >= rounds:
            credited[player] = side
    return credited


def sat(seat: Seat, number: int | None = None) -> bool:
    """Whether somebody sat there for the round of this number (of `numbered`), or at all."""
    if number is None:
        return seat.to_round is None or seat.to_round >= seat.from_round
    return seat.from_round <= number and (seat.to_round is None or number <= seat.to_round)


def numbered(slots: Iterable[Round]) -> list[tuple[Round, int]]:
    """Return all slots in their order, each with the number it has for the seats. A round that was
    forgotten and put in later has a high number but a place before others: whoever sat for those
    sat for it."""
    found: list[tuple[Round, int]] = []
    lowest = None
    for slot in sorted(slots, key=lambda held: held.order, reverse=True):
        lowest = slot.number if lowest is None else min(lowest, slot.number)
        found.append((slot, lowest))
    return found[::-1]


def _when(seat: Seat) -> tuple[int, float]:
    return seat.from_round, inf if seat.to_round is None else seat.to_round


def _played(slots: Iterable[Round]) -> list[int]:
    return [
        number
        for slot, number in numbered(slots)
        if slot.kind == Round.Kind.ROUND and slot.state == Round.State.COUNTS
    ]
