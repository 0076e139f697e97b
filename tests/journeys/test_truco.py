"""An evening of truco on a phone: Paulista and Argentino, two phones, and no script."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.models import Round
from tests.journeys import hands, pages, table
from tests.journeys.test_two_phones import shared_address

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("verified")]
NAMES = {"label0": "Ana", "label1": "Bia"}
LONG = {"label0": "W" * 40, "label1": "Os meninos da Rua das Palmeiras número 7"}


@pytest.fixture
def paulista(phone: Any) -> Any:
    """The phone at a match of Truco Paulista in which Ana deals first."""
    table.start_match(phone, "truco_paulista", first_dealer="0", **NAMES)
    return phone


def test_paulista_hand_takes_two_taps(paulista: Any, taps: Any) -> None:
    dealt = hands.deals_and_starts(paulista)

    taps(hands.step(paulista, 3))
    taps(hands.half(paulista, 0))
    paulista.locator(".anew").wait_for()

    assert taps.count == 2
    assert hands.totals(paulista) == [3, 0]
    assert (dealt, hands.deals_and_starts(paulista)) == (["Ana", "Bia"], ["Bia", "Ana"])


def test_paulista_match_to_the_iron_hand(paulista: Any) -> None:
    hands.won(paulista, 0, 3)
    hands.ran(paulista, 1, 6)
    hands.said(paulista, "tied")
    hands.won(paulista, 0, 6)
    free = hands.values(paulista)
    for side in (0, 1, 0):
        hands.won(paulista, side)
    before = hands.totals(paulista)
    marked = hands.values(paulista)
    hands.won(paulista, 1)  # the hand of eleven, played
    hands.said(paulista, "give")
    lost = hands.totals(paulista)
    for _ in "123":
        hands.said(paulista, "give")
    iron = [hands.how(paulista, said).count() for said in ("give", "fold", "tied")]
    hands.said(paulista, "tied")
    level = hands.totals(paulista)
    hands.won(paulista, 1)

    assert (free, marked) == (["1", "3", "6", "9", "12"], [])
    assert (before, lost, level) == ([11, 4], [11, 8], [11, 11])
    assert iron == [0, 0, 1]
    assert hands.totals(paulista) == [11, 14]
    assert "Bia" in table.state(paulista)
    assert hands.half(paulista, 0).count() == 0
    assert hands.words(paulista) == [
        *("Truco", "Seis, recusado", "Tudo empatado", "Seis", "Mão", "Mão", "Mão"),
        *("Mão de onze jogada", *["Mão de onze entregue"] * 4, "Mão de ferro", "Mão de ferro"),
    ]


def test_enter_on_a_value_scores_for_nobody(paulista: Any) -> None:
    paulista.locator('[name="value"][value="3"]').press("Enter")
    paulista.get_by_role("alert").wait_for()
    paulista.reload()

    assert hands.totals(paulista) == [0, 0]
    assert Round.objects.count() == 0


def test_fold_shows_what_it_pays(paulista: Any) -> None:
    hands.how(paulista, "fold").tap()
    offered = hands.values(paulista)

    hands.score(paulista, hands.half(paulista, 1))
    hands.ran(paulista, 1, 12)

    assert offered == ["+1", "+3", "+6", "+9"]
    assert hands.totals(paulista) == [0, 10]


def test_undo_is_in_sight_and_takes_the_hand_back(paulista: Any) -> None:
    none_yet = paulista.locator("form[action$='/undo']").count()
    hands.won(paulista, 0, 6)
    hands.ran(paulista, 1)
    button = paulista.locator("form[action$='/undo'] button")
    box = button.bounding_box()

    table.undo(paulista)
    once = hands.totals(paulista)
    table.undo(paulista)
    twice = hands.totals(paulista)
    hands.won(paulista, 1)
    paulista.locator(".anew").wait_for()

    assert none_yet == 0
    assert box["y"] + box["height"] <= 844
    assert (once, twice, hands.totals(paulista)) == ([6, 0], [0, 0], [0, 1])
    assert paulista.locator(".flash").count() == 1  # said of the undo,
    assert paulista.locator(".flash:visible").count() == 0  # and gone with the next hand


def test_second_quick_tap_is_no_other_hand(paulista: Any) -> None:
    clock = paulista.context.new_cdp_session(paulista)
    clock.send("Animation.enable")
    clock.send("Animation.setPlaybackRate", {"playbackRate": 0.01})  # half a second takes fifty
    box = hands.half(paulista, 0).bounding_box()
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    paulista.touchscreen.tap(*at)
    paulista.locator(".anew").wait_for()
    paulista.touchscreen.tap(*at)
    clock.send("Animation.setPlaybackRate", {"playbackRate": 1000})

    hands.won(paulista, 1)

    assert hands.totals(paulista) == [1, 1]
    assert Round.objects.count() == 2


@pytest.fixture
def argentino(phone: Any) -> Any:
    """The phone at a match of Truco Argentino, Ana 20 and Bia 16 after five hands and calls."""
    table.start_match(phone, "truco_argentino", wins="", **NAMES)
    hands.won(phone, 0, 4)
    hands.envido(phone, 1, "envido", "envido", "real")
    hands.won(phone, 1, 3)
    hands.envido(phone, 1, "envido", "real", accepted=False)
    hands.won(phone, 1, 4)
    hands.envido(phone, 0, "falta")
    hands.won(phone, 0, 2)
    return phone


def test_argentino_match_across_malas_and_buenas(argentino: Any) -> None:
    stood, half = hands.totals(argentino), hands.stages(argentino)

    hands.correct(argentino, 4, value="1")  # the hand that took Bia to 16
    malas = hands.totals(argentino)
    hands.correct(argentino, 5, accepted="no")  # what was said to be a falta was refused

    assert (stood, half) == ([20, 16], ["buenas", "buenas"])
    assert malas == [23, 13]  # the falta paid what Bia lacked to 30: 17
    assert hands.totals(argentino) == [7, 13]
    assert hands.stages(argentino) == ["malas", "malas"]
    assert hands.words(argentino) == [
        "Vale cuatro",
        "Envido, envido e real envido",
        "Retruco",
        "Envido e real envido, recusado",
        "Mão",
        "Falta envido, recusado",
        "Truco",
    ]


def test_hand_that_no_longer_fits_is_worth_nothing_and_asked_about(argentino: Any) -> None:
    hands.correct(argentino, 5, winner="1")  # the falta was Bia's: she had won there
    asked = argentino.locator(".ask-box").inner_text()
    shown = argentino.locator(".deals tr.misfit").count()
    over = (hands.totals(argentino), table.state(argentino))

    table.press(argentino, "void-rest")

    assert "1" in asked
    assert shown == 1
    assert over[0] == [4, 30]
    assert "Bia" in over[1]
    assert argentino.locator(".ask-box").count() == 0
    assert [entry.state for entry in Round.objects.order_by("order")][-1] == "void"


def test_flor_is_scored_where_the_rules_have_it(phone: Any) -> None:
    table.start_match(phone, "truco_gaucho", wins="", first_dealer="0", **NAMES)
    phone.locator(".calls:has([value=flor]) summary").tap()
    flor = phone.locator(".calls[open]")
    flor.locator('label:has([value="matched"])').tap()
    hands.score(phone, flor.locator('button[name="winner"][value="1"]'))

    assert hands.totals(phone) == [0, 4]
    assert hands.deals_and_starts(phone) == ["Ana", "Bia"]  # the deal goes on
    assert hands.words(phone) == ["Flor contra flor"]


def test_truco_without_a_script(new_phone: Callable[..., Any]) -> None:
    page = new_phone(java_script_enabled=False)
    table.start_match(page, "truco_argentino", wins="", **NAMES)
    hands.step(page, 2).click()
    hands.half(page, 0).click()
    page.locator("form[action$='/undo']").wait_for()
    page.locator(".calls summary").first.click()
    page.locator(".calls label:has([name=real])").click()
    page.locator(".calls[open] button[value='1']").click()
    page.locator(".half .huge", has_text="5").wait_for()
    hands.correct(page, 0, how="fold")

    assert hands.totals(page) == [1, 5]
    table.undo(page)
    assert hands.totals(page) == [2, 5]


@pytest.fixture
def bob(paulista: Any, new_phone: Callable[..., Any]) -> Callable[[str], Any]:
    """Bob's phone, let into the match: `bob("score")`."""

    def let(what: str) -> Any:
        page = new_phone()
        page.goto(shared_address(paulista, what))
        page.locator("button[form=join]").click()
        page.locator("#board").wait_for()
        return page

    return let


def tell(page: Any) -> str:
    """What is said on the board after a hand that was not taken as it came."""
    told = page.locator(".said-once")
    told.wait_for()
    return told.inner_text()


def test_two_phones_one_hand_is_told_and_kept_once(paulista: Any, bob: Any) -> None:
    other = bob("score")
    hands.won(paulista, 0, 3)
    hands.won(other, 1)  # of the same hand
    conflict = tell(other)
    stood = hands.totals(other)
    paulista.reload()
    hands.won(paulista, 0)
    hands.won(other, 0)  # the same as the other phone has just written

    assert conflict != tell(other)
    assert stood == [3, 0]
    assert hands.totals(other) == [4, 0]
    assert Round.objects.count() == 2


def test_onlooker_follows_and_taps_nothing(paulista: Any, bob: Any) -> None:
    other = bob("view")
    hands.won(paulista, 1, 9)

    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    other.locator(".anew").wait_for()

    assert hands.totals(other) == [0, 9]
    assert other.locator("main button").count() == 0
    assert hands.words(other) == ["Nove"]


def test_pages_of_truco(new_phone: Callable[..., Any]) -> None:
    page, wrong = new_phone(reduced_motion="reduce"), []

    def look(name: str) -> None:
        found = [*pages.too_wide(page), *pages.faults(page), *pages.small_targets(page)]
        wrong.extend(f"{name}: {fault}" for fault in found)
        page.set_viewport_size({"width": 390, "height": 844})

    table.start_match(page, "truco_argentino", first_dealer="0", **LONG)
    hands.envido(page, 0, "envido", "falta", accepted=False)
    page.locator(".calls summary").first.tap()
    look("envido open")
    hands.to_correction(page, 0)
    look("an envido corrected")
    table.start_match(page, "truco_paulista", start0="9", start1="11", first_dealer="0", **LONG)
    look("on the mark")
    hands.said(page, "give")
    hands.said(page, "give")
    look("iron hand")
    hands.won(page, 0)
    look("over")
    hands.to_correction(page, 0)
    look("a hand corrected")

    assert wrong == []


@pytest.mark.parametrize("game", ["truco_paulista", "truco_argentino"])
def test_sheet_fills_one_screen(phone: Any, game: str) -> None:
    table.start_match(phone, game, first_dealer="0", wins="2", **NAMES)
    hands.won(phone, 0)
    phone.locator(".anew").wait_for()
    for width, height in pages.PHONES:
        phone.set_viewport_size({"width": width, "height": height})
        dock = phone.locator(".dock").bounding_box()
        boxes = [hands.half(phone, side).bounding_box() for side in (0, 1)]

        assert phone.evaluate("document.documentElement.scrollHeight") == height
        assert dock["y"] + dock["height"] == height
        assert boxes[1]["y"] + boxes[1]["height"] <= dock["y"]
        assert min(box["height"] for box in boxes) >= 96


def test_keys_of_the_forms_differ(phone: Any) -> None:
    table.start_match(phone, "truco_argentino", **NAMES)
    hands.won(phone, 0)
    hidden = phone.locator("form input[name=key]").all()
    keys = [key.get_attribute("value") for key in hidden]

    assert len(keys) == 4  # a hand, an envido, a flor, the undo
    assert len(set(keys)) == 4
