"""What a phone answers about a passkey: read strictly, then judged by allauth and fido2."""

import json
import struct
from typing import Any

from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from allauth.mfa.webauthn.internal import auth
from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.translation import gettext as _

from players.adapters import site
from players.models import User
from players.writing import write

# What of a credential is read; the rest is thrown away before it could be stored.
PARTS = ("clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle")
LONGEST = 20_000
# What the parsers of CBOR, COSE and base64 raise on nonsense.
NONSENSE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error)


def possible(request: HttpRequest) -> bool:
    """Return whether browsers allow passkeys at this address: https (or the machine itself), and
    a name, not a number."""
    host = site(request)
    named = not host.replace(".", "").isdigit() and ":" not in host
    return named and (request.is_secure() or host == "localhost")


def begin_adding(user: User) -> dict[str, Any]:
    """Return what the phone needs to make a passkey, and remember the question asked."""
    return auth.begin_registration(user, passwordless=True)


def begin_asking(user: User | None) -> dict[str, Any]:
    """Return what the phone needs to show a passkey: any of the site's, or one of `user`."""
    return auth.begin_authentication(user)


def added(request: HttpRequest, user: User) -> dict[str, Any] | None:
    """Return the new passkey the phone sent, None where it is none or answers another question."""
    data = {"credential": _credential(request), "passwordless": "on"}
    form = AddWebAuthnForm(data, user=user)
    return form.cleaned_data["credential"] if _valid(form) else None


def shown(request: HttpRequest, user: User | None = None) -> User | None:
    """Return whose passkey the phone showed, None where it is not accepted."""
    data = {"credential": _credential(request)}
    form = ReauthenticateWebAuthnForm(data, user=user) if user else LoginWebAuthnForm(data)
    if not _valid(form):
        return None
    passkey = form.cleaned_data["credential"]
    with write():
        passkey.record_usage()
    return passkey.user if passkey.user.is_active else None


def question(request: HttpRequest, options: dict[str, Any]) -> HttpResponse:
    """Answer the script: what to ask the phone, and the token its form needs from now on."""
    return JsonResponse({"options": options, "token": get_token(request)})


def not_accepted() -> str:
    """Return what to say of a passkey that is none of ours."""
    return _("This passkey was not accepted. Please try again.")


def _valid(form: forms.Form) -> bool:
    try:
        return form.is_valid()
    except NONSENSE:
        return False


def _credential(request: HttpRequest) -> str:
    """The parts that are read, if each is what it should be."""
    try:
        said = json.loads(request.POST.get("credential", "")[:LONGEST])
        response = said["response"]
        read = {part: response[part] for part in PARTS if response.get(part)}
        credential = {"id": said["id"], "rawId": said["rawId"], "type": said["type"]}
    except (*NONSENSE, RecursionError):
        return ""
    texts = [*read.values(), *credential.values()]
    if (credential["id"], credential["type"]) != (credential["rawId"], "public-key"):
        return ""
    if not all(isinstance(text, str) and text.isascii() and text.isprintable() for text in texts):
        return ""
    return json.dumps(credential | {"response": read, "clientExtensionResults": {}})
