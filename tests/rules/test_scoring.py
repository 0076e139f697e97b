"""Tables a player can check: for each preset what one side has, and the lines it scores."""

import pytest

import rules

RED = "honour:red_three"
SEVEN = {"melded": {"card": 7}}
RUN = {"melded": {"high": 7}}
OUT = {"out": "normal"}

TRANCA = [
    ({"melded": {"card": 12}}, {"melded": 120}),
    ({"hand": {"card": 3, "black_three": 1}}, {"hand": -40}),
    ({**SEVEN, "canastras": {"clean": 1}}, {"melded": 70, "canastra:clean": 200}),
    ({**SEVEN, "canastras": {"dirty": 1}}, {"melded": 70, "canastra:dirty": 100}),
    ({"melded": {"card": 14}, "canastras": {"dirty": 2}}, {"melded": 140, "canastra:dirty": 200}),
    (
        {**SEVEN, "canastras": {"dirty": 1}, "honours": {"red_three": 2}},
        {"melded": 70, "canastra:dirty": 100, RED: 200},
    ),
    ({"melded": {"card": 6}, "honours": {"red_three": 3}}, {"melded": 60, RED: -300}),
    ({"honours": {"red_three": 4}}, {RED: -400}),
    (
        {**SEVEN, "canastras": {"dirty": 1}, **OUT},
        {"melded": 70, "canastra:dirty": 100, "going_out": 100},
    ),
    ({"morto": "not_taken"}, {"morto": -100}),
    (
        {"morto": "taken_unused", "unused_morto": {"card": 10, "black_three": 1}},
        {"unused_morto": -110},
    ),
    ({"adjustments": [{"points": 50}, {"points": -20}]}, {"adjustment": 30}),
    ({"melded": {"points": 340}, "hand": {"points": 50}}, {"melded": 340, "hand": -50}),
]
JOKERS = [
    *TRANCA,
    ({"melded": {"joker": 1, "card": 2}, "hand": {"joker": 2}}, {"melded": 40, "hand": -40}),
]
COPAG = [*JOKERS, ({"melded": {"card": 3}, **OUT}, {"melded": 30, "going_out": 100})]


def buraco(joker, two, clean, dirty):
    """The lines all of buraco and burraco have, with the values that differ."""
    jokers = [({"hand": {"joker": 1}}, {"hand": -joker})] if joker else []
    return [
        *jokers,
        ({"melded": {"two": 3}}, {"melded": 3 * two}),
        ({"melded": {"ace": 3}}, {"melded": 45}),
        ({"melded": {"high": 4}}, {"melded": 40}),
        ({"melded": {"low": 4}}, {"melded": 20}),
        ({"hand": {"ace": 1, "high": 1, "low": 1}}, {"hand": -30}),
        ({**RUN, "canastras": {"clean": 1}}, {"melded": 70, "canastra:clean": clean}),
        (
            {**RUN, "canastras": {"clean": 1}, **OUT},
            {"melded": 70, "canastra:clean": clean, "going_out": 100},
        ),
        ({"morto": "not_taken"}, {"morto": -100}),
    ]


def dirty(points):
    return ({**RUN, "canastras": {"dirty": 1}}, {"melded": 70, "canastra:dirty": points})


def big(kind, cards, points):
    """A canastra of more than seven cards, all of them tens."""
    said = {"melded": {"high": cards}, "canastras": {kind: 1}}
    return (said, {"melded": 10 * cards, f"canastra:{kind}": points})


ELEVEN = {"morto": "taken_unused", "unused_morto": {"high": 5, "low": 6}}
ITS_CARDS = (ELEVEN, {"unused_morto": -80})
NOWHERE = (ELEVEN, {"morto": -100})
BOTH = (ELEVEN, {"morto": -100, "unused_morto": -80})
BIG = [big("ace_to_king", 13, 500), big("ace_to_ace", 14, 1000)]
BURRACO = [*buraco(30, 20, 200, 100), dirty(100), ITS_CARDS]

TABLES = {
    "tranca": TRANCA,
    "tranca_jokers": JOKERS,
    "tranca_club": [
        ({"melded": {"joker": 1, "two": 1, "ace": 1, "high": 1, "low": 1}}, {"melded": 60}),
        (
            {"hand": {"joker": 1, "two": 1, "ace": 1, "high": 1, "low": 1, "black_three": 1}},
            {"hand": -65},
        ),
        (
            {"melded": {"high": 7, "black_three": 3}, "canastras": {"clean": 1}, **OUT},
            {"melded": 85, "canastra:clean": 200, "going_out": 100},
        ),
        dirty(100),
        ({"honours": {"red_three": 1}}, {RED: -100}),
        (
            {**RUN, "canastras": {"dirty": 1}, "honours": {"red_three": 4}},
            {"melded": 70, "canastra:dirty": 100, RED: 400},
        ),
        ({"morto": "not_taken"}, {"morto": -100}),
        ITS_CARDS,
    ],
    "tranca_copag": COPAG,
    "tranca_copag_three_pairs": COPAG,
    "burraco": BURRACO,
    "burraco_fibur": [*BURRACO, big("semi_clean", 8, 150)],
    "burraco_internazionale": BURRACO,
    "burraco_extended": [
        *BURRACO,
        big("semi_clean", 8, 150),
        big("ace_to_king", 13, 300),
        big("ace_to_king_dirty", 13, 250),
        big("super", 8, 250),
        big("super_dirty", 8, 200),
    ],
    "buraco_thousand": [*buraco(0, 10, 100, 100), dirty(100), big("ace_to_ace", 14, 1000), NOWHERE],
    "buraco_aberto": [*buraco(0, 10, 200, 100), dirty(100), *BIG, NOWHERE],
    "buraco_fechado": [*buraco(50, 10, 200, 100), dirty(100), *BIG, NOWHERE],
    "buraco_stbl": [*buraco(50, 10, 200, 100), dirty(100), *BIG, NOWHERE],
    "buraco_no_clean_loses_all": [
        ({**RUN, "canastras": {"clean": 1}}, {"melded": 70, "canastra:clean": 200}),
        ({**RUN, "canastras": {"dirty": 1}}, {"melded": -70, "canastra:dirty": 0}),
        (
            {"melded": {"high": 14}, "canastras": {"clean": 1, "dirty": 1}, **OUT},
            {"melded": 140, "canastra:clean": 200, "canastra:dirty": 100, "going_out": 100},
        ),
        ({"melded": {"two": 1, "ace": 1, "low": 1}}, {"melded": -30}),
        ({"melded": {"points": 345}}, {"melded": -345}),
        ({"hand": {"two": 1, "ace": 1, "low": 1}}, {"hand": -30}),
        ({"morto": "not_taken"}, {"morto": -100}),
        ITS_CARDS,
    ],
    "buraco_spanish": [*buraco(20, 10, 200, 100), dirty(100), big("wild", 7, 1000), BOTH],
}
ROWS = [(key, said, lines) for key, table in TABLES.items() for said, lines in table]


def scored(key, said):
    """The lines of one side beside others that were summed at the table."""
    ruleset = rules.preset(key)
    side = {"melded": {}, "hand": {}, "morto": "taken", **said}
    others = [{"total": 0} for _ in range(ruleset.sides[0] - 1)]
    others[0]["out"] = None if "out" in said else "normal"
    answer = rules.score(ruleset, {"end": "out", "sides": [side, *others]})
    assert answer["errors"] == []
    return answer["sides"][0]


@pytest.mark.parametrize(("key", "said", "expected"), ROWS)
def test_a_side_scores_these_lines(key, said, expected):
    side = scored(key, said)
    found = {}
    for item, points in side["lines"]:
        found[item] = found.get(item, 0) + points
    assert {
        item: points for item, points in found.items() if points or item in expected
    } == expected
    assert side["total"] == sum(expected.values())


MELDS = [preset for preset in rules.presets() if preset.game == "melds"]


@pytest.mark.parametrize("preset", MELDS, ids=lambda preset: preset.id)
def test_a_presets_table_has_a_row_for_every_line(preset):
    lines = {"melded", "hand", "going_out", "morto"}
    lines |= {f"canastra:{kind.key}" for kind in preset.canastras}
    lines |= {f"honour:{honour.key}" for honour in preset.honours}
    if preset.mortos.taken_unused != "as_not_taken":
        lines.add("unused_morto")
    assert lines <= {item for _, expected in TABLES[preset.id] for item in expected}


def test_lines_stand_in_the_order_of_the_contract():
    said = {
        "melded": {"card": 14},
        "hand": {"card": 2},
        "canastras": {"dirty": 1, "clean": 1},
        "honours": {"red_three": 1},
        "morto": "taken_unused",
        "unused_morto": {"card": 11},
        "adjustments": [{"note": "late", "points": -10}],
    }
    assert scored("tranca", said)["lines"] == [
        ["melded", 140],
        ["canastra:clean", 200],
        ["canastra:dirty", 100],
        [RED, 100],
        ["unused_morto", -110],
        ["hand", -20],
        ["adjustment", -10],
    ]


@pytest.mark.parametrize(
    ("key", "canastras", "allowed"),
    [
        ("tranca", {}, False),
        ("tranca", {"dirty": 1}, True),
        ("tranca_club", {"dirty": 2}, False),
        ("tranca_club", {"clean": 1}, True),
        ("tranca_copag", {}, True),
        ("buraco_aberto", {"dirty": 2}, False),
        ("buraco_aberto", {"ace_to_king": 1}, True),
        ("buraco_fechado", {"dirty": 1}, True),
        ("buraco_stbl", {"dirty": 1}, False),
        ("buraco_thousand", {"ace_to_ace": 1}, True),
        ("burraco_fibur", {"semi_clean": 1}, True),
        ("burraco_internazionale", {"dirty": 1}, False),
        ("burraco_internazionale", {"clean": 1}, True),
    ],
)
def test_going_out_needs_these_canastras(key, canastras, allowed):
    side = {"melded": {"points": 300}, "hand": {}, "morto": "taken", **OUT}
    other = {"total": 0}
    round_ = {"end": "out", "sides": [{**side, "canastras": canastras}, other]}
    assert rules.score(rules.preset(key), round_)["valid"] is allowed
