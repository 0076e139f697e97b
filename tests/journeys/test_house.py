"""A table writes its rules down, changes them, and takes those of others."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import rules
from players.actions import make_guest
from players.models import Group, Membership, Role
from scoring import actions
from scoring.models import HouseRules, Match, Proposal
from tests.factories import GroupFactory
from tests.journeys import table
from tests.journeys.conftest import Taps
from tests.sheet.conftest import Person

pytestmark = pytest.mark.browser
LANGUAGES = pytest.mark.parametrize("locale", ["en-GB", "pt-BR"])
TRANCA = json.loads(rules.canonical(rules.preset("tranca").document))
# What stands on the sheet of the club, by the field it is typed into.
SHEET = {
    "name": "Tranca do clube",
    "canastras.clean.points": "300",
    "honours.red_three.totals": "0, 100, 200, 300, 800",
    "deck.classes.black_three.hand_points": "100",
    "end.target": "4000",
    "end.offers": "2000, 4000",
    "play.cards_dealt": "13",
    "play.notes": "Quem perde lava a louça.",
}


@pytest.fixture
def person(server: Any, new_phone: Callable[..., Any]) -> Person:
    return Person(make_guest(), server, new_phone)


@pytest.fixture
def group(person: Person) -> Group:
    group = GroupFactory(name="Quinta")
    Membership.objects.create(group=group, user=person.user, role=Role.ORGANISER)
    return group


@pytest.fixture
def house(person: Person, group: Group) -> HouseRules:
    return actions.make_house(group, person.user, "Tranca da quinta", "tranca", TRANCA)


def editor(page: Any, house: HouseRules) -> None:
    page.goto(f"/g/{house.group_id}/rules/{house.pk}/edit")
    page.locator("#trial ul, #trial p + p").first.wait_for()


def document() -> dict[str, Any]:
    held = HouseRules.objects.select_related("ruleset").latest("pk")
    return dict(held.ruleset.document)


def needed() -> Any:
    return document()["going_out"]["requires"]["canastras"]


def save(page: Any) -> None:
    page.locator("button.main[value=save]").tap()
    page.wait_for_url(lambda address: not address.partition("?")[0].endswith(("/edit", "/new")))


@LANGUAGES
def test_clean_canastra_to_go_out_takes_five_taps(
    new_phone: Callable[..., Any], taps: Taps, locale: str
) -> None:
    page = new_phone(locale=locale)
    table.start_match(page, "tranca")

    taps(page.locator("a[href$='/more']").first)
    taps(page.locator("a[href$='/rules']"))
    taps(page.locator("a[href*='/rules/new']"))
    taps(page.locator("button[value='needs:clean']"))
    page.locator("button[value='needs:clean'][aria-pressed=true]").wait_for()
    taps(page.locator("button.main[value=save]"))
    page.wait_for_url(lambda address: "/rules/" in address and "/new" not in address)

    assert needed() == [{"clean": True, "min": 1}]
    assert taps.count <= 5


@LANGUAGES
def test_sheet_of_a_club_is_typed_in_from_paper(
    person: Person, group: Group, axe: Callable[[Any], None], locale: str
) -> None:
    page = person.phone(locale=locale)
    page.goto(f"/g/{group.pk}/rules/new?preset=tranca")
    page.locator("button[value='minimum:low']").tap()
    page.locator("button[value='minimum:low'][aria-pressed=true]").wait_for()
    table.fill(page, {"new.canastras": "Canastra real"})
    page.locator(".things:has([name='new.canastras']) button[value=show]").last.tap()
    page.locator("[name='canastras.canastra_real.points']").wait_for()
    table.fill(page, {"canastras.canastra_real.points": "500", **SHEET})
    table.fill(page, {"canastras.canastra_real.clean": "yes"})
    told = page.locator("#trial li").all_inner_texts()
    save(page)

    held = document()
    assert any("500" in line or "300" in line for line in told)
    assert {kind["key"]: kind["points"] for kind in held["canastras"]} == {
        "clean": 300,
        "dirty": 100,
        "canastra_real": 500,
    }
    assert held["honours"][0]["totals"][-1] == 800
    assert held["first_meld"]["steps"] == [{"minimum": 50}, {"from": 1500, "minimum": 100}]
    assert (held["end"]["target"], held["end"]["offers"]) == (4000, [2000, 4000])
    assert held["play"]["notes"] == ["Quem perde lava a louça."]
    assert HouseRules.objects.get().name == "Tranca do clube"
    axe(page)


def test_rule_changed_between_two_matches(person: Person, house: HouseRules) -> None:
    page = person.phone(locale="en-GB")
    new = f"/new?group={house.group_id}"
    page.goto(new)
    table.begin(page)
    page.locator("#board").wait_for()
    editor(page, house)
    table.fill(page, {"canastras.clean.points": "300"})
    example = page.locator("#trial li").all_inner_texts()
    save(page)
    page.goto(new)
    table.begin(page)
    page.locator("#board").wait_for()

    first, second = Match.objects.select_related("ruleset").order_by("started_at")
    assert len(example) == 1
    assert "300" in example[0]
    assert [m.ruleset.document["canastras"][0]["points"] for m in (first, second)] == [200, 300]
    assert (first.house, second.house) == (house, house)


@LANGUAGES
def test_document_with_three_faults_is_mended(person: Person, group: Group, locale: str) -> None:
    page = person.phone(locale=locale)
    broken = json.loads(json.dumps(TRANCA))
    broken["canastras"][0]["points"] = "muitos"
    broken["end"]["target"] = 0
    del broken["going_out"]["points"]
    page.goto(f"/g/{group.pk}/rules/read")
    table.fill(page, {"name": "Da outra mesa", "text": json.dumps(broken)})
    page.locator("button[form=read]").tap()
    page.locator(".ask-box").wait_for()
    places = page.locator(".ask-box code").all_inner_texts()
    kept = table.typed(page, ["name", "text"])
    table.fill(page, {"text": json.dumps(TRANCA)})
    page.locator("button[form=read]").tap()
    page.wait_for_url(lambda address: not address.endswith("/read"))

    assert sorted(places) == ["canastras[0].points", "end.target", "going_out.points"]
    assert kept == {"name": "Da outra mesa", "text": json.dumps(broken)}
    assert document() == TRANCA


@LANGUAGES
def test_proposal_is_accepted(
    person: Person, house: HouseRules, axe: Callable[[Any], None], locale: str
) -> None:
    member = Person(make_guest(), person.server, person.open_phone)
    Membership.objects.create(group=house.group, user=member.user, role=Role.SCORER)
    theirs = member.phone(locale=locale)
    editor(theirs, house)
    table.fill(theirs, {"canastras.clean.points": "250"})
    save(theirs)
    before = document()["canastras"][0]["points"]

    page = person.phone(locale=locale)
    page.goto(f"/g/{house.group_id}/rules")
    axe(page)
    page.locator(".proposal button[value=yes]").tap()
    page.wait_for_url(lambda address: address.endswith(str(house.pk)))

    assert (before, document()["canastras"][0]["points"]) == (200, 250)
    assert Proposal.objects.get().granted


def test_two_who_save_at_once_see_both(person: Person, house: HouseRules) -> None:
    first, second = person.phone(locale="en-GB"), person.phone(locale="en-GB")
    for page in (first, second):
        editor(page, house)
    table.fill(first, {"canastras.clean.points": "250"})
    save(first)
    table.fill(second, {"canastras.dirty.points": "50"})
    second.locator("button.main[value=save]").tap()
    second.locator("#rules .ask-box").wait_for()
    kept = table.typed(second, ["canastras.dirty.points"])
    save(second)

    assert kept == {"canastras.dirty.points": "50"}
    assert HouseRules.objects.get().version == 3


def test_editor_works_without_a_script(person: Person, house: HouseRules) -> None:
    page = person.phone(locale="en-GB", java_script_enabled=False)
    page.goto(f"/g/{house.group_id}/rules/{house.pk}/edit")
    find = page.locator("[data-find]").is_visible()
    page.locator("[name='canastras.clean.points']").fill("250")
    page.locator("button[value='needs:clean']").tap()
    page.locator("button[value='needs:clean'][aria-pressed=true]").wait_for()
    page.locator("button[value=try]").tap()
    page.locator("#trial li").first.wait_for()
    told = page.locator("#trial li").all_inner_texts()
    page.locator("button.main[value=save]").tap()
    page.wait_for_url(lambda address: not address.endswith("/edit"))

    assert not find
    assert any("250" in line for line in told)
    assert document()["canastras"][0]["points"] == 250
    assert needed() == [{"clean": True, "min": 1}]


def test_line_goes_back_to_the_preset_and_the_page_stays(person: Person, house: HouseRules) -> None:
    page = person.phone(locale="en-GB")
    editor(page, house)
    page.locator("#g-morto > summary").tap()
    table.fill(page, {"mortos.not_taken": "-200"})
    page.locator("button[value='mortos.not_taken']").tap()
    expect(page.locator("[name='mortos.not_taken']")).to_have_value("-100")

    expect(page.locator("[name='mortos.not_taken']")).to_be_visible()
    assert page.locator("button[value='mortos.not_taken']").is_hidden()


def test_search_leaves_what_was_asked_for(person: Person, house: HouseRules) -> None:
    page = person.phone(locale="en-GB")
    editor(page, house)
    page.locator("[data-find]").fill("not taken")

    assert page.locator("[name='mortos.not_taken']").is_visible()
    assert page.locator("[name='canastras.clean.points']").is_hidden()
    page.locator("[data-find]").fill("")
    assert page.locator("[name='canastras.clean.points']").is_visible()
