"""Sessions in the database, looked up only by what can be a key."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """Whether this is a key of ours: a cookie may hold anything, and PostgreSQL fails on a
        NUL instead of finding nothing."""
        return bool(key) and len(key) == 32 and key.isascii() and key.isalnum()
