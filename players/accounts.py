"""Accounts: the ways in somebody has, on the very row that was a guest's."""

import hashlib
import secrets
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError
from django.db.models import Exists, OuterRef
from django.http import HttpRequest

from players import names
from players.models import Session, User
from players.writing import write

# Letters and digits that nobody mixes up on paper (Crockford): 20 of them are 100 bits.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 20
MISREAD = str.maketrans("OIL", "011")


class Taken(Exception):
    """Somebody else has this name or address."""


class LastWay(Exception):
    """Without this way in nobody would find the account again."""


@dataclass(frozen=True)
class Ways:
    """How somebody can come in."""

    password: bool
    email: str
    passkeys: list[Authenticator]

    def __len__(self) -> int:
        return self.password + bool(self.email) + len(self.passkeys)


def ways(user: User) -> Ways:
    """Return the ways in of a user that work here: none by e-mail where no mail can be sent. The
    code on paper is none of them: it works once."""
    keys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    mails = EmailAddress.objects.filter(user=user, verified=True)
    return Ways(
        bool(user.username) and user.has_usable_password(),
        (settings.MAIL and mails.values_list("email", flat=True).first()) or "",
        list(keys.order_by("created_at", "pk")),
    )


def ways_of(request: HttpRequest) -> Ways:
    """Return the ways in of whoever asks: none for a newcomer, who has no row yet."""
    return ways(request.user) if request.user.is_authenticated else Ways(False, "", [])


def is_guest(user: User) -> bool:
    """Return whether only this phone's session knows the user."""
    return not len(ways(user))


def has_account(request: HttpRequest) -> bool:
    """Return whether somebody with a way in asks, not a guest or a newcomer."""
    user = request.user
    if not user.is_authenticated:
        return False
    if user.username and user.has_usable_password():
        return True
    keys = Authenticator.objects.filter(user=OuterRef("pk"), type=Authenticator.Type.WEBAUTHN)
    mails = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    return User.objects.filter(Exists(keys) | Exists(mails), pk=user.pk).exists()


def sign_in_name(raw: str) -> str:
    """Return the one spelling of a name to sign in by; raise BadName where it cannot be one."""
    return names.clean(unicodedata.normalize("NFKC", names.clean(raw)).casefold())


def set_password(user: User, name: str, password: str = "") -> None:
    """Give the user a name, and a password unless it stays; raise Taken."""
    new: dict[str, Any] = {"username": name}
    if password:
        new["password"] = make_password(password)
    try:
        with write():
            User.objects.filter(pk=user.pk).update(**new)
    except IntegrityError:
        raise Taken from None
    user.refresh_from_db()


def remove_password(user: User) -> None:
    """Take name and password away; raise LastWay."""
    with _one_less(user) as left:
        User.objects.filter(pk=left.pk).update(username=None, password=make_password(None))
    user.refresh_from_db()


def add_passkey(user: User, name: str, credential: dict) -> None:
    """Keep a passkey the phone made; the same one sent again is the same."""
    with _locked(user):
        known = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
        if credential["id"] not in [key.data["credential"]["id"] for key in known]:
            WebAuthn.add(user, name, credential)


def rename_passkey(passkey: Authenticator, name: str) -> None:
    """Call a passkey otherwise."""
    with write():
        passkey.wrap().name = name
        passkey.save(update_fields=["data"])


def remove_passkey(user: User, passkey: Authenticator) -> None:
    """Forget a passkey; raise LastWay."""
    with _one_less(user):
        Authenticator.objects.filter(user=user, pk=passkey.pk).delete()


def set_email(user: User, email: str) -> None:
    """Give the user the address they proved to read, in place of an older one; raise Taken."""
    try:
        with _locked(user):
            EmailAddress.objects.filter(user=user).delete()
            EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
            User.objects.filter(pk=user.pk).update(email=email)
    except IntegrityError:
        raise Taken from None
    user.email = email


def remove_email(user: User) -> None:
    """Forget the address; raise LastWay."""
    with _one_less(user):
        EmailAddress.objects.filter(user=user).delete()
        User.objects.filter(pk=user.pk).update(email="")
    user.email = ""


def new_recovery(user: User) -> str:
    """Make the code on paper anew and return it, in groups of four; the one before is void."""
    code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    with write():
        User.objects.filter(pk=user.pk).update(recovery=_digest(code))
    return "-".join(code[at : at + 4] for at in range(0, LENGTH, 4))


def use_recovery(typed: str) -> User | None:
    """Return whose code on paper this is, and void it; of many at once, one gets it."""
    digest = _digest(typed)
    user = User.objects.filter(recovery=digest, is_active=True).first()
    if user is None:
        return None
    with write():
        used = User.objects.filter(pk=user.pk, recovery=digest).update(recovery=None)
    return user if used else None


def end_phones(user: User, but: str, only: str = "") -> int:
    """Sign the user's other phones out, or `only` that one; return how many. `but` is the row of
    the phone that asks."""
    rows = Session.objects.filter(user=user).exclude(pk=but)
    with write():
        return (rows.filter(pk=only) if only else rows).delete()[0]


def _digest(typed: str) -> str:
    code = "".join(c for c in typed.upper().translate(MISREAD) if c in ALPHABET)
    return hashlib.sha256(code.encode()).hexdigest()


@contextmanager
def _locked(user: User) -> Iterator[User]:
    """One transaction on the ways in of one user at a time."""
    with write():
        yield User.objects.select_for_update().get(pk=user.pk)


@contextmanager
def _one_less(user: User) -> Iterator[User]:
    with _locked(user) as held:
        yield held
        held.refresh_from_db()
        if not len(ways(held)):
            raise LastWay
