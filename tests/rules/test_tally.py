"""Any other game by plain points: rounds, their faults and questions, and who wins in the end."""

import pytest

import rules
from tests.rules import cases
from tests.rules.documents import changed

CACHETA = rules.preset("cacheta")
LOW = cases.ruleset("tally_low")
STEP = cases.ruleset("tally_step")
OPEN = rules.preset("tally")
AT_LEAST_5 = rules.load(changed("tally_low", ("minimum", 5)))


def points(*figures):
    return {"points": list(figures)}


def play(ruleset, *rounds, sides=2, **more):
    return rules.play(ruleset, sides, rounds, **more)


def outcome(ruleset, *rounds, **more):
    last = play(ruleset, *rounds, **more)["log"][-1]
    return last["status"], last["winner"]


def test_cacheta_with_five_players_the_fewest_lost_win():
    rounds = [
        (points(0, 1, 2, 1, 2), [0, 1, 2, 1, 2]),
        (points(2, 0, 2, 1, 2), [2, 1, 4, 2, 4]),
        (points(2, 2, 2, 0, 1), [4, 3, 6, 2, 5]),
        ({"adjust": [0, 0, 1, 0, 0], "note": "two cards drawn"}, [4, 3, 7, 2, 5]),
        (points(0, 2, 2, 2, 2), [4, 5, 9, 4, 7]),
        (points(1, 0, 2, 2, 1), [5, 5, 11, 6, 8]),  # somebody lost ten, but two share the least
        (points(2, 0, 1, 1, 1), [7, 5, 12, 7, 9]),
    ]
    answer = play(CACHETA, *(entry for entry, _ in rounds), sides=5)
    assert [entry["cumulative"] for entry in answer["log"]] == [totals for _, totals in rounds]
    assert [entry["winner"] for entry in answer["log"]] == [None] * 6 + [1]
    assert [entry.get("round") for entry in answer["log"]] == [1, 2, 3, None, 4, 5, 6]
    assert answer["next"] is None


def test_dominoes_to_fifty():
    rounds = [points(23, 0), points(0, 31), points(18, 0), points(12, 0), points(1, 1)]
    answer = play(rules.preset("dominoes"), *rounds)
    assert answer["log"][3]["cumulative"] == [53, 31]
    assert [entry["winner"] for entry in answer["log"]] == [None, None, None, 0, 0]
    assert answer["log"][4]["errors"] == ["MATCH_OVER"]


def test_king_is_ten_hands_and_may_be_a_draw():
    rounds = [points(-20, -80, -100, -60), *[points(0, 0, 0, 0)] * 8, points(-50, 10, 30, -10)]
    answer = play(rules.preset("king"), *rounds, sides=4)
    assert [entry["status"] for entry in answer["log"]] == ["playing"] * 9 + ["finished"]
    assert answer["log"][-1]["cumulative"] == [-70, -70, -70, -70]
    assert answer["log"][-1]["winner"] is None


# For each preset a match a player can check: rounds, what they add up to, who won.
TABLES = {
    "tally": ([(10, -5, 0), (0, 7, 250)], [10, 2, 250], None),
    "tally_low": ([(26, 0, 0), (26, 0, 0), (26, 13, 13), (22, 4, 0)], [100, 17, 13], 2),
    "cacheta": ([(0, 2), (2, 0)] * 4 + [(0, 2)], [8, 10], 0),
    "pife": ([(1, 0, 0), (0, 1, 0)] * 3 + [(0, 2, 0)] * 4, [3, 11, 0], 1),
    "dominoes": ([(35, 0), (0, 21), (15, 0)], [50, 21], 0),
    "hearts": ([(0, 26, 26, 26)] * 3 + [(3, 23, 0, 0)], [3, 101, 78, 78], 0),
    "sueca": ([(1, 0), (0, 0), (0, 2), (4, 0)], [5, 2], 0),
    "king": (
        [
            *[(-60, -80, -20, -100), (-40, -200, -20, 0), (-50, -50, 0, -100)],
            *[(0, -60, -90, -90), (0, 0, -160, 0), (-90, 0, 0, -90)],
            *[(75, 50, 150, 50), (100, 25, 100, 100), (0, 150, 100, 75), (25, 100, 150, 50)],
        ],
        [-40, -65, 210, -105],
        2,
    ),
}


@pytest.mark.parametrize("id_", [preset.id for preset in rules.presets() if preset.game == "tally"])
def test_a_match_of_a_preset(id_):
    rounds, totals, winner = TABLES[id_]
    answer = play(rules.preset(id_), *(points(*one) for one in rounds), sides=len(totals))
    assert [entry.get("errors") for entry in answer["log"]] == [None] * len(rounds)
    assert answer["log"][-1]["cumulative"] == totals
    won = [None] * (len(rounds) - 1) + [winner]
    assert [entry["winner"] for entry in answer["log"]] == won


@pytest.mark.parametrize(
    ("ruleset", "end", "rounds", "expected"),
    [
        (LOW, None, [points(20, 26)] * 3, ("playing", None)),
        (LOW, None, [points(20, 25)] * 4, ("finished", 0)),
        (LOW, {"at": "pass"}, [points(20, 25)] * 4, ("playing", None)),
        (LOW, {"at": "pass"}, [points(20, 25)] * 5, ("finished", 0)),
        (LOW, {"target": 26, "tie": "draw"}, [points(26, 26)], ("finished", None)),
        (LOW, {"target": 26}, [points(26, 26)], ("playing", None)),
        (LOW, {"target": 26}, [points(26, 26), points(1, 0)], ("finished", 1)),
        (LOW, {"target": 26, "tie": "went_out"}, [points(26, 26)], ("playing", None)),
        (LOW, {"mode": "rounds", "rounds": 2}, [points(26, 3), points(0, 4)], ("finished", 1)),
        (LOW, {"mode": "open"}, [points(26, 3)] * 5, ("playing", None)),
        (STEP, None, [points(10, 5), points(0, 0)], ("finished", 0)),
        (STEP, {"tie": "extra_round"}, [points(5, 5), points(0, 0)], ("playing", None)),
        (OPEN, None, [points(-900, 900_000)], ("playing", None)),
        (OPEN, {"mode": "target", "target": 100}, [points(99, 100)], ("finished", 1)),
        (OPEN, {"mode": "target", "target": 100}, [{"adjust": [100, 7]}], ("finished", 0)),
    ],
)
def test_a_match_ends_as_its_rules_say(ruleset, end, rounds, expected):
    assert outcome(ruleset, *rounds, end=end) == expected


def test_the_lowest_of_six_may_be_below_zero():
    end = {"mode": "target", "target": 100}
    low = rules.load(changed("tally_low", ("minimum", -26)))
    answer = play(low, points(26, -26, 0, 0, 0, 1), sides=6, start=[80, 0, 5, 6, 7, 8], end=end)
    assert answer["log"][0]["cumulative"] == [106, -26, 5, 6, 7, 9]
    assert answer["log"][0]["winner"] == 1


PROBLEMS = [
    ("no table", LOW, [5], [("BAD_SHAPE", None, "points"), ("SIDES_COUNT", None, "sides")]),
    ("nothing", LOW, {}, [("SIDES_COUNT", None, "sides")]),
    ("null", LOW, {"points": None}, [("SIDES_COUNT", None, "sides")]),
    (
        "no list",
        LOW,
        {"points": {"0": 5}},
        [("BAD_SHAPE", None, "points"), ("SIDES_COUNT", None, "sides")],
    ),
    (
        "other words",
        LOW,
        {**points(1, 2), "winner": 1, "end": "out"},
        [("UNKNOWN_FIELD", None, "end"), ("UNKNOWN_FIELD", None, "winner")],
    ),
    ("one side", LOW, points(1), [("SIDES_COUNT", None, "sides")]),
    ("seven sides", LOW, points(1, 2, 3, 4, 5, 6, 7), [("SIDES_COUNT", None, "sides")]),
    (
        "figures that are none",
        OPEN,
        points("7", None, True, 0.5, 1_000_001, -1_000_001),
        [("NOT_INTEGER", side, f"points.{side}") for side in range(6)],
    ),
    (
        "bounds",
        LOW,
        points(27, -1, 26, 0),
        [("ABOVE_MAXIMUM", 0, "points.0"), ("BELOW_MINIMUM", 1, "points.1")],
    ),
    (
        "a figure that is none counts as nothing",
        AT_LEAST_5,
        points(5, "x"),
        [("BELOW_MINIMUM", 1, "points.1"), ("NOT_INTEGER", 1, "points.1")],
    ),
    (
        "no multiple of the step",
        STEP,
        points(-7, 10, 3),
        [("GRANULARITY", 0, "points.0"), ("GRANULARITY", 2, "points.2")],
    ),
    ("everything usual", STEP, points(-5, 7.0 - 2, 0), []),
]


@pytest.mark.parametrize(
    ("ruleset", "round_", "expected"), [row[1:] for row in PROBLEMS], ids=[r[0] for r in PROBLEMS]
)
def test_problems_name_code_side_and_field(ruleset, round_, expected):
    problems = rules.draft(ruleset, round_)["problems"]
    assert [(p["code"], p["side"], p["field"]) for p in problems] == expected


@pytest.mark.parametrize(
    ("ruleset", "round_", "expected"), [row[1:] for row in PROBLEMS], ids=[r[0] for r in PROBLEMS]
)
def test_score_says_the_codes_of_the_draft(ruleset, round_, expected):
    answer = rules.score(ruleset, round_)
    codes = {code for code, _, _ in expected}
    assert answer["errors"] == sorted(codes - rules.WARNINGS)
    assert answer["warnings"] == sorted(codes & rules.WARNINGS)
    assert ("sides" in answer) is answer["valid"] is not bool(answer["errors"])


def test_a_draft_shows_what_can_be_read():
    assert rules.draft(LOW, points(30, "x", 7.0))["sides"] == [
        {"lines": [["points", 30]], "total": 30},
        {"lines": [["points", 0]], "total": 0},
        {"lines": [["points", 7]], "total": 7},
    ]


def test_a_round_that_needs_asking_still_counts():
    answer = rules.score(STEP, points(10, 7))
    assert (answer["valid"], answer["warnings"]) == (True, ["GRANULARITY"])
    assert [side["total"] for side in answer["sides"]] == [10, 7]


@pytest.mark.parametrize(
    ("entry", "errors"),
    [
        (points(1, 2, 3), ["SIDES_COUNT"]),
        (points(1, 27, 3), ["ABOVE_MAXIMUM", "SIDES_COUNT"]),
        ({"adjust": [1]}, ["SIDES_COUNT"]),
        (None, ["BAD_SHAPE"]),
        ({**points(1, 2), "ruleset": cases.EVERY["tranca"]}, ["BAD_SHAPE"]),
        ({**points(1, 2), "ruleset": rules.preset("tranca")}, ["BAD_SHAPE"]),
        ({"end": "out", "sides": [{"total": 5}, {"total": 5}]}, ["SIDES_COUNT", "UNKNOWN_FIELD"]),
    ],
)
def test_an_entry_is_refused_and_not_counted(entry, errors):
    answer = play(LOW, points(1, 2), entry, points(1, 1))
    assert answer["log"][1]["errors"] == errors
    assert answer["log"][1]["cumulative"] == [1, 2]
    assert answer["log"][2]["round"] == 2


def test_an_entry_under_own_rules_ends_under_the_matchs():
    high = {**points(400, 0), "ruleset": OPEN.document}
    assert outcome(LOW, high) == ("finished", 1)
