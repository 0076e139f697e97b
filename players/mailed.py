"""A code by e-mail: to sign in, to show once more that it is you, to add an address."""

from functools import wraps
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.models import EmailAddress
from django.conf import settings
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from players import limits
from players.models import User

SIGN_IN, CONFIRM, ADD = "sign in", "confirm", "add"
SESSION_KEY = "mailed_code"
TRIES = 3
TIMEOUT = 10 * 60


class NotSent(Exception):
    """The mail could not leave."""


def with_mail(view):
    """Decorate a view that needs mail: without settings for it, it is not there."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args, **kwargs):
        if not settings.MAIL:
            raise Http404
        return view(request, *args, **kwargs)

    return wrapper


def not_sent() -> str:
    """Return what to say when no mail can leave."""
    return _("The mail could not be sent just now. Please try again later.")


class MailedCode(AbstractCodeVerificationProcess):
    """One code under way, kept in the session of the browser that asked for it.

    An address nobody may come in by gets a mail as well, without a code: who watches the page or
    the clock learns nothing.
    """

    def __init__(self, request: HttpRequest, state: dict[str, Any]):
        self.request = request
        super().__init__(max_attempts=TRIES, timeout=TIMEOUT, state=state)

    @classmethod
    def begin(cls, request: HttpRequest, purpose: str, email: str, **more: str) -> None:
        """Send a code, or what to know instead. Raises NotSent, or 429."""
        limits.spend(request, "request_login_code", key=email)
        user = cls._whose(request, purpose, email)
        state = cls.initial_state(user, email=email) | {"purpose": purpose} | more
        code = cls(request, state)
        code.send()
        code.persist()

    @staticmethod
    def _whose(request: HttpRequest, purpose: str, email: str) -> User | None:
        known = EmailAddress.objects.filter(email=email, verified=True, user__is_active=True)
        found = known.select_related("user").first()
        if purpose != ADD:
            return found.user if found else None
        return request.user if found is None or found.user == request.user else None

    @classmethod
    def under_way(cls, request: HttpRequest) -> "MailedCode | None":
        """Return the code this browser waits for, None where there is none or it is too old."""
        state = request.session.get(SESSION_KEY)
        return cls(request, state).abort_if_invalid() if state else None

    @property
    def purpose(self) -> str:
        """Return what the code is for."""
        return self.state["purpose"]

    def send(self) -> None:
        """Mail it."""
        adapter, purpose = get_adapter(self.request), self.purpose
        if self.user:
            self.state["code"] = adapter.generate_login_code()
        template = "code" if self.user else "taken" if purpose == ADD else "unknown"
        context = {"code": self.code, "minutes": TIMEOUT // 60}
        try:
            adapter.send_mail(f"account/email/{template}", self.state["email"], context)
        except (OSError, SMTPException) as fault:
            raise NotSent from fault

    def persist(self) -> None:
        """Keep it in the session."""
        self.request.session[SESSION_KEY] = self.state

    def abort(self) -> None:
        """Forget it: it was used, or tried too often, or is too old."""
        self.request.session.pop(SESSION_KEY, None)
