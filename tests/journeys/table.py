"""How a journey works the pages: the only place that knows their markup.

Fields are found by the name they send, buttons by what they do; no word of any language is needed.
The sheet is worked as it stands: with taps where a script brought it to life, else as a plain form.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import translation

from scoring import figures

Page = Any
Value = str | int


def portuguese() -> translation.override:
    """The language of the phones: within it, the catalogue answers as the page does."""
    return translation.override("pt-br")


def figure(text: str) -> int:
    """Return the number a page shows: `1.250`, `1,250`, `−90`, `+40`."""
    digits = text.strip().replace(".", "").replace(",", "").replace(figures.MINUS, "-")
    return int(digits)


# Starting


def start_match(page: Page, game: str = "", **fields: str) -> str:
    """Begin a match through the form and return its address; `fields` by name."""
    page.goto(f"/new?game={game}" if game else "/new")
    fill(page, fields)
    begin(page)
    page.locator("#board").wait_for()
    return page.url


def begin(page: Page) -> None:
    page.locator("button[form=new]").click()


# Any form


# Of a field: what it is, and whether a fold hides it.
KIND = """name => {
  const el = document.getElementsByName(name)[0];
  return [el.type, Boolean(el.closest("details:not([open])"))];
}"""


def fill(page: Page, fields: Mapping[str, Value]) -> None:
    """Put values into the fields of these names; "" empties one."""
    for name, value in fields.items():
        field = page.locator(f'[name="{name}"]')
        field.first.wait_for(state="attached")
        kind, folded = page.evaluate(KIND, name)
        if folded:
            unfold(page, name)
        if kind == "radio":
            page.locator(f'[name="{name}"][value="{value}"]').check()
        elif kind == "select-one":
            field.select_option(str(value))
        else:
            field.fill(str(value))


def unfold(page: Page, name: str) -> None:
    """Open the fold that holds a field, as a person does who looks for it."""
    summary = page.locator(f'details:has([name="{name}"]) > summary')
    (summary if summary.is_visible() else page.locator("#seldom")).click()


def typed(page: Page, names: Iterable[str]) -> dict[str, str]:
    """What stands in these fields."""
    held = {}
    for name in names:
        field = page.locator(f'[name="{name}"]')
        if field.first.get_attribute("type") == "radio":
            chosen = page.locator(f'[name="{name}"]:checked')
            held[name] = chosen.get_attribute("value") if chosen.count() else ""
        else:
            held[name] = field.input_value()
    return held


# The sheet


def open_round(page: Page) -> None:
    page.locator("footer a.main[href$='/round']").click()
    sheet_is_there(page)


def sheet_is_there(page: Page) -> None:
    """Wait until the sheet can be worked: alive, where the page has scripts."""
    page.locator("#sheet").wait_for()
    page.wait_for_load_state("load")  # before that nobody knows whether there are scripts
    if page.evaluate("Boolean(document.querySelector('script[type=module]') && window.htmx)"):
        page.locator("#sheet.live").wait_for()


def fill_round(page: Page, fields: Mapping[str, Value]) -> None:
    """Say these things on the open sheet, in this order; "" takes a figure away again."""
    for name, value in fields.items():
        cell = page.locator(f'[data-name="{name}"]')
        if name == "end" and value == "stopped":
            fill(page, {"end": "stock"})  # "stopped" is asked only where nobody went out
        if cell.locator(".seg.num, .count-up, .cards").count():
            if page.evaluate(KIND, name)[1]:
                unfold(page, name)
            tap_count(cell, int(value or 0))
        else:
            fill(page, {name: value})


def tap_count(cell: Any, wanted: int) -> None:
    """Tap until a count says what is wanted: `1 2 … +` where there is room for it, else `− +`."""

    def held() -> int:
        return int(cell.locator("input").input_value() or 0)

    buttons = cell.locator("button")
    direct = buttons.count() - 1 if cell.locator(".seg.num").count() else 0
    if 0 < wanted <= direct:
        if held() != wanted:
            buttons.nth(wanted - 1).click()
        return
    if direct and not wanted and held():
        if held() > 1:
            buttons.first.click()  # says one, and a second tap on it none
        buttons.first.click()
        return
    while held() != wanted:
        (buttons.last if held() < wanted else buttons.first).click()


def way(page: Page, which: str) -> None:
    """Count by number, points or classes."""
    page.locator(f'input[name="way"][value="{which}"]').check()


def save(page: Page) -> None:
    """Tap the one big button of the sheet, whatever it says."""
    page.locator("#save").click()


def saved(page: Page) -> None:
    """Save, and wait for the match page."""
    save(page)
    page.locator("#board").wait_for()


def play_round(page: Page, fields: Mapping[str, Value], counted: str = "") -> None:
    """From the match page: open the sheet, fill it, save it, be back."""
    open_round(page)
    if counted:
        way(page, counted)
    fill_round(page, fields)
    saved(page)


def said_beside(page: Page, place: str) -> str:
    """The sentence beside a figure or a choice; "" while there is none."""
    return page.locator(f'[data-place="{place}"]').inner_text().strip()


def complaints(page: Page, kind: str = "bad") -> list[str]:
    """The sentences of a kind in sight on the sheet, "bad" or "ask", once there are any."""
    said = page.locator(f"#sheet .hint.{kind}:visible")
    said.first.wait_for()
    return [text.strip() for text in said.all_inner_texts()]


# The match


def totals(page: Page) -> list[int]:
    """The total of each side, as the match page shows them."""
    return [figure(t) for t in page.locator("#board .pair .big").all_inner_texts()]


def names(page: Page) -> list[str]:
    return [name.strip() for name in page.locator("#board .pair .name").all_inner_texts()]


def ledger(page: Page) -> list[tuple[list[int], list[int]]]:
    """Points and running totals of each line of the ledger."""
    lines = []
    for line in page.locator(".ledger tbody tr[id]").all():
        points = [words.split()[-1] for words in line.locator(".pts").all_inner_texts()]
        running = [figure(t) for t in line.locator(".run").all_inner_texts()]
        lines.append(([figure(t) for t in points], running))
    return lines


def running(page: Page) -> list[list[int]]:
    return [line[1] for line in ledger(page)]


def ordinals(page: Page) -> list[int]:
    """What the lines of the ledger are called, adjustments and void rounds left out."""
    called = page.locator(".ledger tbody tr.counts th a > span:not([aria-hidden])")
    digits = ["".join(filter(str.isdigit, text)) for text in called.all_inner_texts()]
    return [int(text) for text in digits if text]


def deals_and_starts(page: Page) -> list[str]:
    """Who deals the coming round, and who starts it."""
    return page.locator("#board .lead bdi").all_inner_texts()[-2:]


def state(page: Page) -> str:
    """The sentence about how the match stands; "" while it is simply being played."""
    found = page.locator("#board .outcome")
    return found.inner_text() if found.count() else ""


def row(page: Page, place: int) -> Any:
    """A line of the ledger, to be tapped."""
    return page.locator(".ledger tbody tr[id] th a").nth(place)


def breakdown(page: Page, place: int) -> list[list[int]]:
    """Tap a line of the ledger; return the figures of its arithmetic, per side, the sum last."""
    row(page, place).click()
    sections = page.locator("main section:has(.sumup)")
    sections.first.wait_for()
    return [[figure(t) for t in held.locator("dd").all_inner_texts()] for held in sections.all()]


def to_correction(page: Page, place: int) -> None:
    row(page, place).click()
    page.locator("a[href$='/correct']").click()
    sheet_is_there(page)


# Acts on the match


def press(page: Page, path: str) -> None:
    """Press the button that posts to this address of the match, and be back on its page."""
    page.locator(f"form[action$='/{path}'] button").first.click()
    page.locator(".flash").first.wait_for()


def undo(page: Page) -> None:
    press(page, "undo")


def more(page: Page) -> None:
    page.locator("footer a[href$='/more']").click()
    page.locator("a[href$='/history']").wait_for()


def history(page: Page) -> None:
    more(page)
    page.locator("a[href$='/history']").click()
    page.locator(".history").wait_for()


def adjust(page: Page, fields: Mapping[str, Value]) -> None:
    page.locator("footer a[href$='/adjust']").click()
    fill(page, fields)
    page.locator("button[form=adjust]").click()
    page.locator("#board").wait_for()
