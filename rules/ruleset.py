"""What every ruleset has, whatever its game: the frozen values a document becomes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

HIGHEST, LOWEST = "highest", "lowest"


@dataclass(frozen=True)
class End:
    """When a match ends, and what equal best totals mean (contract: `end`)."""

    mode: str
    target: int | None
    at: str
    rounds: int | None
    tie: str
    offers: tuple[int, ...]

    def reached(self, totals: tuple[int, ...], played: int) -> bool:
        """Whether a match with these totals after `played` rounds can end."""
        if self.mode == "rounds":
            return self.rounds is not None and played >= self.rounds
        if self.mode == "target" and self.target is not None:
            target = self.target + (self.at == "pass")
            return any(total >= target for total in totals)
        return False

    def verdict(
        self,
        totals: tuple[int, ...],
        played: int,
        out: frozenset[int] = frozenset(),
        wins: str = HIGHEST,
    ) -> tuple[bool, int | None]:
        """Whether a match is over at these totals, and who won it; `out` just went out."""
        if not self.reached(totals, played):
            return False, None
        best = min(totals) if wins == LOWEST else max(totals)
        leaders = [side for side, total in enumerate(totals) if total == best]
        if len(leaders) > 1 and self.tie == "went_out":
            leaders = [side for side in leaders if side in out]
        if len(leaders) == 1:
            return True, leaders[0]
        return self.tie == "draw", None


@dataclass(frozen=True)
class Legs:
    """A series: how many legs a side must win."""

    wins: int


@dataclass(frozen=True)
class Text:
    """The document's own words in one language."""

    name: str
    line: str
    words: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """One set of rules, loaded; `document` is the plain table it was read from."""

    id: str
    name: str
    game: str
    sides: tuple[int, ...]
    players_per_side: tuple[int, ...]
    end: End
    legs: Legs | None
    texts: Mapping[str, Text] = field(hash=False)
    play: Mapping[str, object] = field(hash=False)
    sources: tuple[str, ...]
    assumptions: tuple[str, ...]
    document: dict[str, object] = field(hash=False, repr=False)
    # What this table calls things, whatever the language; no document says it.
    words: Mapping[str, str] = field(default_factory=dict, hash=False)
    wins: str = HIGHEST

    @property
    def offers(self) -> tuple[int, ...]:
        """The targets a table may pick from; they score nothing."""
        return self.end.offers
