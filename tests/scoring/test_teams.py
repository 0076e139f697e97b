"""Partnerships: found from the seats, named, called by their name wherever they sit."""

import pytest
from django.urls import reverse

from players import people as who
from players.actions import people
from players.ids import uuid7
from players.models import Group, GroupEvent, Membership, Player, Role, Team
from tests.factories import GroupFactory, PlayerFactory, start_match
from tests.scoring.hand import Hand
from tests.scoring.test_players import at_once, fresh
from tests.scoring.test_statements import statements


@pytest.fixture
def known(quinta) -> dict[str, Player]:
    return people(quinta, ["Ana", "Bia", "Caio", "Duda", "Eva"])


def play(by, group, known, *sides: str):
    pairs = [[known[name] for name in side.split()] for side in sides]
    return start_match(by.user, group, players=pairs, target=100_000)


def teams(group: Group) -> str:
    return reverse("teams", args=[group.pk])


def new(group: Group, *players: Player) -> str:
    ids = "&".join(f"with={player.pk}" for player in players)
    return f"{reverse('new_team', args=[group.pk])}?{ids}"


def test_pairs_are_found_from_the_seats_most_often_first(alice, quinta, known):
    play(alice, quinta, known, "Ana Bia", "Caio Duda")
    play(alice, quinta, known, "Bia Ana", "Caio Eva")
    play(alice, quinta, known, "Ana", "Eva")
    away = Hand.at(play(alice, quinta, known, "Ana Eva", "Bia Caio"), alice.user)
    away.put_away()

    found = alice.client.get(teams(quinta)).context["partners"]

    assert [(held.names, held.matches) for held in found] == [
        (["Ana", "Bia"], 2),
        (["Caio", "Duda"], 1),
        (["Caio", "Eva"], 1),
    ]


def test_pair_is_named_and_called_so_from_then_on(bob, quinta, known):
    match = play(bob, quinta, known, "Ana Bia", "Caio Duda")
    address = new(quinta, known["Ana"], known["Bia"])
    body = bob.client.get(teams(quinta)).content.decode()
    assert address.replace("&", "&amp;") in body

    form = bob.client.get(address)
    ids = [player.pk for player in form.context["players"]]
    answer = bob.client.post(reverse("new_team", args=[quinta.pk]), {"with": ids, "name": "Lions"})

    assert answer["Location"] == teams(quinta)
    sides = bob.client.get(reverse("match", args=[match.pk])).context["board"].sides
    assert [side.name for side in sides] == ["Lions", "Caio and Duda"]
    assert [
        held.team and held.team.name for held in bob.client.get(teams(quinta)).context["partners"]
    ] == ["Lions", None]
    assert "Lions" in bob.client.get(reverse("group", args=[quinta.pk])).content.decode()
    event = GroupEvent.objects.get()
    assert (event.kind, event.detail) == ("team", {"team": str(Team.objects.get().pk)})


def test_table_page_offers_to_name_a_side(alice, quinta, known):
    match = play(alice, quinta, known, "Ana Bia", "Caio Duda")
    who.name_team(quinta, [known["Caio"], known["Duda"]], "Foxes", alice.user)

    body = alice.client.get(reverse("table", args=[match.pk])).content.decode()

    assert new(quinta, known["Ana"], known["Bia"]).replace("&", "&amp;") in body
    assert body.count(reverse("new_team", args=[quinta.pk])) == 1


def test_substitute_ends_the_name_of_the_side(alice, quinta, known):
    hand = Hand.at(play(alice, quinta, known, "Ana Bia", "Caio Duda"), alice.user)
    who.name_team(quinta, [known["Ana"], known["Bia"]], "Lions", alice.user)
    hand.record(10, 20)
    hand.setting(players=[[known["Eva"], known["Bia"]], [known["Caio"], known["Duda"]]])

    assert [side.name for side in hand.board().sides] == ["Bia and Eva", "Caio and Duda"] or [
        side.name for side in hand.board().sides
    ] == ["Eva and Bia", "Caio and Duda"]


def test_team_is_renamed_and_ended(alice, quinta, known):
    match = play(alice, quinta, known, "Ana Bia", "Caio Duda")
    team = who.name_team(quinta, [known["Ana"], known["Bia"]], "Lions", alice.user)
    address = reverse("team", args=[quinta.pk, team.pk])

    assert alice.client.get(address).status_code == 200
    assert alice.client.post(address, {"name": "LIONS!"}).status_code == 303
    assert fresh(team).name == "LIONS!"
    end = reverse("end_team", args=[quinta.pk, team.pk])
    assert [alice.client.post(end).status_code for _ in "ab"] == [303, 404]

    board = alice.client.get(reverse("match", args=[match.pk])).context["board"]
    assert board.sides[0].name == "Ana and Bia"
    assert [e.kind for e in GroupEvent.objects.all()] == ["end_team", "rename_team", "team"]


@pytest.mark.parametrize("name", ["foxes", "", "\u202ex", "a" * 41])
def test_name_that_cannot_be_is_told(alice, quinta, known, name):
    who.name_team(quinta, [known["Caio"], known["Duda"]], "Foxes", alice.user)
    team = who.name_team(quinta, [known["Bia"], known["Duda"]], "Owls", alice.user)
    ids = [known["Ana"].pk, known["Bia"].pk]

    for address, data in (
        (reverse("new_team", args=[quinta.pk]), {"with": ids}),
        (reverse("team", args=[quinta.pk, team.pk]), {}),
    ):
        answer = alice.client.post(address, {**data, "name": name})
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == ["name"]
    assert sorted(Team.objects.values_list("name", flat=True)) == ["Foxes", "Owls"]


@pytest.mark.parametrize("second", ["foreign", "nobody's", "merged", "same", "none", "7", "many"])
def test_team_is_of_players_of_the_group(alice, quinta, known, second):
    ana = known["Ana"]
    merged = PlayerFactory(group=quinta, same_as=known["Bia"])
    ids = {"foreign": PlayerFactory().pk, "nobody's": uuid7(), "merged": merged.pk, "same": ana.pk}
    more = [ids.get(second, second)] if second not in ("none", "many") else []
    if second == "many":
        more = [PlayerFactory(group=quinta).pk for _ in range(6)]
    address = reverse("new_team", args=[quinta.pk])

    for method in (alice.client.get, alice.client.post):
        assert method(address, {"with": [ana.pk, *more], "name": "X"}).status_code == 404
    assert not Team.objects.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_only_who_keeps_score_names_teams(bob, charlie, client, quinta, known, method):
    team = who.name_team(quinta, [known["Ana"], known["Bia"]], "Lions", bob.user)
    onlooker = Membership.objects.create(group=quinta, user=charlie.user, role=Role.VIEWER)
    addresses = [new(quinta, known["Ana"], known["Caio"])]
    addresses.append(reverse("team", args=[quinta.pk, team.pk]))
    if method == "post":
        addresses.append(reverse("end_team", args=[quinta.pk, team.pk]))

    answers = [getattr(charlie.client, method)(address).status_code for address in addresses]
    assert set(answers) == {403}
    onlooker.delete()
    for phone in (charlie.client, client):
        answers = [getattr(phone, method)(address).status_code for address in addresses]
        assert set(answers) == {404}
    assert Team.objects.get().name == "Lions"


def test_team_of_another_group_is_none(alice, quinta):
    foreign = Team.objects.create(group=GroupFactory(), name="X", key="x")

    for name in ("team", "end_team"):
        address = reverse(name, args=[quinta.pk, foreign.pk])
        assert alice.client.post(address, {"name": "Y"}).status_code == 404
    assert Team.objects.get().name == "X"


def test_other_method_is_refused(alice, quinta, known):
    team = who.name_team(quinta, [known["Ana"], known["Bia"]], "Lions", alice.user)

    assert alice.client.post(teams(quinta)).status_code == 405
    assert alice.client.get(reverse("end_team", args=[quinta.pk, team.pk])).status_code == 405
    assert alice.client.delete(reverse("team", args=[quinta.pk, team.pk])).status_code == 405


@pytest.mark.django_db(transaction=True)
def test_twenty_names_at_once_are_one(alice, quinta, known):
    pair = [known["Ana"], known["Bia"]]
    made = at_once(lambda n: who.name_team(quinta, pair, f"Lions {n}", alice.user))

    assert len({team.pk for team in made}) == 1
    assert GroupEvent.objects.count() == 1


def test_page_asks_the_same_of_more_teams(alice, quinta, known):
    def fill() -> None:
        pair = people(quinta, [str(uuid7())[:20], str(uuid7())[20:]])
        start_match(alice.user, quinta, players=[list(pair.values()), []])
        who.name_team(quinta, list(pair.values()), str(uuid7())[:30], alice.user)

    def asked() -> int:
        with statements() as made:
            assert alice.client.get(teams(quinta)).status_code == 200
        return len(made)

    fill()
    one = asked()
    fill()
    fill()

    assert asked() == one <= 10
