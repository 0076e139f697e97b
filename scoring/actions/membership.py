"""Who belongs to a group no more, or may do less there: the links into its matches that they made,
and those they came by, end with it."""

from uuid import UUID

from django.utils import timezone

from players import groups
from players.models import Group, Invite, Role, User
from players.writing import write
from scoring.models import Let, MatchLink, Pass

# Which links into a match a member may make.
MAY_MAKE = {
    Role.ORGANISER: {Let.VIEW, Let.SCORE},
    Role.SCORER: {Let.VIEW},
    Role.VIEWER: set(),
}


def change_role(group: Group, member_id: UUID, role: str, by: User) -> None:
    """Let a member do more or less; raises as `players.groups.set_role` does."""
    with write():
        user = groups.set_role(group, member_id, role, by)
        _close_links(group, user, MAY_MAKE[Role(role)])


def remove_member(group: Group, member_id: UUID, by: User) -> None:
    """Take a member out; raises LastOrganiser."""
    with write():
        user = groups.remove(group, member_id, by)
        if user:
            _end(group, user)


def leave_group(group: Group, user: User) -> None:
    """Go; raises LastOrganiser."""
    with write():
        if groups.leave(group, user):
            _end(group, user)


def close_ways(user: User) -> None:
    """Close every way in that somebody made who is about to be gone."""
    for model in (Invite, MatchLink):
        model.objects.filter(made_by=user, revoked_at=None).update(revoked_at=timezone.now())


def _end(group: Group, user: User) -> None:
    _close_links(group, user, set())
    Pass.objects.filter(group=group, user=user).delete()


def _close_links(group: Group, user: User, but: set[str]) -> None:
    made = MatchLink.objects.filter(group=group, made_by=user, revoked_at=None)
    made.exclude(lets__in=but).update(revoked_at=timezone.now())
