"""Sessions in the database, one row a phone: whose it is can be asked, and what is stored there
opens nothing (the cookie's key is kept as its hash)."""

import hashlib
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.utils import timezone

from players.ids import parse

RENEWED_AFTER = timedelta(days=1)
HALF_WAY = 60 * 60


class SessionStore(db.SessionStore):
    # What the row says beside the session's data: since when, until when, on what phone.
    row: Any = None
    agent = ""

    @classmethod
    def get_model_class(cls):
        """Return our own table, which knows whose a session is."""
        from players.models import Session

        return Session

    def _validate_session_key(self, key: str | None) -> bool:
        """Whether this is a key of ours: a cookie may hold anything, and PostgreSQL fails on a
        NUL instead of finding nothing."""
        return bool(key) and len(key) == 32 and key.isascii() and key.isalnum()

    @staticmethod
    def digest(key: str) -> str:
        """Return what is kept of a session's key: 160 bits of its SHA-256."""
        return hashlib.sha256(key.encode()).hexdigest()[:40]

    @property
    def row_key(self) -> str:
        """The key of this session's row: nothing can be opened with it."""
        return self.digest(self.session_key or "")

    def _get_session_from_db(self):
        key = self.session_key
        if key is not None:  # a cookie that can be no key of ours asks for nothing
            held = self.model.objects.filter(expire_date__gt=timezone.now())
            self.row = held.filter(session_key=self.digest(key)).first()
        if self.row is None:
            self._session_key = None
        return self.row

    def exists(self, session_key: str) -> bool:
        """Whether the key is taken."""
        return super().exists(self.digest(session_key))

    def delete(self, session_key: str | None = None) -> None:
        """Forget a session, this one unless another key is given."""
        key = session_key or self.session_key
        if key is not None:
            self.model.objects.filter(session_key=self.digest(key)).delete()

    def create_model_instance(self, data: dict):
        """Return the row for what the session holds."""
        return self.model(
            session_key=self.digest(self._get_or_create_session_key()),
            session_data=self.encode(data),
            expire_date=self.get_expiry_date(),
            user_id=parse(data.get(SESSION_KEY, "")),
            agent=self.agent or getattr(self.row, "agent", ""),
            started=getattr(self.row, "started", None) or timezone.now(),
        )

    def get_session_cookie_age(self) -> int:
        """Return for how long a session is good: of nobody, half way through a sign-in, not for
        long."""
        return settings.SESSION_COOKIE_AGE if SESSION_KEY in self else HALF_WAY

    def flush(self) -> None:
        """Forget everything; whoever comes next on this phone starts anew."""
        super().flush()
        self.row = None

    def is_ageing(self) -> bool:
        """Whether it was last written more than a day ago, so that its end comes nearer."""
        if self.row is None:
            return False
        age = timedelta(seconds=self.get_session_cookie_age())
        return self.row.expire_date < timezone.now() + age - RENEWED_AFTER


class Renewal:
    """Middleware: a session in use lives on, at the price of one write a day at most."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        """Renew on the way out; a request that never asked who it is costs nothing."""
        response = self.get_response(request)
        session = request.session
        session.agent = request.headers.get("User-Agent", "")[:200]
        if session.accessed and SESSION_KEY in session and session.is_ageing():
            session.modified = True
        return response
