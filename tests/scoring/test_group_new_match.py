"""A new match in a group: where it is kept, whom it offers, and who may begin one there."""

import pytest
from django.urls import reverse

from players.actions import people
from players.ids import uuid7
from players.models import Group, Membership, Player, Role, Team, User
from scoring.models import Habits, Match
from tests.factories import MembershipFactory, PlayerFactory, start_match
from tests.scoring.test_statements import statements

NEW = "/new"


def body(group: Group | None = None, **more) -> dict:
    """What the form sends: tranca, two sides."""
    where = {"group": group.pk} if group else {}
    return {"game": "tranca", "sides": "2", "target": "3000", "id": uuid7(), **where, **more}


def team(group: Group, name: str, *players: Player) -> Team:
    made = Team.objects.create(group=group, name=name, key=Team.key_of(p.pk for p in players))
    made.players.set(players)
    return made


@pytest.fixture
def ana(quinta) -> Player:
    return people(quinta, ["Ana"])["Ana"]


@pytest.fixture
def bia(quinta) -> Player:
    return people(quinta, ["Bia"])["Bia"]


def seated(match: Match) -> list[list[str]]:
    return [[str(seat.player) for seat in side.seats.all()] for side in match.sides.all()]


def test_match_begun_in_a_group_is_the_groups_with_its_players(bob, quinta, ana):
    response = bob.client.post(NEW, body(quinta, **{"player0.0": "ana", "player1.0": "Caio"}))

    match = Match.objects.get()
    assert response.status_code == 303
    assert (match.group, match.ruleset.group) == (quinta, quinta)
    assert seated(match) == [["Ana"], ["Caio"]]
    assert Player.objects.get(name="Caio").group == quinta


def test_match_begun_without_a_group_is_kept_in_the_notebook(alice, quinta):
    alice.client.post(NEW, body())

    assert Match.objects.get().group == alice.user.notebook


def test_newcomer_begins_in_a_notebook_of_their_own(client, db):
    assert client.post(NEW, body()).status_code == 303
    assert Match.objects.get().group.personal_to == User.objects.get()


def test_known_people_of_the_group_are_offered_and_nobody_else(alice, quinta, ana):
    PlayerFactory(group=alice.user.notebook, name="Nina")
    PlayerFactory(group=quinta, name="Gone", same_as=ana)
    Player.objects.create(group=quinta, name="Ana", key="ana", tag="Silva")

    page = alice.client.get(NEW, {"group": quinta.pk})

    assert [str(player) for player in page.context["known"]] == ["Ana", "Ana (Silva)"]


def test_group_played_in_last_is_chosen_first(alice, quinta):
    start_match(alice.user)
    start_match(alice.user, quinta)

    page = alice.client.get(NEW)

    assert page.context["group"] == quinta
    assert page.context["groups"] == [alice.user.notebook, quinta]
    assert f"?group={alice.user.notebook.pk}&amp;game=tranca" in page.content.decode()


def test_notebook_is_chosen_while_nothing_was_played(alice, quinta):
    assert alice.client.get(NEW).context["group"] == alice.user.notebook


def test_usual_game_of_the_group_is_offered_first(alice, quinta):
    start_match(alice.user, quinta, preset="tranca")
    Habits.objects.create(group=quinta, preset="burraco_fibur")

    assert alice.client.get(NEW, {"group": quinta.pk}).context["preset"].id == "burraco_fibur"
    assert alice.client.get(NEW, {"group": alice.user.notebook.pk}).context["preset"].id == "tranca"


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("asked", ["foreign", "nobody's", "7", "notebook of others", "deleted"])
def test_group_of_others_is_none(alice, charlie, quinta, method, asked):
    theirs = {"foreign": quinta, "notebook of others": alice.user.notebook}
    pk = theirs[asked].pk if asked in theirs else "7" if asked == "7" else uuid7()

    response = getattr(charlie.client, method)(NEW, body() | {"group": pk})

    assert response.status_code == 404
    assert not Match.objects.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_onlooker_begins_no_match_in_a_group(charlie, quinta, method):
    Membership.objects.create(group=quinta, user=charlie.user, role=Role.VIEWER)

    response = getattr(charlie.client, method)(NEW, body(quinta))

    assert response.status_code == 403
    assert not Match.objects.exists()
    assert quinta not in charlie.client.get(NEW).context["groups"]


def test_team_seats_its_people_and_gives_the_side_its_name(alice, quinta, ana, bia):
    lions = team(quinta, "The Lions", ana, bia)
    names = {"player1.0": "Caio", "player1.1": "Duda"}

    page = alice.client.get(NEW, {"group": quinta.pk})
    alice.client.post(NEW, body(quinta, team0=lions.pk, **names))

    match = Match.objects.get()
    assert f'<option value="{lions.pk}">The Lions</option>' in page.content.decode()
    assert seated(match) == [["Ana", "Bia"], ["Caio", "Duda"]]
    assert match.sides.first().label is None
    assert match.players_per_side == 2
    shown = alice.client.get(reverse("match", args=[match.pk])).context["board"].sides
    assert [side.name for side in shown] == ["The Lions", "Caio and Duda"]


def test_typed_people_who_are_a_team_are_called_by_its_name(alice, quinta, ana, bia):
    team(quinta, "The Lions", ana, bia)
    match = start_match(alice.user, quinta, players=[[bia, ana], []])
    named = start_match(alice.user, quinta, players=[[bia, ana], []], labels=["Home", ""])

    shown = alice.client.get("/").context["open"]

    assert {line["match"]: line["sides"][0].name for line in shown} == {
        match: "The Lions",
        named: "Home",
    }


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"player0.0": "Duda"}, "team0"),
        ({"player1.0": "ANA"}, "team0"),
        ({"team1": "same"}, "team1"),
        ({"team1": "other"}, "team1"),
        ({"team1": "nobody's"}, "team1"),
    ],
)
def test_team_that_cannot_sit_is_told_beside_it(alice, quinta, ana, bia, more, field):
    lions = team(quinta, "The Lions", ana, bia)
    other = team(quinta, "Sisters", bia, *people(quinta, ["Duda"]).values())
    ids = {"same": lions.pk, "other": other.pk, "nobody's": uuid7()}
    more = {name: ids.get(value, value) for name, value in more.items()}

    page = alice.client.post(NEW, body(quinta, team0=lions.pk, **more))

    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    assert not Match.objects.exists()


def test_team_of_another_group_or_size_or_that_left_is_not_offered(alice, quinta, ana, bia):
    team(alice.user.notebook, "Others", PlayerFactory(), PlayerFactory())
    team(quinta, "Trio", ana, bia, PlayerFactory(group=quinta))
    team(quinta, "Gone", ana, PlayerFactory(group=quinta, left_at="2026-01-01T00:00Z"))

    page = alice.client.get(NEW, {"group": quinta.pk})

    assert "team0" not in page.context["form"].fields


def test_name_of_a_merged_entry_seats_the_one_it_was_merged_into(quinta, ana):
    PlayerFactory(group=quinta, name="Aninha", same_as=ana)

    assert people(quinta, ["aninha"]) == {"aninha": ana}
    assert Player.objects.filter(group=quinta).count() == 2


def test_somebody_new_of_a_merged_name_is_seated_before_the_merged_one(quinta, ana):
    PlayerFactory(group=quinta, name="Aninha", same_as=ana)
    new = PlayerFactory(group=quinta, name="Aninha")

    assert people(quinta, ["Aninha"]) == {"Aninha": new}


def test_new_match_asks_the_same_of_more_players_teams_and_groups(alice, quinta, ana, bia):
    def fill() -> None:
        pair = [PlayerFactory(group=quinta) for _ in "ab"]
        team(quinta, str(uuid7())[:20], *pair)
        MembershipFactory(user=alice.user)

    def asked() -> int:
        with statements() as made:
            assert alice.client.get(NEW, {"group": quinta.pk}).status_code == 200
        return len(made)

    fill()
    one = asked()
    fill()
    fill()

    assert asked() == one <= 13
