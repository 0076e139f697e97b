"""What a table may change, in words a player would use."""

import copy

import pytest
from django.utils import translation

import rules
from scoring import rulecards, rulewords

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


def altered(**changes):
    """The value of the line whose fields are changed, `__` for the dot; None leaves one away."""
    flat = rules.flatten(TRANCA) | {path.replace("__", "."): v for path, v in changes.items()}
    document = rules.unflatten({p: v for p, v in flat.items() if v is not None}, TRANCA)
    path = next(iter(changes)).replace("__", ".").rpartition(".")[0]
    return rulewords.value(line_of(document, path), rulewords.spoken(document))


OUT, RED, STEP = "going_out__requires__canastras__0", "honours__red_three__counts_if", "first_meld"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({f"{OUT}__n": 2}, "at least 2 canastras"),
        ({f"{OUT}__n": 2, f"{OUT}__what": "clean"}, "at least 2 × clean canastra"),
        (
            {f"{OUT}__what": "kinds", f"{OUT}__kinds": ["clean", "dirty"]},
            "at least 1 of: clean canastra, dirty canastra",
        ),
        ({f"{RED}__what": "any_meld", f"{RED}__n": None}, "anything laid"),
        (
            {
                "canastra_count_bonuses__0__at_least": 5,
                "canastra_count_bonuses__0__points": 500,
            },
            "5 or more: 500",
        ),
        (
            {
                f"{STEP}__steps__0__what": "points",
                f"{STEP}__steps__0__points": 90,
                f"{STEP}__steps__0__from": 3,
                f"{STEP}__basis": "round",
                STEP: True,
            },
            "from round 3 on: 90",
        ),
        (
            {
                f"{STEP}__steps__0__what": "canastra_and",
                f"{STEP}__steps__0__points": 200,
                f"{STEP}__basis": "score",
                STEP: True,
            },
            "from the beginning: any canastra and 200 points",
        ),
    ],
)
def test_what_is_asked_for_is_said_in_words(changes, said):
    assert altered(**changes) == said


@pytest.mark.parametrize(
    ("ranks", "said"),
    [
        (["A"], "Ace"),
        (["7", "4", "6", "5"], "4 to 7"),
        (["2", "K", "8", "9", "10", "J", "Q"], "2 and 8 to King"),
        (["5", "6"], "5 and 6"),
        (["joker", "2", "3r", "3b"], "Joker, 2, Black three and Red three"),
    ],
)
def test_cards_are_said_in_their_row(ranks, said):
    assert rulecards.cards(ranks) == said


def test_card_that_costs_more_in_hand_says_so():
    held = rules.flatten(TRANCA) | {"deck.classes.black_three.hand_points": 100}
    ruleset = rulewords.spoken(rules.unflatten(held, TRANCA))

    assert rulecards.worths(ruleset)["3b"] == "10 (in hand 100), never laid"


@pytest.mark.parametrize(
    ("id", "path", "label", "value"),
    [
        ("tranca", "canastras.clean.points", "Canastra limpa", "200"),
        ("tranca", "canastras", "Tipos de canastra", "Canastra limpa e canastra suja"),
        ("burraco", "going_out.requires.morto", "Para bater é preciso o pozzetto", "sim"),
        (
            "tranca_club",
            "going_out.requires.canastras.0",
            "Para bater é preciso",
            "pelo menos 1 canastra limpa",
        ),
        ("buraco_aberto", "first_meld.steps.1", "Mínimo", "a partir de 1.500 pontos: 75"),
        ("tranca", "end.target", "Alvo", "3.000"),
        ("tranca", "mortos.not_taken", "Não pegou", "−100"),
        ("tranca", "ranks.3r", "Três vermelho", "Três vermelhos"),
    ],
)
def test_a_value_is_said_in_portuguese(id, path, label, value):
    with translation.override("pt-br"):
        assert said(id, path) == (label, value)


def test_a_change_is_one_sentence_in_both_languages():
    found = rulewords.changes(TRANCA, rules.preset("tranca_club").document)
    with translation.override("pt-br"):
        meant = rulewords.changes(TRANCA, rules.preset("tranca_club").document)
        assert meant[0].sentence == (
            "Para bater é preciso: pelo menos 1 canastra limpa, em vez de pelo menos 1 canastra."
        )
    assert found[0].sentence == (
        "Going out needs: at least 1 clean canastra instead of at least 1 canastra."
    )
