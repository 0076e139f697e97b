"""Tables a player can check: for each truco preset what every call pays, and to whom."""

import itertools

import pytest

import rules
from tests.rules.truco_events import envido, flor, fold, hand, played

PRESETS = {preset.id: preset for preset in rules.presets() if preset.game == "truco"}


def steps(*ladder):
    """A hand played for each step, and one run from at each offer."""
    for value in ladder:
        yield [0, 0], played(value, 1), value
    for before, offered in itertools.pairwise(ladder):
        yield [0, 0], fold(offered, 0), before


def mark(at, taken, given, iron):
    """The hands on the mark: played, tied, given away; the iron hand played and tied."""
    yield from (
        ([at, 3], hand("mark_played", 0), taken),
        ([at, 3], hand("mark_played", 1), taken),
        ([3, at], hand("mark_played"), 0),
        ([3, at], hand("mark_fold", 0), given),
        ([at, at], hand("iron", 1), iron),
        ([at, at], hand("iron"), 0),
    )


VOID = [([0, 0], hand("all_tied"), 0)]
SPANISH = [
    *steps(1, 2, 3, 4),
    ([0, 0], envido("envido"), 2),
    ([0, 0], envido("real"), 3),
    ([0, 0], envido("envido", "real", accepted=False), 2),
    ([0, 0], flor("single"), 3),
    ([0, 0], flor("matched"), 4),
    ([0, 0], flor("contraflor"), 6),
    ([0, 0], flor("contraflor_declined"), 4),
    ([20, 16], envido("falta", accepted=False), 1),
]
TABLES = {
    "truco_paulista": [*steps(1, 3, 6, 9, 12), *mark(11, 3, 1, 3), *VOID],
    "truco_paulista_hand_of_one": [*steps(1, 3, 6, 9, 12), *mark(11, 1, 1, 1), *VOID],
    "truco_mineiro": [*steps(2, 4, 8, 10, 12), *mark(10, 4, 2, 2)],
    "truco_mineiro_copag": [*steps(2, 4, 6, 10, 12), *mark(10, 4, 2, 2), *VOID],
    "truco_gaucho": [*SPANISH, ([20, 16], envido("falta", winner=1), 4), *VOID],
    "truco_argentino": [
        *SPANISH,
        ([20, 16], envido("falta", winner=1), 10),
        ([9, 4], envido("falta", winner=1), 21),
    ],
    "truco_argentino_match": [
        *SPANISH,
        ([20, 16], envido("falta", winner=1), 10),
        ([9, 4], envido("falta", winner=1), 26),
    ],
    "truco_argentino_half": [
        *SPANISH,
        ([20, 16], envido("falta", winner=1), 10),
        ([9, 4], envido("falta", winner=1), 6),
    ],
}
ROWS = [(key, *row) for key, table in TABLES.items() for row in table]


@pytest.mark.parametrize(("id_", "start", "event", "points"), ROWS)
def test_an_event_pays_its_winner(id_, start, event, points):
    answer = rules.play(PRESETS[id_], 2, [event], start=start)["log"][0]
    score = [n + points * (side == event["winner"]) for side, n in enumerate(start)]
    assert (answer["points"], answer["to"]) == (points, event["winner"])
    assert answer["score"] == score


@pytest.mark.parametrize("id_", PRESETS)
def test_a_presets_table_has_a_row_for_every_call(id_):
    preset, events = PRESETS[id_], [event for _, event, _ in TABLES[id_]]
    assert {event.get("value") for event in events} - {None} == {*preset.ladder}
    assert {event.get("offered") for event in events} - {None} == {*preset.ladder[1:]}
    hows = {"played", "fold"} | ({"all_tied"} if preset.all_tied == "void" else set())
    hows |= {"mark_played", "mark_fold", "iron"} if preset.mark else set()
    assert {event["how"] for event in events if event["type"] == "hand"} == hows
    calls = {call for event in events for call in event.get("calls", [])}
    assert calls == ({"envido", "real", "falta"} if preset.envido else set())
    flores = {"single", "matched", "contraflor", "contraflor_declined"}
    assert {event["call"] for event in events if event["type"] == "flor"} == (
        flores if preset.flor else set()
    )
