"""Wins, draws and losses, and how sure a rate of wins is."""

from math import sqrt
from typing import NamedTuple

# Of the normal distribution, for 95 %.
Z = 1.959964


class Results(NamedTuple):
    """What somebody's matches came to."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def matches(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float:
        """The share of wins, a draw being half of one; 0 of no match."""
        return (self.wins + self.draws / 2) / self.matches if self.matches else 0.0

    @property
    def between(self) -> tuple[float, float]:
        """Where the rate is with 95 % (Wilson); anywhere where there is no match."""
        return wilson(self.rate, self.matches)

    def and_one(self, outcome: int) -> "Results":
        """Return the results with one more match: 1 won, 0 a draw, -1 lost."""
        wins, draws, losses = self
        return Results(wins + (outcome > 0), draws + (outcome == 0), losses + (outcome < 0))


def wilson(rate: float, matches: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate seen in so many matches."""
    if not matches:
        return 0.0, 1.0
    squared = Z * Z
    middle = rate + squared / (2 * matches)
    margin = Z * sqrt(rate * (1 - rate) / matches + squared / (4 * matches * matches))
    whole = 1 + squared / matches
    return max(0.0, (middle - margin) / whole), min(1.0, (middle + margin) / whole)
