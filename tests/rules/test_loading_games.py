"""What a document of truco or of a tally may not say, with its path."""

import json

import pytest

import rules
from tests.rules.documents import DELETE, changed, faults

MARK = ("mark", {"at": 11, "played": 3, "fold": 1})
ENVIDO = {"envido": 2, "real": 3, "falta": "leader"}
TRUCO = [
    *(
        (f"missing {key}", [(key, DELETE)], [(key, "missing")])
        for key in ("ladder", "calls", "all_tied", "end", "sides")
    ),
    ("no ladder", [("ladder", [])], [("ladder", "empty")]),
    ("a ladder of words", [("ladder", ["1", 3, 6, 9, 12])], [("ladder[0]", "wrong_type")]),
    ("a ladder that stands", [("ladder", [1, 3, 3, 9, 12])], [("ladder[2]", "not_rising")]),
    (
        "a ladder that falls twice",
        [("ladder", [3, 1, 6, 4, 12])],
        [("ladder[1]", "not_rising"), ("ladder[3]", "not_rising")],
    ),
    (
        "a ladder from nothing",
        [("ladder", [0, 3, 6, 9, 12])],
        [("ladder[0]", "out_of_bounds")],
    ),
    ("a call too few", [("calls", ["-", "truco", "seis", "nove"])], [("calls", "calls")]),
    ("no calls", [("calls", [])], [("calls", "empty")]),
    ("a call of nothing", [("calls", ["", "a", "b", "c", "d"])], [("calls[0]", "wrong_type")]),
    ("a mark at the target", [("mark", "at", 12)], [("mark.at", "not_below_target")]),
    ("a mark beyond it", [("mark", "at", 13)], [("mark.at", "not_below_target")]),
    ("a mark at nothing", [("mark", "at", 0)], [("mark.at", "out_of_bounds")]),
    ("a mark without iron hand", [MARK], [("mark.both", "missing")]),
    ("a mark that costs", [("mark", "fold", -1)], [("mark.fold", "out_of_bounds")]),
    ("a mark that is none", [("mark", 11)], [("mark", "wrong_type")]),
    ("a mark and more", [("mark", "raise", 1)], [("mark.raise", "unknown_key")]),
    ("ties for the dealer", [("all_tied", "dealer")], [("all_tied", "not_allowed")]),
    ("no half", [("half", 0)], [("half", "out_of_bounds")]),
    ("another falta", [("envido", {**ENVIDO, "falta": "all"})], [("envido.falta", "not_allowed")]),
    (
        "envido of nothing",
        [("envido", {})],
        [("envido.envido", "missing"), ("envido.real", "missing"), ("envido.falta", "missing")],
    ),
    ("envido that costs", [("envido", {**ENVIDO, "real": -3})], [("envido.real", "out_of_bounds")]),
    (
        "half a flor",
        [("flor", {"single": 3, "matched": 4})],
        [("flor.contraflor", "missing"), ("flor.contraflor_declined", "missing")],
    ),
    ("three sides", [("sides", [2, 3])], [("sides[1]", "out_of_bounds")]),
    ("an open end", [("end", "mode", "open")], [("end.mode", "not_allowed")]),
    (
        "rounds",
        [("end", {"mode": "rounds", "rounds": 9})],
        [("end.mode", "not_allowed"), ("end.target", "missing")],
    ),
    ("no target", [("end", "target", DELETE)], [("end.target", "missing")]),
    ("canastras", [("canastras", [])], [("canastras", "unknown_key")]),
    ("another winner", [("wins", "lowest")], [("wins", "unknown_key")]),
    ("legs of nothing", [("legs", {"wins": 0})], [("legs.wins", "out_of_bounds")]),
    ("a vira nobody knows", [("play", {"manilhas": "x"})], [("play.manilhas", "not_allowed")]),
    (
        "everything at once",
        [("sides", [3]), ("ladder", [1, 1]), ("mark", "at", 99), ("half", "x"), ("extra", 1)],
        [
            ("sides[0]", "out_of_bounds"),
            ("ladder[1]", "not_rising"),
            ("calls", "calls"),
            ("mark.at", "not_below_target"),
            ("half", "wrong_type"),
            ("extra", "unknown_key"),
        ],
    ),
]
TALLY = [
    ("missing wins", [("wins", DELETE)], [("wins", "missing")]),
    ("who knows who wins", [("wins", "oldest")], [("wins", "not_allowed")]),
    ("no step", [("step", 0)], [("step", "out_of_bounds")]),
    ("a step backwards", [("step", -5)], [("step", "out_of_bounds")]),
    ("half a step", [("step", 0.5)], [("step", "wrong_type")]),
    ("a minimum in words", [("minimum", "none")], [("minimum", "wrong_type")]),
    ("no room between the bounds", [("minimum", 27)], [("maximum", "not_rising")]),
    ("a maximum beyond a million", [("maximum", 1_000_001)], [("maximum", "wrong_type")]),
    ("a ladder", [("ladder", [1])], [("ladder", "unknown_key")]),
    ("no sides", [("sides", [0])], [("sides[0]", "out_of_bounds")]),
    ("legs that are none", [("legs", 2)], [("legs", "wrong_type")]),
]


@pytest.mark.parametrize(
    ("key", "changes", "expected"),
    [
        *(("truco_paulista", *row[1:]) for row in TRUCO),
        *(("tally_low", *row[1:]) for row in TALLY),
    ],
    ids=[row[0] for row in [*TRUCO, *TALLY]],
)
def test_a_document_is_refused_with_every_fault(key, changes, expected):
    assert faults(changed(key, *changes)) == expected


def test_every_fault_is_said_in_a_sentence():
    documents = [changed("truco_paulista", *row[1]) for row in TRUCO]
    documents += [changed("tally_low", *row[1]) for row in TALLY]
    found = [error["message"] for one in documents for error in rules.validate(one)["errors"]]
    assert all(sentence[0].isupper() or sentence[0] == "“" for sentence in found)
    assert all(sentence.endswith(".") for sentence in found)


@pytest.mark.parametrize(
    ("key", "changes"),
    [
        ("truco_paulista", [("mark", None), ("ladder", [1]), ("calls", ["-"])]),
        ("truco_paulista", [(key, DELETE) for key in ("half", "envido", "flor", "assumptions")]),
        ("truco_paulista", [("end", "target", 15), ("end", "offers", [12, 15])]),
        ("truco_paulista", [("half", 6), ("envido", ENVIDO), ("legs", {"wins": 3})]),
        ("truco_gaucho", [("flor", None), ("envido", "falta", "match_if_malas")]),
        ("tally_low", [(key, DELETE) for key in ("step", "minimum", "maximum")]),
        ("tally_low", [("step", None), ("minimum", -5.0), ("maximum", -5)]),
        ("tally_low", [("legs", {"wins": 2}), ("sides", [1, 8])]),
    ],
)
def test_a_house_rule_loads_and_survives_the_round_trip(key, changes):
    loaded = rules.load(changed(key, *changes))
    again = rules.load(json.loads(json.dumps(loaded.document)))
    assert again == loaded


def test_a_truco_ruleset_mirrors_its_document():
    loaded = rules.load(changed("truco_gaucho", ("players_per_side", [1, 2, 3])))
    assert (loaded.game, loaded.sides, loaded.players_per_side) == ("truco", (2,), (1, 2, 3))
    assert loaded.ladder == (1, 2, 3, 4)
    assert loaded.calls == ("-", "truco", "retruco", "vale 4")
    assert (loaded.mark, loaded.all_tied, loaded.half) == (None, "void", 12)
    assert (loaded.envido.envido, loaded.envido.real, loaded.envido.falta) == (2, 3, "leader")
    assert (loaded.flor.single, loaded.flor.contraflor_declined) == (3, 4)
    assert loaded.wins == "highest"


def test_a_tally_ruleset_mirrors_its_document():
    loaded = rules.load(changed("tally_low"))
    assert (loaded.game, loaded.sides) == ("tally", (2, 3, 4, 5, 6))
    assert (loaded.wins, loaded.step, loaded.minimum, loaded.maximum) == ("lowest", 1, 0, 26)
