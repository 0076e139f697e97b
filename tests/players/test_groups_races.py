"""TM-15: twenty phones at one moment have one effect on a group, and no answer is a fault."""

from collections import Counter
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from players import invites
from players.actions import make_guest
from players.ids import uuid7
from players.models import Group, GroupEvent, Invite, JoinRequest, Membership, Player, Role
from scoring.models import MatchLink
from tests.factories import GroupFactory, fresh, record, start_match, tranca_sheet
from tests.players.circle import Somebody, joined, kinds, member_of, roles
from tests.scoring.test_races import PHONES, connection_for_each_phone, together

__all__ = ["connection_for_each_phone"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def group(db: None) -> Group:
    return GroupFactory(name="Quinta")


@pytest.fixture
def ana(group: Group) -> Somebody:
    """Organises the group."""
    return joined(group, Role.ORGANISER)


def statuses(act: Callable[[int], int]) -> Counter:
    """What twenty phones were answered; none of it is a fault of the server."""
    came = Counter({told[1]: n for told, n in together(act).items()})
    assert sum(came.values()) == PHONES
    assert not [status for status in came if not isinstance(status, int) or status >= 500]
    return came


def post(client: Client, name: str, /, *args, **data) -> int:
    return client.post(reverse(name, args=args), data).status_code


def another(who: Somebody) -> Client:
    """One more phone of the same person."""
    return Somebody(who.user).phone


def test_twenty_organisers_who_lower_each_other_leave_one(group):
    crowd = [joined(group, Role.ORGANISER) for _ in range(PHONES)]
    pks = [member_of(group, who).pk for who in crowd]

    def lower(n: int) -> int:
        return post(crowd[n].phone, "member", group.pk, pks[(n + 1) % PHONES], role="viewer")

    statuses(lower)

    assert roles(group).count("organiser") >= 1
    left = group.memberships.filter(role="organiser").first()
    assert len(kinds(group)) == PHONES - roles(group).count("organiser")
    assert left is not None


@pytest.mark.parametrize("data", [{"role": "scorer"}, {"remove": "1"}])
def test_twenty_organisers_who_all_go_leave_one(group, data):
    crowd = [joined(group, Role.ORGANISER) for _ in range(PHONES)]
    pks = [member_of(group, who).pk for who in crowd]

    statuses(lambda n: post(crowd[n].phone, "member", group.pk, pks[n], **data))

    assert roles(group).count("organiser") == 1
    assert len(kinds(group)) == PHONES - 1


def test_twenty_organisers_who_leave_at_once_leave_one(group):
    crowd = [joined(group, Role.ORGANISER) for _ in range(PHONES)]

    statuses(lambda n: post(crowd[n].phone, "leave_group", group.pk))

    assert roles(group) == ["organiser"]


def test_one_form_of_a_new_group_makes_one(group):
    who, key = Somebody(make_guest()), uuid7()
    phones = [another(who) for _ in range(PHONES)]

    came = statuses(lambda n: post(phones[n], "new_group", name="Sexta", key=key))

    assert came == {303: PHONES}
    made = Group.objects.get(name="Sexta")
    assert (roles(made), kinds(made)) == (["organiser"], ["make"])


def test_one_person_comes_in_by_an_invitation_once(group, ana):
    secret, who = invites.make_link(group, Role.SCORER, ana.user), Somebody(make_guest())
    phones = [another(who) for _ in range(PHONES)]

    came = statuses(lambda n: post(phones[n], "invitation", secret))

    assert came == {303: PHONES}
    assert roles(group) == ["organiser", "scorer"]
    assert kinds(group) == ["invite", "join"]


def test_twenty_people_come_in_by_one_invitation(group, ana):
    secret = invites.make_link(group, Role.VIEWER, ana.user)
    phones = [Client() for _ in range(PHONES)]

    assert statuses(lambda n: post(phones[n], "invitation", secret)) == {303: PHONES}
    assert roles(group).count("viewer") == PHONES


def test_invitation_is_closed_once(group, ana):
    invites.make_link(group, Role.SCORER, ana.user)
    pk, phones = Invite.objects.get().pk, [another(ana) for _ in range(PHONES)]

    assert statuses(lambda n: post(phones[n], "revoke_invite", group.pk, pk)) == {303: PHONES}
    assert kinds(group) == ["invite", "revoke"]


def test_nobody_comes_in_after_it_is_closed(group, ana):
    secret = invites.make_link(group, Role.SCORER, ana.user)
    pk, phones = Invite.objects.get().pk, [Client() for _ in range(PHONES)]

    def one(n: int) -> int:
        if n == 0:
            return post(ana.phone, "revoke_invite", group.pk, pk)
        return post(phones[n], "invitation", secret)

    came = statuses(one)

    assert set(came) <= {303, 404}
    events = list(GroupEvent.objects.order_by("at", "pk").values_list("kind", flat=True))
    assert roles(group).count("scorer") == came[303] - 1 == events.count("join")


def test_one_person_asks_once(group, ana):
    code, who = invites.say_code(group, ana.user), Somebody(make_guest())
    phones = [Somebody(who.user).phone for _ in range(PHONES)]
    for n, phone in enumerate(phones):
        phone.defaults["REMOTE_ADDR"] = f"192.0.2.{n}"

    came = statuses(lambda n: post(phones[n], "code", code=code, name="Caio"))

    assert came == {303: PHONES}
    assert JoinRequest.objects.count() == 1


def test_of_twenty_who_ask_at_once_five_wait(group, ana):
    code = invites.say_code(group, ana.user)
    phones = [Client(REMOTE_ADDR=f"192.0.2.{n}") for n in range(PHONES)]

    came = statuses(lambda n: post(phones[n], "code", code=code, name=f"Caio {n}"))

    assert came == {303: 5, 422: PHONES - 5}
    assert group.join_requests.count() == 5


@pytest.mark.parametrize("answers", [["in"], ["out"], ["in", "out"]])
def test_one_request_is_decided_once(group, ana, answers):
    code = invites.say_code(group, ana.user)
    post(Client(), "code", code=code, name="Caio")
    pk, phones = JoinRequest.objects.get().pk, [another(ana) for _ in range(PHONES)]

    came = statuses(
        lambda n: post(phones[n], "decide_request", group.pk, pk, let=answers[n % len(answers)])
    )

    assert came == {303: PHONES}
    granted = JoinRequest.objects.get().granted
    assert kinds(group) == ["code", "accept" if granted else "refuse"]
    assert Membership.objects.filter(group=group, role="scorer").count() == granted
    assert Player.objects.filter(group=group).count() == granted


def test_a_code_said_twenty_times_lives_once(group, ana):
    phones = [another(ana) for _ in range(PHONES)]

    assert statuses(lambda n: post(phones[n], "say_code", group.pk)) == {200: PHONES}
    assert Invite.objects.live().count() == 1


def test_match_is_finished_and_its_link_closed_once(group, ana):
    match = start_match(ana.user, group)
    record(match, ana.user, tranca_sheet())
    post(ana.phone, "share", match.pk, lets="score")
    match, link = fresh(match), MatchLink.objects.get()
    phones = [another(ana) for _ in range(PHONES)]

    def one(n: int) -> int:
        if n % 2:
            return post(phones[n], "revoke", match.pk, link.pk)
        return post(phones[n], "close", match.pk, "finish", version=match.version, key=uuid7())

    assert statuses(one) == {303: PHONES}
    assert match.events.filter(kind="finish").count() == 1
    assert list(match.links.live()) == []


def test_whoever_is_taken_out_makes_no_link_meanwhile(group, ana):
    bob = joined(group)
    match, pk = start_match(ana.user, group), member_of(group, bob).pk
    phones = [another(bob) for _ in range(PHONES)]

    def one(n: int) -> int:
        if n == 0:
            return post(ana.phone, "member", group.pk, pk, remove="1")
        return post(phones[n], "share", match.pk, lets="view")

    assert set(statuses(one)) <= {200, 303, 403, 404}
    assert list(match.links.live()) == []
