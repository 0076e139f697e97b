"""Coming in and going out: under a new key, by each way, telling strangers nothing."""

import re
import statistics
import time

import pytest
from django.core import mail
from django.test import Client, override_settings

from players import accounts
from players.actions import make_guest
from players.models import User
from tests.players import passkey, people
from tests.players.people import PASSWORD, phone, sign_in, somebody

pytestmark = pytest.mark.django_db
TOKEN = re.compile("[A-Za-z0-9]{64}")
TYPED = re.compile('(?<=name="name") value="[^"]*"')
UNKNOWN = ("bob", "nobody's name", "\u200b", "a" * 40, "a" * 150, "ana.", "ana\u202e", "ана")


def by_password(client: Client, user: User) -> None:
    sign_in(client)


def by_passkey(client: Client, user: User) -> None:
    made = passkey.keep(phone(user))
    shown = made.show(passkey.ask(client, "mfa_login_webauthn"))
    passkey.answer(client, "mfa_login_webauthn", shown)


def by_paper(client: Client, user: User) -> None:
    client.post("/account/recover", {"code": accounts.new_recovery(user)})


def by_mail(client: Client, user: User) -> None:
    client.post("/account/sign-in/mail", {"email": user.email})
    code = re.search(r"\d{4}-\d{4}", mail.outbox[-1].body)[0]
    client.post("/account/code", {"code": code})


EACH_WAY = pytest.mark.parametrize("way", [by_password, by_passkey, by_paper, by_mail])


@pytest.fixture(autouse=True)
def with_mail():
    with override_settings(MAIL=people.MAIL):
        yield


@pytest.fixture
def ana() -> User:
    return somebody(email="ana@example.org")


@EACH_WAY
@pytest.mark.parametrize("planted", ["a guest's", "a stranger's"])
def test_planted_session_is_dead_after_sign_in(ana, way, planted):
    client = phone(make_guest()) if planted == "a guest's" else Client()
    if planted == "a stranger's":
        client.post("/account/sign-in/mail", {"email": "somebody@example.org"})
    cookie = people.key(client)

    way(client, ana)

    assert people.is_in(client, ana)
    assert people.key(client) != cookie
    thief = Client()
    thief.cookies["sessionid"] = cookie
    assert not thief.get("/account").wsgi_request.user.is_authenticated


@EACH_WAY
def test_guest_is_remembered_to_bring_their_matches(ana, way):
    guest = make_guest()
    client = phone(guest)

    way(client, ana)

    assert client.session["guest"] == str(guest.pk)
    assert people.is_in(client, ana)


@EACH_WAY
def test_whoever_was_no_guest_brings_nothing(ana, way):
    client = Client()

    way(client, ana)

    assert "guest" not in client.session


def test_account_never_becomes_a_guest_of_another(ana):
    client = phone(somebody("bob"))

    by_paper(client, ana)

    assert people.is_in(client, ana)
    assert "guest" not in client.session


@EACH_WAY
def test_passkey_is_no_second_step_of_another_way(ana, way):
    passkey.keep(phone(ana))
    client = Client()

    way(client, ana)

    assert people.is_in(client, ana)


def test_user_who_is_not_active_does_not_come_in(ana):
    made = passkey.keep(phone(ana))
    code = accounts.new_recovery(ana)
    User.objects.update(is_active=False)
    client = Client()

    assert sign_in(client).status_code == 422
    assert client.post("/account/recover", {"code": code}).status_code == 422
    shown = made.show(passkey.ask(client, "mfa_login_webauthn"))
    assert passkey.answer(client, "mfa_login_webauthn", shown).status_code == 422
    client.post("/account/sign-in/mail", {"email": ana.email})
    assert "no account" in mail.outbox[-1].body


# --- Nothing is told about who has an account.


def bare(response) -> str:
    """The page without the token of its form and without what was typed."""
    return TYPED.sub("", TOKEN.sub("", response.content.decode()))


@pytest.mark.parametrize("name", UNKNOWN, ids=ascii)
def test_unknown_name_answers_as_a_wrong_password(ana, name):
    known = sign_in(Client(), "ana", "wrong password")
    unknown = sign_in(Client(), name, "wrong password")

    assert unknown.status_code == known.status_code == 422
    assert bare(unknown) == bare(known)
    assert {h.lower() for h in unknown.headers} == {h.lower() for h in known.headers}


def test_person_without_a_password_answers_as_a_wrong_password(ana):
    User.objects.create(username="zoe", password="!unusable")

    assert bare(sign_in(Client(), "zoe", "x")) == bare(sign_in(Client(), "ana", "x"))


def test_unknown_name_costs_a_password_too(ana, settings):
    """With real hashes; the figure is that of QUALITY: 0.8 to 1.25."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "999/m/ip"}
    accounts.set_password(ana, "ana", PASSWORD)
    times: dict[str, list[float]] = {"ana": [], "nobody": []}

    for _ in range(5):
        for name, held in times.items():
            began = time.process_time()
            sign_in(Client(), name, "wrong")
            held.append(time.process_time() - began)

    known, unknown = (statistics.median(held) for held in times.values())
    assert 0.8 <= unknown / known <= 1.25


def test_unknown_address_answers_as_a_known_one(ana):
    answers = []
    for address in (ana.email, "bob@example.org"):
        client = Client()
        asked = client.post("/account/sign-in/mail", {"email": address})
        page = client.get("/account/code")
        wrong = client.post("/account/code", {"code": "1234-5678"})
        answers.append(
            [asked.status_code, asked.url, bare(page).replace(address, ""), wrong.status_code]
        )

    assert answers[0] == answers[1]
    assert [sent.to for sent in mail.outbox] == [[ana.email], ["bob@example.org"]]
    assert not re.search(r"\d{4}-\d{4}", mail.outbox[1].body)


@pytest.mark.parametrize("code", ["", "0", "0000-0000-0000-0000-0000", "x" * 100, "é" * 20, "-"])
def test_unknown_code_on_paper_is_refused(ana, code):
    accounts.new_recovery(ana)
    assert somebody("bob").recovery is None

    response = Client().post("/account/recover", {"code": code})

    assert response.status_code == 422


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_mails_read_as_mails(ana, language):
    """All three, in the language of the page: plain words, nothing of the template left."""
    headers = {"accept-language": language}
    for address in (ana.email, "bob@example.org"):
        Client().post("/account/sign-in/mail", {"email": address}, headers=headers)
    bob = phone(somebody("bob"))
    bob.post("/account/email", {"email": ana.email}, headers=headers)

    assert len({sent.body for sent in mail.outbox}) == 3
    for sent in mail.outbox:
        assert not re.search("[{}%&]", sent.subject + sent.body)
        assert sent.body.strip()
        assert sent.subject.strip() == sent.subject


# --- The code on paper.


def test_code_on_paper_is_long_and_only_its_hash_is_kept(ana):
    code = accounts.new_recovery(ana)

    assert re.fullmatch("([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}", code)  # 100 bits
    ana.refresh_from_db()
    assert code.replace("-", "") not in str(vars(ana))


def test_code_on_paper_is_shown_once(ana):
    client = phone(ana)
    body = client.post("/account/recovery-code").content.decode()
    code = re.search("([0-9A-Z]{4}-){4}[0-9A-Z]{4}", body)[0]

    assert code not in client.get("/account/recovery-code").content.decode()
    assert code not in client.get("/account").content.decode()


def test_code_on_paper_works_once_and_a_new_one_is_offered(ana):
    code = accounts.new_recovery(ana)
    client = Client()

    response = client.post("/account/recover", {"code": code})

    assert response.url.startswith("/account/recovery-code?next=")
    assert client.get(response.url).status_code == 200
    assert Client().post("/account/recover", {"code": code}).status_code == 422


@pytest.mark.parametrize("change", [str.lower, lambda c: c.replace("-", ""), lambda c: f" {c} "])
def test_code_on_paper_is_read_as_people_write(ana, change):
    code = accounts.new_recovery(ana)

    assert accounts.use_recovery(change(code.replace("0", "O").replace("1", "l"))) == ana


def test_new_code_on_paper_makes_the_old_one_worthless(ana):
    old = accounts.new_recovery(ana)
    accounts.new_recovery(ana)

    assert accounts.use_recovery(old) is None


def test_whoever_comes_in_by_paper_can_add_a_way_at_once(ana):
    client = Client()
    by_paper(client, ana)

    assert client.get("/account/password").status_code == 200


# --- Is it you?


def test_password_confirms_and_leads_back(ana):
    client = phone(ana, lately=False)
    asked = client.get("/account/password")
    assert asked.url == "/account/confirm?next=%2Faccount%2Fpassword"

    wrong = client.post(asked.url, {"password": "wrong", "next": "/account/password"})
    right = client.post(asked.url, {"password": PASSWORD, "next": "/account/password"})

    assert (wrong.status_code, right.status_code) == (422, 303)
    assert right.url == "/account/password"
    assert client.get("/account/password").status_code == 200


def test_passkey_confirms(ana):
    made = passkey.keep(phone(ana))
    client = phone(ana, lately=False)
    shown = made.show(passkey.ask(client, "account_reauthenticate"))

    response = passkey.answer(client, "account_reauthenticate", shown, next="/account/password")

    assert (response.status_code, response.url) == (303, "/account/password")


def test_passkey_of_another_confirms_nothing(ana):
    theirs = passkey.keep(phone(somebody("bob")))
    passkey.keep(phone(ana))
    client = phone(ana, lately=False)
    shown = theirs.show(passkey.ask(client, "account_reauthenticate"))

    assert passkey.answer(client, "account_reauthenticate", shown).status_code == 422
    assert client.get("/account/password").status_code == 303


def test_mail_confirms(ana):
    client = phone(ana, lately=False)
    client.post("/account/confirm", {"mail": "1", "next": "/account/password"})
    code = re.search(r"\d{4}-\d{4}", mail.outbox[-1].body)[0]
    page = client.get("/account/code").content.decode()
    after = re.search('name="next" value="([^"]+)"', page)[1]

    response = client.post("/account/code", {"code": code, "next": after})

    assert response.url == "/account/password"
    assert client.get("/account/password").status_code == 200


def test_confirmation_is_over_after_five_minutes(ana):
    client = phone(ana)
    session = client.session

    for age, status in ((290, 200), (301, 303), (-60, 303)):
        session["confirmed"] = time.time() - age
        session.save()
        assert client.get("/account/password").status_code == status


def test_refused_act_sends_a_fragment_to_the_whole_page(ana):
    client = phone(ana, lately=False)

    response = client.post("/account/password", headers={"hx-request": "true"})

    assert response["HX-Redirect"].startswith("/account/confirm?next=")


# --- Odds and ends.


def test_half_a_sign_in_is_kept_for_an_hour_only():
    client = Client()
    client.post("/account/sign-in/mail", {"email": "ana@example.org"})

    assert client.cookies["sessionid"]["max-age"] == 3600


def test_account_without_an_address_crashes_nothing():
    client = phone(somebody())

    for address in ("/account", "/account/email", "/account/confirm", "/account/recovery-code"):
        assert client.get(address).status_code == 200
    assert client.post("/account/confirm", {"mail": "1"}).status_code == 422


def test_mail_that_cannot_leave_is_said(ana, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9

    for address in (ana.email, "bob@example.org"):
        assert Client().post("/account/sign-in/mail", {"email": address}).status_code == 422
    assert phone(ana).post("/account/email", {"email": "b@example.org"}).status_code == 422
    assert phone(ana).post("/account/confirm", {"mail": "1"}).status_code == 422
