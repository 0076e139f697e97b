"""Figures, lists of counts and piles of a round: read, or noted as problems."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from rules.figures import whole
from rules.melds.ruleset import Melds

# Takes a code and the field it concerns.
Note = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that are counted: by class, or as points somebody added up."""

    said: bool = False
    refused: bool = False
    points: int | None = None
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def cards(self) -> int:
        """How many cards were counted."""
        return sum(self.counts.values())

    @property
    def counted(self) -> bool:
        """Said, and said as cards."""
        return self.said and self.points is None

    @property
    def holds_any(self) -> bool:
        """Whether any card or point is in it."""
        return bool(self.points or self.cards)


NO_PILE = Pile()


def figure(value: object, field: str, note: Note, signed: bool = False) -> int:
    """The whole number that `value` is; 0, and noted, where it is none or below what may be."""
    number = whole(value)
    if number is None:
        note("NOT_INTEGER", field)
        return 0
    if number < 0 and not signed:
        note("NEGATIVE_COUNT", field)
        return 0
    return number


def read_pile(ruleset: Melds, value: object, name: str, note: Note, needed: bool = True) -> Pile:
    """The pile of a side under `name`: counts by class, or points alone."""
    if value is None:
        if needed:
            note(f"{name.upper()}_MISSING", name)
        return NO_PILE
    if not isinstance(value, Mapping):
        note("BAD_SHAPE", name)
        return Pile(refused=True)
    if "points" not in value:
        counts = read_counts(value, name, ruleset.classes, "UNKNOWN_CLASS", note)
        return Pile(said=True, counts=counts)
    if len(value) > 1:
        note("MIXED_PILE", name)
    return Pile(said=True, points=figure(value["points"], f"{name}.points", note))


def read_counts(
    value: object, name: str, known: Collection[str], unknown: str, note: Note
) -> dict[str, int]:
    """Counts above 0 of the keys `known`; `unknown` is the code for any other key."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        note("BAD_SHAPE", name)
        return {}
    found = {}
    for key, raw in value.items():
        if key not in known:
            note(unknown, f"{name}.{key}")
        elif number := figure(raw, f"{name}.{key}", note):
            found[key] = number
    return found
