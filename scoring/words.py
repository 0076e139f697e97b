"""What things are called at this table: the group's words first, then the ruleset's, then the
language's."""

from collections.abc import Sequence

from django.utils.translation import get_language, gettext, pgettext

import rules
from scoring.models import Side

# A side is told apart by name, shape and colour, always the three together.
SUITS = ("spade", "heart", "club", "diamond", "star", "disc")


def text(ruleset: rules.Ruleset, part: str) -> str:
    """Return the ruleset's `name` or `line` in the language of the page."""
    own = ruleset.texts.get(get_language() or "en") or ruleset.texts.get("en")
    return getattr(own, part, "") or (ruleset.name if part == "name" else "")


def word(ruleset: rules.Ruleset, key: str) -> str:
    """Return the word for a key of the rules: a kind of canastra, a class, `morto`, a manner."""
    own = ruleset.texts.get(get_language() or "en")
    held = ruleset.words.get(key) or (own.words.get(key) if own else None)
    return held or gettext(rules.WORDS.get(key) or key.replace("_", " "))


def inside(ruleset: rules.Ruleset, key: str) -> str:
    """Return the word as it stands within a sentence."""
    said = word(ruleset, key)
    return said[:1].lower() + said[1:]


def listed(names: Sequence[str]) -> str:
    """Return "Ana", "Ana and Bia", "Ana, Bia and Caio"."""
    if len(names) < 2:
        return "".join(names)
    first, last = ", ".join(names[:-1]), names[-1]
    return pgettext("list of names", "%(first)s and %(last)s") % {"first": first, "last": last}


def side_name(
    side: Side, players: Sequence[str], sides: int, own_phone: bool, team: str = ""
) -> str:
    """Return what a side is called on this phone.

    A typed name wins, then that of the team they are, then the people who sit there. "Us" and
    "Them" are said only to the phone that began the match: on another one they would be the wrong
    way round.
    """
    if side.label:
        return side.label.text
    if team:
        return team
    if players:
        return listed(players)
    return (default_names(sides) if own_phone else suit_names())[side.position]


def default_names(sides: int) -> tuple[str, ...]:
    """What the sides are called on the phone that begins the match."""
    return (gettext("Us"), gettext("Them")) if sides == 2 else suit_names()[:sides]


def suit_names() -> tuple[str, ...]:
    """The names of the six shapes, in the order of the sides."""
    return (
        pgettext("side", "Spades"),
        pgettext("side", "Hearts"),
        pgettext("side", "Clubs"),
        pgettext("side", "Diamonds"),
        pgettext("side", "Stars"),
        pgettext("side", "Discs"),
    )
