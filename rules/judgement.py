"""What any game answers about one round; `score` and `play` are made of it."""

from dataclasses import dataclass
from typing import Any

Line = tuple[str, int]


@dataclass(frozen=True)
class Judgement:
    """How many sides a round has, its codes, who went out; each side's lines where it is valid."""

    sides: int
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    lines: tuple[tuple[Line, ...], ...]
    out: frozenset[int]

    @property
    def totals(self) -> tuple[int, ...]:
        """What each side scored, in points of any sign."""
        return tuple(sum(points for _, points in side) for side in self.lines)

    def answer(self) -> dict[str, Any]:
        """The answer to `score` (contract 3)."""
        found: dict[str, Any] = {
            "valid": not self.errors,
            "errors": list(self.errors),
            "warnings": list(self.warnings),
        }
        if not self.errors:
            found["sides"] = [
                {"lines": [list(line) for line in side], "total": total}
                for side, total in zip(self.lines, self.totals, strict=True)
            ]
        return found
