"""Nonsense in every field: each gets its sentence, what was typed stays, nothing is stored."""

import html
import re

import pytest
from django.urls import reverse

from players.ids import uuid7
from players.models import Player
from scoring import sharing
from scoring.models import Match
from tests.factories import fresh, sheet_data, tranca_sheet
from tests.scoring.routes import ROUTES, kept, ready, way_name

NUMBER = "A whole number, please: digits only, at most a million."
CANNOT_BE_SHOWN = "This holds characters that cannot be shown."
NEEDS_A_SIGN = "This needs at least one letter, number or sign."
TOO_LONG = "At most 40 characters, please."
REASON_TOO_LONG = "At most 100 characters, please."
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
TABLE = {"game": "tranca", "sides": "2", "target": "3000"}

NUMBERS = [
    *("1_0", "5.", "1,5", "٣", "５５", "NaN", "Infinity", "1e3", "0x10", "--5", "+", "-", "5\0"),
    *("9" * 400, "1000001", "2**63", "60+45+15x", "'; --", '"><b>', "null", "True", "\u200b5"),
]
NAMES = {
    "Ana\0": CANNOT_BE_SHOWN,
    "Ana\x1b[31m": CANNOT_BE_SHOWN,
    "\u202eanA": CANNOT_BE_SHOWN,
    "\u2067Ana": CANNOT_BE_SHOWN,
    "\u200b\u200d": NEEDS_A_SIGN,
    "\ufeff": NEEDS_A_SIGN,
    "\u3164": NEEDS_A_SIGN,
    "\u0301": NEEDS_A_SIGN,
    "a" * 41: TOO_LONG,
    "a" + "\u0301\u0302" * 40: TOO_LONG,
    FAMILY * 9: TOO_LONG,
    "a" * 10_000: TOO_LONG,
}


def address(match: Match, name: str) -> str:
    if name == "new_match":
        return reverse(name)
    nested = [match.rounds.get().pk] if name == "correct" else []
    return reverse(name, args=[match.pk, *nested])


def good(match: Match, name: str) -> dict:
    """A body the form takes."""
    if name == "new_match":
        return TABLE | {"id": str(uuid7())}
    route = next(route for route in ROUTES if route.name == name)
    return {"key": uuid7(), **route.data(match)}


def typed_in(body: str, field: str) -> str | None:
    """What the input of that name shows again."""
    for tag in re.findall(r"<(?:input|textarea)\b[^>]*>", body):
        if f'name="{field}"' in tag:
            found = re.search(r'\bvalue="([^"]*)"', tag)
            return html.unescape(found[1]) if found else ""
    return None


FIGURES = {
    "new_round": [
        *("0.canastras.clean", "1.canastras.dirty", "1.honours.red_three", "0.melded.points"),
        *("1.hand.points", "1.adjustment.points"),
    ],
    "correct": ["0.hand.points", "1.melded.points", "1.total"],
    "adjust": ["points0", "points1"],
    "table": ["start0", "start1"],
    "target": ["target"],
    "new_match": ["start0", "start1", "own_target"],
}


@pytest.mark.parametrize("name", FIGURES)
def test_nonsense_for_a_figure_is_said_beside_it_and_kept(alice, name):
    match = ready(ROUTES[0], alice.user)
    fields, before = FIGURES[name], kept(match)

    for at in range(0, len(NUMBERS), len(fields)):
        nonsense = dict(zip(fields, NUMBERS[at:] + NUMBERS, strict=False))
        response = alice.client.post(address(match, name), good(match, name) | nonsense)
        body = response.content.decode()
        assert (nonsense, response.status_code) == (nonsense, 422)
        assert body.count(f">{NUMBER}<") == len(fields)
        assert {field: typed_in(body, field) for field in fields} == nonsense
    assert kept(match) == before


def test_sum_is_taken_where_a_pile_is_counted_only(alice, match):
    data = sheet_data(tranca_sheet(), number=1) | {"0.melded.points": "260+25+15"}
    to = address(match, "new_round")

    refused = alice.client.post(to, data | {"0.canastras.clean": "1+0"})
    saved = alice.client.post(to, data)

    assert (refused.status_code, saved.status_code) == (422, 303)
    assert NUMBER in refused.content.decode()
    held = match.rounds.get()
    assert held.entry["sides"][0]["melded"] == {"points": 300}
    assert held.typed["fields"]["0.melded.points"] == "260+25+15"


def test_figure_sent_twice_is_refused_with_both_shown(alice, match):
    data = sheet_data(tranca_sheet(), number=1) | {"0.hand.points": ["10", "900"]}

    response = alice.client.post(address(match, "new_round"), data)

    body = response.content.decode()
    assert (response.status_code, NUMBER in body) == (422, True)
    assert typed_in(body, "0.hand.points") == "10, 900"
    assert match.rounds.count() == 0


WORDS = [
    *[("new_match", f) for f in ("label0", "player0.0", "player1.1")],
    *[("table", f) for f in ("label1", "player0.1")],
]
NOTES = [("adjust", "note"), ("new_round", "0.adjustment.note"), ("correct", "reason")]


@pytest.mark.parametrize(("name", "field"), WORDS + NOTES)
def test_nonsense_for_a_name_is_said_and_kept(alice, name, field):
    match = ready(ROUTES[0], alice.user)
    before = kept(match)

    for text, said in NAMES.items():
        if said == TOO_LONG and (name, field) in NOTES:
            text, said = text * 3, REASON_TOO_LONG
        response = alice.client.post(address(match, name), good(match, name) | {field: text})
        body = response.content.decode()
        assert (ascii(text)[:40], response.status_code) == (ascii(text)[:40], 422)
        assert said in body
        assert typed_in(body, field) == text
    assert kept(match) == before
    assert (Match.objects.count(), Player.objects.count()) == (1, 0)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Ze\u0301  ", "Zé"),
        ("Ana\t\n Bia", "Ana Bia"),
        (FAMILY, FAMILY),
        ("e\u0301" * 40, "é" * 40),
        ("x\u0301\u0302\u0303\u0304\u0305", "x\u0301\u0302\u0303\u0304\u0305"),
    ],
    ids=ascii,
)
def test_good_name_is_stored_tidied(alice, typed, stored):
    data = TABLE | {"id": str(uuid7()), "label0": typed, "player1.0": typed}

    assert alice.client.post(reverse("new_match"), data).status_code == 303
    match = Match.objects.get()
    assert (match.sides.first().label.text, Player.objects.get().name) == (stored, stored)
    assert stored in alice.client.get(reverse("match", args=[match.pk])).content.decode()


def test_same_person_in_two_places_is_refused(alice):
    data = TABLE | {"id": str(uuid7()), "player0.0": "Zé", "player1.0": "ZE\u0301"}

    response = alice.client.post(reverse("new_match"), data)

    assert response.status_code == 422
    assert "sits here already." in response.content.decode()
    assert Player.objects.count() == 0


CHOICES = [
    *[("new_round", "end"), ("new_round", "0.morto"), ("correct", "1.morto")],
    *[("new_match", "target"), ("new_match", "first_dealer"), ("table", "first_dealer")],
    *[("new_match", "players_per_side")],
]


@pytest.mark.parametrize(("name", "field"), CHOICES)
def test_choice_nobody_offers_is_refused(alice, name, field):
    match = ready(ROUTES[0], alice.user)
    before = kept(match)

    for text in ("out:7:normal", "-1", "٣", "99", "9" * 400, "\0", "__class__", '"><b>', " "):
        response = alice.client.post(address(match, name), good(match, name) | {field: text})
        assert (text, response.status_code) == (text, 422)
    assert kept(match) == before


IGNORED = [
    *[("new_round", {"kept": "GRANULARITY " * 20_000}), ("new_round", {"kept": "\0 __all__ '"})],
    *[("new_round", {"switch": "nothing"}), ("new_round", {"0.unknown": "7", "9.total": "x"})],
    *[("new_round", {"version": "x", "id": "7", "match": "7", "group": "7", "state": "void"})],
    *[("adjust", {"points7": "5", "version": "x", "kind": "round"})],
    *[("table", {"label7": "x", "state": "finished", "deleted_at": "2026-01-01"})],
    *[("new_match", {"state": "finished", "started_by": "7", "version": "9"})],
]


@pytest.mark.parametrize(("name", "more"), IGNORED)
def test_field_no_form_has_changes_nothing(alice, name, more):
    match = ready(ROUTES[0], alice.user)

    response = alice.client.post(address(match, name), good(match, name) | more)

    assert response.status_code == 303
    made = Match.objects.latest("started_at")
    assert (made.state, made.group, made.deleted_at) == ("open", alice.user.notebook, None)
    assert [entry.kept for entry in made.rounds.all() if entry.kept] == []


@pytest.mark.parametrize("way", ["NaN", "", "\0", "points ", "x" * 100_000])
def test_way_of_counting_nobody_offers_is_the_usual_one(alice, match, way):
    data = good(match, "new_round") | {"way": way}

    response = alice.client.post(address(match, "new_round"), data)

    assert response.status_code == 422
    assert "What is on the table? 0 if nothing is." in response.content.decode()
    assert match.rounds.count() == 0


@pytest.mark.parametrize("game", ["", "nothing", "../tranca", "\0", "x" * 5000, "__class__"])
@pytest.mark.parametrize("sides", ["", "7", "-1", "٢", "2.0", "\0", "9" * 400])
def test_game_or_number_of_sides_nobody_offers_is_the_usual_one(client, db, game, sides):
    response = client.get(reverse("new_match"), {"game": game, "sides": sides})

    assert response.status_code == 200
    assert 'name="label1"' in response.content.decode()


@pytest.mark.parametrize("side", ["", "2", "-1", "0x1", "٠", "1.0", "NaN", "\0", "9" * 400, "True"])
def test_side_nobody_sits_at_does_not_give_up(alice, match, side):
    data = {"key": uuid7(), "version": match.version, "side": side}

    response = alice.client.post(reverse("forfeit", args=[match.pk]), data)

    assert (response.status_code, response["Location"]) == (303, address(match, "more"))
    assert fresh(match).state == "open"


@pytest.mark.parametrize("target", ["0", "-3000", "", " "])
def test_target_that_is_none_is_refused(alice, match, target):
    data = good(match, "target") | {"target": target}
    response = alice.client.post(address(match, "target"), data)

    assert response.status_code == 422
    assert "To how many points?" in response.content.decode()
    assert fresh(match).end == match.end


WRITES = [route for route in ROUTES if "POST" in route.methods]
BODIES = {
    "nothing": (b"", "application/x-www-form-urlencoded"),
    "no UTF-8": (b"label0=%FF%FE&note=\xff\xfe&points0=\xc3\x28", None),
    "half an escape": (b"note=%&points0=%4&label0=%zz&=&&&=x", None),
    "lone surrogates": (b"note=%ED%A0%80&label0=%ED%BF%BF&points0=%ED%A0%80", None),
    "NUL": (b"\0=\0&note=\0&key=\0&version=\0", None),
    "1 MB": (b"note=" + b"x" * 1_000_000, None),
    "JSON": (b'{"key": {"$ne": null}}', "application/json"),
    "no boundary": (b"--x\r\n", "multipart/form-data"),
    "bad multipart": (b"--x\r\nContent-Disposition: form-data; name=\xff\r\n\r\n--", "multipart"),
    "strange charset": (b"note=x", "application/x-www-form-urlencoded; charset=unicode_escape"),
}


@pytest.mark.parametrize("kind", BODIES)
def test_body_that_is_no_form_is_no_error_of_ours(alice, kind):
    body, content_type = BODIES[kind]
    content_type = content_type or "application/x-www-form-urlencoded"
    content_type += "/form-data; boundary=x" if content_type == "multipart" else ""

    held = ready(ROUTES[0], alice.user)
    sharing.make_link(held, alice.user, "view")
    for route in WRITES:
        response = alice.client.post(route.address(held), body, content_type=content_type)
        assert (str(route), response.status_code < 500) == (str(route), True)
    response = alice.client.post(reverse("new_match"), body, content_type=content_type)
    assert response.status_code in (400, 422)


# Closing a way in reads nothing of the body but the token.
@pytest.mark.parametrize("route", [r for r in WRITES if r.name != "revoke"], ids=way_name)
def test_five_thousand_fields_are_refused(alice, route):
    match = ready(route, alice.user)
    before = kept(match)
    data = {"key": uuid7(), **route.data(match)} | {f"x{n}": "" for n in range(5000)}

    assert alice.client.post(route.address(match), data).status_code == 400
    assert kept(match) == before


def test_empty_form_is_refused_not_shown_as_new(alice, match):
    for name in ("adjust", "new_match"):
        assert (name, alice.client.post(address(match, name)).status_code) == (name, 422)


@pytest.mark.parametrize("points", ["", "0"])
def test_note_of_an_adjustment_without_points_asks_for_them(alice, match, points):
    data = sheet_data(
        tranca_sheet(), number=1, **{"0.adjustment.note": "late", "0.adjustment.points": points}
    )

    page = alice.client.post(reverse("new_round", args=[match.pk]), {"key": uuid7(), **data})

    assert page.status_code == 422
    assert "How many points is the note for?" in page.content.decode()
    assert 'value="late"' in page.content.decode()
    assert not match.rounds.exists()
