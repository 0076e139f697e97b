"""What the environment may say, read strictly: a wrong value stops the start.

An empty variable counts as not set. A value that could be a secret is never
repeated in the message.
"""

import os
import re
import secrets
import sys
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
HOST_NAME = re.compile(r"\.?[a-z0-9]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9_-]*[a-z0-9])?)*")


def stop_on_wrong_settings() -> None:
    """Load the settings; say what is wrong in one sentence, not in a traceback."""
    from django.conf import settings

    try:
        settings.SECRET_KEY  # noqa: B018  reading any setting loads them all
    except ImproperlyConfigured as wrong:
        sys.exit(f"caderneta: {wrong}")


def wrong(name: str, expected: str, *, secret: bool = False) -> ImproperlyConfigured:
    got = "" if secret else f", not “{os.environ[name]}”"
    return ImproperlyConfigured(f"{name} must be {expected}{got}.")


def text(name: str, default: str = "") -> str:
    return os.environ.get(name) or default


def boolean(name: str, default: bool) -> bool:
    value = text(name, str(default)).lower()
    if value not in TRUE + FALSE:
        raise wrong(name, "true or false")
    return value in TRUE


def integer(name: str, default: int, low: int, high: int) -> int:
    value = text(name, str(default))
    if not re.fullmatch(r"[0-9]{1,9}", value) or not low <= int(value) <= high:
        raise wrong(name, f"a whole number from {low} to {high}")
    return int(value)


def level(name: str, default: str) -> str:
    value = text(name, default).upper()
    if value not in LEVELS:
        raise wrong(name, "one of " + ", ".join(LEVELS))
    return value


def time_zone(name: str, default: str) -> str:
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (ValueError, OSError, KeyError):
        raise wrong(name, f"a time zone such as {default}") from None
    return value


def address(name: str, default: str) -> str:
    """Where to listen."""
    value = text(name, default)
    if value != "localhost" and not is_ip(value):
        raise wrong(name, "an address of this machine, such as 0.0.0.0 or 127.0.0.1")
    return value


def hosts(name: str) -> list[str]:
    values = [value.strip().lower() for value in text(name).split(",") if value.strip()]
    if not all(is_ip(value.strip("[]")) or HOST_NAME.fullmatch(value) for value in values):
        raise wrong(name, "host names or addresses with commas between, no scheme, port or path")
    return values


def site(name: str) -> SplitResult | None:
    """The address people type: scheme, host and maybe a port."""
    if not (value := text(name)):
        return None
    expected = "an address such as https://cards.example.org, without a path"
    try:
        url = urlsplit(value)
        port_is_good = url.port is None or url.port > 0
    except ValueError:
        raise wrong(name, expected) from None
    host = url.hostname or ""
    if (
        url.scheme not in ("http", "https")
        or url.path not in ("", "/")
        or url.query
        or url.fragment
        or "@" in url.netloc
        or not port_is_good
        or not (is_ip(host) or HOST_NAME.fullmatch(host))
    ):
        raise wrong(name, expected)
    return url


def folder(name: str, default: Path) -> Path:
    """A folder of our own: made when missing, and nobody else's business."""
    path = Path(text(name, str(default))).expanduser().absolute()
    with suppress(OSError):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not (path.is_dir() and os.access(path, os.W_OK)):
        os.environ[name] = str(path)
        raise wrong(name, "a folder that can be made and written to")
    return path


def secret(name: str, path: Path) -> str:
    """The key from the environment, else the one this data folder has kept."""
    value = text(name) or kept_secret(path)
    if len(value) < 50 or len(set(value)) < 5 or value.startswith("django-insecure-"):
        source = name if text(name) else f"{name} in {path}"
        raise ImproperlyConfigured(f"{source} must be at least 50 random characters.")
    return value


def kept_secret(path: Path) -> str:
    """Linking a finished file into place lets two first starts agree on one key."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def is_ip(value: str) -> bool:
    try:
        ip_address(value)
    except ValueError:
        return False
    return True
