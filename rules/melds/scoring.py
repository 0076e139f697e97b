"""A round of melds judged: whether it can be, and what each side scores."""

from typing import Any

from rules.codes import ERRORS, WARNINGS
from rules.judgement import Judgement
from rules.melds.checks import problems
from rules.melds.lines import lines
from rules.melds.reading import Problem, Round, read_round
from rules.melds.ruleset import Melds


def judge(ruleset: Melds, entry: object) -> Judgement:
    """What the rules say of one round: its codes, and lines and who went out where it is valid."""
    round_, read = read_round(ruleset, entry)
    codes = {problem.code for problem in problems(ruleset, round_, read)}
    errors = tuple(sorted(codes & ERRORS))
    return Judgement(
        sides=len(round_.sides),
        errors=errors,
        warnings=tuple(sorted(codes & WARNINGS)),
        lines=() if errors else tuple(tuple(lines(ruleset, side)) for side in round_.sides),
        out=frozenset(side.index for side in round_.sides if side.out),
    )


def draft(ruleset: Melds, entry: object) -> dict[str, Any]:
    """`{problems: [{code, side, field}…], sides: [{lines, total}…]}` of a sheet being filled."""
    round_, read = read_round(ruleset, entry)
    found: list[Problem] = problems(ruleset, round_, read)
    return {"problems": [problem._asdict() for problem in found], "sides": _sides(ruleset, round_)}


def _sides(ruleset: Melds, round_: Round) -> list[dict[str, Any]]:
    each = (lines(ruleset, side) for side in round_.sides)
    return [
        {"lines": [list(line) for line in found], "total": sum(points for _, points in found)}
        for found in each
    ]


def minimums(ruleset: Melds, totals: tuple[int, ...], number: int) -> list[int | str | None]:
    """What the first meld of each side must be worth in round `number`, None where nothing is."""
    first = ruleset.first_meld
    if first is None:
        return [None] * len(totals)
    return [first.minimum(number if first.basis == "round" else total) for total in totals]
