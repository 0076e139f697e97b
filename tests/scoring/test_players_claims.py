"""Who says which player they are, and who decides."""

import pytest
from django.urls import reverse

from players import people as who
from players.actions import make_guest, people
from players.models import Claim, GroupEvent, Membership, Player, Role
from scoring import actions
from tests.factories import MembershipFactory, PlayerFactory
from tests.scoring.test_players import at_once, fresh, page, shown


@pytest.fixture
def ana(quinta) -> Player:
    return people(quinta, ["Ana"])["Ana"]


def test_organiser_is_a_player_at_once(alice, ana):
    answer = alice.client.post(page("claim", ana))

    assert answer["Location"] == page("player", ana)
    assert fresh(ana).user == alice.user
    assert shown(alice, ana)["is_me"]
    assert GroupEvent.objects.get().kind == "claim"


def test_member_is_a_player_once_an_organiser_agrees(alice, bob, quinta, ana):
    bob.client.post(page("claim", ana))
    bob.client.post(page("claim", ana))
    asked = Claim.objects.get()

    assert fresh(ana).user is None
    assert "An organiser is asked." in bob.client.get(page("player", ana)).content.decode()
    players = reverse("players", args=[quinta.pk])
    assert alice.client.get(players).context["claims"] == [asked]
    assert bob.client.get(players).context["claims"] == []
    home = reverse("group", args=[quinta.pk])
    assert [phone.client.get(home).context["claims"] for phone in (alice, bob)] == [1, 0]

    answer = alice.client.post(
        reverse("decide_claim", args=[quinta.pk, asked.pk]), {"grant": "yes"}
    )

    assert answer["Location"] == players
    assert fresh(ana).user == bob.user
    assert fresh(asked).granted is True
    assert alice.client.get(players).context["claims"] == []


def test_refused_claim_is_told_and_may_be_said_again(alice, bob, quinta, ana):
    bob.client.post(page("claim", ana))
    address = reverse("decide_claim", args=[quinta.pk, Claim.objects.get().pk])
    alice.client.post(address, {"grant": "no"})

    assert fresh(ana).user is None
    assert "this is not you" in bob.client.get(page("player", ana)).content.decode()
    bob.client.post(page("claim", ana))
    assert Claim.objects.filter(granted=None).count() == 1


def test_decided_claim_is_decided_once(alice, bob, quinta, ana):
    bob.client.post(page("claim", ana))
    address = reverse("decide_claim", args=[quinta.pk, Claim.objects.get().pk])
    alice.client.post(address, {"grant": "no"})
    alice.client.post(address, {"grant": "yes"})

    assert (fresh(ana).user, Claim.objects.get().granted) == (None, False)


def test_claimed_player_is_nobody_elses(alice, bob, quinta, ana):
    bob.client.post(page("claim", ana))
    alice.client.post(page("claim", ana))

    assert Claim.objects.get().granted is False
    assert bob.client.post(page("claim", ana)).status_code == 303
    assert fresh(ana).user == alice.user
    assert Claim.objects.count() == 1
    with pytest.raises(who.Taken):
        who.claim(ana, bob.user, Role.ORGANISER)


def test_claim_of_somebody_who_left_is_not_granted(alice, bob, quinta, ana):
    bob.client.post(page("claim", ana))
    Membership.objects.filter(group=quinta, user=bob.user).delete()

    assert who.decide(Claim.objects.get(), alice.user, True) is False
    assert (fresh(ana).user, Claim.objects.get().granted) == (None, False)


def test_claim_of_an_entry_that_was_merged_meanwhile_is_of_the_one_it_is(alice, bob, quinta, ana):
    aninha = people(quinta, ["Aninha"])["Aninha"]
    bob.client.post(page("claim", aninha))
    actions.merge(ana, aninha, alice.user)

    assert who.decide(Claim.objects.get(), alice.user, True) is True
    assert (fresh(ana).user, fresh(aninha).user) == (bob.user, None)


def test_onlooker_is_nobody_by_a_button(charlie, quinta, ana):
    Membership.objects.create(group=quinta, user=charlie.user, role=Role.VIEWER)

    assert charlie.client.get(page("player", ana)).status_code == 200
    assert charlie.client.post(page("claim", ana)).status_code == 403
    assert "<form" not in charlie.client.get(page("player", ana)).content.decode()


@pytest.mark.django_db(transaction=True)
def test_twenty_claims_at_once_are_one(alice, quinta, ana):
    users = [make_guest() for _ in range(20)]

    def act(number: int) -> str:
        try:
            return str(who.claim(ana, users[number], Role.ORGANISER))
        except who.Taken:
            return "taken"

    said = at_once(act)

    assert sorted(said) == ["True", *["taken"] * 19]
    assert fresh(ana).user == users[said.index("True")]


@pytest.mark.django_db(transaction=True)
def test_twenty_questions_at_once_are_one(bob, quinta, ana):
    assert set(at_once(lambda n: who.claim(ana, bob.user, Role.SCORER))) == {False}
    assert Claim.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_twenty_answers_at_once_are_one(alice, bob, quinta, ana):
    who.claim(ana, bob.user, Role.SCORER)
    asked = Claim.objects.get()

    said = at_once(lambda n: who.decide(asked, alice.user, n % 2 == 0))

    assert said.count(True) == (1 if fresh(asked).granted else 0)
    assert fresh(ana).user == (bob.user if fresh(asked).granted else None)
    assert GroupEvent.objects.count() == 1


def test_player_lets_go_and_an_organiser_lets_anybody_go(alice, bob, charlie, quinta, ana):
    for phone in (bob, alice):
        Player.objects.filter(pk=ana.pk).update(user=bob.user)
        assert phone.client.post(page("let_go", ana)).status_code == 303
        assert fresh(ana).user is None
    Player.objects.filter(pk=ana.pk).update(user=alice.user)
    assert bob.client.post(page("let_go", ana)).status_code == 403
    assert charlie.client.post(page("let_go", ana)).status_code == 404
    assert fresh(ana).user == alice.user


def test_claim_of_another_group_is_none(alice, bob, quinta, ana):
    foreign = MembershipFactory(user=alice.user).group
    asked = Claim.objects.create(group=foreign, player=PlayerFactory(group=foreign), user=bob.user)

    address = reverse("decide_claim", args=[quinta.pk, asked.pk])

    assert alice.client.post(address, {"grant": "yes"}).status_code == 404
    assert bob.client.post(address, {"grant": "yes"}).status_code == 403
    assert fresh(asked).granted is None
