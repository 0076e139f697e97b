"""Who may do what: every route of the table for every kind of person.

The table below is compared with `scoring.urls`, so that a new route without a row fails.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from players.actions import make_guest
from players.ids import uuid7
from players.models import Membership, Role
from scoring import actions, sharing, urls
from scoring.models import Event, Match, MatchLink, Pass, Round
from tests.factories import fresh, record, sheet_data, start_match, tranca_sheet

# What a route asks for: to be let in at all, to keep score, to belong to the group.
ANYBODY, SEE, WRITE, MANAGE = "anybody", "see", "write", "manage"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


def seen(match: Match) -> dict[str, Any]:
    return {"version": match.version}


def a_sheet(match: Match, **more: Any) -> dict[str, Any]:
    return sheet_data(tranca_sheet(), number=match.last_number + 1, **more)


def corrected(match: Match) -> dict[str, Any]:
    return a_sheet(match, version=match.rounds.get().version) | {"0.hand.points": 20}


@dataclass(frozen=True)
class Route:
    """One way to ask one route: its name, what it takes beside the match, a body that works."""

    name: str
    needs: str
    methods: tuple[str, ...]
    data: Callable[[Match], Mapping[str, Any]] = lambda match: {}
    nested: str = ""
    rest: tuple[str, ...] = ()
    before: Callable[[Match], object] = lambda match: None

    def __str__(self) -> str:
        return " ".join([self.name, *self.rest])

    def address(self, match: Any, nested: Any = None) -> str:
        """The address of the route; ids are spelt as given, for the table would refuse some."""
        rest = [nested or self._own(match)] if self.nested else list(self.rest)
        pattern = next(p for p in urls.urlpatterns if p.name == self.name).pattern
        values = iter([getattr(match, "pk", match), *rest])
        return "/" + re.sub(r"<[^>]+>", lambda _: str(next(values)), str(pattern))

    def _own(self, match: Any) -> UUID:
        if not isinstance(match, Match):
            return uuid7()
        held = match.rounds if self.nested == "round" else match.links
        return held.order_by("pk").first().pk

    def ask(
        self, client: Client, method: str, match: Match, nested: Any = None, at: Any = None
    ) -> HttpResponse:
        """Ask with the body that works for `match`; `at` is another match to put in the path."""
        data = {"key": uuid7(), **self.data(match)} if method == "POST" else {}
        address = self.address(match if at is None else at, nested)
        return client.post(address, data) if method == "POST" else client.generic(method, address)


def put_away(match: Match) -> None:
    actions.put_away(match, match.started_by, uuid7(), match.version)


def delete(match: Match) -> None:
    actions.delete(match, match.started_by, uuid7())


GET, POST = ("GET",), ("POST",)
ROUTES = [
    Route("match", SEE, GET),
    Route("more", SEE, GET),
    Route("history", SEE, GET),
    Route("round", SEE, GET, nested="round"),
    Route("new_round", WRITE, GET + POST, a_sheet),
    Route("correct", WRITE, GET + POST, corrected, nested="round"),
    Route("void", WRITE, POST, lambda m: seen(m) | {"void": "1"}, nested="round"),
    Route("undo", WRITE, POST, seen),
    Route("close", WRITE, POST, seen, rest=("finish",)),
    Route("close", WRITE, POST, seen, rest=("put-away",)),
    Route("close", WRITE, POST, seen, rest=("resume",), before=put_away),
    Route("close", WRITE, POST, seen, rest=("void-rest",)),
    Route("target", WRITE, POST, lambda m: seen(m) | {"target": "2000"}),
    Route("adjust", WRITE, GET + POST, lambda m: {"points0": "50", "note": "late"}),
    Route("table", WRITE, GET + POST, lambda m: seen(m) | {"label0": "Casa"}),
    Route("forfeit", MANAGE, POST, lambda m: seen(m) | {"side": "1"}),
    Route("delete", MANAGE, GET + POST),
    Route("bring_back", MANAGE, POST, before=delete),
    Route("share", MANAGE, GET + POST, lambda m: {"lets": "view"}),
    Route("revoke", MANAGE, POST, nested="link"),
]
# Routes without a match in their path, tried below or in test_views_links.
WITHOUT_A_MATCH = {"start": GET, "new_match": GET + POST, "join": GET + POST}
WAYS = [(route, method) for route in ROUTES for method in route.methods]
NESTED = [(route, method) for route, method in WAYS if route.nested]

# What each person is let do. Whoever is let do nothing finds nothing.
MAY = {
    "owner": {SEE, WRITE, MANAGE},
    "scorer": {SEE, WRITE, MANAGE},
    "score link": {SEE, WRITE},
    "viewer": {SEE},
    "view link": {SEE},
    "closed link": set(),
    "once a member": set(),
    "stranger": set(),
    "anonymous": set(),
}


def phone_of(who: str, match: Match) -> Client:
    """A phone of such a person, in front of this match."""
    client = Client()
    if who == "anonymous":
        return client
    user = match.started_by if who == "owner" else make_guest()
    if who in ("scorer", "viewer", "once a member"):
        role = Role.VIEWER if who == "viewer" else Role.SCORER
        member = Membership.objects.create(group=match.group, user=user, role=role)
        if who == "once a member":
            member.delete()
    if who.endswith("link"):
        lets = "view" if who == "view link" else "score"
        secret = sharing.make_link(match, match.started_by, lets)
        link = MatchLink.objects.get(digest=sharing.digest(secret))
        sharing.join(link, user)
        if who == "closed link":
            sharing.revoke(link)
    client.force_login(user)
    return client


def ready(route: Route, by: Any) -> Match:
    """A match of `by` with one round, and one way in where the route needs it."""
    match = start_match(by)
    record(match, by, tranca_sheet())
    if route.nested == "link":
        sharing.make_link(match, by, "view")
    route.before(fresh(match))
    return fresh(match)


def bare(response: HttpResponse) -> str:
    """The body without what is drawn anew for every answer: the masked token of the form."""
    return re.sub(r"[A-Za-z0-9]{64}", "token", response.content.decode())


def kept(match: Match) -> tuple[Any, ...]:
    """All that an act would change."""
    held = Match.objects.filter(pk=match.pk).values_list("version", "state", "deleted_at").get()
    links = list(match.links.order_by("pk").values_list("pk", "revoked_at"))
    return (held, Event.objects.count(), Round.objects.count(), links, Pass.objects.count())


def way_name(value: Any) -> str:
    return str(value).replace(" ", "-")


def test_url_table_has_a_row_for_every_route():
    named = {route.name for route in ROUTES} | set(WITHOUT_A_MATCH)
    assert named == {pattern.name for pattern in urls.urlpatterns}


def test_url_table_has_a_row_for_every_button_of_the_match():
    from scoring.views.match import CLOSING

    assert {route.rest[0] for route in ROUTES if route.name == "close"} == set(CLOSING)


@pytest.mark.parametrize("who", MAY)
@pytest.mark.parametrize(("route", "method"), WAYS, ids=way_name)
def test_route_answers_by_what_a_person_may(alice, route, method, who):
    match = ready(route, alice.user)
    phone = phone_of(who, match)
    before = kept(match)

    response = route.ask(phone, method, match)

    if route.needs in MAY[who]:
        page = method == "GET" or route.name == "share"
        assert response.status_code in ((200,) if page else (302, 303))
        assert (kept(match) != before) is (method == "POST")
    else:
        finds = SEE in MAY[who] and match.deleted_at is None
        assert response.status_code == (403 if finds else 404)
        assert kept(match) == before


@pytest.mark.parametrize(("route", "method"), WAYS, ids=way_name)
def test_match_of_others_looks_like_none(alice, charlie, route, method):
    match = ready(route, alice.user)

    real = route.ask(charlie.client, method, match)
    none = route.ask(charlie.client, method, match, at=uuid7())

    assert (real.status_code, none.status_code) == (404, 404)
    assert bare(real) == bare(none)
    assert {name.lower() for name in real.headers} == {name.lower() for name in none.headers}


@pytest.mark.parametrize(("route", "method"), NESTED, ids=way_name)
@pytest.mark.parametrize("whose", ["own", "foreign", "nobody's"])
def test_id_of_another_match_is_none_of_this_match(alice, charlie, route, method, whose):
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
def test_forgotten_round_goes_behind_a_round_of_its_match_only(alice, charlie, method, whose):
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
    nested = route._own(match) if route.nested else None
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


@pytest.mark.parametrize("name", WITHOUT_A_MATCH)
def test_other_method_is_refused_without_a_match(client, db, name):
    address = reverse(name, args=["secret"] if name == "join" else [])

    for method in METHODS:
        if method not in WITHOUT_A_MATCH[name]:
            response = client.generic(method, address)
            assert (method, response.status_code) == (method, 405)
            assert response["Allow"] == ", ".join(WITHOUT_A_MATCH[name])


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
