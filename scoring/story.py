"""A finished match in a few figures: the best round, canastras, threes, who went out most."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from scoring import figures
from scoring.board import Board, LineView
from scoring.models import Round
from scoring.words import word


@dataclass
class Fact:
    """One figure of the story, for each side."""

    label: str
    values: list[str]


def story(board: Board) -> list[Fact]:
    """Return what can be told of a match with at least one counting round."""
    counting = [
        line
        for line in board.lines
        if line.round.kind == Round.Kind.ROUND and line.ordinal is not None
    ]
    if not counting:
        return []
    if board.ruleset.game != "melds":
        return [
            _fact(board, gettext("Best round"), lambda side: _best(counting, side, _lowest(board)))
        ]
    told = [
        _fact(board, gettext("Best round"), lambda side: _best(counting, side)),
        _fact(
            board, gettext("Times out"), lambda side: str(sum(x.cells[side].out for x in counting))
        ),
        _counted(board, counting, "canastras", word(board.ruleset, "canastras")),
    ]
    for honour in board.ruleset.honours:
        told.append(
            _counted(board, counting, f"honours.{honour.key}", word(board.ruleset, honour.key))
        )
    return [fact for fact in told if any(value not in ("0", "") for value in fact.values)]


def _fact(board: Board, label: str, value: Any) -> Fact:
    return Fact(label, [value(side.position) for side in board.sides])


def _lowest(board: Board) -> bool:
    return getattr(board.ruleset, "wins", "highest") == "lowest"


def _best(lines: list[LineView], side: int, lowest: bool = False) -> str:
    best = (min if lowest else max)(line.cells[side].points or 0 for line in lines)
    return figures.show(best, signed=True)


def _times_out(lines: list[LineView], side: int) -> str:
    return str(sum(line.cells[side].out for line in lines))


def _counted(board: Board, lines: list[LineView], part: str, label: str) -> Fact:
    name, __, key = part.partition(".")

    def held(said: Mapping[str, Any]) -> int:
        counts = said.get(name) or {}
        return counts.get(key, 0) if key else sum(counts.values())

    return _fact(
        board,
        label,
        lambda side: str(sum(held(line.round.entry["sides"][side]) for line in lines)),
    )
