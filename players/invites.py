"""Ways into a group: an address shown as a QR code, or six digits said aloud.

Only a hash of either is kept. An address lets in whoever presses its button; digits, being few,
only ask: an organiser lets people in.
"""

import secrets
from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from players.actions import people
from players.groups import join, locked, organised
from players.log import note
from players.models import Group, Invite, JoinRequest, Membership, Role, User
from players.secrets import digest, new_secret
from players.writing import write

# The first letter of an invitation's secret: those of matches and rules have others.
PURPOSE = "g"
LINK_LIVES, CODE_LIVES = timedelta(days=30), timedelta(minutes=10)
DIGITS = 6
# How many may wait at a group's door, and for how long.
MOST_WAITING, WAITS = 5, timedelta(hours=1)
TRIES = 20


class Closed(Exception):
    """The way in was closed meanwhile."""


class Full(Exception):
    """As many as may wait are waiting already."""


def make_link(group: Group, role: str, by: User) -> str:
    """Make an invitation and return its secret; nobody can read it again."""
    secret = new_secret(PURPOSE)
    with organised(group, by):
        invite = Invite.objects.create(
            group=group,
            kind=Invite.Kind.LINK,
            digest=digest(secret),
            role=role,
            made_by=by,
            expires_at=timezone.now() + LINK_LIVES,
        )
        note(group, "invite", by, invite=invite, role=role)
    return secret


def revoke(group: Group, invite: Invite, by: User) -> None:
    """Close a way in, for whoever has not used it yet."""
    with organised(group, by):
        if Invite.objects.filter(pk=invite.pk, revoked_at=None).update(revoked_at=timezone.now()):
            note(group, "revoke", by, invite=invite)


def accept(invite: Invite, user: User) -> bool:
    """Let somebody in by an invitation; return whether they were out. Raises Closed."""
    with locked(invite.group):
        if not Invite.objects.live().filter(pk=invite.pk).exists():
            raise Closed
        new = join(invite.group, user, invite.role, invite)
        if new:
            note(invite.group, "join", user, invite=invite, role=invite.role)
    return new


def say_code(group: Group, by: User) -> str:
    """Make six digits that live ten minutes and return them; those said before are closed."""
    with organised(group, by):
        now = timezone.now()
        group.invites.filter(kind=Invite.Kind.CODE, revoked_at=None).update(revoked_at=now)
        code, invite = _free_code(group, by)
        note(group, "code", by, invite=invite)
    return code


def _free_code(group: Group, by: User) -> tuple[str, Invite]:
    for _ in range(TRIES):
        code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        held = Invite.objects.filter(digest=code_digest(code))
        # Digits that open nothing any more may be said again.
        for dead in held.exclude(pk__in=Invite.objects.live().filter(digest=code_digest(code))):
            held.filter(pk=dead.pk).update(digest=digest(new_secret("dead")))
        try:
            with write():
                return code, Invite.objects.create(
                    group=group,
                    kind=Invite.Kind.CODE,
                    digest=code_digest(code),
                    role=Role.SCORER,
                    made_by=by,
                    expires_at=timezone.now() + CODE_LIVES,
                )
        except IntegrityError:
            continue
    raise AssertionError("a million codes and twenty tries")


def code_digest(code: str) -> str:
    """Return what is kept of a code: without the server's key its few digits cannot be guessed
    from it."""
    return salted_hmac("players.invites.code", code, algorithm="sha256").hexdigest()


def find_code(code: str) -> Invite | None:
    """Return the way in these digits open now."""
    found = Invite.objects.live().filter(kind=Invite.Kind.CODE, digest=code_digest(code))
    return found.select_related("group").first()


def close_codes() -> int:
    """Close every code there is: somebody is guessing. Return how many."""
    with write():
        live = Invite.objects.filter(kind=Invite.Kind.CODE, revoked_at=None)
        return live.filter(expires_at__gt=timezone.now()).update(revoked_at=timezone.now())


def ask(invite: Invite, user: User, name: str) -> JoinRequest:
    """Ask to be let in under a clean name; asked twice with one code it is asked once.

    Raises Full, and Closed where the code ran out meanwhile.
    """
    group = invite.group
    with locked(group):
        asked = JoinRequest.objects.filter(invite=invite, user=user).first()
        if asked:
            return asked
        if not Invite.objects.live().filter(pk=invite.pk).exists():
            raise Closed
        check_room(group)
        return JoinRequest.objects.create(group=group, invite=invite, user=user, name=name)


def check_room(group: Group) -> None:
    """Raise Full where as many wait as may."""
    if waiting(group).count() >= MOST_WAITING:
        raise Full


def waiting(group: Group) -> QuerySet[JoinRequest]:
    """Who waits to be let in, the first to come first."""
    lately = timezone.now() - WAITS
    return group.join_requests.filter(granted=None, made_at__gt=lately).order_by("made_at", "pk")


def decide(group: Group, request_id: UUID, by: User, *, grant: bool) -> bool:
    """Let somebody in who asked, or not; return whether that was still to be decided.

    The name they gave is theirs from then on, unless it is somebody else's.
    """
    with organised(group, by):
        asked = waiting(group).filter(pk=request_id).select_related("invite", "user").first()
        now = timezone.now()
        told = JoinRequest.objects.filter(pk=request_id, group=group, granted=None)
        if asked is None or not told.update(granted=grant, decided_at=now, decided_by=by):
            return False
        if grant and join(group, asked.user, asked.invite.role, asked.invite):
            _name(group, asked.user, asked.name)
        kind = "accept" if grant else "refuse"
        note(group, kind, by, user=asked.user_id, role=asked.invite.role)
    return True


def _name(group: Group, user: User, name: str) -> None:
    if not group.players.filter(user=user).exists():
        player = people(group, [name])[name]
        group.players.filter(pk=player.pk, user=None).update(user=user, left_at=None)


def is_in(group: Group, user: User) -> bool:
    """Return whether somebody belongs to the group."""
    return user.is_authenticated and Membership.objects.filter(group=group, user=user).exists()
