"""Many phones at one moment: each act has its effect once or says so, and nothing is locked."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from players.actions import make_guest
from players.ids import uuid7
from scoring import actions, sharing
from scoring.acts import AlreadyThere, Conflict
from scoring.models import Event, Match, Pass, Round
from tests.factories import fresh, sheet_data, start_match, totals_sheet
from tests.scoring.conftest import Persona
from tests.scoring.hand import Hand

PHONES = 20
PATIENCE = 60

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def connection_for_each_phone(db: None) -> Iterator[None]:
    """The server has fewer threads than it has connections; here every phone is a thread."""
    if connection.vendor == "sqlite":
        yield
        return
    options = connection.settings_dict["OPTIONS"]
    usual = options["pool"]
    options["pool"] = {**usual, "max_size": PHONES + 2}
    reopen_pool()
    yield
    options["pool"] = usual
    reopen_pool()


def reopen_pool() -> None:
    connection.close()
    connection.close_pool()


@pytest.fixture
def hand(alice: Persona, match: Match) -> Hand:
    return Hand(match, alice.user)


def together(act: Callable[[int], Any], phones: int = PHONES) -> Counter:
    """Let all phones do `act(n)` at one moment; count what came of it: "done" with what, or the
    name of what was raised."""
    start, came = threading.Barrier(phones), Counter()

    def one(number: int) -> None:
        try:
            start.wait(PATIENCE)
            came["done", act(number)] += 1
        except (AlreadyThere, Conflict) as told:
            came[type(told).__name__, told.round] += 1
        except Exception as fault:
            came[repr(fault), None] += 1
        finally:
            connections.close_all()

    threads = [threading.Thread(target=one, args=[number]) for number in range(phones)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return came


def test_same_save_from_all_phones_is_one_round(hand: Hand) -> None:
    key = uuid7()

    came = together(lambda n: hand.record(100, 50, number=1, key=key))

    assert came == {("done", Round.objects.get()): PHONES}
    assert hand.match.version == 2
    hand.sound()


def test_one_number_goes_to_one_round(hand: Hand) -> None:
    came = together(lambda n: hand.record(n, 50, number=1))

    held = Round.objects.get()
    assert came == {("done", held): 1, ("Conflict", held): PHONES - 1}
    hand.sound()


def test_one_number_with_equal_figures_is_there_already(hand: Hand) -> None:
    came = together(lambda n: hand.record(100, 50, number=1))

    held = Round.objects.get()
    assert came == {("done", held): 1, ("AlreadyThere", held): PHONES - 1}
    hand.sound()


def test_one_key_with_other_figures_is_one_round(hand: Hand) -> None:
    key = uuid7()

    came = together(lambda n: hand.record(n, 50, number=1, key=key))

    held = Round.objects.get()
    assert came == {("done", held): 1, ("Conflict", held): PHONES - 1}
    hand.sound()


def test_mine_is_the_next_round_ends_with_all_of_them(hand: Hand) -> None:
    def save(number: int) -> None:
        key, place = uuid7(), 1
        for _ in range(PHONES):
            try:
                hand.record(number, -number, number=place, key=key)
            except Conflict:
                place = hand.match.last_number + 1
            else:
                return

    came = together(save)

    assert came == {("done", None): PHONES}
    assert [entry.number for entry in hand.rounds] == list(range(1, PHONES + 1))
    assert {entry.entry["sides"][0]["total"] for entry in hand.rounds} == set(range(PHONES))
    hand.sound()


def test_one_round_is_corrected_once(hand: Hand) -> None:
    held = hand.record(100, 50)

    came = together(lambda n: hand.correct(1, n, n, version=held.version).kind)

    assert came == {("done", "correct"): 1, ("Conflict", held): PHONES - 1}
    assert hand.match.version == 3
    hand.sound()


def test_one_act_is_undone_once(hand: Hand) -> None:
    for points in range(5):
        hand.record(points, 0)
    match = hand.match

    def undo(number: int) -> int | None:
        return actions.undo(fresh(match), hand.by, uuid7(), match.version).undoes

    came = together(undo)

    assert came == {("done", match.version): 1, ("Conflict", None): PHONES - 1}
    assert hand.totals() == [6, 0]
    hand.sound()


@pytest.mark.parametrize(
    "act",
    [
        lambda hand, n: hand.adjust(n, 0),
        lambda hand, n: hand.insert(1, n, 0),
        lambda hand, n: hand.insert(None, n, 0),
    ],
    ids=["adjust", "insert", "insert first"],
)
def test_acts_that_ask_for_no_version_count_each_or_say_no(hand: Hand, act) -> None:
    hand.record(0, 0)

    came = together(lambda n: bool(act(hand, n)))

    done = came[("done", True)]
    assert came == {("done", True): done, ("Conflict", None): PHONES - done}
    assert Round.objects.count() == 1 + done
    assert Event.objects.count() == 2 + done
    hand.sound()


def test_four_phones_never_hear_no(hand: Hand) -> None:
    hand.record(0, 0)

    came = together(lambda n: bool(hand.adjust(n, 0)), phones=4)

    assert came == {("done", True): 4}
    assert hand.totals() == [6, 0]


def test_start_from_all_phones_is_one_match(alice: Persona) -> None:
    first = start_match(alice.user)
    table = actions.Table("tranca", first.ruleset.document, first.end, ["", ""])
    group, pk = alice.user.notebook, uuid7()

    came = together(lambda n: actions.start_match(group, pk, alice.user, table).pk)

    assert came == {("done", pk): PHONES}
    assert (Match.objects.count(), Event.objects.count()) == (2, 2)
    Hand(Match.objects.get(pk=pk), alice.user).sound()


@pytest.mark.parametrize("people", [1, PHONES])
def test_tm15_join_by_the_link_of_a_match_is_one_pass_each(alice, match, people: int) -> None:
    join = reverse("join", args=[sharing.make_link(match, alice.user, "score")])
    cast = [Persona(make_guest()) for _ in range(people)]
    clients = [Persona(cast[n % people].user).client for n in range(PHONES)]

    came = together(lambda n: clients[n].post(join).status_code)

    assert came == {("done", 303): PHONES}
    held = Pass.objects.values_list("user", flat=True)
    assert sorted(held) == sorted(person.user.pk for person in cast)


@pytest.mark.parametrize("act", ["finish", "revoke"])
def test_tm15_finish_and_revoke_happen_once(alice, match, hand: Hand, act: str) -> None:
    hand.record(100, 50)
    sharing.make_link(match, alice.user, "score")
    rest = [match.links.get().pk] if act == "revoke" else ["finish"]
    address = reverse("revoke" if act == "revoke" else "close", args=[match.pk, *rest])
    clients = [Persona(alice.user).client for _ in range(PHONES)]
    seen = fresh(match).version

    def press(n: int) -> int:
        return clients[n].post(address, {"key": uuid7(), "version": seen}).status_code

    assert together(press) == {("done", 303): PHONES}
    told = match.group.events.filter(kind="unlink").count()
    assert (fresh(match).version - seen, told) == ((1, 0) if act == "finish" else (0, 1))
    assert match.links.live().count() == (act == "finish")


def test_everything_at_once_leaves_a_sound_match(hand: Hand) -> None:
    held = hand.record(100, 50)
    acts = [
        lambda n: hand.record(n, 0),
        lambda n: hand.correct(1, n, 1, version=held.version),
        lambda n: hand.insert(1, n, 2),
        lambda n: hand.void(1, n % 2 == 0),
        lambda n: hand.adjust(n, 0),
        lambda n: hand.undo(),
        lambda n: hand.move_end(1000 + n),
        lambda n: hand.setting(starts=[n, n]),
    ]

    came = together(lambda n: bool(acts[n % len(acts)](n)))

    assert {name for name, __ in came} <= {"done", "Conflict"}
    assert Event.objects.filter(match=hand.pk).count() == hand.match.version
    hand.sound()


def test_pages_answer_while_all_phones_save(hand: Hand, alice: Persona, bob: Persona) -> None:
    def save(number: int) -> int:
        phone = Client()
        phone.force_login((alice, bob)[number % 2].user)
        data = sheet_data(totals_sheet(number, 50), key=uuid7(), number=1)
        return phone.post(f"/m/{hand.pk}/round", data).status_code

    came = together(save)

    assert came == {("done", 303): 1, ("done", 409): PHONES - 1}
    assert Round.objects.count() == 1
    hand.sound()
