"""Evenings at the table, told with one phone in one hand."""

from typing import Any

import pytest

from scoring.models import Match, Round
from tests.rebuild import assert_rebuilds
from tests.sheet.conftest import Person
from tests.sheet.finger import USUAL_DEAL, Sheet
from tests.sheet.test_many_sides import document

pytestmark = pytest.mark.browser


def points(match: Match) -> list[list[int]]:
    rounds = match.rounds.filter(state="counts").order_by("order")
    return [[s.points for s in r.scores.order_by("side__position")] for r in rounds]


def next_sheet(page: Any) -> Sheet:
    """From the match's page to its next round."""
    page.locator("footer a.main").tap()
    page.locator("#sheet.live").wait_for()
    return Sheet(page)


def test_truncated_night(alice: Person, server: Any, console: list[str]) -> None:
    """The phone locked, the tab killed, the server restarted in the middle of a sheet."""
    match = alice.match("burraco_fibur", players_per_side=1)
    sheet = alice.sheet(match)
    sheet.tap_all(USUAL_DEAL[:4])
    sleep = sheet.page.context.new_cdp_session(sheet.page)
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    server.restart()
    sleep.send("Page.setWebLifecycleState", {"state": "active"})
    sheet.tap_all(USUAL_DEAL[4:8])
    killed = sheet.page.context.new_page()
    sheet.page.close()
    server.kill()
    server.start()
    sheet = alice.sheet(match, killed)
    sheet.tap_all(USUAL_DEAL[8:])
    sheet.saved()

    assert points(match) == [[945, 235]]
    assert_rebuilds(match)


def test_tranca_in_pairs_with_the_partners_hand(alice: Person) -> None:
    match = alice.match(players_per_side=2, labels=["Ana e Bia", "Caio e Davi"])
    sheet = alice.sheet(match, locale="pt-BR")
    sheet.out(0)
    sheet.count("0.canastras.clean", button=0)
    sheet.count("0.honours.red_three", 2)
    sheet.morto(1, "taken_unused")
    sheet.key("15", "3", "next")  # cards: on the table, in the partner's hand
    sheet.key("7", "next", "11", "11")
    sheet.saved()

    # 150 + 200 + 200 + 100 − 30; 70 − 110 − 110
    assert points(match) == [[620, -150]]


def test_three_pairs(alice: Person) -> None:
    labels = ["Ana e Bia", "Caio e Davi", "Eva e Fábio"]
    match = alice.match("tranca_copag_three_pairs", labels=labels)
    sheet = alice.sheet(match, color_scheme="dark")
    sheet.way("points")
    sheet.out(2)
    for side, melded, hand in ((0, "200", "40"), (1, "150", "60"), (2, "300", "20")):
        sheet.count(f"{side}.canastras.dirty")
        sheet.write(f"{side}.melded.points", melded)
        sheet.write(f"{side}.hand.points", hand)
        if side < 2:
            sheet.morto(side, "taken")
    sums = sheet.sums
    sheet.saved()

    assert sums == ["260", "190", "480"]
    assert points(match) == [[260, 190, 480]]


def test_kinds_of_samba(alice: Person) -> None:
    match = alice.match(document=document("samba", 3), labels=["Ana", "Bia", "Caio"])
    sheet = alice.sheet(match, width=320, height=568)
    sheet.out(0)
    sheet.count("0.canastras.sequence", 2)
    sheet.count("1.canastras.clean")
    sheet.count("1.canastras.dirty", 2)
    sheet.count("2.honours.red_three")
    for side, melded in enumerate(["700", "400", "200"]):
        sheet.write(f"{side}.melded.points", melded)
        sheet.write(f"{side}.hand.points", "0" if side == 0 else "50")
    sheet.saved()

    # 2 × 1500 + 200 + 700; 500 + 2 × 300 + 400 − 50; 200 − 50 − 100, a red three for nothing
    assert points(match) == [[3900, 1450, 50]]


def test_wrong_side_is_swapped(alice: Person) -> None:
    match = alice.match("burraco_fibur", players_per_side=1, labels=["Ana", "Bia"])
    sheet = alice.sheet(match)
    sheet.tap_all(USUAL_DEAL)
    sheet.saved()
    page = sheet.page
    page.locator(".ledger tbody a").tap()
    page.locator('form[action$="/swap"] button').tap()
    page.locator("#board").wait_for()
    swapped = points(match)
    fix = alice.sheet(match, page, f"round/{Round.objects.get().pk}/correct")

    assert swapped == [[235, 945]]
    assert fix.sums == ["235", "945"]
    assert fix.page.locator('[name="end"]:checked').get_attribute("value") == "out:1:normal"
    assert fix.said("1.hand.points") != ""


def test_rematch_moves_the_deal_and_lets_the_lookers_on_in(alice: Person, new_phone: Any) -> None:
    match = alice.match("burraco_fibur", players_per_side=1, first_dealer=0, target=900)
    page = alice.phone()
    page.goto(f"/m/{match.pk}/share")
    page.locator('[name="lets"][value="view"]').tap()
    address = page.locator(".address").first.inner_text()
    looker = new_phone()
    looker.goto(address[address.index("/join") :])
    looker.locator('[form="join"]').tap()
    looker.locator("#board").wait_for()
    sheet = alice.sheet(match, page)
    sheet.tap_all(USUAL_DEAL)
    sheet.saved()
    page.locator('form[action$="/rematch"] button').tap()
    page.wait_for_url(lambda url: str(match.pk) not in url)
    again = Match.objects.exclude(pk=match.pk).get()
    looker.goto(f"/m/{again.pk}")

    assert again.first_dealer == 1
    assert looker.locator("#board").is_visible()
    next_sheet(page).tap_all(USUAL_DEAL)
    Sheet(page).saved()
    assert points(again) == [[945, 235]]


@pytest.mark.parametrize(
    "looks",
    [
        {"locale": "en-GB", "color_scheme": "dark"},
        {"locale": "pt-BR", "width": 320, "height": 568},
        {"locale": "en-GB", "width": 844, "height": 390},
    ],
    ids=["English, dark", "320 × 568", "lying down"],
)
def test_usual_deal_on_other_phones(alice: Person, looks: dict[str, Any]) -> None:
    match = alice.match("burraco_fibur", players_per_side=1)
    sheet = alice.sheet(match, **looks)
    low = looks.get("height", 844) < 700
    before = USUAL_DEAL[:5]
    sheet.tap_all([*before, *(['[name="0.melded.points"]'] if low else []), *USUAL_DEAL[5:]])
    wide = sheet.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    sums, taps = sheet.sums, sheet.taps
    sheet.saved()

    assert not wide
    assert (sums, taps) == (["945", "235"], 14 if low else 13)
    assert points(match) == [[945, 235]]


def test_usual_deal_with_large_text(alice: Person) -> None:
    match = alice.match("burraco_fibur", players_per_side=1)
    phone = alice.phone()
    phone.add_init_script("""new MutationObserver((_, me) => {
      if (!document.documentElement) return;
      document.documentElement.style.fontSize = "200%";
      me.disconnect();
    }).observe(document, { childList: true });""")
    sheet = alice.sheet(match, phone)
    wide = [sheet.page.evaluate("document.documentElement.scrollWidth > innerWidth")]
    sheet.tap_all([*USUAL_DEAL[:5], '[name="0.melded.points"]', *USUAL_DEAL[5:]])
    wide.append(sheet.page.evaluate("document.documentElement.scrollWidth > innerWidth"))
    sheet.saved()

    assert wide == [False, False]
    assert points(match) == [[945, 235]]
