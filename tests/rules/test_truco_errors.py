"""What a table cannot tell: one error an event, the first that applies."""

import pytest

import rules
from tests.rules.documents import changed
from tests.rules.truco_events import envido, flor, fold, hand, played, tento

PAULISTA = rules.preset("truco_paulista")
MINEIRO = rules.preset("truco_mineiro")
ARGENTINO = rules.preset("truco_argentino")
SIDES = [None, 2, -1, "0", True, 0.5, [0]]


def error(ruleset, event, start=None):
    return rules.play(ruleset, 2, [event], start=start)["log"][0].get("error")


REFUSED = [
    *((PAULISTA, None, event, "UNKNOWN_EVENT") for event in (None, 5, "hand", [], {})),
    (PAULISTA, None, {"type": "dance", "winner": 0}, "UNKNOWN_EVENT"),
    (PAULISTA, None, {"type": ["hand"], "how": "played"}, "UNKNOWN_EVENT"),
    (PAULISTA, None, hand("won", 0), "UNKNOWN_EVENT"),
    (PAULISTA, None, hand({}, 0), "UNKNOWN_EVENT"),
    (PAULISTA, None, {"how": "played", "value": 1, "winner": 0}, "UNKNOWN_EVENT"),
    (PAULISTA, None, {"adjust": [1, 0], "note": "agreed"}, "UNKNOWN_EVENT"),
    *((PAULISTA, None, tento(n), "UNKNOWN_EVENT") for n in ("1", None, True, 0.5, 10**7)),
    *((PAULISTA, None, played(1, winner), "WINNER_MISSING") for winner in SIDES),
    *((PAULISTA, None, fold(3, winner), "WINNER_MISSING") for winner in SIDES),
    *((PAULISTA, None, tento(1, winner), "WINNER_MISSING") for winner in SIDES),
    *((ARGENTINO, None, flor("single", winner), "WINNER_MISSING") for winner in SIDES),
    *((ARGENTINO, None, envido("real", winner=w), "WINNER_MISSING") for w in SIDES),
    (PAULISTA, [11, 0], hand("mark_fold"), "WINNER_MISSING"),
    *((PAULISTA, [11, 0], hand("mark_played", w), "WINNER_MISSING") for w in SIDES[1:]),
    *((PAULISTA, [11, 11], hand("iron", w), "WINNER_MISSING") for w in SIDES[1:]),
    (ARGENTINO, None, envido(), "UNKNOWN_CALL"),
    (ARGENTINO, None, envido("truco"), "UNKNOWN_CALL"),
    (ARGENTINO, None, envido("falta", "envido"), "UNKNOWN_CALL"),
    (ARGENTINO, None, envido("falta", "falta"), "UNKNOWN_CALL"),
    (ARGENTINO, None, {**envido(), "calls": "envido"}, "UNKNOWN_CALL"),
    (ARGENTINO, None, {**envido(), "calls": {"envido": 1}}, "UNKNOWN_CALL"),
    (ARGENTINO, None, {**envido(), "calls": [["envido"]]}, "UNKNOWN_CALL"),
    (ARGENTINO, None, {**envido(), "calls": None}, "UNKNOWN_CALL"),
    (ARGENTINO, None, envido("envido", accepted=None), "UNKNOWN_CALL"),
    (ARGENTINO, None, envido("envido", accepted=1), "UNKNOWN_CALL"),
    *((ARGENTINO, None, flor(call), "UNKNOWN_CALL") for call in ("flor", None, [], "points")),
    (PAULISTA, None, envido("envido"), "NO_ENVIDO_IN_RULES"),
    (PAULISTA, None, envido("dance"), "NO_ENVIDO_IN_RULES"),
    (PAULISTA, None, flor("single"), "NO_FLOR_IN_RULES"),
    (PAULISTA, None, flor("dance"), "NO_FLOR_IN_RULES"),
    (ARGENTINO, None, hand("all_tied"), "ALL_TIED_HAS_A_WINNER"),
    (ARGENTINO, None, hand("all_tied", 0), "ALL_TIED_HAS_A_WINNER"),
    *((PAULISTA, None, hand("all_tied", w), "ALL_TIED_HAS_A_WINNER") for w in (0, 1, 2, "x")),
    (PAULISTA, [11, 0], played(1, 0), "RAISE_NOT_ALLOWED"),
    (PAULISTA, [11, 0], played(5, 0), "RAISE_NOT_ALLOWED"),
    (PAULISTA, [0, 11], fold(3, 0), "RAISE_NOT_ALLOWED"),
    (PAULISTA, [11, 11], played(3, 0), "RAISE_NOT_ALLOWED"),
    (PAULISTA, [11, 11], fold(3, 1), "RAISE_NOT_ALLOWED"),
    (PAULISTA, None, hand("mark_played", 0), "MARK_NOT_ACTIVE"),
    (PAULISTA, None, hand("mark_fold", 0), "MARK_NOT_ACTIVE"),
    (PAULISTA, None, hand("iron", 0), "MARK_NOT_ACTIVE"),
    (PAULISTA, [11, 0], hand("iron"), "MARK_NOT_ACTIVE"),
    (PAULISTA, [11, 11], hand("mark_fold", 0), "MARK_NOT_ACTIVE"),
    (ARGENTINO, [29, 0], hand("mark_fold", 1), "MARK_NOT_ACTIVE"),
    (ARGENTINO, [29, 29], hand("iron", 1), "MARK_NOT_ACTIVE"),
    (PAULISTA, [11, 0], hand("mark_fold", 0), "MARK_FOLD_SIDE"),
    (PAULISTA, [3, 11], hand("mark_fold", 1), "MARK_FOLD_SIDE"),
    *((MINEIRO, None, played(n, 0), "NOT_IN_LADDER") for n in (1, 0, -2, 14, "2", None, True)),
    *((MINEIRO, None, fold(n, 0), "NOT_IN_LADDER") for n in (2, 6, 0, "4", None, True)),
]


@pytest.mark.parametrize(("ruleset", "start", "event", "expected"), REFUSED)
def test_an_event_is_refused_with_its_error(ruleset, start, event, expected):
    assert rules.play(ruleset, 2, [event], start=start)["log"] == [
        {"n": 1, "error": expected, "score": start or [0, 0]}
    ]


def test_every_error_is_in_this_table():
    assert {row[3] for row in REFUSED} == {*rules.EVENT_ERRORS} - {"MATCH_OVER"}


# A ruleset of everything, and events mended one fault at a time: the errors come in their order.
ALL = rules.load(changed("truco_gaucho", ("mark", {"at": 23, "played": 3, "fold": 1, "both": 3})))


@pytest.mark.parametrize(
    ("ruleset", "events", "expected"),
    [
        (
            ALL,
            [hand("?", None, value=9), played(9, None), played(9, 0)],
            ["UNKNOWN_EVENT", "WINNER_MISSING", "RAISE_NOT_ALLOWED"],
        ),
        (
            ALL,
            [envido("?", winner=7), envido("?"), envido("real")],
            ["WINNER_MISSING", "UNKNOWN_CALL", None],
        ),
        (
            PAULISTA,
            [envido("?", winner=7), envido("?"), flor("?", 7), flor("?")],
            ["WINNER_MISSING", "NO_ENVIDO_IN_RULES", "WINNER_MISSING", "NO_FLOR_IN_RULES"],
        ),
        (
            ALL,
            [hand("mark_fold", 5), hand("mark_fold", 0), hand("mark_fold", 1)],
            ["WINNER_MISSING", "MARK_FOLD_SIDE", None],
        ),
    ],
)
def test_errors_come_in_their_order(ruleset, events, expected):
    start = [ruleset.mark_at(ruleset.end), 0]
    assert [error(ruleset, event, start) for event in events] == expected


def test_an_error_changes_nothing_and_the_match_goes_on():
    told = [played(3, 0), played(5, 1), hand("iron", 1), played(3, 1)]
    answers = rules.play(PAULISTA, 2, told)["log"]
    assert [answer["score"] for answer in answers] == [[3, 0], [3, 0], [3, 0], [3, 3]]


def test_after_the_end_everything_is_refused():
    told = [played(12, 1), played(1, 0), tento(-5, 1), None, {"type": "dance"}]
    answers = rules.play(PAULISTA, 2, told)["log"]
    assert [answer.get("error") for answer in answers] == [None, *["MATCH_OVER"] * 4]
    assert [answer["score"] for answer in answers] == [[0, 12]] * 5
