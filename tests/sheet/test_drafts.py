"""A half-typed sheet outlives whatever happens to the phone, and never becomes two rounds."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from players.models import Session
from scoring.models import Match, Round
from tests import factories
from tests.factories import sheet_data, tranca_sheet
from tests.sheet.conftest import Person
from tests.sheet.finger import USUAL_DEAL, Sheet
from tests.sheet.words import told

pytestmark = pytest.mark.browser
HALF = USUAL_DEAL[:8]  # up to 345, side 1's table
BLOCKED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name,
    { get() { throw new DOMException("no", "SecurityError"); } });"""
FULL = """Storage.prototype.setItem = () => {
  throw new DOMException("full", "QuotaExceededError"); };"""


@pytest.fixture
def match(alice: Person) -> Match:
    return alice.match("burraco_fibur", players_per_side=1)


@pytest.fixture
def half(alice: Person, match: Match) -> Sheet:
    """A sheet on which side 1 is said."""
    sheet = alice.sheet(match)
    sheet.tap_all(HALF)
    return sheet


def stands(sheet: Sheet) -> tuple[Any, ...]:
    page = sheet.page
    chosen = page.evaluate("[...document.querySelectorAll('#sheet :checked')].map(el => el.value)")
    return chosen, sheet.value("0.canastras.clean"), sheet.value("0.melded.points"), sheet.sums


AS_TYPED = (["out:0:normal", "taken", "points"], "2", "345", ["945", "100"])


def forgive(console: list[str], expected: str) -> None:
    """What the browser says of a request that the test let fail."""
    console[:] = [line for line in console if not re.search(expected, line)]


def points(match: Match) -> list[list[int]]:
    rounds = match.rounds.filter(state="counts").order_by("order")
    return [[s.points for s in r.scores.order_by("side__position")] for r in rounds]


def finish(sheet: Sheet) -> None:
    sheet.tap_all(USUAL_DEAL[8:])
    sheet.saved()


def test_draft_survives_reload_rotation_and_a_closed_tab(alice: Person, half: Sheet) -> None:
    address = half.page.url
    half.page.set_viewport_size({"width": 844, "height": 390})
    turned = stands(half)
    reloaded = stands(half.open())
    notice = half.notice
    page = half.page.context.new_page()
    half.page.close()
    again = Sheet(page).open(address)

    assert [turned, reloaded, stands(again)] == [AS_TYPED] * 3
    assert notice == told("This is what you typed before.")
    page.set_viewport_size({"width": 390, "height": 844})
    finish(again)
    assert again.drafts() == {}


def test_draft_survives_going_away_and_back(half: Sheet) -> None:
    half.page.locator("header a").click()
    half.page.locator("#board").wait_for()
    half.page.go_back()
    half.page.locator("#sheet.live").wait_for()

    assert stands(half) == AS_TYPED


def test_saved_sheet_found_by_going_back_is_the_next_one(half: Sheet) -> None:
    finish(half)
    half.page.go_back()
    half.page.locator("#sheet.live").wait_for()

    half.page.wait_for_function("document.querySelector('[name=number]').value === '2'")
    assert half.sums == ["–", "–"]


def test_draft_thrown_away_is_gone(half: Sheet) -> None:
    half.open()

    half.page.get_by_role("button", name=told("Start afresh")).tap()
    half.page.locator(".notice").wait_for(state="hidden")

    assert half.sums == ["–", "–"]
    assert half.drafts() == {}
    assert half.open().notice == ""


def test_server_that_is_down_costs_nothing(
    half: Sheet, server: Any, match: Match, console: list[str]
) -> None:
    half.tap_all(USUAL_DEAL[8:])
    server.kill()
    half.save()
    half.page.locator(".notice").wait_for()
    notice = half.notice
    kept = json.loads(next(iter(half.drafts().values())))["fields"]["0.melded.points"]
    server.start()
    half.page.get_by_role("button", name=told("Try again")).tap()
    half.page.locator("#board").wait_for()

    offline = told("Not saved: no answer from the server.")
    assert notice == f"{offline} {told('What you typed is kept on this phone.')}"
    assert kept == "345"
    assert points(match) == [[945, 235]]
    assert half.drafts() == {}
    forgive(console, "htmx")


def test_answer_that_was_lost_makes_no_second_round(
    half: Sheet, match: Match, console: list[str]
) -> None:
    """The server saved the round, the phone never heard of it, and was opened again later."""
    half.page.route("**/round", lambda route: (route.fetch(), route.abort()))
    half.tap_all(USUAL_DEAL[8:])
    half.save()
    half.page.locator(".notice").wait_for()
    half.page.unroute("**/round")
    saved = points(match)

    half.open()
    notice, empty = half.notice, half.sums
    half.page.get_by_role("button", name=told("Use what I typed")).tap()
    half.page.locator(".notice").wait_for(state="hidden")
    half.saved()

    assert saved == [[945, 235]]
    begun = "You had begun another sheet here, and the match has moved on since."
    assert (notice, empty) == (told(begun), ["–", "–"])
    assert points(match) == [[945, 235]]
    assert half.drafts() == {}
    forgive(console, "htmx|ERR_FAILED")


def test_login_that_expired_keeps_the_sheet(alice: Person, half: Sheet, console: list[str]) -> None:
    half.tap_all(USUAL_DEAL[8:])
    Session.objects.all().delete()
    half.save()
    half.page.locator(".notice").wait_for()
    notice = half.notice
    half.page.context.add_cookies([alice.cookie()])
    half.open()
    half.saved()

    refused = told("Not saved: this phone may not write here (any more).")
    assert notice == f"{refused} {told('What you typed is kept on this phone.')}"
    assert Round.objects.count() == 1
    forgive(console, "htmx|404")


@pytest.mark.parametrize("script", [BLOCKED, FULL], ids=["blocked", "full"])
def test_phone_that_keeps_nothing_still_saves(alice: Person, match: Match, script: str) -> None:
    phone = alice.phone()
    phone.add_init_script(script)
    sheet = alice.sheet(match, phone)

    sheet.tap(USUAL_DEAL[0])
    notice = sheet.notice
    sheet.tap_all(USUAL_DEAL[1:])
    sheet.saved()

    warning = "This phone keeps no drafts: leave this page open until it is saved."
    assert notice == told(warning)
    assert points(match) == [[945, 235]]


def test_another_phone_has_a_draft_of_its_own(alice: Person, match: Match, half: Sheet) -> None:
    other = alice.sheet(match)
    empty = other.sums
    other.tap('[name="end"][value="stock"]')

    assert empty == ["–", "–"]
    assert stands(half.open()) == AS_TYPED


def test_match_that_moved_on_offers_the_choice(alice: Person, match: Match, half: Sheet) -> None:
    factories.record(match, alice.user, [100, 50])
    half.open()
    half.count("1.canastras.clean", button=0)  # typed without choosing: both are kept
    half.open()
    both = stands(half), half.notice
    half.page.get_by_role("button", name=told("Use what I typed")).tap()
    mine = stands(half)
    half.tap_all(USUAL_DEAL[8:])
    half.save()
    half.page.locator(".conflict").wait_for()
    half.page.locator(".conflict form").last.locator("button").tap()
    half.page.locator("#board").wait_for()

    assert both[0][3] == ["–", "200"]
    assert both[1] == told("You had begun another sheet here, and the match has moved on since.")
    assert mine == AS_TYPED
    assert points(match) == [[100, 50], [945, 235]]


def test_keeping_what_is_saved_lets_the_draft_go(alice: Person, match: Match, half: Sheet) -> None:
    factories.record(match, alice.user, [100, 50])
    half.tap_all(USUAL_DEAL[8:])
    half.save()
    half.page.locator(".conflict a.main").tap()
    half.page.locator("#board").wait_for()

    assert points(match) == [[100, 50]]
    assert half.drafts() == {}


def test_correction_has_a_draft_of_its_own(alice: Person) -> None:
    match = alice.match()
    sheet = tranca_sheet()
    fields = sheet_data(sheet)
    typed = {"way": fields.pop("way"), "fields": fields}
    entry = factories.record(match, alice.user, replace(sheet, typed=typed))
    new = alice.sheet(match)
    new.way("points")
    new.key("120")
    fix = alice.sheet(match, new.page, f"round/{entry.pk}/correct")
    fix.way("points")
    fix.write("0.melded.points", "310")
    fix.open()
    typed, notice = fix.value("0.melded.points"), fix.notice
    fix.saved()
    left = list(fix.drafts())

    assert (typed, notice) == ("310", told("This is what you typed before."))
    assert left == [f"caderneta.draft:/m/{match.pk}/round"]
    assert alice.sheet(match, new.page).value("0.melded.points") == "120"
