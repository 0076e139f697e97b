"""The cast: Alice owns the notebook, Bob is on the team, Charlie is a stranger."""

from dataclasses import dataclass, field

import pytest
from django.test import Client

import rules
from players.actions import make_guest
from players.models import Group, Membership, Role, User
from scoring import actions
from scoring.models import HouseRules, Match
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


@pytest.fixture
def quinta(alice: Persona, bob: Persona) -> Group:
    """Alice organises it, Bob keeps score."""
    group = factories.GroupFactory(name="Quinta")
    factories.MembershipFactory(group=group, user=alice.user, role=Role.ORGANISER)
    factories.MembershipFactory(group=group, user=bob.user, role=Role.SCORER)
    return group


@pytest.fixture
def house(alice: Persona, quinta: Group) -> HouseRules:
    """House rules of Quinta that are still tranca as in the preset."""
    document = rules.preset("tranca").document
    return actions.make_house(quinta, alice.user, "Tranca da quinta", "tranca", document)
