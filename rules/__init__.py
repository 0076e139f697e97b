"""The rules of card games: documents in, answers out. Everything public stands here.

The package is pure Python of the standard library; nobody imports from inside it.
"""

from rules.checking import Fault, InvalidRuleset
from rules.codes import CODES, ERRORS, EVENT_ERRORS, WARNINGS
from rules.command import answer
from rules.games import draft, score
from rules.loading import canonical, load, validate
from rules.match import dealer, ends_deal, play, starter
from rules.options import PLAY, PlayOption
from rules.presets import preset, presets
from rules.ruleset import End, Legs, Ruleset, Text
from rules.truco.offers import envido_points, flor_points, truco_offers
from rules.vocabulary import WORDS

__all__ = [
    "CODES",
    "ERRORS",
    "EVENT_ERRORS",
    "PLAY",
    "WARNINGS",
    "WORDS",
    "End",
    "Fault",
    "InvalidRuleset",
    "Legs",
    "PlayOption",
    "Ruleset",
    "Text",
    "answer",
    "canonical",
    "dealer",
    "draft",
    "ends_deal",
    "envido_points",
    "flor_points",
    "load",
    "play",
    "preset",
    "presets",
    "score",
    "starter",
    "truco_offers",
    "validate",
]
