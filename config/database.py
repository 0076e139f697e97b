"""DATABASE_URL to Django's DATABASES."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from config import env

# FULL: what was answered "saved" survives a power cut. Django gives the rest
# of the durability: IMMEDIATE takes the write lock first, so a transaction
# never fails half way for having started as a reader.
SQLITE_OPTIONS = {
    "timeout": 5,
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
}


def database(name: str, data: Path, *, connections: int) -> dict[str, Any]:
    value = env.text(name)
    scheme = urlsplit(value).scheme if value else "sqlite"
    if scheme == "sqlite":
        return sqlite(name, value, data)
    if scheme in ("postgres", "postgresql"):
        return postgresql(name, value, connections)
    raise env.wrong(name, "sqlite:///file or postgresql://user:password@host/name", secret=True)


def sqlite(name: str, value: str, data: Path) -> dict[str, Any]:
    path = data / "caderneta.sqlite3"
    if value:
        url = urlsplit(value)
        if url.netloc or len(url.path) < 2 or url.query or url.fragment:
            raise env.wrong(name, "sqlite:/// and the path of a file", secret=True)
        path = Path(unquote(url.path[1:])).absolute()
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        # Each thread keeps its connection: closing the last one empties the
        # WAL, which costs far more than the request did.
        "CONN_MAX_AGE": None,
        "OPTIONS": SQLITE_OPTIONS,
    }


def postgresql(name: str, value: str, connections: int) -> dict[str, Any]:
    """libpq itself reads the address, so that every option of its own works."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        parts = {key: str(part) for key, part in conninfo_to_dict(value).items()}
    except ProgrammingError:
        raise env.wrong(name, "an address PostgreSQL understands", secret=True) from None
    if not re.fullmatch(r"[0-9,]*", parts.get("port", "")):
        raise env.wrong(name, "an address whose port is a number", secret=True)
    if not parts.get("dbname"):
        raise env.wrong(name, "an address that names a database", secret=True)
    pool = {"min_size": 1, "max_size": connections, "timeout": 5, "reconnect_timeout": 2}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.pop("dbname"),
        "USER": parts.pop("user", ""),
        "PASSWORD": parts.pop("password", ""),
        "HOST": parts.pop("host", ""),
        "PORT": parts.pop("port", ""),
        # A pooled connection may have died with the server it led to.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**parts, "pool": pool},
    }
