"""The settings of a group: its words, and the game a match begins with."""

import pytest
from django.urls import reverse

import rules
from players.models import Group, GroupEvent, Membership, Role
from scoring import actions
from scoring.models import Habits
from tests.factories import GroupFactory

PLAIN = {"name": "Quinta", "language": "", "time_zone": "America/Sao_Paulo"}


@pytest.fixture
def group(alice) -> Group:
    group = GroupFactory(name="Quinta")
    Membership.objects.create(group=group, user=alice.user, role=Role.ORGANISER)
    return group


def save(alice, group, **more):
    return alice.client.post(reverse("group_settings", args=[group.pk]), PLAIN | more)


def test_words_of_the_group_are_kept_and_empty_is_the_usual_one(alice, group):
    first = save(alice, group, **{"word.morto": "Bolão", "word.clean": "Real"})
    group.refresh_from_db()
    kept = dict(group.words)
    save(alice, group, **{"word.clean": "Real"})
    group.refresh_from_db()

    assert first.status_code == 303
    assert kept == {"morto": "Bolão", "clean": "Real"}
    assert group.words == {"clean": "Real"}


def test_word_that_cannot_be_shown_is_said_beside_it_and_kept(alice, group):
    page = save(alice, group, **{"word.morto": "a" * 41, "word.clean": "Real"})

    assert page.status_code == 422
    assert "At most 40 characters" in page.content.decode()
    assert "a" * 41 in page.content.decode()
    assert Group.objects.get(pk=group.pk).words == {}


def test_word_of_another_hand_is_left_alone(alice, group):
    Group.objects.filter(pk=group.pk).update(words={"joker": "Coringão"})

    save(alice, group, **{"word.morto": "Bolão"})

    group.refresh_from_db()
    assert group.words == {"joker": "Coringão", "morto": "Bolão"}


def test_new_match_begins_with_the_usual_game(alice, group):
    save(alice, group, begins="truco_mineiro")

    page = alice.client.get(reverse("new_match") + f"?group={group.pk}").content.decode()

    assert Habits.objects.get(group=group).preset == "truco_mineiro"
    assert 'name="game" value="truco_mineiro"' in page


def test_new_match_begins_under_rules_of_the_group(alice, group):
    document = rules.preset("tranca").document
    house = actions.make_house(group, alice.user, "Tranca da quinta", "tranca", document)
    save(alice, group, begins="")
    before = Habits.objects.get(group=group)

    save(alice, group, begins=str(house.pk))

    assert (before.preset, before.house) == ("", None)
    habits = Habits.objects.get(group=group)
    assert (habits.preset, habits.house) == ("tranca", house)


@pytest.mark.parametrize("begins", ["nonsense", "01a22fd6-2f2e-73d9-a9c7-898c2b90c2d5"])
def test_game_nobody_offers_is_refused(alice, group, begins):
    assert save(alice, group, begins=begins).status_code == 422


def test_same_settings_again_are_no_act(alice, group):
    save(alice, group)
    before = GroupEvent.objects.count()

    save(alice, group)

    assert GroupEvent.objects.count() == before
