"""Who may do what: every route of the table for every kind of person."""

import re
from collections.abc import Iterator
from uuid import UUID

import pytest
from django.db import transaction
from django.urls import reverse

from players.ids import uuid7
from scoring.views.match import CLOSING
from tests.factories import record, tranca_sheet
from tests.scoring.routes import (
    MANAGE,
    MAY,
    METHODS,
    NESTED,
    ROUTES,
    SEE,
    WAYS,
    a_sheet,
    bare,
    delete,
    kept,
    phone_of,
    ready,
    way_name,
)


def test_url_table_has_a_row_for_every_button_of_the_match():
    assert {route.rest[0] for route in ROUTES if route.name == "close"} == set(CLOSING)


@pytest.mark.parametrize(("route", "method"), WAYS, ids=way_name)
def test_route_answers_by_what_a_person_may(alice, route, method):
    match = ready(route, alice.user)
    for who in MAY:
        with transaction.atomic():
            phone = phone_of(who, match)
            before = kept(match)
            status = route.ask(phone, method, match).status_code
            changed = kept(match) != before
            transaction.set_rollback(True)  # what one person does is no matter of the next

        if route.needs in MAY[who]:
            page = method == "GET" or route.name == "share"
            assert (who, status in ((200,) if page else (302, 303))) == (who, True)
            assert (who, changed) == (who, method == "POST")
        else:
            assert (who, status) == (who, 403 if SEE in MAY[who] else 404)
            assert (who, changed) == (who, False)


@pytest.mark.parametrize(("route", "method"), WAYS, ids=way_name)
def test_tm01_match_of_others_looks_like_none(alice, charlie, route, method):
    match = ready(route, alice.user)

    real = route.ask(charlie.client, method, match)
    none = route.ask(charlie.client, method, match, at=uuid7())

    assert (real.status_code, none.status_code) == (404, 404)
    assert bare(real) == bare(none)
    assert {name.lower() for name in real.headers} == {name.lower() for name in none.headers}


@pytest.mark.parametrize(("route", "method"), NESTED, ids=way_name)
@pytest.mark.parametrize("whose", ["own", "foreign", "nobody's"])
def test_tm02_id_of_another_match_is_none_of_this_match(alice, charlie, route, method, whose):
    match = ready(route, alice.user)
    other = ready(route, (charlie if whose == "foreign" else alice).user)
    rows = other.rounds if route.nested == "round" else other.links
    nested = uuid7() if whose == "nobody's" else rows.get().pk
    before = kept(match), kept(other)

    response = route.ask(alice.client, method, match, nested)

    assert response.status_code == 404
    assert (kept(match), kept(other)) == before


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("whose", ["own", "foreign", "nobody's", "no id"])
def test_tm02_forgotten_round_goes_behind_a_round_of_its_match_only(alice, charlie, method, whose):
    route = next(route for route in ROUTES if route.name == "new_round")
    match = ready(route, alice.user)
    owner = charlie if whose == "foreign" else alice
    behind = {"nobody's": uuid7(), "no id": "7"}.get(whose)
    behind = behind or ready(route, owner.user).rounds.get().pk
    before = kept(match)

    address = f"{route.address(match)}?after={behind}"
    if method == "POST":
        response = alice.client.post(address, a_sheet(match, key=uuid7()))
    else:
        response = alice.client.get(address)

    assert response.status_code == 404
    assert kept(match) == before


def spellings(pk: UUID) -> Iterator[str]:
    """Ways to write an id that are not its one canonical form, and what is no id at all."""
    text = str(pk)
    yield from (text.upper(), text.replace("-", ""), f"{{{text}}}", f"%7B{text}%7D")
    yield from (f"urn:uuid:{text}", f"{text}%0A", f"%20{text}", f"{text}%00", f"{text}0")
    yield from (text[:-1], text[:-1] + "g", "0", "-1", "..", "%2E%2E%2F", "%00", "%FF", "None")
    yield from ("a" * 5000, "٣" * 8 + text[8:], "%ED%A0%80", f"{text};", f"{text}'--")


@pytest.mark.parametrize(("route", "method"), WAYS, ids=way_name)
def test_id_in_another_spelling_is_no_id(alice, route, method):
    match = ready(route, alice.user)
    nested = route.own(match) if route.nested else None
    before = kept(match)

    for spelling in spellings(match.pk):
        response = route.ask(alice.client, method, match, nested, at=spelling)
        assert (spelling, response.status_code) == (spelling, 404)
    for spelling in spellings(nested) if nested else ():
        response = route.ask(alice.client, method, match, spelling)
        assert (spelling, response.status_code) == (spelling, 404)
    assert kept(match) == before


@pytest.mark.parametrize("route", ROUTES, ids=way_name)
def test_other_method_is_refused_and_changes_nothing(alice, route):
    match = ready(route, alice.user)
    before = kept(match)

    for method in METHODS:
        if method not in route.methods:
            response = alice.client.generic(method, route.address(match))
            assert (method, response.status_code) == (method, 405)
            assert response["Allow"] == ", ".join(route.methods)
    assert kept(match) == before


def test_start_page_shows_each_person_their_matches_only(alice, charlie, match):
    address = reverse("match", args=[match.pk])
    held = {who: phone_of(who, match).get("/").content.decode().count(address) for who in MAY}

    assert held == {who: int(SEE in may) for who, may in MAY.items()}
    assert address not in charlie.client.get("/").content.decode()


@pytest.mark.parametrize("who", ["viewer", "view link", "score link", "stranger"])
def test_deleted_match_is_offered_to_its_group_only(alice, match, who):
    phone = phone_of(who, match)
    delete(match)

    assert reverse("bring_back", args=[match.pk]) not in phone.get("/").content.decode()
    assert phone.get(reverse("match", args=[match.pk])).status_code == 404


@pytest.mark.parametrize("who", ["viewer", "view link"])
def test_onlooker_is_offered_no_act(alice, match, who):
    round_ = record(match, alice.user, tranca_sheet())
    phone = phone_of(who, match)

    for page in ("match", "more", "history"):
        body = phone.get(reverse(page, args=[match.pk])).content.decode()
        assert (page, re.findall("<form|<button", body)) == (page, [])
    body = phone.get(reverse("round", args=[match.pk, round_.pk])).content.decode()
    assert re.findall("<form|<button", body) == []


def test_holder_of_a_score_link_is_offered_only_what_works(alice, match):
    round_ = record(match, alice.user, tranca_sheet())
    phone = phone_of("score link", match)
    pages = [reverse(name, args=[match.pk]) for name in ("match", "more")]
    pages.append(reverse("round", args=[match.pk, round_.pk]))
    offered = set()
    for page in pages:
        body = phone.get(page).content.decode()
        offered |= set(re.findall(r'(?:action|href)="(/m/[^"#?]+)', body))

    refused = {
        str(route)
        for route in ROUTES
        if route.needs == MANAGE and route.name not in ("revoke", "bring_back")
        if route.address(match) in offered
    }
    assert refused == set()
