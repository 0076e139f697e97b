"""A group: made, joined by a code to scan or one said aloud, and left again."""

from collections.abc import Callable
from typing import Any

import pytest

from players.models import Group, Membership
from tests.journeys import pages, table

pytestmark = pytest.mark.browser
LONG = "Sociedade Recreativa dos Jogadores de XX"


@pytest.fixture
def ana(new_phone: Callable[..., Any]) -> Any:
    """The phone of somebody who has just made a group; it shows its members."""
    page = new_phone(locale="en-GB", reduced_motion="reduce")
    page.goto("/groups/new")
    table.fill(page, {"name": LONG})
    page.locator("button[form=group]").click()
    page.locator("a[href$='/invites']").wait_for()
    return page


@pytest.fixture
def newcomer(new_phone: Callable[..., Any]) -> Any:
    """A browser that was never here."""
    return new_phone(locale="en-GB", reduced_motion="reduce")


def follow(page: Any, end: str) -> None:
    page.locator(f"a[href$='{end}']").first.click()


def invite(page: Any, role: str = "scorer") -> str:
    """From the members' page: show a code to scan; return the address it stands for."""
    follow(page, "/invites")
    button = page.locator(f"button[name=role][value={role}]")
    if role != "scorer":
        page.locator("summary").click()
    button.click()
    page.locator(".qr-box svg").wait_for()
    address = page.locator(".address").inner_text()
    page.goto(page.url.replace("/invites", "/people"))
    return address


def begin(page: Any) -> str:
    """From the members' page: begin a match of the group; return its address."""
    page.goto(page.url.replace("/people", ""))
    page.locator("footer a.main").click()
    table.begin(page)
    page.locator("#board").wait_for()
    return page.url


def let_in(ana: Any, page: Any) -> None:
    """Bring this phone into Ana's group, by the address she shows."""
    address = invite(ana)
    page.goto(address)
    page.locator("button[form=join]").click()
    page.locator("footer a.main").wait_for()


def test_newcomer_scans_and_is_at_the_table_in_two_taps(ana: Any, newcomer: Any, taps: Any) -> None:
    address, people = invite(ana), ana.url
    match = begin(ana)

    newcomer.goto(address)
    taps(newcomer.locator("button[form=join]"))
    taps(newcomer.locator("a.item.block"))
    newcomer.locator("#board").wait_for()

    assert (newcomer.url, taps.count) == (match, 2)
    table.play_round(newcomer, {"0.total": 120, "1.total": 40})
    ana.goto(match)
    assert table.totals(ana) == [120, 40]
    ana.goto(people)
    assert ana.locator("main section ul.list > li").count() == 2


def test_code_said_aloud_is_answered_on_the_other_phone(ana: Any, newcomer: Any) -> None:
    follow(ana, "/invites")
    ana.locator("button[form=say]").click()
    code = ana.locator("#code").inner_text()

    newcomer.goto("/code")
    table.fill(newcomer, {"code": code, "name": "Zé"})
    newcomer.locator("button[form=enter]").click()
    newcomer.locator("#state").wait_for()
    asked = ana.locator("#asking li")
    asked.wait_for()  # by itself
    assert "Zé" in asked.inner_text()
    ana.locator("button[name=let][value=in]").click()
    ana.locator("#members").wait_for()

    newcomer.locator("footer a[href*='/new']").wait_for()  # by itself
    assert newcomer.url.split("/")[-1] == str(Group.objects.get(personal_to=None).pk)
    assert "Zé" in ana.locator("main").inner_text()


def test_whoever_is_not_let_in_sees_it(ana: Any, newcomer: Any) -> None:
    follow(ana, "/invites")
    ana.locator("button[form=say]").click()
    code = ana.locator("#code").inner_text()
    newcomer.goto("/code")
    table.fill(newcomer, {"code": code, "name": "Rude"})
    newcomer.locator("button[form=enter]").click()
    ana.locator("button[name=let][value=out]").click()

    newcomer.locator("#state:not([hx-get])").wait_for()
    assert newcomer.request.get(ana.url.replace("/code", "/people")).status == 404


def test_code_works_without_a_script(ana: Any, new_phone: Callable[..., Any]) -> None:
    bob = new_phone(locale="en-GB", java_script_enabled=False)
    follow(ana, "/invites")
    ana.locator("button[form=say]").click()
    code = ana.locator("#code").inner_text()
    bob.goto("/code")
    bob.locator("[name=code]").fill(code)
    bob.locator("[name=name]").fill("Bob")
    bob.locator("button[form=enter]").click()
    ana.locator("button[name=let][value=in]").click()
    ana.locator("#members").wait_for()

    bob.reload()

    bob.locator("footer a[href*='/new']").wait_for()


def change(ana: Any, button: Callable[[Any], Any]) -> None:
    """Open the other member's page and press something there."""
    ana.goto(f"/g/{Group.objects.get(personal_to=None).pk}/people")
    ana.locator("main a.item[href*='/people/']").first.click()
    button(ana)
    ana.locator(".flash").wait_for()


def save_role(role: str) -> Callable[[Any], Any]:
    def press(page: Any) -> None:
        page.locator(f"input[name=role][value={role}]").check()
        page.locator("button[form=role]").click()

    return press


def test_lowered_member_is_offered_less(ana: Any, newcomer: Any) -> None:
    let_in(ana, newcomer)
    home, match = newcomer.url, begin(ana)
    newcomer.goto(match)
    assert newcomer.locator("footer a.main[href$='/round']").count() == 1

    change(ana, save_role("viewer"))
    newcomer.reload()

    assert newcomer.locator("form, button").count() == 0
    newcomer.goto(home)
    assert newcomer.locator("footer a.main").count() == 0
    assert Membership.objects.get(role="viewer").group.name == LONG


def test_removed_member_finds_nothing_any_more(ana: Any, newcomer: Any, console: list) -> None:
    let_in(ana, newcomer)
    home, match = newcomer.url, begin(ana)

    change(ana, lambda page: page.locator("button[name=remove]").click())

    for address in (home, match, f"{home}/people"):
        assert newcomer.request.get(address).status == 404


def test_last_organiser_hands_over_and_leaves(ana: Any, newcomer: Any) -> None:
    let_in(ana, newcomer)
    follow(ana, "/leave")
    ana.locator("button[form=leave]").click()
    assert "organiser" in ana.locator(".flash").inner_text()

    change(ana, save_role("organiser"))
    follow(ana, "/leave")
    ana.locator("button[form=leave]").click()

    ana.locator(".hero").wait_for()
    newcomer.goto(newcomer.url + "/people")
    assert newcomer.locator("main section ul.list > li").count() == 1


@pytest.mark.parametrize("locale", ["en-GB", "pt-BR"])
def test_pages_of_a_group_are_for_everybody(ana: Any, newcomer: Any, locale: str) -> None:
    """No fault axe sees, nothing wider than the phone, no target too small."""
    let_in(ana, newcomer)
    home, found = ana.url.replace("/people", ""), {}
    secret = invite(ana)
    ana.context.set_extra_http_headers({"Accept-Language": locale})
    member = ana.locator("main a.item[href*='/people/']").first.get_attribute("href")
    follow(ana, "/invites")
    ana.locator("button[form=say]").click()
    code = ana.locator("#code").inner_text()
    asker = ana.context.browser.new_context(base_url=home.split("/g/")[0]).new_page()
    asker.goto("/code")
    table.fill(asker, {"code": code, "name": "W" * 40})
    asker.locator("button[form=enter]").click()
    asker.locator("#state").wait_for()

    found["say code"] = faults(ana)
    found["waiting"] = faults(asker)
    for address in ("/groups/new", "/code", secret, member, home, f"{home}/people"):
        ana.goto(address)
        found[address] = faults(ana)
    for end in ("log", "leave", "settings", "invites"):
        ana.goto(f"{home}/{end}")
        found[end] = faults(ana)
    ana.locator("button[form=invite][value=scorer]").click()
    ana.locator(".qr-box").wait_for()
    found["shown"] = faults(ana)
    asker.context.close()

    assert {name: told for name, told in found.items() if told} == {}


def faults(page: Any) -> list[str]:
    return [*pages.faults(page), *pages.too_wide(page), *pages.small_targets(page)]
