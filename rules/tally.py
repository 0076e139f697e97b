"""Any other game by plain points (contract 1.3): one figure a side and round."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.checking import Node
from rules.figures import LIMIT, whole
from rules.judgement import Judgement, Line, Problem, drafted, judged
from rules.ruleset import HIGHEST, LOWEST, Ruleset


@dataclass(frozen=True, kw_only=True)
class Tally(Ruleset):
    """A ruleset of plain points: their step, and the least and most a side has in one round."""

    step: int | None
    minimum: int | None
    maximum: int | None


def read(root: Node) -> dict[str, Any]:
    """The fields of a tally ruleset that its game adds, from the document's root table."""
    minimum, maximum = _optional(root, "minimum"), _optional(root, "maximum")
    if minimum is not None and maximum is not None and minimum > maximum:
        root.fault("maximum", "not_rising", "The most of a round cannot be below the least.")
    return {
        "wins": root.choice("wins", (HIGHEST, LOWEST)),
        "step": _optional(root, "step", low=1),
        "minimum": minimum,
        "maximum": maximum,
    }


def _optional(root: Node, key: str, low: int = -LIMIT) -> int | None:
    return None if root.take(key, required=False) is None else root.whole(key, low)


def judge(ruleset: Tally, entry: object) -> Judgement:
    """What the rules say of one round: its codes, and a line a side where it is valid."""
    return judged(*_read(ruleset, entry))


def draft(ruleset: Tally, entry: object) -> dict[str, Any]:
    """`{problems: [{code, side, field}…], sides: [{lines, total}…]}` of a sheet being filled."""
    return drafted(*_read(ruleset, entry))


def minimums(ruleset: Tally, totals: tuple[int, ...], number: int) -> list[int | str | None]:
    """Nothing is melded here."""
    return [None] * len(totals)


def _read(ruleset: Tally, entry: object) -> tuple[list[Problem], list[list[Line]]]:
    """The problems of a round (any JSON at all) in their order, and the line of each side."""
    table = entry if isinstance(entry, Mapping) else {}
    raw = table.get("points")
    points = [whole(value) for value in raw] if isinstance(raw, list | tuple) else []
    found = [Problem("UNKNOWN_FIELD", None, str(key)) for key in table if key != "points"]
    if table is not entry or not isinstance(raw, list | tuple | None):
        found.append(Problem("BAD_SHAPE", None, "points"))
    if len(points) not in ruleset.sides:
        found.append(Problem("SIDES_COUNT", None, "sides"))
    found.sort(key=lambda problem: (problem.field, problem.code))
    for side, number in enumerate(points):
        found += (Problem(code, side, f"points.{side}") for code in _codes(ruleset, number))
    return found, [[("points", number or 0)] for number in points]


def _codes(ruleset: Tally, number: int | None) -> Iterator[str]:
    """The codes of one figure, sorted; one that is none counts as 0."""
    points = number or 0
    if ruleset.maximum is not None and points > ruleset.maximum:
        yield "ABOVE_MAXIMUM"
    if ruleset.minimum is not None and points < ruleset.minimum:
        yield "BELOW_MINIMUM"
    if ruleset.step is not None and points % ruleset.step:
        yield "GRANULARITY"
    if number is None:
        yield "NOT_INTEGER"
