"""Rules as people read and change them: the sheet, two compared, a match that moves."""

import re
from collections.abc import Callable
from typing import Any

import pytest

import rules
from players.models import User
from scoring import actions
from scoring.models import HouseRules, Match
from tests import factories
from tests.journeys import pages, table

pytestmark = pytest.mark.browser
TRANCA = rules.preset("tranca").document
LONG = "W" * 40
A4 = {"format": "A4", "prefer_css_page_size": True}


def varied(**answers: str) -> Any:
    """Tranca with some of its variations."""
    document = TRANCA
    for key, answer in answers.items():
        asked = next(v for v in rules.variations(document) if v.key == key)
        document = asked.applied(document, answer)
    return document


def house_of(name: str, document: Any) -> HouseRules:
    """Rules written down in the notebook of the phone that began a match."""
    user = User.objects.get(started__isnull=False)
    return actions.make_house(user.notebook, user, name, "tranca", document)


def totals(match: Match) -> list[int]:
    return [side.total for side in match.sides.with_total()]


@pytest.fixture
def page(new_phone: Callable[..., Any]) -> Any:
    return new_phone(locale="en-GB", reduced_motion="reduce")


def sides(page: Any) -> list[str]:
    return page.locator(".rules-sheet dt").all_inner_texts()


# ── A rule changed in the middle of a match ──


def test_flat_ten_becomes_the_count_by_rank_from_the_next_round_on(page: Any) -> None:
    address = table.start_match(page, target="own", own_target="9000")
    house = house_of("Tranca da quinta", varied(count="buraco"))
    match = Match.objects.get()
    factories.record(match, match.started_by, factories.tranca_sheet())
    before = totals(match)

    page.goto(f"{address}/more")
    page.locator('a[href$="/rules"]').click()
    page.locator(f'a[href*="{house.pk}"]').click()
    assert page.locator(".sentences li").all_inner_texts() == [
        "4 to 7: 5 instead of 10.",
        "Ace: 15 instead of 10.",
    ]
    assert page.locator("[aria-current=true]").inner_text() == "from the next round on"
    page.locator("button[form=move]").click()
    page.locator(".flash.success").wait_for()

    match = factories.fresh(match)
    assert totals(match) == before
    assert (match.house, match.ruleset) == (house, house.ruleset)
    table.open_round(page)
    page.locator('[name="way"][value="classes"]').check()
    assert page.locator('[name="0.melded.ace"]').count() == 1
    assert page.locator('[name="0.melded.low"]').count() == 1


def test_whole_match_is_refused_in_plain_words_and_moves_from_the_next_round(page: Any) -> None:
    address = table.start_match(page)
    strict = house_of("Só com limpa", varied(needs="clean"))
    match = Match.objects.get()
    dirty = {"canastras": {"dirty": 1}}
    factories.record(match, match.started_by, factories.tranca_sheet(dirty))
    before = totals(match)

    page.goto(f"{address}/rules/move?to={strict.pk}")
    page.locator(".seg a").nth(1).click()
    page.locator(".hint.bad").first.wait_for()
    assert "Round 1 would not be valid" in page.locator(".hint.bad").first.inner_text()
    assert page.locator("button[form=move]").count() == 0
    page.locator(".seg a").nth(0).click()
    page.locator("button[form=move]").click()
    page.locator(".flash.success").wait_for()

    assert totals(match) == before
    assert factories.fresh(match).house == strict


# ── Reading ──


@pytest.mark.parametrize(
    ("locale", "name", "said"),
    [
        ("en-GB", "Open buraco", "Clean canastra"),
        ("pt-BR", "Buraco aberto", "Canastra limpa"),
    ],
)
def test_sheet_is_read_in_both_languages(
    new_phone: Callable[..., Any], locale: str, name: str, said: str
) -> None:
    page = new_phone(locale=locale)
    page.goto("/rules")
    page.locator('a[href="/rules/buraco_aberto"]').click()
    page.locator(".rules-sheet").wait_for()

    assert page.locator("h1").inner_text() == name
    assert said in sides(page)
    assert page.locator(".rules-sheet").get_attribute("lang") == locale.lower().removesuffix("-gb")


def sheets_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def longest() -> list[str]:
    """The presets that say most."""
    held = sorted(rules.presets(), key=lambda preset: -len(rules.lines(preset.document)))
    return [preset.id for preset in held[:4]]


@pytest.mark.parametrize("locale", ["en-GB", "pt-BR"])
def test_sheet_is_one_side_of_paper(new_phone: Callable[..., Any], locale: str) -> None:
    page = new_phone(locale=locale)
    for preset in longest():
        page.goto(f"/rules/{preset}")
        assert (preset, sheets_of(page.pdf(**A4))) == (preset, 1)


def test_rules_of_a_table_are_compared_with_the_preset(page: Any) -> None:
    table.start_match(page)
    house = house_of("Tranca da quinta", varied(needs="clean", jokers="yes"))

    page.goto("/rules/compare?a=tranca")
    page.locator("select[name=b]").select_option(str(house.pk))
    page.locator("button[form=compare]").click()
    page.locator(".sentences").wait_for()

    assert page.locator(".sentences li").all_inner_texts()[0] == (
        "Going out needs: at least 1 clean canastra instead of at least 1 canastra."
    )


# ── Agree first ──


def test_what_was_agreed_stays_ticked_until_the_first_round(page: Any) -> None:
    address = table.start_match(page)
    page.locator(".agree summary").tap()
    page.locator(".agree input").nth(0).check()
    page.reload()
    page.locator(".agree summary").tap()
    assert [box.is_checked() for box in page.locator(".agree input").all()[:2]] == [True, False]

    match = Match.objects.get()
    factories.record(match, match.started_by, [100, 50])
    page.goto(address)
    page.locator(".ledger").wait_for()
    assert page.locator(".agree").count() == 0


# ── On two phones in two themes ──


def test_pages_of_rules(page: Any) -> None:
    wrong: list[str] = []

    def look(path: str, before: str = "") -> None:
        page.goto(path)
        for fold in page.locator(before).all() if before else ():
            fold.click()
        found = [*pages.too_wide(page), *pages.faults(page), *pages.small_targets(page)]
        wrong.extend(f"{path}: {fault}" for fault in found)
        page.set_viewport_size({"width": 390, "height": 844})

    address = table.start_match(page, label0=LONG, label1="شجرة " + "ش" * 30)
    document = varied(needs="clean", jokers="yes", count="buraco")
    document = {**document, "play": {**document["play"], "notes": ["W" * 120, "Lava a louça."]}}
    house = house_of(LONG, document)
    own = f"/g/{house.group_id}/rules/{house.pk}"
    for path in ("/rules", "/rules/truco_argentino", own, f"/rules/compare?a=tranca&b={house.pk}"):
        look(path)
    look(address, ".agree summary")
    look(f"/new?group={house.group_id}", "section:not(:last-child) .fold:has(.sentences) summary")
    match = Match.objects.get()
    factories.record(match, match.started_by, factories.tranca_sheet())
    factories.record(match, match.started_by, [12000, -1250])
    look(f"{address}/rules")
    look(f"{address}/rules/move")
    look(f"{address}/rules/move?to={house.pk}&whole=1")

    assert wrong == []
