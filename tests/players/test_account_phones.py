"""Other phones of an account, and signing out."""

import re

import pytest
from allauth.mfa.models import Authenticator

from players.actions import make_guest
from players.models import Session, User
from tests.players import passkey, people
from tests.players.people import phone, somebody
from tests.scoring.test_statements import statements

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return somebody(email="ana@example.org")


def test_other_phone_is_signed_out_and_this_one_not(ana):
    here, there, third = phone(ana), phone(ana), phone(ana)
    body = here.get("/account").content.decode()
    keys = re.findall('name="phone" value="([0-9a-f]{40})"', body)
    assert len(keys) == 2

    here.post("/account/phones/end", {"phone": there.session.row_key})

    assert [people.is_in(each, ana) for each in (here, there, third)] == [True, False, True]
    here.post("/account/phones/end")
    assert [people.is_in(each, ana) for each in (here, third)] == [True, False]


def test_phone_of_another_person_is_not_signed_out(ana):
    bob = phone(somebody("bob"))

    assert phone(ana).post("/account/phones/end", {"phone": bob.session.row_key}).status_code == 404
    phone(ana).post("/account/phones/end")

    assert bob.get("/account").wsgi_request.user.is_authenticated


def test_this_phone_is_not_signed_out_by_its_own_key(ana):
    client = phone(ana)

    assert client.post("/account/phones/end", {"phone": client.session.row_key}).status_code == 404
    assert people.is_in(client, ana)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (
            "Mozilla/5.0 (Linux; Android 14; SM-A155) Chrome/126.0 Mobile Safari/537.36",
            "Chrome, Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604",
            "Safari, iPhone",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
            "Firefox, Linux",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge, Windows"),
        ("curl/8.5.0", "A browser"),
        ("", "A browser"),
        ("<b>{{ x }}</b>", "A browser"),
    ],
)
def test_phone_is_named_in_plain_words(ana, agent, words):
    client = phone(ana)
    client.post("/account/password", {"name": "ana", "password": ""}, headers={"user-agent": agent})

    assert f"<b>{words}</b>" in client.get("/account").content.decode()


def test_account_signs_out_and_the_session_is_gone(ana):
    client = phone(ana)
    cookie = people.key(client)

    response = client.post("/account/sign-out")

    assert (response.url, response["Clear-Site-Data"]) == ("/", '"cache"')
    assert Session.objects.count() == 0
    client.cookies["sessionid"] = cookie
    assert not client.get("/account").wsgi_request.user.is_authenticated


def test_guest_is_asked_before_everything_is_lost():
    guest = make_guest()
    client = phone(guest)

    assert client.post("/account/sign-out").status_code == 422
    assert people.is_in(client, guest)
    assert client.post("/account/sign-out", {"lose": "1"}).status_code == 303
    assert not people.is_in(client, guest)


def test_account_page_asks_the_same_of_more_phones_and_passkeys(ana):
    def asked() -> int:
        with statements() as found:
            client.get("/account")
        return len(found)

    client = phone(ana)
    passkey.keep(client)
    one = asked()
    for _ in range(2):
        phone(ana)
        Authenticator.objects.create(
            user=ana, type="webauthn", data={"name": "x", "credential": {"id": "x"}}
        )

    assert asked() == one <= 6
