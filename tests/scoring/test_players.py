"""The players of a group: their pages, who they are, what they are called, who plays no more."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.urls import reverse

from players import people as who
from players.actions import people
from players.ids import uuid7
from players.models import Group, GroupEvent, Membership, Player, Role
from players.pages import PAGE
from scoring import actions
from tests.factories import GroupFactory, MembershipFactory, PlayerFactory, record, start_match
from tests.scoring.conftest import Persona
from tests.scoring.hand import Hand
from tests.scoring.test_statements import statements
from tests.scoring.test_views_words import HOSTILE, Skeleton


@pytest.fixture
def ana(quinta) -> Player:
    return people(quinta, ["Ana"])["Ana"]


def page(name: str, player: Player) -> str:
    return reverse(name, args=[player.group_id, player.pk])


def shown(phone, player: Player, name: str = "player"):
    return phone.client.get(page(name, player)).context


def play(by: Persona, group: Group, *names: str, points=(600, 100)):
    """A finished match of one against one."""
    known = people(group, names)
    match = start_match(by.user, group, players=[[known[name]] for name in names], target=500)
    record(match, by.user, list(points))
    return match


def at_once(act, times: int = 20) -> list:
    gate = threading.Barrier(times)

    def run(number: int):
        gate.wait()
        try:
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(run, range(times)))


def fresh(row):
    return type(row).objects.get(pk=row.pk)


def test_page_lists_matches_with_how_they_went(alice, quinta, ana):
    won = play(alice, quinta, "Ana", "Bia")
    lost = play(alice, quinta, "Bia", "Ana")
    play(alice, quinta, "Bia", "Caio")
    begun = start_match(alice.user, quinta, players=[[ana], []])

    past = shown(alice, ana)["past"]

    assert {line["match"]: line["result"] for line in past} == {
        begun: "open",
        won: "won",
        lost: "lost",
    }


def test_substitute_is_told_the_result_where_they_sat_half_of_it(alice, quinta, ana):
    known = people(quinta, ["Bia", "Eva"])
    hand = Hand.at(
        start_match(alice.user, quinta, players=[[ana], [known["Bia"]]], target=1000),
        alice.user,
    )
    hand.record(300, 0)
    hand.record(300, 0)
    hand.setting(players=[[known["Eva"]], [known["Bia"]]])
    hand.record(500, 0)

    results = {p.name: shown(alice, p)["past"][0]["result"] for p in [ana, *known.values()]}

    assert results == {"Ana": "won", "Bia": "lost", "Eva": "sat in for less than half"}


def test_past_of_a_merged_entry_is_that_of_the_one_it_is(alice, quinta, ana):
    match = play(alice, quinta, "Aninha", "Bia")
    aninha = Player.objects.get(name="Aninha")
    actions.merge(ana, aninha, alice.user)

    for player in (ana, aninha):
        context = shown(alice, player)
        assert context["player"] == ana
        assert [(x["match"], x["result"]) for x in context["past"]] == [(match, "won")]
    assert [player.name for player in shown(alice, ana)["others"]] == ["Aninha"]
    assert shown(alice, ana, "player")["past"][0]["sides"][0].name == "Ana"


def test_older_matches_stand_on_a_page_of_their_own(alice, quinta, ana):
    for _ in range(PAGE + 1):
        start_match(alice.user, quinta, players=[[ana], []])

    first, second = (alice.client.get(page("player", ana), {"page": n}).context for n in ("1", "2"))

    assert (len(first["past"]), first["older"]) == (PAGE, 2)
    assert (len(second["past"]), second["older"]) == (1, None)


def test_own_page_finds_the_whole_past_in_all_groups(alice, bob, quinta, ana):
    other = MembershipFactory(user=bob.user).group
    left = MembershipFactory(user=bob.user).group
    matches = [play(alice, group, "Ana", "Bia") for group in (quinta, other, left)]
    play(alice, quinta, "Bia", "Caio")
    for group in (quinta, other, left):
        Player.objects.filter(group=group, name="Ana").update(user=bob.user)
    Membership.objects.filter(group=left).delete()

    past = bob.client.get("/mine").context["past"]

    assert [(line["match"], line["result"]) for line in past] == [
        (matches[1], "won"),
        (matches[0], "won"),
    ]
    assert alice.client.get("/mine").context["past"] == []


def test_newcomer_has_no_past(client, db):
    assert client.get("/mine").context["past"] == []
    assert client.post("/mine").status_code == 405


def test_rename_is_seen_everywhere(alice, quinta, ana):
    play(alice, quinta, "Ana", "Bia")

    answer = alice.client.post(page("rename_player", ana), {"name": "  Ana   (Silva) "})

    assert answer["Location"] == page("player", ana)
    assert (fresh(ana).name, fresh(ana).key, fresh(ana).tag) == ("Ana", "ana", "Silva")
    line = alice.client.get(reverse("group", args=[quinta.pk])).context["past"][0]
    assert line["sides"][0].name == "Ana (Silva)"


@pytest.mark.parametrize("name", ["bia", "BIÁ", "", "\u202eBia", "a" * 41])
def test_name_that_cannot_be_is_told(alice, quinta, ana, name):
    people(quinta, ["Bia"])

    answer = alice.client.post(page("rename_player", ana), {"name": name})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["name"]
    assert fresh(ana).name == "Ana"


def test_name_of_a_merged_entry_is_free(alice, quinta, ana):
    actions.merge(people(quinta, ["Bia"])["Bia"], people(quinta, ["Cris"])["Cris"], alice.user)

    assert alice.client.post(page("rename_player", ana), {"name": "Cris"}).status_code == 303


def test_own_name_spelt_otherwise_is_ones_own(alice, ana):
    assert alice.client.post(page("rename_player", ana), {"name": "ANA"}).status_code == 303
    assert fresh(ana).name == "ANA"


def test_member_renames_themselves_only(bob, quinta, ana):
    bia = people(quinta, ["Bia"])["Bia"]
    Player.objects.filter(pk=bia.pk).update(user=bob.user)

    assert bob.client.post(page("rename_player", bia), {"name": "Bibi"}).status_code == 303
    assert bob.client.post(page("rename_player", ana), {"name": "X"}).status_code == 403


def test_whoever_plays_no_more_is_offered_no_more_and_keeps_their_past(alice, quinta, ana):
    match = play(alice, quinta, "Ana", "Bia")
    players = reverse("players", args=[quinta.pk])

    alice.client.post(page("presence", ana), {"plays": "no"})
    alice.client.post(page("presence", ana), {"plays": "no"})

    known = alice.client.get("/new", {"group": quinta.pk}).context["known"]
    listed = alice.client.get(players).context
    assert [p.name for p in known] == [p.name for p in listed["players"]] == ["Bia"]
    assert list(listed["gone"]) == [ana]
    assert [line["match"] for line in shown(alice, ana)["past"]] == [match]

    alice.client.post(page("presence", ana), {"plays": "again"})

    assert [p.name for p in alice.client.get(players).context["players"]] == ["Ana", "Bia"]
    assert [event.kind for event in GroupEvent.objects.all()] == ["player_back", "player_left"]


def test_who_played_most_comes_first(alice, quinta):
    for names in (("Ana", "Bia"), ("Bia", "Caio"), ("Bia", "Ana")):
        play(alice, quinta, *names)
    gone = play(alice, quinta, "Caio", "Duda")
    actions.delete(gone, alice.user, uuid7())

    listed = alice.client.get(reverse("players", args=[quinta.pk])).context["players"]

    assert [(p.name, p.matches) for p in listed] == [
        ("Bia", 3),
        ("Ana", 2),
        ("Caio", 1),
        ("Duda", 0),
    ]


WAYS = [
    *[("player", "get"), ("rename_player", "get"), ("rename_player", "post"), ("claim", "post")],
    *[("let_go", "post"), ("presence", "post"), ("merge", "get"), ("merge", "post")],
    *[("split", "get"), ("split", "post")],
]


@pytest.mark.parametrize(("name", "method"), WAYS)
def test_player_of_others_looks_like_none(alice, charlie, client, quinta, ana, name, method):
    Player.objects.filter(pk=ana.pk).update(user=charlie.user)
    foreign = PlayerFactory()
    addresses = [
        (charlie.client, page(name, ana)),
        (client, page(name, ana)),
        (alice.client, reverse(name, args=[quinta.pk, foreign.pk])),
        (alice.client, reverse(name, args=[quinta.pk, uuid7()])),
        (alice.client, reverse(name, args=[foreign.group_id, foreign.pk])),
    ]
    for phone, address in addresses:
        assert getattr(phone, method)(address, {"name": "X"}).status_code == 404
    assert (fresh(ana).name, fresh(ana).user) == ("Ana", charlie.user)


@pytest.mark.parametrize(("name", "method"), [way for way in WAYS if way[0] not in ("player",)])
def test_other_method_is_refused(alice, ana, name, method):
    methods = {m for n, m in WAYS if n == name}
    for other in {"get", "post", "delete", "put"} - methods:
        assert getattr(alice.client, other)(page(name, ana)).status_code == 405


def test_pages_ask_the_same_of_more_players_and_matches(alice, bob, quinta, ana):
    def fill() -> None:
        play(alice, quinta, "Ana", str(uuid7())[:30])
        hand = Hand.at(start_match(alice.user, quinta, players=[[ana], []]), alice.user)
        hand.record(10, 20)
        hand.setting(players=[[PlayerFactory(group=quinta)], []])
        who.claim(PlayerFactory(group=quinta), bob.user, Role.SCORER)
        alias = PlayerFactory(group=quinta, same_as=ana)
        play(alice, quinta, str(alias), "Bia")

    def asked(address: str) -> int:
        with statements() as made:
            assert alice.client.get(address).status_code == 200
        return len(made)

    Player.objects.filter(pk=ana.pk).update(user=alice.user)
    addresses = [page("player", ana), reverse("players", args=[quinta.pk]), "/mine"]
    fill()
    one = [asked(address) for address in addresses]
    fill()
    fill()

    assert [asked(address) for address in addresses] == one
    assert max(one) <= 16


def pages_about(alice, name: str) -> dict[str, str]:
    """Every page of a group that shows a name, of player, team or group, with this one."""
    group = MembershipFactory(user=alice.user, group=GroupFactory(name=name)).group
    ana, bia, alias = (PlayerFactory(group=group, name=said) for said in (name, "Bia", name + "x"))
    actions.merge(ana, alias, alice.user)
    team = who.name_team(group, [ana, bia], name, alice.user)
    match = start_match(alice.user, group, players=[[ana, bia], [PlayerFactory(group=group)]])
    start_match(alice.user, group, players=[[ana], [bia]])
    who.claim(bia, MembershipFactory(group=group, role="scorer").user, "scorer")
    Player.objects.filter(pk=ana.pk).update(user=alice.user)
    addresses = {name: page(name, ana) for name in ("player", "rename_player", "merge")}
    addresses |= {name: reverse(name, args=[group.pk]) for name in ("group", "players", "teams")}
    addresses |= {"split": page("split", alias), "mine": "/mine", "start": "/"}
    addresses |= {
        "team": reverse("team", args=[group.pk, team.pk]),
        "new": f"/new?group={group.pk}",
    }
    addresses["move"] = f"{reverse('move', args=[match.pk])}?to={alice.user.notebook.pk}"
    addresses["table"] = reverse("table", args=[match.pk])
    shown = {at: alice.client.get(address).content.decode() for at, address in addresses.items()}
    shown["met"] = alice.client.post(page("merge", ana), {"other": bia.pk}).content.decode()
    group.delete()
    return shown


def test_hostile_names_are_shown_as_text(alice):
    usual = {at: Skeleton(body) for at, body in pages_about(alice, "Anastasia").items()}
    for hostile in HOSTILE[::3]:
        for at, body in pages_about(alice, hostile[:39]).items():
            found = Skeleton(body)
            assert (hostile, at, found.tags, found.comments) == (hostile, at, usual[at].tags, 0)
