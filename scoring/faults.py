"""What is wrong with a document, in sentences: each code of a fault has one."""

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop

FAULTS: Mapping[str, str] = {
    "too_deep": gettext_noop("This is nested too deep to be rules."),
    "wrong_type": gettext_noop("Something else is needed here."),
    "missing": gettext_noop("This is still missing."),
    "out_of_bounds": gettext_noop("This number is too small or too large."),
    "empty": gettext_noop("At least one is needed here."),
    "not_allowed": gettext_noop("This does not go here, or not together with the rest."),
    "bad_key": gettext_noop("This is no key: small letters, digits and _ only."),
    "unknown_key": gettext_noop("The rules know nothing of this name here."),
    "twice": gettext_noop("There is one like this already."),
    "not_rising": gettext_noop("Each must be above the one before it."),
    "calls": gettext_noop("One word for each step of a hand’s worth, please."),
    "not_below_target": gettext_noop("The mark must be below the target."),
    "unknown_kind": gettext_noop("This asks for a kind that is not in the list of kinds."),
    "unknown_manner": gettext_noop("This names a way of going out that has no points here."),
    "no_morto": gettext_noop("There is nothing set aside in these rules to ask for."),
    "nothing_meldable": gettext_noop("At least one class of cards must always be laid."),
    "totals": gettext_noop(
        "One number for each count of these cards: for none (0), for one, and so on up to all."
    ),
    "rank_twice": gettext_noop("This card is in two places, or threes both whole and by colour."),
    "rank_missing": gettext_noop("Some cards of the pack have no place yet."),
    # What is found before the rules look at a file.
    "too_big": gettext_noop("This file is too big to be rules."),
    "no_json": gettext_noop("This is no file of rules: it could not be read."),
    "too_many": gettext_noop("These are too many."),
    "too_long": gettext_noop("This text is too long."),
    "bad_text": gettext_noop("This holds characters that cannot be shown."),
    "unknown_preset": gettext_noop("These rules descend from a game that is not known here."),
}


def sentence(code: str) -> str:
    """Return the sentence for the code of a fault."""
    return gettext(FAULTS[code])
