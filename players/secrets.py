"""Secrets that open a door: shown once, as an address and a QR code, and kept only as a hash."""

import hashlib
import secrets
from typing import Any

import segno
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.safestring import mark_safe

from players import limits

# 160 bits of chance: nobody guesses it, and it still makes a small QR code.
SECRET_BYTES = 20


def new_secret(purpose: str) -> str:
    """Return a secret of 160 bits; its first letter says what it is for."""
    return f"{purpose}-{secrets.token_urlsafe(SECRET_BYTES)}"


def digest(secret: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def opened(request: HttpRequest, ways: QuerySet, secret: str) -> Any:
    """Return the one of these ways in that the secret opens.

    404 for any other secret, and 429 for whoever tries one after the other.
    """
    found = ways.filter(digest=digest(secret)).first()
    if found is None:
        limits.missed(request)
        raise Http404
    return found


def qr(address: str) -> str:
    """Return the address as an SVG drawing that takes its colours from the page."""
    code = segno.make(address, error="m", micro=False)
    return mark_safe(code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass="qr-dots"))
