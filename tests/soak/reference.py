"""A match of tranca in plain Python, written from the rules' contract and the design alone.

It shares no line with `rules` and `scoring`: what both say must be the same.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

CANASTRAS = {"clean": 200, "dirty": 100}
RED_THREE, CARD, OUT, MORTO_NOT_TAKEN = 100, 10, 100, -100


def side_points(said: dict[str, Any]) -> int:
    """What a side's part of a round is worth."""
    granted = sum(adjustment["points"] for adjustment in said.get("adjustments", []))
    if "total" in said:
        return said["total"] + granted
    canastras = said.get("canastras", {})
    threes = RED_THREE * said.get("honours", {}).get("red_three", 0)
    points = pile(said["melded"]) - pile(said["hand"]) - pile(said.get("unused_morto", {}))
    points += sum(CANASTRAS[kind] * count for kind, count in canastras.items())
    points += threes if sum(canastras.values()) else -threes
    points += OUT if said.get("out") else 0
    points += MORTO_NOT_TAKEN if said["morto"] == "not_taken" else 0
    return points + granted


def pile(held: dict[str, int]) -> int:
    """Typed points, or cards of which each is worth ten."""
    return held["points"] if "points" in held else CARD * sum(held.values())


def round_points(entry: dict[str, Any]) -> list[int]:
    return [side_points(said) for said in entry["sides"]]


@dataclass
class Slot:
    number: int
    points: list[int]
    void: bool = False
    state: str = "counts"


@dataclass
class Table:
    """What an act may change. `closed` is how people ended it: finished, abandoned, forfeited."""

    start: list[int]
    target: int
    closed: str = ""
    gave_up: int | None = None
    slots: list[Slot] = field(default_factory=list)


class Reference:
    def __init__(self, start: list[int], target: int):
        self.table = Table(start, target)
        self.before: list[Table] = []
        self.judge()

    def judge(self) -> None:
        """Count slot after slot until the match ends; what comes then is kept and worth nothing."""
        self.totals, self.won = list(self.table.start), None
        for slot in self.table.slots:
            if slot.void or self.won is not None:
                slot.state = "void" if slot.void else "misfit"
                continue
            slot.state = "counts"
            self.totals = [a + b for a, b in zip(self.totals, slot.points, strict=True)]
            if max(self.totals) >= self.table.target:
                self.won = leader(self.totals, None)  # a tie plays on

    @property
    def open(self) -> bool:
        return not self.table.closed and self.won is None

    @property
    def state(self) -> str:
        return self.table.closed or ("open" if self.won is None else "finished")

    @property
    def winner(self) -> int | None:
        if self.table.closed in ("finished", "forfeited"):
            return leader(self.totals, self.table.gave_up)
        return None if self.table.closed else self.won

    def slot(self, number: int) -> Slot:
        return next(slot for slot in self.table.slots if slot.number == number)

    def act(self, change: Any) -> None:
        self.before.append(deepcopy(self.table))
        change(self.table)
        self.judge()

    def add(self, points: list[int], after: int | None = -1) -> None:
        """A new slot at the end, or behind another (`None`: before the first)."""
        number = len(self.table.slots) + 1
        places = [slot.number for slot in self.table.slots]
        at = len(places) if after == -1 else 0 if after is None else places.index(after) + 1
        self.act(lambda table: table.slots.insert(at, Slot(number, points)))

    def correct(self, number: int, points: list[int]) -> None:
        self.act(lambda table: setattr(self.slot(number), "points", points))

    def void(self, number: int, away: bool) -> None:
        self.act(lambda table: setattr(self.slot(number), "void", away))

    def void_rest(self) -> None:
        def change(table: Table) -> None:
            for slot in table.slots:
                slot.void = slot.void or slot.state == "misfit"

        self.act(change)

    def close(self, how: str, gave_up: int | None = None) -> None:
        def change(table: Table) -> None:
            table.closed, table.gave_up = how, gave_up

        self.act(change)

    def undo(self) -> None:
        """As before the newest act; a slot made since stays, void, where it stood."""
        was = self.before.pop()
        known = {slot.number: slot for slot in was.slots}
        gone = [Slot(slot.number, slot.points, void=True) for slot in self.table.slots]
        was.slots = [known.get(slot.number, slot) for slot in gone]
        self.table = was
        self.judge()


def leader(totals: list[int], gave_up: int | None) -> int | None:
    """The side with the best total of those still in; None where it is shared."""
    left = [(total, side) for side, total in enumerate(totals) if side != gave_up]
    best = max(total for total, __ in left)
    first = [side for total, side in left if total == best]
    return first[0] if len(first) == 1 else None
