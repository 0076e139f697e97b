"""Where a page sends people afterwards: never to another site, whatever it is told."""

from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse

from players import accounts
from players.models import User
from players.pages import next_page
from tests.players import passkey, people
from tests.players.people import PASSWORD, phone, somebody
from tests.test_pages import ELSEWHERE

pytestmark = pytest.mark.django_db
HERE = "http://testserver/account/sign-in"
HTMX = pytest.mark.parametrize("headers", [{}, {"hx-request": "true"}], ids=["plain", "htmx"])


@pytest.fixture(autouse=True)
def with_mail():
    with override_settings(MAIL=people.MAIL):
        yield


def password(client: Client, after: str, headers: dict):
    data = {"name": "ana", "password": PASSWORD, "next": after}
    return client.post("/account/sign-in", data, headers=headers)


def already_in(client: Client, after: str, headers: dict):
    client.force_login(somebody("bob"))
    return client.post("/account/sign-in", {"next": after}, headers=headers)


def by_passkey(client: Client, after: str, headers: dict):
    Authenticator.objects.all().delete()  # forty keys would all be read at each sign-in
    made = passkey.keep(phone(User.objects.get(username="ana")))
    shown = made.show(passkey.ask(client, "mfa_login_webauthn"))
    data = {"credential": shown, "next": after}
    return client.post(
        reverse("mfa_login_webauthn"), data, headers={**headers, "host": passkey.SITE}
    )


def paper(client: Client, after: str, headers: dict):
    code = accounts.new_recovery(User.objects.get(username="ana"))
    return client.post("/account/recover", {"code": code, "next": after}, headers=headers)


def confirmed(client: Client, after: str, headers: dict):
    client.force_login(User.objects.get(username="ana"))
    data = {"password": PASSWORD, "next": after}
    return client.post("/account/confirm", data, headers=headers)


def mailed(client: Client, after: str, headers: dict):
    client.post("/account/sign-in/mail", {"email": "ana@example.org", "next": after})
    code = mail.outbox[-1].subject.split()[0]
    return client.post("/account/code", {"code": code, "next": after}, headers=headers)


VIEWS = [password, already_in, by_passkey, paper, confirmed, mailed]


def target(response) -> str:
    return response.headers.get("HX-Redirect") or response.headers["Location"]


def test_corpus_is_forty_strings():
    assert len(set(ELSEWHERE)) >= 40


@HTMX
@pytest.mark.parametrize("view", VIEWS)
def test_no_view_leaves_the_host(view, headers, settings):
    settings.ACCOUNT_RATE_LIMITS = {}
    somebody(email="ana@example.org")
    left = []

    for elsewhere in ELSEWHERE:
        User.objects.exclude(username="ana").delete()
        response = view(Client(), elsewhere, headers)
        assert response.status_code in (200, 303), elsewhere
        for address in (target(response), *nested(target(response))):
            # As a browser reads it: backslashes are slashes, tabs and line ends are nothing.
            read = address.replace("\\", "/")
            if urlsplit(urljoin(HERE, read)).netloc != "testserver" or "evil" in address:
                left.append((elsewhere, address))

    assert left == []


def nested(address: str) -> list[str]:
    return parse_qs(urlsplit(address).query).get("next", [])


@HTMX
@pytest.mark.parametrize("view", VIEWS)
def test_page_of_ours_is_gone_to(view, headers):
    somebody(email="ana@example.org")

    address = target(view(Client(), "/new?game=tranca", headers))

    assert "/new?game=tranca" in (address, *nested(address))


@pytest.mark.parametrize("elsewhere", ELSEWHERE, ids=ascii)
def test_form_carries_nothing_that_leads_elsewhere(elsewhere):
    ana = somebody(email="ana@example.org")
    code = {"email": "x@example.org", "next": elsewhere}
    clients = [Client(), phone(ana)]
    clients[0].post("/account/sign-in/mail", code)
    pages = [
        clients[0].get("/account/code"),
        *(Client().get(f"/account/{page}", {"next": elsewhere}) for page in ("sign-in", "recover")),
        *(
            clients[1].get(f"/account/{page}", {"next": elsewhere})
            for page in ("confirm", "recovery-code")
        ),
    ]

    assert [page.status_code for page in pages] == [200] * 5
    assert all("evil" not in page.content.decode() for page in pages)


@pytest.mark.parametrize(
    ("asked", "goes"),
    [
        ("/", "/"),
        ("/account", "/account"),
        ("/new?game=tranca#x", "/new?game=tranca#x"),
        ("/nothing here", "default"),
        ("", "default"),
        ("new", "default"),
        ("http://testserver/new", "default"),
        ("/new?x=\r\nSet-Cookie: a=b", "/new?x=Set-Cookie:%20a=b"),
        ("/new?x=ção", "/new?x=%C3%A7%C3%A3o"),
    ],
)
def test_next_page_is_a_page_of_ours(asked, goes):
    request = RequestFactory().post("/", {"next": asked})

    assert next_page(request, "default") == goes
