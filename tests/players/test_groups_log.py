"""The log of a group: ids and codes in its rows, names when it is shown."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from players import log
from players.actions import make_guest
from players.models import GroupEvent, Membership, Player, Role
from tests.factories import GroupFactory, PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db


def told(group) -> list[str]:
    """The words of the log, oldest first."""
    return [line.words for line in log.lines(group, group.events.order_by("at", "id"))]


def test_note_keeps_ids_and_codes_only():
    group, actor, player = GroupFactory(), make_guest(), PlayerFactory(name="Zé")

    event = log.note(group, "merge", actor, player=player, seats=[player, 3], role=Role.VIEWER)

    assert event.detail == {
        "player": str(player.pk),
        "seats": [str(player.pk), 3],
        "role": "viewer",
    }
    assert GroupEvent.objects.get() == event


def test_log_names_people_as_they_are_called_now():
    group, bob = GroupFactory(), UserFactory(username="bob")
    ze = PlayerFactory(group=group, name="Zé", user=bob)
    log.note(group, "role", bob, user=bob, role=Role.VIEWER)
    log.note(group, "forget", bob, player=ze)
    Player.objects.filter(pk=ze.pk).update(name="<b>Zeca</b>")

    name = '<bdi class="own">&lt;b&gt;Zeca&lt;/b&gt;</bdi>'
    assert told(group) == [f"{name} is now viewer", f"A player was forgotten: {name}"]
    assert [line.who for line in log.lines(group, group.events.all())] == ["<b>Zeca</b>"] * 2


def test_log_tells_of_people_who_are_gone_and_of_acts_it_does_not_know():
    group, bob = GroupFactory(), make_guest()
    log.note(group, "remove", bob, user=bob)
    log.note(group, "nonsense", bob, user="x", player=None, role="king")
    log.note(group, "role", None, user=[7], role=7)
    bob.delete()

    somebody = '<bdi class="own">somebody</bdi>'
    assert told(group) == [f"{somebody} was taken out", "Something changed", f"{somebody} is now "]
    assert [line.who for line in log.lines(group, group.events.all())] == [None] * 3


def test_log_names_nobody_of_another_group():
    group, stranger = GroupFactory(), PlayerFactory(name="Zé")
    log.note(group, "forget", None, player=stranger)

    assert told(group) == ['A player was forgotten: <bdi class="own">somebody</bdi>']


@pytest.mark.parametrize("kind", log.SENTENCES)
def test_every_kind_has_its_words(kind):
    group = GroupFactory()
    log.note(group, kind, None)

    assert "%" not in told(group)[0]
    assert told(group) != ["Something changed"]


def test_long_log_costs_what_a_short_one_costs():
    group, costs = GroupFactory(), []
    for _ in range(2):
        for _ in range(1 if not costs else 6):
            user = UserFactory()
            player = PlayerFactory(group=group, user=user)
            log.note(group, "role", user, user=user, role=Role.VIEWER, player=player)
        with CaptureQueriesContext(
            connection,
        ) as held:
            told(group)
        costs.append(len(held))
    assert costs == [4, 4]


def test_long_log_has_pages(client):
    group, ana = GroupFactory(), UserFactory()
    Membership.objects.create(group=group, user=ana, role=Role.VIEWER)
    client.force_login(ana)
    for n in range(101):
        log.note(group, "settings", ana, n=n)

    address = reverse("group_log", args=[group.pk])
    first, second = (client.get(address + page).content.decode() for page in ("", "?page=2"))

    assert (first.count("<li "), second.count("<li ")) == (100, 1)
    assert ("?page=2" in first, "?page=" in second) == (True, False)
