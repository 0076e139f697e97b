"""Groups: making one, its settings, and what its members may do there.

Whatever changes who belongs locks the group's row, so that of two who act at once the second one
sees what the first one did.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.utils import timezone

from players.ids import uuid7
from players.log import note
from players.models import Group, Invite, Membership, Player, Role, User
from players.writing import write


class LastOrganiser(Exception):
    """Without this organiser nobody could look after the group: somebody else has to be one
    first."""


def make_group(pk: UUID, name: str, by: User) -> Group:
    """Make a group that `by` organises; the second time with the same id it is the same group.

    An id that is somebody else's is as good as a new one.
    """
    try:
        with write():
            group = Group.objects.create(pk=pk, name=name)
            Membership.objects.create(group=group, user=by, role=Role.ORGANISER)
            note(group, "make", by)
            return group
    except IntegrityError:
        own = Group.objects.filter(pk=pk, personal_to=None, memberships__user=by).first()
        return own or make_group(uuid7(), name, by)


def change_settings(group: Group, by: User, settings: Mapping[str, Any]) -> None:
    """Give the group these values; what is the same already is no act."""
    new = {key: value for key, value in settings.items() if getattr(group, key) != value}
    if new:
        with organised(group, by):
            Group.objects.filter(pk=group.pk).update(**new)
            note(group, "settings", by, what=sorted(new))


def set_role(group: Group, member_id: UUID, role: str, by: User) -> User:
    """Let a member do more or less; return who it is. An organiser who may do less has no open
    invitation any more. Raises LastOrganiser, Membership.DoesNotExist."""
    with organised(group, by):
        member = group.memberships.select_related("user").get(pk=member_id)
        if member.role != role:
            if member.role == Role.ORGANISER:
                _check_not_last(member)
                _close_invites(member)
            Membership.objects.filter(pk=member.pk).update(role=role)
            note(group, "role", by, user=member.user_id, role=role)
    return member.user


def remove(group: Group, member_id: UUID, by: User) -> User | None:
    """Take a member out; return who it was, None where they are gone already. Raises
    LastOrganiser."""
    with organised(group, by):
        member = group.memberships.select_related("user").filter(pk=member_id).first()
        if member is None:
            return None
        _take_out(member)
        note(group, "remove", by, user=member.user_id)
    return member.user


def leave(group: Group, user: User) -> bool:
    """Go; return whether they were still in. Raises LastOrganiser."""
    with locked(group):
        member = group.memberships.filter(user=user).first()
        if member is None:
            return False
        _take_out(member)
        note(group, "leave", user)
    return True


def join(group: Group, user: User, role: str, invite: Invite) -> bool:
    """Let somebody in, within a transaction; return whether they were out. Whoever is in already
    keeps their role. Who comes back is offered at the table again."""
    _, new = Membership.objects.get_or_create(
        group=group, user=user, defaults={"role": role, "invite": invite}
    )
    if new:
        Player.objects.filter(group=group, user=user).update(left_at=None)
    return new


@contextmanager
def locked(group: Group) -> Iterator[None]:
    """One transaction on the members of a group at a time."""
    with write():
        list(Group.objects.select_for_update().filter(pk=group.pk).values("pk"))
        yield


@contextmanager
def organised(group: Group, by: User) -> Iterator[None]:
    """As `locked`; raise PermissionDenied where `by` organises it no more."""
    with locked(group):
        if not group.memberships.filter(user=by, role=Role.ORGANISER).exists():
            raise PermissionDenied
        yield


def _take_out(member: Membership) -> None:
    """Whoever goes is not offered at a table any more, and what they could have come back by is
    closed."""
    if member.role == Role.ORGANISER:
        _check_not_last(member)
    _close_invites(member)
    came_by = Invite.objects.filter(pk=member.invite_id, revoked_at=None)
    shared = Membership.objects.filter(invite=member.invite_id).exclude(pk=member.pk)
    if member.invite_id and not shared.exists():
        came_by.update(revoked_at=timezone.now())
    here = Player.objects.filter(group=member.group_id, user=member.user_id, left_at=None)
    here.update(left_at=timezone.now())
    member.delete()


def _check_not_last(member: Membership) -> None:
    others = Membership.objects.filter(group=member.group_id, role=Role.ORGANISER)
    if not others.exclude(pk=member.pk).exists():
        raise LastOrganiser


def _close_invites(member: Membership) -> None:
    made = Invite.objects.filter(group=member.group_id, made_by=member.user_id, revoked_at=None)
    made.update(revoked_at=timezone.now())
