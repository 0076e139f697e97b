"""The games the rules know: what reads, judges and drafts each of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.checking import Node
from rules.judgement import Judgement
from rules.melds import document, scoring
from rules.melds.ruleset import Melds
from rules.ruleset import Ruleset


@dataclass(frozen=True)
class Game:
    """One game: how its part of a document is read and what its ruleset says of a round.

    `minimums` are the least a first meld must be worth, by side, given the scores before a round
    and its number.
    """

    read: Callable[[Node], Mapping[str, Any]]
    ruleset: Callable[..., Ruleset]
    judge: Callable[[Any, object], Judgement]
    draft: Callable[[Any, object], dict[str, Any]]
    minimums: Callable[[Any, tuple[int, ...], int], list[int | str | None]]


GAMES: Mapping[str, Game] = {
    "melds": Game(document.read, Melds, scoring.judge, scoring.draft, scoring.minimums)
}


def score(ruleset: Ruleset, round: Mapping[str, Any]) -> dict[str, Any]:
    """Whether a round can be, and what each side scores, line by line (contract 3).

    `round` is any JSON. Answers `{valid, errors, warnings, sides?}`; codes are sorted, and `sides`
    stands only where there is no error. Never raises because of what stands in the round.
    """
    return GAMES[ruleset.game].judge(ruleset, round).answer()


def draft(ruleset: Ruleset, round: Mapping[str, Any]) -> dict[str, Any]:
    """The same round while it is being filled (contract 4).

    Answers `{problems: [{code, side, field}…], sides: [{lines, total}…]}`: the codes `score`
    gives, each with the figure to look at, and the lines of whatever can be read.
    """
    return GAMES[ruleset.game].draft(ruleset, round)
