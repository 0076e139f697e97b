"""Rounds that cannot be, with every (code, side, field) of the answer; None is the round."""

from tests.rules.sheets import BURRACO_OUT, OUT, PLAIN, TAKEN, cards, sheet

ERRORS = [
    (
        "a round that is none",
        "tranca",
        [],
        [
            ("END_MISSING", None, "end"),
            ("BAD_SHAPE", None, "sides"),
            ("SIDES_COUNT", None, "sides"),
        ],
    ),
    (
        "sides that are none",
        "tranca",
        {"end": "stopped", "sides": {"0": {}}},
        [
            ("BAD_SHAPE", None, "sides"),
            ("SIDES_COUNT", None, "sides"),
        ],
    ),
    (
        "one side where two play",
        "tranca",
        {"end": "out", "sides": [sheet()["sides"][0]]},
        [
            ("SIDES_COUNT", None, "sides"),
        ],
    ),
    (
        "players of three sides",
        "tranca",
        sheet(players_per_side=[2, 2, 2]),
        [
            ("SIDES_COUNT", None, "players_per_side"),
        ],
    ),
    (
        "a side that is none",
        "tranca",
        {"end": "stopped", "sides": [7, sheet()["sides"][1]]},
        [
            ("BAD_SHAPE", 0, ""),
        ],
    ),
    (
        "lists that are none",
        "tranca",
        sheet({"canastras": [1], "honours": 2}, {"extras": "x"}),
        [
            ("BAD_SHAPE", 0, "canastras"),
            ("BAD_SHAPE", 0, "honours"),
            ("OUT_NO_CANASTRA", 0, "out"),
            ("BAD_SHAPE", 1, "extras"),
        ],
    ),
    (
        "piles that are none",
        "tranca",
        sheet(None, {"melded": 300, "hand": [1]}),
        [
            ("BAD_SHAPE", 1, "hand"),
            ("BAD_SHAPE", 1, "melded"),
        ],
    ),
    (
        "adjustments that are none",
        "tranca",
        sheet({"adjustments": 5}, {"adjustments": [5]}),
        [
            ("BAD_SHAPE", 0, "adjustments"),
            ("BAD_SHAPE", 1, "adjustments.0"),
        ],
    ),
    (
        "a note that is no text",
        "tranca",
        sheet({"adjustments": [{"note": 5, "points": 5}]}),
        [
            ("BAD_SHAPE", 0, "adjustments.0.note"),
        ],
    ),
    (
        "fields nobody knows",
        "tranca",
        sheet({"meld": 1}, {"adjustments": [{"point": 5}]}, when=1),
        [
            ("UNKNOWN_FIELD", None, "when"),
            ("UNKNOWN_FIELD", 0, "meld"),
            ("UNKNOWN_FIELD", 1, "adjustments.0.point"),
            ("NOT_INTEGER", 1, "adjustments.0.points"),
        ],
    ),
    (
        "a total beside cards",
        "tranca",
        sheet({"total": 500}),
        [
            ("UNKNOWN_FIELD", 0, "canastras"),
            ("UNKNOWN_FIELD", 0, "hand"),
            ("UNKNOWN_FIELD", 0, "melded"),
            ("UNKNOWN_FIELD", 0, "morto"),
        ],
    ),
    (
        "words nobody knows",
        "tranca",
        sheet(
            {"melded": {"card": 30, "joker": 1}, "canastras": {"clean": 1, "pure": 1}},
            {"honours": {"blue_three": 1}, "extras": {"cut": 1}},
        ),
        [
            ("UNKNOWN_KIND", 0, "canastras.pure"),
            ("UNKNOWN_CLASS", 0, "melded.joker"),
            ("UNKNOWN_EXTRA", 1, "extras.cut"),
            ("UNKNOWN_HONOUR", 1, "honours.blue_three"),
        ],
    ),
    ("an end nobody knows", "tranca", sheet(end="time"), [("UNKNOWN_END", None, "end")]),
    ("an end that is no word", "tranca", sheet(end=["out"]), [("UNKNOWN_END", None, "end")]),
    (
        "a morto word nobody knows",
        "tranca",
        sheet(None, {"morto": ["taken"]}),
        [
            ("UNKNOWN_MORTO", 1, "morto"),
        ],
    ),
    (
        "an unknown manner asks for nothing",
        "tranca",
        sheet(
            {"out": "flying", "canastras": {}, "morto": "not_taken"},
            players_per_side=1,
        ),
        [
            ("UNKNOWN_OUT_MANNER", 0, "out"),
        ],
    ),
    (
        "an unknown manner of a total",
        "tranca",
        sheet(
            {
                "total": 5,
                "out": 7,
                "melded": None,
                "hand": None,
                "canastras": None,
                "morto": None,
            }
        ),
        [
            ("UNKNOWN_OUT_MANNER", 0, "out"),
        ],
    ),
    (
        "figures that are none",
        "tranca",
        sheet(
            {"melded": {"card": "30"}, "hand": {"points": 1.5}, "canastras": {}},
            {"honours": {"red_three": True}, "canastras": {"dirty": None}},
            mortos_to_stock=float("nan"),
        ),
        [
            ("NOT_INTEGER", None, "mortos_to_stock"),
            ("HAND_SMALLER_THAN_HOLDERS", 0, "hand"),
            ("NOT_INTEGER", 0, "hand.points"),
            ("NOT_INTEGER", 0, "melded.card"),
            ("OUT_NO_CANASTRA", 0, "out"),
            ("NOT_INTEGER", 1, "canastras.dirty"),
            ("NOT_INTEGER", 1, "honours.red_three"),
        ],
    ),
    (
        "a total beyond a million",
        "tranca",
        {"sides": [{"total": 1_000_001}, {"total": -5}]},
        [
            ("NOT_INTEGER", 0, "total"),
        ],
    ),
    (
        "figures below nothing",
        "tranca",
        sheet(
            {"melded": {"card": 30}, "honours": {"red_three": -1}},
            mortos_to_stock=-1,
        ),
        [
            ("NEGATIVE_COUNT", None, "mortos_to_stock"),
            ("NEGATIVE_COUNT", 0, "honours.red_three"),
        ],
    ),
    (
        "a sheet with nothing on it",
        "tranca",
        {"sides": [{}, {}]},
        [
            ("END_MISSING", None, "end"),
            *(
                (code, side, field)
                for side in (0, 1)
                for code, field in (
                    ("HAND_MISSING", "hand"),
                    ("MELDED_MISSING", "melded"),
                    ("MORTO_MISSING", "morto"),
                )
            ),
        ],
    ),
    (
        "points beside cards",
        "tranca",
        sheet({"hand": {"points": 40, "card": 4}}),
        [
            ("MIXED_PILE", 0, "hand"),
        ],
    ),
    (
        "a class over all piles",
        "tranca",
        sheet(
            {"hand": {"card": 4, "black_three": 3}},
            {"hand": {"card": 5, "black_three": 2}},
        ),
        [
            ("CLASS_OVER", 0, "hand.black_three"),
            ("CLASS_OVER", 1, "hand.black_three"),
        ],
    ),
    (
        "cards that lie in a morto nobody took",
        "tranca",
        sheet(
            {"melded": {"card": 60}},
            {"melded": {"card": 25}, "morto": "not_taken"},
        ),
        [
            ("DECK_OVER", 0, "hand"),
            ("DECK_OVER", 0, "melded"),
            ("DECK_OVER", 1, "hand"),
            ("DECK_OVER", 1, "melded"),
        ],
    ),
    (
        "honours alone over the pack",
        "tranca",
        {
            "end": "stopped",
            "sides": [{"melded": {}, "hand": {}, "morto": "taken", "honours": {"red_three": 105}}]
            * 2,
        },
        [
            ("DECK_OVER", 0, "honours.red_three"),
            ("HONOUR_OVER", 0, "honours.red_three"),
            ("DECK_OVER", 1, "honours.red_three"),
            ("HONOUR_OVER", 1, "honours.red_three"),
        ],
    ),
    (
        "more typed points than the pack",
        "tranca",
        sheet(
            {"melded": {"points": 800}},
            {"hand": {"points": 10}},
        ),
        [
            ("POINTS_OVER", 0, "melded"),
            ("POINTS_OVER", 1, "hand"),
        ],
    ),
    (
        "five red threes",
        "tranca",
        sheet(
            {"honours": {"red_three": 3}},
            {
                "honours": {"red_three": 2},
            },
        ),
        [
            ("HONOUR_OVER", 0, "honours.red_three"),
            ("HONOUR_OVER", 1, "honours.red_three"),
        ],
    ),
    (
        "a penalty more often than it can be",
        "brazilian_canasta",
        cards(
            {"melded": {"high": 20}, "hand": {"low": 1}, "canastras": {"sequence": 2}, **OUT},
            {**PLAIN, "extras": {"short_sequence": 10}},
        ),
        [
            ("EXTRA_OVER", 1, "extras.short_sequence"),
        ],
    ),
    (
        "cards that may not lie there",
        "tranca",
        sheet({"melded": {"card": 30, "black_three": 1}}),
        [
            ("NOT_MELDABLE", 0, "melded.black_three"),
        ],
    ),
    (
        "cards only the side that goes out may lay",
        "tranca_club",
        cards(
            {**BURRACO_OUT, **TAKEN, **OUT},
            {"melded": {"high": 9, "black_three": 3}, "hand": {"low": 3}, **TAKEN},
        ),
        [
            ("NOT_MELDABLE", 1, "melded.black_three"),
        ],
    ),
    (
        "more canastras than cards",
        "tranca",
        sheet(None, {"canastras": {"dirty": 3}}),
        [
            ("CANASTRA_CARDS", 1, "melded"),
        ],
    ),
    (
        "a morto where the rules have none",
        "canasta",
        cards(
            {**BURRACO_OUT, **OUT, "morto": "taken_unused", "unused_morto": {"low": 3}},
            PLAIN,
        ),
        [
            ("NO_MORTO_IN_RULES", 0, "morto"),
        ],
    ),
    (
        "a morto turned into stock where the rules have none",
        "canasta",
        cards(
            {**BURRACO_OUT, **OUT},
            PLAIN,
            mortos_to_stock=1,
        ),
        [
            ("MORTO_TO_STOCK_NOT_IN_RULES", None, "mortos_to_stock"),
        ],
    ),
    (
        "both mortos taken and one in the stock",
        "tranca",
        sheet(mortos_to_stock=1),
        [
            ("MORTO_OVER", 0, "morto"),
            ("MORTO_OVER", 1, "morto"),
        ],
    ),
    (
        "three mortos in the stock of two",
        "tranca",
        sheet(
            {"out": None, "morto": "not_taken"},
            {"morto": "not_taken"},
            end="stock",
            mortos_to_stock=3,
        ),
        [
            ("MORTO_OVER", None, "mortos_to_stock"),
        ],
    ),
    (
        "a pozzetto never becomes the stock",
        "burraco_fibur",
        cards(
            {**BURRACO_OUT, **TAKEN, **OUT},
            {**PLAIN, "morto": "not_taken"},
            mortos_to_stock=1,
        ),
        [
            ("MORTO_TO_STOCK_NOT_IN_RULES", None, "mortos_to_stock"),
        ],
    ),
    (
        "an unplayed morto of a side that played it",
        "tranca",
        sheet(
            None,
            {"unused_morto": {"card": 11}},
        ),
        [
            ("UNUSED_MORTO_STRAY", 1, "unused_morto"),
        ],
    ),
    (
        "out with the morto unplayed",
        "tranca",
        sheet(
            {"morto": "taken_unused", "unused_morto": {"card": 11}},
        ),
        [
            ("OUT_MORTO_UNUSED", 0, "out"),
        ],
    ),
    (
        "both went out",
        "tranca",
        sheet(None, OUT),
        [
            ("TWO_WENT_OUT", 0, "out"),
            ("TWO_WENT_OUT", 1, "out"),
        ],
    ),
    ("nobody went out", "tranca", sheet({"out": None}), [("NOBODY_WENT_OUT", None, "end")]),
    (
        "out although the round was stopped",
        "tranca",
        sheet(end="stopped"),
        [
            ("OUT_ON_STOCK_END", 0, "out"),
        ],
    ),
    (
        "out with neither morto nor canastra",
        "tranca",
        sheet(
            {"canastras": {}, "morto": "not_taken"},
        ),
        [
            ("OUT_NO_CANASTRA", 0, "out"),
            ("OUT_NO_MORTO", 0, "out"),
        ],
    ),
    (
        "out with a morto nobody spoke of",
        "tranca",
        sheet({"morto": None}),
        [
            ("MORTO_MISSING", 0, "morto"),
            ("OUT_NO_MORTO", 0, "out"),
        ],
    ),
    (
        "out alone with cards in hand",
        "tranca",
        sheet(players_per_side=1),
        [
            ("OUT_HAND_NOT_EMPTY", 0, "hand"),
        ],
    ),
]
