"""The pages of taking along and taking away: who may, and what comes of it."""

import io
import zipfile

import pytest
from django.test import Client
from django.urls import reverse

from players.actions import people
from players.ids import uuid7
from players.models import Group, Membership, Player, Role, User
from scoring.models import Match
from tests.factories import GroupFactory, start_match


@pytest.fixture
def group(alice, bob) -> Group:
    """Alice organises, Bob keeps score."""
    group = GroupFactory(name="Quinta-feira")
    Membership.objects.create(group=group, user=alice.user, role=Role.ORGANISER)
    Membership.objects.create(group=group, user=bob.user, role=Role.SCORER)
    return group


@pytest.fixture
def viewer(group):
    from tests.scoring.conftest import Persona

    persona = Persona(User.objects.create())
    Membership.objects.create(group=group, user=persona.user, role=Role.VIEWER)
    return persona


@pytest.fixture
def zuleica(group) -> Player:
    return people(group, ["Zuleica"])["Zuleica"]


def names_in(response) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content))) as archive:
        return archive.namelist()


def test_own_archive_is_downloaded(alice, match):
    page = alice.client.get(reverse("export_mine"))
    file = alice.client.post(reverse("export_mine"))

    assert page.status_code == 200
    assert file["Content-Disposition"].startswith('attachment; filename="caderneta-')
    assert names_in(file) == ["caderneta.json", "matches.csv", "rounds.csv"]


def test_newcomer_has_nothing_to_download(client, db):
    assert client.post(reverse("export_mine")).status_code == 200
    assert client.get(reverse("delete_account")).status_code == 303
    assert User.objects.count() == 0


@pytest.mark.parametrize("who", ["alice", "bob", "viewer"])
def test_archive_of_a_group_is_its_members(group, who, request):
    file = request.getfixturevalue(who).client.post(reverse("export_group", args=[group.pk]))

    assert 'filename="caderneta-quinta-feira-' in file["Content-Disposition"]
    assert len(names_in(file)) == 3


ORGANISERS = [
    ("delete_group", "get"),
    ("delete_group", "post"),
    ("forget_player", "get"),
    ("forget_player", "post"),
]


def address(name: str, group: Group, player: Player) -> str:
    return reverse(name, args=[group.pk, *([player.pk] if name == "forget_player" else [])])


@pytest.mark.parametrize(("name", "method"), ORGANISERS)
def test_only_an_organiser_takes_away(alice, bob, viewer, charlie, group, zuleica, name, method):
    ask = lambda client: getattr(client, method)(address(name, group, zuleica)).status_code  # noqa: E731

    refused = [ask(who.client) for who in (bob, viewer, charlie)] + [ask(Client())]
    untouched = Group.objects.present().count(), Player.objects.filter(name="Zuleica").count()
    allowed = ask(alice.client)

    assert refused == [403, 403, 404, 404]
    assert untouched == (4, 1)
    assert allowed == (200 if method == "get" else 303)


@pytest.mark.parametrize("name", ["export_group", "bring_back_group"])
def test_stranger_finds_no_group_to_keep(charlie, group, name):
    gone = charlie.client.post(reverse(name, args=[group.pk]))
    none = charlie.client.post(reverse(name, args=[uuid7()]))

    assert (gone.status_code, none.status_code) == (404, 404)


def test_deleted_group_is_brought_back_by_an_organiser_only(alice, bob, group):
    match = start_match(alice.user, group)
    alice.client.post(reverse("delete_group", args=[group.pk]))
    gone = bob.client.get(reverse("match", args=[match.pk])).status_code
    refused = bob.client.post(reverse("bring_back_group", args=[group.pk])).status_code

    back = alice.client.post(reverse("bring_back_group", args=[group.pk]))

    assert (gone, refused, back.url) == (404, 403, reverse("group", args=[group.pk]))
    assert bob.client.get(reverse("match", args=[match.pk])).status_code == 200


def test_notebook_goes_with_its_account_only(alice):
    response = alice.client.post(reverse("delete_group", args=[alice.user.notebook.pk]))

    assert response.url == reverse("delete_account")
    assert Group.objects.present().filter(pk=alice.user.notebook.pk).exists()


def test_player_of_another_group_is_not_forgotten_here(alice, charlie, group):
    foreign = people(charlie.user.notebook, ["Ana"])["Ana"]

    for pk in (foreign.pk, uuid7()):
        response = alice.client.post(reverse("forget_player", args=[group.pk, pk]))
        assert response.status_code == 404
    assert Player.objects.get(pk=foreign.pk).name == "Ana"


def test_player_with_an_account_forgets_themselves(alice, bob, group, zuleica):
    Player.objects.filter(pk=zuleica.pk).update(user=bob.user)

    response = alice.client.post(reverse("forget_player", args=[group.pk, zuleica.pk]))

    assert response.status_code == 404


def test_account_is_deleted_and_the_phone_signed_out(alice, bob, group):
    start_match(bob.user)
    Membership.objects.filter(user=bob.user).update(role=Role.ORGANISER)

    response = bob.client.post(reverse("delete_account"))

    assert response["Clear-Site-Data"] == '"cache", "storage"'
    assert not User.objects.filter(pk=bob.user.pk).exists()
    assert Match.objects.count() == 0
    assert "sessionid" not in {k for k, v in bob.client.cookies.items() if v.value}


def test_last_organiser_is_told_where_to_hand_over(alice, bob, group):
    page = alice.client.post(reverse("delete_account"))

    assert page.status_code == 409
    assert "Quinta-feira" in page.content.decode()
    assert User.objects.filter(pk=alice.user.pk).exists()


@pytest.mark.parametrize("name", ["export_mine", "delete_account"])
def test_person_with_an_account_shows_once_more_that_it_is_they(alice, name):
    alice.user.username = "alice"
    alice.user.set_password("a long enough one")
    alice.user.save()
    alice.client.force_login(alice.user)

    response = alice.client.post(reverse(name))

    assert response.url.startswith(reverse("account_reauthenticate"))
    assert User.objects.filter(pk=alice.user.pk).exists()
