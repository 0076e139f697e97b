"""The permission matrix: every address of the site for every kind of person.

Matches have their own table (`tests/scoring/routes.py`, walked by `tests/scoring/test_access.py`);
here stand the groups, and the list of what asks for no right at all. An address in none of the
three fails.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from django.utils.http import urlencode

from players import urls
from players.actions import make_guest, people
from players.ids import uuid7
from players.models import Claim, Group, Invite, JoinRequest, Membership, Role, Session, Team, User
from scoring import actions, sharing
from scoring.models import Heartbeat, Proposal
from tests.factories import GroupFactory, record, start_match
from tests.scoring import routes

VIEWER, SCORER, ORGANISER = Role.VIEWER, Role.SCORER, Role.ORGANISER
# What a page of a group asks for, at least.
NEEDS = {
    "group": VIEWER,
    "players": VIEWER,
    "player": VIEWER,
    "teams": VIEWER,
    "people": VIEWER,
    "group_log": VIEWER,
    "leave_group": VIEWER,
    "export_group": VIEWER,
    "claim": SCORER,
    "let_go": ORGANISER,  # or whoever it is
    "presence": ORGANISER,
    "rename_player": ORGANISER,
    "merge": ORGANISER,
    "split": ORGANISER,
    "decide_claim": ORGANISER,
    "new_team": SCORER,
    "team": SCORER,
    "end_team": SCORER,
    "member": ORGANISER,
    "group_settings": ORGANISER,
    "invites": ORGANISER,
    "revoke_invite": ORGANISER,
    "say_code": ORGANISER,
    "decide_request": ORGANISER,
    "delete_group": ORGANISER,
    "bring_back_group": ORGANISER,
    "forget_player": ORGANISER,
    "house_rules": VIEWER,
    "house": VIEWER,
    "house_history": VIEWER,
    "house_version": VIEWER,
    "house_file": VIEWER,
    "edit_house": SCORER,
    "new_house": ORGANISER,
    "read_house": ORGANISER,
    "restore_house": ORGANISER,
    "decide_proposal": ORGANISER,
    "name_house": ORGANISER,
    "retire_house": ORGANISER,
    "share_house": ORGANISER,
}
# What anybody may ask: it shows and changes nothing but what is the asker's own. Who gets what is
# tested where it is built.
OPEN = {
    *("healthz", "set_language", "start", "new_match", "mine", "bring", "join"),
    *("new_group", "invitation", "code", "waiting", "shared_rules"),
    *("rules", "compare_rules", "preset_rules"),
    *("account", "account_signup", "account_login", "account_logout", "account_reauthenticate"),
    *("account_request_login_code", "mfa_login_webauthn", "mfa_add_webauthn", "passkey"),
    *("password", "email", "mailed_code", "recovery", "recover", "end_phones"),
    *("export_mine", "delete_account"),
}
# Pages that are only read, and acts that have no page; all others are both.
READ = {
    *("healthz", "start", "mine", "waiting", "rules", "compare_rules", "preset_rules"),
    *("group", "players", "player", "teams", "people", "group_log"),
    *("house_rules", "house", "house_history", "house_version", "house_file"),
}
ACT = {
    *("claim", "let_go", "presence", "decide_claim", "end_team", "export_group"),
    *("bring_back_group", "revoke_invite", "say_code", "decide_request"),
    *("restore_house", "decide_proposal", "retire_house"),
}
# These take more, or have their own table (`tests/players/test_account_routes.py`).
ELSEWHERE = {"set_language", *(one.name for one in urls.urlpatterns)}
# What no act of a person is kept in.
OF_NOBODY = (Session, Heartbeat)
AT_LEAST = {VIEWER: 1, SCORER: 2, ORGANISER: 3}


def patterns(found: Any = None) -> Iterator[URLPattern]:
    """Every address of the site, however deep it is included."""
    for one in found or get_resolver().url_patterns:
        if isinstance(one, URLResolver):
            yield from patterns(one.url_patterns)
        else:
            yield one


ALL = {one.name: str(one.pattern) for one in patterns()}
NEVER = ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "X")
GROUPS = {name: path for name, path in ALL.items() if path.startswith("g/<uuid:pk>")}
MATCHES = {name: path for name, path in ALL.items() if path.startswith("m/<uuid:pk>")}


def test_every_address_has_a_row():
    named = {route.name for route in routes.ROUTES}

    assert set(GROUPS) == set(NEEDS)
    assert set(MATCHES) == named
    assert set(ALL) - set(GROUPS) - set(MATCHES) == OPEN


def test_address_takes_its_methods_and_no_other(db):
    client, taken = Client(), {}
    for name in {**GROUPS, **dict.fromkeys(OPEN)}.keys() - ELSEWHERE:
        answers = [client.generic(method, anywhere(name)) for method in NEVER]
        assert {answer.status_code for answer in answers} == {405}, name
        taken[name] = {answer["Allow"] for answer in answers}

    get, post = ["GET", "HEAD"], ["POST"]
    assert taken == {
        name: {", ".join(get if name in READ else post if name in ACT else get + post)}
        for name in taken
    }


def anywhere(name: str) -> str:
    """An address of nothing that exists."""
    given = {"pk": uuid7(), "how": "finish", "secret": "x", "preset": "tranca", "number": 1}
    given["pk"] = 1 if name == "passkey" else given["pk"]
    return "/" + re.sub(r"<\w+:(\w+)>", lambda found: str(given.get(found[1], uuid7())), ALL[name])


class World:
    """A group with one of everything, and people in front of it."""

    def __init__(self) -> None:
        self.owner = make_guest()
        self.group = GroupFactory(name="Quinta")
        self.join(self.owner, ORGANISER)
        self.match = start_match(self.owner, self.group)
        record(self.match, self.owner, [100, 50])
        self.ids = self.things(self.group)

    def join(self, user: User, role: str) -> Membership:
        return Membership.objects.create(group=self.group, user=user, role=role)

    def things(self, group: Group) -> dict[str, Any]:
        """One of everything an address may name, by what the address calls it."""
        known = people(group, ["Ana", "Bia"])
        team = Team.objects.create(group=group, name="As duas", key="k")
        team.players.set(known.values())
        asker = make_guest()
        invite = Invite.objects.create(
            group=group,
            kind="code",
            digest=str(uuid7()),
            role=SCORER,
            expires_at=timezone.now() + timezone.timedelta(minutes=9),
        )
        house = actions.make_house(group, self.owner, "Ours", "tranca", self.match.ruleset.document)
        return {
            "player_id": known["Ana"].pk,
            "with": [player.pk for player in known.values()],
            "team_id": team.pk,
            "claim_id": Claim.objects.create(group=group, player=known["Bia"], user=asker).pk,
            "member_id": Membership.objects.create(group=group, user=make_guest(), role=VIEWER).pk,
            "invite_id": invite.pk,
            "request_id": JoinRequest.objects.create(
                group=group, invite=invite, user=asker, name="Caio"
            ).pk,
            "house_id": house.pk,
            "number": 1,
            "proposal_id": Proposal.objects.create(
                group=group, house=house, user=asker, version=1, ruleset=house.ruleset
            ).pk,
        }

    def address(self, name: str, pk: Any = None, **ids: Any) -> str:
        held = {"pk": pk or self.group.pk, **self.ids, **ids}
        return "/" + re.sub(r"<\w+:(\w+)>", lambda found: str(held[found[1]]), GROUPS[name])

    def ask(self, client: Client, method: str, name: str) -> int:
        """The status of asking for an address of this group, saying what it cannot do without."""
        said = {"with": self.ids["with"], "preset": "tranca", "number": 1}
        address = f"{self.address(name)}?{urlencode(said, doseq=True)}"
        answer = client.post(address, said) if method == "POST" else client.generic(method, address)
        if answer.streaming:
            for close in answer._resource_closers:
                close()
        return answer.status_code


def member(role: str) -> Callable[[World], User]:
    def make(world: World) -> User:
        user = make_guest()
        world.join(user, role)
        return user

    return make


def once_a_member(world: World) -> User:
    user = make_guest()
    world.join(user, ORGANISER).delete()
    return user


def by_link(lets: str) -> Callable[[World], User]:
    def make(world: World) -> User:
        user = make_guest()
        sharing.make_link(world.match, world.owner, lets)
        sharing.join(world.match.links.filter(lets=lets).first(), user)
        return user

    return make


# The columns of the matrix, and what each may do in the group.
ACTORS: dict[str, tuple[Callable[[World], User | None], int]] = {
    "AS, anybody": (lambda world: None, 0),
    "GV, with a link to look on": (by_link("view"), 0),
    "GS, with a link to keep score": (by_link("score"), 0),
    "EX, once an organiser": (once_a_member, 0),
    "XO, organiser of another group": (lambda world: make_guest(), 0),
    "VI, viewer": (member(VIEWER), 1),
    "ME, scorer": (member(SCORER), 2),
    "OW, organiser": (member(ORGANISER), 3),
}


def phone(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def methods(address: str) -> list[str]:
    """The methods an address takes, by its own word."""
    answer = Client().generic("X", address)
    assert answer.status_code == 405, address
    return answer["Allow"].split(", ")


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(GROUPS))
def test_page_of_a_group_answers_by_what_a_person_may(name):
    world = at(name)

    for method in methods(world.address(name)):
        for who, (make, level) in ACTORS.items():
            let = level >= AT_LEAST[NEEDS[name]]
            with transaction.atomic():
                asker = phone(make(world))
                before = everything()
                status = world.ask(asker, method, name)
                kept = everything() == before
                transaction.set_rollback(True)  # what one person does is no matter of the next

            told = (name, method, who, status)
            if let:
                assert status < 400 or status in (409, 422), told
            else:
                assert told == (name, method, who, 403 if level else 404)
            assert kept or (let and method == "POST"), told


def everything() -> dict[str, list[tuple]]:
    """All that is kept of groups and matches, row by row."""
    models = [*apps.get_app_config("players").get_models()]
    models += apps.get_app_config("scoring").get_models()
    return {
        m.__name__: list(m.objects.order_by("pk").values_list())
        for m in models
        if m not in OF_NOBODY
    }


def at(name: str) -> World:
    """A world in which this address has something to do."""
    world = World()
    if name == "bring_back_group":
        actions.delete_group(world.group, world.owner)
    return world


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(GROUPS))
def test_tm01_group_of_others_looks_like_none(name):
    world, stranger = World(), phone(make_guest())

    for method in methods(world.address(name)):
        real = stranger.generic(method, world.address(name))
        none = stranger.generic(method, world.address(name, pk=uuid7()))

        assert (real.status_code, none.status_code) == (404, 404)
        assert bare(real) == bare(none)
        assert {n.lower() for n in real.headers} == {n.lower() for n in none.headers}


def bare(answer: HttpResponse) -> str:
    """The body without what is drawn anew for every answer."""
    return re.sub(r"[A-Za-z0-9]{64}", "token", answer.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(n for n, path in GROUPS.items() if "_id>" in path))
@pytest.mark.parametrize("whose", ["another group's", "nobody's"])
def test_tm02_id_of_another_group_is_none_of_this_one(name, whose):
    world = World()
    other = GroupFactory()
    Membership.objects.create(group=other, user=world.owner, role=ORGANISER)
    strange = world.things(other)
    ids = {key: uuid7() for key in strange} if whose == "nobody's" else strange
    ids["number"] = 1

    for method in methods(world.address(name)):
        answer = phone(world.owner).generic(method, world.address(name, **ids))
        assert (name, method, answer.status_code) == (name, method, 404)


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(ALL))
def test_page_that_is_shown_answers_head_as_well(name):
    allowed = Client().generic("X", anywhere(name)).get("Allow", "GET, HEAD").split(", ")

    assert ("GET" in allowed) is ("HEAD" in allowed)
