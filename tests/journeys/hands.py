"""How a journey works the page of truco: a phone's taps, and what then stands there."""

from typing import Any

from tests.journeys.table import figure

Page = Any


def step(page: Page, value: int) -> Any:
    """What a hand was worth, to be tapped."""
    return page.locator(f'.band label:has([name="value"][value="{value}"])')


def how(page: Page, said: str) -> Any:
    """How a hand ended: a choice (`fold`), or a button that scores (`tied`, `give`)."""
    return page.locator(f'.band :is(label:has([value="{said}"]), button[value="{said}"])')


def half(page: Page, side: int) -> Any:
    """A side's half of the screen."""
    return page.locator(f'.half[name="winner"][value="{side}"]')


def score(page: Page, tapped: Any) -> None:
    """Tap what scores, and wait for the board that answers."""
    page.wait_for_load_state("load")  # before that a tap is a plain form's
    seen = page.locator("#board").get_attribute("hx-get")
    tapped.tap()
    page.locator(f'#board:not([hx-get="{seen}"])').wait_for()


def won(page: Page, side: int, value: int | None = None) -> None:
    """A hand was played and won; without a value for what it is worth anyway."""
    if value is not None:
        step(page, value).tap()
    score(page, half(page, side))


def ran(page: Page, raiser: int, value: int | None = None) -> None:
    """A raise was refused: the first, or that to `value`."""
    how(page, "fold").tap()
    if value is not None:
        step(page, value).tap()
    score(page, half(page, raiser))


def said(page: Page, what: str) -> None:
    """Tap a button that scores by itself."""
    score(page, how(page, what))


def envido(page: Page, winner: int, *calls: str, accepted: bool = True) -> None:
    """A chain of calls, of which the last was accepted or refused."""
    page.locator(".calls:has([value=envido]) summary").tap()
    called = page.locator(".calls[open]")
    called.locator(f'label:has([name="envido"][value="{calls.count("envido")}"])').tap()
    for name in {"real", "falta"} & set(calls):
        called.locator(f'label:has([name="{name}"])').tap()
    called.locator(f'label:has([value="{"yes" if accepted else "no"}"])').tap()
    score(page, called.locator(f'button[name="winner"][value="{winner}"]'))


def totals(page: Page) -> list[int]:
    return [figure(text) for text in page.locator(".half .huge").all_inner_texts()]


def stages(page: Page) -> list[str]:
    """Each side in malas or buenas."""
    return page.locator(".half .stage").all_inner_texts()


def values(page: Page) -> list[str]:
    """The steps a hand may be worth, as they stand in sight."""
    return page.locator(".band .seg.num label b:visible").all_inner_texts()


def deals_and_starts(page: Page) -> list[str]:
    return page.locator(".band .who bdi").all_inner_texts()


def legs(page: Page) -> list[int]:
    """How many legs each side has won."""
    return [int(text) for text in page.locator(".band .soft b").all_inner_texts()]


def unfold(page: Page) -> None:
    """Open the hands so far."""
    if not page.locator(".deals").is_visible():
        page.locator(".folds > .fold:not(.calls) > summary").tap()


def words(page: Page) -> list[str]:
    """What each hand is called, the first one first."""
    unfold(page)
    return page.locator(".deals tbody tr[id] .what").all_inner_texts()[::-1]


def to_correction(page: Page, place: int) -> None:
    """From the match to the form of its hand or call number `place`, in three taps."""
    unfold(page)
    count = page.locator(".deals tbody tr[id]").count()
    page.locator(".deals tbody tr[id] a").nth(count - 1 - place).tap()
    page.locator("a[href$='/correct']").tap()
    page.locator("#hand").wait_for()


def correct(page: Page, place: int, **choices: str) -> None:
    """Choose other values for a hand or call, and be back on the match."""
    to_correction(page, place)
    for name, value in choices.items():
        page.locator(f'#hand label:has([name="{name}"][value="{value}"])').tap()
    page.locator("button[form=hand]").tap()
    page.locator("#board").wait_for()
