"""Every code of an answer: errors refuse a round, warnings are asked once and may be kept.

An event of truco is refused with one code, the first of its own that applies.
"""

ERRORS = frozenset(
    {
        "BAD_SHAPE",
        "UNKNOWN_FIELD",
        "UNKNOWN_CLASS",
        "UNKNOWN_KIND",
        "UNKNOWN_HONOUR",
        "UNKNOWN_EXTRA",
        "UNKNOWN_MORTO",
        "UNKNOWN_END",
        "UNKNOWN_OUT_MANNER",
        "NOT_INTEGER",
        "NEGATIVE_COUNT",
        "END_MISSING",
        "MELDED_MISSING",
        "HAND_MISSING",
        "MORTO_MISSING",
        "MIXED_PILE",
        "SIDES_COUNT",
        "CLASS_OVER",
        "DECK_OVER",
        "POINTS_OVER",
        "HONOUR_OVER",
        "EXTRA_OVER",
        "NOT_MELDABLE",
        "CANASTRA_CARDS",
        "NO_MORTO_IN_RULES",
        "MORTO_OVER",
        "MORTO_TO_STOCK_NOT_IN_RULES",
        "UNUSED_MORTO_STRAY",
        "OUT_MORTO_UNUSED",
        "TWO_WENT_OUT",
        "NOBODY_WENT_OUT",
        "OUT_ON_STOCK_END",
        "OUT_NO_MORTO",
        "OUT_NO_CANASTRA",
        "OUT_HAND_NOT_EMPTY",
        "BELOW_MINIMUM",
        "ABOVE_MAXIMUM",
        "MATCH_OVER",
    }
)
WARNINGS = frozenset(
    {
        "GRANULARITY",
        "CANASTRA_POINTS",
        "MELD_TOO_SMALL",
        "UNUSED_MORTO_SIZE",
        "MORTO_STILL_OUT",
        "HAND_SMALLER_THAN_HOLDERS",
        "PLAYERS_COUNT",
    }
)
CODES = ERRORS | WARNINGS
EVENT_ERRORS = (
    "MATCH_OVER",
    "UNKNOWN_EVENT",
    "WINNER_MISSING",
    "UNKNOWN_CALL",
    "NO_ENVIDO_IN_RULES",
    "NO_FLOR_IN_RULES",
    "ALL_TIED_HAS_A_WINNER",
    "RAISE_NOT_ALLOWED",
    "MARK_NOT_ACTIVE",
    "MARK_FOLD_SIDE",
    "NOT_IN_LADDER",
)
