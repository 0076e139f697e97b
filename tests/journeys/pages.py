"""What must hold on every page: no fault axe sees, nothing wider than the phone, big targets."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe

Page = Any
PHONES = ((390, 844), (320, 568))
THEMES = ("light", "dark")
TARGET = 48

# As a person meets it: a row of the ledger is one target, a radio is as big as its words.
SMALL = """least => [...document.querySelectorAll('a[href], button, select, summary, input')]
  .filter(el => el.type !== 'hidden' && !el.disabled && el.checkVisibility())
  .map(el => [el, (el.closest('.ledger tr, .fig, label') ?? el).getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && Math.min(box.width, box.height) < least - .5)
  .map(([el, box]) => `${el.tagName} ${el.name || el.className || el.getAttribute('href')} `
    + `${Math.round(box.width)}x${Math.round(box.height)}`)"""
# A phone zooms out on a page that is too wide: then the window grows, not what scrolls.
WIDE = """width => Math.max(innerWidth, document.documentElement.scrollWidth) <= width ? []
  : [...document.querySelectorAll('body *')]
    .filter(el => el.getBoundingClientRect().right > width + .5)
    .map(el => `${el.tagName} ${el.className.baseVal ?? el.className} `
      + `to ${Math.round(el.getBoundingClientRect().right)}`)"""

VIOLATIONS = """() => axe.run({resultTypes: ['violations']}).then(({violations}) =>
  violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html.slice(0, 120))}`))"""


def faults(page: Page) -> list[str]:
    """What axe finds on both phones in both themes, in a window as tall as the page."""
    found = []
    page.evaluate(Axe().axe_script)
    for width, height in PHONES:
        show_whole(page, width, height)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            for fault in page.evaluate(VIOLATIONS):
                found.append(f"{width} {theme}: {fault}")
    return found


def show_whole(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    tall = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": width, "height": max(height, tall)})


def too_wide(page: Page) -> list[str]:
    """Where the page is wider than the phone: as it is, and with text twice as large."""
    found = []
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        for size in ("", "32px"):
            page.evaluate("size => document.documentElement.style.fontSize = size", size)
            if wide := page.evaluate(WIDE, width):
                found.append(f"{width} {size or '16px'}, too wide: {wide[:8]}")
    page.evaluate("document.documentElement.style.fontSize = ''")
    return found


def small_targets(page: Page) -> list[str]:
    found = []
    for width, height in PHONES:
        show_whole(page, width, height)
        found += [f"{width}: {small}" for small in page.evaluate(SMALL, TARGET)]
    return found
