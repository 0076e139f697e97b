"""The table of what may be changed, in the order in which a person reads it."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from rules.options.common import COMMON, PLAY_OPTIONS
from rules.options.declared import Option
from rules.options.melds import MELDS
from rules.options.other import TALLY, TRUCO
from rules.translation import gettext_noop as _

GROUPS: Mapping[str, str] = {
    "cards": _("The pack and what its cards are worth"),
    "canastras": _("Canastras"),
    "honours": _("Threes and other cards apart"),
    "melded": _("Cards on the table"),
    "out": _("Going out"),
    "morto": _("Morto"),
    "first_meld": _("Minimum to lay down"),
    "extras": _("Anything else that counts"),
    "hand": _("What a hand is worth"),
    "mark": _("The hand on the mark"),
    "envido": _("Envido and flor"),
    "points": _("Points"),
    "end": _("The end"),
    "table": _("Who plays"),
    "play": _("What is agreed and scores nothing"),
}
# What stays as it is, and why.
NOT_EDITABLE: Mapping[str, str] = {
    "format": _("The number of the language that documents are written in."),
    "game": _("Another game begins with another preset."),
    "id": _("The preset these rules come from: statistics go by it."),
    "name": _("A group names its rules where it keeps them."),
    "texts": _("The words of a group are in its settings."),
    "sources": _("Where the preset's rules come from."),
    "assumptions": _("What the preset's sources leave open."),
}
BY_GAME: Mapping[str, tuple[Option, ...]] = {
    "melds": (*MELDS, *COMMON, *PLAY_OPTIONS),
    "truco": (*TRUCO, *COMMON, *PLAY_OPTIONS),
    "tally": (*TALLY, *COMMON, *PLAY_OPTIONS),
}
OPTIONS: tuple[Option, ...] = (*MELDS, *TRUCO, *TALLY, *COMMON, *PLAY_OPTIONS)


def options_of(game: str) -> tuple[Option, ...]:
    """Return what may be changed in rules of this game, in the order of the page."""
    return BY_GAME[game]


def option_of(game: str, path: str) -> Option | None:
    """Return the option that the field of this path belongs to, None where there is none."""
    return placed(game, path)[1]


@lru_cache(maxsize=4096)
def placed(game: str, path: str) -> tuple[int, Option | None, str]:
    """Return where in the order of the page a field or line stands, its option, and the path of
    its line; −1 and None where no option is meant."""
    for order, option in enumerate(BY_GAME[game]):
        match = _pattern(option).fullmatch(path)
        if match:
            return order, option, match["stem"]
    return -1, None, path


@cache
def _pattern(option: Option) -> re.Pattern[str]:
    stem = re.escape(option.path).replace(r"\*", "[^.]+")
    ends = "|".join(f"\\.{part}" if part else "" for part in option.parts)
    return re.compile(f"(?P<stem>{stem})(?:{ends})?")
