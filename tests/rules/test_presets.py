"""The presets: data that scores as the contract's documents do, and words a person can pick by."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rules
from tests.rules import cases

PRESETS = rules.presets()
IDS = [preset.id for preset in PRESETS]
MELDS = [preset.id for preset in PRESETS if preset.game == "melds"]
WORKED = [id_ for id_ in IDS if id_ in cases.EVERY]
SAID_ONLY = {"name", "texts", "play", "sources", "assumptions", "players_per_side", "legs"}


def scoring(document):
    """What of a document scores: no texts, no offers, no empty keys."""
    empty = (None, [], {})
    kept = {k: value for k, value in document.items() if k not in SAID_ONLY and value not in empty}
    kept["end"] = {key: value for key, value in document["end"].items() if key != "offers"}
    if "going_out" in kept:
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
        "truco_paulista",
        "truco_paulista_hand_of_one",
        "truco_mineiro",
        "truco_mineiro_copag",
        "truco_gaucho",
        "truco_argentino",
        "truco_argentino_half",
        "truco_argentino_match",
        "cacheta",
        "dominoes",
        "hearts",
        "king",
        "pife",
        "sueca",
        "tally",
        "tally_low",
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


@pytest.mark.parametrize("id_", WORKED)
def test_a_preset_scores_as_its_document_says(id_):
    assert scoring(rules.preset(id_).document) == scoring(cases.EVERY[id_])


@pytest.mark.parametrize(
    "case",
    [case for case in cases.CASES if case["request"]["ruleset"] in IDS],
    ids=cases.name,
)
def test_a_case_comes_out_under_the_preset(case):
    assert rules.answer(case["request"]) == case["expected"]


@pytest.mark.parametrize("id_", MELDS)
def test_a_preset_keeps_the_players_and_targets_of_its_document(id_):
    preset, document = rules.preset(id_), cases.EVERY[id_]
    assert list(preset.players_per_side) == document.get("players_per_side", [1, 2])
    if "offers" in document["end"]:
        assert list(preset.offers) == document["end"]["offers"]


@pytest.mark.parametrize("id_", IDS)
def test_the_usual_target_is_among_those_offered(id_):
    preset = rules.preset(id_)
    assert (preset.end.target in preset.offers) is (preset.end.mode == "target")


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


@pytest.mark.parametrize("id_", MELDS)
def test_own_words_stand_in_every_language_or_are_the_languages_usual_one(id_):
    preset = rules.preset(id_)
    used = {kind.key for kind in preset.canastras} | {item.key for item in preset.deck.classes}
    for text in preset.texts.values():
        assert {"high", "low"} & used <= set(text.words)


@pytest.mark.parametrize("id_", IDS)
def test_a_preset_says_how_it_is_played(id_):
    dealt = {"melds": 13 if id_ == "burraco" else 11, "truco": 3}
    preset = rules.preset(id_)
    assert preset.play.get("cards_dealt") == dealt.get(preset.game, preset.play.get("cards_dealt"))
    assert set(preset.play) <= {option.key for option in rules.PLAY}


LEGS = ["truco_mineiro", "truco_mineiro_copag", "truco_gaucho"]
LEGS += ["truco_argentino", "truco_argentino_half", "truco_argentino_match"]


@pytest.mark.parametrize("id_", IDS)
def test_a_queda_is_two_games(id_):
    assert rules.preset(id_).legs == (rules.Legs(2) if id_ in LEGS else None)


@pytest.mark.parametrize("id_", [preset.id for preset in PRESETS if preset.game == "truco"])
def test_a_truco_preset_names_its_mark_in_every_language(id_):
    preset = rules.preset(id_)
    for text in preset.texts.values():
        assert ("mark" in text.words) is (preset.mark is not None)


@pytest.mark.parametrize(
    ("id_", "sides", "wins", "end", "step", "bounds"),
    [
        ("tally", (2, 3, 4, 5, 6), "highest", None, None, (None, None)),
        ("tally_low", (2, 3, 4, 5, 6), "lowest", 100, 1, (0, 26)),
        ("cacheta", (2, 3, 4, 5, 6), "lowest", 10, None, (0, None)),
        ("pife", (2, 3, 4, 5, 6), "highest", 10, None, (0, None)),
        ("dominoes", (2, 3, 4), "highest", 50, None, (0, None)),
        ("hearts", (3, 4, 5, 6), "lowest", 100, None, (0, 26)),
        ("sueca", (2,), "highest", 4, None, (0, 4)),
        ("king", (4,), "highest", None, 5, (None, None)),
    ],
)
def test_a_tally_preset_scores_as_its_game_is_known(id_, sides, wins, end, step, bounds):
    preset = rules.preset(id_)
    assert (preset.sides, preset.wins, preset.end.target, preset.step) == (sides, wins, end, step)
    assert (preset.minimum, preset.maximum) == bounds


def test_a_new_preset_is_one_file(tmp_path):
    """A file laid beside the others is offered, scored and drafted; nothing else names it."""
    text = (Path(rules.__file__).parent / "variants" / "cacheta.toml").read_text("utf-8")
    shutil.copytree(Path(rules.__file__).parent, tmp_path / "rules")
    new = text.replace('id = "cacheta"', 'id = "mau_mau"').replace("target = 10", "target = 5")
    (tmp_path / "rules" / "variants" / "mau_mau.toml").write_text(new, "utf-8")
    asked = [
        {"do": "list"},
        {"do": "play", "ruleset": "mau_mau", "sides": 2, "rounds": [{"points": [5, 1]}]},
    ]
    done = subprocess.run(
        [sys.executable, "-m", "rules"],
        input="".join(json.dumps(request) + "\n" for request in asked).encode(),
        capture_output=True,
        check=True,
        timeout=60,
        cwd=tmp_path,
    )
    listed, match = (json.loads(line) for line in done.stdout.splitlines())
    place = IDS.index("pife")
    assert [item["id"] for item in listed] == [*IDS[:place], "mau_mau", *IDS[place:]]
    assert match["log"][0]["winner"] == 1
