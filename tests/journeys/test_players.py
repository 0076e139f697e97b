"""A group at the table: its players, teams, who sits down for whom, matches brought to it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse

from players import people as who
from players.actions import make_guest, people
from players.models import Group, Player, User
from scoring import actions, seating
from scoring.models import Match, Seat
from tests import factories
from tests.factories import GroupFactory, MembershipFactory
from tests.journeys import pages, table
from tests.journeys.test_accounts import keep_by_password, sign_in, sign_out
from tests.sheet.conftest import Person

pytestmark = pytest.mark.browser
LONG = "W" * 40


@pytest.fixture
def alice(server: Any) -> User:
    return make_guest()


@pytest.fixture
def signed(server: Any, alice: User, new_phone: Callable[..., Any]) -> Any:
    """Alice's phone."""
    page = new_phone(locale="en-GB", reduced_motion="reduce")
    page.context.add_cookies([Person(alice, server, new_phone).cookie()])
    return page


@pytest.fixture
def thursday(alice: User) -> Group:
    """A group Alice organises, where four people are known."""
    group = GroupFactory(name="Thursday")
    MembershipFactory(group=group, user=alice)
    people(group, ["Ana", "Bia", "Caio", "Duda"])
    return group


def home(group: Group) -> str:
    return reverse("group", args=[group.pk])


def players(group: Group, *names: str) -> list[Player]:
    return list(people(group, names).values())


def press(page: Any, form: str) -> None:
    page.locator(f"button[form={form}]").first.click()


def follow(page: Any, end: str) -> None:
    page.locator(f"a[href*='{end}']").first.click()


def test_new_match_in_a_group_knows_people_and_teams(
    signed: Any, alice: User, thursday: Group
) -> None:
    who.name_team(thursday, players(thursday, "Ana", "Bia"), "The Lions", alice)
    signed.goto("/")
    follow(signed, home(thursday))
    follow(signed, "/new?group=")
    offered = signed.locator("#known option").evaluate_all("all => all.map(o => o.value)")
    table.fill(signed, {"team0": str(thursday.teams.get().pk)})
    table.fill(signed, {"player1.0": "Caio", "player1.1": "Duda"})
    table.begin(signed)
    signed.locator("#board").wait_for()

    assert offered == ["Ana", "Bia", "Caio", "Duda"]
    assert table.names(signed) == ["The Lions", "Caio and Duda"]
    assert Match.objects.get().group == thursday
    signed.goto(home(thursday))
    assert signed.locator("a[href^='/m/']").count() == 1


def test_somebody_sits_down_after_the_second_round(
    signed: Any, alice: User, thursday: Group
) -> None:
    ana, bia, caio, duda = players(thursday, "Ana", "Bia", "Caio", "Duda")
    match = factories.start_match(alice, thursday, players=[[ana, bia], [caio, duda]])
    for totals in ([300, 100], [200, 300]):
        factories.record(match, alice, totals)
    signed.goto(reverse("match", args=[match.pk]))
    table.more(signed)
    follow(signed, "/table")
    table.fill(signed, {"player0.1": "Eva"})
    press(signed, "table")
    signed.locator(".flash").wait_for()
    table.play_round(signed, {"0.total": 100, "1.total": 200})

    assert table.names(signed) == ["Ana and Eva", "Caio and Duda"]
    seats = Seat.objects.select_related("player__same_as")
    rounds = seating.credited_rounds(match.rounds.all(), seats)
    played = {p.name: sum(rounds[p.pk].values()) for p in thursday.players.all()}
    assert played == {"Ana": 3, "Bia": 2, "Caio": 3, "Duda": 3, "Eva": 1}

    table.undo(signed)
    table.undo(signed)
    assert table.names(signed) == ["Ana and Bia", "Caio and Duda"]


def test_two_names_of_one_person_become_one_and_two_again(
    signed: Any, alice: User, thursday: Group
) -> None:
    ana, aninha, bia = players(thursday, "Ana", "Aninha", "Bia")
    for player in (ana, aninha):
        factories.start_match(alice, thursday, players=[[player], [bia]])
    address = reverse("player", args=[thursday.pk, ana.pk])
    signed.goto(address)
    before = signed.locator("a[href^='/m/']").count()
    follow(signed, "/merge")
    table.fill(signed, {"other": str(bia.pk)})
    press(signed, "merge")
    signed.locator(".ask-box").wait_for()  # they met
    table.fill(signed, {"other": str(aninha.pk)})
    press(signed, "merge")
    signed.locator(".flash").wait_for()
    merged = signed.locator("a[href^='/m/']").count()
    follow(signed, "/split")
    press(signed, "split")
    signed.locator(".flash").wait_for()
    signed.goto(address)

    assert (before, merged, signed.locator("a[href^='/m/']").count()) == (1, 2, 1)


def test_match_of_the_notebook_goes_to_the_group(signed: Any, alice: User, thursday: Group) -> None:
    table.start_match(signed, **{"player0.0": "Ana", "player1.0": "Nina", "label0": "Home"})
    match = Match.objects.get()
    if match.group == thursday:
        pytest.fail("the notebook comes first while nothing was played")
    table.play_round(signed, {"0.total": 100, "1.total": 200})
    table.more(signed)
    follow(signed, "/move")
    follow(signed, "?to=")
    chosen = table.typed(signed, ["who0", "who1", "name1"])
    press(signed, "move")
    signed.locator("#board").wait_for()

    ana = Player.objects.get(group=thursday, name="Ana")
    assert chosen == {"who0": str(ana.pk), "who1": "new", "name1": "Nina"}
    assert table.names(signed) == ["Home", "Nina"]
    assert table.totals(signed) == [100, 200]
    match.refresh_from_db()
    assert match.group == thursday
    table.play_round(signed, {"0.total": 10, "1.total": 20})


def test_guest_signs_in_and_brings_two_matches(server: Any, new_phone: Callable[..., Any]) -> None:
    cache.clear()
    phone = new_phone(locale="en-GB")
    keep_by_password(phone)
    sign_out(phone)
    account = User.objects.get()
    for names in (("Ana", "Bia"), ("Ana", "Caio")):
        table.start_match(phone, **dict(zip(("player0.0", "player1.0"), names, strict=True)))
    sign_in(phone)
    listed = phone.locator(".list .item").count()
    wrong = [*pages.too_wide(phone), *pages.faults(phone), *pages.small_targets(phone)]
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.locator("button[value=bring]").click()
    phone.locator(".flash").wait_for()

    assert (listed, wrong) == (2, [])
    assert {match.group for match in Match.objects.all()} == {account.notebook}
    assert {match.started_by for match in Match.objects.all()} == {account}
    phone.goto("/")
    assert phone.locator("a[href^='/m/']").count() == 2


def test_pages_of_a_group_fit_a_phone(signed: Any, alice: User, thursday: Group) -> None:
    wide, old, ana, bia = players(thursday, LONG, "شجرة 👩‍👩‍👧‍👦 " + "ش" * 20, "Ana", "Bia")
    for pair in ([wide, bia], [old, bia]):
        match = factories.start_match(alice, thursday, players=[pair, [ana]], target=500)
    factories.record(match, alice, [600, -12345])
    team = who.name_team(thursday, [wide, bia], "L" * 40, alice)
    factories.start_match(alice, thursday, players=[[wide, bia], [ana]])
    who.claim(ana, MembershipFactory(group=thursday, role="scorer").user, "scorer")
    alias = people(thursday, ["Alias"])["Alias"]
    actions.merge(wide, alias, alice)
    other = GroupFactory(name=LONG)
    MembershipFactory(group=other, user=alice)
    of_player = [(name, [thursday.pk, wide.pk]) for name in ("player", "rename_player", "merge")]
    addresses = [
        *[("group", [thursday.pk]), ("players", [thursday.pk]), ("teams", [thursday.pk])],
        *of_player,
        *[("split", [thursday.pk, alias.pk]), ("team", [thursday.pk, team.pk]), ("mine", [])],
        *[("table", [match.pk]), ("move", [match.pk])],
    ]
    wrong = []
    for name, ids in addresses:
        signed.goto(reverse(name, args=ids))
        found = [*pages.too_wide(signed), *pages.faults(signed), *pages.small_targets(signed)]
        wrong += [f"{name}: {fault}" for fault in found]
    for address in (f"/new?group={thursday.pk}", f"/m/{match.pk}/move?to={other.pk}"):
        signed.goto(address)
        found = [*pages.too_wide(signed), *pages.faults(signed), *pages.small_targets(signed)]
        wrong += [f"{address}: {fault}" for fault in found]

    assert not wrong, "\n".join(wrong)
