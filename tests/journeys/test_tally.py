"""Any other game on a phone: cacheta of five, dominoes, and the one keypad of a plain tally."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.models import Match, Round
from tests.journeys import pages, table

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("verified")]
FIVE = {f"label{n}": name for n, name in enumerate(["Ana", "Beto", "Caio", "Dora", "Zé"])}
PAIR = {"label0": "Ana", "label1": "Bia"}


def key(page: Any, name: str) -> None:
    page.locator(f'.keys [data-key="{name}"]').tap()


def figures(page: Any, *figures: str) -> None:
    """Type a figure a side with the keypad, on to the next after each."""
    for figure in figures:
        for digit in figure:
            key(page, digit)
        key(page, "next")


def play(page: Any, *points: str) -> None:
    """A round from the match page and back to it, with the keypad."""
    table.open_round(page)
    figures(page, *points)
    page.locator("#save").tap()
    page.locator("#board").wait_for()


def shown(page: Any) -> list[int]:
    """The totals beside the figures."""
    return [table.figure(text) for text in page.locator(".after b").all_inner_texts()]


def written(page: Any) -> list[str]:
    return [field.input_value() for field in page.locator(".cell input").all()]


def test_cacheta_of_five_is_won_by_the_fewest(phone: Any) -> None:
    table.start_match(phone, "cacheta&sides=5", **FIVE)
    play(phone, "2", "0", "1", "3", "2")
    play(phone, "4", "1", "1", "5", "2")
    leads = phone.locator("#board .lead").first.inner_text()
    play(phone, "0", "0", "1", "2", "0")

    assert "Beto" in leads
    assert table.totals(phone) == [6, 1, 3, 10, 4]
    assert "Beto" in table.state(phone)
    assert table.running(phone)[-1] == [6, 1, 3, 10, 4]


def test_dominoes_to_fifty(phone: Any) -> None:
    table.start_match(phone, "dominoes", **PAIR)
    play(phone, "26", "0")
    play(phone, "0", "31")
    table.undo(phone)
    undone = table.totals(phone)
    play(phone, "0", "13")
    table.to_correction(phone, 0)
    key(phone, "next")
    figures(phone, "27")
    table.saved(phone)
    play(phone, "30", "0")

    assert undone == [26, 0]
    assert table.totals(phone) == [57, 13]
    assert "Ana" in table.state(phone)


@pytest.fixture
def sheet(phone: Any) -> Any:
    """An empty sheet of plain points, 100 to 40 before it."""
    table.start_match(phone, "tally", **PAIR)
    play(phone, "100", "40")
    table.open_round(phone)
    return phone


def test_keypad_adds_and_takes_off(sheet: Any) -> None:
    figures(sheet, "60+45", "15")
    key(sheet, "back")
    key(sheet, "7")  # a digit taken off, another written in its place
    begun = written(sheet)
    figures(sheet, "+", "30")
    key(sheet, "sign")
    whole = (written(sheet), shown(sheet))
    table.saved(sheet)

    assert begun == ["60+47", "15"]
    assert whole == (["−60+47+", "30"], [87, 70])
    assert table.totals(sheet) == [87, 70]


def test_digit_replaces_a_figure_come_back_to(sheet: Any) -> None:
    figures(sheet, "12", "34")

    figures(sheet, "5")

    assert written(sheet) == ["5", "34"]
    assert shown(sheet) == [105, 74]


def test_figure_that_cannot_be_negative_offers_no_minus(phone: Any) -> None:
    table.start_match(phone, "dominoes")
    table.open_round(phone)

    assert phone.locator('.keys [data-key="sign"]').is_disabled()


def test_draft_survives_a_reload_and_goes_with_the_save(sheet: Any) -> None:
    figures(sheet, "12", "5")
    sheet.reload()
    table.sheet_is_there(sheet)
    kept = (written(sheet), shown(sheet), sheet.locator(".notice").is_visible())
    table.saved(sheet)
    table.open_round(sheet)

    assert kept == (["12", "5"], [112, 45], True)
    assert written(sheet) == ["", ""]


def test_draft_thrown_away_is_gone(sheet: Any) -> None:
    figures(sheet, "12")
    sheet.reload()
    table.sheet_is_there(sheet)

    sheet.locator(".notice button").tap()

    assert written(sheet) == ["", ""]
    assert shown(sheet) == [100, 40]


def test_missing_figure_is_named_and_the_rest_stays(sheet: Any) -> None:
    figures(sheet, "12")
    table.save(sheet)
    table.complaints(sheet)
    named = [table.said_beside(sheet, f"{side}.points") for side in (0, 1)]
    stayed = (written(sheet), shown(sheet))
    table.sheet_is_there(sheet)
    figures(sheet, "7")  # the keypad stands where the figure is missing
    table.saved(sheet)

    assert named[0] == ""
    assert named[1] != ""
    assert stayed == (["12", ""], [112, 40])
    assert table.totals(sheet) == [112, 47]
    assert Round.objects.count() == 2


def test_server_that_is_down_costs_nothing(sheet: Any, server: Any, console: list[str]) -> None:
    figures(sheet, "12", "5")
    server.stop()
    table.save(sheet)
    sheet.locator(".notice button").wait_for()
    kept = written(sheet)
    console.clear()  # htmx says so too

    server.start()
    sheet.locator(".notice button").tap()
    sheet.locator("#board").wait_for()

    assert kept == ["12", "5"]
    assert table.totals(sheet) == [112, 45]


def test_tally_without_a_script(new_phone: Callable[..., Any]) -> None:
    page = new_phone(java_script_enabled=False)
    table.start_match(page, "tally", **PAIR)
    table.open_round(page)
    table.fill(page, {"0.points": "60+45", "1.points": "-5"})
    table.saved(page)

    assert table.totals(page) == [105, -5]
    assert Match.objects.get().state == "open"


def test_pages_of_a_tally(new_phone: Callable[..., Any]) -> None:
    page, wrong = new_phone(reduced_motion="reduce"), []

    def look(name: str) -> None:
        found = [*pages.too_wide(page), *pages.faults(page), *pages.small_targets(page)]
        wrong.extend(f"{name}: {fault}" for fault in found)
        page.set_viewport_size({"width": 390, "height": 844})

    names = {"label0": "W" * 40, "label1": "Os meninos da Rua das Palmeiras número 7"}
    table.start_match(page, "tally&sides=6", start0="12345", **names)
    table.open_round(page)
    figures(page, "999999")
    look("sheet")
    table.save(page)
    table.complaints(page)
    table.sheet_is_there(page)
    look("sheet, refused")

    assert wrong == []


def test_sheet_of_five_fits_one_screen(phone: Any) -> None:
    table.start_match(phone, "cacheta&sides=5", **FIVE)
    table.open_round(phone)
    for width, height in pages.PHONES:
        phone.set_viewport_size({"width": width, "height": height})

        assert phone.evaluate("document.documentElement.scrollHeight") == height
