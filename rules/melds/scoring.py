"""A round of melds judged: whether it can be, and what each side scores."""

from typing import Any

from rules.judgement import Judgement, Line, Problem, drafted, judged
from rules.melds.checks import problems
from rules.melds.lines import lines
from rules.melds.reading import Round, read_round
from rules.melds.ruleset import Melds


def judge(ruleset: Melds, entry: object) -> Judgement:
    """What the rules say of one round: its codes, and lines and who went out where it is valid."""
    round_, found, each = _judged(ruleset, entry)
    return judged(found, each, frozenset(side.index for side in round_.sides if side.out))


def draft(ruleset: Melds, entry: object) -> dict[str, Any]:
    """`{problems: [{code, side, field}…], sides: [{lines, total}…]}` of a sheet being filled."""
    _, found, each = _judged(ruleset, entry)
    return drafted(found, each)


def _judged(ruleset: Melds, entry: object) -> tuple[Round, list[Problem], list[list[Line]]]:
    round_, read = read_round(ruleset, entry)
    each = [list(lines(ruleset, side)) for side in round_.sides]
    return round_, problems(ruleset, round_, read), each


def minimums(ruleset: Melds, totals: tuple[int, ...], number: int) -> list[int | str | None]:
    """What the first meld of each side must be worth in round `number`, None where nothing is."""
    first = ruleset.first_meld
    if first is None:
        return [None] * len(totals)
    return [first.minimum(number if first.basis == "round" else total) for total in totals]
