"""Rounds that hardly can be, with their (code, side, field); and rounds nobody should ask about."""

from tests.rules.sheets import BURRACO_OUT, OUT, PLAIN, TAKEN, cards, sheet

WARNINGS = [
    (
        "points no cards make",
        "tranca",
        sheet({"melded": {"points": 305}}),
        [
            ("GRANULARITY", 0, "melded"),
        ],
    ),
    (
        "too few points for the canastras",
        "burraco_fibur",
        cards(
            {**BURRACO_OUT, **TAKEN, **OUT},
            {"melded": {"points": 60}, "hand": {"low": 3}, "canastras": {"dirty": 2}, **TAKEN},
        ),
        [
            ("CANASTRA_POINTS", 1, "melded"),
        ],
    ),
    (
        "a meld of two cards",
        "tranca",
        sheet(None, {"melded": {"card": 2}, "canastras": {}}),
        [
            ("MELD_TOO_SMALL", 1, "melded"),
        ],
    ),
    (
        "two black threes laid when going out",
        "tranca_club",
        cards(
            {**BURRACO_OUT, **TAKEN, **OUT, "melded": {"high": 20, "black_three": 2}},
            {**PLAIN, **TAKEN},
        ),
        [
            ("MELD_TOO_SMALL", 0, "melded"),
        ],
    ),
    (
        "an unplayed morto of nine",
        "tranca",
        sheet(
            None,
            {"morto": "taken_unused", "unused_morto": {"card": 9}},
        ),
        [
            ("UNUSED_MORTO_SIZE", 1, "unused_morto"),
        ],
    ),
    (
        "an unplayed morto of nine that counts nowhere",
        "buraco_thousand",
        cards(
            {**BURRACO_OUT, **TAKEN, **OUT},
            {**PLAIN, "morto": "taken_unused", "unused_morto": {"low": 9}},
        ),
        [
            ("UNUSED_MORTO_SIZE", 1, "unused_morto"),
        ],
    ),
    (
        "the stock ended beside a morto",
        "tranca",
        sheet(
            {"out": None},
            {"morto": "not_taken"},
            end="stock",
        ),
        [
            ("MORTO_STILL_OUT", None, "mortos_to_stock"),
        ],
    ),
    (
        "one card between two players",
        "tranca",
        sheet(None, {"hand": {"card": 1}}),
        [
            ("HAND_SMALLER_THAN_HOLDERS", 1, "hand"),
        ],
    ),
    (
        "players the rules do not list",
        "tranca",
        sheet(players_per_side=[2, 3]),
        [
            ("PLAYERS_COUNT", None, "players_per_side"),
        ],
    ),
    (
        "no players at all",
        "tranca",
        sheet(players_per_side=0),
        [
            ("PLAYERS_COUNT", None, "players_per_side"),
        ],
    ),
]

QUIET = [
    (
        "ten cards and a red three of the morto",
        "tranca",
        sheet(
            None,
            {
                "morto": "taken_unused",
                "unused_morto": {"card": 10},
                "honours": {"red_three": 1},
            },
        ),
    ),
    (
        "no cards of a morto that counts nowhere",
        "buraco_thousand",
        cards(
            {**BURRACO_OUT, **TAKEN, **OUT},
            {**PLAIN, "morto": "taken_unused"},
        ),
    ),
    (
        "stopped beside two mortos",
        "tranca",
        sheet(
            {"out": None, "morto": "not_taken"},
            {"morto": "not_taken"},
            end="stopped",
        ),
    ),
    (
        "nothing in hand of somebody whose players nobody knows",
        "tranca",
        sheet(
            None,
            {"hand": {}},
            players_per_side=None,
        ),
    ),
    (
        "beside a total no morto is face down",
        "tranca",
        {
            "end": "stock",
            "sides": [
                {"total": 300},
                {**PLAIN, "melded": {"card": 90}, "hand": {"card": 3}, "morto": "not_taken"},
            ],
        },
    ),
    (
        "a special hand needs no canasta",
        "canasta_modern_american",
        cards(
            {"melded": {"ace": 4}, "hand": {"low": 1}, "out": "special_pairs"},
            PLAIN,
        ),
    ),
]
