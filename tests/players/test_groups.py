"""A group of one's own: making one, its members, what each may do, how one goes."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from players.actions import make_guest
from players.ids import uuid7
from players.models import Group, Invite, Membership, Role, User
from scoring import sharing
from scoring.models import MatchLink, Pass
from tests.factories import GroupFactory, PlayerFactory, UserFactory, start_match
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
def bob(group: Group) -> Somebody:
    """Keeps score in the group."""
    return joined(group, Role.SCORER)


# --- Making one.


def test_new_group_needs_a_name_and_nothing_else():
    newcomer = Client()

    response = newcomer.post(reverse("new_group"), {"name": " Tia  Zé ", "key": uuid7()})

    made = Group.objects.get(personal_to=None)
    assert (response.status_code, response["Location"]) == (303, reverse("people", args=[made.pk]))
    assert (made.name, made.language) == ("Tia Zé", "")
    member = made.memberships.get()
    assert (member.role, str(member.user.pk)) == ("organiser", newcomer.session["_auth_user_id"])
    assert kinds(made) == ["make"]


def test_new_group_made_twice_is_one():
    phone, data = Client(), {"name": "Quinta", "key": uuid7()}

    first, second = (phone.post(reverse("new_group"), data) for _ in range(2))

    assert first["Location"] == second["Location"]
    assert Group.objects.filter(personal_to=None).count() == 1


def test_new_group_with_the_key_of_another_is_another(group, ana):
    stranger = Somebody(make_guest())

    stranger.post("new_group", name="Mine", key=group.pk)

    assert Group.objects.get(name="Mine").memberships.get().user == stranger.user
    assert list(group.memberships.values_list("user", flat=True)) == [ana.user.pk]


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "x" * 41, "a\u202eb", "\0"])
def test_new_group_without_a_name_is_refused_and_nobody_made(name):
    response = Client().post(reverse("new_group"), {"name": name})

    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert (Group.objects.count(), User.objects.count()) == (0, 0)


def test_looking_at_a_new_group_leaves_no_row():
    assert Client().get(reverse("new_group")).status_code == 200
    assert User.objects.count() == 0


# --- Who belongs.


@pytest.mark.parametrize("who", ["organiser", "scorer", "viewer"])
def test_members_see_each_other(group, ana, who):
    PlayerFactory(group=group, name="Tia <b>", user=ana.user)

    body = phone_of(who, group).get(reverse("people", args=[group.pk])).content.decode()

    assert "Tia &lt;b&gt;" in body
    assert body.count("this phone") == 1


@pytest.mark.parametrize("name", ["people", "group_log", "leave_group", "group_settings"])
@pytest.mark.parametrize("who", OUTSIDE)
def test_group_of_others_looks_like_none(group, name, who):
    phone = phone_of(who, group)

    real = phone.get(reverse(name, args=[group.pk]))
    none = phone.get(reverse(name, args=[uuid7()]))

    assert (real.status_code, none.status_code) == (404, 404)
    assert bare(real) == bare(none)


def test_only_organisers_are_offered_to_change_members(group, ana, bob):
    links = {
        who: re.findall(r'href="/g/[^"]+/people/[^"]+"', here.get("people", group.pk).text)
        for who, here in (("ana", ana), ("bob", bob))
    }

    address = reverse("member", args=[group.pk, member_of(group, bob).pk])
    assert links == {"ana": [f'href="{address}"'], "bob": []}


def test_members_page_costs_the_same_for_three(group, ana):
    costs = []
    for more in (1, 2):
        for _ in range(more):
            PlayerFactory(group=group, user=joined(group).user)
        with statements() as asked:
            assert ana.get("people", group.pk).status_code == 200
        costs.append(len(asked))
    assert costs == [7, 7]


# --- Roles.


@pytest.mark.parametrize("role", Role.values)
def test_organiser_changes_a_role(group, ana, bob, role):
    member = member_of(group, bob)

    response = ana.post("member", group.pk, member.pk, role=role)

    assert response.status_code == 303
    member.refresh_from_db()
    assert member.role == role
    assert kinds(group) == ([] if role == "scorer" else ["role"])


@pytest.mark.parametrize("data", [{"role": "king"}, {"role": ""}, {}])
def test_role_nobody_has_changes_nothing(group, ana, bob, data):
    before = kept(group)

    ana.post("member", group.pk, member_of(group, bob).pk, **data)

    assert kept(group) == before


@pytest.mark.parametrize("data", [{"role": "organiser"}, {"remove": "1"}])
@pytest.mark.parametrize("who", ["scorer", "viewer", *OUTSIDE])
def test_whoever_does_not_organise_changes_nobody(group, ana, bob, who, data):
    phone = phone_of(who, group)
    before = kept(group)

    response = phone.post(reverse("member", args=[group.pk, member_of(group, bob).pk]), data)

    assert response.status_code == (404 if who in OUTSIDE else 403)
    assert kept(group) == before


@pytest.mark.parametrize("method", ["get", "post"])
def test_member_of_another_group_is_none_of_this_one(group, ana, method):
    """TM-01, TM-02: the id in the path is looked up within the group of the path."""
    other = GroupFactory()
    foreign, before = member_of(other, joined(other)), kept(other)
    ask = getattr(ana.phone, method)

    answers = [
        ask(reverse("member", args=[group.pk, pk]), {"remove": "1"}) for pk in (foreign.pk, uuid7())
    ]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert bare(answers[0]) == bare(answers[1])
    assert kept(other) == before


@pytest.mark.parametrize("data", [{"role": "scorer"}, {"role": "viewer"}, {"remove": "1"}])
def test_last_organiser_stays_and_is_told_why(group, ana, bob, data):
    before = kept(group)

    response = ana.post("member", group.pk, member_of(group, ana).pk, **data)

    assert "A group needs an organiser" in ana.phone.get(response["Location"]).text
    assert kept(group) == before


def test_organiser_hands_over_and_goes(group, ana, bob):
    ana.post("member", group.pk, member_of(group, bob).pk, role="organiser")

    response = ana.post("leave_group", group.pk)

    assert response["Location"] == reverse("start")
    assert list(group.memberships.values_list("user", "role")) == [(bob.user.pk, "organiser")]
    assert kinds(group) == ["role", "leave"]


def test_last_organiser_cannot_leave(group, ana, bob):
    response = ana.post("leave_group", group.pk)

    assert "A group needs an organiser" in ana.phone.get(response["Location"]).text
    assert roles(group) == ["organiser", "scorer"]


def test_lowered_organiser_can_no_more_invite(group, ana):
    """Nor do the invitations and the links to keep score live on that they made."""
    bob = joined(group, Role.ORGANISER)
    bob.post("invites", group.pk, role="organiser")
    match = start_match(bob.user, group)
    for lets in ("view", "score"):
        sharing.make_link(match, bob.user, lets)

    ana.post("member", group.pk, member_of(group, bob).pk, role="scorer")

    assert bob.post("invites", group.pk, role="viewer").status_code == 403
    assert list(Invite.objects.live()) == []
    assert list(MatchLink.objects.live().values_list("lets", flat=True)) == ["view"]


# --- Going.


def test_whoever_goes_is_offered_no_more_and_their_past_stays(group, ana, bob):
    player = PlayerFactory(group=group, user=bob.user)
    match = start_match(ana.user, group, players=[[player], []])

    assert bob.post("leave_group", group.pk).status_code == 303

    assert list(group.players.offered()) == []
    assert match.sides.first().seats.get().player == player
    assert bob.get("people", group.pk).status_code == 404
    assert bob.get("match", match.pk).status_code == 404


def test_leaving_a_notebook_is_deleting_the_account():
    ana = Somebody(make_guest())

    response = ana.post("leave_group", ana.user.notebook.pk)

    assert response["Location"] == reverse("delete_account")
    assert roles(ana.user.notebook) == ["organiser"]


@pytest.mark.parametrize("go", ["removed", "left"])
def test_tm_05_old_invitations_and_links_of_an_ex_member_are_closed(group, ana, go):
    """Those they made, the one they came by, and their passes into the group's matches."""
    secret = invited(ana, group, "organiser")
    bob, charlie = Somebody(make_guest()), Client()
    bob.post("invitation", secret)
    theirs = invited(bob, group, "scorer")
    match = start_match(ana.user, group)
    shared = sharing.make_link(match, bob.user, "score")
    own = sharing.make_link(match, ana.user, "view")
    bob.post("join", own)
    charlie.post(reverse("join", args=[shared]))
    assert charlie.get(reverse("match", args=[match.pk])).status_code == 200

    if go == "removed":
        ana.post("member", group.pk, member_of(group, bob).pk, remove="1")
    else:
        bob.post("leave_group", group.pk)

    for phone in (bob.phone, charlie, Client()):
        addresses = [reverse("invitation", args=[one]) for one in (secret, theirs)]
        addresses += [reverse("join", args=[shared]), reverse("match", args=[match.pk])]
        assert [phone.get(address).status_code for address in addresses] == [404] * 4
        assert [phone.post(address).status_code for address in addresses[:3]] == [404] * 3
    assert Client().get(reverse("join", args=[own])).status_code == 200
    assert list(Pass.objects.filter(user=bob.user)) == []


def test_invitation_others_came_by_stays_open(group, ana):
    secret = invited(ana, group, "scorer")
    bob, charlie = (Somebody(make_guest()) for _ in "bc")
    for who in (bob, charlie):
        who.post("invitation", secret)

    ana.post("member", group.pk, member_of(group, bob).pk, remove="1")

    assert Client().get(reverse("invitation", args=[secret])).status_code == 200


def test_whoever_was_let_into_another_groups_match_stays_there(group, ana, bob):
    other = joined(GroupFactory(), Role.ORGANISER)
    match = start_match(
        other.user, Group.objects.get(memberships__user=other.user, personal_to=None)
    )
    bob.post("join", sharing.make_link(match, other.user, "view"))

    ana.post("member", group.pk, member_of(group, bob).pk, remove="1")

    assert bob.get("match", match.pk).status_code == 200


def test_removed_twice_is_removed_once(group, ana, bob):
    pk = member_of(group, bob).pk

    answers = [ana.post("member", group.pk, pk, remove="1").status_code for _ in range(2)]

    assert answers == [303, 404]
    assert kinds(group) == ["remove"]


# --- Settings.


def test_organiser_changes_name_language_and_time_zone(group, ana):
    new = {"name": "Sexta", "language": "pt-br", "time_zone": "Europe/Lisbon"}

    response = ana.post("group_settings", group.pk, **new)

    assert response.status_code == 303
    assert Group.objects.filter(pk=group.pk, **new).exists()
    event = group.events.get()
    assert (event.kind, event.detail) == ("settings", {"what": ["language", "name", "time_zone"]})


def test_same_settings_are_no_act(group, ana):
    ana.post("group_settings", group.pk, name="Quinta", language="", time_zone=group.time_zone)

    assert kinds(group) == []


@pytest.mark.parametrize(
    ("name", "language", "zone"),
    [
        ("", "", "Europe/Lisbon"),
        ("A", "tlh", "Europe/Lisbon"),
        ("A", "", "Mars/Olympus"),
        ("A", "", ""),
    ],
)
def test_settings_that_cannot_be_are_refused(group, ana, name, language, zone):
    response = ana.post("group_settings", group.pk, name=name, language=language, time_zone=zone)

    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert kinds(group) == []


@pytest.mark.parametrize("who", ["scorer", "viewer"])
def test_settings_are_for_organisers(group, who):
    phone = phone_of(who, group)

    for ask in (phone.get, phone.post):
        assert ask(reverse("group_settings", args=[group.pk])).status_code == 403


# --- The log.


def test_log_is_for_members_and_names_who_did_it(group, ana, bob):
    PlayerFactory(group=group, name="Beto", user=bob.user)
    ana.post("member", group.pk, member_of(group, bob).pk, role="viewer")

    body = bob.get("group_log", group.pk).text

    assert '<bdi class="own">Beto</bdi> is now viewer' in body


def test_a_long_log_costs_no_more(group, ana):
    costs = []
    for more in (1, 2):
        for _ in range(more):
            member = member_of(group, joined(group))
            PlayerFactory(group=group, user=member.user)
            ana.post("member", group.pk, member.pk, role="viewer")
        with statements() as asked:
            ana.get("group_log", group.pk)
        costs.append(len(asked))
    assert costs == [6, 6]


def invited(who: Somebody, group: Group, role: str) -> str:
    """An invitation this person made: its secret."""
    body = who.post("invites", group.pk, role=role).text
    return re.search(r"/invite/(g-[\w-]{27})\"", body)[1]


def test_account_that_is_named_nowhere_goes_by_its_user_name(group, ana):
    user = UserFactory(username="zeca")
    Membership.objects.create(group=group, user=user, role=Role.VIEWER)

    assert "zeca" in ana.get("people", group.pk).text
