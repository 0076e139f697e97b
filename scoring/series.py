"""The legs of a series, as a page shows them."""

from typing import Any

from scoring import actions
from scoring.board import Board
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
