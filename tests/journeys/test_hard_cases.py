"""The hard cases of the rules, played and added up by hand beside each.

What a player would write on paper stands beside every figure; the match page must show the same.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import rules
from scoring.models import Match, Round
from scoring.sentences import sentence
from tests.journeys import table

pytestmark = pytest.mark.browser
VECTORS = Path(__file__).parent.parent / "data" / "vectors.json"

RED_THREES_WITHOUT_A_CANASTRA = (
    {
        "end": "out:0:normal",
        "0.canastras.clean": 1,
        "0.honours.red_three": 1,
        "0.melded.card": 20,
        "0.hand.card": 0,
        "1.honours.red_three": 2,
        "1.morto": "taken",
        "1.melded.card": 6,
        "1.hand.card": 11,
    },
    [200 + 100 + 200 + 100, -200 + 60 - 110],
)
MORTO_NOT_TAKEN = (
    {
        "end": "out:1:normal",
        "1.canastras.dirty": 1,
        "1.melded.card": 15,
        "1.hand.card": 1,
        "0.morto": "not_taken",
        "0.melded.card": 0,
        "0.hand.card": 9,
        "0.hand.black_three": 1,
    },
    [-100 - 90 - 10, 100 + 150 + 100 - 10],
)
MORTO_TURNED_INTO_STOCK = (
    {
        "end": "stock",
        "0.canastras.clean": 1,
        "0.morto": "taken",
        "0.melded.card": 24,
        "0.hand.card": 5,
        "1.morto": "not_taken",
        "mortos_to_stock": 1,
        "1.melded.card": 9,
        "1.hand.card": 7,
    },
    [200 + 240 - 50, 90 - 70 - 100],
)
UNPLAYED_MORTO_COSTS_ITS_CARDS = (
    {
        "end": "out:0:normal",
        "0.canastras.clean": 1,
        "0.melded.card": 30,
        "0.hand.card": 3,
        "1.morto": "taken_unused",
        "1.unused_morto.card": 10,
        "1.unused_morto.black_three": 1,
        "1.melded.card": 3,
        "1.hand.card": 4,
    },
    [200 + 300 + 100 - 30, 30 - 40 - 110],
)
FOUR_RED_THREES = (
    {
        "end": "out:1:normal",
        "0.morto": "not_taken",
        "0.melded.card": 3,
        "0.hand.card": 11,
        "1.canastras.clean": 1,
        "1.canastras.dirty": 1,
        "1.honours.red_three": 4,
        "1.melded.card": 18,
        "1.hand.card": 2,
    },
    [30 - 110 - 100, 200 + 100 + 400 + 180 + 100 - 20],
)
DEAL_STOPPED = (
    {
        "end": "stopped",
        "0.morto": "taken",
        "0.melded.card": 12,
        "0.hand.card": 8,
        "1.morto": "not_taken",
        "1.melded.card": 0,
        "1.hand.card": 11,
    },
    [120 - 80, -110 - 100],
)
TRANCA = [
    RED_THREES_WITHOUT_A_CANASTRA,
    MORTO_NOT_TAKEN,
    MORTO_TURNED_INTO_STOCK,
    UNPLAYED_MORTO_COSTS_ITS_CARDS,
    FOUR_RED_THREES,
    DEAL_STOPPED,
]
JOKERS = [
    (
        {
            "end": "out:0:normal",
            "0.canastras.dirty": 1,
            "0.melded.joker": 1,
            "0.melded.card": 9,
            "0.hand.card": 1,
            "1.morto": "taken",
            "1.melded.card": 3,
            "1.hand.joker": 2,
            "1.hand.card": 3,
        },
        [100 + 20 + 90 + 100 - 10, 30 - 40 - 30],
    ),
]
# Counted by points; the unplayed morto costs its 100 and its cards.
PENALTY_AND_CARDS = [
    (
        {
            "end": "out:0:normal",
            "0.canastras.clean": 1,
            "0.melded.points": 240,
            "0.hand.points": 15,
            "1.canastras.dirty": 1,
            "1.morto": "taken_unused",
            "1.unused_morto.points": 85,
            "1.melded.points": 90,
            "1.hand.points": 25,
        },
        [200 + 240 + 100 - 15, 100 + 90 - 100 - 85 - 25],
    ),
]
# One deal is the match: a thousand from ace to ace, an unplayed morto as good as not taken.
THOUSAND = [
    (
        {
            "end": "out:0:normal",
            "0.canastras.ace_to_ace": 1,
            "0.melded.points": "30+20+60+25",
            "0.hand.points": 10,
            "1.morto": "taken_unused",
            "1.melded.points": 60,
            "1.hand.points": 45,
        },
        [1000 + 135 + 100 - 10, 60 - 100 - 45],
    ),
]


@pytest.mark.parametrize(
    ("game", "way", "rounds"),
    [
        ("tranca", "classes", TRANCA),
        ("tranca_jokers", "classes", JOKERS),
        ("buraco_spanish", "points", PENALTY_AND_CARDS),
        ("buraco_thousand", "points", THOUSAND),
    ],
    ids=["tranca", "jokers", "penalty and cards", "thousand"],
)
def test_hard_rounds_as_a_player_adds_them_up(
    phone: Any, game: str, way: str, rounds: list[Any]
) -> None:
    target = {"target": "5000"} if game == "tranca" else {}
    table.start_match(phone, game, **target)

    for fields, __ in rounds:
        table.play_round(phone, fields, way)

    assert table.ledger(phone) == with_running_totals([points for __, points in rounds])


def test_unplayed_morto_stands_in_the_breakdown(phone: Any) -> None:
    table.start_match(phone)
    table.play_round(phone, UNPLAYED_MORTO_COSTS_ITS_CARDS[0], "classes")

    figures = table.breakdown(phone, 0)

    assert figures == [[300, 200, 100, -30, 570], [30, -110, -40, -120]]


def test_morto_taken_by_whoever_goes_out_is_not_asked(phone: Any) -> None:
    table.start_match(phone)

    table.play_round(phone, MORTO_NOT_TAKEN[0], "classes")

    assert Round.objects.get().entry["sides"][1]["morto"] == "taken"


def test_stock_run_out_asks_for_the_morto_left(phone: Any) -> None:
    table.start_match(phone)
    table.open_round(phone)
    fields = MORTO_TURNED_INTO_STOCK[0]

    table.fill_round(phone, {k: v for k, v in fields.items() if k != "mortos_to_stock"})
    told = table.complaints(phone, "ask")
    table.fill_round(phone, {"mortos_to_stock": 1})
    table.saved(phone)

    assert told == [words("tranca", "MORTO_STILL_OUT")]
    assert table.totals(phone) == MORTO_TURNED_INTO_STOCK[1]
    assert Round.objects.get().kept == []


def test_clean_canastra_demanded_then_stopped_with_an_adjustment(phone: Any) -> None:
    table.start_match(phone, "tranca_club")
    table.open_round(phone)
    table.way(phone, "points")
    said = {
        "end": "out:0:normal",
        "0.canastras.dirty": 1,
        "0.melded.points": 150,
        "0.hand.points": 20,
        "1.morto": "taken",
        "1.melded.points": 85,
        "1.hand.points": 30,
    }
    table.fill_round(phone, said)

    table.save(phone)
    told = table.complaints(phone)
    kept = table.typed(phone, said)
    instead = {"end": "stopped", "0.morto": "taken", "0.adjustment.points": 100}
    table.fill_round(phone, instead | {"0.adjustment.note": "bateu com suja"})
    table.saved(phone)

    assert told == [words("tranca_club", "OUT_NO_CANASTRA")]
    assert kept == {name: str(value) for name, value in said.items()}
    assert table.totals(phone) == [100 + 150 - 20 + 100, 85 - 30]
    assert table.breakdown(phone, 0)[0] == [150, 100, -20, 100, 330]
    assert "bateu com suja" in phone.locator("main").inner_text()


def test_thousand_ends_the_single_deal(phone: Any) -> None:
    table.start_match(phone, "buraco_thousand", label0="Ana", label1="Bia")

    table.play_round(phone, THOUSAND[0][0], "points")

    assert Match.objects.get().state == "finished"
    assert "Ana" in table.state(phone)


@pytest.mark.parametrize(
    ("preset", "ids"),
    [
        ("tranca_copag_three_pairs", [1, 4, 5]),
        ("tranca_jokers", [4]),
        ("tranca_club", [4]),
        ("burraco_fibur", [3]),
    ],
)
def test_worked_cases_through_the_form(phone: Any, preset: str, ids: list[int]) -> None:
    cases = [vector(f"{preset}/{n}") for n in ids]
    own = {} if rules.preset(preset).players_per_side == (2,) else {"players_per_side": "2"}
    table.start_match(phone, preset, target="own", own_target="9000", **own)

    for case in cases:
        table.play_round(phone, fields_of(case["request"]["round"]), "classes")

    expected = [[side["total"] for side in case["expected"]["sides"]] for case in cases]
    assert table.ledger(phone) == with_running_totals(expected)
    stored = list(Round.objects.values_list("kept", flat=True))
    assert stored == [case["expected"]["warnings"] for case in cases]


def with_running_totals(rounds: list[list[int]]) -> list[tuple[list[int], list[int]]]:
    lines, running = [], [0] * len(rounds[0])
    for points in rounds:
        running = [total + more for total, more in zip(running, points, strict=True)]
        lines.append((points, running))
    return lines


def words(game: str, code: str) -> str:
    """The sentence for a code as a Portuguese phone shows it."""
    with table.portuguese():
        return sentence(code, rules.preset(game))


def vector(key: str) -> dict[str, Any]:
    return next(c for c in json.loads(VECTORS.read_text())["cases"] if c["id"] == key)


def fields_of(entry: Mapping[str, Any]) -> dict[str, Any]:
    """A round as the contract writes it, as the names and values of the sheet."""
    fields: dict[str, Any] = {"end": entry["end"]}
    for n, side in enumerate(entry["sides"]):
        if "out" in side:
            fields["end"] = f"out:{n}:{side['out']}"  # the morto is then not asked
        else:
            fields[f"{n}.morto"] = side["morto"]
        for part in ("canastras", "honours", "melded", "hand", "unused_morto"):
            for key, count in side.get(part, {}).items():
                fields[f"{n}.{part}.{key}"] = count
    return fields
