"""Checks of mortos and of going out."""

from collections.abc import Iterator

from rules.judgement import Problem
from rules.melds import mortos, reading
from rules.melds.reading import Round, Side
from rules.melds.ruleset import AS_NOT_TAKEN, Melds


def morto_over(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """More mortos taken and turned into stock than were set out."""
    takers = mortos.takers(round_)
    if ruleset.mortos is None:
        return
    if len(takers) + round_.mortos_to_stock > len(mortos.set_out(ruleset, round_)):
        yield from (Problem("MORTO_OVER", side.index, "morto") for side in takers)
        if not takers:
            yield Problem("MORTO_OVER", None, "mortos_to_stock")


def morto_to_stock(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """A morto turned into stock where the rules have no such thing."""
    allowed = ruleset.mortos is not None and ruleset.mortos.to_stock
    if round_.mortos_to_stock > 0 and not allowed:
        yield Problem("MORTO_TO_STOCK_NOT_IN_RULES", None, "mortos_to_stock")


def morto_still_out(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """The stock ended the round although a morto could have become the stock."""
    to_stock = ruleset.mortos is not None and ruleset.mortos.to_stock
    if round_.end == reading.STOCK and to_stock and mortos.face_down(ruleset, round_):
        yield Problem("MORTO_STILL_OUT", None, "mortos_to_stock")


def unused_morto(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """Cards of an unplayed morto where there is none, or not as many as a morto has."""
    for side in round_.counted:
        unused = side.morto == reading.TAKEN_UNUSED
        if side.unused_morto.holds_any and not unused and not side.morto_refused:
            yield Problem("UNUSED_MORTO_STRAY", side.index, "unused_morto")
        if unused and round_.end != reading.STOPPED and _wrong_size(ruleset, round_, side):
            yield Problem("UNUSED_MORTO_SIZE", side.index, "unused_morto")


def _wrong_size(ruleset: Melds, round_: Round, side: Side) -> bool:
    pile = side.unused_morto
    if ruleset.mortos is None or pile.refused or pile.points is not None:
        return False
    if not pile.said and ruleset.mortos.taken_unused == AS_NOT_TAKEN:
        return False
    # Honours found in the morto were laid among the side's honours: any of them may be its own.
    most = pile.cards + sum(side.honours.values())
    return not any(pile.cards <= size <= most for size in mortos.set_out(ruleset, round_))


def how_it_ended(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """Who went out against how the round ended."""
    out = [side.index for side in round_.sides if side.out]
    if round_.end == reading.OUT and not out:
        yield Problem("NOBODY_WENT_OUT", None, "end")
    for index in out:
        if len(out) > 1:
            yield Problem("TWO_WENT_OUT", index, "out")
        if round_.end in (reading.STOCK, reading.STOPPED):
            yield Problem("OUT_ON_STOCK_END", index, "out")


def going_out(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """What a side that went out had to have, and what it may not have."""
    for side in round_.counted:
        if side.out and side.morto == reading.TAKEN_UNUSED:
            yield Problem("OUT_MORTO_UNUSED", side.index, "out")
        if side.manner is None:
            continue
        if side.manner not in ruleset.going_out.waived_by:
            yield from _required(ruleset, round_, side)
        if round_.players[side.index] == 1 and side.hand.holds_any:
            yield Problem("OUT_HAND_NOT_EMPTY", side.index, "hand")


def _required(ruleset: Melds, round_: Round, side: Side) -> Iterator[Problem]:
    requires = ruleset.going_out.requires
    asked = requires.morto
    if asked == "if_left":
        asked = mortos.face_down(ruleset, round_) > 0
    if asked and side.morto not in (reading.TAKEN, reading.TAKEN_UNUSED):
        yield Problem("OUT_NO_MORTO", side.index, "out")
    if not all(needed.met(side.canastras) for needed in requires.canastras):
        yield Problem("OUT_NO_CANASTRA", side.index, "out")


CHECKS = (
    morto_over,
    morto_to_stock,
    morto_still_out,
    unused_morto,
    how_it_ended,
    going_out,
)
