"""After every journey the tables follow from the events, and both from the rules."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scoring import verification
from scoring.models import Match
from tests.rebuild import assert_rebuilds
from tests.server import Server


@pytest.fixture(autouse=True)
def after_journey(server: Server) -> Iterator[None]:
    yield
    for match in Match.objects.all():
        assert_rebuilds(match)
        assert verification.match(match.pk) == []


@pytest.fixture
def verified(server: Server) -> Iterator[None]:
    """After the test tables, events and rules are found to agree."""
    yield
    assert [fault for pk in verification.matches() for fault in verification.match(pk)] == []


class Taps:
    """A finger that counts: `taps(locator)` is one real tap on the glass."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, target: Any) -> None:
        target.tap()
        self.count += 1


@pytest.fixture
def taps() -> Taps:
    return Taps()


@pytest.fixture
def new_phone(new_phone: Callable[..., Any]) -> Callable[..., Any]:
    """As everywhere, but what does not come within twenty seconds does not come."""

    def open_page(**options: Any) -> Any:
        page = new_phone(**options)
        page.set_default_timeout(20_000)
        return page

    return open_page
