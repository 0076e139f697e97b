"""What every page answers: to forms and to htmx, to caches, to whoever lacks the token."""

import re

import pytest
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.urls import reverse

from players.ids import uuid7
from scoring import sharing
from scoring.models import Match
from tests.factories import fresh, record, sheet_data, tranca_sheet
from tests.scoring.routes import ROUTES, WAYS, a_sheet, kept, phone_of, ready, way_name

HTMX = {"HX-Request": "true"}
PAGES = [route for route, method in WAYS if method == "GET"]
WRITES = [route for route, method in WAYS if method == "POST"]
# The one write that shows a page: the secret it makes is seen only there.
ACTS = [route for route in WRITES if route.name != "share"]
GOOD_TABLE = {"game": "tranca", "sides": "2", "target": "3000"}


def varies(response) -> bool:
    return "HX-Request" in response.get("Vary", "")


def test_pages_of_the_table_are_found():
    assert {route.name for route in PAGES} >= {"match", "more", "history", "round", "new_round"}
    assert {route.name for route in WRITES} >= {"correct", "void", "undo", "delete", "revoke"}


@pytest.mark.parametrize("route", PAGES, ids=way_name)
def test_page_tells_caches_that_htmx_may_get_another(alice, route):
    match = ready(route, alice.user)

    assert varies(alice.client.get(route.address(match)))
    assert varies(alice.client.get(route.address(match), headers=HTMX))


@pytest.mark.parametrize("name", ["start", "new_match"])
def test_page_without_a_match_tells_caches_too(client, db, name):
    assert varies(client.get(reverse(name)))


@pytest.mark.parametrize("route", ACTS, ids=way_name)
def test_write_sends_the_browser_on(alice, route):
    match = ready(route, alice.user)

    response = route.ask(alice.client, "POST", match)

    assert (response.status_code, response.content) == (303, b"")
    assert alice.client.get(response["Location"]).status_code == 200


# The hand of truco is answered with the board itself: the next hand is a tap away.
SENT_ON = [route for route in ACTS if route.name != "hand"]


@pytest.mark.parametrize("route", SENT_ON, ids=way_name)
def test_write_by_htmx_is_told_where_to_go(alice, route):
    plain = route.ask(alice.client, "POST", ready(route, alice.user))
    match = ready(route, alice.user)

    data = {"key": uuid7(), **route.data(match)}
    response = alice.client.post(route.address(match), data, headers=HTMX)

    assert (response.status_code, response.content) == (200, b"")
    anyone = r"[0-9a-f-]{36}"
    assert re.sub(anyone, "id", response["HX-Redirect"]) == re.sub(anyone, "id", plain["Location"])


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_new_match_and_joining_send_on_either_way(alice, charlie, match, headers):
    address = reverse("join", args=[sharing.make_link(match, alice.user, "score")])
    own = {"id": str(uuid7())}

    made = charlie.client.post(reverse("new_match"), GOOD_TABLE | own, headers=headers)
    joined = charlie.client.post(address, headers=headers)

    name, status = ("HX-Redirect", 200) if headers else ("Location", 303)
    assert (made.status_code, joined.status_code) == (status, status)
    assert made[name] == reverse("match", args=[own["id"]])
    assert joined[name] == reverse("match", args=[match.pk])


# --- What is refused is shown again: the named part to htmx, the page to everybody else.


def refused(match: Match) -> list[tuple[str, dict[str, str]]]:
    """An address and a body for each form that can be refused."""
    entry = match.rounds.get().pk
    bad = {"0.hand.points": "1_0"}
    return [
        (reverse("new_round", args=[match.pk]), sheet_data(tranca_sheet(), number=2) | bad),
        (reverse("correct", args=[match.pk, entry]), sheet_data(tranca_sheet(), version=2) | bad),
        (reverse("adjust", args=[match.pk]), {"points0": "1_0", "note": "late"}),
        (reverse("table", args=[match.pk]), {"start0": "1_0"}),
        (reverse("target", args=[match.pk]), {"target": "1_0"}),
        (reverse("new_match"), GOOD_TABLE | {"id": str(uuid7()), "start0": "1_0"}),
    ]


@pytest.mark.parametrize("number", range(6))
def test_refused_form_is_the_whole_page_and_keeps_what_was_typed(alice, match, number):
    record(match, alice.user, tranca_sheet())
    address, data = refused(match)[number]

    response = alice.client.post(address, data)

    body = response.content.decode()
    assert response.status_code == 422
    assert body.startswith("<!doctype html>")
    assert "A whole number, please: digits only, at most a million." in body
    assert 'value="1_0"' in body
    assert varies(response)


@pytest.mark.parametrize("number", range(2))
def test_refused_sheet_is_its_named_part_to_htmx(alice, match, number):
    record(match, alice.user, tranca_sheet())
    address, data = refused(match)[number]

    response = alice.client.post(address, data, headers=HTMX)

    body = response.content.decode()
    assert response.status_code == 422
    assert body.strip().startswith('<form id="sheet"')
    assert 'value="1_0"' in body
    assert varies(response)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_two_versions_are_shown_either_way(alice, bob, match, headers):
    record(match, alice.user, tranca_sheet())
    data = sheet_data(tranca_sheet({"hand": {"points": 70}}), number=1, key=uuid7())

    response = bob.client.post(reverse("new_round", args=[match.pk]), data, headers=headers)

    body = response.content.decode().strip()
    assert response.status_code == 409
    assert body.startswith('<div id="sheet"' if headers else "<!doctype html>")
    assert varies(response)


def test_board_is_its_named_part_to_htmx(alice, match):
    address = reverse("match", args=[match.pk])

    part = alice.client.get(address, headers=HTMX)
    again = alice.client.get(address, headers=HTMX | {"HX-History-Restore-Request": "true"})

    assert part.content.decode().strip().startswith('<div id="board"')
    assert again.content.decode().startswith("<!doctype html>")


def test_board_that_did_not_change_answers_nothing(alice, match):
    address = reverse("match", args=[match.pk])

    same = alice.client.get(address, {"seen": match.version}, headers=HTMX)
    other = alice.client.get(address, {"seen": "x" * 5000}, headers=HTMX)

    assert (same.status_code, same.content, varies(same)) == (204, b"", True)
    assert other.status_code == 200


# --- The token of the form.


@pytest.mark.parametrize("route", WRITES, ids=way_name)
def test_write_needs_the_token_of_the_page(alice, route):
    match = ready(route, alice.user)
    phone = Client(enforce_csrf_checks=True)
    phone.force_login(alice.user)
    before = kept(match)

    bare = route.ask(phone, "POST", match)
    assert (bare.status_code, kept(match)) == (403, before)

    page = phone.get(reverse("start")).content.decode()
    token = re.search(r"""hx-headers='\{"x-csrftoken": "(\w+)"\}'""", page)[1]
    data = {"key": uuid7(), **route.data(match)}
    response = phone.post(route.address(match), data, headers={"X-CSRFToken": token})
    assert response.status_code in (200, 303)
    assert kept(match) != before


@pytest.mark.parametrize("name", ["new_match", "join"])
def test_first_write_needs_the_token_too(alice, match, name):
    secret = sharing.make_link(match, alice.user, "score")
    address = reverse(name, args=[secret] if name == "join" else [])
    phone = Client(enforce_csrf_checks=True)
    foreign = get_token(RequestFactory().get("/"))

    assert phone.post(address, GOOD_TABLE).status_code == 403
    assert phone.post(address, GOOD_TABLE, headers={"X-CSRFToken": foreign}).status_code == 403
    assert match.passes.count() == 0


def test_token_of_another_site_is_refused(alice, match):
    phone = Client(enforce_csrf_checks=True)
    phone.force_login(alice.user)
    page = phone.get(reverse("adjust", args=[match.pk])).content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
    data = {"points0": "50", "note": "late", "csrfmiddlewaretoken": token}

    response = phone.post(
        reverse("adjust", args=[match.pk]), data, headers={"Origin": "https://elsewhere.example"}
    )

    assert response.status_code == 403
    assert fresh(match).version == match.version


def test_every_form_of_a_page_carries_the_token(alice):
    for route in PAGES:
        match = ready(route, alice.user)
        body = alice.client.get(route.address(match)).content.decode()
        forms = re.findall(r"<form\b.*?</form>", body, re.DOTALL)
        bare = [form for form in forms if "csrfmiddlewaretoken" not in form]
        assert (str(route), bare) == (str(route), [])


def test_score_link_works_all_the_way(alice, match):
    phone = phone_of("score link", match)
    address = next(r for r in ROUTES if r.name == "new_round").address(match)

    assert phone.get(address).status_code == 200
    assert phone.post(address, a_sheet(fresh(match), key=uuid7())).status_code == 303
    assert fresh(match).rounds.count() == 1
