"""The same thing sent twice, and two phones on one round."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.urls import reverse

from players.ids import uuid7
from scoring import actions
from scoring.models import Event, Match
from tests.factories import fresh, record, sheet_data, start_match, tranca_sheet
from tests.scoring.routes import ROUTES, kept, ready, way_name

HTMX = {"HX-Request": "true"}
OURS = tranca_sheet()
THEIRS = tranca_sheet({"hand": {"points": 70}})
# Free words of an adjustment are typed too, and must not be lost either.
NOTED = {"0.adjustment.points": "-50", "0.adjustment.note": "late <b>", "0.melded.points": "250+50"}


class Forms(HTMLParser):
    """The forms of a page: where each goes, and what its hidden fields hold."""

    def __init__(self, body: str):
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self.links: list[str] = []
        self.feed(body)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "form":
            self.forms.append({"to": said.get("action"), "data": {}})
        elif tag == "input" and self.forms:
            self.forms[-1]["data"][said["name"]] = said.get("value") or ""
        elif tag == "a":
            self.links.append(said["href"])


def to_sheet(match: Match) -> str:
    return reverse("new_round", args=[match.pk])


def points(match: Match) -> list[list[int]]:
    """What every slot that counts gave, in order."""
    rows = match.rounds.filter(state="counts").order_by("order")
    return [[s.points for s in row.scores.order_by("side__position")] for row in rows]


AGAIN = [r for r in ROUTES if "POST" in r.methods and r.name != "share"]


@pytest.mark.parametrize("route", AGAIN, ids=way_name)
def test_second_tap_changes_nothing_and_answers_the_same(alice, route):
    match = ready(route, alice.user)
    data = {"key": uuid7(), **route.data(match)}

    first = alice.client.post(route.address(match), data)
    after = kept(match)
    second = alice.client.post(route.address(match), data)

    assert (second.status_code, second["Location"]) == (first.status_code, first["Location"])
    assert kept(match) == after


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_same_save_by_form_then_htmx_is_one_round(alice, match, headers):
    data = sheet_data(OURS, number=1, key=uuid7())

    for _ in range(3):
        response = alice.client.post(to_sheet(match), data, headers=headers)
        assert response.status_code == (200 if headers else 303)

    assert points(match) == [[560, 250]]
    assert match.events.filter(kind="round").count() == 1


def test_same_round_by_another_phone_is_told_so(alice, bob, match):
    alice.client.post(to_sheet(match), sheet_data(OURS, number=1, key=uuid7()))

    response = bob.client.post(
        to_sheet(match), sheet_data(OURS, number=1, key=uuid7()), follow=True
    )

    assert response.redirect_chain == [(reverse("match", args=[match.pk]) + "#r1", 303)]
    assert "This round was already saved, with the same figures." in response.content.decode()
    assert points(match) == [[560, 250]]


def bad_keys() -> dict[str, str]:
    key = str(uuid7())
    return {
        "none": "",
        "upper case": key.upper(),
        "braces": f"{{{key}}}",
        "urn": f"urn:uuid:{key}",
        "no hyphens": key.replace("-", ""),
        "NUL": key + "\0",
        "long": "7" * 5000,
        "words": "'; DROP TABLE scoring_event; --",
    }


@pytest.mark.parametrize("kind", [*bad_keys(), "foreign"])
def test_key_that_is_none_of_this_match_is_as_good_as_a_new_one(alice, charlie, match, kind):
    theirs = start_match(charlie.user)
    record(theirs, charlie.user, OURS)
    key = bad_keys().get(kind) or theirs.events.get(kind="round").key
    before = kept(theirs)

    data = sheet_data(OURS, number=1) | {"key": key}
    first = alice.client.post(to_sheet(match), data)
    second = alice.client.post(to_sheet(match), data)

    assert (first.status_code, second.status_code) == (303, 303)
    assert points(match) == [[560, 250]]
    assert kept(theirs)[0] == before[0]


# --- A match begun twice.

TABLE = {"game": "tranca", "sides": "2", "target": "3000", "label0": "Casa", "start1": "150"}


def test_match_begun_twice_is_one_match(alice):
    data = TABLE | {"id": str(uuid7())}

    answers = [alice.client.post(reverse("new_match"), data) for _ in range(2)]

    assert {a["Location"] for a in answers} == {reverse("match", args=[data["id"]])}
    assert Match.objects.count() == Event.objects.count() == 1


def test_match_of_others_is_not_begun_again(alice, charlie, match):
    data = TABLE | {"id": str(match.pk), "label1": "Rua"}
    before = kept(match)

    response = charlie.client.post(reverse("new_match"), data)

    body = response.content.decode()
    assert response.status_code == 422
    assert "This sheet was used before. Please start again." in body
    assert [f'value="{typed}"' in body for typed in ("Casa", "Rua", "150")] == [True] * 3
    assert str(match.pk) not in body
    assert kept(match) == before

    again = next(f for f in Forms(body).forms if f["to"] == reverse("new_match"))["data"]
    assert charlie.client.post(reverse("new_match"), data | {"id": again["id"]}).status_code == 303


@pytest.mark.parametrize("kind", bad_keys())
def test_match_with_a_bad_id_is_refused_with_a_sentence(alice, kind):
    response = alice.client.post(reverse("new_match"), TABLE | {"id": bad_keys()[kind]})

    body = response.content.decode()
    assert response.status_code == 422
    assert "This sheet is damaged. Please start again." in body
    assert 'value="Casa"' in body
    assert Match.objects.count() == 0


# --- Two versions of one round: 409, and three ways on.


@pytest.fixture
def conflict(alice, bob, match):
    """Alice saved round 1; Bob's round 1 says something else."""
    alice.client.post(to_sheet(match), sheet_data(THEIRS, number=1, key=uuid7()))
    data = sheet_data(OURS, number=1, key=uuid7()) | NOTED
    return data, bob.client.post(to_sheet(match), data)


def test_conflict_shows_both_and_keeps_all_that_was_typed(conflict, match):
    data, response = conflict
    body = response.content.decode()
    page = Forms(body)
    sending = {"key", "number", "way"}

    assert response.status_code == 409
    assert points(match) == [[530, 250]]
    assert ["+530" in body, "+510" in body] == [True, True]
    assert reverse("match", args=[match.pk]) in page.links
    assert len(page.forms) == 2
    for form in page.forms:
        typed = {name: str(value) for name, value in data.items() if name not in sending}
        assert {name: form["data"].get(name) for name in typed} == typed


def test_conflict_kept_as_it_was(conflict, bob, match):
    response = bob.client.get(reverse("match", args=[match.pk]))

    assert response.status_code == 200
    assert points(match) == [[530, 250]]


def test_conflict_replaced_by_mine(conflict, bob, match):
    replace = Forms(conflict[1].content.decode()).forms[0]

    response = bob.client.post(replace["to"], replace["data"])

    assert response.status_code == 303
    assert points(match) == [[510, 250]]
    assert list(match.events.values_list("kind", flat=True)) == ["start", "round", "correct"]


def test_conflict_mine_is_the_next_round(conflict, bob, match):
    following = Forms(conflict[1].content.decode()).forms[1]

    first = bob.client.post(following["to"], following["data"])
    second = bob.client.post(following["to"], following["data"])

    assert (first.status_code, second.status_code) == (303, 303)
    assert points(match) == [[530, 250], [510, 250]]


def test_conflict_replaced_after_yet_another_change_asks_again(conflict, alice, bob, match):
    replace = Forms(conflict[1].content.decode()).forms[0]
    held = match.rounds.get()
    actions.correct_round(
        match, alice.user, uuid7(), held.pk, held.version, tranca_sheet({"hand": {"points": 90}})
    )

    response = bob.client.post(replace["to"], replace["data"])

    assert response.status_code == 409
    assert points(match) == [[510, 250]]
    last = Forms(response.content.decode()).forms
    assert len(last) == 1
    assert last[0]["data"]["0.adjustment.note"] == "late <b>"


def test_key_used_for_other_figures_is_a_conflict(alice, match):
    data = sheet_data(OURS, number=1, key=uuid7())
    alice.client.post(to_sheet(match), data)

    response = alice.client.post(to_sheet(match), data | {"0.hand.points": "10"})

    assert response.status_code == 409
    assert points(match) == [[560, 250]]


@pytest.mark.parametrize("kind", ["start", "adjust"])
def test_key_of_another_act_of_the_match_asks_to_look_again(alice, match, kind):
    actions.adjust(fresh(match), alice.user, uuid7(), [50, 0], "late")
    key = match.events.get(kind=kind).key

    response = alice.client.post(
        to_sheet(match), sheet_data(OURS, number=2, key=key) | {"0.melded.points": "250+50"}
    )

    page = Forms(response.content.decode())
    assert response.status_code == 409
    assert 'value="250+50"' in response.content.decode()
    sent = next(form for form in page.forms if "0.melded.points" in form["data"])["data"]
    assert (sent["number"], sent["key"] != str(key)) == ("2", True)
    assert points(match) == [[50, 0]]


# --- A sheet shown again must not forget what its reader saw.


def test_round_saved_while_a_fault_was_mended_is_noticed(alice, bob, match):
    data = sheet_data(OURS, number=1, key=uuid7())
    alice.client.post(to_sheet(match), sheet_data(THEIRS, number=1, key=uuid7()))
    refused = bob.client.post(to_sheet(match), data | {"0.hand.points": "1_0"})
    sent = next(f for f in Forms(refused.content.decode()).forms if "number" in f["data"])["data"]

    response = bob.client.post(
        to_sheet(match), data | {"number": sent["number"], "key": sent["key"]}
    )

    assert response.status_code == 409
    assert points(match) == [[530, 250]]


def test_correction_made_while_a_fault_was_mended_is_noticed(alice, bob, match):
    held = record(match, alice.user, OURS)
    address = reverse("correct", args=[match.pk, held.pk])
    mine = sheet_data(tranca_sheet({"hand": {"points": 60}}), version=held.version, key=uuid7())
    alice.client.post(address, sheet_data(THEIRS, version=held.version, key=uuid7()))
    refused = bob.client.post(address, mine | {"0.hand.points": "1_0"})
    sent = next(f for f in Forms(refused.content.decode()).forms if "version" in f["data"])["data"]

    response = bob.client.post(address, mine | {"version": sent["version"], "key": sent["key"]})

    assert response.status_code == 409
    assert points(match) == [[530, 250]]


@pytest.mark.parametrize("version", ["", "-1", "1_0", "٣", "9" * 400, "NaN", "2.0", "0x2", "\0"])
def test_correction_without_a_version_is_a_conflict(alice, match, version):
    held = record(match, alice.user, OURS)

    response = alice.client.post(
        reverse("correct", args=[match.pk, held.pk]), sheet_data(THEIRS, version=version)
    )

    assert response.status_code == 409
    assert points(match) == [[560, 250]]


@pytest.mark.parametrize("number", ["", "0", "-1", "1_0", "٣", "9" * 400, "NaN", "2.0", "0x2"])
def test_round_with_a_bad_number_never_adds_to_what_stands(alice, match, number):
    record(match, alice.user, OURS)

    response = alice.client.post(to_sheet(match), sheet_data(THEIRS, number=number, key=uuid7()))

    assert response.status_code == 409
    assert points(match) == [[560, 250]]


@pytest.mark.parametrize("name", ["undo", "close", "target", "table", "forfeit"])
def test_act_on_a_match_that_moved_on_says_so(alice, bob, name):
    route = next(route for route in ROUTES if route.name == name)
    match = ready(route, alice.user)
    data = route.data(match)
    record(match, bob.user, THEIRS)
    before = kept(match)

    response = alice.client.post(route.address(match), {**data, "key": uuid7()}, follow=True)

    said = "The match changed meanwhile. Please look again."
    assert [m.message for m in response.context["messages"]] == [said]
    assert kept(match) == before
