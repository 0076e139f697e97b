"""The cache of limits: in the database, written as everything else is, telling nobody's name."""

from django.core.cache.backends.db import DatabaseCache
from django.utils.crypto import salted_hmac

from players.writing import write


def hidden(key: str, prefix: str, version: int) -> str:
    """Return the key as it is stored: keys hold addresses and names, a backup shall not."""
    named = f"{prefix}:{version}:{key}"
    return salted_hmac("players.cache", named, algorithm="sha256").hexdigest()


class Cache(DatabaseCache):
    """Writes wait for the one writer like all others, instead of for SQLite's busy handler."""

    def _base_set(self, *args, **kwargs):
        with write():
            return super()._base_set(*args, **kwargs)

    def _base_delete_many(self, *args, **kwargs):
        with write():
            return super()._base_delete_many(*args, **kwargs)
