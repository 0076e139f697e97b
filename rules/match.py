"""A whole match: totals, first-meld minimums, its end and winner; whose turn it is to deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.checking import InvalidRuleset
from rules.figures import SAFE, whole
from rules.games import GAMES
from rules.loading import load, read_end
from rules.ruleset import End, Ruleset

PLAYING, FINISHED = "playing", "finished"


@dataclass(frozen=True)
class Standing:
    """Where a match stands between two entries."""

    totals: tuple[int, ...]
    played: int
    finished: bool = False
    winner: int | None = None

    def answer(self) -> dict[str, Any]:
        """The part every entry of the log ends with."""
        return {
            "cumulative": list(self.totals),
            "status": FINISHED if self.finished else PLAYING,
            "winner": self.winner,
        }


def play(
    ruleset: Ruleset,
    sides: int,
    rounds: Sequence[Mapping[str, Any]],
    *,
    start: Sequence[int] | None = None,
    end: Mapping[str, Any] | None = None,
    played: int = 0,
) -> dict[str, Any]:
    """A match entry by entry (contract 5): `{log, next}`.

    `sides` is a number the ruleset allows; `rounds` are rounds and adjustments as stored, each
    of which may carry a `ruleset` of its own (a document or a Ruleset); `start` the totals before
    them, `played` the rounds that counted before them; `end` overrides keys of the ruleset's.
    Raises ValueError for sides or a start that do not fit, InvalidRuleset for an impossible end;
    an entry never raises, it is refused with its codes.
    """
    if sides not in ruleset.sides:
        raise ValueError("This number of sides is not allowed by the ruleset.")
    standing = Standing(_start(start, sides), played)
    agreed = ruleset.end if end is None else _agreed(ruleset, end)
    log, standing = _log(ruleset, agreed, standing, rounds)
    return {"log": log, "next": None if standing.finished else _next(ruleset, standing)}


def _log(
    ruleset: Ruleset, end: End, standing: Standing, rounds: Sequence[object]
) -> tuple[list[dict[str, Any]], Standing]:
    own, log = ruleset, []
    for number, entry in enumerate(rounds, 1):
        own, answer, standing = _entry(ruleset, own, end, standing, entry)
        log.append({"n": number, **answer, **standing.answer()})
    return log, standing


def _start(start: Sequence[int] | None, sides: int) -> tuple[int, ...]:
    if start is None:
        return (0,) * sides
    totals = [whole(total, SAFE) for total in start]
    if len(totals) != sides or None in totals:
        raise ValueError("A start needs one whole number for each side.")
    return tuple(total for total in totals if total is not None)


def _agreed(ruleset: Ruleset, end: Mapping[str, Any]) -> End:
    usual = ruleset.document["end"]
    changes = {key: value for key, value in end.items() if value is not None}
    return read_end({**(usual if isinstance(usual, dict) else {}), **changes})


def _next(ruleset: Ruleset, standing: Standing) -> dict[str, Any]:
    number = standing.played + 1
    minimums = GAMES[ruleset.game].minimums(ruleset, standing.totals, number)
    return {"round": number, "first_meld": minimums}


def _entry(
    ruleset: Ruleset, own: Ruleset, end: End, standing: Standing, entry: object
) -> tuple[Ruleset, dict[str, Any], Standing]:
    """One entry: the rules it was under, its answer, and where the match stands after it."""
    if standing.finished:
        return own, {"errors": ["MATCH_OVER"]}, standing
    if not isinstance(entry, Mapping):
        return own, {"errors": ["BAD_SHAPE"]}, standing
    if "adjust" in entry:
        return own, *_adjust(end, standing, entry)
    under = _own_rules(ruleset, own, entry.get("ruleset"))
    if under is None:
        return own, {"errors": ["BAD_SHAPE"]}, standing
    content = {key: value for key, value in entry.items() if key != "ruleset"}
    return under, *_round(under, end, standing, content)


def _own_rules(ruleset: Ruleset, last: Ruleset, own: object) -> Ruleset | None:
    """The rules of an entry; None where its document is none of this game."""
    if own is None:
        return ruleset
    if isinstance(own, Ruleset):
        return own
    for known in (last, ruleset):
        if own == known.document:
            return known
    try:
        loaded = load(own)  # type: ignore[arg-type]
    except InvalidRuleset:
        return None
    return loaded if loaded.game == ruleset.game else None


def _round(
    ruleset: Ruleset, end: End, standing: Standing, entry: Mapping[str, Any]
) -> tuple[dict[str, Any], Standing]:
    game, number = GAMES[ruleset.game], standing.played + 1
    judged = game.judge(ruleset, entry)
    errors = set(judged.errors)
    if judged.sides != len(standing.totals):
        errors.add("SIDES_COUNT")
    if errors:
        return {"errors": sorted(errors)}, standing
    totals = _sum(standing.totals, judged.totals)
    answer = {
        "round": number,
        "first_meld": game.minimums(ruleset, standing.totals, number),
        "totals": list(judged.totals),
    }
    return answer, _judged(end, Standing(totals, number), judged.out)


def _adjust(
    end: End, standing: Standing, entry: Mapping[str, Any]
) -> tuple[dict[str, Any], Standing]:
    points, errors = _adjustment(entry, len(standing.totals))
    if errors:
        return {"errors": sorted(errors)}, standing
    moved = replace(standing, totals=_sum(standing.totals, points))
    return {"adjust": list(points)}, _judged(end, moved, frozenset())


def _adjustment(entry: Mapping[str, Any], sides: int) -> tuple[tuple[int, ...], set[str]]:
    raw = entry["adjust"]
    errors = {"UNKNOWN_FIELD" for key in entry if key not in ("adjust", "note", "ruleset")}
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


def _judged(end: End, standing: Standing, out: frozenset[int]) -> Standing:
    """The standing with the end judged: who wins, or that nobody does yet."""
    if not end.reached(standing.totals, standing.played):
        return standing
    best = max(standing.totals)
    leaders = [side for side, total in enumerate(standing.totals) if total == best]
    if len(leaders) > 1 and end.tie == "went_out":
        leaders = [side for side in leaders if side in out]
    if len(leaders) == 1:
        return replace(standing, finished=True, winner=leaders[0])
    return replace(standing, finished=end.tie == "draw")


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
