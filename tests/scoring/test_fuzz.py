"""Two thousand requests of nonsense over the URL table: no error of ours, and tables that hold.

Each example is a short visit by one phone, taken back afterwards, so that it can be repeated.
"""

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from players.actions import make_guest
from players.ids import uuid7
from scoring import actions, sharing, verification
from scoring.models import Match
from tests.factories import fresh, record, sheet_data, start_match, tranca_sheet
from tests.scoring.routes import MAY, ROUTES, phone_of
from tests.test_matrix import ACT, READ

USUALLY = st.sampled_from([True] * 11 + [False])
VISITS, REQUESTS = 250, 4

NUMBERS = st.one_of(
    st.integers(-3, 12).map(str),
    st.integers(-2_000_000, 2_000_000).map(str),
    st.sampled_from(["1_0", "5.", "٣", "NaN", "1e3", "0x10", "9" * 400, "--5", "５", "+", "", " "]),
    st.sampled_from(["60+45+15", "60+", "2147483648", str(2**63), "-2147483649", "\u22125"]),
)
WORDS = st.one_of(
    st.text(max_size=50),
    st.sampled_from(["\0", "\u200b", "\u202eAna", "\ufdfa" * 40, "ﾞ", "<b>{{ x }}</b>", "a" * 5000]),
    st.sampled_from(
        ["Ana", "Bia", "ANA", "Ana (Silva)", "(x)", "Zé", "\ufffe", "\U0001f468\u200d"]
    ),
)
CHOICES = st.sampled_from(
    [
        *("out:0:normal", "out:1:normal", "out:2:normal", "out:0:dry", "stock", "stopped", "out::"),
        *(
            "taken",
            "not_taken",
            "taken_unused",
            "points",
            "cards",
            "classes",
            "own",
            "3000",
            "view",
        ),
        *("score", "0", "1", "2", "tranca", "burraco_fibur", "buraco_thousand", "GRANULARITY"),
        *("tranca_copag_three_pairs", "MORTO_STILL_OUT HAND_SMALLER_THAN_HOLDERS", "en", "/"),
    ]
)
VALUES = st.one_of(NUMBERS, CHOICES, WORDS)
SIDED = [
    *("canastras.clean", "canastras.dirty", "canastras.natural", "honours.red_three", "morto"),
    *("melded.points", "hand.points", "unused_morto.points", "melded.card", "hand.card", "total"),
    *(
        "hand.black_three",
        "extras.swift",
        "adjustment.points",
        "adjustment.note",
        "points",
        "x",
        "",
    ),
]
FIELDS = [
    *[f"{side}.{name}" for side in range(4) for name in SIDED],
    *[f"{name}{n}" for name in ("label", "start", "points") for n in range(4)],
    *[f"player{side}.{place}" for side in range(3) for place in range(3)],
    *("key", "number", "version", "way", "kept", "reason", "end", "mortos_to_stock", "switch"),
    *("type", "how", "value", "winner", "call", "envido", "real", "falta", "accepted", "wins"),
    *("id", "game", "sides", "target", "own_target", "players_per_side", "first_dealer", "series"),
    *("void", "side", "note", "lets", "language", "next", "csrfmiddlewaretoken", "state"),
]
HEADERS = {
    "HX-Request": ["true", "false", "\u00ff"],
    "HX-Target": ["sheet", "#<b>", ""],
    "HX-Current-URL": ["http://testserver/", "//[::1", "javascript:alert(1)"],
    "HX-Current-URL-URI-AutoEncoded": ["true"],
    "HX-Trigger": ["\u00e9", "x" * 5000],
    "Triggering-Event": ["{", "null", '{"a": 1}'],
    "HX-History-Restore-Request": ["true", "1"],
    "Accept-Language": ["pt-BR", "xx", "pt-br;q=x", "," * 600, "*"],
    "Cookie": ["sessionid=x", 'language="\\000"', "messages=x", "language=xx", "csrftoken=é"],
    "Host": ["testserver", "evil.example", "[::1", "testserver:99999", ""],
    "Referer": ["//evil.example", "http://testserver/new", "\u00ff"],
    "X-Forwarded-Host": ["evil.example"],
    "X-Forwarded-Proto": ["https"],
    "Accept": ["application/json", "*/*"],
    "Range": ["bytes=0-1"],
    "If-None-Match": ['"x"'],
    "Expect": ["100-continue"],
}
BODIES = st.one_of(
    st.binary(max_size=200),
    st.sampled_from([b"a=%FF&=&%", b"key=" + b"x" * 100_000, b"{}", b"--x\r\n\r\n--x--", b""]),
    st.integers(900, 1100).map(lambda count: b"&".join(b"f=1" for _ in range(count))),
)
KINDS = [
    *(
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "multipart/form-data",
    ),
    *("application/json", "text/plain; charset=x", "", "\u00ff/;;=", "multipart/mixed; boundary=x"),
]


def table() -> list[tuple[str, tuple[str, ...]]]:
    """The whole URL table: each pattern as text, `m/<uuid:pk>/more`, and its methods."""
    methods = dict.fromkeys(READ, ("GET",)) | dict.fromkeys(ACT, ("POST",))
    methods |= {route.name: route.methods for route in ROUTES}
    found = []
    for entry in get_resolver().url_patterns:
        for pattern in getattr(entry, "url_patterns", [entry]):
            found.append((str(pattern.pattern), methods.get(pattern.name, ("GET", "POST"))))
    writing = [way for way in found if "round" in way[0] or way[0].endswith("hand")]
    return found + 5 * writing


class World:
    """Matches of every kind, and the phones of everybody."""

    def __init__(self) -> None:
        self.owner = make_guest()
        presets = ["tranca", "burraco_fibur", "tranca_copag_three_pairs", "buraco_thousand"]
        self.matches = [self._begun(preset) for preset in presets * 2]
        others = ("truco_paulista", "truco_argentino", "tally")
        self.others = [start_match(self.owner, preset=preset) for preset in others]
        ends = (self._forfeit, self._finish, self._put_away, self._delete)
        for match, end in zip(self.matches[4:], ends, strict=True):
            end(fresh(match))
        foreign = start_match(make_guest())
        record(foreign, foreign.started_by, tranca_sheet())
        self.cookies = {who: phone_of(who, self.matches[0]).cookies.output() for who in MAY}
        ways = ("view", "score")
        self.secrets = [sharing.make_link(self.matches[0], self.owner, lets) for lets in ways]
        self.all_matches = [*self.matches, *self.others, foreign]
        self.ids = [str(m.pk) for m in [*self.matches[:4] * 3, *self.others * 3, *self.all_matches]]
        self.ids += [str(uuid7())]
        self.rounds = {str(m.pk): [str(r.pk) for r in m.rounds.all()] for m in self.all_matches}
        self.links = [str(link.pk) for link in self.matches[0].links.all()]
        self.keys = [str(e.key) for m in self.all_matches for e in m.events.all()]

    def phone(self, who: str) -> Client:
        """A phone as it was before any visit, so that one visit does not sign another out."""
        phone = Client()
        phone.cookies.load(self.cookies[who].replace("Set-Cookie: ", ""))
        return phone

    def _begun(self, preset: str) -> Match:
        labels = ["Casa", "", "Rua"][: 3 if "three" in preset else 2]
        match = start_match(self.owner, preset=preset, labels=labels)
        if preset == "tranca":
            record(match, self.owner, tranca_sheet())
        record(match, self.owner, [100 * n for n in range(len(labels))])
        if fresh(match).state == "open":
            actions.adjust(fresh(match), self.owner, uuid7(), [50] * len(labels), "late")
        return match

    def _forfeit(self, match: Match) -> None:
        actions.forfeit(match, self.owner, uuid7(), match.version, 0)

    def _finish(self, match: Match) -> None:
        actions.finish(match, self.owner, uuid7(), match.version)

    def _put_away(self, match: Match) -> None:
        actions.put_away(match, self.owner, uuid7(), match.version)

    def _delete(self, match: Match) -> None:
        actions.delete(match, self.owner, uuid7())


def path(data: Any, world: World, pattern: str) -> str:
    """The pattern with something in each of its places: mostly ids there are."""
    rare = st.one_of(WORDS, NUMBERS).map(lambda text: quote(text, safe=""))
    pk = data.draw(st.sampled_from(world.ids))
    places = {
        "uuid:pk": st.just(pk),
        "uuid:round_id": st.sampled_from(world.rounds.get(pk) or world.ids),
        "uuid:link_id": st.sampled_from(world.links),
        "str:secret": st.sampled_from(world.secrets),
        "how:how": st.sampled_from(["finish", "put-away", "resume", "void-rest"]),
        "slug:preset": st.sampled_from(["tranca", "truco_argentino", "tally"]),
    }

    def fill(place: re.Match[str]) -> str:
        return data.draw(
            places.get(place[1], st.sampled_from(world.ids))
            if data.draw(USUALLY)
            else st.one_of(st.sampled_from(world.ids), rare)
        )

    query = data.draw(
        st.one_of(
            *[st.just("")] * 4,
            st.sampled_from(["?after=", "?seen=2", "?game=burraco", "?sides=3", "?%FF"]),
            st.sampled_from(world.rounds[world.ids[0]]).map("?after={}".format),
            VALUES.map(lambda text: "?after=" + quote(text)),
        )
    )
    return "/" + re.sub(r"<([^>]+)>", fill, pattern) + query


def fields(data: Any, world: World, address: str) -> dict[str, Any]:
    """A body that may work, with some of its fields gone mad."""
    match = next((m for m in world.all_matches if str(m.pk) in address), world.matches[0])
    body: dict[str, Any] = {}
    if data.draw(USUALLY):
        held = fresh(match)
        body = sheet_data(tranca_sheet(), number=held.last_number + 1, key=uuid7(), id=uuid7())
        body |= {"number": data.draw(st.sampled_from([held.last_number + 1, 1]))}
        body |= {"version": held.version, "game": "tranca", "sides": "2", "target": "3000"}
        body |= {"type": "hand", "how": "played", "value": "1", "winner": "0", "call": "flor"}
        body |= {"0.points": "10", "1.points": "20"}
        body |= {"note": "late", "points0": "50", "side": "1", "void": "1", "lets": "view"}
    mad = data.draw(st.sampled_from([0, 1, 6]))
    for name in data.draw(st.lists(st.sampled_from(FIELDS), max_size=mad)):
        value = st.one_of(VALUES, st.sampled_from(world.keys), st.lists(VALUES, max_size=3))
        body[name] = data.draw(value)
    return body


def ask(data: Any, world: World, phone: Client) -> tuple[str, str, int]:
    """One request; whatever is not caught comes out as it is."""
    pattern, methods = data.draw(st.sampled_from(TABLE))
    address = path(data, world, pattern)
    usual = data.draw(USUALLY)
    others = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "X")
    method = data.draw(st.sampled_from(methods[-1:] * 3 + methods if usual else others))
    names = data.draw(st.lists(st.sampled_from(list(HEADERS)), max_size=2, unique=True))
    headers = {name: data.draw(st.sampled_from(HEADERS[name])) for name in names}
    if method == "POST" and data.draw(USUALLY):
        body = fields(data, world, address)
        response = phone.post(address, body, headers=headers)
    else:
        kind = data.draw(st.sampled_from(KINDS))
        response = phone.generic(
            method, address, data.draw(BODIES), content_type=kind, headers=headers
        )
    for close in response._resource_closers:  # a file that nobody reads to its end
        close()
    for close in response._resource_closers if response.streaming else ():
        close()
    return method, address, response.status_code


TABLE = table()


@pytest.mark.django_db
def test_nonsense_is_never_an_error_of_ours_and_breaks_no_match():
    world, statuses = World(), dict[int, int]()

    @settings(
        max_examples=VISITS,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(st.data(), st.sampled_from(["owner"] * 16 + ["viewer"] * 6 + list(MAY)))
    def visit(data: Any, who: str) -> None:
        phone = world.phone(who)
        with transaction.atomic():
            before = dict(Match.objects.values_list("pk", "version"))
            for _ in range(REQUESTS):
                method, address, status = ask(data, world, phone)
                statuses[status] = statuses.get(status, 0) + 1
                event(f"{status}")
                assert (method, address, status < 500) == (method, address, True)
            for pk, version in Match.objects.values_list("pk", "version"):
                if before.get(pk) != version:
                    assert verification.match(pk) == []
            transaction.set_rollback(True)

    visit()
    # It went somewhere: many found a page, many wrote, and every kind of refusal came.
    assert sum(statuses.values()) >= VISITS * REQUESTS
    assert set(statuses) >= {200, 303, 400, 403, 404, 405, 422}
    assert statuses[200] + statuses[303] + statuses[422] > sum(statuses.values()) / 5
