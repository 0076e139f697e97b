"""What a table may change, in words a player would use."""

import copy

import pytest
from django.utils import translation

import rules
from scoring import rulewords

TRANCA = rules.preset("tranca").document


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def line_of(document, path):
    return next(line for line in rules.lines(document) if line.path == path)


def said(id, path):
    """Label and value of one line of a preset."""
    document = rules.preset(id).document
    line, ruleset = line_of(document, path), rulewords.spoken(document)
    return rulewords.label(line, line.item, ruleset), rulewords.value(line, ruleset)


@pytest.mark.parametrize(
    ("id", "path", "label", "value"),
    [
        ("tranca", "canastras.clean.points", "Clean canastra", "200"),
        ("tranca", "canastras.clean.clean", "Clean canastra: is clean", "yes"),
        ("tranca", "canastras", "Kinds of canastra", "Clean canastra and dirty canastra"),
        ("burraco", "canastras", "Kinds of burraco", "Clean burraco and dirty burraco"),
        ("burraco", "mortos", "Pozzetti", "yes"),
        ("tranca", "mortos.not_taken", "Not taken", "−100"),
        ("tranca", "going_out.requires.morto", "Going out needs the morto", "yes"),
        ("tranca", "going_out.requires.canastras.0", "Going out needs", "at least 1 canastra"),
        (
            "tranca_club",
            "going_out.requires.canastras.0",
            "Going out needs",
            "at least 1 clean canastra",
        ),
        ("tranca", "going_out.points.normal", "Went out", "100"),
        (
            "tranca",
            "honours.red_three.totals",
            "Red threes: worth of 0, 1, 2 and so on",
            "0 · 100 · 200 · 300 · 400",
        ),
        (
            "tranca",
            "honours.red_three.counts_if",
            "Red threes count if there is",
            "at least 1 canastra",
        ),
        ("tranca", "deck.classes.card.points", "Cards: each", "10"),
        ("tranca", "ranks.3r", "Red three", "Red threes"),
        ("tranca", "ranks.A", "Ace", "Cards"),
        ("buraco_aberto", "first_meld.steps.0", "Minimum", "from the beginning: no minimum"),
        ("buraco_aberto", "first_meld.steps.1", "Minimum", "from 1,500 points on: 75"),
        ("tranca", "end.target", "Target", "3,000"),
        ("tranca", "end.mode", "A match ends", "at a target"),
        ("tranca", "sides", "Sides", "2"),
        ("tranca", "play.cards_dealt", "Cards dealt to each player", "11"),
        ("tranca", "play.direction", "Direction of play", "Clockwise."),
        ("truco_paulista", "ladder", "What a hand may be worth", "1 · 3 · 6 · 9 · 12"),
        (
            "truco_paulista",
            "calls",
            "What is called for each",
            "- · truco · seis · nove · doze",
        ),
    ],
)
def test_a_value_is_said_as_a_player_would(id, path, label, value):
    assert said(id, path) == (label, value)


def test_every_value_of_every_preset_has_a_name_and_words():
    for preset in rules.presets():
        for line in rules.lines(preset.document):
            assert rulewords.label(line, line.item, preset), line.path
            assert rulewords.value(line, preset), line.path
            assert "{" not in rulewords.label(line, line.item, preset)


def test_the_words_of_the_group_are_the_words_of_the_rules():
    ruleset = rulewords.spoken(TRANCA, {"morto": "Pozzetto", "clean": "Limpa"})
    needs = line_of(TRANCA, "going_out.requires.morto")
    clean = line_of(TRANCA, "canastras.clean.points")
    assert rulewords.label(needs, "", ruleset) == "Going out needs the pozzetto"
    assert rulewords.label(clean, clean.item, ruleset) == "Limpa"


def changed(change, id="tranca", words=None):
    """What differs after a change to the table of values of a preset."""
    old = rules.preset(id).document
    flat = rules.flatten(old) | change
    new = rules.unflatten({path: v for path, v in flat.items() if v is not None}, old)
    return [(c.label, c.was, c.now) for c in rulewords.changes(old, new, words)]


@pytest.mark.parametrize(
    ("variation", "answer", "expected"),
    [
        (
            "needs",
            "clean",
            [("Going out needs", "at least 1 canastra", "at least 1 clean canastra")],
        ),
        ("count", "buraco", [("4 to 7", "10", "5"), ("Ace", "10", "15")]),
        (
            "black_threes",
            "going_out",
            [("Black three", "10, never laid", "10, laid only when going out")],
        ),
        (
            "jokers",
            "yes",
            [
                ("Jokers", "0", "4"),
                ("Joker", "—", "20"),
                ("Wild cards", "The twos.", "The twos and the jokers."),
            ],
        ),
        (
            "minimum",
            "high",
            [
                ("A minimum for the first meld", "no", "yes"),
                ("Minimum", "—", "from the beginning: 75"),
                ("Minimum", "—", "from 1,500 points on: 100"),
            ],
        ),
        ("count", "flat", []),
    ],
)
def test_a_variation_of_tranca_is_told_in_few_lines(variation, answer, expected):
    asked = next(v for v in rules.variations(TRANCA) if v.key == variation)
    new = asked.applied(TRANCA, answer)
    found = [(c.label, c.was, c.now) for c in rulewords.changes(TRANCA, new)]
    assert found == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"canastras.clean.points": 250}, [("Clean canastra", "200", "250")]),
        ({"end.target": 5000}, [("Target", "3,000", "5,000")]),
        (
            {"mortos": False, "going_out.requires.morto": "false"},
            [
                ("Going out needs the morto", "yes", "no"),
                ("Mortos", "yes", "no"),
            ],
        ),
        ({"end.at": "pass"}, [("The target", "must be reached", "must be passed")]),
        ({"play.notes": ["Sunday is for buraco."]}, [("Notes", "—", "“Sunday is for buraco.”")]),
    ],
)
def test_a_change_is_said_as_it_was_and_as_it_is(change, expected):
    assert changed(change) == expected


def test_what_is_written_down_as_it_was_anyway_is_no_change():
    plain = copy.deepcopy(TRANCA)
    plain["end"].pop("at")
    assert rulewords.changes(TRANCA, plain) == []
    assert rulewords.changes(plain, TRANCA) == []


def test_another_word_for_a_thing_is_a_change_of_words():
    named = copy.deepcopy(TRANCA)
    named["texts"]["en"]["words"] = {"clean": "Pure"}
    change = rulewords.changes(TRANCA, named)
    assert [(c.label, c.was, c.now) for c in change] == [
        ("What it is called", "Clean canastra", "Pure")
    ]
