"""The cast: Alice owns the notebook, Bob is on the team, Charlie is a stranger."""

from dataclasses import dataclass, field

import pytest
from django.test import Client

from players.actions import make_guest
from players.models import Membership, Role, User
from scoring.models import Match
from tests import factories


@dataclass
class Persona:
    """Somebody with a phone: `client` is signed in as `user`."""

    user: User
    client: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        self.client.force_login(self.user)


@pytest.fixture
def alice(db: None) -> Persona:
    return Persona(make_guest())


@pytest.fixture
def bob(alice: Persona) -> Persona:
    """Keeps score in Alice's notebook."""
    user = make_guest()
    Membership.objects.create(group=alice.user.notebook, user=user, role=Role.SCORER)
    return Persona(user)


@pytest.fixture
def charlie(db: None) -> Persona:
    return Persona(make_guest())


@pytest.fixture
def match(alice: Persona) -> Match:
    """Tranca to 3000, just begun."""
    return factories.start_match(alice.user)
