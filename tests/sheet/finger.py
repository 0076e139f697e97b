"""A finger on the open sheet: it taps where the eye sees a target, and never more than that."""

from collections.abc import Mapping
from typing import Any

# What lies under the middle of a target; a finger hits nothing else.
HIT = """target => {
  const box = target.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y);
  return { x, y, hit: top !== null && (target === top || target.contains(top)) };
}"""
# Whether a phone would open its own keyboard.
KEYBOARD = """() => {
  const { tagName, type, inputMode } = document.activeElement;
  const writes = tagName === "TEXTAREA" || (tagName === "INPUT" && type !== "radio");
  return writes && inputMode !== "none";
}"""
# The usual deal of UX.md, in the order of the sheet; 14 taps with the one that saves.
USUAL_DEAL = [
    '[name="end"][value="out:0:normal"]',
    '[data-name="0.canastras.clean"] button >> nth=1',
    '[data-name="0.canastras.dirty"] button >> nth=0',
    '[data-name="1.canastras.dirty"] button >> nth=0',
    '[name="1.morto"][value="taken"]',
    *(f'[data-key="{digit}"]' for digit in "34518045"),
]


class Sheet:
    """The round sheet on one phone."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0

    def open(self, address: str = "") -> "Sheet":
        """Go to the sheet (again); without an address the page is loaded anew."""
        self.page.goto(address) if address else self.page.reload()
        self.page.locator("#sheet.live").wait_for()
        return self

    def tap(self, selector: str, leaves: bool = False) -> None:
        """One tap on the glass, in the middle of what stands there; it may leave the page."""
        target = self.page.locator(selector)
        at = target.evaluate(HIT)
        if not at["hit"]:
            target.evaluate("el => el.scrollIntoView({block: 'center'})")
            at = target.evaluate(HIT)
        assert at["hit"], f"{selector} lies under something else"
        self.page.touchscreen.tap(at["x"], at["y"])
        self.taps += 1
        assert leaves or not self.page.evaluate(KEYBOARD), f"{selector} opens the keyboard"

    def tap_all(self, selectors: list[str]) -> None:
        for selector in selectors:
            self.tap(selector)

    def start_afresh(self) -> None:
        """The sheet as nobody has touched it."""
        self.page.evaluate("localStorage.clear()")
        self.open()

    def key(self, *keys: str) -> None:
        """Keys of the sheet's own keypad: digits as one text, or `+ back next sign clear`."""
        for key in keys:
            for one in key if key.isdigit() else [key]:
                self.tap(f'[data-key="{one}"]')

    def out(self, side: int, manner: str = "normal") -> None:
        self.tap(f'[name="end"][value="out:{side}:{manner}"]')

    def count(self, name: str, times: int = 1, button: int = -1) -> None:
        """Tap a count up: `button` is the place among `1 2 +` (or `− +`)."""
        buttons = self.page.locator(f'[data-name="{name}"] button').count()
        for _ in range(times):
            self.tap(f'[data-name="{name}"] button >> nth={button % buttons}')

    def morto(self, side: int, state: str) -> None:
        self.tap(f'[name="{side}.morto"][value="{state}"]')

    def way(self, way: str) -> None:
        self.tap(f'[name="way"][value="{way}"]')

    def write(self, name: str, *keys: str) -> None:
        """Tap on a figure and type."""
        self.tap(f'[name="{name}"]')
        self.key(*keys)

    def save(self) -> None:
        self.tap("#save", leaves=True)

    def saved(self) -> None:
        """Save, and wait for the match's page."""
        self.save()
        self.page.locator("#board").wait_for()

    # What stands there

    @property
    def at(self) -> str | None:
        """The figure being written."""
        on = self.page.locator(".fig.on input")
        return on.get_attribute("name") if on.count() else None

    def value(self, name: str) -> str:
        return self.page.locator(f'[name="{name}"]').input_value()

    @property
    def sums(self) -> list[str]:
        """The running totals of the round."""
        return self.page.locator(".sum output").all_inner_texts()

    @property
    def button(self) -> str:
        """What the one big button says."""
        return self.page.locator("#save").inner_text()

    def said(self, place: str) -> str:
        """The words beside a figure, in sight."""
        words = self.page.locator(f'[data-place="{place}"]')
        return words.inner_text() if words.is_visible() else ""

    @property
    def notice(self) -> str:
        """The sentence at the top, without its buttons; "" while there is none."""
        place = self.page.locator("#sheet .notice")
        if not place.is_visible():
            return ""
        return place.evaluate("el => el.firstChild.textContent").strip()

    def module(self, name: str, script: str, argument: Any = None) -> Any:
        """Ask the page's own module: `script` is a function of it and an argument."""
        return self.page.evaluate(
            f"""argument => {{
              const sources = [...document.querySelectorAll('[rel="modulepreload"]')];
              const {{ href }} = sources.find(link => link.href.includes('/{name}.'));
              return import(href).then(module => ({script})(module, argument));
            }}""",
            argument,
        )

    def entry(self) -> Mapping[str, Any]:
        """The round as the phone would have it scored."""
        return self.module("filling", "filling => filling.entry()")

    def drafts(self) -> dict[str, str]:
        """Everything this phone keeps."""
        return self.page.evaluate("() => ({...localStorage})")
