"""Ways into a group by an address or a QR code."""

import io
import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players import invites
from players.actions import make_guest
from players.ids import uuid7
from players.models import Group, GroupEvent, Invite, Membership, Role, User
from players.secrets import digest
from scoring import actions, sharing
from tests.factories import GroupFactory, PlayerFactory, start_match
from tests.players.circle import (
    OUTSIDE,
    Somebody,
    bare,
    joined,
    kept,
    kinds,
    member_of,
    phone_of,
    roles,
)
from tests.scoring.test_statements import statements

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return GroupFactory(name="Quinta")


@pytest.fixture
def ana(group: Group) -> Somebody:
    """Organises the group."""
    return joined(group, Role.ORGANISER)


@pytest.fixture
def secret(group: Group, ana: Somebody) -> str:
    """An invitation to keep score."""
    return invites.make_link(group, Role.SCORER, ana.user)


def door(secret: str) -> str:
    return reverse("invitation", args=[secret])


# --- Making one.


@pytest.mark.parametrize("role", Role.values)
def test_organiser_makes_an_invitation_that_is_shown_once(group, ana, role):
    body = ana.post("invites", group.pk, role=role).text

    secret = re.search(r'href="http://testserver/invite/(g-[\w-]{27})"', body)[1]
    assert body.count('class="qr"') == 1
    invite = Invite.objects.get()
    assert (invite.kind, invite.role, invite.made_by) == ("link", role, ana.user)
    assert invite.expires_at - invite.made_at > timedelta(days=29, hours=23)
    assert secret not in ana.get("invites", group.pk).text
    assert Client().get(door(secret)).status_code == 200
    assert kinds(group) == ["invite"]


def test_secrets_are_long_and_never_the_same(group, ana):
    made = {invites.make_link(group, Role.SCORER, ana.user) for _ in range(50)}

    assert len(made) == 50
    # What it is for, then 27 letters of 64: 160 bits of chance.
    assert all(re.fullmatch(r"g-[\w-]{27}", secret, re.ASCII) for secret in made)


def test_tm_26_secrets_stand_nowhere_in_a_backup(group, ana, secret):
    code = invites.say_code(group, ana.user)
    Client().post(door(secret))

    stored = io.StringIO()
    call_command("dumpdata", "players", "scoring", stdout=stored)

    assert digest(secret) in stored.getvalue()
    assert secret not in stored.getvalue()
    assert invites.code_digest(code) in stored.getvalue()
    assert digest(code) not in stored.getvalue()
    assert f'"{code}"' not in stored.getvalue()
    assert Client().get(door(digest(secret))).status_code == 404


@pytest.mark.parametrize("data", [{"role": "king"}, {"role": ""}, {}])
def test_invitation_to_a_role_nobody_has_is_not_made(group, ana, data):
    assert ana.post("invites", group.pk, **data).status_code == 200
    assert Invite.objects.count() == 0


@pytest.mark.parametrize("who", ["scorer", "viewer", *OUTSIDE])
def test_only_organisers_invite_revoke_or_say_a_code(group, ana, secret, who):
    phone, invite = phone_of(who, group), Invite.objects.get()
    before = kept(group)

    answers = [
        phone.get(reverse("invites", args=[group.pk])),
        phone.post(reverse("invites", args=[group.pk]), {"role": "viewer"}),
        phone.post(reverse("revoke_invite", args=[group.pk, invite.pk])),
        phone.post(reverse("say_code", args=[group.pk])),
    ]

    expected = 404 if who in OUTSIDE else 403
    assert [answer.status_code for answer in answers] == [expected] * 4
    assert kept(group) == before


def test_nobody_is_invited_into_a_notebook():
    ana = Somebody(make_guest())

    answers = [
        ana.get("invites", ana.user.notebook.pk),
        ana.post("invites", ana.user.notebook.pk, role="scorer"),
        ana.post("say_code", ana.user.notebook.pk),
    ]

    assert [answer.status_code for answer in answers] == [403] * 3
    assert reverse("invites", args=[ana.user.notebook.pk]) not in (
        ana.get("people", ana.user.notebook.pk).text
    )


def test_list_says_who_made_each_way_in_and_costs_no_more_for_three(group, ana):
    costs = []
    for more in (1, 2):
        for _ in range(more):
            maker = joined(group, Role.ORGANISER)
            PlayerFactory(group=group, name=f"Maker {maker.user.pk.hex[-4:]}", user=maker.user)
            invites.make_link(group, Role.VIEWER, maker.user)
        with statements() as asked:
            body = ana.get("invites", group.pk).text
        costs.append(len(asked))
    assert body.count("Maker ") == 3
    assert costs == [6, 6]


# --- Coming in.


@pytest.mark.parametrize("role", Role.values)
def test_invitation_says_what_it_is_and_its_button_joins(group, ana, role):
    secret = invites.make_link(group, role, ana.user)
    newcomer = Client()

    page = newcomer.get(door(secret)).text
    response = newcomer.post(door(secret))

    assert "Quinta" in page
    assert str(Role(role).label) in page
    assert (response.status_code, response["Location"]) == (
        303,
        reverse("group", args=[group.pk]),
    )
    member = group.memberships.get(user=newcomer.session["_auth_user_id"])
    assert (member.role, member.invite) == (role, Invite.objects.get())
    assert newcomer.get(response["Location"]).status_code == 200
    assert kinds(group) == ["invite", "join"]


def test_tm_27_robot_that_looks_at_an_invitation_joins_nothing(group, secret):
    for _ in range(3):
        assert Client().get(door(secret)).status_code == 200
        assert Client().head(door(secret)).status_code == 200

    assert roles(group) == ["organiser"]
    assert User.objects.count() == 1
    assert Client().post(door(secret)).status_code == 303


def test_tm_28_search_engines_keep_out(group, ana, secret):
    match = start_match(ana.user, group)
    shared = reverse("join", args=[sharing.make_link(match, ana.user, "view")])

    for address in (door(secret), shared):
        response = Client().get(address)
        assert response["X-Robots-Tag"] == "noindex"
        assert response["Referrer-Policy"] == "same-origin"


def test_coming_in_twice_is_once(group, secret):
    newcomer = Client()

    for _ in range(2):
        assert newcomer.post(door(secret)).status_code == 303

    assert roles(group) == ["organiser", "scorer"]
    assert kinds(group) == ["invite", "join"]


@pytest.mark.parametrize("role", Role.values)
@pytest.mark.parametrize("offered", Role.values)
def test_whoever_is_in_keeps_their_role(group, ana, role, offered):
    member = joined(group, role)
    secret = invites.make_link(group, offered, ana.user)

    assert "You are in already." in member.get("invitation", secret).text
    response = member.post("invitation", secret)

    assert "You are in already." in member.phone.get(response["Location"]).text
    assert member_of(group, member).role == role


def test_whoever_comes_back_is_offered_at_the_table_again(group, ana, secret):
    bob = joined(group)
    PlayerFactory(group=group, name="Beto", user=bob.user)
    actions.leave_group(group, bob.user)

    bob.post("invitation", secret)

    assert [str(player) for player in group.players.offered()] == ["Beto"]


def test_no_token_stands_in_a_query(group, ana):
    body = ana.post("invites", group.pk, role="scorer").text

    assert re.findall(r"\?[^\"']*g-[\w-]{20}", body) == []


# --- What opens nothing.


def revoke(invite: Invite) -> None:
    invites.revoke(invite.group, invite, invite.made_by)


def expire(invite: Invite) -> None:
    Invite.objects.filter(pk=invite.pk).update(expires_at=timezone.now())


def delete_group(invite: Invite) -> None:
    actions.delete_group(invite.group, invite.made_by)


@pytest.mark.parametrize("how", [revoke, expire, delete_group])
@pytest.mark.parametrize("method", ["get", "post"])
def test_closed_invitation_looks_like_none(group, secret, how, method):
    how(Invite.objects.get())
    newcomer = Client()

    real = getattr(newcomer, method)(door(secret))
    none = getattr(newcomer, method)(door("g-" + "x" * 27))

    assert (real.status_code, none.status_code) == (404, 404)
    assert bare(real) == bare(none)
    assert roles(group) == ["organiser"]


@pytest.mark.parametrize("method", ["get", "post"])
def test_tm_06_secret_of_another_purpose_opens_nothing(group, ana, secret, method):
    match = start_match(ana.user, group)
    for_match = sharing.make_link(match, ana.user, "score")
    newcomer = Client()

    for address in (door(for_match), reverse("join", args=[secret])):
        assert getattr(newcomer, method)(address).status_code == 404
    for other in (secret[2:], f"m-{secret[2:]}", f"g-{for_match[2:]}", secret.upper()):
        for name in ("invitation", "join"):
            assert newcomer.post(reverse(name, args=[other])).status_code == 404
    assert Membership.objects.filter(group=group).count() == 1


def test_spoken_code_is_no_address(group, ana):
    code = invites.say_code(group, ana.user)

    assert Client().get(door(code)).status_code == 404
    Invite.objects.update(digest=digest(code))
    assert Client().post(door(code)).status_code == 404


def test_organiser_closes_an_invitation_at_once(group, ana, secret):
    invite = Invite.objects.get()

    for _ in range(2):
        response = ana.post("revoke_invite", group.pk, invite.pk)
        assert response["Location"] == reverse("invites", args=[group.pk])

    assert Client().post(door(secret)).status_code == 404
    assert reverse("revoke_invite", args=[group.pk, invite.pk]) not in (
        ana.get("invites", group.pk).text
    )
    assert kinds(group) == ["invite", "revoke"]


def test_members_who_came_by_a_closed_invitation_stay(group, ana, secret):
    newcomer = Client()
    newcomer.post(door(secret))

    ana.post("revoke_invite", group.pk, Invite.objects.get().pk)

    assert newcomer.get(reverse("people", args=[group.pk])).status_code == 200


def test_invitation_of_another_group_is_none_of_this_one(group, ana, secret):
    """TM-01, TM-02: the id in the path is looked up within the group of the path."""
    other = GroupFactory()
    olga = joined(other, Role.ORGANISER)

    answers = [
        olga.post("revoke_invite", other.pk, pk) for pk in (Invite.objects.get().pk, uuid7())
    ]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert bare(answers[0]) == bare(answers[1])
    assert Client().get(door(secret)).status_code == 200
    assert GroupEvent.objects.filter(kind="revoke").count() == 0


def test_whoever_came_by_an_invitation_stays_in_when_they_make_an_account(group, secret):
    phone, other = Client(), Client()
    named = {"name": "zuleica", "password": "sete copas na mesa"}
    phone.post(door(secret))

    phone.post(reverse("password"), named)
    other.post(reverse("account_login"), named)

    for client in (phone, other):
        assert client.get(reverse("people", args=[group.pk])).status_code == 200
    assert roles(group) == ["organiser", "scorer"]
