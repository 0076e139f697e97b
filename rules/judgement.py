"""What any game answers about one round; `score`, `draft` and `play` are made of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.codes import ERRORS, WARNINGS

Line = tuple[str, int]


class Problem(NamedTuple):
    """A code, the side it concerns (None is the round) and the field where a person must look."""

    code: str
    side: int | None
    field: str


@dataclass(frozen=True)
class Standing:
    """Where a match stands between two entries."""

    totals: tuple[int, ...]
    played: int = 0
    finished: bool = False
    winner: int | None = None


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
            found["sides"] = itemised(self.lines)
        return found


def judged(
    problems: Sequence[Problem], lines: Sequence[Sequence[Line]], out: frozenset[int] = frozenset()
) -> Judgement:
    """A round with these problems and, where none of them refuses it, these lines a side."""
    codes = {problem.code for problem in problems}
    errors = tuple(sorted(codes & ERRORS))
    return Judgement(
        sides=len(lines),
        errors=errors,
        warnings=tuple(sorted(codes & WARNINGS)),
        lines=() if errors else tuple(tuple(side) for side in lines),
        out=out,
    )


def drafted(problems: Sequence[Problem], lines: Sequence[Sequence[Line]]) -> dict[str, Any]:
    """The answer to `draft` (contract 4)."""
    return {"problems": [found._asdict() for found in problems], "sides": itemised(lines)}


def itemised(lines: Sequence[Sequence[Line]]) -> list[dict[str, Any]]:
    """Each side's lines with the total they add up to."""
    return [
        {"lines": [list(line) for line in side], "total": sum(points for _, points in side)}
        for side in lines
    ]
