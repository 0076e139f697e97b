"""The rules of a melds game (tranca, buraco, burraco, canasta) as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import gcd

from rules.ruleset import Ruleset

ALWAYS, GOING_OUT, NEVER = "always", "going_out", "never"
AS_NOT_TAKEN, CARDS, CARDS_AND_PENALTY = "as_not_taken", "cards", "cards_and_penalty"
NEGATE, ZERO, KEEP = "negate", "zero", "keep"


@dataclass(frozen=True)
class CardClass:
    """Cards of one value: what one is worth melded and in hand, and how many the pack has."""

    key: str
    ranks: tuple[str, ...]
    points: int
    hand_points: int
    meldable: str
    copies: int


@dataclass(frozen=True)
class Deck:
    """The pack: 52 cards a pack and the jokers in all."""

    packs: int
    jokers: int
    classes: tuple[CardClass, ...]

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return 52 * self.packs + self.jokers


@dataclass(frozen=True)
class Needed:
    """So many canastras, of some kinds (`among` names them all, spelled out)."""

    count: int
    kinds: tuple[str, ...] | None
    clean: bool
    among: tuple[str, ...]

    def met(self, canastras: Mapping[str, int]) -> bool:
        """Whether these canastras are enough."""
        return sum(canastras.get(kind, 0) for kind in self.among) >= self.count


@dataclass(frozen=True)
class Condition:
    """So many canastras; None where any meld at all is enough."""

    canastras: Needed | None


@dataclass(frozen=True)
class Honour:
    """Cards worth a table by their number, such as red threes."""

    key: str
    ranks: tuple[str, ...]
    totals: tuple[int, ...]
    counts_if: Condition | None
    otherwise: str
    copies: int


@dataclass(frozen=True)
class Canastra:
    """A kind of canastra."""

    key: str
    points: int
    min_cards: int
    clean: bool


@dataclass(frozen=True)
class CountBonus:
    """Points for having so many canastras."""

    at_least: int
    points: int


@dataclass(frozen=True)
class MeldedIf:
    """What becomes of melded cards while a condition fails."""

    condition: Condition
    otherwise: str
    canastra_points: str


@dataclass(frozen=True)
class Requires:
    """What going out needs: the morto (true, false or "if_left"), and canastras."""

    morto: bool | str
    canastras: tuple[Needed, ...]


@dataclass(frozen=True)
class GoingOut:
    """Going out: points by manner, what it needs, the manners that need nothing."""

    points: Mapping[str, int] = field(hash=False)
    requires: Requires
    waived_by: tuple[str, ...]


@dataclass(frozen=True)
class Mortos:
    """The spare hands: one of `size` a side, or those of `sizes` in all."""

    size: int | None
    sizes: tuple[int, ...]
    not_taken: int
    taken_unused: str
    to_stock: bool

    def set_out(self, sides: int) -> tuple[int, ...]:
        """The sizes of the mortos dealt to `sides` sides, smallest first."""
        return tuple(sorted(self.sizes)) if self.size is None else (self.size,) * sides


@dataclass(frozen=True)
class Extra:
    """Any other countable item, a bonus or a penalty."""

    key: str
    points: int
    max_per_side: int


@dataclass(frozen=True)
class Step:
    """From this score or round on this minimum; from None is from the very bottom."""

    from_: int | None
    minimum: int | str


@dataclass(frozen=True)
class FirstMeld:
    """The least a side's first meld of a round must be worth."""

    basis: str
    steps: tuple[Step, ...]

    def minimum(self, at: int) -> int | str | None:
        """The minimum that holds at this score or in this round, None where there is none."""
        held: int | str | None = None
        for step in self.steps:
            if step.from_ is None or step.from_ <= at:
                held = step.minimum
        return held


@dataclass(frozen=True, kw_only=True)
class Melds(Ruleset):
    """A ruleset of the melds game."""

    deck: Deck
    honours: tuple[Honour, ...]
    canastras: tuple[Canastra, ...]
    canastra_count_bonuses: tuple[CountBonus, ...]
    melded_if: MeldedIf | None
    going_out: GoingOut
    mortos: Mortos | None
    extras: tuple[Extra, ...]
    first_meld: FirstMeld | None

    @cached_property
    def classes(self) -> Mapping[str, CardClass]:
        """The classes by key."""
        return {item.key: item for item in self.deck.classes}

    @cached_property
    def kinds(self) -> Mapping[str, Canastra]:
        """The kinds of canastra by key."""
        return {item.key: item for item in self.canastras}

    @cached_property
    def honours_by_key(self) -> Mapping[str, Honour]:
        """The honours by key."""
        return {item.key: item for item in self.honours}

    @cached_property
    def extras_by_key(self) -> Mapping[str, Extra]:
        """The extras by key."""
        return {item.key: item for item in self.extras}

    @cached_property
    def grain(self) -> int:
        """The step of card points: the greatest common divisor of the classes' points."""
        return gcd(*(item.points for item in self.deck.classes))

    @cached_property
    def cheapest(self) -> int:
        """What the cheapest card that may always be melded is worth."""
        return min(item.points for item in self.deck.classes if item.meldable == ALWAYS)

    @cached_property
    def worth(self) -> int:
        """All cards of the pack together, each at the larger of its two values."""
        return sum(max(c.points, c.hand_points) * c.copies for c in self.deck.classes)
