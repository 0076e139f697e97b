"""The events of truco as a table tells them."""

from typing import Any

Event = dict[str, Any]


def hand(how: str, winner: int | None = None, **said: Any) -> Event:
    """A hand that ended in any manner."""
    return {"type": "hand", "how": how, "winner": winner, **said}


def played(value: Any, winner: int | None) -> Event:
    """A hand played out for what it was worth."""
    return hand("played", winner, value=value)


def fold(offered: Any, winner: int | None) -> Event:
    """A raise to `offered` that the other side ran from."""
    return hand("fold", winner, offered=offered)


def envido(*calls: str, accepted: bool = True, winner: int | None = 0) -> Event:
    """Envido called so, and accepted or refused."""
    return {"type": "envido", "calls": list(calls), "accepted": accepted, "winner": winner}


def flor(call: str, winner: int | None = 0) -> Event:
    """A flor of this kind."""
    return {"type": "flor", "call": call, "winner": winner}


def tento(points: int, winner: int | None = 0) -> Event:
    """Points given or taken by the table."""
    return {"type": "adjust", "points": points, "winner": winner}
