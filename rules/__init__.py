"""The rules of card games: documents in, answers out. Everything public stands here.

The package is pure Python of the standard library; nobody imports from inside it.
"""

from rules.checking import Fault, InvalidRuleset
from rules.codes import CODES, ERRORS, WARNINGS
from rules.command import answer
from rules.games import draft, score
from rules.loading import canonical, load, validate
from rules.match import dealer, play, starter
from rules.options import PLAY, PlayOption
from rules.presets import preset, presets
from rules.ruleset import End, Legs, Ruleset, Text
from rules.vocabulary import WORDS

__all__ = [
    "CODES",
    "ERRORS",
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
    "load",
    "play",
    "preset",
    "presets",
    "score",
    "starter",
    "validate",
]
