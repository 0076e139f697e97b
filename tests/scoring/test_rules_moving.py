"""A match moves to other rules on its page; and nothing else moves a point."""

import html
import json
import re
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

import rules
from players.ids import uuid7
from scoring import actions
from scoring.actions import Sheet
from scoring.book import Book
from scoring.explain import round_lines
from scoring.models import Match, Round, Ruleset, Score
from tests.factories import fresh, record, start_match, tranca_sheet
from tests.rebuild import assert_rebuilds
from tests.scoring.routes import A_HAND, phone_of
from tests.scoring.test_house import TRANCA, changed
from tests.scoring.test_rule_sheet import leaves
from tests.scoring.test_rules_views import EN, sentences, text, under
from tests.scoring.test_statements import MOST_FOR_A_PAGE, lengthen, statements

# What a clean canastra more is worth to whoever went out in `tranca_sheet`.
MORE = 300


@pytest.fixture
def match(alice, house) -> Match:
    """560 to 250 after one round under the rules of the group, which give 500 for a clean
    canastra since."""
    match = under(alice, house)
    record(match, alice.user, tranca_sheet())
    document = changed(canastras__clean__points=200 + MORE)
    actions.save_house(house, alice.user, 1, document)
    return fresh(match)


def at(match: Match) -> str:
    return reverse("move_rules", args=[match.pk])


def look(persona: Any, match: Match, to: Any, whole: bool = False) -> Any:
    return persona.client.get(at(match), {"to": str(to), "whole": str(int(whole))}, **EN)


def move(persona: Any, match: Match, to: Any, whole: bool = False, **more: Any) -> Any:
    said = {"key": uuid7(), "version": match.version, "to": str(to), "whole": str(int(whole))}
    return persona.client.post(at(match), said | more)


def totals(match: Match) -> list[int]:
    return [side.total for side in match.sides.with_total()]


def figures(response: Any) -> list[list[str]]:
    """The rows of the table: what each is called, and its cells as they are read, or why it would
    not be valid."""
    body = response.content.decode()
    table = body[body.index("<tbody>") : body.index("</tbody>")]
    found = []
    for row in re.findall(r"<tr.*?</tr>", table, re.S):
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
        found.append([" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells])
    return found


def test_page_offers_the_newest_rules_of_the_group_and_the_preset(alice, match, house):
    page = alice.client.get(at(match), **EN)

    links = re.findall(r"\?to=([^\"&]+)\"", page.content.decode())
    assert links == ["tranca", str(house.pk)]
    assert "There are no other rules" not in text(page)


def test_whole_match_is_shown_before_and_after(alice, match, house):
    page = look(alice, match, house.pk, whole=True)

    assert sentences(page) == [f"Clean canastra: {200 + MORE} instead of 200."]
    assert figures(page) == [
        ["Round 1", f"before 560 after {560 + MORE}", "250"],
        ["Total", f"before 560 after {560 + MORE}", "250"],
    ]
    assert totals(match) == [560, 250]


def test_from_the_next_round_on_every_round_stays(alice, match, house):
    page = look(alice, match, house.pk)

    assert figures(page) == [["Round 1", "560", "250"], ["Total", "560", "250"]]
    assert "stay as they are" in text(page)


def test_end_that_was_agreed_stays(alice, match, house):
    document = changed(canastras__clean__points=500, end__target=9000)
    actions.save_house(house, alice.user, 2, document)

    page = look(alice, match, house.pk)
    move(alice, match, house.pk)

    assert sentences(page) == ["Clean canastra: 500 instead of 200."]
    assert "How this match ends stays as it was agreed." in text(page)
    assert fresh(match).end["target"] == 3000


def test_match_moves_from_the_next_round_on(alice, match, house):
    response = move(alice, match, house.pk)
    record(match, alice.user, tranca_sheet())

    house.refresh_from_db()
    match = fresh(match)
    assert (response.status_code, response["Location"]) == (
        303,
        reverse("match", args=[match.pk]),
    )
    assert totals(match) == [560 + 560 + MORE, 500]
    assert (match.house, match.ruleset) == (house, house.ruleset)
    assert_rebuilds(match)


def test_match_moves_as_a_whole_and_back_by_undo(alice, match, house):
    old = match.ruleset
    move(alice, match, house.pk, whole=True)
    moved = totals(match)
    last = actions.last_act(fresh(match))

    alice.client.post(reverse("undo", args=[match.pk]), {"key": uuid7(), "version": last.version})

    assert moved == [560 + MORE, 250]
    assert (totals(match), fresh(match).ruleset, fresh(match).house) == ([560, 250], old, house)
    assert_rebuilds(match)


def test_match_moves_to_the_preset(alice, match, house):
    move(alice, match, house.pk)
    page = look(alice, fresh(match), "tranca", whole=True)
    rows = Ruleset.objects.count()

    move(alice, fresh(match), "tranca", whole=True)

    match = fresh(match)
    assert "Total" in text(page)
    assert (match.house, match.ruleset.document) == (None, TRANCA)
    assert Ruleset.objects.count() == rows


def test_looking_at_a_move_writes_nothing(alice, match, house):
    start_match(alice.user)
    rows = Ruleset.objects.count()
    bent = start_match(alice.user, document=changed(canastras__dirty__points=50))

    look(alice, bent, "tranca", whole=True)

    assert Ruleset.objects.count() == rows + 1
    assert fresh(bent).version == bent.version


NEEDS_THREE = {"going_out__requires__canastras__0__n": 3}


def test_rounds_in_the_way_are_named_and_the_whole_stays(alice, match, house):
    actions.save_house(house, alice.user, 2, changed(**NEEDS_THREE))

    page = look(alice, match, house.pk, whole=True)
    sent = move(alice, match, house.pk, whole=True)

    assert "This match cannot move as a whole: Round 1 would not be valid" in text(page)
    assert "Not enough canastras to go out." in html.unescape(page.content.decode())
    assert '<button class="main" form="move">' not in page.content.decode()
    assert sent["Location"] == f"{at(match)}?to={house.pk}&whole=1"
    assert "would not be valid" in text(alice.client.get(sent["Location"], **EN))
    assert (totals(match), fresh(match).version) == ([560, 250], match.version)
    assert '<button class="main" form="move">' in look(alice, match, house.pk).content.decode()


def test_match_that_would_have_ended_earlier_is_said_to(alice, match, house):
    for _ in range(4):
        record(match, alice.user, tranca_sheet())
    match = fresh(match)

    page = look(alice, match, house.pk, whole=True)
    move(alice, match, house.pk, whole=True)

    assert "would have ended earlier" in text(page)
    assert figures(page)[-3:-1] == [
        ["Round 5", "before 560 after —", "before 250 after —"],
        ["This match is over."],
    ]
    assert fresh(match).state == Match.State.FINISHED
    assert totals(match)[0] == 4 * (560 + MORE)
    assert figures(page)[-1][1] == "before 2,800 after 3,440"


def test_match_that_changed_meanwhile_is_looked_at_again(alice, match, house):
    response = move(alice, match, house.pk, version=match.version - 1)

    assert response["Location"] == f"{at(match)}?to={house.pk}&whole=0"
    assert fresh(match).version == match.version


def test_second_tap_moves_once(alice, match, house):
    key = uuid7()
    for _ in range(2):
        move(alice, match, house.pk, whole=True, key=key)

    assert fresh(match).version == match.version + 1
    assert totals(match) == [560 + MORE, 250]


@pytest.mark.parametrize("whose", ["foreign", "retired", "another game", "own", "nobody's"])
def test_match_moves_only_to_what_is_offered(alice, charlie, match, house, whose):
    group, truco = match.group, rules.preset("truco_paulista").document
    key: Any = uuid7()
    if whose == "foreign":
        key = actions.make_house(charlie.user.notebook, charlie.user, "X", "tranca", TRANCA).pk
    if whose == "retired":
        actions.retire(house, alice.user)
        key = house.pk
    if whose == "another game":
        key = actions.make_house(group, alice.user, "T", "truco_paulista", truco).pk
    if whose == "own":
        move(alice, match, house.pk)
        match, key = fresh(match), house.pk

    for response in (look(alice, match, key), move(alice, match, key)):
        assert response["Location"] == reverse("match_rules", args=[match.pk])
    assert fresh(match).version == match.version


def test_match_that_is_over_moves_no_more(alice, match, house):
    actions.finish(match, alice.user, uuid7(), match.version)
    match = fresh(match)

    page = alice.client.get(at(match), **EN)
    response = move(alice, match, house.pk)

    assert "There are no other rules" in text(page)
    assert response["Location"] == reverse("match_rules", args=[match.pk])
    assert fresh(match).version == match.version


@pytest.mark.parametrize("who", ["scorer", "viewer", "score link", "view link"])
def test_only_an_organiser_moves_a_match(match, house, who):
    phone = phone_of(who, match)

    asked = phone.get(at(match), {"to": str(house.pk)})
    sent = phone.post(at(match), {"key": uuid7(), "version": match.version, "to": house.pk})

    assert (asked.status_code, sent.status_code) == (403, 403)
    assert fresh(match).version == match.version


def test_move_is_shown_at_the_same_cost_for_a_long_match(alice, match, house):
    def cost() -> int:
        with statements() as asked:
            assert look(alice, fresh(match), house.pk, whole=True).status_code == 200
        return len(asked)

    lengthen(match, 5)
    short = cost()
    lengthen(fresh(match), 60)
    for name in ("Dois", "Três"):
        actions.make_house(house.group, alice.user, name, "tranca", TRANCA)

    assert cost() == short <= MOST_FOR_A_PAGE


@pytest.mark.parametrize("preset", ["truco_paulista", "tally"])
def test_match_of_any_game_moves(alice, quinta, preset):
    document = rules.preset(preset).document
    match = start_match(alice.user, quinta, preset=preset)
    record(match, alice.user, a_round(rules.preset(preset)))
    flat = rules.flatten(document) | {"play.notes": ["Whoever loses makes the coffee."]}
    own = rules.unflatten(flat, document)
    house = actions.make_house(quinta, alice.user, "Ours", preset, own)

    before = totals(match)
    page = look(alice, fresh(match), house.pk, whole=True)
    move(alice, fresh(match), house.pk, whole=True)

    assert sentences(page) == ["Notes: “Whoever loses makes the coffee.” (new)."]
    assert (totals(match), fresh(match).house) == (before, house)


# ── No other path ──


def a_round(ruleset: Any) -> Sheet:
    """A round that says as much as it can under any rules of a game."""
    if ruleset.game == "truco":
        return Sheet({**A_HAND, "value": ruleset.ladder[0]})
    sides = min(ruleset.sides)
    if ruleset.game == "tally":
        low, high = ruleset.minimum or 0, ruleset.maximum or 50
        return Sheet({"points": [low, high, *[low] * (sides - 2)][:sides]})
    held = {"melded": {"points": 300}, "hand": {"points": 40}}
    held |= {"canastras": {kind.key: 1 for kind in ruleset.canastras[:2]}}
    held |= {"honours": {honour.key: 1 for honour in ruleset.honours}}
    held |= {"morto": "taken"} if ruleset.mortos else {}
    return Sheet({"end": "stock", "sides": [held] * sides})


def told(match: Match) -> str:
    """All that a match says: what is stored, and every line of every breakdown."""
    rows = {
        "scores": list(Score.objects.filter(round__match=match).values("round", "side", "points")),
        "rounds": list(Round.objects.filter(match=match).values()),
        "match": Match.objects.filter(pk=match.pk).values().get(),
        "lines": [
            [str(line) for side in range(match.side_count) for line in round_lines(entry, side, {})]
            for entry in Book.open(match).rounds
        ],
    }
    return json.dumps(rows, default=str, sort_keys=True)


def test_no_change_of_the_rules_of_a_group_moves_a_point_anywhere(alice, quinta):
    """Every value of every preset is changed, one save after the other."""
    changes: dict[str, list[Any]] = {}
    for preset, _path, document in leaves():
        changes.setdefault(preset, []).append(document)
    before = {}
    houses = {}
    for preset in rules.presets():
        house = actions.make_house(quinta, alice.user, preset.id, preset.id, preset.document)
        labels = [""] * min(preset.sides)
        match = under(alice, house, preset=preset.id, labels=labels)
        record(match, alice.user, a_round(preset))
        houses[preset.id], before[match] = house, told(fresh(match))

    for id, house in houses.items():
        for document in changes[id]:
            house = actions.save_house(house, alice.user, house.version, document)
        assert house.version == len(changes[id]) + 1

    assert {match: told(fresh(match)) for match in before} == before
    call_command("verify")
