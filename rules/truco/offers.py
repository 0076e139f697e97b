"""What a table may say next in a truco match, and what it would pay, before it is saved."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from rules.loading import agreed_end
from rules.ruleset import Ruleset
from rules.truco.ruleset import VOID, Truco
from rules.truco.table import FLORES, NORMAL, OVER, Table, known_calls

Agreed = Mapping[str, Any] | None


def truco_offers(ruleset: Ruleset, score: Sequence[int], end: Agreed = None) -> dict[str, Any]:
    """What may be said at this score; `end` is what the table agreed otherwise.

    `stage` is `normal`, `mark:<side>`, `iron` or `over`; `values` are the steps a hand may be
    played for, `folds` those that may be offered and refused with what that pays; `mark` and
    `iron` the special hand that is on, `half` each side in malas or buenas. Raises ValueError for
    a ruleset of another game, InvalidRuleset for an impossible end.
    """
    rules, table = _table(ruleset, score, end)
    over = table.end.verdict(table.score, 0)[0]
    stage = OVER if over else table.next
    ladder = rules.ladder if stage == NORMAL else ()
    return {
        "over": over,
        "stage": stage,
        "values": list(ladder),
        "folds": [{"offered": offered, "pays": pays} for pays, offered in pairwise(ladder)],
        **_special(table, over),
        "envido": not over and rules.envido is not None,
        "flor": not over and rules.flor is not None,
        "half": table.halves,
        "all_tied": not over and rules.all_tied == VOID,
    }


def _special(table: Table, over: bool) -> dict[str, Any]:
    """The hand on a side's mark and the iron hand: what they pay, None where they are not on."""
    mark, side = table.ruleset.mark, table.marked
    if mark is None or over:
        return {"mark": None, "iron": None}
    choice = {"played": mark.played, "fold": mark.fold, "side": side}
    return {"mark": None if side is None else choice, "iron": mark.both if table.iron else None}


def envido_points(
    ruleset: Ruleset,
    score: Sequence[int],
    end: Agreed,
    calls: Sequence[str],
    accepted: bool,
    winner: int,
) -> int | None:
    """What an envido of these calls pays; None where the rules know none or no such calls.

    Raises as `truco_offers` does.
    """
    rules, table = _table(ruleset, score, end)
    if rules.envido is None or not known_calls(calls) or winner not in (0, 1):
        return None
    return table.envido(calls, accepted, winner)


def flor_points(ruleset: Ruleset, call: str) -> int | None:
    """What a flor of this call pays; None where the rules know none or no such call."""
    if not isinstance(ruleset, Truco):
        raise ValueError("This is no ruleset of truco.")
    return getattr(ruleset.flor, call) if ruleset.flor and call in FLORES else None


def _table(ruleset: Ruleset, score: Sequence[int], end: Agreed) -> tuple[Truco, Table]:
    if not isinstance(ruleset, Truco):
        raise ValueError("This is no ruleset of truco.")
    if len(score) != 2:
        raise ValueError("Truco has two sides.")
    return ruleset, Table(ruleset, agreed_end(ruleset, end), tuple(score))
