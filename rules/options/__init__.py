"""What of a ruleset a table may change, declared once each: the editor, the rule sheet and every
difference are made from it."""

from rules.options.declared import Option
from rules.options.flat import flatten, unflatten
from rules.options.lines import Line, difference, field_of, lines
from rules.options.play import PLAY, PLAY_BY_KEY, PlayOption, read_play
from rules.options.table import GROUPS, NOT_EDITABLE, OPTIONS, option_of, options_of
from rules.options.variations import VARIATIONS, Variation, variations

__all__ = [
    "GROUPS",
    "NOT_EDITABLE",
    "OPTIONS",
    "PLAY",
    "PLAY_BY_KEY",
    "VARIATIONS",
    "Line",
    "Option",
    "PlayOption",
    "Variation",
    "difference",
    "field_of",
    "flatten",
    "lines",
    "option_of",
    "options_of",
    "read_play",
    "unflatten",
    "variations",
]
