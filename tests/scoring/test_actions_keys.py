"""The same act twice is one act; two acts in one place are told apart."""

from collections.abc import Callable
from copy import copy
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

import rules
from players.ids import uuid7
from scoring import actions
from scoring.actions import Setting, Sheet, Table
from scoring.acts import AlreadyThere, Conflict
from scoring.models import Event, Match, Round
from tests.factories import start_match, totals_sheet, tranca_sheet
from tests.scoring.conftest import Persona
from tests.scoring.hand import Hand


@pytest.fixture
def hand(match: Match, alice: Persona) -> Hand:
    return Hand(match, alice.user)


@pytest.fixture
def other(hand: Hand, bob: Persona) -> Hand:
    """Bob's hand in the same match."""
    return Hand(hand.match, bob.user)


def test_record_twice_is_one_round(hand: Hand) -> None:
    key = uuid7()
    first = hand.record(100, 50, key=key)
    later = hand.record(3, 4)

    again = hand.record(100, 50, number=first.number, key=key)
    with_other_number = hand.record(100, 50, number=99, key=key)

    assert again == with_other_number == first != later
    assert hand.seen() == ([103, 54], "open", "", "cc")
    assert Event.objects.count() == 3


def test_record_twice_is_one_round_after_the_end_and_after_a_correction(hand: Hand) -> None:
    key = uuid7()
    first = hand.record(3000, 50, key=key)
    hand.correct(1, 2999, 50)

    assert hand.record(3000, 50, number=1, key=key) == first
    assert hand.seen() == ([2999, 50], "open", "", "c")


@pytest.mark.parametrize(
    "sheet", [totals_sheet(100, 51), totals_sheet(50, 100), Sheet({"sides": []}), tranca_sheet()]
)
def test_record_conflicts_where_its_key_was_used_for_other_figures(hand: Hand, sheet) -> None:
    key = uuid7()
    first = hand.record(100, 50, key=key)

    with pytest.raises(Conflict) as conflict:
        hand.save(sheet, number=2, key=key)

    assert conflict.value.round == first
    assert hand.seen() == ([100, 50], "open", "", "c")


def test_record_conflicts_with_a_round_of_its_number(hand: Hand, other: Hand) -> None:
    theirs = other.record(100, 50)

    with pytest.raises(Conflict) as conflict:
        hand.record(100, 60, number=1)

    assert conflict.value.round == theirs
    assert hand.seen() == ([100, 50], "open", "", "c")


def test_record_of_an_equal_round_is_there_already(hand: Hand, other: Hand) -> None:
    theirs = other.save(tranca_sheet({"adjustments": [{"note": "fine", "points": 5}]}))
    mine = tranca_sheet({"adjustments": [{"note": "a fine", "points": 5}]})

    with pytest.raises(AlreadyThere) as there:
        hand.save(mine, number=1)

    assert there.value.round == theirs
    assert Round.objects.count() == 1


def test_record_of_an_equal_round_with_the_next_number_is_another_round(hand: Hand) -> None:
    hand.record(100, 50)
    hand.record(100, 50)

    assert hand.totals() == [200, 100]


def test_record_goes_on_where_its_number_went_to_an_adjustment(hand: Hand, other: Hand) -> None:
    other.adjust(5, 5)

    hand.record(100, 50, number=1)

    assert hand.totals() == [105, 55]


def test_record_goes_on_where_the_round_of_its_number_was_taken_out(
    hand: Hand, other: Hand
) -> None:
    other.record(1, 2)
    other.void(1)

    assert hand.record(100, 50, number=1).number == 2
    assert hand.totals() == [100, 50]


def test_record_after_the_end_is_there_already_where_the_end_is_equal(hand: Hand) -> None:
    last = hand.record(3000, 0)

    with pytest.raises(AlreadyThere) as there:
        hand.record(3000, 0, number=1)

    assert there.value.round == last


def test_key_of_another_match_is_a_key_like_any(hand: Hand, alice: Persona) -> None:
    key = uuid7()
    mine = hand.record(1, 2, key=key)
    elsewhere = Hand(start_match(alice.user), alice.user)

    theirs = elsewhere.record(3, 4, key=key)

    assert theirs.match != mine.match
    assert (hand.totals(), elsewhere.totals()) == ([1, 2], [3, 4])


Act = Callable[[Match, Any, Any, Round], Event]
# Acts as the form sends them: with one key, and the versions the person saw.
ACTS: dict[str, Act] = {
    "correct": lambda m, by, key, r: actions.correct_round(
        m, by, key, r.pk, r.version, totals_sheet(7, 8)
    ),
    "insert": lambda m, by, key, r: actions.insert_round(m, by, key, r.pk, totals_sheet(7, 8)),
    "void": lambda m, by, key, r: actions.void_round(m, by, key, r.pk, r.version, True),
    "adjust": lambda m, by, key, r: actions.adjust(m, by, key, [5, 6], "fine"),
    "set_table": lambda m, by, key, r: actions.set_table(
        m, by, key, m.version, Setting(labels=["A", "B"], starts=[10, 20])
    ),
    "finish": lambda m, by, key, r: actions.finish(m, by, key, m.version),
    "put_away": lambda m, by, key, r: actions.put_away(m, by, key, m.version),
    "forfeit": lambda m, by, key, r: actions.forfeit(m, by, key, m.version, 0),
    "move_end": lambda m, by, key, r: actions.move_end(m, by, key, m.version, 5000),
    "void_after_end": lambda m, by, key, r: actions.void_after_end(m, by, key, m.version),
    "undo": lambda m, by, key, r: actions.undo(m, by, key, m.version),
    "delete": lambda m, by, key, r: actions.delete(m, by, key),
    "bring_back": lambda m, by, key, r: actions.bring_back(m, by, key),
}
# These ask nobody what they saw.
WITHOUT_VERSION = {"insert", "adjust", "delete", "bring_back"}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_act_twice_is_one_act(hand: Hand, act: Act) -> None:
    held, key, match = hand.record(100, 50), uuid7(), hand.match
    first = act(copy(match), hand.by, key, held)
    seen = hand.seen()

    again = act(match, hand.by, key, held)

    assert again == first
    assert hand.seen() == seen
    assert Event.objects.count() == 3
    hand.sound()


def test_taking_up_again_twice_is_one_act(hand: Hand, other: Hand) -> None:
    hand.record(100, 50)
    hand.put_away()
    match, key = hand.match, uuid7()
    first = actions.resume(copy(match), hand.by, key, match.version)

    again = actions.resume(match, hand.by, key, match.version)

    assert again == first
    assert Event.objects.count() == 4
    with pytest.raises(Conflict):
        actions.resume(match, other.by, uuid7(), 1)


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_act_conflicts_where_its_key_was_used_for_another(hand: Hand, act: Act) -> None:
    key = uuid7()
    held = hand.record(100, 50, key=key)

    with pytest.raises(Conflict) as conflict:
        act(hand.match, hand.by, key, held)

    assert conflict.value.round == held
    assert hand.match.version == 2


@pytest.mark.parametrize("name", [name for name in ACTS if name not in WITHOUT_VERSION])
def test_act_conflicts_where_somebody_was_first(hand: Hand, other: Hand, name: str) -> None:
    held, match = hand.record(100, 50), hand.match
    other.correct(1, 100, 60)
    seen = hand.seen()

    with pytest.raises(Conflict):
        ACTS[name](match, hand.by, uuid7(), held)

    assert hand.seen() == seen
    assert hand.match.version == 3


@pytest.mark.parametrize("name", ["correct", "void"])
def test_act_on_a_round_conflicts_with_what_stands_there(
    hand: Hand, other: Hand, name: str
) -> None:
    held, match = hand.record(100, 50), hand.match
    other.correct(1, 100, 60)

    with pytest.raises(Conflict) as conflict:
        ACTS[name](match, hand.by, uuid7(), held)

    assert conflict.value.round.entry == totals_sheet(100, 60).entry


def test_act_on_a_round_goes_on_where_another_round_changed(hand: Hand, other: Hand) -> None:
    held, match = hand.record(100, 50), hand.match
    other.record(1, 2)

    ACTS["correct"](match, hand.by, uuid7(), held)

    assert hand.totals() == [8, 10]


@pytest.mark.parametrize("name", ["correct", "insert", "void"])
def test_act_on_a_round_of_another_match_finds_none(
    hand: Hand, charlie: Persona, name: str
) -> None:
    theirs = Hand(start_match(charlie.user), charlie.user).record(1, 2)

    with pytest.raises(Round.DoesNotExist):
        ACTS[name](hand.match, hand.by, uuid7(), theirs)

    assert hand.match.version == 1


def table(**changes: Any) -> Table:
    document = rules.preset("tranca").document
    return Table(**{"preset": "tranca", "document": document, "end": document["end"]} | changes)


def test_start_twice_is_one_match(alice: Persona) -> None:
    pk = uuid7()
    group = alice.user.notebook
    first = actions.start_match(group, pk, alice.user, table(labels=["", ""]))
    Hand(first, alice.user).record(1, 2)

    again = actions.start_match(group, pk, alice.user, table(labels=["Nós", ""]))

    assert again == first
    assert Hand(again, alice.user).seen() == ([1, 2], "open", "", "c")
    assert [side.label for side in first.sides.all()] == [None, None]


def test_start_conflicts_with_somebody_elses_match(match: Match, charlie: Persona) -> None:
    with pytest.raises(Conflict):
        actions.start_match(charlie.user.notebook, match.pk, charlie.user, table(labels=["", ""]))

    assert Match.objects.get().group == match.group


def test_deleted_match_comes_back_as_it_was(hand: Hand) -> None:
    hand.record(100, 50)
    before = hand.seen()
    actions.delete(hand.match, hand.by, uuid7())
    assert list(Match.objects.present()) == []
    assert list(Match.objects.deleted()) == [hand.match]

    actions.bring_back(hand.match, hand.by, uuid7())

    assert list(Match.objects.present()) == [hand.match]
    assert hand.seen() == before
    hand.sound()


@pytest.mark.parametrize(
    ("ago", "left"), [(timedelta(hours=23, minutes=59), 1), (timedelta(hours=24, minutes=1), 0)]
)
def test_deleted_match_is_forgotten_after_a_day(
    hand: Hand, alice: Persona, charlie: Persona, ago, left
) -> None:
    hand.save(tranca_sheet({"adjustments": [{"note": "fine", "points": -5}]}))
    theirs = start_match(charlie.user)
    Match.objects.update(deleted_at=timezone.now() - ago)

    other = start_match(alice.user)
    actions.delete(other, alice.user, uuid7())

    assert Match.objects.filter(pk=hand.pk).count() == left
    assert Event.objects.filter(match=hand.pk).count() == 2 * left
    assert Match.objects.filter(pk=theirs.pk).exists()
    assert Match.objects.filter(pk=other.pk).exists()
