"""The log in words: who did what, when, and what it changed."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring import figures
from scoring.models import Event, Match


@dataclass
class ActView:
    """One act as people read it; `changes` say what was before and what came after."""

    event: Event
    words: str
    undone: bool
    changes: list[str]


def acts(match: Match, events: Iterable[Event]) -> list[ActView]:
    """Return acts in words, in the order given."""
    numbers = {str(pk): n for pk, n in match.rounds.values_list("pk", "number")}
    undone = set(match.events.filter(kind="undo").values_list("undoes", flat=True))
    return [
        ActView(event, event_words(event), event.version in undone, _changes(event, numbers))
        for event in events
    ]


def _changes(event: Event, numbers: dict[str, int]) -> list[str]:
    before, after = event.before.get("round", {}), event.after.get("round", {})
    said = []
    for key, columns in after.items():
        if "points" in columns:
            was, now = before.get(key, {}).get("points"), columns["points"]
            slot = gettext("no. %(n)d") % {"n": numbers[key]}
            said.append(
                f"{slot}: {_points(was)} → {_points(now)}"
                if key in before
                else f"{slot}: {_points(now)}"
            )
    return said


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
        "void_rest": gettext("Rounds after the end taken out"),
        "undo": gettext("Undone"),
        "delete": gettext("Match deleted"),
        "restore": gettext("Match brought back"),
    }
    return words[event.kind]
