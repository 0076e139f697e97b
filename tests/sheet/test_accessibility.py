"""axe finds nothing wrong with the sheet in any of its states, in both themes."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.sheet.conftest import Person
from tests.sheet.test_many_sides import document

pytestmark = pytest.mark.browser


def as_tall_as_the_page(page: Any) -> None:
    """Under a dock that stays, axe reports half-covered targets which one scroll uncovers."""
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": 390, "height": max(844, height)})


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_sheet_has_no_barrier(alice: Person, axe: Callable[[Any], None], scheme: str) -> None:
    sheet = alice.sheet(alice.match(players_per_side=2), color_scheme=scheme)
    page = sheet.page

    axe(page)
    sheet.way("points")
    sheet.out(0)
    sheet.count("0.canastras.clean", button=1)
    sheet.count("0.honours.red_three", 2)
    sheet.morto(1, "taken")
    sheet.key("960", "40", "next", "345", "45")
    sheet.tap("#seldom")
    as_tall_as_the_page(page)
    axe(page)  # wrong
    sheet.write("0.melded.points", "345")
    axe(page)  # doubts
    sheet.tap('.sum[data-side="0"]')
    page.locator("#why").wait_for()
    axe(page)  # the arithmetic
    page.keyboard.press("Escape")
    sheet.tap('[name="end"][value="stock"]')
    sheet.morto(1, "taken_unused")
    sheet.morto(0, "not_taken")
    as_tall_as_the_page(page)
    axe(page)  # every question asked


def test_tabs_have_no_barrier(alice: Person, axe: Callable[[Any], None]) -> None:
    match = alice.match(document=document("canasta_modern_american", 5), labels=["Ana"] + [""] * 4)
    sheet = alice.sheet(match)
    sheet.page.locator(".fold.rare summary").first.tap()
    sheet.out(3)
    sheet.tap(".heads .tab >> nth=3")
    as_tall_as_the_page(sheet.page)

    axe(sheet.page)
