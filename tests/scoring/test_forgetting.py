"""Somebody is forgotten: the name is nowhere any more, no total has moved."""

import json
from typing import Any

import pytest
from django.core import serializers
from django.core.management import call_command
from django.utils import timezone

from players.actions import people
from players.ids import uuid7
from players.models import Group, GroupEvent, Membership, Player, Role, Team, User
from scoring import actions
from scoring.models import Event, Match, Remark, Score
from tests.factories import GroupFactory, MembershipFactory, UserFactory, record, start_match

NAME = "Zuleica"


@pytest.fixture
def group(alice) -> Group:
    group = GroupFactory(name="Quinta")
    MembershipFactory(group=group, user=alice.user, role=Role.ORGANISER)
    return group


@pytest.fixture
def zuleica(group) -> Player:
    return people(group, [NAME, "Bia"])[NAME]


@pytest.fixture
def match(alice, group, zuleica) -> Match:
    """A match in which Zuleica sits, is in a side's name, in a note and in a reason."""
    bia = people(group, ["Bia"])["Bia"]
    held = start_match(
        alice.user, group, labels=[f"{NAME} e Bia", ""], players=[[zuleica, bia], []]
    )
    record(held, alice.user, [100, 50])
    actions.adjust(held, alice.user, uuid7(), [10, 0], f"multa da {NAME.upper()}, zuleicas não")
    return held


def dump() -> str:
    """Everything the database holds of our tables, as one text."""
    from django.apps import apps

    rows: list[Any] = []
    for model in apps.get_models():
        rows += json.loads(serializers.serialize("json", model.objects.all()))
    return json.dumps(rows, ensure_ascii=False)


def totals(match: Match) -> list[int]:
    return list(match.sides.with_total().values_list("total", flat=True))


def test_forgotten_player_is_a_number_everywhere(alice, match, zuleica):
    before = totals(match), Event.objects.count(), Score.objects.count()
    Team.objects.create(group=zuleica.group, name=f"As {NAME}s e {NAME}", key="k")
    document = match.ruleset.document
    house = actions.make_house(match.group, alice.user, f"Regras: {NAME}", "tranca", document)

    actions.forget_player(zuleica, alice.user)

    zuleica.refresh_from_db()
    assert str(zuleica) == "Player 1"
    assert match.sides.first().label.text == "Player 1 e Bia"
    assert Remark.objects.filter(text="multa da Player 1, zuleicas não").exists()
    house.refresh_from_db()
    assert house.name == "Regras: Player 1"
    assert Team.objects.get().name == f"As {NAME}s e Player 1"
    assert (totals(match), Event.objects.count(), Score.objects.count()) == before
    call_command("verify")


def test_number_of_the_forgotten_is_nobody_elses(alice, group, zuleica):
    taken = people(group, ["Player 1", "Player 2 "])

    actions.forget_player(zuleica, alice.user)
    actions.forget_player(taken["Player 1"], alice.user)

    assert sorted(group.players.values_list("name", flat=True)) == [
        "Bia",
        "Player 2 ",
        "Player 3",
        "Player 4",
    ]


def test_number_is_in_the_language_of_the_group(alice, group, zuleica):
    Group.objects.filter(pk=group.pk).update(language="pt-br")
    zuleica.refresh_from_db()

    actions.forget_player(zuleica, alice.user)

    zuleica.refresh_from_db()
    assert str(zuleica) == "Jogador 1"


def test_entry_merged_into_the_forgotten_is_forgotten_too(alice, group, zuleica):
    zu = people(group, ["Zuzu"])["Zuzu"]
    zu.same_as = zuleica
    zu.save()

    actions.forget_player(zuleica, alice.user)

    zu.refresh_from_db()
    assert (zu.name, zu.same_as) == ("Player 1", zuleica)


def test_deleted_account_leaves_nothing_that_names_it(alice, group, match, zuleica):
    user = UserFactory(username="zuleica1970", email="zu@example.org")
    Player.objects.filter(pk=zuleica.pk).update(user=user)
    Membership.objects.create(group=group, user=user, role=Role.SCORER)
    own = Group.objects.create(personal_to=user)
    Membership.objects.create(group=own, user=user, role=Role.ORGANISER)
    start_match(user, own)
    record(match, user, [20, 10])
    GroupEvent.objects.create(
        group=group, kind="role", actor=alice.user, detail={"user": str(user.pk)}
    )
    before, pk = totals(match), user.pk

    actions.delete_account(user)

    left = dump()
    told = [str(pk), pk.hex, "zuleica1970", "zu@example.org", NAME]
    assert [word for word in told if word in left] == []
    assert totals(match) == before
    assert not Match.objects.filter(group=own.pk).exists()
    call_command("verify")


def test_account_of_the_last_organiser_stays_until_somebody_else_is_one(alice, bob, group):
    Membership.objects.create(group=group, user=bob.user, role=Role.SCORER)

    with pytest.raises(actions.MustHandOver) as refused:
        actions.delete_account(alice.user)

    assert group in refused.value.groups
    assert User.objects.filter(pk=alice.user.pk).exists()


def test_group_that_nobody_else_belongs_to_goes_with_the_account(alice, group, match):
    actions.delete_account(alice.user)

    assert (Group.objects.count(), Match.objects.count(), User.objects.count()) == (0, 0, 0)


def test_deleted_group_comes_back_whole(alice, group, match):
    before = totals(match)
    actions.delete_group(group, alice.user)
    gone = Match.objects.present().for_user(alice.user).count()

    actions.bring_back_group(group, alice.user)

    assert (gone, Match.objects.present().for_user(alice.user).get()) == (0, match)
    assert totals(match) == before


@pytest.mark.parametrize(("days", "left"), [(6.9, 1), (7.1, 0)])
def test_tidy_takes_a_group_after_seven_days(alice, group, match, days, left):
    deleted = timezone.now() - timezone.timedelta(days=days)
    Group.objects.filter(pk=group.pk).update(deleted_at=deleted)

    call_command("tidy")

    assert Group.objects.filter(pk=group.pk).count() == left
    assert Match.objects.count() == left


@pytest.mark.parametrize(("days", "left"), [(0.9, 1), (1.1, 0)])
def test_tidy_takes_a_match_after_a_day(alice, match, days, left):
    deleted = timezone.now() - timezone.timedelta(days=days)
    Match.objects.update(deleted_at=deleted)

    call_command("tidy")

    assert Match.objects.count() == left


def test_statements_of_forgetting_do_not_grow_with_the_notes(
    alice, match, zuleica, django_assert_max_num_queries
):
    for _ in range(30):
        actions.adjust(match, alice.user, uuid7(), [1, 0], f"{NAME} de novo")

    with django_assert_max_num_queries(16):
        actions.forget_player(zuleica, alice.user)
