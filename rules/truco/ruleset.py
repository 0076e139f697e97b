"""The rules of truco as frozen values."""

from dataclasses import dataclass

from rules.ruleset import End, Ruleset

VOID, LEADER = "void", "leader"
MATCH_IF_MALAS, LEADER_HALF = "match_if_malas", "leader_half"
ENVIDO, REAL, FALTA = "envido", "real", "falta"


@dataclass(frozen=True)
class Mark:
    """The score at which a side must choose: play for more, or give the hand away.

    Both sides on it play an iron hand.
    """

    at: int
    played: int
    fold: int
    both: int


@dataclass(frozen=True)
class Envido:
    """What envido and real envido are worth, and how falta envido is read."""

    envido: int
    real: int
    falta: str


@dataclass(frozen=True)
class Flor:
    """What a flor is worth alone, against another, and raised."""

    single: int
    matched: int
    contraflor: int
    contraflor_declined: int


@dataclass(frozen=True, kw_only=True)
class Truco(Ruleset):
    """A ruleset of truco: what a hand is worth, a word for each step, and the special hands."""

    ladder: tuple[int, ...]
    calls: tuple[str, ...]
    mark: Mark | None
    all_tied: str
    half: int | None
    envido: Envido | None
    flor: Flor | None

    def target(self, end: End) -> int:
        """The target of a match that ends so; there is none without."""
        return end.target or 0

    def mark_at(self, end: End) -> int | None:
        """Where the mark stands: another target moves it along."""
        if self.mark is None:
            return None
        return self.mark.at + self.target(end) - self.target(self.end)
