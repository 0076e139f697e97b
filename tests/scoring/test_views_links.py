"""Ways into a match: looking never joins, a button joins once, a closed way is shut at once."""

import io
import logging
import re

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scoring import sharing
from scoring.models import Let, MatchLink, Pass
from tests.factories import fresh, record, tranca_sheet
from tests.scoring.routes import MAY, ROUTES, SEE, WRITE, delete, kept, phone_of

HTMX = {"HX-Request": "true"}


def way_in(match, lets: str = "score") -> str:
    """The address of a new way into the match."""
    return reverse("join", args=[sharing.make_link(match, match.started_by, lets)])


def board(match) -> str:
    return reverse("match", args=[match.pk])


@pytest.mark.parametrize("who", MAY)
def test_looking_at_a_way_in_never_joins(alice, match, who):
    phone, address = phone_of(who, match), way_in(match)
    before = kept(match)

    answers = [phone.get(address), phone.get(address, headers=HTMX), phone.head(address)]

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert kept(match) == before
    assert answers[0]["X-Robots-Tag"] == "noindex"
    assert phone.get(board(match)).status_code == (200 if SEE in MAY[who] else 404)


@pytest.mark.parametrize("lets", Let.values)
def test_button_joins_once(alice, charlie, match, lets):
    address = way_in(match, lets)

    answers = [charlie.client.post(address) for _ in range(3)]

    assert [(a.status_code, a["Location"]) for a in answers] == [(303, board(match))] * 3
    assert [(p.user, p.match, p.link.lets) for p in Pass.objects.all()] == [
        (charlie.user, match, lets)
    ]
    assert charlie.client.get(board(match)).status_code == 200


def test_newcomer_joins_as_a_guest(match):
    phone = Client()

    assert phone.post(way_in(match)).status_code == 303
    assert phone.get(board(match)).status_code == 200


def test_view_link_on_a_write_is_refused(alice, match):
    record(match, alice.user, tranca_sheet())
    phone = phone_of("view link", match)
    before = kept(match)

    for route in ROUTES:
        if "POST" in route.methods and route.nested != "link" and route.name != "bring_back":
            assert (str(route), route.ask(phone, "POST", fresh(match)).status_code) == (
                str(route),
                403,
            )
    assert kept(match) == before


def test_closed_way_is_shut_at_once(alice, charlie, match):
    record(match, alice.user, tranca_sheet())
    address = way_in(match)
    charlie.client.post(address)
    newcomer = Client()
    link = MatchLink.objects.get()

    alice.client.post(reverse("revoke", args=[match.pk, link.pk]))

    assert [newcomer.get(address).status_code, newcomer.post(address).status_code] == [404, 404]
    for route in ROUTES:
        if route.needs in (SEE, WRITE):
            for method in route.methods:
                status = route.ask(charlie.client, method, fresh(match)).status_code
                assert (str(route), method, status) == (str(route), method, 404)
    assert board(match) not in charlie.client.get("/").content.decode()


def test_closing_one_way_leaves_the_other(alice, charlie, match):
    first, second = way_in(match, "score"), way_in(match, "view")
    for address in (first, second):
        charlie.client.post(address)

    alice.client.post(reverse("revoke", args=[match.pk, match.links.get(lets="score").pk]))

    assert charlie.client.get(board(match)).status_code == 200
    assert charlie.client.get(reverse("new_round", args=[match.pk])).status_code == 403


def test_way_into_a_deleted_match_is_none(match):
    address = way_in(match)
    delete(match)

    assert [Client().get(address).status_code, Client().post(address).status_code] == [404, 404]


def misspelt(address: str) -> list[str]:
    secret = address.removeprefix("/join/")
    other = "B" if secret[-1] == "A" else "A"
    variants = [secret[:-1], secret + "A", secret[:-1] + other, secret.swapcase(), secret[::-1]]
    variants += ["%00", "%FF", secret + "%00", "%ED%A0%80", "x" * 5000, "%20" + secret, "' OR 1=1"]
    return [f"/join/{variant}" for variant in variants] + ["/join/", address + "/", "/join"]


def test_secret_that_is_not_quite_it_opens_nothing(match, settings):
    settings.ACCOUNT_RATE_LIMITS = {}
    address = way_in(match)
    phone = Client()

    for wrong in misspelt(address):
        assert (wrong, phone.get(wrong).status_code) == (wrong, 404)
        assert (wrong, phone.post(wrong).status_code) == (wrong, 404)
    assert Pass.objects.count() == 0


def test_digest_kept_of_a_secret_opens_nothing(match):
    way_in(match)
    digest = MatchLink.objects.get().digest

    assert Client().get(reverse("join", args=[digest])).status_code == 404


def test_secrets_are_long_and_never_the_same(alice, match):
    secrets = {sharing.make_link(match, alice.user, "view") for _ in range(50)}

    assert len(secrets) == 50
    # What it is for, then 27 letters of 64: 160 bits of chance.
    assert all(re.fullmatch(r"m-[\w-]{27}", secret, re.ASCII) for secret in secrets)


@pytest.mark.parametrize("lets", Let.values)
def test_secret_is_shown_once_and_stored_nowhere(alice, charlie, match, lets):
    address = reverse("share", args=[match.pk])
    body = alice.client.post(address, {"lets": lets}).content.decode()
    secret = re.search(r'href="http://testserver/join/(m-[\w-]{27})"', body)[1]
    charlie.client.post(reverse("join", args=[secret]))

    stored = io.StringIO()
    call_command("dumpdata", *[a.label for a in apps.get_app_configs()], stdout=stored)
    assert sharing.digest(secret) in stored.getvalue()
    assert secret not in stored.getvalue()
    assert secret not in alice.client.get(address).content.decode()
    assert secret not in charlie.client.get(board(match)).content.decode()


@pytest.mark.parametrize("lets", ["", "manage", "SCORE", "score\0", "view score", "x" * 5000])
def test_way_in_for_something_else_is_not_made(alice, match, lets):
    response = alice.client.post(reverse("share", args=[match.pk]), {"lets": lets})

    assert response.status_code == 200
    assert MatchLink.objects.count() == 0


def test_page_with_a_secret_is_kept_by_nobody(alice, match):
    response = alice.client.post(reverse("share", args=[match.pk]), {"lets": "view"})

    assert "no-store" in response["Cache-Control"]


@pytest.fixture
def log() -> io.StringIO:
    """What the server writes to its log meanwhile."""
    root = logging.getLogger()
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(root.handlers[0].formatter)
    root.addHandler(handler)
    yield written
    root.removeHandler(handler)


def test_secret_is_never_logged(match, log):
    address = way_in(match)
    secret = address.removeprefix("/join/")
    strict = Client(enforce_csrf_checks=True)

    strict.post(address)  # no token: refused and logged
    strict.put(address)  # wrong method: logged
    strict.get(address + "/")  # mistyped: not found, logged
    strict.get(address, headers={"Host": f"elsewhere.example{address}"})  # not our name: logged
    strict.post(address, b"\0" * 10, content_type=f"multipart/form-data; boundary={secret}")

    written = log.getvalue()
    assert len(written.splitlines()) >= 4
    assert secret not in written
