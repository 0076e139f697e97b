"""A match moves to another group with all that belongs to it."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.urls import reverse

from players.actions import people
from players.ids import uuid7
from players.models import Group, GroupEvent, Membership, Player, Role
from scoring import actions, sharing, verification
from scoring.acts import Conflict, Refused
from scoring.models import Event, Match, MatchLink, Pass, Remark, Round, Score, Seat, Series, Side
from tests.factories import (
    GroupFactory,
    MembershipFactory,
    PlayerFactory,
    fresh,
    record,
    start_match,
    tranca_sheet,
)
from tests.rebuild import assert_rebuilds
from tests.scoring.hand import Hand
from tests.scoring.test_statements import lengthen, statements

EVERYTHING = {
    Match: "pk",
    Side: "match",
    Seat: "side__match",
    Round: "match",
    Score: "round__match",
    Event: "match",
    Remark: "match",
    MatchLink: "match",
    Pass: "match",
}


@pytest.fixture
def thursday(alice, bob) -> Group:
    """Where Alice keeps score and Bob organises."""
    group = GroupFactory(name="Thursday")
    MembershipFactory(group=group, user=alice.user, role=Role.SCORER)
    MembershipFactory(group=group, user=bob.user)
    return group


@pytest.fixture
def played(alice, charlie) -> Match:
    """Ana and Caio against Bia and Duda, with all that a match can hold; Charlie looks on."""
    known = people(alice.user.notebook, ["Ana", "Bia", "Caio", "Duda", "Eva"])
    pairs = [[known["Ana"], known["Caio"]], [known["Bia"], known["Duda"]]]
    match = start_match(alice.user, players=pairs, labels=["Casa", ""], target=100_000)
    hand = Hand.at(match, alice.user)
    record(match, alice.user, tranca_sheet({"adjustments": [{"note": "fine", "points": -5}]}))
    hand.setting(players=[[known["Eva"], known["Caio"]], pairs[1]])
    hand.record(10, 20)
    hand.void(2)
    link = MatchLink.objects.get(
        digest=sharing.digest(sharing.make_link(match, alice.user, "score"))
    )
    sharing.join(link, charlie.user)
    return fresh(match)


def all_new(match: Match) -> dict:
    return {player.pk: str(player) for player in actions.seated([match])}


def groups_of(match: Match) -> dict[str, set]:
    return {
        model.__name__: set(
            model.objects.filter(**{way: match.pk}).values_list("group_id", flat=True)
        )
        for model, way in EVERYTHING.items()
    }


def sound(match: Match) -> None:
    assert verification.match(match.pk) == []
    assert_rebuilds(fresh(match))


def page(match: Match, to: Group | None = None) -> str:
    address = reverse("move", args=[match.pk])
    return f"{address}?to={to.pk}" if to else address


def test_match_moves_with_everything_it_has(alice, played, thursday):
    totals = [side.total for side in Hand.at(played, alice.user).board().sides]

    actions.move(played, alice.user, uuid7(), thursday, all_new(played))

    moved = fresh(played)
    assert groups_of(moved) == {model.__name__: {thursday.pk} for model in EVERYTHING}
    assert moved.ruleset.group == thursday
    assert {r.ruleset.group for r in moved.rounds.select_related("ruleset__group")} == {thursday}
    board = Hand.at(moved, alice.user).board()
    assert [side.total for side in board.sides] == totals
    assert [side.players for side in board.sides] == [["Eva", "Caio"], ["Bia", "Duda"]]
    assert {p.group for p in actions.seated([moved])} == {thursday}
    sound(moved)


def test_link_and_pass_live_on(alice, charlie, played, thursday):
    actions.move(played, alice.user, uuid7(), thursday, all_new(played))

    assert charlie.client.get(reverse("match", args=[played.pk])).status_code == 200
    assert charlie.client.get("/").context["open"][0]["match"] == played


def test_whoever_belongs_to_the_new_group_only_sees_it_then(alice, bob, played, thursday):
    before = bob.client.get(reverse("match", args=[played.pk])).status_code
    bob.user.memberships.filter(group=alice.user.notebook).delete()
    between = bob.client.get(reverse("match", args=[played.pk])).status_code
    actions.move(played, alice.user, uuid7(), thursday, all_new(played))

    assert (before, between) == (200, 404)
    assert bob.client.get(reverse("match", args=[played.pk])).status_code == 200


def test_player_becomes_who_they_are_there(alice, played, thursday):
    there = people(thursday, ["Ana", "Bianca"])
    arrivals = {
        player.pk: {"Ana": there["Ana"], "Bia": there["Bianca"]}.get(player.name, player.name)
        for player in actions.seated([played])
    }

    actions.move(played, alice.user, uuid7(), thursday, arrivals)

    assert [str(player) for player in actions.seated([played])] == [
        "Ana",
        "Bianca",
        "Caio",
        "Duda",
        "Eva",
    ]
    assert Player.objects.filter(group=thursday).count() == 5
    sound(played)


def test_acts_before_the_move_are_corrected_not_undone(alice, played, thursday):
    hand = Hand.at(played, alice.user)
    actions.move(played, alice.user, uuid7(), thursday, all_new(played))

    assert actions.last_act(hand.match) is None
    with pytest.raises(Refused):
        actions.undo(hand.match, alice.user, uuid7(), hand.match.version)
    hand.correct(1, 300, 200)
    hand.record(10, 20)
    hand.undo()
    hand.undo()
    assert actions.last_act(hand.match) is None
    hand.sound()


def test_matches_of_a_series_move_together(alice, thursday):
    known = people(alice.user.notebook, ["Ana", "Bia"])
    first = start_match(alice.user, players=[[known["Ana"]], [known["Bia"]]], wins=2, target=500)
    record(first, alice.user, [600, 100])
    second = actions.rematch(fresh(first), uuid7(), alice.user)

    actions.move(fresh(second), alice.user, uuid7(), thursday, all_new(first))

    assert {fresh(match).group for match in (first, second)} == {thursday}
    assert Series.objects.get().group == thursday
    third = actions.rematch(fresh(second), uuid7(), alice.user)
    assert third.group == thursday
    for match in (first, second, third):
        sound(match)


def test_two_players_are_no_one_player_there(alice, played, thursday):
    ana = people(thursday, ["Ana"])["Ana"]
    arrivals = dict.fromkeys((player.pk for player in actions.seated([played])), ana)

    with pytest.raises(Refused):
        actions.move(played, alice.user, uuid7(), thursday, arrivals)
    assert fresh(played).group == alice.user.notebook
    sound(played)


def test_who_sat_down_meanwhile_is_asked_about(alice, played, thursday):
    arrivals = all_new(played)
    hand = Hand.at(played, alice.user)
    nina = PlayerFactory(group=alice.user.notebook)
    hand.setting(players=[[nina, None], [None, None]])

    with pytest.raises(Conflict):
        actions.move(played, alice.user, uuid7(), thursday, arrivals)
    assert not Player.objects.filter(group=thursday).exists()


def test_merged_player_moves_as_the_one_they_are(alice, played, thursday):
    eva = Player.objects.get(name="Eva")
    Player.objects.filter(name="Ana").update(same_as=eva)

    actions.move(played, alice.user, uuid7(), thursday, all_new(played))

    assert Player.objects.filter(group=thursday).count() == 4
    sound(played)


def in_threads(times: int, act) -> list:
    """Do the same at the same moment, each with its own connection."""
    gate = threading.Barrier(times)

    def run(number: int):
        gate.wait()
        try:
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(run, range(times)))


@pytest.mark.django_db(transaction=True)
def test_twenty_moves_at_once_are_one(alice, played, thursday):
    arrivals = all_new(played)
    version = played.version

    in_threads(20, lambda n: actions.move(played, alice.user, uuid7(), thursday, arrivals))

    assert fresh(played).version == version + 1
    assert GroupEvent.objects.filter(kind__startswith="move").count() == 2
    assert Player.objects.filter(group=thursday).count() == 5
    sound(played)


def test_move_asks_the_same_of_a_long_match(alice, thursday):
    def cost(rounds: int) -> int:
        match = start_match(alice.user, target=1_000_000)
        record(match, alice.user, tranca_sheet())
        lengthen(fresh(match), rounds)
        with statements() as asked:
            actions.move(fresh(match), alice.user, uuid7(), thursday, {})
        return len(asked)

    cost(1)
    assert cost(5) == cost(500) <= 35


def test_page_offers_the_groups_one_keeps_score_in(alice, played, thursday):
    Membership.objects.create(group=GroupFactory(), user=alice.user, role=Role.VIEWER)
    GroupFactory()

    assert alice.client.get(page(played)).context["groups"] == [thursday]
    assert page(played) in alice.client.get(reverse("more", args=[played.pk])).content.decode()


def test_page_knows_who_has_the_same_name_there(alice, played, thursday):
    ana = people(thursday, ["Ana"])["Ana"]
    PlayerFactory(group=thursday, name="Duda", key="duda", same_as=ana)

    form = alice.client.get(page(played, thursday)).context["form"]

    assert [row["who"].initial for row in form.rows()] == [
        str(ana.pk),
        "new",
        "new",
        str(ana.pk),
        "new",
    ]


def test_form_moves_the_match(alice, played, thursday):
    ana = people(thursday, ["Ana"])["Ana"]
    names = {f"name{n}": str(p) for n, p in enumerate(actions.seated([played]))}
    who = {f"who{n}": "new" for n in range(5)} | {"who0": str(ana.pk)}
    data = {"to": thursday.pk, "key": uuid7(), **names, **who, "name1": "Bianca"}

    answers = [alice.client.post(page(played), data) for _ in "ab"]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert [answer["Location"] for answer in answers] == [reverse("match", args=[played.pk])] * 2
    assert sorted(str(player) for player in Player.objects.filter(group=thursday)) == [
        "Ana",
        "Bianca",
        "Caio",
        "Duda",
        "Eva",
    ]
    sound(played)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"who0": "new"}, "name0"),
        ({"who0": "new", "name0": "ana"}, "name0"),
        ({"name1": ""}, "name1"),
        ({"name1": "caio"}, "name2"),
        ({"who1": "ana"}, "who1"),
        ({"who1": "foreign"}, "who1"),
        ({"who1": ""}, "who1"),
        ({"name1": "\u202ex"}, "name1"),
    ],
)
def test_form_is_told_who_cannot_be_who(alice, played, thursday, more, field):
    ana, foreign = people(thursday, ["Ana"])["Ana"], PlayerFactory()
    ids = {"ana": str(ana.pk), "foreign": str(foreign.pk)}
    more = {
        name: ids.get(value, value) if name[0] == "w" else value for name, value in more.items()
    }
    names = {f"name{n}": str(p) for n, p in enumerate(actions.seated([played]))}
    who = {f"who{n}": "new" for n in range(5)} | {"who0": str(ana.pk)}

    answer = alice.client.post(
        page(played), {"to": thursday.pk, "key": uuid7(), **names, **who, **more}
    )

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert fresh(played).group == alice.user.notebook


@pytest.mark.parametrize("method", ["get", "post"])
def test_only_an_organiser_moves_a_match(alice, bob, charlie, client, played, thursday, method):
    Membership.objects.filter(group=thursday, user=bob.user).update(role=Role.SCORER)
    answers = {
        who: getattr(phone, method)(page(played), {"to": thursday.pk}).status_code
        for who, phone in {"scorer": bob.client, "anonymous": client}.items()
    }

    assert answers == {"scorer": 403, "anonymous": 404}
    assert getattr(charlie.client, method)(page(played)).status_code in (403, 404)
    assert fresh(played).group == alice.user.notebook


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("asked", ["foreign", "nobody's", "deleted", "7"])
def test_group_of_others_is_no_place_to_move_to(alice, played, method, asked):
    to = {"foreign": GroupFactory().pk, "nobody's": uuid7(), "7": "7"}.get(asked)
    if asked == "deleted":
        gone = GroupFactory(deleted_at="2026-01-01T00:00Z")
        to = MembershipFactory(user=alice.user, group=gone).group.pk

    answer = getattr(alice.client, method)(page(played), {"to": to})

    assert answer.status_code == 404
    assert fresh(played).group == alice.user.notebook


def test_onlooker_of_the_other_group_moves_nothing_there(alice, played, thursday):
    Membership.objects.filter(group=thursday, user=alice.user).update(role=Role.VIEWER)

    assert alice.client.post(page(played), {"to": thursday.pk}).status_code == 403
    assert alice.client.post(page(played)).status_code == 404
    assert alice.client.delete(page(played)).status_code == 405


def test_rules_of_the_house_move_without_their_name(alice, thursday):
    home = alice.user.notebook
    document = start_match(alice.user).ruleset.document
    house = actions.make_house(home, alice.user, "Ours", "tranca", document)
    match = start_match(alice.user, document=document, house=house)
    record(match, alice.user, tranca_sheet())

    actions.move(fresh(match), alice.user, uuid7(), thursday, {})

    assert (fresh(match).house, fresh(match).ruleset.group) == (None, thursday)
    assert verification.match(match.pk) == []
    assert_rebuilds(fresh(match))


def test_question_asks_the_same_of_more_people(alice, thursday):
    def asked(match: Match) -> int:
        with statements() as made:
            assert alice.client.get(page(match, thursday)).status_code == 200
        return len(made)

    def match_of(*names: str) -> Match:
        known = list(people(alice.user.notebook, names).values())
        people(thursday, names[:-1])
        return start_match(alice.user, players=[known[:1], known[1:]])

    assert asked(match_of("Ana", "Bia")) == asked(match_of("Caio", "Duda", "Eva", "Nina")) <= 12
