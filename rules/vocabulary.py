"""Keys to words, in English, to be translated where they are shown.

One flat table, as a document's own `words` are: a page says the group's word for a key, else the
document's, else this one.
"""

from collections.abc import Mapping

from rules.translation import gettext_noop as _

THINGS: Mapping[str, str] = {
    "canastra": _("Canastra"),
    "canastras": _("Canastras"),
    "morto": _("Morto"),
    "mortos": _("Mortos"),
    "honours": _("Threes"),
    "extras": _("Extras"),
}
CANASTRAS: Mapping[str, str] = {
    "clean": _("Clean canastra"),
    "dirty": _("Dirty canastra"),
    "semi_clean": _("Semi-clean canastra"),
    "ace_to_king": _("Canastra from ace to king"),
    "ace_to_king_dirty": _("Dirty canastra from ace to king"),
    "ace_to_ace": _("Canastra from ace to ace"),
    "super": _("Super canastra"),
    "super_dirty": _("Dirty super canastra"),
    "wild": _("Canastra of wild cards"),
    "wild_twos": _("Canastra of twos"),
    "wild_4jokers": _("Canastra with four jokers"),
    "sevens": _("Canastra of sevens"),
    "aces": _("Canastra of aces"),
    "sequence": _("Canastra in sequence"),
    "clean_trump": _("Clean canastra in trumps"),
    "dirty_trump": _("Dirty canastra in trumps"),
    "full_clean": _("Clean full run"),
    "full_dirty": _("Dirty full run"),
    "full_clean_trump": _("Clean full run in trumps"),
    "full_dirty_trump": _("Dirty full run in trumps"),
}
CLASSES: Mapping[str, str] = {
    "card": _("Cards"),
    "joker": _("Jokers"),
    "two": _("Twos"),
    "ace": _("Aces"),
    "high": _("High cards"),
    "low": _("Low cards"),
    "black_three": _("Black threes"),
    "red_three": _("Red threes"),
}
MANNERS: Mapping[str, str] = {
    "normal": _("Went out"),
    "concealed": _("Went out concealed"),
    "hidden": _("Went out with nothing laid before"),
    "hidden_from_hand": _("Went out straight from the deal"),
    "special_straight": _("Special hand: straight"),
    "special_pairs": _("Special hand: pairs"),
    "special_pairs_wild": _("Special hand: pairs with wild cards"),
    "special_garbage": _("Special hand: garbage"),
}
EXTRAS: Mapping[str, str] = {
    "exact_cut": _("Exact cut"),
    "four_black_threes_out": _("Four black threes when going out"),
    "incomplete_aces": _("Aces begun and not completed"),
    "incomplete_sevens": _("Sevens begun and not completed"),
    "incomplete_wild": _("Wild cards begun and not completed"),
    "red_three_in_hand": _("Red three kept in hand"),
    "short_sequence": _("Sequence of fewer than five cards"),
    "three_aces_in_hand": _("Three aces kept in hand"),
    "three_sevens_in_hand": _("Three sevens kept in hand"),
}
LINES: Mapping[str, str] = {
    "melded": _("Cards on the table"),
    "canastra_count": _("Number of canastras"),
    "going_out": _("Going out"),
    "unused_morto": _("Cards of the unplayed morto"),
    "hand": _("Cards in hand"),
    "adjustment": _("Adjustment"),
    "total": _("Total"),
}
STATES: Mapping[str, str] = {
    "taken": _("Taken"),
    "not_taken": _("Not taken"),
    "taken_unused": _("Taken, not played"),
    "out": _("Somebody went out"),
    "stock": _("The stock ran out"),
    "stopped": _("The round was stopped"),
    "any_canastra": _("Any canastra"),
    "clean_canastra": _("A clean canastra"),
}
# What a hand of truco is called stands in the ruleset's own `calls`; these are words around it.
TRUCO: Mapping[str, str] = {
    "deal": _("Hand"),
    "deals": _("Hands"),
    "played": _("Played"),
    "fold": _("Ran"),
    "all_tied": _("All tied"),
    "mark": _("Hand on the mark"),
    "mark_played": _("Played on the mark"),
    "mark_fold": _("Given away on the mark"),
    "iron": _("Iron hand"),
    "adjust": _("Tento"),
    "malas": _("Malas"),
    "buenas": _("Buenas"),
    "envido": _("Envido"),
    "real": _("Real envido"),
    "falta": _("Falta envido"),
    "flor": _("Flor"),
    "single": _("Flor alone"),
    "matched": _("Flor against flor"),
    "contraflor": _("Contraflor"),
    "contraflor_declined": _("Contraflor refused"),
}
TALLY: Mapping[str, str] = {
    "points": _("Points"),
    "leg": _("Leg"),
    "legs": _("Legs"),
    "series": _("Series"),
}

WORDS: Mapping[str, str] = {
    **THINGS,
    **CANASTRAS,
    **CLASSES,
    **MANNERS,
    **EXTRAS,
    **LINES,
    **STATES,
    **TRUCO,
    **TALLY,
}
