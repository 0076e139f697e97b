"""What a phone sends as its passkey is read strictly: nothing breaks, nobody is let in by it."""

import json

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from players.actions import make_guest
from tests.players import passkey
from tests.players.people import phone, somebody

pytestmark = pytest.mark.django_db

NONSENSE = ["", "7", "[]", "{}", "null", '"x"', "[" * 3000, "{" * 9000, '{"id": 7}', "\ud800"]


@pytest.mark.parametrize("credential", NONSENSE, ids=lambda text: ascii(text)[:12])
@pytest.mark.parametrize(
    "name", ["mfa_add_webauthn", "mfa_login_webauthn", "account_reauthenticate"]
)
def test_nonsense_is_no_passkey(name, credential):
    client = phone(somebody())
    client = client if name != "mfa_login_webauthn" else Client()
    passkey.ask(client, name)

    response = passkey.answer(client, name, credential.encode("utf-8", "replace").decode())

    assert response.status_code == 422


STRANGE = ["", "!", "AAAA", "oA", 7, None, [], {"a": 1}, "é", "A" * 9000]


def mangled(text: str) -> list[str]:
    """The answer with one part at a time made strange."""
    parts = [("id",), ("rawId",), ("type",), ("response",)]
    parts += [("response", part) for part in json.loads(text)["response"]]
    found = []
    for part in parts:
        for value in STRANGE:
            copy = json.loads(text)
            held = copy if len(part) == 1 else copy["response"]
            held[part[-1]] = value
            found.append(json.dumps(copy))
    return found


def test_mangled_passkey_is_refused_and_nothing_breaks(settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "passkey": "9999/m/ip"}
    client = phone(make_guest())
    options = passkey.ask(client, "mfa_add_webauthn")
    answers = mangled(passkey.Passkey().make(options))

    kept = sum(passkey.answer(client, "mfa_add_webauthn", a).status_code == 303 for a in answers)

    assert kept == Authenticator.objects.count() == 0


def test_mangled_answer_signs_nobody_in(settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "passkey": "9999/m/ip"}
    made = passkey.keep(phone(somebody()))
    client = Client()
    options = passkey.ask(client, "mfa_login_webauthn")

    statuses = {
        passkey.answer(client, "mfa_login_webauthn", answer).status_code
        for answer in mangled(made.show(options))
    }

    assert statuses == {422}


@pytest.mark.parametrize("said", [{"origin": "https://evil.example"}, {"origin": "http://evil"}])
def test_passkey_for_another_site_is_refused(said):
    made = passkey.keep(phone(somebody()))
    client = Client()
    shown = made.show(passkey.ask(client, "mfa_login_webauthn"), **said)

    assert passkey.answer(client, "mfa_login_webauthn", shown).status_code == 422


def test_answer_to_a_question_works_once():
    made = passkey.keep(phone(somebody()))
    client = Client()
    shown = made.show(passkey.ask(client, "mfa_login_webauthn"))
    passkey.answer(client, "mfa_login_webauthn", shown)

    for again in (Client(), client):
        again.get("/account")
        assert passkey.answer(again, "mfa_login_webauthn", shown).status_code == 422
