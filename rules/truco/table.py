"""A truco match between two events: what the next hand is, and what envido and flor pay."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.ruleset import End
from rules.truco.ruleset import ENVIDO, FALTA, LEADER, LEADER_HALF, REAL, Envido, Truco

NORMAL, IRON, OVER = "normal", "iron", "over"
MALAS, BUENAS = "malas", "buenas"
CALLS = (ENVIDO, REAL, FALTA)
FLORES = ("single", "matched", "contraflor", "contraflor_declined")


@dataclass(frozen=True)
class Table:
    """The rules, the end agreed on and the score of both sides."""

    ruleset: Truco
    end: End
    score: tuple[int, ...]

    @property
    def marked(self) -> int | None:
        """The side that stands alone on the mark, None where none does."""
        on = self._on_mark
        return on[0] if len(on) == 1 else None

    @property
    def iron(self) -> bool:
        """Whether both sides stand on the mark."""
        return len(self._on_mark) == 2

    @property
    def _on_mark(self) -> list[int]:
        at = self.ruleset.mark_at(self.end)
        return [] if at is None else [side for side, n in enumerate(self.score) if n == at]

    @property
    def next(self) -> str:
        """What the next hand is: normal, iron, or one on a side's mark."""
        if self.iron:
            return IRON
        return NORMAL if self.marked is None else f"mark:{self.marked}"

    @property
    def halves(self) -> list[str] | None:
        """Each side in malas or buenas; None where the rules know no half."""
        half = self.ruleset.half
        return None if half is None else [BUENAS if n >= half else MALAS for n in self.score]

    def falta(self, winner: int) -> int:
        """What an accepted falta envido pays the side that wins it."""
        half, target, leader = self.ruleset.half, self.ruleset.target(self.end), max(self.score)
        reading = LEADER if self.ruleset.envido is None else self.ruleset.envido.falta
        if half is None or leader >= half or reading == LEADER:
            lacking = target - leader
        elif reading == LEADER_HALF:
            lacking = half - leader
        else:
            lacking = target - self.score[winner]
        return max(lacking, 0)

    def envido(self, calls: Sequence[str], accepted: bool, winner: int) -> int:
        """What these calls pay, the last of them accepted or refused."""
        worth = self.ruleset.envido or Envido(0, 0, LEADER)
        *before, last = ({ENVIDO: worth.envido, REAL: worth.real}.get(call, 0) for call in calls)
        if not accepted:
            return max(1, sum(before))
        return self.falta(winner) if calls[-1] == FALTA else sum(before) + last


def known_calls(calls: object) -> bool:
    """Whether these are calls of envido in an order there is: falta only last."""
    return (
        isinstance(calls, list | tuple)
        and len(calls) > 0
        and all(isinstance(call, str) and call in CALLS for call in calls)
        and FALTA not in calls[:-1]
    )
