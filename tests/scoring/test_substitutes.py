"""Somebody else sits down in the middle of a match, two swap places, one sits a deal out."""

import pytest
from django.urls import reverse

from players.actions import people
from players.ids import uuid7
from players.models import Player
from scoring import actions, seating
from scoring.acts import Conflict
from scoring.models import Seat
from tests.factories import start_match
from tests.scoring.hand import Hand
from tests.scoring.routes import phone_of

NAMES = ("Ana", "Bia", "Caio", "Duda", "Eva")


@pytest.fixture
def known(alice):
    return people(alice.user.notebook, NAMES)


@pytest.fixture
def hand(alice, known) -> Hand:
    """Ana and Caio against Bia and Duda."""
    pairs = [[known["Ana"], known["Caio"]], [known["Bia"], known["Duda"]]]
    return Hand.at(start_match(alice.user, players=pairs, target=100_000), alice.user)


def table(hand: Hand) -> str:
    return reverse("table", args=[hand.pk])


def sent(hand: Hand, *names: str, **more) -> dict:
    """What the form of the table sends: names by place, "Ana Caio / Bia Duda" as four."""
    fields = ("player0.0", "player0.1", "player1.0", "player1.1")
    data = dict(zip(fields, names, strict=True))
    return {"key": uuid7(), "version": hand.match.version, "since": "", **data, **more}


def seats(hand: Hand) -> list[tuple[int, int, str, int, int | None]]:
    held = Seat.objects.filter(side__match=hand.pk).order_by("side__position", "place", "pk")
    return list(
        held.values_list("side__position", "place", "player__name", "from_round", "to_round")
    )


def credit(hand: Hand) -> dict[str, int]:
    held = Seat.objects.filter(side__match=hand.pk).select_related("player__same_as")
    names = {seat.player_id: seat.player.name for seat in held}
    rounds = seating.credited_rounds(hand.match.rounds.all(), held)
    return {names[player]: sum(sides.values()) for player, sides in rounds.items()}


START = [(0, 0, "Ana", 1, None), (0, 1, "Caio", 1, None)]
OTHERS = [(1, 0, "Bia", 1, None), (1, 1, "Duda", 1, None)]


def test_substitute_sits_from_the_next_round_on(alice, hand):
    hand.record(10, 20)
    hand.record(10, 20)

    response = alice.client.post(table(hand), sent(hand, "Eva", "Caio", "Bia", "Duda"))
    hand.record(10, 20)

    assert response.status_code == 303
    assert seats(hand) == [(0, 0, "Ana", 1, 2), (0, 0, "Eva", 3, None), START[1], *OTHERS]
    assert credit(hand) == {"Ana": 2, "Eva": 1, "Caio": 3, "Bia": 3, "Duda": 3}
    assert hand.board().sides[0].name == "Eva and Caio"
    hand.sound()


def test_page_shows_who_sits_where(alice, hand):
    hand.record(10, 20)
    body = alice.client.get(table(hand)).content.decode()

    for name, place in zip(NAMES[:1] + NAMES[2:3], ("0.0", "0.1"), strict=True):
        assert f'name="player{place}" value="{name}"' in body
    assert 'value="Eva"' in body


def test_two_swap_places(alice, hand):
    hand.record(10, 20)
    alice.client.post(table(hand), sent(hand, "Bia", "Caio", "Ana", "Duda"))
    hand.record(10, 20)

    assert [side.name for side in hand.board().sides] == ["Bia and Caio", "Ana and Duda"]
    assert credit(hand) == dict.fromkeys(("Ana", "Bia", "Caio", "Duda"), 2)
    hand.sound()


def test_one_of_five_sits_out_a_deal_each(alice, hand):
    for sits_out, names in (
        ("Eva", ("Ana", "Caio", "Bia", "Duda")),
        ("Ana", ("Eva", "Caio", "Bia", "Duda")),
        ("Caio", ("Eva", "Ana", "Bia", "Duda")),
        ("Bia", ("Eva", "Ana", "Caio", "Duda")),
        ("Duda", ("Eva", "Ana", "Caio", "Bia")),
    ):
        answer = alice.client.post(table(hand), sent(hand, *names))
        assert (sits_out, answer.status_code) == (sits_out, 303)
        hand.record(10, 20)

    assert credit(hand) == dict.fromkeys(NAMES, 4)
    hand.sound()


def test_place_may_stay_empty(alice, hand):
    hand.record(10, 20)
    alice.client.post(table(hand), sent(hand, "", "Caio", "Bia", "Duda"))

    assert seats(hand)[0] == (0, 0, "Ana", 1, 1)
    assert hand.board().sides[0].players == ["Caio"]
    assert hand.match.players_per_side is None or hand.match.players_per_side == 2

    alice.client.post(table(hand), sent(hand, "Eva", "Caio", "Bia", "Duda"))
    assert seats(hand)[:2] == [(0, 0, "Ana", 1, 1), (0, 0, "Eva", 2, None)]
    hand.sound()


def test_wrong_name_is_put_right_for_the_whole_match(alice, hand):
    hand.record(10, 20)
    alice.client.post(table(hand), sent(hand, "Eva", "Caio", "Bia", "Duda", since="start"))

    assert seats(hand)[:2] == [(0, 0, "Ana", 1, 0), (0, 0, "Eva", 1, None)]
    assert credit(hand)["Eva"] == 1
    hand.sound()


def test_change_before_the_first_round_leaves_nobody_who_did_not_play(alice, hand):
    alice.client.post(table(hand), sent(hand, "Eva", "Caio", "Bia", "Duda"))
    hand.record(10, 20)

    assert seats(hand)[:2] == [(0, 0, "Ana", 1, 0), (0, 0, "Eva", 1, None)]
    assert "Ana" not in credit(hand)


def test_change_changed_again_before_a_round_leaves_no_round_to_the_first(alice, hand):
    hand.record(10, 20)
    alice.client.post(table(hand), sent(hand, "Eva", "Caio", "Bia", "Duda"))
    alice.client.post(table(hand), sent(hand, "Ana", "Caio", "Bia", "Duda"))
    hand.record(10, 20)

    assert credit(hand) == dict.fromkeys(("Ana", "Bia", "Caio", "Duda"), 2)
    hand.sound()


@pytest.mark.parametrize("since", ["", "start"])
def test_undo_gives_the_seats_back(alice, hand, since):
    hand.record(10, 20)
    before = hand.board().sides
    alice.client.post(table(hand), sent(hand, "Eva", "", "Bia", "Duda", since=since))

    hand.undo()

    assert hand.board().sides == before
    hand.record(10, 20)
    assert credit(hand) == dict.fromkeys(("Ana", "Bia", "Caio", "Duda"), 2)
    hand.sound()


def test_undo_of_the_first_naming_leaves_nobody_seated_who_can_be_named_anew(alice, known):
    hand = Hand.at(start_match(alice.user, target=100_000), alice.user)
    hand.record(10, 20)
    alice.client.post(table(hand), sent(hand, "Ana", "Caio", "Bia", "Duda"))
    assert hand.match.players_per_side == 2

    hand.undo()

    assert [side.players for side in hand.board().sides] == [[], []]
    assert hand.match.players_per_side is None
    hand.record(10, 20)
    alice.client.post(table(hand), sent(hand, "Eva", "Caio", "Bia", "Duda"))
    assert credit(hand) == dict.fromkeys(("Eva", "Bia", "Caio", "Duda"), 2)
    hand.sound()


def test_history_tells_who_sat_down(alice, hand):
    hand.record(10, 20)
    alice.client.post(table(hand), sent(hand, "Eva", "Caio", "Bia", "Duda"))

    shown = alice.client.get(reverse("history", args=[hand.pk])).context["acts"]

    assert sorted(shown[0].changes) == ["Ana gets up", "Eva sits down"]
    assert [act.changes for act in shown[-1:]] == [[]]


def test_form_seen_before_somebody_else_wrote_changes_nothing(alice, bob, hand):
    data = sent(hand, "Eva", "Caio", "Bia", "Duda")
    hand.record(10, 20)
    before = seats(hand)

    bob.client.post(table(hand), data)

    assert seats(hand) == before
    old = hand.match.version - 1
    with pytest.raises(Conflict):
        actions.set_table(hand.match, alice.user, uuid7(), old, actions.Setting())


def test_same_form_twice_seats_once(alice, hand):
    hand.record(10, 20)
    data = sent(hand, "Eva", "Caio", "Bia", "Duda")

    assert [alice.client.post(table(hand), data).status_code for _ in "ab"] == [303, 303]
    assert len(seats(hand)) == 5


def test_nobody_sits_in_two_places(alice, hand):
    hand.record(10, 20)
    before = seats(hand)

    page = alice.client.post(table(hand), sent(hand, "bia", "Caio", "Bia", "Duda"))

    assert page.status_code == 422
    assert seats(hand) == before


def test_name_of_a_merged_entry_stays_seated(alice, hand, known):
    ana = known["Ana"]
    Seat.objects.filter(player=ana).update(player=alias_of(ana))

    alice.client.post(table(hand), sent(hand, "Ana", "Caio", "Bia", "Duda", label0="Casa"))

    assert len(seats(hand)) == 4


def alias_of(player):
    made = type(player)(group=player.group, name="Aninha", key="aninha", same_as=player)
    made.save()
    return made


def test_rematch_is_of_those_who_sit_last(alice, hand, known):
    hand.record(10, 20)
    alice.client.post(table(hand), sent(hand, "Eva", "Caio", "Bia", "Duda"))
    hand.finish()

    began = actions.rematch(hand.match, uuid7(), alice.user)

    assert [s.name for s in Hand.at(began, alice.user).board().sides] == [
        "Eva and Caio",
        "Bia and Duda",
    ]


def test_holder_of_a_link_is_not_told_who_else_plays_in_the_group(alice, hand):
    phone = phone_of("score link", hand.match)

    assert 'value="Eva"' not in phone.get(table(hand)).content.decode()
    assert phone.post(table(hand), sent(hand, "Eva", "Caio", "Bia", "Duda")).status_code == 303
    assert hand.board().sides[0].players == ["Eva", "Caio"]


def test_name_with_what_tells_it_apart_may_be_long(alice, hand, known):
    name = "W" * 40
    Player.objects.filter(pk=known["Ana"].pk).update(name=name, key="w", tag="the second")

    data = sent(hand, f"{name} (the second)", "Caio", "Bia", "Duda", label0="Casa")

    assert alice.client.post(table(hand), data).status_code == 303
    assert len(seats(hand)) == 4
