"""The games the rules know: what reads, judges and drafts each of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules import tally
from rules.checking import Node
from rules.judgement import Judgement, Standing
from rules.melds import document, scoring
from rules.melds.ruleset import Melds
from rules.ruleset import End, Ruleset
from rules.truco import document as truco_document
from rules.truco import events
from rules.truco.ruleset import Truco


@dataclass(frozen=True)
class Game:
    """One game: how its part of a document is read; the ends and the sides it can have."""

    read: Callable[[Node], Mapping[str, Any]]
    ruleset: Callable[..., Ruleset]
    modes: tuple[str, ...] = ("target", "rounds", "open")
    sides: tuple[int, int] = (1, 100)


@dataclass(frozen=True, kw_only=True)
class RoundsGame(Game):
    """A game scored round by round, and what its ruleset says of a round.

    `minimums` are the least a first meld must be worth, by side, given the scores before a round
    and its number.
    """

    judge: Callable[[Any, object], Judgement]
    draft: Callable[[Any, object], dict[str, Any]]
    minimums: Callable[[Any, tuple[int, ...], int], list[int | str | None]]


@dataclass(frozen=True, kw_only=True)
class EventsGame(Game):
    """A game told event by event: the answer to one, and where the match stands after it."""

    take: Callable[[Any, End, Standing, object], tuple[dict[str, Any], Standing]]


GAMES: Mapping[str, Game] = {
    "melds": RoundsGame(
        document.read,
        Melds,
        judge=scoring.judge,
        draft=scoring.draft,
        minimums=scoring.minimums,
    ),
    "truco": EventsGame(
        truco_document.read, Truco, modes=("target",), sides=(2, 2), take=events.take
    ),
    "tally": RoundsGame(
        tally.read, tally.Tally, judge=tally.judge, draft=tally.draft, minimums=tally.minimums
    ),
}


def score(ruleset: Ruleset, round: Mapping[str, Any]) -> dict[str, Any]:
    """Whether a round can be, and what each side scores, line by line (contract 3).

    `round` is any JSON. Answers `{valid, errors, warnings, sides?}`; codes are sorted, and `sides`
    stands only where there is no error. Never raises because of what stands in the round;
    ValueError where the game has no rounds, as truco.
    """
    return rounds_game(ruleset).judge(ruleset, round).answer()


def draft(ruleset: Ruleset, round: Mapping[str, Any]) -> dict[str, Any]:
    """The same round while it is being filled (contract 4).

    Answers `{problems: [{code, side, field}…], sides: [{lines, total}…]}`: the codes `score`
    gives, each with the figure to look at, and the lines of whatever can be read.
    """
    return rounds_game(ruleset).draft(ruleset, round)


def rounds_game(ruleset: Ruleset) -> RoundsGame:
    """The game of a ruleset that is scored by rounds. Raises ValueError for any other."""
    game = GAMES[ruleset.game]
    if not isinstance(game, RoundsGame):
        raise ValueError("This game is told event by event: ask `play`.")
    return game
