"""Every write to people goes through here."""

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from django.contrib.auth import login
from django.db import IntegrityError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from players import names
from players.ids import uuid7
from players.models import Group, Membership, Player, Role, User
from players.writing import write

# How long after the first form the same form, sent again, is still the same guest's.
LOST_FOR = timedelta(hours=1)


def make_guest(pk: UUID | None = None) -> User:
    """Make a person without a name, with a notebook of their own that they organise."""
    with write():
        user = User(pk=pk or uuid7(), username=None)
        user.set_unusable_password()
        user.save(force_insert=True)
        group = Group.objects.create(personal_to=user)
        Membership.objects.create(group=group, user=user, role=Role.ORGANISER)
    return user


def whoever_asks(request: HttpRequest) -> User:
    """Return the signed-in user of the request; make and sign in a guest where there is none.

    Called by writes only: looking around leaves no row behind. Where the answer to somebody's
    first form got lost (two taps, a bad network), the form sent again finds the same guest.
    """
    if not request.user.is_authenticated:
        pk = _guest_of(request)
        try:
            guest = make_guest(pk)
        except IntegrityError:
            guest = User.objects.filter(pk=pk, created__gte=timezone.now() - LOST_FOR).first()
            guest = guest or make_guest()
        login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    return request.user


def _guest_of(request: HttpRequest) -> UUID:
    """The id of the guest this browser becomes: made from the secret that guards its forms, which
    is thrown away as soon as the answer arrives."""
    secret = request.META.get("CSRF_COOKIE")
    if not secret or request.META.get("CSRF_COOKIE_NEEDS_UPDATE"):
        return uuid7()
    digest = salted_hmac("players.guest", secret, algorithm="sha256").digest()
    return UUID(bytes=digest[:16], version=4)


def people(group: Group, wanted: Iterable[str]) -> dict[str, Player]:
    """Return the group's players of these clean names by name, making those it does not know.

    "Ana (Silva)" is another person than "Ana".
    """
    told = {name: names.apart(name) for name in wanted}
    known = _known(group, [names.key(name) for name, _tag in told.values()])
    return {
        said: known.get((names.key(name), names.key(tag))) or _meet(group, name, tag)
        for said, (name, tag) in told.items()
    }


def _known(group: Group, keys: Iterable[str]) -> dict[tuple[str, str], Player]:
    found = list(Player.objects.filter(group=group, key__in=list(keys)).select_related("same_as"))
    found.sort(key=lambda player: player.same_as is None)  # a merged name leads on; whoever is
    return {(player.key, names.key(player.tag)): player.person for player in found}  # there wins


def _meet(group: Group, name: str, tag: str) -> Player:
    key = names.key(name)
    try:
        with write():
            return Player.objects.create(group=group, name=name, key=key, tag=tag)
    except IntegrityError:  # somebody else wrote the same name just now
        return Player.objects.themselves().get(group=group, key=key, tag=tag)
