"""What a table may say next: every offer is taken by `play`, and what is not offered is not."""

import itertools

import pytest

import rules
from tests.rules.truco_events import envido, flor, fold, hand, played

PRESETS = {p.id: p for p in rules.presets() if p.game == "truco"}
PAULISTA = PRESETS["truco_paulista"]
QUIET = {
    "over": False,
    "stage": "normal",
    "values": [],
    "folds": [],
    "mark": None,
    "iron": None,
    "envido": False,
    "flor": False,
    "half": None,
    "all_tied": True,
}
LADDER = {
    "values": [1, 3, 6, 9, 12],
    "folds": [
        {"offered": 3, "pays": 1},
        {"offered": 6, "pays": 3},
        {"offered": 9, "pays": 6},
        {"offered": 12, "pays": 9},
    ],
}


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        ([0, 0], LADDER),
        ([10, 10], LADDER),
        ([11, 9], {"stage": "mark:0", "mark": {"played": 3, "fold": 1, "side": 0}}),
        ([-1, 11], {"stage": "mark:1", "mark": {"played": 3, "fold": 1, "side": 1}}),
        ([11, 11], {"stage": "iron", "iron": 3}),
        ([12, 11], {"stage": "over", "over": True, "all_tied": False}),
        ([11, 14], {"stage": "over", "over": True, "all_tied": False}),
    ],
)
def test_offers_of_paulista(score, expected):
    assert rules.truco_offers(PAULISTA, score) == {**QUIET, **expected}


def test_offers_of_argentino():
    offers = rules.truco_offers(PRESETS["truco_argentino"], [15, 14])
    assert offers == {
        **QUIET,
        "values": [1, 2, 3, 4],
        "folds": [
            {"offered": 2, "pays": 1},
            {"offered": 3, "pays": 2},
            {"offered": 4, "pays": 3},
        ],
        "envido": True,
        "flor": True,
        "half": ["buenas", "malas"],
        "all_tied": False,
    }


def test_offers_follow_the_end_agreed_on():
    assert rules.truco_offers(PAULISTA, [14, 11], {"target": 15})["stage"] == "mark:0"
    assert rules.truco_offers(PAULISTA, [12, 11], {"target": 15})["over"] is False
    assert rules.truco_offers(PAULISTA, [12, 11], {"at": "pass"})["over"] is False


def told(offers):
    """Every event that is offered, with what it is said to pay (None where nothing is said)."""
    yield from ((played(value, 0), value) for value in offers["values"])
    yield from ((fold(step["offered"], 1), step["pays"]) for step in offers["folds"])
    if offers["mark"]:
        yield hand("mark_played", 0), offers["mark"]["played"]
        yield hand("mark_fold", 1 - offers["mark"]["side"]), offers["mark"]["fold"]
    if offers["iron"] is not None:
        yield hand("iron", 1), offers["iron"]
    if offers["all_tied"]:
        yield hand("all_tied"), 0
    yield from ((envido("real"), 3) for _ in range(offers["envido"]))
    yield from ((flor("matched"), 4) for _ in range(offers["flor"]))


def possible(ladder):
    """Every event there might be."""
    yield from (played(value, 0) for value in ladder)
    yield from (fold(step, 1) for step in ladder[1:])
    yield from (hand(how, side) for how in ("mark_played", "mark_fold", "iron") for side in (0, 1))
    yield from (hand("all_tied"), envido("real"), flor("matched"))


@pytest.mark.parametrize("id_", PRESETS)
def test_what_is_offered_is_taken_and_nothing_else(id_):
    ruleset = PRESETS[id_]
    edge = ruleset.end.target
    scores = [0, edge // 2 - 1, edge // 2, edge - 2, edge - 1]
    for score in itertools.product(scores, scores):
        offers = rules.truco_offers(ruleset, score)
        offered = list(told(offers))
        for event, pays in offered:
            answer = rules.play(ruleset, 2, [event], start=score)["log"][0]
            assert answer["points"] == pays
        kinds = {(event["type"], event.get("how")) for event, _ in offered}
        for event in possible(ruleset.ladder):
            answer = rules.play(ruleset, 2, [event], start=score)["log"][0]
            if answer.get("error") != "MARK_FOLD_SIDE":
                known = (event["type"], event.get("how")) in kinds
                assert ("error" not in answer) is known


@pytest.mark.parametrize("id_", PRESETS)
def test_offers_say_what_the_log_says_of_the_next_hand(id_):
    ruleset = PRESETS[id_]
    told = [played(ruleset.ladder[0], side) for side in (0, 1) * ruleset.end.target]
    for answer in rules.play(ruleset, 2, told)["log"]:
        if "error" not in answer:
            offers = rules.truco_offers(ruleset, answer["score"])
            assert offers["half"] == answer.get("stage")
            assert offers["stage"] == answer.get("next", offers["stage"])
            assert offers["over"] is ("winner" in answer)


@pytest.mark.parametrize(
    ("id_", "calls", "winner"),
    [
        ("truco_paulista", ["envido"], 0),
        ("truco_argentino", [], 0),
        ("truco_argentino", ["falta", "real"], 0),
        ("truco_argentino", ["dance"], 0),
        ("truco_argentino", "envido", 0),
        ("truco_argentino", ["envido"], 2),
    ],
)
def test_an_envido_that_cannot_be_pays_nothing_known(id_, calls, winner):
    assert rules.envido_points(PRESETS[id_], [0, 0], None, calls, True, winner) is None


@pytest.mark.parametrize(
    ("id_", "call"), [("truco_paulista", "single"), ("truco_gaucho", "dance"), ("truco_gaucho", "")]
)
def test_a_flor_that_cannot_be_pays_nothing_known(id_, call):
    assert rules.flor_points(PRESETS[id_], call) is None


def test_other_games_have_no_offers():
    tally = rules.preset("tally")
    for ask in (
        lambda: rules.truco_offers(tally, [0, 0]),
        lambda: rules.envido_points(tally, [0, 0], None, ["envido"], True, 0),
        lambda: rules.flor_points(tally, "single"),
    ):
        with pytest.raises(ValueError, match="truco"):
            ask()


def test_truco_has_two_sides():
    with pytest.raises(ValueError, match="two sides"):
        rules.truco_offers(PAULISTA, [0, 0, 0])
