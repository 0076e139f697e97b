"""Where the mortos of a round are: taken, turned into stock, or still face down."""

from rules.melds.reading import TAKEN, TAKEN_UNUSED, TOTALLED, Round, Side
from rules.melds.ruleset import Melds


def takers(round_: Round) -> tuple[Side, ...]:
    """The sides that took a morto, played or not."""
    return tuple(side for side in round_.counted if side.morto in (TAKEN, TAKEN_UNUSED))


def set_out(ruleset: Melds, round_: Round) -> tuple[int, ...]:
    """The sizes of the mortos dealt, smallest first."""
    return () if ruleset.mortos is None else ruleset.mortos.set_out(len(round_.sides))


def face_down(ruleset: Melds, round_: Round) -> int:
    """How many mortos still lie face down; none where a side is only a total, as nobody can say."""
    if any(side.form == TOTALLED for side in round_.sides):
        return 0
    gone = len(takers(round_)) + round_.mortos_to_stock
    return max(0, len(set_out(ruleset, round_)) - gone)


def locked_cards(ruleset: Melds, round_: Round) -> int:
    """The fewest cards that the mortos still face down can hold."""
    return sum(set_out(ruleset, round_)[: face_down(ruleset, round_)])
