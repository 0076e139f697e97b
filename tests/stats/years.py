"""Years at a table, at random: matches of many games, and all that is done to them afterwards."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any
from uuid import UUID

from django.core.management import call_command
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import rules
from players.actions import make_guest
from players.ids import uuid7
from players.models import Group, Player, Role
from players.people import Taken
from players.writing import write
from scoring import actions, verification
from scoring.actions import NotOne, Sheet
from scoring.acts import Act, Refused, perform
from scoring.models import Habits, Match, Round, Seat
from scoring.stats import following
from tests.factories import GroupFactory, MembershipFactory, PlayerFactory, start_match
from tests.scoring.hand import Hand
from tests.soak.test_history import sheets
from tests.stats.compare import archive_of, assert_same_parts

# By game: how many sides, how many play at each, what it is played to.
GAMES: dict[str, tuple[Sequence[int], Sequence[int], int | None]] = {
    "tranca": ([2], [2], 700),
    "tally_low": ([3, 4, 5], [1], 40),
    "tally": ([2, 3], [1, 2], None),
    "truco_paulista": ([2], [1, 2], 12),
    "truco_argentino": ([2], [2], 15),
}
# As many people as the fullest table seats.
PLAYERS = LEAST = 6
BEGAN = datetime(2024, 12, 31, 23, 30, tzinfo=UTC)
# Few enough that two matches begin in one moment now and then.
moments = st.integers(0, 12).map(lambda n: BEGAN + n * timedelta(days=73, hours=7))
CALLS = ["envido", "real_envido"]
# Everything that is done, as `Years.done` counts it.
ACTS = {
    *("play", "record", "adjust", "substitute", "correct", "insert", "void", "swap", "undo"),
    *("start", "totals", "rest", "finish", "put_away", "forfeit", "resume", "move_end"),
    *("change_rules", "delete", "bring_back", "move", "merge", "split", "count"),
}


@st.composite
def tallies(draw: Any, sides: int) -> Sheet:
    return Sheet({"points": draw(st.lists(st.integers(0, 26), min_size=sides, max_size=sides))})


@st.composite
def hands(draw: Any, calls: bool) -> Sheet:
    """A hand of truco, or what is scored within one."""
    winner = {"winner": draw(st.integers(0, 1))}
    kind = draw(st.sampled_from(["played", "played", "fold", *(["envido", "flor"] * calls)]))
    if kind == "played":
        return Sheet(
            {"type": "hand", "how": kind, "value": draw(st.sampled_from([1, 3])), **winner}
        )
    if kind == "fold":
        return Sheet({"type": "hand", "how": kind, "offered": 3, **winner})
    if kind == "flor":
        return Sheet({"type": "flor", "call": "flor", **winner})
    said = {"calls": CALLS[: draw(st.integers(1, 2))], "accepted": draw(st.booleans())}
    return Sheet({"type": "envido", **said, **winner})


def other_tranca() -> dict[str, Any]:
    """Rules of tranca under which it takes two canastras to keep a red three."""
    document = rules.preset("tranca").document
    honour = {**document["honours"][0], "counts_if": {"canastras": 2}}
    return {**document, "honours": [honour]}


def only_totals(hand: Hand) -> None:
    """Let a match be one of which only the totals are known."""

    def change(book: Any) -> None:
        book.match.detail = Match.Detail.TOTALS

    perform(hand.match, Act(hand.by, uuid7(), "settings", "totals"), change)


class Years(RuleBasedStateMachine):
    """Two groups with the matches of both. `done` counts the acts that were taken."""

    done: Counter[str] = Counter()

    @initialize(data=st.data())
    def begin(self, data: Any) -> None:
        self.user = make_guest()
        self.groups = [GroupFactory(), GroupFactory()]
        self.matches: list[UUID] = []
        for group in self.groups:
            MembershipFactory(group=group, user=self.user, role=Role.ORGANISER)
            for _ in range(PLAYERS):
                PlayerFactory(group=group)
        for _ in range(3):
            self.play_in(data, self.groups[0])

    # What is there

    def people(self, group: Group | UUID) -> list[Player]:
        """Whoever may sit down, enough for any table."""
        held = list(Player.objects.themselves().filter(group=group).order_by("key", "pk"))
        pk = getattr(group, "pk", group)
        return held + [PlayerFactory(group_id=pk) for _ in range(LEAST - len(held))]

    def seating(self, data: Any, group: Group | UUID, sides: int, seats: int) -> list[list[Player]]:
        drawn = data.draw(st.permutations(self.people(group)))
        return [drawn[n * seats : (n + 1) * seats] for n in range(sides)]

    def here(self) -> list[UUID]:
        held = Match.objects.filter(pk__in=self.matches, deleted_at=None)
        return sorted(held.values_list("pk", flat=True), key=self.matches.index)

    def hand(self, data: Any) -> Hand:
        """A match somebody does something to, the newest rather than an old one."""
        pk = data.draw(st.sampled_from(self.here()[::-1]))
        return Hand(Match.objects.get(pk=pk), self.user)

    def sheet(self, data: Any, match: Match) -> Sheet:
        game = match.ruleset.rules.game
        if game == "melds":
            return data.draw(sheets())
        if game == "truco":
            return data.draw(hands(match.preset == "truco_argentino"))
        return data.draw(tallies(match.side_count))

    def slot(self, data: Any, hand: Hand, *kinds: str) -> Round | None:
        slots = [slot for slot in hand.rounds if not kinds or slot.kind in kinds]
        return data.draw(st.sampled_from(slots)) if slots else None

    def do(self, name: str, act: Callable[[], Any]) -> None:
        """An act that the rules or people's names may not allow just now."""
        try:
            act()
        except (Refused, NotOne, Taken):
            return
        self.done[name] += 1

    # At the table

    @rule(data=st.data(), where=st.integers(0, 1))
    def play(self, data: Any, where: int) -> None:
        self.play_in(data, self.groups[where])

    def play_in(self, data: Any, group: Group) -> None:
        """Somebody begins a match; some rounds of it are played at once."""
        game = data.draw(st.sampled_from(sorted(GAMES)))
        sides, seats, target = GAMES[game]
        count = data.draw(st.sampled_from(sides))
        seated = self.seating(data, group, count, data.draw(st.sampled_from(seats)))
        more: dict[str, Any] = {"players": seated} if data.draw(st.integers(0, 3)) else {}
        more |= {"target": target} if target else {}
        more |= {"labels": [""] * count, "at": data.draw(moments)}
        match = start_match(self.user, group, preset=game, **more)
        self.matches.append(match.pk)
        self.done["play"] += 1
        for _ in range(data.draw(st.integers(0, 6))):
            self.record_in(data, Hand(match, self.user))
        if data.draw(st.booleans()):
            self.close_in(data, Hand(match, self.user))

    def record_in(self, data: Any, hand: Hand) -> None:
        sheet = self.sheet(data, hand.match)
        self.do("record", lambda: hand.save(sheet))

    @precondition(lambda self: self.here())
    @rule(data=st.data())
    def record(self, data: Any) -> None:
        self.record_in(data, self.hand(data))

    @precondition(lambda self: self.here())
    @rule(data=st.data())
    def adjust(self, data: Any) -> None:
        hand = self.hand(data)
        points = [0] * hand.match.side_count
        points[data.draw(st.integers(0, len(points) - 1))] = data.draw(st.integers(-9, 9))
        self.do("adjust", lambda: hand.adjust(*points))

    @precondition(lambda self: self.here())
    @rule(data=st.data(), from_start=st.booleans(), leaves=st.booleans())
    def substitute(self, data: Any, from_start: bool, leaves: bool) -> None:
        hand = self.hand(data)
        match = hand.match
        held = Seat.objects.filter(side__match=match).values_list("place", flat=True)
        seats = max(held, default=data.draw(st.integers(0, 1))) + 1
        seated: list[list[Player | None]] = [
            list(people) for people in self.seating(data, match.group_id, match.side_count, seats)
        ]
        if leaves:
            seated[data.draw(st.integers(0, len(seated) - 1))][0] = None
        self.do("substitute", lambda: hand.setting(players=seated, from_start=from_start))

    # What is put right

    @precondition(lambda self: self.here())
    @rule(data=st.data())
    def correct(self, data: Any) -> None:
        hand = self.hand(data)
        slot, sheet = self.slot(data, hand, "round", "call"), self.sheet(data, hand.match)
        if slot:
            self.do("correct", lambda: hand.rewrite(slot.number, sheet))

    @precondition(lambda self: self.here())
    @rule(data=st.data(), first=st.booleans())
    def insert(self, data: Any, first: bool) -> None:
        hand = self.hand(data)
        sheet, after = self.sheet(data, hand.match), None if first else self.slot(data, hand)
        pk = after and after.pk
        self.do("insert", lambda: actions.insert_round(hand.match, self.user, uuid7(), pk, sheet))

    @precondition(lambda self: self.here())
    @rule(data=st.data(), away=st.sampled_from([True, True, False]))
    def void(self, data: Any, away: bool) -> None:
        hand = self.hand(data)
        if slot := self.slot(data, hand):
            self.do("void", lambda: hand.void(slot.number, away))

    @precondition(lambda self: self.here())
    @rule(data=st.data())
    def swap_sides(self, data: Any) -> None:
        hand = self.hand(data)
        if slot := self.slot(data, hand, "round"):
            said = (hand.match, self.user, uuid7(), slot.pk, slot.version)
            self.do("swap", lambda: actions.swap_sides(*said))

    @precondition(lambda self: self.here())
    @rule(data=st.data(), times=st.integers(1, 3))
    def undo(self, data: Any, times: int) -> None:
        self.do("undo", lambda: self.hand(data).undo(times))

    # How it ends

    @precondition(lambda self: self.here())
    @rule(data=st.data())
    def close(self, data: Any) -> None:
        self.close_in(data, self.hand(data))

    def close_in(self, data: Any, hand: Hand) -> None:
        how = data.draw(st.sampled_from(["finish", "finish", "put_away", "forfeit"]))
        said = [data.draw(st.integers(0, hand.match.side_count - 1))] if how == "forfeit" else []
        self.do(how, lambda: getattr(hand, how)(*said))

    @precondition(lambda self: self.here())
    @rule(data=st.data())
    def resume(self, data: Any) -> None:
        self.do("resume", self.hand(data).resume)

    @precondition(lambda self: self.here())
    @rule(data=st.data(), times=st.sampled_from([0.5, 2, 3]))
    def move_end(self, data: Any, times: float) -> None:
        hand = self.hand(data)
        target = int(times * (GAMES[hand.match.preset][2] or 0))
        self.do("move_end", lambda: hand.move_end(target))

    @precondition(lambda self: self.here())
    @rule(data=st.data(), what=st.sampled_from(["start", "totals", "rest"]))
    def put_right(self, data: Any, what: str) -> None:
        """The totals sides began with; that only totals are known; what stands after the end."""
        hand = self.hand(data)
        rest = [0] * (hand.match.side_count - 1)
        act = {
            "start": lambda: hand.setting(starts=[data.draw(st.integers(-3, 12)), *rest]),
            "totals": lambda: only_totals(hand),
            "rest": hand.void_after_end,
        }
        self.do(what, act[what])

    @precondition(lambda self: self.here())
    @rule(data=st.data(), whole=st.booleans())
    def change_rules(self, data: Any, whole: bool) -> None:
        match = self.hand(data).match
        held = actions.keep_ruleset(match.group, other_tranca())
        said = (match, self.user, uuid7(), match.version, held, None, whole)
        self.do("change_rules", lambda: actions.change_rules(*said))

    # What goes and comes

    @precondition(lambda self: self.here())
    @rule(data=st.data())
    def delete(self, data: Any) -> None:
        match = self.hand(data).match
        self.do("delete", lambda: actions.delete(match, self.user, uuid7()))

    @rule(data=st.data())
    def bring_back(self, data: Any) -> None:
        here = self.here()
        gone = [pk for pk in self.matches if pk not in here]
        if gone:
            match = Match.objects.for_page().get(pk=data.draw(st.sampled_from(gone)))
            self.do("bring_back", lambda: actions.bring_back(match, self.user, uuid7()))

    @precondition(lambda self: self.here())
    @rule(data=st.data())
    def move(self, data: Any) -> None:
        match = self.hand(data).match
        (to,) = (group for group in self.groups if group.pk != match.group_id)
        people = data.draw(st.permutations(self.people(to)))
        seated = actions.seated(actions.legs(match))
        names = [f"New {n} {match.version}" for n in range(len(seated))]
        arrivals = dict(zip([p.pk for p in seated], [*people, *names], strict=False))
        self.do("move", lambda: actions.move(match, self.user, uuid7(), to, arrivals))

    @rule(data=st.data(), where=st.integers(0, 1))
    def merge(self, data: Any, where: int) -> None:
        two = data.draw(st.permutations(self.people(self.groups[where])))[:2]
        self.do("merge", lambda: actions.merge(*two, self.user))

    @rule(data=st.data(), where=st.integers(0, 1))
    def split(self, data: Any, where: int) -> None:
        held = Player.objects.filter(group=self.groups[where]).exclude(same_as=None)
        if merged := list(held.order_by("key", "pk")):
            other = data.draw(st.sampled_from(merged))
            self.do("split", lambda: actions.split(other, self.user))

    @rule(where=st.integers(0, 1), said=st.tuples(*[st.booleans()] * 3))
    def count(self, where: int, said: tuple[bool, bool, bool]) -> None:
        """The group decides what its ratings count."""
        names = ("rate_forfeits", "rate_put_away", "rate_totals")
        group = self.groups[where]
        with write():
            values = dict(zip(names, said, strict=True))
            Habits.objects.update_or_create(group=group, defaults=values)
            following.replay_all(group)
        self.done["count"] += 1

    def teardown(self) -> None:
        """What the acts left behind holds together, and a rebuild makes the same."""
        for pk in self.matches:
            assert verification.match(pk) == []
        for group in self.groups:
            assert verification.group(group.pk) == []
            call_command("rebuild", group=str(group.pk), stdout=StringIO())
            assert_same_parts(group, archive_of(group))

    @invariant()
    def same_as_the_reference(self) -> None:
        for group in self.groups:
            assert_same_parts(group, archive_of(group))
