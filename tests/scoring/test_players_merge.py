"""Two entries of one person become one, and two again."""

from contextlib import suppress

import pytest
from django.urls import reverse

from players import people as who
from players.actions import people
from players.ids import uuid7
from players.models import GroupEvent, Player, Team
from scoring import actions, verification
from scoring.models import Match
from tests.factories import PlayerFactory, start_match
from tests.rebuild import assert_rebuilds
from tests.scoring.hand import Hand
from tests.scoring.test_players import at_once, fresh, page, play


@pytest.fixture
def ana(quinta) -> Player:
    return people(quinta, ["Ana"])["Ana"]


@pytest.fixture
def aninha(quinta) -> Player:
    return people(quinta, ["Aninha"])["Aninha"]


def sound() -> None:
    for match in Match.objects.all():
        assert verification.match(match.pk) == []
        assert_rebuilds(match)


def test_form_merges_and_says_where_to_take_it_apart(alice, quinta, ana, aninha):
    play(alice, quinta, "Aninha", "Bia")

    form = alice.client.get(page("merge", ana)).context["form"]
    answer = alice.client.post(page("merge", ana), {"other": aninha.pk})

    assert list(form.others) == [str(aninha.pk), str(Player.objects.get(name="Bia").pk)]
    assert answer["Location"] == page("player", ana)
    assert fresh(aninha).same_as == ana
    assert page("split", aninha) in alice.client.get(page("player", ana)).content.decode()
    event = GroupEvent.objects.get()
    assert (event.kind, event.actor) == ("merge", alice.user)
    sound()


def test_merged_name_seats_the_one_it_is(alice, quinta, ana, aninha):
    actions.merge(ana, aninha, alice.user)

    assert people(quinta, ["Aninha", "Ana"]) == {"Aninha": ana, "Ana": ana}


def test_who_met_at_a_table_is_not_merged_and_the_match_is_told(alice, quinta, ana, aninha):
    match = play(alice, quinta, "Ana", "Aninha")

    answer = alice.client.post(page("merge", ana), {"other": aninha.pk})

    assert answer.status_code == 422
    assert reverse("match", args=[match.pk]) in answer.content.decode()
    assert fresh(aninha).same_as is None


def test_who_met_under_an_older_name_is_not_merged(alice, quinta, ana, aninha):
    old = people(quinta, ["Old"])["Old"]
    match = play(alice, quinta, "Old", "Aninha")
    actions.merge(ana, old, alice.user)

    with pytest.raises(actions.NotOne) as refused:
        actions.merge(ana, aninha, alice.user)
    assert refused.value.match == match


def test_seat_nobody_sat_in_is_no_meeting(alice, quinta, ana, aninha):
    hand = Hand.at(start_match(alice.user, quinta, players=[[aninha], []]), alice.user)
    hand.setting(players=[[ana], []])

    actions.merge(ana, aninha, alice.user)

    assert fresh(aninha).same_as == ana


def test_player_of_somebody_stays_theirs(alice, bob, ana, aninha):
    Player.objects.filter(pk=aninha.pk).update(user=bob.user)

    actions.merge(ana, aninha, alice.user)
    assert (fresh(ana).user, fresh(aninha).user) == (bob.user, None)

    actions.split(fresh(aninha), alice.user)
    assert (fresh(ana).user, fresh(aninha).user) == (None, bob.user)


def test_players_of_two_people_are_not_merged(alice, bob, ana, aninha):
    Player.objects.filter(pk=aninha.pk).update(user=bob.user)
    Player.objects.filter(pk=ana.pk).update(user=alice.user)

    answer = alice.client.post(page("merge", ana), {"other": aninha.pk})

    assert answer.status_code == 422
    assert answer.context["refused"].match is None
    assert fresh(aninha).same_as is None


def test_both_entries_of_one_account_are_merged(alice, bob, ana, aninha):
    Player.objects.update(user=bob.user)

    actions.merge(ana, aninha, alice.user)
    assert fresh(ana).user == bob.user


def test_split_gives_back_names_aliases_and_teams(alice, quinta, ana, aninha):
    nina, bia, caio = people(quinta, ["Nina", "Bia", "Caio"]).values()
    lions = who.name_team(quinta, [aninha, bia], "Lions", alice.user)
    foxes = who.name_team(quinta, [nina, caio], "Foxes", alice.user)
    keys = {team.pk: team.key for team in (lions, foxes)}
    actions.merge(aninha, nina, alice.user)
    actions.merge(ana, aninha, alice.user)
    assert {p.same_as for p in (fresh(aninha), fresh(nina))} == {ana}
    assert fresh(lions).key == Team.key_of([ana.pk, bia.pk])
    assert fresh(foxes).key == Team.key_of([ana.pk, caio.pk])

    actions.split(fresh(aninha), alice.user)
    assert (fresh(aninha).same_as, fresh(nina).same_as) == (None, aninha)
    assert fresh(lions).key == keys[lions.pk]

    actions.split(fresh(nina), alice.user)
    assert fresh(nina).same_as is None
    assert {team.pk: team.key for team in Team.objects.all()} == keys


def test_merges_are_taken_back_in_either_order(alice, quinta, ana, aninha):
    nina, bia = people(quinta, ["Nina", "Bia"]).values()
    lions = who.name_team(quinta, [nina, bia], "Lions", alice.user)
    actions.merge(aninha, nina, alice.user)
    actions.merge(ana, aninha, alice.user)

    actions.split(fresh(nina), alice.user)
    actions.split(fresh(aninha), alice.user)

    assert [p.same_as for p in (fresh(ana), fresh(aninha), fresh(nina))] == [None] * 3
    assert fresh(lions).key == Team.key_of([nina.pk, bia.pk])


def test_team_both_have_stays_and_comes_back(alice, quinta, ana, aninha):
    bia = people(quinta, ["Bia"])["Bia"]
    one = who.name_team(quinta, [ana, bia], "Lions", alice.user)
    two = who.name_team(quinta, [aninha, bia], "Foxes", alice.user)

    actions.merge(ana, aninha, alice.user)
    listed = alice.client.get(reverse("teams", args=[quinta.pk])).context["partners"]
    assert [held.team for held in listed] == [one]

    actions.split(fresh(aninha), alice.user)
    assert fresh(two).key == Team.key_of([aninha.pk, bia.pk])


def test_split_is_one_tap(alice, ana, aninha):
    actions.merge(ana, aninha, alice.user)

    assert alice.client.get(page("split", aninha)).status_code == 200
    answers = [alice.client.post(page("split", aninha)) for _ in "ab"]

    assert [answer["Location"] for answer in answers] == [page("player", aninha)] * 2
    assert fresh(aninha).same_as is None
    assert alice.client.get(page("split", aninha))["Location"] == page("player", aninha)
    assert [event.kind for event in GroupEvent.objects.all()] == ["split", "merge"]


def test_somebody_new_of_the_name_is_asked_about(alice, quinta, ana, aninha):
    actions.merge(ana, aninha, alice.user)
    PlayerFactory(group=quinta, name="ANINHA")

    assert "tag" in alice.client.get(page("split", aninha)).context["form"].fields
    for tag in ("", "x" * 21, "(x)"):
        assert alice.client.post(page("split", aninha), {"tag": tag}).status_code == 422
    assert fresh(aninha).same_as == ana
    with pytest.raises(who.Taken):
        actions.split(fresh(aninha), alice.user)

    answer = alice.client.post(page("split", aninha), {"tag": "Silva"})

    assert answer.status_code == 303
    assert (str(fresh(aninha)), fresh(aninha).same_as) == ("Aninha (Silva)", None)


def test_tag_somebody_has_is_told(alice, quinta, ana, aninha):
    actions.merge(ana, aninha, alice.user)
    people(quinta, ["Silva"])
    for tag in ("", "Silva"):
        PlayerFactory(group=quinta, name="Aninha", tag=tag)

    answer = alice.client.post(page("split", aninha), {"tag": "silva"})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["tag"]


def test_matches_played_since_stay_with_the_one_who_sat(alice, quinta, ana, aninha):
    before = play(alice, quinta, "Aninha", "Bia")
    actions.merge(ana, aninha, alice.user)
    since = play(alice, quinta, "Aninha", "Bia")

    actions.split(fresh(aninha), alice.user)

    for player, match in ((aninha, before), (ana, since)):
        past = alice.client.get(page("player", player)).context["past"]
        assert [line["match"] for line in past] == [match]
    sound()


def test_merged_entries_count_as_one(alice, quinta, ana, aninha):
    play(alice, quinta, "Ana", "Bia")
    play(alice, quinta, "Aninha", "Bia")
    actions.merge(ana, aninha, alice.user)

    listed = alice.client.get(reverse("players", args=[quinta.pk])).context["players"]

    assert [(p.name, p.matches) for p in listed] == [("Ana", 2), ("Bia", 2)]


@pytest.mark.parametrize("other", ["", "own", "foreign", "merged", "nobody's", "7"])
def test_other_must_be_an_entry_of_the_group(alice, quinta, ana, aninha, other):
    merged = PlayerFactory(group=quinta, same_as=aninha)
    ids = {"own": ana, "foreign": PlayerFactory(), "merged": merged}
    value = ids[other].pk if other in ids else uuid7() if other == "nobody's" else other

    answer = alice.client.post(page("merge", ana), {"other": value})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["other"]


@pytest.mark.parametrize("way", ["merge", "split"])
def test_only_an_organiser_merges(alice, bob, quinta, ana, aninha, way):
    if way == "split":
        actions.merge(ana, aninha, alice.user)
    before = fresh(aninha).same_as

    for method in (bob.client.get, bob.client.post):
        assert method(page(way, aninha), {"other": ana.pk}).status_code == 403
    assert fresh(aninha).same_as == before


@pytest.mark.django_db(transaction=True)
def test_twenty_merges_and_splits_at_once_are_one(alice, ana, aninha):
    at_once(lambda n: actions.merge(ana, aninha, alice.user))
    assert fresh(aninha).same_as == ana

    at_once(lambda n: actions.split(aninha, alice.user))
    assert fresh(aninha).same_as is None
    assert [event.kind for event in GroupEvent.objects.all()] == ["split", "merge"]


@pytest.mark.django_db(transaction=True)
def test_two_merged_into_each_other_at_once_leave_one(alice, ana, aninha):
    def act(number: int) -> None:
        pair = (ana, aninha) if number % 2 else (aninha, ana)
        with suppress(who.Taken):
            actions.merge(*pair, alice.user)

    at_once(act)

    assert sorted(p.same_as is None for p in (fresh(ana), fresh(aninha))) == [False, True]
