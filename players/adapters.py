"""Where django-allauth asks how things are here."""

import time
from contextlib import suppress
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players import accounts, limits
from players.confirming import CONFIRMED, must_confirm
from players.models import User
from players.pages import go, next_page


class AccountAdapter(DefaultAccountAdapter):
    """Sign-in: each way in is whole by itself, and a guest's own things are not forgotten."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "incorrect_code": _("This is not the code."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address that PROXY_COUNT proxies of ours vouch for.

        Whoever came past them, or with a list that is no list of addresses, is who connected.
        """
        try:
            return super().get_client_ip(request)
        except (ImproperlyConfigured, PermissionDenied):
            return request.META["REMOTE_ADDR"]

    def get_login_stages(self) -> list[str]:
        """Nothing follows a way in: a passkey is no second step of the others."""
        return []

    def is_reauthentication_required(self, *, app: str, **kwargs) -> bool:
        """Return whether this person has to show first that it is they; a guest has nothing to
        show, and may add their first way in."""
        return must_confirm(self.request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials) -> str:
        """Guesses count for the name: our several host names are no several limits."""
        return credentials["username"]

    def pre_authenticate(self, request: HttpRequest, **credentials) -> None:
        """Count a guess; raise the answer 429 where there were too many."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            raise limits.too_often(request) from None

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in under a new session key. The guest this phone was is kept in mind, so that
        their matches can be brought along."""
        asks = request.user
        was_guest = asks.is_authenticated and asks != user and accounts.is_guest(asks)
        super().login(request, user)
        request.session[CONFIRMED] = time.time()
        if was_guest:
            request.session["guest"] = str(asks.pk)

    def post_login(self, request: HttpRequest, user: User, **kwargs) -> HttpResponse:
        """Go where they wanted to; with a guest's matches in hand, ask about those first."""
        address = next_page(request, self.get_login_redirect_url(request))
        if "guest" in request.session:
            with suppress(NoReverseMatch):
                address = f"{reverse('bring')}?{urlencode({'next': address})}"
        return go(request, address)


class PasskeyAdapter(DefaultMFAAdapter):
    """What a phone shows when it keeps or offers a passkey."""

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the site a passkey belongs to: its host name for good, and a name to read."""
        return {"id": site(context.request), "name": "Caderneta"}

    def get_public_key_credential_user_entity(self, user: User) -> dict:
        """Return whose a passkey is; people without a name are told apart by their first day."""
        since = date_format(timezone.localtime(user.created), "SHORT_DATE_FORMAT")
        name = user.username or user.email or gettext("Notebook of %(date)s") % {"date": since}
        entity = super().get_public_key_credential_user_entity(user)
        return entity | {"name": name, "display_name": name}


def site(request: HttpRequest) -> str:
    """Return the host name passkeys are bound to."""
    if settings.PUBLIC_URL:
        return settings.PUBLIC_URL.hostname
    return urlsplit(f"//{request.get_host()}").hostname
