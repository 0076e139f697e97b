"""A person with a phone, a match on it, and a finger on its sheet.

After every test the tables of each match are made again from its events, and found equal.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, override_settings

from players.actions import make_guest
from players.models import User
from scoring.models import Match
from tests import factories
from tests.rebuild import assert_rebuilds
from tests.server import Server
from tests.sheet.finger import Sheet


@pytest.fixture(autouse=True)
def after_test(server: Server) -> Iterator[None]:
    yield
    for match in Match.objects.all():
        assert_rebuilds(match)


@dataclass
class Person:
    """Somebody who may sign in on any number of phones."""

    user: User
    server: Server
    open_phone: Callable[..., Any]

    def cookie(self) -> dict[str, str]:
        """A new session of theirs, as the server signs it."""
        client, name = Client(), settings.SESSION_COOKIE_NAME
        data = Path(self.server.environment["CADERNETA_DATA"])
        with override_settings(SECRET_KEY=(data / "secret_key").read_text().strip()):
            client.force_login(self.user)
        return {"name": name, "value": client.cookies[name].value, "url": self.server.url}

    def phone(self, **options: Any) -> Any:
        page = self.open_phone(**{"reduced_motion": "reduce", **options})
        page.set_default_timeout(10_000)
        page.context.add_cookies([self.cookie()])
        return page

    def match(self, preset: str = "tranca", **table: Any) -> Match:
        return factories.start_match(self.user, preset=preset, **table)

    def sheet(self, match: Match, phone: Any = None, path: str = "round", **options: Any) -> Sheet:
        """The sheet of the match's next round, open on a phone."""
        return Sheet(phone or self.phone(**options)).open(f"/m/{match.pk}/{path}")


@pytest.fixture
def alice(server: Server, new_phone: Callable[..., Any]) -> Person:
    return Person(make_guest(), server, new_phone)


@pytest.fixture
def deal(alice: Person) -> Sheet:
    """The sheet of UX.md's usual deal: FIBur's burraco, one player a side, by points."""
    return alice.sheet(alice.match("burraco_fibur", players_per_side=1))
