"""Two phones at one match: by a link, on one round, at the same moment."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.models import Round
from tests.journeys import table

pytestmark = pytest.mark.browser
MINE = {"0.total": "60+45+15", "1.total": -30}
NAMES = {"label0": "Ana", "label1": "Bia"}


@pytest.fixture
def let_in(phone: Any, new_phone: Callable[..., Any]) -> Callable[[str], Any]:
    """Bob's phone, let into Alice's match by the link she shows: `let_in("score")`."""

    def let(what: str) -> Any:
        bob = new_phone()
        bob.goto(shared_address(phone, what))
        bob.locator("button[form=join]").click()
        bob.locator("#board").wait_for()
        return bob

    table.start_match(phone, **NAMES)
    return let


def shared_address(phone: Any, what: str) -> str:
    """Show the code as the starter of a match does; return the address it stands for."""
    here = phone.url
    phone.locator("footer a[href$='/share']").click()
    phone.locator(f"button[name=lets][value={what}]").click()
    phone.locator(".qr-box svg").wait_for()
    address = phone.locator(".address").inner_text()
    phone.goto(here)
    return address


def both_at_round_one(alice: Any, bob: Any) -> None:
    """Both have the sheet open; Alice saves first, Bob then saves something else."""
    table.open_round(alice)
    table.open_round(bob)
    table.fill_round(alice, {"0.total": 100, "1.total": 50})
    table.saved(alice)
    table.fill_round(bob, MINE)
    with bob.expect_response("**/round") as answer:
        table.save(bob)
    assert answer.value.status == 409
    bob.locator(".conflict").wait_for()


def test_shared_address_is_the_servers(phone: Any) -> None:
    table.start_match(phone)

    address = shared_address(phone, "score")

    host = phone.url.split("/m/")[0]
    assert address.startswith(f"{host}/join/")
    assert len(address.removeprefix(f"{host}/join/")) >= 22  # 128 bits or more


def test_link_alone_lets_nobody_in(phone: Any, new_phone: Callable[..., Any]) -> None:
    table.start_match(phone)
    bob = new_phone()

    bob.goto(shared_address(phone, "score"))
    answer = bob.request.get(phone.url)

    assert answer.status == 404


def test_second_phone_keeps_score_too(phone: Any, let_in: Callable[[str], Any]) -> None:
    bob = let_in("score")

    table.play_round(bob, {"0.total": 120, "1.total": 40})
    phone.reload()

    assert table.totals(phone) == [120, 40]
    assert table.names(bob) == ["Ana", "Bia"]


def test_two_phones_conflict_keep_what_is_saved(phone: Any, let_in: Callable[[str], Any]) -> None:
    bob = let_in("score")
    both_at_round_one(phone, bob)

    shown = bob.locator(".conflict td").all_inner_texts()
    bob.locator(".choices a.main").click()
    bob.locator("#board").wait_for()

    assert shown == ["+100", "+120", "+50", "−30"]
    assert table.ledger(bob) == [([100, 50], [100, 50])]


def test_two_phones_conflict_replace_by_mine(phone: Any, let_in: Callable[[str], Any]) -> None:
    bob = let_in("score")
    both_at_round_one(phone, bob)

    bob.locator(".choices form[action$='/correct'] button").click()
    bob.locator("#board").wait_for()

    assert table.ledger(bob) == [([120, -30], [120, -30])]
    table.to_correction(bob, 0)
    assert table.typed(bob, MINE) == {name: str(value) for name, value in MINE.items()}


def test_two_phones_conflict_mine_is_the_next(phone: Any, let_in: Callable[[str], Any]) -> None:
    bob = let_in("score")
    both_at_round_one(phone, bob)

    bob.locator(".choices form[action$='/round'] button").click()
    bob.locator("#board").wait_for()

    assert table.ledger(bob) == [([100, 50], [100, 50]), ([120, -30], [220, 20])]


def test_two_phones_same_figures_are_one_round(phone: Any, let_in: Callable[[str], Any]) -> None:
    bob = let_in("score")
    table.open_round(phone)
    table.open_round(bob)

    for each in (phone, bob):
        table.fill_round(each, MINE)
        table.saved(each)

    assert Round.objects.count() == 1
    assert table.ledger(bob) == [([120, -30], [120, -30])]


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_two_phones_correct_one_round(
    phone: Any, new_phone: Callable[..., Any], script: bool
) -> None:
    table.start_match(phone, **NAMES)
    table.play_round(phone, {"0.total": 100, "1.total": 50})
    bob = new_phone(java_script_enabled=script)
    bob.goto(shared_address(phone, "score"))
    bob.locator("button[form=join]").click()
    table.to_correction(phone, 0)
    table.to_correction(bob, 0)
    table.fill_round(phone, {"0.total": 110})
    table.saved(phone)
    table.fill_round(bob, {"0.total": 130, "reason": "contei de novo"})

    table.save(bob)
    bob.locator(".conflict").wait_for()
    offered = bob.locator(".choices form").count()
    bob.locator(".choices form[action$='/correct'] button").click()
    bob.locator("#board").wait_for()

    assert offered == 1
    assert table.totals(bob) == [130, 50]
    table.history(bob)
    assert "contei de novo" in bob.locator(".history .act").first.inner_text()


def test_onlooker_follows_and_cannot_write(phone: Any, let_in: Callable[[str], Any]) -> None:
    bob = let_in("view")
    table.play_round(phone, {"0.total": 120, "1.total": 40})

    bob.evaluate("htmx.ajax('GET', location.pathname + '?seen=0', '#board')")
    bob.locator(".ledger").wait_for()

    assert table.totals(bob) == [120, 40]
    assert bob.locator("footer a.main, form[action$='/undo'], a[href$='/adjust']").count() == 0
    assert bob.request.get(f"{phone.url}/round").status == 403


def test_onlooker_follows_when_the_page_is_seen_again(
    phone: Any, let_in: Callable[[str], Any]
) -> None:
    bob = let_in("view")
    table.play_round(phone, {"0.total": 120, "1.total": 40})

    bob.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    bob.locator(".ledger").wait_for()

    assert table.totals(bob) == [120, 40]


def test_closed_link_puts_its_people_out(phone: Any, let_in: Callable[[str], Any]) -> None:
    bob = let_in("score")
    phone.locator("footer a[href$='/share']").click()

    phone.locator("form[action$='/revoke'] button").click()
    phone.locator(".flash").wait_for()

    assert bob.request.get(bob.url).status == 404


@pytest.mark.parametrize("choice", ["round", "correct"])
def test_two_phones_conflict_leaves_no_draft_behind(
    phone: Any, let_in: Callable[[str], Any], choice: str
) -> None:
    bob = let_in("score")
    both_at_round_one(phone, bob)
    bob.locator(f".choices form[action$='/{choice}'] button").click()
    bob.locator("#board").wait_for()

    table.open_round(bob)

    assert table.typed(bob, MINE) == {"0.total": "", "1.total": ""}
    assert not bob.locator("#sheet .notice").is_visible()


def test_two_phones_conflict_outlives_a_server_that_is_down(
    phone: Any, let_in: Callable[[str], Any], server: Any, console: list[str]
) -> None:
    bob = let_in("score")
    both_at_round_one(phone, bob)
    mine_is_next = bob.locator(".choices form[action$='/round'] button")

    server.stop()
    mine_is_next.click()
    bob.locator(".conflict .unsent").wait_for()
    assert Round.objects.count() == 1
    console.clear()  # htmx says so too

    server.start()
    mine_is_next.click()
    bob.locator("#board").wait_for()
    assert Round.objects.count() == 2
