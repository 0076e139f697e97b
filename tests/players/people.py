"""People with and without accounts, and their phones."""

import time
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.base import SessionBase
from django.test import Client

from config.mail import Mail
from players.actions import make_guest
from players.models import User

PASSWORD = "two aces and a three"
MAIL = Mail("django.core.mail.backends.locmem.EmailBackend", "cards@example.org")


def somebody(name: str = "ana", email: str = "") -> User:
    """An account with this name and PASSWORD, and a mail address where one is given."""
    user = make_guest()
    user.username, user.password, user.email = name, make_password(PASSWORD), email
    user.save()
    if email:
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def phone(user: User | None = None, *, lately: bool = True, **options: Any) -> Client:
    """A phone signed in by `user`, who came in `lately` or long ago; without a user nobody's."""
    client = Client(**options)
    if user is not None:
        client.force_login(user)
        if lately:
            session = client.session
            session["confirmed"] = time.time()
            session.save()
    return client


def key(client: Client) -> str:
    """What the phone's session cookie holds."""
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def session(client: Client) -> SessionBase:
    """What the server keeps of this phone."""
    return client.session


def is_in(client: Client, user: User) -> bool:
    """Whether the phone is signed in as this user."""
    return client.session.get("_auth_user_id") == str(user.pk) and bool(
        client.get("/account").wsgi_request.user == user
    )


def sign_in(client: Client, name: str = "ana", password: str = PASSWORD, **more: Any):
    """Type name and password on the sign-in page."""
    return client.post("/account/sign-in", {"name": name, "password": password, **more})
