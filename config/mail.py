"""EMAIL_URL to Django's mail settings."""

from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from config import env

EXPECTED = (
    "smtp://user:password@host:587?from=name@example.org, smtps://… for TLS from the first byte,"
    " or file:///folder?from=name@example.org to keep mails in a folder"
)
PORTS = {"smtp": 587, "smtps": 465}
HERE = ("localhost", "127.0.0.1", "::1")


class Mail(NamedTuple):
    """How mails leave. `sender` is what stands as their From."""

    backend: str
    sender: str
    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    starttls: bool = False
    tls: bool = False
    folder: str | None = None


def mail(name: str) -> Mail | None:
    """Return what the variable says, None where it is not set: then nothing is mailed."""
    if not (value := env.text(name)):
        return None
    wrong = env.wrong(name, EXPECTED, secret=True)
    try:
        url = urlsplit(value)
        query = parse_qs(url.query, strict_parsing=True)
        port = url.port
    except ValueError:
        raise wrong from None
    senders = query.pop("from", [])
    if len(senders) != 1 or "@" not in senders[0] or query or url.fragment:
        raise wrong
    if url.scheme == "file" and not url.netloc and len(url.path) > 1:
        backend = "django.core.mail.backends.filebased.EmailBackend"
        return Mail(backend, senders[0], folder=unquote(url.path))
    if url.scheme not in PORTS or not url.hostname or url.path not in ("", "/"):
        raise wrong
    return Mail(
        "django.core.mail.backends.smtp.EmailBackend",
        senders[0],
        url.hostname,
        port or PORTS[url.scheme],
        unquote(url.username or ""),
        unquote(url.password or ""),
        # A password never goes over a network in the clear.
        starttls=url.scheme == "smtp" and url.hostname not in HERE,
        tls=url.scheme == "smtps",
    )
