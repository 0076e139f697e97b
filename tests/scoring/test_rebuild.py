"""A match can be made again from its events alone; without one of them it cannot."""

import pytest

from players.ids import uuid7
from scoring import actions
from scoring.models import Event, Match, Round, Score
from tests.factories import PlayerFactory, fresh, record, start_match, tranca_sheet
from tests.rebuild import Differs, assert_rebuilds
from tests.scoring.conftest import Persona


@pytest.fixture
def evening(alice: Persona, bob: Persona) -> Match:
    """A match in which every kind of act happened."""
    user = alice.user
    pairs = [[PlayerFactory(group=user.notebook) for _ in "ab"] for _ in "AB"]
    match = start_match(user, labels=["Nós", ""], players=pairs, starts=[100, 0], target=3000)
    first = record(match, user, tranca_sheet({"adjustments": [{"note": "fine", "points": -5}]}))
    second = record(match, bob.user, [1000, 900])
    match = fresh(match)
    actions.adjust(match, user, uuid7(), [-50, 0], "talked")
    sheet = tranca_sheet({"hand": {"points": 50}})
    actions.correct_round(match, user, uuid7(), first.pk, first.version, sheet)
    actions.insert_round(fresh(match), user, uuid7(), first.pk, tranca_sheet())
    actions.void_round(fresh(match), bob.user, uuid7(), second.pk, second.version, True, "talked")
    actions.undo(fresh(match), user, uuid7(), fresh(match).version)
    setting = actions.Setting(labels=["", "Eles"], starts=[0, 10], first_dealer=1)
    actions.set_table(fresh(match), user, uuid7(), fresh(match).version, setting)
    actions.move_end(fresh(match), user, uuid7(), fresh(match).version, 2500)
    record(match, user, [700, 0])
    actions.forfeit(fresh(start_match(user)), user, uuid7(), 1, 0)
    return fresh(match)


def test_rebuild_equals_tables_after_every_kind_of_act(evening: Match) -> None:
    assert evening.state == "finished"
    assert_rebuilds(evening)


def test_rebuild_leaves_the_second_database_empty(evening: Match) -> None:
    assert_rebuilds(evening)
    assert_rebuilds(evening)


def test_rebuild_knows_the_series_of_a_match(alice: Persona) -> None:
    match = start_match(alice.user, wins=2)

    assert match.series.wins == 2
    assert_rebuilds(match)


@pytest.mark.parametrize("version", range(1, 11))
def test_rebuild_differs_without_an_event(evening: Match, version: int) -> None:
    Event.objects.get(match=evening, version=version).delete()

    with pytest.raises(Differs):
        assert_rebuilds(evening)


def test_rebuild_differs_where_a_table_was_changed(evening: Match) -> None:
    Score.objects.filter(round__match=evening).first().delete()

    with pytest.raises(Differs, match="score: "):
        assert_rebuilds(evening)


def test_rebuild_differs_where_a_round_was_added_without_event(evening: Match) -> None:
    held = Round.objects.filter(match=evening).first()
    held.pk, held.number = uuid7(), 99
    held.save(force_insert=True)

    with pytest.raises(Differs, match="round: "):
        assert_rebuilds(evening)
