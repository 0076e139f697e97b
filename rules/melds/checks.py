"""What cannot be true of a round, and what hardly can (contract 3: errors and warnings).

Every check takes the rules and a round as read and yields problems with the field to look at.
"""

from collections.abc import Callable, Iterator

from rules.judgement import Problem
from rules.melds import cards_checks, out_checks
from rules.melds.reading import Round
from rules.melds.ruleset import Melds

Check = Callable[[Melds, Round], Iterator[Problem]]

CHECKS: tuple[Check, ...] = (*cards_checks.CHECKS, *out_checks.CHECKS)
UNSURE_POINTS = frozenset({"UNKNOWN_CLASS", "NOT_INTEGER"})


def problems(ruleset: Melds, round_: Round, read: list[Problem]) -> list[Problem]:
    """All problems of a round, those of reading it included; the round's first, then by side."""
    found = set(read)
    for check in CHECKS:
        found.update(check(ruleset, round_))
    if not UNSURE_POINTS & {problem.code for problem in read}:
        found.update(cards_checks.points_over(ruleset, round_))
    return sorted(found, key=_place)


def _place(problem: Problem) -> tuple[int, str, str]:
    return (-1 if problem.side is None else problem.side, problem.field, problem.code)
