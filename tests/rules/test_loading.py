"""What a document may not say: every refusal, with its path, all at once."""

import copy
import json

import pytest

import rules
from tests.rules import cases
from tests.rules.documents import DELETE, changed, faults

CARD, CLASSES = ("deck", "classes", 0), ("deck", "classes")
SPARE = {"key": "spare", "ranks": [], "points": 1}
FIRST_MELD = {"basis": "score", "steps": [{"minimum": 50}, {"from": 1500, "minimum": 90}]}
REFUSALS = [
    ("unknown key", [("colour", "red")], [("colour", "unknown_key")]),
    ("unknown key below", [(*CARD, "value", 5)], [("deck.classes[0].value", "unknown_key")]),
    ("no table", [("deck", 5)], [("deck", "wrong_type")]),
    (
        "no list",
        [(*CLASSES, {})],
        [
            ("deck.classes", "wrong_type"),
        ],
    ),
    (
        "no class",
        [(*CLASSES, [])],
        [("deck.classes", "nothing_meldable"), ("deck.classes", "rank_missing")],
    ),
    ("no text", [("name", 5)], [("name", "wrong_type")]),
    ("empty text", [("name", " ")], [("name", "wrong_type")]),
    ("control characters", [("name", "Tran\x00ca")], [("name", "wrong_type")]),
    ("half a character", [("sources", ["\ud800"])], [("sources[0]", "wrong_type")]),
    ("no number", [(*CARD, "points", "10")], [("deck.classes[0].points", "wrong_type")]),
    (
        "truth is no number",
        [("going_out", "points", "normal", True)],
        [
            ("going_out.points.normal", "wrong_type"),
        ],
    ),
    (
        "beyond a million",
        [("mortos", "not_taken", -1_000_001)],
        [
            ("mortos.not_taken", "wrong_type"),
        ],
    ),
    ("no whole number", [("mortos", "size", 11.5)], [("mortos.size", "wrong_type")]),
    ("no truth", [("canastras", 0, "clean", 1)], [("canastras[0].clean", "not_allowed")]),
    ("other format", [("format", 2)], [("format", "out_of_bounds")]),
    ("unknown game", [("game", "chess")], [("game", "not_allowed")]),
    ("no side at all", [("sides", [])], [("sides", "empty")]),
    ("bad id", [("id", "Tranca")], [("id", "bad_key")]),
    ("long key", [("canastras", 0, "key", "c" * 32)], [("canastras[0].key", "bad_key")]),
    ("key with a line end", [("canastras", 0, "key", "pure\n")], [("canastras[0].key", "bad_key")]),
    ("key points", [(*CARD, "key", "points")], [("deck.classes[0].key", "bad_key")]),
    ("key total", [("honours", 0, "key", "total")], [("honours[0].key", "bad_key")]),
    (
        "bad manner",
        [("going_out", "points", {"Direct": 1})],
        [
            ("going_out.points.Direct", "bad_key"),
        ],
    ),
    ("no manner", [("going_out", "points", {})], [("going_out.points", "empty")]),
    *(
        (f"missing {'.'.join(map(str, way))}", [(*way, DELETE)], [(path, "missing")])
        for way, path in [
            (("format",), "format"),
            (("game",), "game"),
            (("id",), "id"),
            (("name",), "name"),
            (("sides",), "sides"),
            (("end",), "end"),
            (("end", "mode"), "end.mode"),
            (("end", "target"), "end.target"),
            (("deck",), "deck"),
            (("deck", "packs"), "deck.packs"),
            (("deck", "jokers"), "deck.jokers"),
            ((*CARD, "key"), "deck.classes[0].key"),
            ((*CARD, "points"), "deck.classes[0].points"),
            (("honours", 0, "totals"), "honours[0].totals"),
            (("honours", 0, "otherwise"), "honours[0].otherwise"),
            (("canastras",), "canastras"),
            (("canastras", 0, "min_cards"), "canastras[0].min_cards"),
            (("going_out",), "going_out"),
            (("going_out", "points"), "going_out.points"),
            (("going_out", "requires"), "going_out.requires"),
            (("going_out", "requires", "morto"), "going_out.requires.morto"),
            (("mortos", "not_taken"), "mortos.not_taken"),
            (("mortos", "taken_unused"), "mortos.taken_unused"),
        ]
    ),
    ("null is missing", [("going_out", "points", "normal", None)], [("going_out.points", "empty")]),
    ("classes of one key", [(*CLASSES, 1, "key", "card")], [("deck.classes[1].key", "twice")]),
    ("kinds of one key", [("canastras", 1, "key", "clean")], [("canastras[1].key", "twice")]),
    (
        "bonuses for one number",
        [("canastra_count_bonuses", [{"at_least": 2, "points": 1}] * 2)],
        [
            ("canastra_count_bonuses[1].at_least", "twice"),
        ],
    ),
    (
        "extras of one key",
        [("extras", [{"key": "cut", "points": 1, "max_per_side": 1}] * 2)],
        [
            ("extras[1].key", "twice"),
        ],
    ),
    (
        "condition clean false",
        [("honours", 0, "counts_if", {"canastras": 1, "clean": False})],
        [
            ("honours[0].counts_if.clean", "not_allowed"),
        ],
    ),
    (
        "condition of both",
        [("honours", 0, "counts_if", {"canastras": 1, "clean": True, "kinds": ["clean"]})],
        [
            ("honours[0].counts_if.clean", "not_allowed"),
        ],
    ),
    (
        "condition of any meld and more",
        [("honours", 0, "counts_if", {"any_meld": True, "canastras": 1})],
        [
            ("honours[0].counts_if.canastras", "unknown_key"),
        ],
    ),
    (
        "any meld false",
        [("honours", 0, "counts_if", {"any_meld": False})],
        [
            ("honours[0].counts_if.any_meld", "not_allowed"),
        ],
    ),
    (
        "condition of nothing",
        [("honours", 0, "counts_if", {})],
        [
            ("honours[0].counts_if.canastras", "missing"),
        ],
    ),
    (
        "condition on an unknown kind",
        [
            (
                "melded_if",
                {
                    "condition": {"canastras": 1, "kinds": ["clean", "pure"]},
                    "otherwise": "negate",
                    "canastra_points": "zero",
                },
            )
        ],
        [("melded_if.condition.kinds[1]", "unknown_kind")],
    ),
    (
        "melded_if without condition",
        [
            (
                "melded_if",
                {
                    "otherwise": "zero",
                    "canastra_points": "keep",
                },
            )
        ],
        [("melded_if.condition", "missing")],
    ),
    (
        "requirement of an unknown kind",
        [("going_out", "requires", "canastras", [{"min": 1, "kinds": ["pure"]}])],
        [
            ("going_out.requires.canastras[0].kinds[0]", "unknown_kind"),
        ],
    ),
    (
        "requirement of no kind",
        [("going_out", "requires", "canastras", [{"min": 1, "kinds": []}])],
        [
            ("going_out.requires.canastras[0].kinds", "empty"),
        ],
    ),
    (
        "rank twice",
        [("honours", 0, "ranks", ["3r", "3b"]), ("honours", 0, "totals", [0] * 9)],
        [
            ("honours[0].ranks[1]", "rank_twice"),
        ],
    ),
    (
        "rank nowhere",
        [(*CARD, "ranks", ["2", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"])],
        [
            ("deck.classes", "rank_missing"),
        ],
    ),
    ("jokers nowhere", [("deck", "jokers", 4)], [("deck.classes", "rank_missing")]),
    ("one colour of threes", [("honours", DELETE)], [("deck.classes", "rank_missing")]),
    ("threes both ways", [(*CLASSES, 1, "ranks", ["3b", "3"])], [("deck.classes", "rank_twice")]),
    (
        "no rank",
        [(*CLASSES, 1, "ranks", ["3b", "1"])],
        [
            ("deck.classes[1].ranks[1]", "not_allowed"),
        ],
    ),
    ("totals too short", [("honours", 0, "totals", [0, 100])], [("honours[0].totals", "totals")]),
    (
        "totals from above nothing",
        [("honours", 0, "totals", [1, 2, 3, 4, 5])],
        [
            ("honours[0].totals", "totals"),
        ],
    ),
    ("nothing to meld", [(*CARD, "meldable", "going_out")], [("deck.classes", "nothing_meldable")]),
    (
        "unknown meldable",
        [(*CARD, "meldable", "sometimes")],
        [
            ("deck.classes[0].meldable", "not_allowed"),
        ],
    ),
    (
        "a morto asked where there is none",
        [("mortos", None)],
        [
            ("going_out.requires.morto", "no_morto"),
        ],
    ),
    (
        "if_left where there is none",
        [("mortos", None), ("going_out", "requires", "morto", "if_left")],
        [
            ("going_out.requires.morto", "no_morto"),
        ],
    ),
    (
        "a morto perhaps",
        [("going_out", "requires", "morto", "maybe")],
        [
            ("going_out.requires.morto", "not_allowed"),
        ],
    ),
    ("size and sizes", [("mortos", "sizes", [18, 11])], [("mortos.size", "not_allowed")]),
    ("neither size nor sizes", [("mortos", "size", DELETE)], [("mortos.size", "not_allowed")]),
    (
        "waived by nothing known",
        [("going_out", "waived_by", ["flying"])],
        [
            ("going_out.waived_by[0]", "unknown_manner"),
        ],
    ),
    (
        "canastras of no cards",
        [("canastras", 0, "min_cards", 0)],
        [
            ("canastras[0].min_cards", "out_of_bounds"),
        ],
    ),
    (
        "steps that fall",
        [
            (
                "first_meld",
                {
                    "basis": "score",
                    "steps": [
                        {"from": 1500, "minimum": 75},
                        {"from": 1500, "minimum": 90},
                    ],
                },
            )
        ],
        [("first_meld.steps[1].from", "not_rising")],
    ),
    (
        "a later step from the bottom",
        [
            (
                "first_meld",
                {
                    "basis": "score",
                    "steps": [
                        {"from": 0, "minimum": 75},
                        {"from": None, "minimum": 90},
                    ],
                },
            )
        ],
        [("first_meld.steps[1].from", "not_rising")],
    ),
    (
        "a minimum in words nobody knows",
        [
            (
                "first_meld",
                {
                    "basis": "round",
                    "steps": [
                        {"from": 1, "minimum": "canastra_and:"},
                    ],
                },
            )
        ],
        [("first_meld.steps[0].minimum", "not_allowed")],
    ),
    (
        "a step without minimum",
        [("first_meld", {"basis": "round", "steps": [{"from": 1}]})],
        [
            ("first_meld.steps[0].minimum", "missing"),
        ],
    ),
    (
        "unknown basis",
        [("first_meld", {**FIRST_MELD, "basis": "mood"})],
        [
            ("first_meld.basis", "not_allowed"),
        ],
    ),
    ("unknown tie", [("end", "tie", "coin")], [("end.tie", "not_allowed")]),
    ("no rounds", [("end", {"mode": "rounds"})], [("end.rounds", "missing")]),
    (
        "unknown agreement",
        [("play", {"shuffled_by": "cat"})],
        [
            ("play.shuffled_by", "unknown_key"),
        ],
    ),
    (
        "unknown code",
        [("play", {"direction": "up", "cards_dealt": 0})],
        [
            ("play.cards_dealt", "out_of_bounds"),
            ("play.direction", "not_allowed"),
        ],
    ),
    ("legs of nothing", [("legs", {"wins": 0})], [("legs.wins", "out_of_bounds")]),
    ("no language", [("texts", {"Klingon!": {"name": "x"}})], [("texts.Klingon!", "bad_key")]),
    ("a language of no table", [("texts", {"en": "x"})], [("texts.en", "wrong_type")]),
    (
        "words that are none",
        [("texts", {"en": {"words": {"clean": 5}}})],
        [
            ("texts.en.words.clean", "wrong_type"),
        ],
    ),
    (
        "everything at once",
        [
            ("colour", "red"),
            ("sides", "two"),
            ("deck", "packs", 0),
            ("canastras", 1, "points", 1.5),
            ("going_out", "points", "normal", "100"),
            ("end", "at", "touch"),
        ],
        [
            ("sides", "wrong_type"),
            ("end.at", "not_allowed"),
            ("canastras[1].points", "wrong_type"),
            ("deck.packs", "out_of_bounds"),
            ("going_out.points.normal", "wrong_type"),
            ("colour", "unknown_key"),
        ],
    ),
]


@pytest.mark.parametrize(
    ("changes", "expected"), [row[1:] for row in REFUSALS], ids=[row[0] for row in REFUSALS]
)
def test_a_document_is_refused_with_every_fault(changes, expected):
    assert faults(changed("tranca", *changes)) == expected


def test_every_fault_is_said_in_a_sentence():
    answers = [rules.validate(changed("tranca", *row[1])) for row in REFUSALS]
    sentences = [error["message"] for answer in answers for error in answer["errors"]]
    assert all(sentence[0].isalnum() or sentence[0] == "“" for sentence in sentences)
    assert all(sentence.endswith(".") for sentence in sentences)


@pytest.mark.parametrize("document", [None, 5, "tranca", [], True])
def test_what_is_no_table_is_refused(document):
    assert faults(document) == [("", "wrong_type")]


def test_endless_nesting_is_refused():
    document = changed("tranca")
    document["play"] = document
    assert faults(document) == [("", "too_deep")]


def test_validate_says_paths_and_sentences():
    document = changed("tranca", ("canastras", 0, "min_cards", 0))
    message = "A whole number from 1 to 1,000,000 is needed here."
    assert rules.validate(document) == {
        "valid": False,
        "errors": [{"path": "canastras[0].min_cards", "message": message}],
    }
    assert rules.validate(changed("tranca")) == {"valid": True, "errors": []}


@pytest.mark.parametrize(
    "changes",
    [
        [("legs", {"wins": 2})],
        [("first_meld", FIRST_MELD)],
        [
            ("deck", "jokers", 4),
            (*CARD, "ranks", [*cases.MELDS["tranca"]["deck"]["classes"][0]["ranks"], "joker"]),
        ],
        [("end", {"mode": "rounds", "rounds": 4, "target": 3000})],
        [("end", {"mode": "open"})],
        [("play", {"direction": "clockwise", "notes": ["The cat may watch."]})],
        [("honours", 0, "counts_if", None)],
        [("mortos", {"sizes": [18, 11], "not_taken": 0, "taken_unused": "cards"})],
    ],
)
def test_a_house_rule_loads(changes):
    assert faults(changed("tranca", *changes)) == []


def test_a_ruleset_mirrors_its_document():
    loaded = rules.load(changed("tranca", ("play", {"cards_dealt": 11}), ("legs", {"wins": 2})))
    assert (loaded.id, loaded.game, loaded.sides, loaded.players_per_side) == (
        "tranca",
        "melds",
        (2,),
        (1, 2),
    )
    assert loaded.offers == (1500, 3000, 5000)
    assert loaded.end == rules.End("target", 3000, "reach", None, "extra_round", loaded.offers)
    assert loaded.legs == rules.Legs(2)
    assert loaded.play == {"cards_dealt": 11}
    assert [item.copies for item in loaded.deck.classes] == [96, 4]
    assert loaded.deck.classes[1].hand_points == 10
    assert loaded.going_out.points == {"normal": 100}
    assert loaded.mortos.to_stock is True
    assert loaded.first_meld is None


def test_defaults_stand_where_nothing_is_said():
    bare = changed(
        "tranca",
        *((key, DELETE) for key in ("canastra_count_bonuses", "extras", "melded_if", "first_meld")),
        ("end", {"mode": "target", "target": 3000}),
        ("mortos", "to_stock", DELETE),
        ("going_out", "waived_by", DELETE),
    )
    usual = rules.load(changed("tranca", ("end", "offers", DELETE)))
    loaded = rules.load(bare)
    assert (loaded.end, loaded.mortos, loaded.going_out) == (
        usual.end,
        usual.mortos,
        usual.going_out,
    )


def test_a_kind_named_twice_counts_once():
    twice = ("going_out", "requires", "canastras", [{"min": 2, "kinds": ["clean", "clean"]}])
    (needed,) = rules.load(changed("tranca", twice)).going_out.requires.canastras
    assert not needed.met({"clean": 1})


@pytest.mark.parametrize("key", cases.EVERY)
def test_a_document_survives_the_round_trip(key):
    loaded = rules.load(cases.EVERY[key])
    again = rules.load(json.loads(json.dumps(loaded.document)))
    assert again == loaded
    assert rules.canonical(again.document) == rules.canonical(cases.EVERY[key])


def test_equal_rules_have_equal_text():
    one = changed("tranca", ("melded_if", DELETE), (*CARD, "points", 10.0))
    other = dict(reversed(changed("tranca").items()))
    assert rules.canonical(one) == rules.canonical(other)
    assert rules.canonical({"b": [1.0, None], "a": {"ã": None, "é": "ç"}}) == (
        '{"a":{"é":"ç"},"b":[1,null]}'
    )


def test_what_a_ruleset_was_loaded_from_stays_untouched():
    document = changed("tranca")
    before = copy.deepcopy(document)
    rules.load(document).document["name"] = "Other"
    assert document == before
