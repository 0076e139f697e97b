"""The rules answer in codes; here each code has its sentence."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop

import rules
from scoring import figures, words

SENTENCES = {
    "BAD_SHAPE": gettext_noop("This could not be read."),
    "UNKNOWN_FIELD": gettext_noop("These rules do not know this."),
    "UNKNOWN_CLASS": gettext_noop("These rules do not know this card."),
    "UNKNOWN_KIND": gettext_noop("These rules do not know this kind."),
    "UNKNOWN_HONOUR": gettext_noop("These rules do not know this card."),
    "UNKNOWN_EXTRA": gettext_noop("These rules do not know this."),
    "UNKNOWN_MORTO": gettext_noop("These rules do not know this."),
    "UNKNOWN_END": gettext_noop("Say how the round ended."),
    "UNKNOWN_OUT_MANNER": gettext_noop("These rules do not know this way of going out."),
    "END_MISSING": gettext_noop("Say how the round ended."),
    "MELDED_MISSING": gettext_noop("What is on the table? 0 if nothing is."),
    "HAND_MISSING": gettext_noop("What is left in hand? 0 if nothing is."),
    "MORTO_MISSING": gettext_noop("Say what became of the %(morto)s."),
    "MIXED_PILE": gettext_noop("Either points or cards, not both."),
    "SIDES_COUNT": gettext_noop("These rules are not for this number of sides."),
    "CLASS_OVER": gettext_noop("More of these than the pack holds."),
    "DECK_OVER": gettext_noop("More cards than were in play."),
    "POINTS_OVER": gettext_noop("More points than the whole pack is worth."),
    "HONOUR_OVER": gettext_noop("More of these than the pack holds."),
    "EXTRA_OVER": gettext_noop("More than a side can have."),
    "NOT_MELDABLE": gettext_noop("These cannot lie on the table."),
    "CANASTRA_CARDS": gettext_noop("Too few cards on the table for so many %(canastras)s."),
    "NO_MORTO_IN_RULES": gettext_noop("This game has no %(morto)s."),
    "MORTO_OVER": gettext_noop("More %(mortos)s taken than were set out."),
    "MORTO_TO_STOCK_NOT_IN_RULES": gettext_noop(
        "In these rules the %(morto)s does not become the stock."
    ),
    "UNUSED_MORTO_STRAY": gettext_noop("Only for a %(morto)s taken and not played."),
    "OUT_MORTO_UNUSED": gettext_noop("Whoever went out played the %(morto)s."),
    "TWO_WENT_OUT": gettext_noop("Only one side goes out."),
    "NOBODY_WENT_OUT": gettext_noop("Say who went out."),
    "OUT_ON_STOCK_END": gettext_noop("Nobody goes out when the stock runs out."),
    "OUT_NO_MORTO": gettext_noop(
        "Going out needs the %(morto)s. If your table allowed it, choose “stopped” and add the "
        "points as an adjustment."
    ),
    "OUT_NO_CANASTRA": gettext_noop(
        "Not enough %(canastras)s to go out. If your table allowed it, choose “stopped” and add "
        "the points as an adjustment."
    ),
    "OUT_HAND_NOT_EMPTY": gettext_noop("Whoever went out alone holds nothing: 0."),
    "NOT_INTEGER": gettext_noop("A whole number, please: digits only, at most a million."),
    "NEGATIVE_COUNT": gettext_noop("This cannot be less than 0."),
    "BELOW_MINIMUM": gettext_noop("Less than this game allows."),
    "ABOVE_MAXIMUM": gettext_noop("More than this game allows."),
    "ONE_SIDE": gettext_noop("One side at a time, please."),
    "UNKNOWN_EVENT": gettext_noop("This game does not know this."),
    "WINNER_MISSING": gettext_noop("Who won it?"),
    "UNKNOWN_CALL": gettext_noop("These calls do not go together."),
    "NO_ENVIDO_IN_RULES": gettext_noop("These rules have no envido."),
    "NO_FLOR_IN_RULES": gettext_noop("These rules have no flor."),
    "ALL_TIED_HAS_A_WINNER": gettext_noop("In these rules a hand tied throughout has a winner."),
    "RAISE_NOT_ALLOWED": gettext_noop("Nobody raises in this hand."),
    "MARK_NOT_ACTIVE": gettext_noop("Nobody stands on the mark here."),
    "MARK_FOLD_SIDE": gettext_noop("Only the side on the mark can give it."),
    "NOT_IN_LADDER": gettext_noop("What was the hand worth?"),
    "MATCH_OVER": gettext_noop("This match is over."),
    "NOTHING_TO_RESUME": gettext_noop("There is nothing to take up again."),
    "NO_TARGET": gettext_noop("This match is not played to a target."),
    "OTHER_GAME": gettext_noop("These rules are of another game, or for other sides."),
    "ROUNDS_DO_NOT_FIT": gettext_noop("Some rounds would not be valid under these rules."),
    "GRANULARITY": gettext_noop("Not a multiple of %(step)s. Right?"),
    "CANASTRA_POINTS": gettext_noop("That is little for so many %(canastras)s. Right?"),
    "MELD_TOO_SMALL": gettext_noop("A meld has three cards at least. Right?"),
    "UNUSED_MORTO_SIZE": gettext_noop("A whole %(morto)s has %(size)s cards. Right?"),
    "MORTO_STILL_OUT": gettext_noop(
        "A %(morto)s was left: did it become the stock before the end?"
    ),
    "HAND_SMALLER_THAN_HOLDERS": gettext_noop("Was nobody left with a card?"),
    "PLAYERS_COUNT": gettext_noop("Unusual number of players for these rules. Right?"),
}


def sentence(code: str, ruleset: rules.Ruleset) -> str:
    """Return the sentence for a code of the rules, in the words of this table."""
    return capfirst(gettext(SENTENCES[code]) % vocabulary(ruleset))


def vocabulary(ruleset: rules.Ruleset) -> Mapping[str, Any]:
    """The words and figures the sentences speak of."""
    if ruleset.game != "melds":
        return {"step": figures.show(getattr(ruleset, "step", None) or 1)}
    sizes = sorted(set(ruleset.mortos.set_out(1))) if ruleset.mortos else []
    return {
        "morto": words.inside(ruleset, "morto"),
        "mortos": words.inside(ruleset, "mortos"),
        "canastras": words.inside(ruleset, "canastras"),
        "size": " / ".join(map(str, sizes)),
        "step": figures.show(ruleset.grain),
    }


def by_place(
    problems: Sequence[Mapping[str, Any]], ruleset: rules.Ruleset
) -> dict[tuple[int | None, str], dict[str, list[str]]]:
    """Sort what `rules.draft` found by (side, field); each has its `bad` and `ask` sentences."""
    found: dict[tuple[int | None, str], dict[str, list[str]]] = {}
    for problem in problems:
        kind = "ask" if problem["code"] in rules.WARNINGS else "bad"
        place = found.setdefault((problem["side"], problem["field"]), {"bad": [], "ask": []})
        said = sentence(problem["code"], ruleset)
        if said not in place[kind]:
            place[kind].append(said)
    return found
