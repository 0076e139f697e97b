"""The events of a truco match: what each pays, or the first thing wrong with it (contract 5)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.figures import whole
from rules.judgement import Standing
from rules.ruleset import End
from rules.truco.ruleset import LEADER, Truco
from rules.truco.table import FLORES, NORMAL, OVER, Table, known_calls

HAND, ENVIDO, FLOR, ADJUST = "hand", "envido", "flor", "adjust"
PLAYED, FOLD, ALL_TIED, IRON = "played", "fold", "all_tied", "iron"
MARK_PLAYED, MARK_FOLD = "mark_played", "mark_fold"
HOWS = (PLAYED, FOLD, ALL_TIED, MARK_PLAYED, MARK_FOLD, IRON)
MAY_BE_TIED = (MARK_PLAYED, IRON)

Event = Mapping[str, Any]


def take(
    ruleset: Truco, end: End, standing: Standing, event: object
) -> tuple[dict[str, Any], Standing]:
    """The answer to one event (any JSON at all), and where the match stands after it."""
    told = event if isinstance(event, Mapping) else {}
    table = Table(ruleset, end, standing.totals)
    error = "MATCH_OVER" if standing.finished else _error(table, told)
    if error:
        return {"error": error, "score": list(standing.totals)}, standing
    points, to = _points(table, told), whole(told.get("winner"))
    score = tuple(n + (points if side == to else 0) for side, n in enumerate(standing.totals))
    finished, winner = end.verdict(score, standing.played)
    after = replace(standing, totals=score, finished=finished, winner=winner)
    answer = {"points": points, "to": to, "score": list(score)}
    return answer | _coming(Table(ruleset, end, score), after), after


def _coming(table: Table, standing: Standing) -> dict[str, Any]:
    """What an answer says of the hand to come, where the rules have anything to say."""
    found: dict[str, Any] = {}
    if table.halves:
        found["stage"] = table.halves
    if table.ruleset.mark:
        found["next"] = OVER if standing.finished else table.next
    if standing.finished:
        found["winner"] = standing.winner
    return found


def _error(table: Table, event: Event) -> str | None:
    return next((code for code, applies in CHECKS.items() if applies(table, event)), None)


def _points(table: Table, event: Event) -> int:
    """What an event that has no error pays its winner."""
    if event["type"] == ADJUST:
        return whole(event["points"]) or 0
    if event["type"] == FLOR:
        return int(getattr(table.ruleset.flor, event["call"]))
    winner = whole(event.get("winner"))
    if winner is None:
        return 0
    if event["type"] == ENVIDO:
        return table.envido(event["calls"], event["accepted"], winner)
    return _hand(table.ruleset, event)


def _hand(ruleset: Truco, event: Event) -> int:
    mark, how = ruleset.mark, event["how"]
    if how == FOLD:
        return ruleset.ladder[ruleset.ladder.index(event["offered"]) - 1]
    if mark is None or how == PLAYED:
        return whole(event["value"]) or 0
    return {MARK_PLAYED: mark.played, MARK_FOLD: mark.fold, IRON: mark.both}[how]


def _unknown_event(table: Table, event: Event) -> bool:
    kind = event.get("type")
    if kind == ADJUST:
        return whole(event.get("points")) is None
    return kind not in (ENVIDO, FLOR) and (kind != HAND or event.get("how") not in HOWS)


def _winner_missing(table: Table, event: Event) -> bool:
    how, winner = _how(event), event.get("winner")
    tied = how == ALL_TIED or (how in MAY_BE_TIED and winner is None)
    return not tied and whole(winner) not in (0, 1)


def _unknown_call(table: Table, event: Event) -> bool:
    if event["type"] == ENVIDO and table.ruleset.envido:
        return not known_calls(event.get("calls")) or not isinstance(event.get("accepted"), bool)
    return event["type"] == FLOR and bool(table.ruleset.flor) and event.get("call") not in FLORES


def _all_tied(table: Table, event: Event) -> bool:
    leads = table.ruleset.all_tied == LEADER
    return _how(event) == ALL_TIED and (leads or event.get("winner") is not None)


def _mark_not_active(table: Table, event: Event) -> bool:
    if _how(event) == IRON:
        return not table.iron
    return _how(event) in (MARK_PLAYED, MARK_FOLD) and table.marked is None


def _not_in_ladder(table: Table, event: Event) -> bool:
    ladder = table.ruleset.ladder
    if _how(event) == PLAYED:
        return whole(event.get("value")) not in ladder
    return _how(event) == FOLD and whole(event.get("offered")) not in ladder[1:]


def _how(event: Event) -> object:
    """How a hand ended; None for what is no hand."""
    return event.get("how") if event.get("type") == HAND else None


# In the order they are asked: an answer says the first that applies.
CHECKS: Mapping[str, Callable[[Table, Event], bool]] = {
    "UNKNOWN_EVENT": _unknown_event,
    "WINNER_MISSING": _winner_missing,
    "UNKNOWN_CALL": _unknown_call,
    "NO_ENVIDO_IN_RULES": lambda table, event: (
        event["type"] == ENVIDO and table.ruleset.envido is None
    ),
    "NO_FLOR_IN_RULES": lambda table, event: event["type"] == FLOR and table.ruleset.flor is None,
    "ALL_TIED_HAS_A_WINNER": _all_tied,
    "RAISE_NOT_ALLOWED": lambda table, event: (
        _how(event) in (PLAYED, FOLD) and table.next != NORMAL
    ),
    "MARK_NOT_ACTIVE": _mark_not_active,
    "MARK_FOLD_SIDE": lambda table, event: (
        _how(event) == MARK_FOLD and whole(event.get("winner")) == table.marked
    ),
    "NOT_IN_LADDER": _not_in_ladder,
}
