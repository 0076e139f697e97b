"""A whole match: totals, minimums, its end, its ties, its dealer."""

import copy

import pytest

import rules
from tests.rules import cases
from tests.rules.sheets import sheet

TRANCA = cases.ruleset("tranca")


def totals(*points, out=None):
    """A round of sides that were summed at the table, `out` the side that went out."""
    sides = [{"total": n, "out": "normal" if i == out else None} for i, n in enumerate(points)]
    return {"sides": sides}


def adjust(*points, **more):
    return {"adjust": list(points), "note": "agreed", **more}


def play(*rounds, ruleset=TRANCA, **more):
    return rules.play(ruleset, 2, rounds, **more)


def log(*rounds, **more):
    return play(*rounds, **more)["log"]


def outcome(*rounds, **more):
    last = log(*rounds, **more)[-1]
    return last["status"], last["winner"]


@pytest.mark.parametrize(
    ("end", "rounds", "expected"),
    [
        ({"target": 1000}, [totals(999, 0)], ("playing", None)),
        ({"target": 1000}, [totals(1000, 0)], ("finished", 0)),
        ({"target": 1000, "at": "pass"}, [totals(1000, 0)], ("playing", None)),
        ({"target": 1000, "at": "pass"}, [totals(1001, 0)], ("finished", 0)),
        ({"target": 1000}, [totals(1200, 1300)], ("finished", 1)),
        ({"target": 1000}, [totals(1200, 1200)], ("playing", None)),
        ({"target": 1000}, [totals(1200, 1200), totals(-500, -400)], ("playing", None)),
        ({"target": 1000}, [totals(1200, 1200), totals(-100, 0)], ("finished", 1)),
        ({"target": 1000, "tie": "draw"}, [totals(1200, 1200)], ("finished", None)),
        ({"target": 1000, "tie": "went_out"}, [totals(1200, 1200, out=1)], ("finished", 1)),
        ({"target": 1000, "tie": "went_out"}, [totals(1200, 1200)], ("playing", None)),
        ({"mode": "rounds", "rounds": 2}, [totals(5000, 0)], ("playing", None)),
        ({"mode": "rounds", "rounds": 2}, [totals(5000, 0), totals(0, 0)], ("finished", 0)),
        ({"mode": "rounds", "rounds": 1}, [totals(5, 5), totals(0, 5)], ("finished", 1)),
        ({"mode": "rounds", "rounds": 1}, [totals(5, 5), adjust(0, 5)], ("finished", 1)),
        ({"mode": "rounds", "rounds": 1, "tie": "draw"}, [totals(5, 5)], ("finished", None)),
        ({"mode": "open"}, [totals(900_000, 0)], ("playing", None)),
        ({"target": 100}, [adjust(100, 0)], ("finished", 0)),
        ({"target": 100, "tie": "went_out"}, [adjust(100, 100)], ("playing", None)),
    ],
)
def test_a_match_ends_as_its_rules_say(end, rounds, expected):
    assert outcome(*rounds, end=end) == expected


def test_a_tie_of_those_who_went_out_leaves_others_aside():
    ruleset = cases.ruleset("tranca_copag_three_pairs")
    end = {"target": 1000, "tie": "went_out"}
    answer = rules.play(ruleset, 3, [totals(1200, 1200, 900, out=2)], end=end)
    assert answer["log"][0]["status"] == "playing"


def test_after_the_end_everything_is_refused():
    answer = play(totals(5000, 0), totals(0, 9000), adjust(0, 9000), "x")
    assert [entry.get("errors") for entry in answer["log"]] == [None, *[["MATCH_OVER"]] * 3]
    assert [entry["cumulative"] for entry in answer["log"]] == [[5000, 0]] * 4
    assert [entry["n"] for entry in answer["log"]] == [1, 2, 3, 4]
    assert answer["next"] is None


def test_an_empty_match_awaits_its_first_round():
    assert play() == {"log": [], "next": {"round": 1, "first_meld": [None, None]}}


def test_a_start_over_the_target_still_plays_a_round():
    assert play(start=[3000, 0])["next"] == {"round": 1, "first_meld": [None, None]}
    assert outcome(totals(0, 0), start=[3000, 0]) == ("finished", 0)


def test_a_match_goes_on_from_its_running_totals():
    ruleset = cases.ruleset("hand_and_foot")
    rounds = [totals(100, 50), totals(60, 70), totals(10, 20), totals(0, 40)]
    whole = play(*rounds, ruleset=ruleset)
    rest = play(*rounds[2:], ruleset=ruleset, start=[160, 120], played=2)
    assert [{**entry, "n": entry["n"] + 2} for entry in rest["log"]] == whole["log"][2:]
    assert [entry["first_meld"] for entry in rest["log"]] == [[120, 120], [150, 150]]
    assert play(ruleset=ruleset, start=[160, 120], played=2)["next"] == {
        "round": 3,
        "first_meld": [120, 120],
    }


def test_minimums_follow_each_sides_own_score():
    answer = play(totals(1500, -5), ruleset=cases.ruleset("canasta"), start=[0, 0])
    assert answer["log"][0]["first_meld"] == [50, 50]
    assert answer["next"] == {"round": 2, "first_meld": [90, 15]}


def test_an_adjustment_is_no_round():
    answer = play(adjust(-100, 0), totals(10, 20))
    assert answer["log"][0] == {
        "n": 1,
        "adjust": [-100, 0],
        "cumulative": [-100, 0],
        "status": "playing",
        "winner": None,
    }
    assert answer["log"][1]["round"] == 1
    assert answer["next"]["round"] == 2


@pytest.mark.parametrize(
    ("entry", "errors"),
    [
        ({"adjust": 5}, ["BAD_SHAPE"]),
        ({"adjust": None}, ["BAD_SHAPE"]),
        ({"adjust": [5, 5], "note": 5}, ["BAD_SHAPE"]),
        ({"adjust": [5]}, ["SIDES_COUNT"]),
        ({"adjust": [5, "5"]}, ["NOT_INTEGER"]),
        ({"adjust": [True, 0, 0]}, ["NOT_INTEGER", "SIDES_COUNT"]),
        ({"adjust": [5, 5], "sides": []}, ["UNKNOWN_FIELD"]),
        ([5, 5], ["BAD_SHAPE"]),
        (None, ["BAD_SHAPE"]),
        ({}, ["END_MISSING", "SIDES_COUNT"]),
        ({"sides": [{"total": 1}] * 3}, ["SIDES_COUNT"]),
        (sheet(end="stock"), ["OUT_ON_STOCK_END"]),
        ({**totals(1, 2), "ruleset": {"game": "melds"}}, ["BAD_SHAPE"]),
        ({**totals(1, 2), "ruleset": cases.VECTORS["rulesets"]["tally"]}, ["BAD_SHAPE"]),
        ({**totals(1, 2), "ruleset": 7}, ["BAD_SHAPE"]),
    ],
)
def test_an_entry_is_refused_and_not_counted(entry, errors):
    answer = play(totals(10, 20), entry, totals(1, 1))
    assert answer["log"][1] == {
        "n": 2,
        "errors": errors,
        "cumulative": [10, 20],
        "status": "playing",
        "winner": None,
    }
    assert answer["log"][2]["round"] == 2


def test_a_round_of_other_sides_than_the_match_is_refused():
    ruleset = cases.ruleset("canasta")
    answer = play(totals(1, 2, 3), ruleset=ruleset)
    assert answer["log"][0]["errors"] == ["SIDES_COUNT"]


def test_an_entry_may_be_under_rules_of_its_own():
    dearer = copy.deepcopy(cases.MELDS["tranca"])
    dearer["canastras"][0]["points"] = 300
    dearer["first_meld"] = {"basis": "score", "steps": [{"minimum": 75}]}
    dearer["end"]["target"] = 10
    stored = rules.load(dearer).document
    forms = [None, dearer, stored, stored, TRANCA.document, rules.load(dearer)]
    answer = play(*({**sheet(), "ruleset": form} for form in forms), end={"target": 9000})
    assert [entry["totals"][0] for entry in answer["log"]] == [560, 660, 660, 660, 560, 660]
    assert [entry["first_meld"][0] for entry in answer["log"]] == [None, 75, 75, 75, None, 75]
    assert answer["log"][-1]["status"] == "playing"
    assert answer["next"]["first_meld"] == [None, None]


@pytest.mark.parametrize(
    "arguments",
    [
        {"sides": 3},
        {"sides": 2, "start": [1]},
        {"sides": 2, "start": [1, "2"]},
        {"sides": 2, "start": [1, True]},
    ],
)
def test_sides_and_start_must_fit(arguments):
    with pytest.raises(ValueError, match=r"sides|start"):
        rules.play(TRANCA, rounds=[], **arguments)


@pytest.mark.parametrize(
    ("end", "path"),
    [
        ({"target": 0}, "end.target"),
        ({"mode": "rounds"}, "end.rounds"),
        ({"tie": "coin"}, "end.tie"),
        ({"until": 5}, "end.until"),
    ],
)
def test_an_impossible_end_is_refused(end, path):
    with pytest.raises(rules.InvalidRuleset) as invalid:
        play(end=end)
    assert [fault.path for fault in invalid.value.faults] == [path]


def test_an_end_of_nothing_is_the_rulesets():
    assert outcome(totals(3000, 0), end={"target": None}) == ("finished", 0)


@pytest.mark.parametrize(
    ("first", "seats", "played", "dealer", "starter"),
    [(0, 4, 0, 0, 1), (0, 4, 1, 1, 2), (3, 4, 0, 3, 0), (2, 4, 6, 0, 1), (1, 2, 3, 0, 1)],
)
def test_the_deal_goes_round(first, seats, played, dealer, starter):
    assert rules.dealer(first, seats, played) == dealer
    assert rules.starter(first, seats, played) == starter


@pytest.mark.parametrize("arguments", [(4, 4, 0), (-1, 4, 0), (0, 0, 0), (0, 4, -1)])
def test_a_seat_must_be_there(arguments):
    with pytest.raises(ValueError, match="seat"):
        rules.dealer(*arguments)
