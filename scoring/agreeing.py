"""Agree first: the few points on which tables of a game differ, with the answers of these rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

import rules
from scoring.models import Match
from scoring.rulerows import Row
from scoring.rulesheet import rows_of

CARDS = "cards"
MELDS = ("end", "out.requires", CARDS, "deck", "first_meld", "mortos.taken_unused", "play.sets")
PILE = ("play.two_in_place", "play.pile_taking")
TRUCO = ("end", "ladder", "all_tied", "play.raised_by")
MARK = ("mark.played", "play.partners_on_mark", "play.iron_hand")
# By the beginning of the preset's id, the longest that fits: rows of the sheet, in the order in
# which a table asks. The catalogue of rules says on which of them sources disagree.
POINTS: Mapping[str, tuple[str, ...]] = {
    "tranca": (*MELDS, *PILE, "honours.red_three"),
    "buraco": (*MELDS, *PILE, "melded_if"),
    "burraco": (*MELDS, *PILE, "play.last_card"),
    "truco": (*TRUCO, *MARK),
    "truco_argentino": (*TRUCO, "envido.falta", "flor"),
    "truco_gaucho": (*TRUCO, "envido.falta", "flor"),
    "cacheta": ("end", "play.runs", "play.sets", "play.cards_dealt"),
    "pife": ("end", "play.runs", "play.sets", "play.cards_dealt"),
    "sueca": ("end", "play.direction", "play.starts"),
}


@dataclass(frozen=True)
class Point:
    """One thing to agree on: what it is, and how it is in these rules."""

    key: str
    label: str
    answer: str


def points(ruleset: rules.Ruleset) -> list[Point]:
    """Return what a table should agree on before the first deal, in its words; [] for a game on
    which tables do not differ."""
    held = rows_of(ruleset)
    found = [_point(key, held, ruleset) for key in _keys(ruleset.id)]
    return [point for point in found if point]


def open_points(match: Match, may_score: bool) -> list[Point]:
    """Return what is left to agree on at a match: nothing once a round is played."""
    begun = match.last_number > 0 or match.state != Match.State.OPEN
    return [] if begun or not may_score else points(match.ruleset.rules)


def _keys(preset: str) -> tuple[str, ...]:
    fitting = [family for family in POINTS if f"{preset}_".startswith(f"{family}_")]
    return POINTS[max(fitting, key=len)] if fitting else ()


def _point(key: str, held: Mapping[str, Row], ruleset: rules.Ruleset) -> Point | None:
    if key == CARDS:
        worths = [row for name, row in held.items() if name.startswith("cards ")]
        said = [f"{row.label.text}: {row.pieces[0].text}" for row in worths]
        return Point(key, gettext("What cards are worth"), " · ".join(said)) if said else None
    row = held.get(key)
    if row is None:
        return None
    return Point(key, row.label.text, " · ".join(piece.text for piece in row.pieces))
