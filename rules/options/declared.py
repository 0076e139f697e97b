"""How a value that a table may change is declared."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.figures import LIMIT

# What a value is, and so how it is asked for and said.
FIGURE = "figure"  # points: a whole number of either sign
COUNT = "count"  # how many: a whole number from `low`
CHOICE = "choice"  # one of `choices`
FLAG = "flag"  # yes or no
SWITCH = "switch"  # whether a part of the rules is there at all
NUMBERS = "numbers"  # several whole numbers
WORDS = "words"  # several words
NOTES = "notes"  # several sentences
KEYS = "keys"  # which items there are, in their order
KINDS = "kinds"  # some of the manners of going out
PLACE = "place"  # where a rank of cards belongs
CONDITION = "condition"  # which canastras something asks for
STEP = "step"  # from which score which opening minimum
BONUS = "bonus"  # from how many canastras how many points

# The figures that one declared value of several parts is made of, by the end of their path.
PARTS: Mapping[str, tuple[str, ...]] = {
    CONDITION: ("what", "n", "kinds"),
    STEP: ("from", "what", "points"),
    BONUS: ("at_least", "points"),
}


@dataclass(frozen=True)
class Option:
    """One value, or one a listed item: `*` in the path stands for the item's key or place.

    `label` is what it is called, with the table's own words for `{item}`, `{morto}`, `{mortos}`,
    `{canastra}` and `{canastras}`; `help` is a sentence on what it does. `when` is the path of the
    switch under which it stands. `optional` may be left empty; `default` is what it begins with
    where nothing was said.
    """

    path: str
    label: str
    help: str
    kind: str
    group: str
    choices: Mapping[str, str] = field(default_factory=dict, hash=False)
    low: int = -LIMIT
    high: int = LIMIT
    when: str = ""
    optional: bool = False
    default: object = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The ends of the paths of its parts; one empty end where it is one figure."""
        return PARTS.get(self.kind, ("",))
