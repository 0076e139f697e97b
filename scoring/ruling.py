"""What the rules say of a ledger, in one form for every game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import rules
from scoring.models import Match


@dataclass(frozen=True)
class Ruling:
    """What the rules say of one entry: points a side, or the codes it is refused with."""

    points: list[int] | None
    errors: list[str]


@dataclass(frozen=True)
class Verdict:
    """What they say of all of them, and of what comes next."""

    rulings: list[Ruling]
    totals: list[int]
    over: bool
    winner: int | None
    minimums: list[Any] | None  # of the first meld, per side, in games that have one


def judge(
    match: Match, entries: Sequence[Mapping[str, Any]], start: Sequence[int], played: int = 0
) -> Verdict:
    """Play entries from these totals, `played` rounds having counted before them."""
    sides = len(start)
    kwargs: dict[str, Any] = {"start": list(start), "end": match.end}
    if played:
        kwargs["played"] = played
    answer = rules.play(match.ruleset.rules, sides, list(entries), **kwargs)
    log = answer["log"]
    last = log[-1] if log else {}
    coming = answer.get("next")
    return Verdict(
        rulings=[_ruling(said, sides) for said in log],
        totals=last.get("cumulative") or last.get("score") or list(start),
        over=any(said.get("status") == "finished" or _won(said) for said in log),
        winner=next((said["winner"] for said in log if _won(said)), None),
        minimums=coming["first_meld"] if isinstance(coming, Mapping) else None,
    )


def _won(said: Mapping[str, Any]) -> bool:
    return said.get("winner") is not None


def _ruling(said: Mapping[str, Any], sides: int) -> Ruling:
    if "errors" in said or "error" in said:
        return Ruling(None, said.get("errors") or [said["error"]])
    if "score" in said:
        return Ruling([said["points"] if n == said["to"] else 0 for n in range(sides)], [])
    return Ruling(said.get("totals", said.get("adjust")), [])
