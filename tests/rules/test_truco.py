"""Truco event by event: whole matches, what each event pays, what the mark and the half change."""

import pytest

import rules
from tests.rules import cases
from tests.rules.documents import changed
from tests.rules.truco_events import envido, flor, fold, hand, played, tento

PAULISTA = rules.preset("truco_paulista")
MINEIRO = rules.preset("truco_mineiro")
GAUCHO = rules.preset("truco_gaucho")
ARGENTINO = rules.preset("truco_argentino")
READINGS = {
    "leader": ARGENTINO,
    "match_if_malas": rules.preset("truco_argentino_match"),
    "leader_half": rules.preset("truco_argentino_half"),
}


def log(ruleset, *events, **more):
    return rules.play(ruleset, 2, events, **more)["log"]


def last(ruleset, *events, **more):
    return log(ruleset, *events, **more)[-1]


def test_a_match_of_paulista_to_its_iron_hand():
    told = [
        (fold(3, 0), 1, [1, 0], "normal"),  # ran from truco: the one point of the hand
        (played(3, 1), 3, [1, 3], "normal"),
        (hand("all_tied"), 0, [1, 3], "normal"),
        (fold(12, 0), 9, [10, 3], "normal"),  # ran from twelve: nine
        (played(1, 0), 1, [11, 3], "mark:0"),
        (hand("mark_fold", 1), 1, [11, 4], "mark:0"),
        (hand("mark_played", 1), 3, [11, 7], "mark:0"),
        (hand("mark_played"), 0, [11, 7], "mark:0"),  # all three tricks tied
        (hand("mark_played", 1), 3, [11, 10], "mark:0"),
        (hand("mark_fold", 1), 1, [11, 11], "iron"),
        (hand("iron"), 0, [11, 11], "iron"),
        (hand("iron", 1), 3, [11, 14], "over"),
    ]
    answers = log(PAULISTA, *(event for event, *_ in told))
    assert [(a["points"], a["score"], a["next"]) for a in answers] == [row[1:] for row in told]
    assert [a["to"] for a in answers] == [event["winner"] for event, *_ in told]
    assert [a.get("winner") for a in answers] == [None] * 11 + [1]
    assert [a["n"] for a in answers] == list(range(1, 13))


def test_a_match_of_argentino_across_the_halves():
    told = [
        (envido("envido", "real"), 5, [5, 0], "malas malas"),
        (fold(2, 1), 1, [5, 1], "malas malas"),
        (envido("envido", "envido", "real", accepted=False, winner=1), 4, [5, 5], "malas malas"),
        (played(4, 0), 4, [9, 5], "malas malas"),
        (flor("contraflor", 0), 6, [15, 5], "buenas malas"),
        (played(2, 1), 2, [15, 7], "buenas malas"),
        (envido("falta", accepted=False, winner=1), 1, [15, 8], "buenas malas"),
        (played(3, 0), 3, [18, 8], "buenas malas"),
        (envido("envido", "falta", winner=1), 12, [18, 20], "buenas buenas"),
        (fold(4, 1), 3, [18, 23], "buenas buenas"),
        (envido("real", "falta", winner=0), 7, [25, 23], "buenas buenas"),
        (played(4, 0), 4, [29, 23], "buenas buenas"),
        (flor("single", 0), 3, [32, 23], "buenas buenas"),
    ]
    answers = log(ARGENTINO, *(event for event, *_ in told))
    said = [(a["points"], a["score"], " ".join(a["stage"])) for a in answers]
    assert said == [row[1:] for row in told]
    assert answers[-1]["winner"] == 0
    assert {"next", "error"} & {key for answer in answers for key in answer} == set()


@pytest.mark.parametrize(
    ("reading", "score", "winner", "points"),
    [
        # Both in malas: what the leader lacks to 30, the match, or what the leader lacks to 15.
        ("leader", [12, 7], 0, 18),
        ("leader", [12, 7], 1, 18),
        ("match_if_malas", [12, 7], 0, 18),
        ("match_if_malas", [12, 7], 1, 23),
        ("leader_half", [12, 7], 0, 3),
        ("leader_half", [12, 7], 1, 3),
        ("match_if_malas", [14, 14], 1, 16),
        ("leader_half", [0, 0], 0, 15),
        # One in buenas: what the leader lacks to 30 under each of them.
        *((reading, [15, 7], winner, 15) for reading in READINGS for winner in (0, 1)),
        *((reading, [15, 29], winner, 1) for reading in READINGS for winner in (0, 1)),
        # Below zero the leader lacks more than the target.
        ("leader", [-2, -5], 1, 32),
        ("match_if_malas", [-2, -5], 1, 35),
    ],
)
def test_falta_envido_is_read_as_the_table_reads_it(reading, score, winner, points):
    ruleset = READINGS[reading]
    answer = last(ruleset, envido("falta", winner=winner), start=score)
    assert (answer["points"], answer["to"]) == (points, winner)
    assert rules.envido_points(ruleset, score, None, ["falta"], True, winner) == points
    assert rules.envido_points(ruleset, score, None, ["falta"], False, winner) == 1


def test_falta_envido_follows_the_target():
    assert last(GAUCHO, envido("falta"), start=[20, 3])["points"] == 4
    assert last(GAUCHO, envido("falta"), start=[20, 3], end={"target": 30})["points"] == 10
    assert rules.envido_points(GAUCHO, [20, 3], {"target": 30}, ["falta"], True, 1) == 10


def test_falta_envido_never_takes_points():
    answer = last(ARGENTINO, envido("falta", winner=1), start=[33, 0])
    assert (answer["points"], answer["score"], answer["winner"]) == (0, [33, 0], 0)


@pytest.mark.parametrize(
    ("calls", "accepted", "refused"),
    [
        (["envido"], 2, 1),
        (["real"], 3, 1),
        (["envido", "envido"], 4, 2),
        (["envido", "real"], 5, 2),
        (["envido", "envido", "real"], 7, 4),
        (["envido", "falta"], 24, 2),
        (["envido", "envido", "real", "falta"], 24, 7),
    ],
)
def test_envido_pays_its_chain(calls, accepted, refused):
    for taken, points in ((True, accepted), (False, refused)):
        answer = last(GAUCHO, envido(*calls, accepted=taken, winner=1))
        assert (answer["points"], answer["to"]) == (points, 1)
        assert rules.envido_points(GAUCHO, [0, 0], None, calls, taken, 1) == points


@pytest.mark.parametrize(
    ("call", "points"),
    [("single", 3), ("matched", 4), ("contraflor", 6), ("contraflor_declined", 4)],
)
def test_flor_pays_its_call(call, points):
    assert last(GAUCHO, flor(call))["points"] == points
    assert rules.flor_points(GAUCHO, call) == points


@pytest.mark.parametrize(("offered", "pays"), [(4, 2), (8, 4), (10, 8), (12, 10)])
def test_a_fold_pays_the_step_before(offered, pays):
    assert last(MINEIRO, fold(offered, 1))["points"] == pays


@pytest.mark.parametrize(
    ("start", "end", "next_"),
    [
        ([11, 10], None, "mark:0"),
        ([10, 11], None, "mark:1"),
        ([11, 11], None, "iron"),
        ([11, 10], {"target": 15}, "normal"),
        ([14, 10], {"target": 15}, "mark:0"),
        ([14, 14], {"target": 15}, "iron"),
        ([5, 0], {"target": 6}, "mark:0"),
        ([0, 0], {"target": 1}, "iron"),
    ],
)
def test_the_mark_stands_one_below_any_target(start, end, next_):
    assert last(PAULISTA, tento(0), start=start, end=end)["next"] == next_
    assert rules.truco_offers(PAULISTA, start, end)["stage"] == next_


def test_a_score_beyond_the_mark_is_not_on_it():
    assert last(MINEIRO, tento(1), start=[10, 4])["next"] == "normal"
    assert last(MINEIRO, played(2, 0), start=[11, 4])["winner"] == 0


def test_a_tento_is_given_and_taken_back():
    answers = log(PAULISTA, tento(1, 1), tento(-1, 0), {**tento(2), "note": "cheating"})
    assert [answer["score"] for answer in answers] == [[0, 1], [-1, 1], [1, 1]]


def test_a_tento_can_end_the_match():
    assert last(PAULISTA, tento(1), start=[11, 3])["winner"] == 0


def test_the_match_ends_in_the_middle_of_a_deal():
    answers = log(ARGENTINO, envido("envido"), played(1, 1), start=[28, 29])
    assert answers[0]["winner"] == 0
    assert answers[1] == {"n": 2, "error": "MATCH_OVER", "score": [30, 29]}


def test_the_target_may_have_to_be_passed():
    end = {"at": "pass"}
    assert "winner" not in last(PAULISTA, played(12, 0), end=end)
    assert last(PAULISTA, played(12, 0), played(1, 0), end=end)["winner"] == 0


def test_a_start_over_the_target_still_plays_a_hand():
    assert last(PAULISTA, hand("all_tied"), start=[12, 3]) == {
        "n": 1,
        "points": 0,
        "to": None,
        "score": [12, 3],
        "next": "over",
        "winner": 0,
    }


@pytest.mark.parametrize(("tie", "next_"), [("extra_round", "normal"), ("draw", "over")])
def test_both_over_and_equal_is_a_tie(tie, next_):
    answer = last(PAULISTA, tento(0), start=[13, 13], end={"tie": tie})
    assert answer["next"] == next_
    assert answer.get("winner") is None


def test_whole_numbers_are_read_as_anywhere():
    answer = last(PAULISTA, {**played(3.0, 1), "winner": 1.0})
    assert (answer["points"], answer["to"], type(answer["to"])) == (3, 1, int)


def test_a_match_goes_on_from_its_score():
    events = [played(6, 0), fold(3, 1), played(3, 0), tento(2, 0), hand("mark_fold", 1)]
    whole, rest = log(PAULISTA, *events), log(PAULISTA, *events[3:], start=[9, 1])
    assert [{**answer, "n": answer["n"] + 3} for answer in rest] == whole[3:]


def test_an_event_may_be_under_rules_of_its_own():
    dearer = changed("truco_paulista", ("ladder", [1, 4, 6, 9, 12]))
    forms = [None, dearer, rules.load(dearer), MINEIRO.document]
    events = [{**played(4, 0), "ruleset": own} for own in forms]
    answers = log(PAULISTA, *events)
    assert [answer.get("error", answer.get("points")) for answer in answers] == [
        "NOT_IN_LADDER",
        4,
        4,
        4,
    ]


@pytest.mark.parametrize("own", [7, {}, {"game": "truco"}, cases.EVERY["tally"], []])
def test_an_event_under_rules_that_are_none_is_none(own):
    answers = log(PAULISTA, {**played(1, 0), "ruleset": own}, played(1, 0))
    assert answers[0] == {"n": 1, "error": "UNKNOWN_EVENT", "score": [0, 0]}
    assert answers[1]["score"] == [1, 0]


def test_an_own_mark_moves_with_the_end_of_the_match():
    event = {**tento(0), "ruleset": MINEIRO.document}
    assert last(PAULISTA, event, start=[13, 0], end={"target": 15})["next"] == "mark:0"


def test_truco_has_no_rounds_to_score():
    for ask in (rules.score, rules.draft):
        with pytest.raises(ValueError, match="event by event"):
            ask(PAULISTA, {"points": [1, 2]})


@pytest.mark.parametrize("end", [{"mode": "open"}, {"mode": "rounds", "rounds": 3}])
def test_truco_is_played_to_a_target(end):
    with pytest.raises(rules.InvalidRuleset) as invalid:
        rules.play(PAULISTA, 2, [], end=end)
    assert [fault.path for fault in invalid.value.faults] == ["end.mode"]


@pytest.mark.parametrize(
    ("entry", "ends"),
    [
        (played(1, 0), True),
        (fold(3, 0), True),
        (hand("all_tied"), True),
        (envido("envido"), False),
        (flor("single"), False),
        (tento(1), False),
        ({"points": [1, 2]}, True),
        ({"end": "out", "sides": []}, True),
        ({"adjust": [1, 2], "note": "agreed"}, False),
    ],
)
def test_a_deal_ends_with_its_hand_or_round(entry, ends):
    assert rules.ends_deal(entry) is ends
