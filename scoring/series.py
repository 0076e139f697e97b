"""The legs of a series, as a page shows them."""

from collections import Counter
from typing import Any

from players.models import User
from scoring import actions
from scoring.board import Board, side_views
from scoring.forms import first_to
from scoring.models import Match


def series_view(match: Match, view: Board) -> dict[str, Any] | None:
    """Return what each side has won and who has won the series; None for a match alone."""
    if match.series is None:
        return None
    won = actions.legs_won(match.series)
    winner = actions.decided(match.series, won)
    return {
        "leg": match.leg,
        "goal": first_to(match.series.wins) if match.series.wins else "",
        "won": [{"side": side, "legs": won[side.position]} for side in view.sides],
        "winner": None if winner is None else view.sides[winner],
    }


def evening(match: Match, view: Board, viewer: User) -> list[dict[str, Any]]:
    """Return how many matches each side has won this night, among those of the same sides; nothing
    while there is only this one."""
    tonight = Match.objects.present().filter(group=match.group_id, night=match.night)
    names = [side.name for side in view.sides]
    won: Counter[int] = Counter()
    for other in tonight.exclude(winner=None).select_related("ruleset__group").with_sides():
        if [side.name for side in side_views(other, other.sides.all(), viewer)] == names:
            won[other.winner] += 1
    if won.total() < 2:
        return []
    return [{"side": side, "won": won[side.position]} for side in view.sides]
