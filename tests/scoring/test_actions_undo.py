"""Undo takes back the newest act, one after the other, whatever it was."""

import pytest

from players.ids import uuid7
from scoring import actions
from scoring.acts import Conflict, Refused
from scoring.models import Match
from tests.factories import PlayerFactory, start_match
from tests.scoring.conftest import Persona
from tests.scoring.hand import Hand


@pytest.fixture
def hand(match: Match, alice: Persona) -> Hand:
    return Hand(match, alice.user)


def evening(hand: Hand) -> None:
    for points in ([900, 100], [900, 200], [900, 300]):
        hand.record(*points)


ACTS = {
    "a round": lambda t: t.record(100, 0),
    "a last round": lambda t: t.record(300, 0),
    "a forgotten round": lambda t: t.insert(1, 10, 20),
    "a forgotten round that ends it": lambda t: t.insert(None, 2000, 0),
    "a correction": lambda t: t.correct(2, 1, 2),
    "a correction that ends it": lambda t: t.correct(1, 1300, 0),
    "a void round": lambda t: t.void(2),
    "an adjustment": lambda t: t.adjust(-5, 5),
    "an adjustment that ends it": lambda t: t.adjust(500, 5),
    "starting totals": lambda t: t.setting(starts=[200, 0]),
    "a name": lambda t: t.setting(labels=["Nós", ""]),
    "finishing": lambda t: t.finish(),
    "putting away": lambda t: t.put_away(),
    "giving up": lambda t: t.forfeit(1),
    "a farther end": lambda t: t.move_end(5000),
    "a nearer end": lambda t: t.move_end(1000),
}


def everything(hand: Hand) -> tuple:
    """What of a match an undo must bring back: all but numbers used up and versions."""
    view = hand.board()
    slots = [
        (line.round.number, line.round.state, line.round.entry, line.round.points)
        for line in view.lines
    ]
    sides = [(s.name, s.total, s.start, s.players, s.forfeited) for s in view.sides]
    match = view.match
    return slots, sides, match.end, match.state, match.ended_by, match.first_dealer, view.winner


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_undo_brings_back_what_was_before(hand: Hand, act) -> None:
    evening(hand)
    before = everything(hand)
    act(hand)
    changed = everything(hand)

    hand.undo()

    slots, *rest = everything(hand)
    assert changed != before
    # A round that was taken back stays as a void slot: its number is never given again.
    assert ([slot for slot in slots if slot[0] <= 3], *rest) == before
    assert {slot[1] for slot in slots if slot[0] > 3} <= {"void"}
    hand.sound()


@pytest.mark.parametrize("first", ACTS.values(), ids=ACTS)
def test_undo_twice_brings_back_what_was_before_two_acts(hand: Hand, first) -> None:
    evening(hand)
    before = everything(hand)
    hand.void(3)
    first(hand)

    hand.undo(2)

    slots, *rest = everything(hand)
    assert ([slot for slot in slots if slot[0] <= 3], *rest) == before
    hand.sound()


def test_undo_goes_back_to_the_start(hand: Hand) -> None:
    evening(hand)
    hand.void(2)
    hand.finish()

    hand.undo(5)

    assert hand.seen() == ([0, 0], "open", "", "vvv")
    assert actions.last_act(hand.match) is None
    with pytest.raises(Refused, match="NOTHING_TO_UNDO"):
        hand.undo()
    hand.sound()


def test_undo_passes_over_what_was_undone(hand: Hand) -> None:
    evening(hand)
    hand.undo()
    hand.record(7, 8)
    hand.undo(2)

    assert hand.seen() == ([900, 100], "open", "", "cvvv")
    hand.sound()


def test_undo_of_a_resume_puts_it_away_again(hand: Hand) -> None:
    hand.record(100, 50)
    hand.put_away()
    hand.resume()

    hand.undo()

    assert hand.seen() == ([100, 50], "abandoned", "", "c")
    hand.sound()


def test_undo_of_taking_out_the_rest_shows_it_after_the_end(hand: Hand) -> None:
    evening(hand)
    hand.correct(1, 2200, 0)
    hand.void_after_end()
    assert hand.seen() == ([3100, 200], "finished", "rules", "ccv")

    hand.undo()

    assert hand.seen() == ([3100, 200], "finished", "rules", "ccm")
    hand.sound()


def test_undo_of_putting_back_takes_out_again(hand: Hand) -> None:
    evening(hand)
    hand.void(2)
    hand.void(2, away=False)

    hand.undo()

    assert hand.seen() == ([1800, 400], "open", "", "cvc")
    hand.sound()


def test_undo_of_naming_people_lets_them_be_named_again(hand: Hand) -> None:
    ana, bia, caio = (PlayerFactory(group=hand.match.group) for _ in range(3))
    hand.setting(players=[[ana], [bia]])

    hand.undo()
    nobody = [side.players for side in hand.board().sides]
    hand.setting(players=[[ana], [caio]])

    assert nobody == [[], []]
    assert [side.players for side in hand.board().sides] == [[ana.name], [caio.name]]
    hand.sound()


def test_undo_of_forgotten_rounds_that_filled_their_gap(hand: Hand) -> None:
    evening(hand)
    for _ in range(34):
        hand.insert(1, 1, 0)

    hand.undo(34)

    assert hand.totals() == [2700, 600]
    hand.record(1, 1)
    assert hand.rounds[-1].number == 38
    hand.sound()


def test_undo_conflicts_where_a_newer_act_came(hand: Hand, bob: Persona) -> None:
    hand.record(1, 2)
    seen = actions.last_act(hand.match).version
    Hand(hand.match, bob.user).record(3, 4)

    with pytest.raises(Conflict):
        actions.undo(hand.match, hand.by, uuid7(), seen)

    assert hand.totals() == [4, 6]


def test_undo_takes_back_somebody_elses_act(hand: Hand, bob: Persona) -> None:
    Hand(hand.match, bob.user).record(3, 4)

    hand.undo()

    event = hand.match.events.get(kind="undo")
    assert (hand.totals(), event.undoes, event.actor) == ([0, 0], 2, hand.by)


def test_undo_leaves_deleting_alone(hand: Hand) -> None:
    hand.record(3, 4)
    actions.delete(hand.match, hand.by, uuid7())
    actions.bring_back(hand.match, hand.by, uuid7())

    hand.undo()

    assert hand.seen() == ([0, 0], "open", "", "v")
    assert hand.match.deleted_at is None


def test_undo_of_a_round_brings_back_the_starting_totals_of_a_match(alice: Persona) -> None:
    hand = Hand(start_match(alice.user, starts=[2900, 2000]), alice.user)
    hand.record(200, 0)
    assert hand.match.state == "finished"

    hand.undo()

    assert hand.seen() == ([2900, 2000], "open", "", "v")
