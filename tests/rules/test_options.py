"""Every value of every preset is declared once, and the table of values is the document."""

import json

import pytest

import rules
from rules.options import (
    GROUPS,
    NOT_EDITABLE,
    OPTIONS,
    difference,
    field_of,
    flatten,
    lines,
    option_of,
    options_of,
    unflatten,
    variations,
)
from rules.options.declared import CHOICE, CONDITION, COUNT, FIGURE, FLAG, NUMBERS, SWITCH

PRESETS = {ruleset.id: json.loads(rules.canonical(ruleset.document)) for ruleset in rules.presets()}
every_preset = pytest.mark.parametrize("document", PRESETS.values(), ids=PRESETS)
TRANCA = PRESETS["tranca"]


@every_preset
def test_table_of_a_document_is_the_document(document):
    assert rules.canonical(unflatten(flatten(document), document)) == rules.canonical(document)


@every_preset
def test_every_value_is_declared_or_carried_with_a_reason(document):
    undeclared = [path for path in flatten(document) if option_of(document["game"], path) is None]

    assert undeclared == []
    assert set(document) - set(NOT_EDITABLE) <= {path.partition(".")[0] for path in paths(document)}


def paths(document):
    tops = {"ranks.": "deck."}
    for path in flatten(document):
        yield next((new for old, new in tops.items() if path.startswith(old)), path)


def test_every_option_has_words_and_a_group():
    assert [o.path for o in OPTIONS if not (o.label and o.help and o.group in GROUPS)] == []
    assert {o.group for o in OPTIONS} == set(GROUPS)
    assert [o.path for o in OPTIONS if (o.kind == CHOICE) != bool(o.choices)] == []


@pytest.mark.parametrize("game", ["melds", "truco", "tally"])
def test_no_field_belongs_to_two_options(game):
    declared = [option.path for option in options_of(game)]
    assert len(declared) == len(set(declared))


@every_preset
def test_every_switch_hides_what_stands_under_it(document):
    declared = options_of(document["game"])
    switches = {option.path for option in declared if option.kind == SWITCH}

    assert {option.when for option in declared} - {""} == switches
    for option in declared:
        if option.when:
            assert option.path.startswith(f"{option.when}.")


def changed(option, value):
    """Another value of the same kind, within its bounds."""
    if option.kind == FLAG:
        return not value
    if option.kind == CHOICE:
        return next((code for code in option.choices if code != value), None)
    if option.kind in (COUNT, FIGURE):
        return value + 1 if value + 1 <= option.high else value - 1
    if option.kind == NUMBERS:
        return [*value[:-1], value[-1] + 1] if value else [1]
    return None


@every_preset
def test_every_single_change_is_one_line_of_the_difference(document):
    seen = 0
    flat = flatten(document)
    for line in lines(document):
        if line.option.kind not in (FLAG, CHOICE, COUNT, FIGURE, NUMBERS):
            continue
        value = changed(line.option, line.value)
        other = unflatten(flat | {line.path: value}, document)

        assert [(a.path, a.value, b and b.value) for a, b in difference(document, other)] == [
            (line.path, line.value, value)
        ]
        seen += 1
    assert seen > 3


@every_preset
def test_nothing_differs_from_itself(document):
    assert difference(document, document) == []


def test_part_that_is_switched_off_is_gone_and_comes_back():
    flat = flatten(TRANCA) | {"mortos": False, "going_out.requires.morto": "false"}

    without = unflatten(flat, TRANCA)
    again = unflatten(flat | {"mortos": True, "going_out.requires.morto": "true"}, without)

    assert "mortos" not in without
    rules.load(without)
    assert again == json.loads(rules.canonical(TRANCA))


def test_items_are_added_renamed_in_order_and_removed():
    flat = flatten(TRANCA) | {
        "canastras": ["royal", "clean"],
        "canastras.royal.points": 500,
        "canastras.royal.min_cards": 13,
        "canastras.royal.clean": True,
    }

    document = unflatten(flat, TRANCA)

    assert [item["key"] for item in rules.load(document).document["canastras"]] == [
        "royal",
        "clean",
    ]
    assert {
        (b or a).path: (a and a.value, b and b.value) for a, b in difference(TRANCA, document)
    } == {
        "canastras": (["clean", "dirty"], ["royal", "clean"]),
        "canastras.royal.points": (None, 500),
        "canastras.dirty.points": (100, None),
        "canastras.royal.min_cards": (None, 13),
        "canastras.dirty.min_cards": (7, None),
        "canastras.royal.clean": (None, True),
        "canastras.dirty.clean": (False, None),
    }


def test_condition_is_one_line_with_its_parts():
    held = {line.path: line.value for line in lines(TRANCA) if line.option.kind == CONDITION}

    assert held == {
        "honours.red_three.counts_if": {"what": "any", "n": 1},
        "going_out.requires.canastras.0": {"what": "any", "n": 1},
    }


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("canastras[1].points", "canastras.dirty.points"),
        ("deck.classes[0].key", "deck.classes"),
        ("deck.classes[0].ranks[3]", "ranks.6"),
        ("deck.classes", "deck.classes"),
        ("honours[0].counts_if.canastras", "honours.red_three.counts_if"),
        ("honours[0].totals[2]", "honours.red_three.totals"),
        ("going_out.requires.canastras[0].kinds[1]", "going_out.requires.canastras.0"),
        ("going_out.points.normal", "going_out.points.normal"),
        ("end.target", "end.target"),
        ("mortos", "mortos"),
        ("nonsense.of[4].mine", "nonsense.of.mine"),
    ],
)
def test_fault_of_a_document_belongs_to_a_field(path, field):
    assert field_of(path, TRANCA) == field


@every_preset
def test_every_answer_to_a_variation_can_be_played_and_is_read_back(document):
    for variation in variations(document):
        for answer in variation.answers:
            other = variation.applied(document, answer)

            rules.load(other)
            assert (variation.key, variation.answer(other)) == (variation.key, answer)
            if variation.answer(document) == answer:
                assert rules.canonical(other) == rules.canonical(document)


def test_tranca_offers_the_variations_of_its_source():
    found = {variation.key for variation in variations(TRANCA)}
    assert found == {
        *("jokers", "needs", "count", "minimum", "black_threes", "target", "sets", "pile")
    }


def test_flat_ten_becomes_the_buraco_count_and_back():
    count = next(v for v in variations(TRANCA) if v.key == "count")

    buraco = rules.load(count.applied(TRANCA, "buraco"))

    worth = {
        rank: c.points for c in buraco.deck.classes for rank in c.ranks if c.key != "black_three"
    }
    assert worth == {
        **dict.fromkeys(["4", "5", "6", "7"], 5),
        **dict.fromkeys(["8", "9", "10", "J", "Q", "K", "2"], 10),
        "A": 15,
    }
    back = count.applied(buraco.document, "flat")
    assert {c.key: set(c.ranks) for c in rules.load(back).deck.classes} == {
        c.key: set(c.ranks) for c in rules.load(TRANCA).deck.classes
    }


def test_answer_nobody_offers_is_refused():
    with pytest.raises(KeyError):
        variations(TRANCA)[0].applied(TRANCA, "perhaps")
