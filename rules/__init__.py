"""The rules of card games: documents in, answers out. Everything public stands here.

The package is pure Python of the standard library; nobody imports from inside it.
"""

from rules.checking import Fault, InvalidRuleset
from rules.codes import CODES, ERRORS, EVENT_ERRORS, WARNINGS
from rules.command import answer
from rules.games import draft, score
from rules.loading import canonical, load, validate
from rules.match import dealer, ends_deal, play, starter
from rules.options import (
    GROUPS,
    NOT_EDITABLE,
    PLAY,
    Line,
    Option,
    PlayOption,
    Variation,
    difference,
    field_of,
    flatten,
    lines,
    option_of,
    options_of,
    unflatten,
    variations,
)
from rules.presets import preset, presets
from rules.ruleset import End, Legs, Ruleset, Text
from rules.truco.offers import envido_points, flor_points, truco_offers
from rules.vocabulary import WORDS

__all__ = [
    "CODES",
    "ERRORS",
    "EVENT_ERRORS",
    "GROUPS",
    "NOT_EDITABLE",
    "PLAY",
    "WARNINGS",
    "WORDS",
    "End",
    "Fault",
    "InvalidRuleset",
    "Legs",
    "Line",
    "Option",
    "PlayOption",
    "Ruleset",
    "Text",
    "Variation",
    "answer",
    "canonical",
    "dealer",
    "difference",
    "draft",
    "ends_deal",
    "envido_points",
    "field_of",
    "flatten",
    "flor_points",
    "lines",
    "load",
    "option_of",
    "options_of",
    "play",
    "preset",
    "presets",
    "score",
    "starter",
    "truco_offers",
    "unflatten",
    "validate",
    "variations",
]
