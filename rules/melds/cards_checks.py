"""Checks of cards and points against the pack and against each other."""

from collections.abc import Iterator

from rules.judgement import Problem
from rules.melds import reading
from rules.melds.lines import melded
from rules.melds.mortos import locked_cards
from rules.melds.reading import Round, Side
from rules.melds.ruleset import ALWAYS, GOING_OUT, NEVER, Melds


def class_over(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """More cards of a class, over all piles of all sides, than the pack has."""
    for item in ruleset.deck.classes:
        held = [
            (Problem("CLASS_OVER", side.index, f"{name}.{item.key}"), count)
            for side in round_.counted
            for name, pile in side.piles
            if (count := pile.counts.get(item.key))
        ]
        if sum(count for _, count in held) > item.copies:
            yield from (problem for problem, _ in held)


def deck_over(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """More cards in all than are in play: the pack without the mortos that lie face down."""
    piles = [
        (side.index, name, pile.cards)
        for side in round_.counted
        for name, pile in side.piles
        if pile.counts
    ]
    honours = [
        (side.index, f"honours.{key}", count)
        for side in round_.counted
        for key, count in side.honours.items()
    ]
    cards = sum(count for _, _, count in (*piles, *honours))
    if cards > max(0, ruleset.deck.cards - locked_cards(ruleset, round_)):
        yield from (Problem("DECK_OVER", index, name) for index, name, _ in piles or honours)


def points_over(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """Typed points that the whole pack could not make."""
    piles = [(side.index, name, pile) for side in round_.counted for name, pile in side.piles]
    typed = [(index, name) for index, name, pile in piles if pile.points is not None]
    if typed and sum(melded(ruleset, pile) for _, _, pile in piles) > ruleset.worth:
        yield from (Problem("POINTS_OVER", index, name) for index, name in typed)


def honour_over(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """More of an honour, over all sides, than the pack has."""
    for honour in ruleset.honours:
        held = [side for side in round_.counted if honour.key in side.honours]
        if sum(side.honours[honour.key] for side in held) > honour.copies:
            for side in held:
                yield Problem("HONOUR_OVER", side.index, f"honours.{honour.key}")


def extra_over(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """An extra more often than one side can have it."""
    for side in round_.counted:
        for extra in ruleset.extras:
            if side.extras.get(extra.key, 0) > extra.max_per_side:
                yield Problem("EXTRA_OVER", side.index, f"extras.{extra.key}")


def not_meldable(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """Cards on the table that may not lie there."""
    for side in round_.counted:
        for key in side.melded.counts:
            meldable = ruleset.classes[key].meldable
            if meldable == NEVER or (meldable == GOING_OUT and not side.out):
                yield Problem("NOT_MELDABLE", side.index, f"melded.{key}")


def canastra_cards(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """Fewer melded cards, or typed points, than the canastras of a side are made of."""
    for side in round_.counted:
        needed = sum(ruleset.kinds[key].min_cards * n for key, n in side.canastras.items())
        if side.melded.counted and _always_meldable(ruleset, side) < needed:
            yield Problem("CANASTRA_CARDS", side.index, "melded")
        points = side.melded.points
        if points is not None and points < needed * ruleset.cheapest:
            yield Problem("CANASTRA_POINTS", side.index, "melded")


def _always_meldable(ruleset: Melds, side: Side) -> int:
    counts = side.melded.counts.items()
    return sum(n for key, n in counts if ruleset.classes[key].meldable == ALWAYS)


def granularity(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """Typed points that no cards make."""
    for side in round_.counted:
        for name, pile in side.piles:
            if pile.points and ruleset.grain and pile.points % ruleset.grain:
                yield Problem("GRANULARITY", side.index, name)


def meld_too_small(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """One or two cards where a meld has three: in all, or of those laid only when going out."""
    for side in round_.counted:
        small = [side.melded.cards]
        if side.out:
            counts = side.melded.counts.items()
            last = GOING_OUT
            small += [n for key, n in counts if ruleset.classes[key].meldable == last]
        if any(0 < count < 3 for count in small):
            yield Problem("MELD_TOO_SMALL", side.index, "melded")


def hand_smaller_than_holders(ruleset: Melds, round_: Round) -> Iterator[Problem]:
    """A hand of fewer cards than players who must still hold one: most often a forgotten entry."""
    for side in round_.counted:
        players = round_.players[side.index]
        if players is None or not side.hand.said:
            continue
        holders = players - side.out - (side.morto == reading.TAKEN_UNUSED)
        few = side.hand.cards < holders if side.hand.counted else side.hand.points == 0
        if holders > 0 and few:
            yield Problem("HAND_SMALLER_THAN_HOLDERS", side.index, "hand")


CHECKS = (
    class_over,
    deck_over,
    honour_over,
    extra_over,
    not_meldable,
    canastra_cards,
    granularity,
    meld_too_small,
    hand_smaller_than_holders,
)
