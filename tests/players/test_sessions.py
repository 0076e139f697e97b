"""Sessions: kept as hashes, whose they are, renewed once a day at most."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from players.actions import make_guest
from players.models import Session, User
from players.sessions import SessionStore

pytestmark = pytest.mark.django_db
AGE = timedelta(days=400)


@pytest.fixture
def guest() -> User:
    return make_guest()


@pytest.fixture
def phone(guest) -> Client:
    phone = Client()
    phone.force_login(guest)
    return phone


def left(guest: User) -> timedelta:
    return guest.sessions.get().expire_date - timezone.now()


def written(phone: Client) -> int:
    """How often a look at the start page writes to the sessions."""
    with CaptureQueriesContext(connection) as asked:
        phone.get(reverse("start"))
    return len([q for q in asked if q["sql"].startswith(("UPDATE", "INSERT", "DELETE"))])


def test_session_says_whose_it_is_and_opens_nothing(guest, phone):
    held = Session.objects.get()
    thief = Client()
    thief.cookies["sessionid"] = held.session_key

    assert held.user == guest
    assert phone.cookies["sessionid"].value not in (held.session_key, held.session_data)
    assert thief.get(reverse("start")).wsgi_request.user.is_anonymous


@pytest.mark.parametrize(("days", "writes"), [(0, 0), (0.9, 0), (1.1, 1), (399, 1)])
def test_session_is_renewed_after_a_day_and_not_before(guest, phone, days, writes):
    Session.objects.update(expire_date=timezone.now() + AGE - timedelta(days=days))

    assert written(phone) == writes
    assert (left(guest) > AGE - timedelta(minutes=1)) is (writes == 1 or days == 0)
    assert written(phone) == 0


def test_renewed_session_still_says_since_when(guest, phone):
    since = timezone.now() - timedelta(days=200)
    Session.objects.update(started=since, expire_date=timezone.now() + timedelta(days=200))

    phone.get(reverse("start"), HTTP_USER_AGENT="Phone 7")

    assert (guest.sessions.get().started, guest.sessions.get().agent) == (since, "Phone 7")


def test_ended_session_is_nobodys(guest, phone):
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))

    assert phone.get(reverse("start")).wsgi_request.user.is_anonymous


@pytest.mark.parametrize("key", ["", "x", "a" * 31, "ä" * 32, "a" * 32, "\0" * 32])
def test_cookie_that_is_no_key_is_nobodys(key):
    assert SessionStore(key).load() == {}


def test_request_that_asks_for_nobody_asks_no_session(phone):
    with CaptureQueriesContext(connection) as asked:
        phone.get(reverse("healthz"))

    assert [q["sql"] for q in asked if "session" in q["sql"]] == []
