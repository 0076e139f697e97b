"""The presets: data that scores as the contract's documents do, and words a person can pick by."""

from pathlib import Path

import pytest

import rules
from tests.rules import cases

PRESETS = rules.presets()
IDS = [preset.id for preset in PRESETS]
SAID_ONLY = {"name", "texts", "play", "sources", "assumptions", "players_per_side"}


def scoring(document):
    """What of a document scores: no texts, no offers, no empty keys."""
    kept = {key: value for key, value in document.items() if key not in SAID_ONLY and value}
    kept["end"] = {key: value for key, value in document["end"].items() if key != "offers"}
    kept["going_out"] = {key: value for key, value in kept["going_out"].items() if value}
    return rules.canonical(kept)


def test_presets_stand_in_the_order_of_their_families():
    assert IDS == [
        "tranca",
        "tranca_club",
        "tranca_copag",
        "tranca_copag_three_pairs",
        "tranca_jokers",
        "buraco_aberto",
        "buraco_fechado",
        "buraco_no_clean_loses_all",
        "buraco_spanish",
        "buraco_stbl",
        "buraco_thousand",
        "burraco",
        "burraco_extended",
        "burraco_fibur",
        "burraco_internazionale",
    ]


def test_every_variant_file_is_the_preset_of_its_name():
    folder = Path(rules.__file__).parent / "variants"
    assert {file.stem for file in folder.iterdir() if file.suffix == ".toml"} == set(IDS)


def test_presets_are_read_once():
    assert rules.presets() is rules.presets()
    assert rules.preset("tranca") is rules.presets()[0]


def test_an_unknown_preset_is_a_key_error():
    with pytest.raises(KeyError):
        rules.preset("nosuch")


@pytest.mark.parametrize("id_", IDS)
def test_a_preset_scores_as_its_document_says(id_):
    assert scoring(rules.preset(id_).document) == scoring(cases.DOCUMENTS[id_])


@pytest.mark.parametrize(
    "case",
    [case for case in cases.CASES if case["request"]["ruleset"] in IDS],
    ids=cases.name,
)
def test_a_case_comes_out_under_the_preset(case):
    assert rules.answer(case["request"]) == case["expected"]


@pytest.mark.parametrize("id_", IDS)
def test_a_preset_keeps_the_players_and_targets_of_its_document(id_):
    preset, document = rules.preset(id_), cases.DOCUMENTS[id_]
    assert list(preset.players_per_side) == document.get("players_per_side", [1, 2])
    if "offers" in document["end"]:
        assert list(preset.offers) == document["end"]["offers"]
    if preset.end.mode == "target":
        assert preset.end.target in preset.offers


@pytest.mark.parametrize("id_", IDS)
def test_a_preset_says_where_it_comes_from(id_):
    assert rules.preset(id_).sources


@pytest.mark.parametrize("language", ["pt-br", "en"])
@pytest.mark.parametrize("id_", IDS)
def test_a_preset_has_a_name_and_a_line_a_phone_can_show(id_, language):
    text = rules.preset(id_).texts[language]
    assert 0 < len(text.name) <= 32
    assert 0 < len(text.line) <= 100
    assert text.line.endswith(".")


@pytest.mark.parametrize("language", ["pt-br", "en"])
def test_names_and_lines_tell_presets_apart(language):
    texts = [preset.texts[language] for preset in PRESETS]
    assert len({text.name for text in texts}) == len(texts)
    assert len({text.line for text in texts}) == len(texts)


@pytest.mark.parametrize("id_", IDS)
def test_a_presets_own_words_are_for_keys_somebody_uses(id_):
    for text in rules.preset(id_).texts.values():
        assert set(text.words) <= set(rules.WORDS)


@pytest.mark.parametrize("id_", IDS)
def test_own_words_stand_in_every_language_or_are_the_languages_usual_one(id_):
    preset = rules.preset(id_)
    used = {kind.key for kind in preset.canastras} | {item.key for item in preset.deck.classes}
    for text in preset.texts.values():
        assert {"high", "low"} & used <= set(text.words)


@pytest.mark.parametrize("id_", IDS)
def test_a_preset_says_how_it_is_played(id_):
    play = rules.preset(id_).play
    assert play["cards_dealt"] == (13 if id_ == "burraco" else 11)
    assert set(play) <= {option.key for option in rules.PLAY}
