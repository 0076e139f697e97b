"""A guest who signs in to an account is asked once, and brings what they have along."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import connection
from django.db.models import CASCADE
from django.urls import reverse

from players.actions import make_guest, people
from players.ids import uuid7
from players.models import (
    Claim,
    Group,
    GroupEvent,
    Invite,
    JoinRequest,
    Membership,
    Player,
    Role,
    Team,
    User,
)
from scoring import actions, sharing, verification
from scoring.models import Event, Habits, Match, MatchLink, Pass
from tests.factories import (
    GroupFactory,
    MembershipFactory,
    PlayerFactory,
    fresh,
    record,
    start_match,
    tranca_sheet,
)
from tests.rebuild import assert_rebuilds
from tests.scoring.conftest import Persona
from tests.scoring.test_statements import statements

BRING = "/bring"


@pytest.fixture
def guest(db) -> User:
    return make_guest()


@pytest.fixture
def account(guest) -> Persona:
    """An account, signed in to on the phone that was the guest's."""
    user = make_guest()
    User.objects.filter(pk=user.pk).update(username="ana")
    persona = Persona(User.objects.get(pk=user.pk))
    hold(persona, guest)
    return persona


def hold(persona: Persona, guest: User | None) -> None:
    session = persona.client.session
    session["guest"] = str(guest.pk) if guest else None
    session.save()


def play(guest: User, *names: str) -> Match:
    known = people(guest.notebook, names)
    match = start_match(guest, players=[[known[name]] for name in names[:2]], labels=["Casa", ""])
    record(match, guest, tranca_sheet())
    return match


def sound() -> None:
    for match in Match.objects.all():
        assert verification.match(match.pk) == []
        assert_rebuilds(match)


def test_matches_of_the_notebook_come_along(guest, account):
    first, second = play(guest, "Ana", "Bia"), play(guest, "Ana", "Caio")
    actions.delete(fresh(second), guest, uuid7())
    there = people(account.user.notebook, ["ana", "Duda"])["ana"]

    brought = actions.bring(guest.pk, account.user)

    assert (brought.matches, brought.groups) == (1, 0)
    assert {m.group for m in Match.objects.all()} == {account.user.notebook}
    assert {m.started_by for m in Match.objects.all()} == {account.user}
    assert set(Event.objects.values_list("actor", flat=True)) == {account.user.pk}
    assert there in actions.seated([first])
    assert [p.name for p in Player.objects.order_by("key")] == ["ana", "Bia", "Caio", "Duda"]
    assert not User.objects.filter(pk=guest.pk).exists()
    assert not Group.objects.filter(personal_to=guest.pk).exists()
    sound()


def test_groups_come_along_and_the_higher_role_wins(guest, account):
    groups = [GroupFactory() for _ in range(3)]
    for group, theirs, own in zip(
        groups,
        (Role.SCORER, Role.ORGANISER, Role.VIEWER),
        (None, Role.VIEWER, Role.SCORER),
        strict=True,
    ):
        MembershipFactory(group=group, user=guest, role=theirs)
        if own:
            MembershipFactory(group=group, user=account.user, role=own)

    assert actions.bring(guest.pk, account.user).groups == 1

    held = dict(Membership.objects.filter(user=account.user).values_list("group", "role"))
    assert [held[group.pk] for group in groups] == ["scorer", "organiser", "scorer"]


def test_passes_claims_and_requests_come_along_once(guest, account, alice, match):
    group = MembershipFactory(user=alice.user).group
    player, other = PlayerFactory(group=group), PlayerFactory(group=group)
    secret = sharing.make_link(match, alice.user, "score")
    link = MatchLink.objects.get(digest=sharing.digest(secret))
    invite = Invite.objects.create(
        group=group, kind="code", digest="x", role="viewer", expires_at="2030-01-01T00:00Z"
    )
    for user in (guest, account.user):
        sharing.join(link, user)
        Claim.objects.create(group=group, player=player, user=user)
        JoinRequest.objects.create(group=group, invite=invite, user=user, name="Ana")
    Claim.objects.create(group=group, player=other, user=guest)
    Claim.objects.create(group=group, player=player, user=guest, granted=False)
    Player.objects.filter(pk=other.pk).update(user=guest)
    GroupEvent.objects.create(group=group, kind="x", actor=guest, detail={"member": str(guest.pk)})

    actions.bring(guest.pk, account.user)

    assert [p.user for p in Pass.objects.all()] == [account.user]
    assert [r.user for r in JoinRequest.objects.all()] == [account.user]
    assert {c.user for c in Claim.objects.all()} == {account.user}
    assert Claim.objects.count() == 3
    assert Player.objects.get(pk=other.pk).user == account.user
    assert GroupEvent.objects.get(kind="x").actor == account.user


def test_log_of_a_group_names_the_account_then(guest, account):
    group = MembershipFactory(user=guest).group
    GroupEvent.objects.create(group=group, kind="x", detail={"member": str(guest.pk), "n": 1})

    actions.bring(guest.pk, account.user)

    assert GroupEvent.objects.get().detail == {"member": str(account.user.pk), "n": 1}


def test_matches_in_groups_stay_there_as_begun_by_the_account(guest, account):
    group = MembershipFactory(user=guest).group
    match = start_match(guest, group)

    actions.bring(guest.pk, account.user)

    assert (fresh(match).group, fresh(match).started_by) == (group, account.user)
    sound()


def test_teams_rules_and_habits_of_the_notebook_come_along(guest, account):
    known = people(guest.notebook, ["Ana", "Bia", "Caio"])
    pairs = {"Lions": ("Ana", "Bia"), "Others": ("Bia", "Caio")}
    for name, pair in pairs.items():
        pks = [known[n].pk for n in pair]
        team = Team.objects.create(group=guest.notebook, name=name, key=Team.key_of(pks))
        team.players.set(pks)
    there = people(account.user.notebook, ["Ana", "Bia"])
    key = Team.key_of(p.pk for p in there.values())
    Team.objects.create(group=account.user.notebook, name="Sisters", key=key)
    Habits.objects.create(group=guest.notebook, preset="tranca")
    house = actions.make_house(
        guest.notebook, guest, "Ours", "tranca", start_match(guest).ruleset.document
    )
    match = start_match(guest)
    Match.objects.filter(pk=match.pk).update(house=house)

    actions.bring(guest.pk, account.user)

    home = account.user.notebook
    assert sorted(home.teams.values_list("name", flat=True)) == ["Others", "Sisters"]
    assert Habits.objects.get().group == home
    house.refresh_from_db()
    assert (house.group, house.ruleset.group) == (home, home)
    assert fresh(match).house == house
    assert fresh(match).ruleset == house.ruleset


def test_two_people_do_not_become_one(guest, account):
    match = play(guest, "Ana", "Aninha")
    ana = people(account.user.notebook, ["Ana"])["Ana"]
    PlayerFactory(group=account.user.notebook, name="Aninha", key="aninha", same_as=ana)

    actions.bring(guest.pk, account.user)

    assert [str(player) for player in actions.seated([match])] == ["Ana", "Aninha (2)"]
    sound()


def test_player_who_is_the_guest_becomes_the_account(guest, account):
    ana = people(guest.notebook, ["Ana"])["Ana"]
    Player.objects.filter(pk=ana.pk).update(user=guest)

    actions.bring(guest.pk, account.user)

    assert Player.objects.get().user == account.user


def test_nothing_that_names_a_person_is_forgotten():
    """Each relation to a user is told in `bringing` or cleared with the guest."""
    cascading = {
        relation.related_model.__name__
        for relation in User._meta.get_fields(include_hidden=True)
        if getattr(relation, "on_delete", None) is CASCADE
    }
    told = {"Group", "Membership", "Pass", "JoinRequest", "Claim", "Proposal"}
    only_of_accounts = {"EmailAddress", "Authenticator"}
    assert cascading == told | only_of_accounts | {"Session"}


@pytest.mark.django_db(transaction=True)
def test_twenty_at_once_bring_once():
    guest, user = make_guest(), make_guest()
    play(guest, "Ana", "Bia")
    MembershipFactory(user=guest)
    gate = threading.Barrier(20)

    def run(_):
        gate.wait()
        try:
            return actions.bring(guest.pk, user)
        finally:
            connection.close()

    with ThreadPoolExecutor(20) as pool:
        brought = [held for held in pool.map(run, range(20)) if held]

    assert [(held.matches, held.groups) for held in brought] == [(1, 1)]
    assert Player.objects.count() == 2
    sound()


def test_page_lists_what_there_is(guest, account):
    play(guest, "Ana", "Bia")
    people(account.user.notebook, ["Ana"])
    group = MembershipFactory(user=guest).group

    page = account.client.get(BRING, {"next": "/new"})

    assert [line["match"].group for line in page.context["matches"]] == [guest.notebook]
    assert list(page.context["groups"]) == [group]
    assert [player.name for player in page.context["same"]] == ["Ana"]
    assert page.context["next"] == "/new"


def test_bring_button_brings_once_and_goes_on(guest, account):
    play(guest, "Ana", "Bia")

    answers = [account.client.post(BRING, {"do": "bring", "next": "/new"}) for _ in "ab"]

    assert [(a.status_code, a["Location"]) for a in answers] == [(303, "/new")] * 2
    assert Match.objects.get().group == account.user.notebook
    assert "guest" not in account.client.session


def test_not_mine_leaves_all_where_it_is(guest, account):
    match = play(guest, "Ana", "Bia")

    answer = account.client.post(BRING, {"do": "leave"})

    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert "guest" not in account.client.session
    assert fresh(match).group == guest.notebook
    assert account.client.get(reverse("match", args=[match.pk])).status_code == 404


def test_looking_at_the_page_changes_nothing(guest, account):
    play(guest, "Ana", "Bia")
    for _ in "ab":
        assert account.client.get(BRING).status_code == 200
    assert account.client.session["guest"] == str(guest.pk)
    assert account.client.delete(BRING).status_code == 405
    assert account.client.post(BRING, {"do": "x"})["Location"] == BRING


@pytest.mark.parametrize("key", ["username", "password", "passkey", "email", "address", "recovery"])
def test_only_a_guest_can_be_brought(guest, account, key):
    match = play(guest, "Ana", "Bia")
    if key == "address":
        EmailAddress.objects.create(user=guest, email="a@example.org")
    elif key == "passkey":
        Authenticator.objects.create(user=guest, type=Authenticator.Type.WEBAUTHN, data={})
    elif key == "password":
        guest.set_password("x")
        guest.save()
    else:
        User.objects.filter(pk=guest.pk).update(**{key: "a@example.org"})

    assert account.client.post(BRING, {"do": "bring"})["Location"] == "/"
    assert fresh(match).group == guest.notebook


@pytest.mark.parametrize("held", [None, "7", "own", "nobody's"])
def test_nothing_is_brought_without_a_guest(account, held):
    session = account.client.session
    session["guest"] = {"own": str(account.user.pk), "nobody's": str(uuid7())}.get(held, held)
    session.save()

    assert account.client.get(BRING)["Location"] == "/"
    assert account.client.post(BRING, {"do": "bring"})["Location"] == "/"
    assert User.objects.filter(pk=account.user.pk).exists()


def test_newcomer_has_nothing_to_bring(client, db):
    assert client.get(BRING)["Location"] == "/"
    assert client.post(BRING, {"do": "bring"})["Location"] == "/"


def test_page_asks_the_same_of_more_matches(guest, account):
    def asked() -> int:
        with statements() as made:
            assert account.client.get(BRING).status_code == 200
        return len(made)

    play(guest, "Ana", "Bia")
    MembershipFactory(user=guest)
    one = asked()
    for _ in "ab":
        play(guest, "Ana", "Bia")
        MembershipFactory(user=guest)

    assert asked() == one <= 18
