"""The permission matrix, apart from the path: ids in forms, and the pages that ask for no right."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from players.actions import people
from players.ids import uuid7
from players.models import Membership, Role
from scoring import actions, sharing
from scoring.models import Habits, HouseRules
from tests.factories import GroupFactory, fresh, start_match
from tests.test_matrix import ACTORS, ELSEWHERE, OPEN, World, anywhere, everything, phone

pytestmark = pytest.mark.django_db


def of(name: str) -> Callable[[World], str]:
    return lambda world: world.address(name)


def new_match(world: World) -> str:
    return reverse("new_match")


def seated(world: World) -> str:
    """The move of a match that Ana and Bia play to another group of the same organiser."""
    known = people(world.group, ["Ana", "Bia"])
    match = start_match(world.owner, world.group, players=[[known["Ana"]], [known["Bia"]]])
    return reverse("move", args=[match.pk])


def another(world: World) -> Any:
    group = GroupFactory(name="Friday")
    Membership.objects.create(group=group, user=world.owner, role=Role.ORGANISER)
    return group.pk


def shared(world: World) -> str:
    house = HouseRules.objects.get(pk=world.ids["house_id"])
    return reverse("shared_rules", args=[actions.share_house(house, world.owner)])


BEGUN = {"game": "tranca", "sides": 2, "target": 3000, "id": uuid7()}
BEGUN |= {"player1.0": "Caio", "player1.1": "Duda"}
WHO = {"who0": "new", "name0": "Ana", "who1": "new", "name1": "Bia"}
# Each id that a form may name: where, in which field, which thing of a group it is, the rest of a
# form that works, and what is answered where it is a thing of elsewhere.
FIELDS: dict[str, tuple[Callable, str, str, Callable[[World], dict], int]] = {
    "rules of a new match": (
        new_match,
        "house",
        "house_id",
        lambda world: BEGUN | {"group": world.group.pk},
        404,
    ),
    "team of a new match": (
        new_match,
        "team0",
        "team_id",
        lambda world: BEGUN | {"group": world.group.pk},
        422,
    ),
    "group of a new match": (new_match, "group", "pk", lambda world: BEGUN, 404),
    "players of a team": (
        of("new_team"),
        "with",
        "with",
        lambda world: {"name": "Os dois"},
        404,
    ),
    "entry to merge": (of("merge"), "other", "player_id", lambda world: {}, 422),
    "usual rules of a group": (
        of("group_settings"),
        "begins",
        "house_id",
        lambda world: {"name": "Quinta", "language": "", "time_zone": "America/Sao_Paulo"},
        422,
    ),
    "rules to move to": (
        lambda world: reverse("move_rules", args=[world.match.pk]),
        "to",
        "house_id",
        lambda world: {"version": fresh(world.match).version},
        303,
    ),
    "group to move to": (seated, "to", "pk", lambda world: WHO, 404),
    "player in the group moved to": (
        seated,
        "who0",
        "player_id",
        lambda world: WHO | {"to": another(world)},
        422,
    ),
    "group a copy of rules goes to": (shared, "group", "pk", lambda world: {}, 404),
}


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("whose", ["of others", "nobody's"])
def test_tm02_id_in_a_form_is_of_what_the_path_names(field, whose):
    """Things of others are no more there than what there is not, and nothing is written."""
    address, name, thing, rest, status = FIELDS[field]
    world, others = World(), World()
    strange = {**others.ids, "pk": others.group.pk}[thing] if whose == "of others" else uuid7()
    if thing == "with":
        strange = [world.ids["with"][0], strange[0] if whose == "of others" else strange]
    asked, form = address(world), rest(world)
    asker = phone(world.owner)
    before = everything()

    answer = asker.post(asked, {"key": uuid7(), **form, name: strange})

    assert answer.status_code == status
    assert everything() == before


@pytest.mark.parametrize("field", FIELDS)
def test_tm02_twin_with_an_id_of_its_own_is_let(field):
    address, name, thing, rest, _ = FIELDS[field]
    world = World()
    own = {**world.ids, "pk": another(world)}[thing]
    asked, form = address(world), rest(world)
    if field == "entry to merge":
        own = people(world.group, ["Caio"])["Caio"].pk
    if field == "player in the group moved to":
        group = GroupFactory(name="Saturday")
        Membership.objects.create(group=group, user=world.owner, role=Role.ORGANISER)
        own, form = people(group, ["Ana"])["Ana"].pk, WHO | {"to": group.pk}
    if field == "usual rules of a group":
        Habits.objects.all().delete()
    if field == "players of a team":
        own = [own[0], people(world.group, ["Caio"])["Caio"].pk]
    asker = phone(world.owner)
    before = everything()

    answer = asker.post(asked, {"key": uuid7(), **form, name: own})

    assert answer.status_code == 303
    assert everything() != before


# What a page that asks for no right answers to everybody alike, where nothing is there to be shown.
SHOWN = {
    **dict.fromkeys(OPEN - ELSEWHERE, 200),
    **dict.fromkeys(["join", "invitation", "shared_rules", "waiting"], 404),
    "bring": 303,
}


@pytest.mark.parametrize("who", ACTORS)
def test_page_without_rights_answers_everybody_alike(who):
    world = World()
    asker = phone(ACTORS[who][0](world))
    before = everything()

    shown = {name: asker.get(anywhere(name)).status_code for name in SHOWN}

    nobody = {"delete_account": 303} if who.startswith("AS") else {}
    assert shown == SHOWN | nobody
    assert everything() == before


@pytest.mark.parametrize("who", ACTORS)
def test_secret_shows_everybody_alike_what_it_is_for(who):
    """Looking lets nobody in."""
    world = World()
    asker = phone(ACTORS[who][0](world))
    join = reverse("join", args=[sharing.make_link(world.match, world.owner, "view")])
    addresses = [join, shared(world)]
    before = everything()

    assert [asker.get(address).status_code for address in addresses] == [200, 200]
    assert everything() == before
