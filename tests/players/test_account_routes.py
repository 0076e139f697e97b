"""Every page about oneself: whom it lets do what, and which methods it takes."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client, override_settings
from django.urls import NoReverseMatch, reverse

from players import urls
from players.actions import make_guest
from players.models import Session, User
from tests.players import passkey, people
from tests.scoring.routes import METHODS

pytestmark = pytest.mark.django_db
GET, POST = ("GET", "HEAD"), ("POST",)
# What a row of the ladder expects: a page, on to another page, refused, not there.
PAGE, ON, ASKED, NONE = 200, 303, 422, 404


@dataclass(frozen=True)
class Route:
    """A route: the methods it takes, what it answers a newcomer, a guest and an account, and what
    an account posts. `mail` needs mail settings."""

    name: str
    methods: tuple[str, ...]
    newcomer: tuple[int, ...]
    guest: tuple[int, ...]
    account: tuple[int, ...]
    data: Callable[[Client], dict[str, str]] = lambda client: {}
    mail: bool = False

    def __str__(self) -> str:
        return self.name

    def address(self) -> str:
        args = [passkey_of()] if self.name == "passkey" else []
        return reverse(self.name, args=args)


def passkey_of() -> int:
    found = Authenticator.objects.first()
    return found.pk if found else 1


NAMED = {"name": "Bia", "password": people.PASSWORD + "!"}
ROUTES = [
    Route("account", GET, (PAGE,), (PAGE,), (PAGE,)),
    Route("account_signup", GET, (302,), (302,), (302,)),
    Route("account_login", GET + POST, (PAGE, ASKED), (PAGE, ASKED), (ON, ON)),
    Route("mfa_login_webauthn", POST, (ASKED,), (ASKED,), (ASKED,)),
    Route(
        "account_request_login_code",
        GET + POST,
        (PAGE, ON),
        (PAGE, ON),
        (PAGE, ON),
        lambda client: {"email": "nobody@example.org"},
        mail=True,
    ),
    Route("recover", GET + POST, (PAGE, ASKED), (PAGE, ASKED), (PAGE, ASKED)),
    Route("mailed_code", GET + POST, (ON, ON), (ON, ON), (ON, ON), mail=True),
    Route("account_reauthenticate", GET + POST, (ON, ON), (ON, ON), (PAGE, ASKED)),
    Route("account_logout", GET + POST, (PAGE, ON), (PAGE, ASKED), (PAGE, ON)),
    Route("password", GET + POST, (PAGE, ON), (PAGE, ON), (PAGE, ON), lambda client: NAMED),
    Route("mfa_add_webauthn", GET + POST, (PAGE, ASKED), (PAGE, ASKED), (PAGE, ASKED)),
    Route(
        "passkey",
        GET + POST,
        (NONE, NONE),
        (NONE, NONE),
        (PAGE, ON),
        lambda client: {"name": "Kitchen"},
    ),
    Route(
        "email",
        GET + POST,
        (PAGE, ON),
        (PAGE, ON),
        (PAGE, ON),
        lambda client: {"email": "ana@example.org"},
        mail=True,
    ),
    Route("recovery", GET + POST, (ON, ON), (ON, ON), (PAGE, PAGE)),
    Route("end_phones", POST, (NONE,), (ON,), (ON,)),
]
WAYS = [(route, method) for route in ROUTES for method in route.methods]
# Pages of dangerous acts: whoever came in long ago is asked first.
ASKS_FIRST = {"password", "mfa_add_webauthn", "passkey", "email", "recovery"}


@pytest.fixture(autouse=True)
def with_mail():
    with override_settings(MAIL=people.MAIL):
        yield


def with_a_passkey() -> Client:
    client = people.phone(people.somebody())
    passkey.keep(client)
    return client


PHONES = {
    "newcomer": Client,
    "guest": lambda: people.phone(make_guest()),
    "account": with_a_passkey,
}


def ask(client: Client, route: Route, method: str, **extra: str):
    data = route.data(client) if method == "POST" else {}
    send = {"POST": client.post, "HEAD": client.head}.get(method, client.get)
    return send(route.address(), data, **extra)


def expected(route: Route, who: str, method: str) -> int:
    """What the row says; HEAD answers as GET does."""
    answers = getattr(route, who)
    return answers[-1] if method == "POST" else answers[0]


def test_every_route_has_a_row():
    assert sorted(route.name for route in ROUTES) == sorted(p.name for p in urls.urlpatterns)


@pytest.mark.parametrize("who", PHONES)
@pytest.mark.parametrize(("route", "method"), WAYS, ids=str)
def test_route_answers_each_person(route, method, who):
    client = PHONES[who]()

    response = ask(client, route, method)

    assert response.status_code == expected(route, who, method)


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_other_method_is_refused(route):
    client = with_a_passkey()

    for method in METHODS:
        if method not in route.methods:
            response = client.generic(method, route.address())
            assert (method, response.status_code) == (method, 405)
            assert response["Allow"] == ", ".join(route.methods)


@pytest.mark.parametrize("who", ["newcomer", "guest", "account"])
@pytest.mark.parametrize("route", [r for r in ROUTES if r.methods[0] == "GET"], ids=str)
def test_looking_writes_no_row(route, who):
    client = PHONES[who]()
    before = User.objects.count(), Session.objects.values_list("session_data").last()

    ask(client, route, "GET")

    assert (User.objects.count(), Session.objects.values_list("session_data").last()) == before


@pytest.mark.parametrize(("route", "method"), WAYS, ids=str)
def test_dangerous_act_asks_whoever_came_in_long_ago(route, method):
    client = with_a_passkey()
    session = client.session
    session["confirmed"] -= 301
    session.save()

    response = ask(client, route, method)

    asked = response.status_code == 303 and response.url.startswith("/account/confirm?next=")
    assert asked is (route.name in ASKS_FIRST)


@pytest.mark.parametrize("route", [route for route in ROUTES if route.mail], ids=str)
@pytest.mark.parametrize("who", PHONES)
@override_settings(MAIL=None)
def test_nothing_needs_mail_where_there_is_none(route, who):
    client = PHONES[who]()

    for method in METHODS:
        assert client.generic(method, route.address()).status_code == 404
    for page in ("account", "account_login", "account_reauthenticate"):
        assert route.address() not in client.get(reverse(page)).content.decode()


@pytest.mark.parametrize(
    "name",
    [
        *("account_email", "account_change_password", "account_set_password", "mfa_index"),
        *("account_reset_password", "account_inactive", "mfa_authenticate", "mfa_list_webauthn"),
        *("account_confirm_login_code", "mfa_reauthenticate", "mfa_activate_totp"),
    ],
)
def test_route_of_the_library_that_is_not_shown_does_not_exist(name):
    with pytest.raises(NoReverseMatch):
        reverse(name)


@pytest.mark.parametrize("pk", ["0", "999999", "9" * 400, "9" * 5000, "1x", "-1", "%00", "١"])
def test_passkey_under_another_number_is_none(pk):
    client = with_a_passkey()

    assert client.get(f"/account/passkeys/{pk}").status_code == 404


def test_passkey_of_another_person_is_none():
    with_a_passkey()
    stranger = people.phone(people.somebody("bob"))
    address = reverse("passkey", args=[passkey_of()])

    assert stranger.get(address).status_code == 404
    assert stranger.post(address, {"remove": "1"}).status_code == 404
    assert Authenticator.objects.count() == 1


@pytest.mark.parametrize("phone", ["x" * 40, "a" * 39, "\0" * 40, "a" * 40, "0", "é" * 40])
def test_phone_under_another_key_is_none(phone):
    client = people.phone(people.somebody())

    assert client.post("/account/phones/end", {"phone": phone}).status_code == 404
    assert Session.objects.count() == 1


FIELDS = ("name", "password", "email", "code", "credential", "begin", "mail", "remove", "phone")
ODD = ["\0", "\ud800", "\u202e", "'--", "{{ x }}", "<script>", "x" * 100_000, "[]"]


@pytest.mark.parametrize("who", PHONES)
@pytest.mark.parametrize("route", [route for route in ROUTES if "POST" in route.methods], ids=str)
def test_nonsense_breaks_nothing(route, who, settings):
    settings.ACCOUNT_RATE_LIMITS = {}
    client = PHONES[who]()

    for field in (*FIELDS, "next", "lose", "do"):
        for odd in ODD:
            data = {**route.data(client), field: [odd, odd]}
            encoded = urlencode(data, doseq=True, errors="surrogatepass")
            kind = "application/x-www-form-urlencoded"
            response = client.post(route.address(), encoded, content_type=kind)
            assert response.status_code < 500, (field, odd[:10])


@pytest.mark.parametrize(("route", "method"), WAYS, ids=str)
def test_page_of_a_person_is_kept_by_no_cache(route, method):
    response = ask(with_a_passkey(), route, method)

    if response.status_code in (200, 422):
        assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("route", [route for route in ROUTES if "POST" in route.methods], ids=str)
def test_form_from_elsewhere_is_refused(route):
    """Also the sign-in: nobody is signed in as somebody else without knowing it."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(people.somebody())
    for headers in ({}, {"hx-request": "true"}, {"origin": "https://evil.example"}):
        response = client.post(route.address(), route.data(client), headers=headers)
        assert response.status_code == 403
