"""What a side scores, line by line (contract 3); a total is the sum of its lines."""

from collections.abc import Iterator

from rules.melds import reading
from rules.melds.piles import Pile
from rules.melds.reading import Side
from rules.melds.ruleset import AS_NOT_TAKEN, CARDS, KEEP, NEGATE, Condition, Melds

Line = tuple[str, int]


def lines(ruleset: Melds, side: Side) -> list[Line]:
    """The lines of one side, in the contract's order. What could not be read counts nothing."""
    if side.form == reading.UNREADABLE:
        return []
    if side.form == reading.TOTALLED:
        return [("total", side.total), *_adjustments(side)]
    return [
        *_melded(ruleset, side),
        *_canastra_count(ruleset, side),
        *_honours(ruleset, side),
        *_going_out(ruleset, side),
        *_morto(ruleset, side),
        ("hand", -held(ruleset, side.hand)),
        *_extras(ruleset, side),
        *_adjustments(side),
    ]


def melded(ruleset: Melds, pile: Pile) -> int:
    """What a pile is worth on the table, in points ≥ 0 unless the rules say otherwise."""
    if pile.points is not None:
        return pile.points
    return sum(ruleset.classes[key].points * count for key, count in pile.counts.items())


def held(ruleset: Melds, pile: Pile) -> int:
    """What a pile costs in hand, as a number to take off."""
    if pile.points is not None:
        return pile.points
    return sum(ruleset.classes[key].hand_points * count for key, count in pile.counts.items())


def fulfilled(condition: Condition, side: Side) -> bool:
    """Whether a side meets a condition of the rules."""
    if condition.canastras is None:
        return side.melded.holds_any
    return condition.canastras.met(side.canastras)


def _otherwise(points: int, otherwise: str) -> int:
    return -points if otherwise == NEGATE else 0


def _melded(ruleset: Melds, side: Side) -> Iterator[Line]:
    points, canastras_count = melded(ruleset, side.melded), True
    rule = ruleset.melded_if
    if rule is not None and not fulfilled(rule.condition, side):
        points = _otherwise(points, rule.otherwise)
        canastras_count = rule.canastra_points == KEEP
    yield "melded", points
    for kind in ruleset.canastras:
        if count := side.canastras.get(kind.key):
            yield f"canastra:{kind.key}", count * kind.points if canastras_count else 0


def _canastra_count(ruleset: Melds, side: Side) -> Iterator[Line]:
    count = sum(side.canastras.values())
    for bonus in ruleset.canastra_count_bonuses:
        if count >= bonus.at_least:
            yield f"canastra_count:{bonus.at_least}", bonus.points


def _honours(ruleset: Melds, side: Side) -> Iterator[Line]:
    for honour in ruleset.honours:
        count = side.honours.get(honour.key)
        if not count:
            continue
        points = honour.totals[min(count, honour.copies)]
        if honour.counts_if is not None and not fulfilled(honour.counts_if, side):
            points = _otherwise(points, honour.otherwise)
        yield f"honour:{honour.key}", points


def _going_out(ruleset: Melds, side: Side) -> Iterator[Line]:
    if side.manner is not None:
        yield "going_out", ruleset.going_out.points[side.manner]


def _morto(ruleset: Melds, side: Side) -> Iterator[Line]:
    mortos = ruleset.mortos
    if mortos is None or side.morto in (None, reading.TAKEN):
        return
    unused = side.morto == reading.TAKEN_UNUSED
    if not unused or mortos.taken_unused != CARDS:
        yield "morto", mortos.not_taken
    if unused and mortos.taken_unused != AS_NOT_TAKEN:
        yield "unused_morto", -held(ruleset, side.unused_morto)


def _extras(ruleset: Melds, side: Side) -> Iterator[Line]:
    for extra in ruleset.extras:
        if count := side.extras.get(extra.key):
            yield f"extra:{extra.key}", count * extra.points


def _adjustments(side: Side) -> Iterator[Line]:
    return (("adjustment", points) for points in side.adjustments)
