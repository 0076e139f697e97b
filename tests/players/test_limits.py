"""Who may try how often: exactly as the settings say, for the address our proxies vouch for."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client, RequestFactory, override_settings

from players import accounts, limits
from players.caching import hidden
from tests.players import people
from tests.players.people import PASSWORD, phone, sign_in, somebody

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_counts():
    cache.clear()
    yield
    cache.clear()


def failed(client: Client, name: str) -> int:
    return sign_in(client, name, "wrong").status_code


def from_address(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


# --- Names and addresses.


def test_sixth_guess_at_a_name_within_five_minutes_is_one_too_many():
    somebody()

    answers = [failed(from_address(f"192.0.2.{n}"), "ana") for n in range(7)]

    assert answers == [422] * 5 + [429] * 2


def test_unknown_name_has_the_same_limit():
    assert [failed(Client(), "nobody") for _ in range(6)] == [422] * 5 + [429]


def test_right_password_waits_as_well_once_there_were_too_many():
    somebody()
    for _ in range(5):
        failed(Client(), "ana")

    assert sign_in(Client()).status_code == 429


def test_no_other_host_name_or_spelling_gives_more_guesses(settings):
    settings.ALLOWED_HOSTS = ["*"]
    somebody()
    names = ["ana", "ANA", " ana ", "Ana", "ａna", "ana"]

    answers = [
        Client(headers={"host": f"host{n}.example"})
        .post("/account/sign-in", {"name": name, "password": "wrong"})
        .status_code
        for n, name in enumerate(names)
    ]

    assert answers == [422] * 5 + [429]


def test_account_is_guessed_at_sixty_times_an_hour_at_most(monkeypatch):
    """Over an hour, by whatever addresses, as fast as the limit lets them."""
    now = time.time()
    clock = {"now": now}
    monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda: clock["now"])
    guesses = 0
    for second in range(0, 3600, 20):
        clock["now"] = now + second
        guesses += failed(from_address(f"198.51.100.{second % 250}"), "ana") == 422

    assert guesses == 60


def test_six_people_behind_one_router_with_two_typos_each_come_in():
    people_ = [somebody(f"person{n}") for n in range(6)]
    answers = []

    for user in people_:
        client = from_address("203.0.113.7")
        answers += [failed(client, user.username) for _ in range(2)]
        answers.append(sign_in(client, user.username).status_code)

    assert answers == [422, 422, 303] * 6


@override_settings(MAIL=people.MAIL)
def test_six_people_behind_one_router_mistype_codes_too():
    answers = []
    for n in range(6):
        user = somebody(f"person{n}", email=f"person{n}@example.org")
        code = accounts.new_recovery(user)
        client = from_address("203.0.113.7")
        for typed in ("0000", "1111", code):
            answers.append(client.post("/account/recover", {"code": typed}).status_code)
        other = from_address("203.0.113.7")
        other.post("/account/sign-in/mail", {"email": user.email})
        for typed in ("0000", "1111"):
            answers.append(other.post("/account/code", {"code": typed}).status_code)

    assert answers == [422, 422, 303, 422, 422] * 6


def test_codes_on_paper_are_guessed_sixty_times_an_hour(monkeypatch):
    now = time.time()
    clock = {"now": now}
    monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda: clock["now"])
    answers = []
    for n in range(0, 3600, 30):
        clock["now"] = now + n
        answers.append(Client().post("/account/recover", {"code": f"{n}"}).status_code)

    assert answers.count(422) == 60


@override_settings(MAIL=people.MAIL)
def test_mail_is_sent_to_one_address_three_times():
    answers = [
        from_address(f"192.0.2.{n}").post("/account/sign-in/mail", {"email": "a@example.org"})
        for n in range(4)
    ]

    assert [answer.status_code for answer in answers] == [303, 303, 303, 429]


@override_settings(MAIL=people.MAIL)
def test_mailed_code_is_tried_three_times(mailoutbox):
    somebody(email="ana@example.org")
    client = Client()
    client.post("/account/sign-in/mail", {"email": "ana@example.org"})

    answers = [client.post("/account/code", {"code": "0"}) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [422, 422, 303]
    code = mailoutbox[0].subject.split()[0]
    assert client.post("/account/code", {"code": code}).url == "/account/sign-in"


@override_settings(MAIL=people.MAIL)
def test_mailed_code_in_many_hands_is_tried_five_times(mailoutbox):
    """The count of a session alone could be raced; the one of the address cannot."""
    somebody(email="ana@example.org")
    asker = Client()
    asker.post("/account/sign-in/mail", {"email": "ana@example.org"})
    answers = []
    for n in range(7):
        state = asker.session["mailed_code"]
        asker.session.update({"mailed_code": state | {"failed_attempts": 0}})
        session = asker.session
        session["mailed_code"] = state | {"failed_attempts": 0}
        session.save()
        answers.append(asker.post("/account/code", {"code": f"{n}"}).status_code)

    assert answers == [422] * 5 + [429] * 2


@override_settings(MAIL=people.MAIL)
def test_mailed_code_is_good_for_ten_minutes(mailoutbox):
    somebody(email="ana@example.org")
    client = Client()
    client.post("/account/sign-in/mail", {"email": "ana@example.org"})
    session = client.session
    session["mailed_code"] = session["mailed_code"] | {"at": session["mailed_code"]["at"] - 601}
    session.save()

    code = mailoutbox[0].subject.split()[0]
    assert client.post("/account/code", {"code": code}).url == "/account/sign-in"
    assert "_auth_user_id" not in client.session


def test_confirming_counts_as_the_same_guesses():
    ana = somebody()
    client = phone(ana, lately=False)

    answers = [client.post("/account/confirm", {"password": "x"}).status_code for _ in range(4)]
    answers += [failed(Client(), "ana") for _ in range(2)]

    assert answers == [422] * 5 + [429]


def test_page_after_too_many_says_so_in_our_look():
    for _ in range(5):
        failed(Client(), "ana")

    response = sign_in(Client())

    assert "A moment, please" in response.content.decode()
    assert "Content-Security-Policy" in response.headers


@pytest.mark.django_db(transaction=True)
def test_twenty_guesses_at_once_are_five():
    def guess(n: int) -> int:
        try:
            return failed(from_address(f"192.0.2.{n}"), "ana")
        finally:
            connection.close()

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(guess, range(20)))

    assert set(answers) == {422, 429}
    assert answers.count(422) <= 5


# Per address: what is posted, and the answer while it is not too often.
PER_ADDRESS = {
    "recover": ("/account/recover", {"code": "0"}, 422),
    "passkey": ("/account/sign-in/passkey", {"begin": "1"}, 200),
    "keep": ("/account/password", {"name": "ana", "password": "x"}, 422),
    "request_login_code": ("/account/sign-in/mail", {"email": "{n}@example.org"}, 303),
    "login_failed": ("/account/sign-in", {"name": "name{n}", "password": "x"}, 422),
}


def test_table_above_holds_every_limit(settings):
    # Those of codes to join a group are tested with the codes, the others in test_caps.
    others = {"code", "codes", "secret"}
    assert set(PER_ADDRESS) | others == set(settings.ACCOUNT_RATE_LIMITS)


@override_settings(MAIL=people.MAIL)
@pytest.mark.parametrize("action", PER_ADDRESS)
def test_limit_of_an_address_trips_exactly_as_the_settings_say(action, settings):
    address, data, fine = PER_ADDRESS[action]
    most = int(settings.ACCOUNT_RATE_LIMITS[action].split("/")[0])
    data = [{k: v.format(n=n) for k, v in data.items()} for n in range(most + 1)]

    answers = [Client().post(address, each).status_code for each in data]

    assert answers == [fine] * most + [429]


# --- Whose address it is.

FORGED = [
    "198.51.100.1",
    "198.51.100.1, 198.51.100.2",
    "198.51.100.1, 198.51.100.2, 198.51.100.3",
    "unknown",
    "",
    "' OR 1=1",
    "127.0.0.1, , ,",
    "[2001:db8::1]:4711",
    "a" * 5000,
]


def seen(count: int, forwarded: str | None) -> str:
    headers = {} if forwarded is None else {"x-forwarded-for": forwarded}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR="192.0.2.9")
    with override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=count):
        return limits.address_of(request)


@pytest.mark.parametrize("forwarded", [None, *FORGED], ids=lambda v: str(v)[:20])
def test_without_a_proxy_nobody_is_believed(forwarded):
    assert seen(0, forwarded) == "192.0.2.9"


@pytest.mark.parametrize(
    ("count", "forwarded", "address"),
    [
        (1, "203.0.113.5", "203.0.113.5"),
        (1, "198.51.100.1, 203.0.113.5", "203.0.113.5"),
        (1, "2001:db8::5", "2001:db8::5"),
        (2, "203.0.113.5, 10.0.0.1", "203.0.113.5"),
        (2, "198.51.100.1, 198.51.100.2, 203.0.113.5, 10.0.0.1", "203.0.113.5"),
        # Whoever came past the proxies, or a proxy that does not say.
        (1, None, "192.0.2.9"),
        (1, "unknown", "192.0.2.9"),
        (2, "203.0.113.5", "192.0.2.9"),
        (2, "a, b", "192.0.2.9"),
    ],
)
def test_behind_proxies_the_right_hop_is_read(count, forwarded, address):
    assert seen(count, forwarded) == address


def test_settings_let_nothing_else_decide(settings):
    assert settings.ALLAUTH_TRUSTED_PROXY_COUNT == settings.PROXY_COUNT == 0
    assert not hasattr(settings, "ALLAUTH_TRUSTED_CLIENT_IP_HEADER")


def test_forged_address_gives_no_more_guesses():
    answers = [
        Client(headers={"x-forwarded-for": f"198.51.100.{n}"})
        .post("/account/sign-in", {"name": f"name{n}", "password": PASSWORD})
        .status_code
        for n in range(31)
    ]

    assert answers == [422] * 30 + [429]


# --- What the counts are kept in.


def test_counts_name_nobody():
    sign_in(from_address("203.0.113.77"), "ana", "wrong")

    with connection.cursor() as cursor:
        rows = str(cursor.execute("SELECT * FROM cache") and cursor.fetchall())
    assert "203.0.113.77" not in rows
    assert "ana" not in rows
    assert hidden("ana", "", 1) != hidden("bia", "", 1)
