"""The form of house rules: made from the options, it says the document it was made of."""

import ast
import json
from pathlib import Path
from random import Random

import pytest
from django.utils import translation
from django.utils.datastructures import MultiValueDict

import rules
from rules.options import OPTIONS, table
from rules.options.declared import COUNT, Option
from scoring import house_example
from scoring.faults import FAULTS
from scoring.house_fields import FIELDS
from scoring.house_form import HouseForm, State, new_key
from tests.js import rulesets

PRESETS = {ruleset.id: json.loads(rules.canonical(ruleset.document)) for ruleset in rules.presets()}
every_preset = pytest.mark.parametrize("document", PRESETS.values(), ids=PRESETS)
TRANCA, TRUCO = PRESETS["tranca"], PRESETS["truco_paulista"]


def said(document=TRANCA, **changes) -> State:
    """What stands in the form after some fields were changed, `__` for the dot in their names."""
    state = State(document)
    for name, value in changes.items():
        state.said.setlist(name.replace("__", "."), value if isinstance(value, list) else [value])
    return State(document, MultiValueDict(dict(state.said.lists())))


def faults(form: HouseForm) -> dict[str, list[str]]:
    return {name: list(errors) for name, errors in form.errors.items()}


@every_preset
@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_form_of_a_document_says_the_document(document, language):
    with translation.override(language):
        form = HouseForm(State(document))

        assert faults(form) == {}
        assert rules.canonical(form.document) == rules.canonical(document)


def test_every_kind_of_value_has_a_field():
    assert set(FIELDS) >= {option.kind for option in OPTIONS}


@every_preset
def test_every_value_of_a_document_has_a_field(document):
    missing = set(rules.flatten(document)) - set(HouseForm(State(document)).fields)

    assert missing == set()


def test_added_option_is_a_field_at_once(monkeypatch):
    more = Option("play.bells", "Bells", "How many ring.", COUNT, "play", low=1, optional=True)
    monkeypatch.setitem(table.BY_GAME, "melds", (*table.BY_GAME["melds"], more))
    table.placed.cache_clear()

    form = HouseForm(said(play__bells="3"))
    form.is_valid()

    table.placed.cache_clear()
    assert form.document["play"]["bells"] == 3


def test_changed_figure_is_the_only_change():
    form = HouseForm(said(canastras__clean__points="300"))

    assert form.is_valid()
    pairs = rules.difference(TRANCA, form.document)
    assert [(a.path, a.value, b.value) for a, b in pairs] == [("canastras.clean.points", 200, 300)]


def test_everything_wrong_is_said_at_once_beside_its_field():
    form = HouseForm(
        said(
            canastras__clean__points="many",
            mortos="no",
            honours__red_three__totals="0, 100",
            end__target="0",
            sides="2, x",
        )
    )

    assert not form.is_valid()
    assert set(faults(form)) == {
        "canastras.clean.points",
        "going_out.requires.morto",
        "honours.red_three.totals",
        "end.target",
        "sides",
    }


@pytest.mark.parametrize("typed", ["1_0", "٣", "1e3", "5.5", "10000000", "2 000"])
def test_strange_figures_are_refused(typed):
    assert "canastras.clean.points" in faults(HouseForm(said(canastras__clean__points=typed)))


def test_what_is_switched_off_is_not_asked():
    form = HouseForm(said(mortos="no", mortos__size="x", going_out__requires__morto="false"))

    assert faults(form) == {}
    assert "mortos" not in form.document


def test_switch_that_goes_on_begins_with_defaults():
    form = HouseForm(said(TRUCO, legs="yes", flor="yes"))

    assert faults(form) == {}
    assert (form.document["flor"]["single"], form.document["legs"]["wins"]) == (3, 2)


def test_new_item_gets_a_key_and_its_name_in_every_language():
    state = said(**{"new__canastras": "Canastra Réal"})
    assert state.add_items()
    missing = faults(HouseForm(state))
    state.said["canastras.canastra_real.points"] = "500"
    form = HouseForm(state)

    assert set(missing) == {"canastras.canastra_real.points"}
    assert faults(form) == {}
    assert [kind["key"] for kind in form.document["canastras"]][-1] == "canastra_real"
    words = [text["words"]["canastra_real"] for text in form.document["texts"].values()]
    assert words == ["Canastra Réal"] * len(form.document["texts"])


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Real", "real"),
        ("real", "real"),
        ("2 Ás", "item_2_as"),
        ("🃏", "item"),
        ("Points", "item_points"),
    ],
)
def test_key_is_made_from_a_name(name, key):
    assert new_key(name, set()) == key
    assert new_key(name, {key}) == f"{key}_2"


def test_renamed_item_keeps_its_key():
    form = HouseForm(said(**{"word__canastras__clean": "Limpinha"}))

    assert faults(form) == {}
    assert form.document["texts"]["pt-br"]["words"]["clean"] == "Limpinha"
    assert rules.difference(TRANCA, form.document) == []


def test_item_taken_away_is_missed_by_what_names_it():
    document = {**TRANCA, "going_out": {**TRANCA["going_out"]}}
    document["going_out"]["requires"] = {
        "morto": True,
        "canastras": [{"min": 1, "kinds": ["clean"]}],
    }
    form = HouseForm(said(document, canastras=["dirty"]))

    assert set(faults(form)) == {"going_out.requires.canastras.0.what"}


def test_keys_that_no_form_of_ours_sends_are_dropped():
    form = HouseForm(said(canastras=["clean", "dirty", "__proto__", "A b", "points"]))

    assert form.state.shown["canastras"] == ["clean", "dirty", "points"]
    assert "canastras.points.points" in faults(form)


def test_rows_left_empty_between_others_close_up():
    rows = {"first_meld.steps.0.what": "points", "first_meld.steps.3.what": "points"}
    rows |= {"first_meld.steps.3.from": "1500", "first_meld.steps.3.points": "90"}
    form = HouseForm(said(first_meld="yes", **{k.replace(".", "__"): v for k, v in rows.items()}))

    assert faults(form) == {}
    assert form.document["first_meld"]["steps"] == [
        {"minimum": 50},
        {"from": 1500, "minimum": 90},
    ]


def test_step_may_ask_for_a_canastra_from_the_beginning():
    steps = [{"minimum": "clean_canastra"}, {"from": 1000, "minimum": "canastra_and:50"}]
    document = {**TRANCA, "first_meld": {"basis": "score", "steps": steps}}

    form = HouseForm(State(document))

    assert faults(form) == {}
    assert form.document["first_meld"]["steps"] == steps


def test_class_and_honour_of_one_key_have_an_example():
    text = json.dumps(TRANCA).replace('"black_three"', '"red_three"')
    document = json.loads(text)
    document["deck"]["classes"][-1]["key"] = "red_three"

    assert HouseForm(State(document)).is_valid()
    assert house_example.tried(document, house_example.deal(document))["errors"] == []


@pytest.mark.parametrize("seed", range(5))
def test_any_rules_are_what_their_form_says(seed):
    random = Random(seed)
    for _ in range(20):
        document = json.loads(rules.canonical(rulesets.ruleset(random)))
        form = HouseForm(State(document))
        house_example.tried(document, house_example.deal(document))

        assert faults(form) == {}
        pairs = rules.difference(document, form.document)
        assert [(a, b) for a, b in pairs if (a and a.value) or (b and b.value)] == []


def test_line_goes_back_to_the_preset():
    state = said(canastras__clean__points="300", canastras__dirty__points="50")

    state.take(TRANCA, "canastras.clean.points")

    assert state.said["canastras.clean.points"] == "200"
    assert state.said["canastras.dirty.points"] == "50"


def test_list_goes_back_with_its_items():
    state = said(canastras=["clean"], canastras__dirty__points="1")

    state.take(TRANCA, "canastras")

    form = HouseForm(state)
    assert faults(form) == {}
    assert rules.canonical(form.document) == rules.canonical(TRANCA)


@every_preset
def test_variations_are_taken_over_as_they_are(document):
    for variation in rules.variations(document):
        for answer in variation.answers:
            other = variation.applied(document, answer)
            state = State(document)
            state.take(other)
            form = HouseForm(state)

            assert faults(form) == {}
            assert rules.difference(other, form.document) == []


def codes_in(source: str) -> set[str]:
    """The codes of the faults that a module of the rules notes."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [call for call in calls if "fault" in ast.unparse(call.func).lower() and call.args[1:]]
    return {
        word.value
        for call in named
        for word in ast.walk(call.args[1])
        if isinstance(word, ast.Constant)
    }


def test_every_fault_of_the_rules_has_a_sentence():
    folder = Path(rules.__file__).parent
    found = {code for file in folder.rglob("*.py") for code in codes_in(file.read_text())}

    assert found - {"out_of_bounds", "wrong_type"} >= {"missing", "totals", "rank_missing"}
    assert found - set(FAULTS) == set()


@every_preset
def test_example_is_a_valid_round_of_its_rules(document):
    tried = house_example.tried(document, house_example.deal(document))

    assert tried["errors"] == []
    assert all(side["lines"] for side in tried["sides"])
