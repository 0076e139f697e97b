"""What the machine of `tests.stats.years` compares tells faults: each of these is planted into a
history that is as it should be without it."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db.models import QuerySet

from players.actions import people
from players.ids import uuid7
from players.models import Group, Player
from players.writing import write
from scoring import actions, seating
from scoring.actions import Sheet
from scoring.models import Habits, Match, Part
from scoring.stats import following, parts, ratings
from tests.factories import GroupFactory, fresh, start_match, tranca_sheet
from tests.scoring.conftest import Persona
from tests.scoring.hand import Hand
from tests.stats.compare import Differs, archive_of, assert_same_parts
from tests.stats.years import only_totals, other_tranca

NAMES = ["Ana", "Bia", "Caio", "Duda", "Eva", "Gil"]
BEGAN = datetime(2025, 12, 31, 20, tzinfo=UTC)


@pytest.fixture
def known(quinta: Group) -> dict[str, Player]:
    return people(quinta, NAMES)


def history(alice: Persona, quinta: Group, known: dict[str, Player]) -> Iterator[None]:
    """An evening's acts of every kind, one after the other; the group is as it is after each."""
    ana, bia, caio, duda, eva, gil = (known[name] for name in NAMES)

    def begin(day: int, sides: Any, **more: Any) -> Hand:
        table = {"players": sides, "labels": [""] * len(sides), "at": BEGAN + timedelta(days=day)}
        return Hand(start_match(alice.user, quinta, **table, **more), alice.user)

    first = begin(0, [[ana, bia], [caio, duda]], target=500)
    first.save(tranca_sheet({"honours": {"red_three": 1}}, {"morto": "not_taken"}))
    yield
    second = begin(2, [[ana, caio], [bia, duda]], target=500)
    second.save(tranca_sheet({"honours": {"red_three": 2}}))
    yield
    between = begin(1, [[eva, duda], [ana, caio]], target=500)
    between.record(100, 500)
    yield
    first.correct(1, 100, 600)
    yield
    first.undo()
    yield
    low = begin(3, [[ana], [bia], [caio]], preset="tally_low", target=30)
    low.save(Sheet({"points": [1, 0, 2]}))
    low.save(Sheet({"points": [3, 20, 7]}))
    low.setting(players=[[ana], [bia], [duda]])
    low.save(Sheet({"points": [4, 20, 7]}))
    yield
    low.setting(players=[[ana], [bia], [caio]], from_start=True)
    yield
    late = begin(4, [[ana, bia], [caio, duda]], target=5000)
    late.save(tranca_sheet({"honours": {"red_three": 1}}))
    held = actions.keep_ruleset(quinta, other_tranca())
    match = late.match
    actions.change_rules(match, alice.user, uuid7(), match.version, held, None)
    late.adjust(-2000, 0)
    late.record(1000, 0)
    late.finish()
    yield
    gone = begin(5, [[caio, gil], [ana, bia]], target=500)
    gone.forfeit(0)
    yield
    Habits.objects.create(group=quinta, rate_forfeits=True)
    with write():
        following.replay_all(quinta)
    yield
    away = begin(6, [[caio, gil], [ana, duda]], target=500)
    away.record(100, 50)
    away.put_away()
    yield
    drawn = begin(7, [[caio, gil], [ana, duda]], target=500)
    drawn.record(100, 100)
    drawn.finish()
    yield
    only_totals(drawn)
    yield
    actions.delete(second.match, alice.user, uuid7())
    yield
    actions.bring_back(second.match, alice.user, uuid7())
    yield
    actions.merge(gil, eva, alice.user)
    yield
    actions.split(Player.objects.get(pk=eva.pk), alice.user)
    yield
    there = GroupFactory()
    arrivals = {p.pk: p.name for p in actions.seated([between.match])}
    actions.move(between.match, alice.user, uuid7(), there, arrivals)
    yield
    first.move_end(900)
    yield


def check(alice: Persona, quinta: Group, known: dict[str, Player]) -> int:
    """Play the history and compare after each act; return how many there were."""
    count = 0
    for _ in history(alice, quinta, known):
        assert_same_parts(quinta, archive_of(quinta))
        count += 1
    return count


def test_history_is_as_the_reference_says(alice, quinta, known) -> None:
    assert check(alice, quinta, known) == 19
    assert Part.objects.filter(group=quinta).exclude(mu=None).count() == 15


def nothing(*_: Any) -> None: ...


def follows_only_what_is_there(real: Any) -> Any:
    def follow(match: Match, sides: Any, was_over: bool) -> None:
        if match.deleted_at is None:
            real(match, sides, was_over)

    return follow


def replays_all_but_the_first(real: Any) -> Any:
    def replay(group: Any, family: str, since: Any, habits: Habits) -> None:
        held = Part.objects.filter(group=group, family=family).in_order()
        later = held.filter(at__gt=since.at).first() if since else None
        real(group, family, later and following.Place(later.at, later.match_id), habits)

    return replay


def forgets_who_came_back(real: Any) -> Any:
    """A merge is followed, its undoing is not."""
    calls = []

    def changed(group: Group, matches: QuerySet) -> None:
        calls.append(group)
        if len(calls) == 1:
            real(group, matches)

    return changed


def credits_whoever_sat(real: Any) -> Any:
    def credited(slots: Any, seats: Any) -> Any:
        sides = seating.credited_rounds(slots, seats)
        return {player: next(iter(held)) for player, held in sides.items()} or real(slots, seats)

    return credited


def reads_rules_of_the_match(_: Any) -> Any:
    def paid(reading: Any, slot: Any, position: int) -> dict[str, int]:
        said = parts.rules.score(reading.ruleset, slot.entry)["sides"][position]["lines"]
        return {name.removeprefix("honour:"): points for name, points in said}

    return paid


def rates_sides_backwards(real: Any) -> Any:
    def rate(family: str, sides: Any, before: Any) -> Any:
        return real(family, [(1 if n == 2 else n, players) for n, players in sides], before)

    return rate


# What is broken, and by what.
FAULTS: dict[str, tuple[Any, str, Callable[[Any], Any]]] = {
    "no replay": (following, "_replay", lambda real: nothing),
    "a replay that leaves out the first": (following, "_replay", replays_all_but_the_first),
    "a merge not followed": (following, "changed_people", lambda real: nothing),
    "an undone merge not followed": (following, "changed_people", forgets_who_came_back),
    "a match moved away without its parts": (following, "moved", lambda real: nothing),
    "a deletion not followed": (following, "follow", follows_only_what_is_there),
    "counting settings not followed": (following, "replay_all", lambda real: nothing),
    "all who sat credited": (parts, "credited_result", credits_whoever_sat),
    "rounds read by the rules of the match": (
        parts._Reading,
        "_paid",
        reads_rules_of_the_match,
    ),
    "a second place rated as a first": (following, "rate", rates_sides_backwards),
    "families mixed up": (parts, "family_of", lambda real: lambda game, preset: game),
    "luck forgotten": (ratings, "BETA", lambda real: {}),
    "little is never good": (parts._Reading, "sign", lambda real: 1),
    "adjustments not in the totals": (
        parts._Reading,
        "runs",
        lambda real: property(
            lambda self: [[side.start + 1 for side in self.sides], *real.func(self)[1:]]
        ),
    ),
    "put away as if it were played": (parts, "how", lambda real: lambda match: "played"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_found(alice, quinta, known, monkeypatch, fault) -> None:
    where, name, planted = FAULTS[fault]
    ratings._model.cache_clear()
    monkeypatch.setattr(where, name, planted(vars(where)[name]))

    with pytest.raises(Differs):
        check(alice, quinta, known)

    ratings._model.cache_clear()


def test_side_whose_people_came_too_late_is_nobodys(alice, quinta, known) -> None:
    """Two of three sides were not rated as if the third had not played."""
    ana, bia, caio = (known[name] for name in NAMES[:3])
    match = start_match(alice.user, quinta, preset="tally_low", labels=["", "", ""], target=20)
    hand = Hand(fresh(match), alice.user)
    hand.setting(players=[[ana], [bia], [None]])
    hand.save(Sheet({"points": [1, 20, 3]}))
    hand.setting(players=[[ana], [bia], [caio]])

    told = assert_same_parts(quinta, archive_of(quinta))

    assert [(part.person, part.outcome, part.mu) for part in told] == [
        (str(ana.pk), 1, None),
        (str(bia.pk), -1, None),
        (None, -1, None),
    ]


def test_match_nobody_is_left_in_has_parts_of_nobody(alice, quinta, known) -> None:
    ana, bia = known["Ana"], known["Bia"]
    hand = Hand(start_match(alice.user, quinta, players=[[ana], [bia]]), alice.user)
    hand.record(100, 50)
    hand.void(1)
    hand.setting(players=[[None], [None]])
    hand.finish()

    told = assert_same_parts(quinta, archive_of(quinta))

    assert [(part.person, part.outcome) for part in told] == [(None, 0), (None, 0)]
