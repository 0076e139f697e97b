"""A usual round to start from: two pairs, the first goes out."""

from typing import Any

BURRACO_OUT = {"melded": {"high": 20}, "hand": {"low": 2}, "canastras": {"clean": 1}}
PLAIN = {"melded": {"high": 10}, "hand": {"low": 3}}
TAKEN = {"morto": "taken"}
OUT = {"out": "normal"}


def sheet(first: Any = None, second: Any = None, **round_: Any) -> dict[str, Any]:
    """A valid round of tranca, with what a test changes of its sides and of itself.

    Values of None are as good as unsaid.
    """
    out = {
        "melded": {"card": 30},
        "hand": {"card": 4},
        "canastras": {"clean": 1},
        "morto": "taken",
        "out": "normal",
    }
    other = {
        "melded": {"card": 20},
        "hand": {"card": 5},
        "canastras": {"dirty": 1},
        "morto": "taken",
    }
    sides = [{**out, **(first or {})}, {**other, **(second or {})}]
    return {"end": "out", "players_per_side": 2, "sides": sides, **round_}


def cards(first: Any, second: Any, **round_: Any) -> dict[str, Any]:
    """A round of any game: only what is said."""
    return {"end": "out", "players_per_side": 2, "sides": [first, second], **round_}
