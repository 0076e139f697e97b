"""A group and everybody who might knock at its door."""

import re
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.urls import reverse

from players.actions import make_guest
from players.models import Group, GroupEvent, Invite, JoinRequest, Membership, Player, Role, User
from tests.factories import GroupFactory

# Whoever does not belong: for them the group is not there.
OUTSIDE = ["stranger", "anonymous", "once a member", "organiser of another group"]
INSIDE = ["organiser", "scorer", "viewer"]


@dataclass
class Somebody:
    """A person with a phone of their own."""

    user: User
    phone: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        self.phone.force_login(self.user)

    def get(self, name: str, /, *args: Any, **options: Any):
        return self.phone.get(reverse(name, args=args), **options)

    def post(self, name: str, /, *args: Any, **data: Any):
        return self.phone.post(reverse(name, args=args), data)


def joined(group: Group, role: str = Role.SCORER, **more: Any) -> Somebody:
    """Somebody who belongs to the group."""
    who = Somebody(make_guest())
    Membership.objects.create(group=group, user=who.user, role=role, **more)
    return who


def phone_of(who: str, group: Group) -> Client:
    """The phone of such a person, in front of this group."""
    if who == "anonymous":
        return Client()
    if who in INSIDE:
        return joined(group, who).phone
    other = joined(group if who == "once a member" else GroupFactory(), Role.ORGANISER)
    if who == "once a member":
        member_of(group, other).delete()
    return Somebody(make_guest()).phone if who == "stranger" else other.phone


def member_of(group: Group, who: Somebody) -> Membership:
    return Membership.objects.get(group=group, user=who.user)


def roles(group: Group) -> list[str]:
    return sorted(group.memberships.values_list("role", flat=True))


def kinds(group: Group) -> list[str]:
    """What was done in the group, oldest first."""
    return list(group.events.order_by("at", "pk").values_list("kind", flat=True))


def kept(group: Group) -> tuple[Any, ...]:
    """All that an act on a group would change."""
    held = Group.objects.filter(pk=group.pk).values().get()
    rows = [
        list(model.objects.filter(group=group).order_by("pk").values())
        for model in (Membership, Invite, JoinRequest, Player, GroupEvent)
    ]
    return held, *rows


def bare(response: Any) -> str:
    """The body without what is drawn anew for every answer: the masked token of the form."""
    return re.sub(r"[A-Za-z0-9]{64}", "token", response.content.decode())
