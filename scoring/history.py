"""The log in words: who did what, when, and what it changed."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring import figures
from scoring.models import Event, Match, Round, Seat


@dataclass
class ActView:
    """One act as people read it; `changes` say what was before and what came after."""

    event: Event
    words: str
    undone: bool
    changes: list[str]


def acts(match: Match, events: Iterable[Event]) -> list[ActView]:
    """Return acts in words, in the order given."""
    slots = _slots(match)
    events = list(events)
    moved = any("seat" in event.after for event in events if event.kind != "start")
    seated = _seated(match) if moved else {}
    undone = set(match.events.filter(kind="undo").values_list("undoes", flat=True))
    return [
        ActView(event, event_words(event), event.version in undone, _changes(event, slots, seated))
        for event in events
    ]


def _slots(match: Match) -> dict[str, str]:
    """What people call each slot now: the round by its place among those that count."""
    named, place = {}, 0
    game = match.ruleset.rules.game
    for pk, kind, state in match.rounds.values_list("pk", "kind", "state"):
        counts = kind == Round.Kind.ROUND and state == Round.State.COUNTS
        place += counts
        named[str(pk)] = slot_title(game, kind, place if counts else None)
    return named


def slot_title(game: str, kind: str, ordinal: int | None) -> str:
    """Return "Round 3", "Hand 3", "Adjustment"; without an ordinal the slot does not count."""
    if kind == Round.Kind.ADJUST:
        return gettext("Adjustment")
    if kind == Round.Kind.CALL:
        return gettext("Call")
    if game == "truco":
        return gettext("Hand %(n)s") % {"n": ordinal} if ordinal else gettext("Hand")
    return gettext("Round %(n)s") % {"n": ordinal} if ordinal else gettext("Round")


def _seated(match: Match) -> dict[str, str]:
    """Who sits in each seat."""
    seats = Seat.objects.filter(side__match=match).select_related("player__same_as")
    return {str(seat.pk): str(seat.player.person) for seat in seats}


def _moves(event: Event, seated: dict[str, str]) -> list[str]:
    """Who sat down and who got up; at the start all did."""
    if event.kind == "start":
        return []
    said = {
        True: gettext("%(name)s sits down"),
        False: gettext("%(name)s gets up"),
    }
    moved = event.after.get("seat", {})
    return [
        said[columns["to_round"] is None] % {"name": seated[key]}
        for key, columns in moved.items()
        if "to_round" in columns
    ]


def _changes(event: Event, slots: dict[str, str], seated: dict[str, str]) -> list[str]:
    before, after = event.before.get("round", {}), event.after.get("round", {})
    said = []
    for key, columns in after.items():
        if "points" in columns:
            was, now = before.get(key, {}).get("points"), columns["points"]
            change = f"{_points(was)} → {_points(now)}" if key in before else _points(now)
            said.append(f"{slots[key]}: {change}")
    return said + _moves(event, seated)


def _points(points: list[int] | None) -> str:
    if points is None:
        return gettext("nothing")
    return " × ".join(figures.show(n, signed=True) for n in points)


def event_words(event: Event) -> str:
    """Return what an act was, in a few words."""
    words = {
        "start": gettext("Match started"),
        "round": gettext("Round saved"),
        "insert": gettext("Forgotten round added"),
        "correct": gettext("Round corrected"),
        "void": gettext("Round taken out"),
        "swap": gettext("Sides of a round swapped"),
        "put_back": gettext("Round put back"),
        "adjust": gettext("Adjustment"),
        "settings": gettext("Table changed"),
        "finish": gettext("Match finished"),
        "put_away": gettext("Match put away"),
        "forfeit": gettext("A side gave up"),
        "resume": gettext("Match resumed"),
        "end": gettext("Target changed"),
        "rules": gettext("Moved to other rules"),
        "void_rest": gettext("Rounds after the end taken out"),
        "undo": gettext("Undone"),
        "delete": gettext("Match deleted"),
        "restore": gettext("Match brought back"),
        "move": gettext("Moved here from another group"),
    }
    return words[event.kind]
