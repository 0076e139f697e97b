"""A guest becomes an account on the same row, and an account changes its ways in."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse

from players import accounts
from players.actions import make_guest
from players.models import Session, User
from tests.factories import start_match
from tests.players import passkey, people
from tests.players.people import PASSWORD, phone, sign_in, somebody

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest() -> User:
    return make_guest()


def keep(client: Client, name: str = "Ana", password: str = PASSWORD):
    return client.post("/account/password", {"name": name, "password": password})


def mailed() -> str:
    """The code in the last mail."""
    return re.search(r"\d{4}-\d{4}", mail.outbox[-1].body)[0]


def keep_by_mail(client: Client, address: str = "ana@example.org"):
    client.post("/account/email", {"email": address})
    return client.post("/account/code", {"code": mailed()})


# --- From guest to account.


def test_guest_keeps_scores_by_name_and_password(guest):
    match = start_match(guest)
    client = phone(guest)
    planted = people.key(client)

    assert keep(client).status_code == 303

    assert User.objects.get() == guest
    assert people.key(client) != planted
    stranger = Client()
    stranger.cookies["sessionid"] = planted
    address = reverse("match", args=[match.pk])
    assert (client.get(address).status_code, stranger.get(address).status_code) == (200, 404)
    other = Client()
    assert sign_in(other, "ANA").status_code == 303
    assert other.get(address).status_code == 200


def test_guest_keeps_scores_by_passkey(guest):
    client = phone(guest)
    planted = people.key(client)

    made = passkey.keep(client)

    assert Authenticator.objects.get().user == guest
    assert people.key(client) != planted
    other = Client()
    asked = passkey.ask(other, "mfa_login_webauthn")
    answer = passkey.answer(other, "mfa_login_webauthn", made.show(asked))
    assert (answer.status_code, answer.url) == (303, "/")
    assert people.is_in(other, guest)


@override_settings(MAIL=people.MAIL)
def test_guest_keeps_scores_by_mail(guest):
    client = phone(guest)
    planted = people.key(client)

    assert keep_by_mail(client).url == "/account"

    assert EmailAddress.objects.get().user == guest
    assert people.key(client) != planted
    other = Client()
    other.post("/account/sign-in/mail", {"email": "ANA@example.org"})
    assert other.post("/account/code", {"code": mailed()}).url == "/"
    assert people.is_in(other, guest)


@override_settings(MAIL=people.MAIL)
@pytest.mark.parametrize("way", [keep, passkey.keep, keep_by_mail])
def test_newcomer_becomes_one_person(way):
    client = Client()

    way(client)

    user = User.objects.get()
    assert user.notebook
    assert people.is_in(client, user)
    assert Session.objects.filter(user=user).count() == 1


def test_refused_form_of_a_newcomer_makes_nobody():
    somebody("ana")
    client = Client()

    assert keep(client, "Bia", "12345678").status_code == 422
    assert keep(client, "ANA").status_code == 422
    assert User.objects.count() == 1
    assert "sessionid" not in client.cookies


@pytest.mark.parametrize(
    ("name", "password"),
    [
        *(("Bia", "short 7"), ("Bia", "password"), ("Bia", "qwertyuiop"), ("Bia", "")),
        *(("gabriela", "gabriela1"), ("", PASSWORD), ("\u200b", PASSWORD), ("Ana\u202e", PASSWORD)),
        *(("a" * 41, PASSWORD), ("Bia", "x" * 1001), ("Bia", "two\0aces and three")),
    ],
    ids=ascii,
)
def test_bad_name_or_password_is_refused_with_its_sentence(name, password):
    response = keep(Client(), name, password)

    assert response.status_code == 422
    assert re.search(r'id="id_(name|password)_error"', response.content.decode())
    assert User.objects.count() == 0


@pytest.mark.parametrize("password", [" blanks around ", "ç日本語🂡 sete", "x" * 1000, "7 8 9 10 J"])
def test_long_or_odd_password_is_kept_as_typed(password):
    keep(Client(), password=password)

    assert sign_in(Client(), password=password).status_code == 303
    assert sign_in(Client(), password=password.strip() + ".").status_code == 422


@pytest.mark.parametrize("spelling", ["ZÉ", "ze\u0301", "  Zé ", "ｚé"], ids=ascii)
def test_name_has_one_spelling(spelling):
    keep(Client(), "Zé")

    assert keep(Client(), spelling).status_code == 422
    assert sign_in(Client(), spelling).status_code == 303


def test_typed_name_stays_in_a_refused_form_and_the_password_does_not():
    body = keep(Client(), "Bia", "password").content.decode()

    assert 'value="Bia"' in body
    assert 'value="password"' not in body


# --- Changing and removing.


def test_password_changed_ends_the_other_phones():
    user = somebody()
    here, there = phone(user), phone(user)

    cookie = people.key(here)

    assert keep(here, "ana", "four new aces").status_code == 303

    assert people.is_in(here, user)
    assert people.key(here) != cookie
    assert not people.is_in(there, user)
    assert Session.objects.filter(user=user).count() == 1
    assert sign_in(Client(), password=PASSWORD).status_code == 422
    assert sign_in(Client(), password="four new aces").status_code == 303


def test_name_alone_changes_and_nobody_is_put_out():
    user = somebody()
    here, there = phone(user), phone(user)

    assert keep(here, "Ana Maria", "").status_code == 303

    assert people.is_in(here, user)
    assert people.is_in(there, user)
    assert sign_in(Client(), "ana maria").status_code == 303


def test_last_way_in_stays_and_says_why():
    client = phone(somebody())

    assert client.post("/account/password", {"remove": "1"}).status_code == 303

    assert "only way in" in client.get("/account").content.decode()
    assert sign_in(Client()).status_code == 303


def test_password_goes_when_a_passkey_is_there():
    user = somebody()
    client = phone(user)
    made = passkey.keep(client)

    client.post("/account/password", {"remove": "1"})

    assert sign_in(Client()).status_code == 422
    other = Client()
    shown = made.show(passkey.ask(other, "mfa_login_webauthn"))
    assert passkey.answer(other, "mfa_login_webauthn", shown).status_code == 303
    assert people.is_in(client, user)


def test_passkey_is_renamed_and_removed():
    client = phone(somebody())
    made = passkey.keep(client)
    address = reverse("passkey", args=[Authenticator.objects.get().pk])

    client.post(address, {"name": "Kitchen"})
    assert "Kitchen" in client.get("/account").content.decode()
    assert client.post(address, {"name": "\u200b"}).status_code == 422
    client.post(address, {"remove": "1"})

    assert Authenticator.objects.count() == 0
    other = Client()
    shown = made.show(passkey.ask(other, "mfa_login_webauthn"))
    assert passkey.answer(other, "mfa_login_webauthn", shown).status_code == 422


@override_settings(MAIL=people.MAIL)
def test_address_is_changed_and_removed():
    user = somebody(email="old@example.org")
    client = phone(user)

    keep_by_mail(client, "new@example.org")
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["new@example.org"]
    client.post("/account/email", {"remove": "1"})

    user.refresh_from_db()
    assert (user.email, EmailAddress.objects.count()) == ("", 0)


def test_address_is_no_way_in_where_no_mail_is_sent():
    user = somebody(email="ana@example.org")

    assert len(accounts.ways(user)) == 1
    with override_settings(MAIL=people.MAIL):
        assert len(accounts.ways(user)) == 2


@override_settings(MAIL=people.MAIL)
def test_address_counts_only_after_its_code():
    client = phone(somebody())

    client.post("/account/email", {"email": "ana@example.org"})
    assert client.post("/account/code", {"code": "0000-0000"}).status_code == 422

    assert EmailAddress.objects.count() == 0


@override_settings(MAIL=people.MAIL)
def test_address_of_somebody_else_is_not_told():
    somebody(email="ana@example.org")
    bob = phone(somebody("bob"))
    pages, bodies = [], []
    for address in ("ana@example.org", "new@example.org"):
        bob.post("/account/email", {"email": address})
        pages.append(bob.get("/account/code").content.decode().replace(address, "it"))
        bodies.append(mail.outbox[-1].body)

    tokens = re.compile("[A-Za-z0-9]{64}")
    assert tokens.sub("", pages[0]) == tokens.sub("", pages[1])
    assert "already" in bodies[0]
    assert not re.search(r"\d{4}-\d{4}", bodies[0])


# --- At the same moment.


def at_once(act, times: int = 20) -> list:
    def run(number: int):
        try:
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(run, range(times)))


@pytest.mark.django_db(transaction=True)
def test_name_is_given_to_one_of_twenty():
    guests = [make_guest() for _ in range(20)]

    def take(number: int) -> bool:
        try:
            accounts.set_password(guests[number], "ana", "x")
        except accounts.Taken:
            return False
        return True

    assert sum(at_once(take)) == 1
    assert User.objects.filter(username="ana").count() == 1


@pytest.mark.django_db(transaction=True)
def test_address_is_given_to_one_of_twenty():
    guests = [make_guest() for _ in range(20)]

    def take(number: int) -> bool:
        try:
            accounts.set_email(guests[number], "ana@example.org")
        except accounts.Taken:
            return False
        return True

    assert sum(at_once(take)) == 1
    assert EmailAddress.objects.count() == 1


@override_settings(MAIL=people.MAIL)
@pytest.mark.django_db(transaction=True)
def test_two_ways_removed_at_once_leave_one():
    user = somebody(email="ana@example.org")

    def remove(number: int) -> bool:
        act = accounts.remove_email if number % 2 else accounts.remove_password
        try:
            act(User.objects.get(pk=user.pk))
        except accounts.LastWay:
            return False
        return True

    at_once(remove)

    assert len(accounts.ways(User.objects.get())) == 1


@pytest.mark.django_db(transaction=True)
def test_code_on_paper_lets_one_of_twenty_in():
    code = accounts.new_recovery(somebody())

    assert sum(user is not None for user in at_once(lambda n: accounts.use_recovery(code))) == 1
