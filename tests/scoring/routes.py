"""The URL table of matches: for every route who may, and a body that works.

`tests/test_matrix.py` compares it with all addresses, so that a new route without a row fails.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.test import Client

from players.actions import make_guest
from players.ids import uuid7
from players.models import Membership, Role
from scoring import actions, sharing, urls
from scoring.actions import Sheet
from scoring.models import Event, Match, MatchLink, Pass, Round
from tests.factories import (
    MembershipFactory,
    fresh,
    record,
    sheet_data,
    start_match,
    tranca_sheet,
)

# What a route asks for: to be let in at all, to keep score, to belong to the group, to organise it.
ANYBODY, SEE, WRITE, MANAGE, ORGANISE = "anybody", "see", "write", "manage", "organise"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


def seen(match: Match) -> dict[str, Any]:
    return {"version": match.version}


def a_sheet(match: Match, **more: Any) -> dict[str, Any]:
    return sheet_data(tranca_sheet(), number=match.last_number + 1, **more)


def the_round(match: Match) -> dict[str, Any]:
    return {"version": match.rounds.get().version}


A_HAND = {"type": "hand", "how": "played", "value": 1, "winner": 0}


def a_hand(match: Match) -> dict[str, Any]:
    return A_HAND | {"number": match.last_number + 1}


def corrected(match: Match) -> dict[str, Any]:
    return a_sheet(match) | the_round(match) | {"0.hand.points": 20}


def elsewhere(match: Match) -> dict[str, Any]:
    return {"to": MembershipFactory(user=match.started_by).group_id}


def own_rules(match: Match) -> dict[str, Any]:
    document = match.ruleset.document
    house = actions.make_house(match.group, match.started_by, "Ours", match.preset, document)
    return seen(match) | {"to": house.pk}


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
    preset: str = "tranca"

    def __str__(self) -> str:
        return " ".join([self.name, *self.rest])

    def address(self, match: Any, nested: Any = None) -> str:
        """The address of the route; ids are spelt as given, for the table would refuse some."""
        rest = [nested or self.own(match)] if self.nested else list(self.rest)
        pattern = next(p for p in urls.urlpatterns if p.name == self.name).pattern
        values = iter([getattr(match, "pk", match), *rest])
        return "/" + re.sub(r"<[^>]+>", lambda _: str(next(values)), str(pattern))

    def own(self, match: Any) -> UUID:
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


GET, POST = ("GET", "HEAD"), ("POST",)
ROUTES = [
    Route("match", SEE, GET),
    Route("more", SEE, GET),
    Route("history", SEE, GET),
    Route("on_table", SEE, GET),
    Route("round", SEE, GET, nested="round"),
    Route("new_round", WRITE, GET + POST, a_sheet),
    Route("correct", WRITE, GET + POST, corrected, nested="round"),
    Route("void", WRITE, POST, lambda m: seen(m) | {"void": "1"}, nested="round"),
    Route("swap", WRITE, POST, the_round, nested="round"),
    Route("hand", WRITE, POST, a_hand, preset="truco_paulista"),
    Route("undo", WRITE, POST, seen),
    Route("close", WRITE, POST, seen, rest=("finish",)),
    Route("close", MANAGE, POST, seen, rest=("put-away",)),
    Route("close", MANAGE, POST, seen, rest=("resume",), before=put_away),
    Route("close", WRITE, POST, seen, rest=("void-rest",)),
    Route("target", MANAGE, POST, lambda m: seen(m) | {"target": "2000"}),
    Route("adjust", WRITE, GET + POST, lambda m: {"points0": "50", "note": "late"}),
    Route("table", WRITE, GET + POST, lambda m: seen(m) | {"label0": "Casa"}),
    Route("rematch", WRITE, POST, before=put_away),
    Route("forfeit", MANAGE, POST, lambda m: seen(m) | {"side": "1"}),
    Route("delete", MANAGE, GET + POST),
    Route("bring_back", MANAGE, POST, before=delete),
    Route("share", MANAGE, GET + POST, lambda m: {"lets": "view"}),
    Route("revoke", MANAGE, POST, nested="link"),
    Route("move", ORGANISE, GET + POST, elsewhere),
    Route("match_rules", SEE, GET),
    Route("move_rules", ORGANISE, GET + POST, own_rules),
]
WAYS = [(route, method) for route in ROUTES for method in route.methods if method != "HEAD"]
NESTED = [(route, method) for route, method in WAYS if route.nested]

# What each person is let do. Whoever is let do nothing finds nothing.
MAY = {
    "owner": {SEE, WRITE, MANAGE, ORGANISE},
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
    match = start_match(by, preset=route.preset)
    record(match, by, tranca_sheet() if route.preset == "tranca" else Sheet(A_HAND))
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
