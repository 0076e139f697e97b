"""A whole match: totals, first-meld minimums, its end and winner; whose turn it is to deal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.checking import InvalidRuleset
from rules.figures import SAFE, whole
from rules.games import GAMES, EventsGame, rounds_game
from rules.judgement import Standing
from rules.loading import agreed_end, load
from rules.ruleset import End, Ruleset

PLAYING, FINISHED = "playing", "finished"


@dataclass(frozen=True)
class Match:
    """What a match is played under: its rules and the end the table agreed on."""

    ruleset: Ruleset
    end: End

    def judged(self, standing: Standing, out: frozenset[int] = frozenset()) -> Standing:
        """The standing with the end judged: who wins, or that nobody does yet."""
        totals, played = standing.totals, standing.played
        finished, winner = self.end.verdict(totals, played, out, self.ruleset.wins)
        return replace(standing, finished=finished, winner=winner)


def play(
    ruleset: Ruleset,
    sides: int,
    rounds: Sequence[Mapping[str, Any]],
    *,
    start: Sequence[int] | None = None,
    end: Mapping[str, Any] | None = None,
    played: int = 0,
) -> dict[str, Any]:
    """A match entry by entry (contract 5): `{log, next}`; of truco only `{log}`.

    `sides` is a number the ruleset allows; `rounds` are rounds and adjustments, or events, as
    stored, each of which may carry a `ruleset` of its own (a document or a Ruleset); `start` the
    totals before them, `played` the rounds that counted before them; `end` overrides keys of the
    ruleset's. Raises ValueError for sides or a start that do not fit, InvalidRuleset for an
    impossible end; an entry never raises, it is refused with its codes.
    """
    if sides not in ruleset.sides:
        raise ValueError("This number of sides is not allowed by the ruleset.")
    standing = Standing(_start(start, sides), played)
    match, game = Match(ruleset, agreed_end(ruleset, end)), GAMES[ruleset.game]
    if isinstance(game, EventsGame):
        return {"log": _told(match, game, standing, rounds)}
    log, standing = _log(match, standing, rounds)
    return {"log": log, "next": None if standing.finished else _next(ruleset, standing)}


def _told(
    match: Match, game: EventsGame, standing: Standing, events: Sequence[object]
) -> list[dict[str, Any]]:
    log = []
    for number, (under, event) in enumerate(_under(match.ruleset, events), 1):
        # An event under rules that are none is none itself.
        told = None if under is None else event
        answer, standing = game.take(under or match.ruleset, match.end, standing, told)
        log.append({"n": number, **answer})
    return log


def _log(
    match: Match, standing: Standing, rounds: Sequence[object]
) -> tuple[list[dict[str, Any]], Standing]:
    log = []
    for number, (under, entry) in enumerate(_under(match.ruleset, rounds), 1):
        answer, standing = _entry(match, under, standing, entry)
        log.append({"n": number, **answer, **_stands(standing)})
    return log, standing


def _stands(standing: Standing) -> dict[str, Any]:
    """The part every entry of the log ends with."""
    return {
        "cumulative": list(standing.totals),
        "status": FINISHED if standing.finished else PLAYING,
        "winner": standing.winner,
    }


def _start(start: Sequence[int] | None, sides: int) -> tuple[int, ...]:
    if start is None:
        return (0,) * sides
    totals = [whole(total, SAFE) for total in start]
    if len(totals) != sides or None in totals:
        raise ValueError("A start needs one whole number for each side.")
    return tuple(total for total in totals if total is not None)


def _next(ruleset: Ruleset, standing: Standing) -> dict[str, Any]:
    number = standing.played + 1
    minimums = rounds_game(ruleset).minimums(ruleset, standing.totals, number)
    return {"round": number, "first_meld": minimums}


def _under(ruleset: Ruleset, entries: Sequence[object]) -> Iterator[tuple[Ruleset | None, object]]:
    """Every entry, and the rules it was under; None where its document is none of this game."""
    last = ruleset
    for entry in entries:
        if not isinstance(entry, Mapping):
            yield ruleset, entry
            continue
        under = _own_rules(ruleset, last, entry.get("ruleset"))
        last = under or last
        yield under, {key: value for key, value in entry.items() if key != "ruleset"}


def _own_rules(ruleset: Ruleset, last: Ruleset, own: object) -> Ruleset | None:
    if own is None:
        return ruleset
    for known in (last, ruleset):
        if own == known.document:
            return known
    try:
        loaded = own if isinstance(own, Ruleset) else load(own)  # type: ignore[arg-type]
    except InvalidRuleset:
        return None
    return loaded if loaded.game == ruleset.game else None


def _entry(
    match: Match, under: Ruleset | None, standing: Standing, entry: object
) -> tuple[dict[str, Any], Standing]:
    """The answer to one entry, and where the match stands after it."""
    if standing.finished:
        return {"errors": ["MATCH_OVER"]}, standing
    if isinstance(entry, Mapping) and "adjust" in entry:
        return _adjust(match, standing, entry)
    if under is None or not isinstance(entry, Mapping):
        return {"errors": ["BAD_SHAPE"]}, standing
    return _round(match, under, standing, entry)


def _round(
    match: Match, under: Ruleset, standing: Standing, entry: Mapping[str, Any]
) -> tuple[dict[str, Any], Standing]:
    game, number = rounds_game(under), standing.played + 1
    judged = game.judge(under, entry)
    errors = set(judged.errors)
    if judged.sides != len(standing.totals):
        errors.add("SIDES_COUNT")
    if errors:
        return {"errors": sorted(errors)}, standing
    answer = {
        "round": number,
        "first_meld": game.minimums(under, standing.totals, number),
        "totals": list(judged.totals),
    }
    totals = _sum(standing.totals, judged.totals)
    return answer, match.judged(Standing(totals, number), judged.out)


def _adjust(
    match: Match, standing: Standing, entry: Mapping[str, Any]
) -> tuple[dict[str, Any], Standing]:
    points, errors = _adjustment(entry, len(standing.totals))
    if errors:
        return {"errors": sorted(errors)}, standing
    moved = replace(standing, totals=_sum(standing.totals, points))
    return {"adjust": list(points)}, match.judged(moved)


def _adjustment(entry: Mapping[str, Any], sides: int) -> tuple[tuple[int, ...], set[str]]:
    raw = entry["adjust"]
    errors = {"UNKNOWN_FIELD" for key in entry if key not in ("adjust", "note")}
    if not isinstance(raw, list | tuple) or not isinstance(entry.get("note"), str | None):
        return (), errors | {"BAD_SHAPE"}
    points = tuple(whole(number) for number in raw)
    if len(points) != sides:
        errors.add("SIDES_COUNT")
    if None in points:
        errors.add("NOT_INTEGER")
    return tuple(number for number in points if number is not None), errors


def _sum(totals: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(totals, points, strict=True)))


def dealer(first: int, seats: int, rounds: int) -> int:
    """The seat (from 0, in the direction of play) that deals after `rounds` rounds that counted.

    The deal passes on by one seat a round (the seeds' usual form). Raises ValueError for a seat
    that is not there.
    """
    if not 0 <= first < seats or rounds < 0:
        raise ValueError("There is no such seat or round.")
    return (first + rounds) % seats


def starter(first: int, seats: int, rounds: int) -> int:
    """The seat that plays first then: the one after the dealer's. Raises as `dealer` does."""
    return (dealer(first, seats, rounds) + 1) % seats


def ends_deal(entry: Mapping[str, Any]) -> bool:
    """Whether the deal moves on after this entry, if it counts: a round, or a hand of truco.

    What is scored before a hand is part of its deal: envido, flor, a tento taken back.
    """
    return "adjust" not in entry and entry.get("type", "hand") == "hand"
