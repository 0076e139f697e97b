"""Random evenings: page, score rows, log and rules say what an independent reference says.

`./caderneta soak history` plays many more of them.
"""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

from players.actions import make_guest
from players.ids import uuid7
from scoring import actions
from scoring.actions import Sheet
from scoring.acts import Conflict, Refused
from scoring.explain import round_lines
from scoring.models import Remark, Score
from tests.factories import start_match
from tests.scoring.hand import Hand
from tests.soak.reference import Reference, round_points

SOAK = bool(os.environ.get("SOAK"))
RUNS, STEPS = (2000, 50) if SOAK else (4, 25)

# Ends come within a few rounds, ties too: points are few and coarse.
points = st.integers(-3, 6).map(lambda n: 100 * n)
totals = st.lists(points, min_size=2, max_size=2)
typed = st.fixed_dictionaries({"points": st.integers(0, 20).map(lambda n: 10 * n)})
counted = st.fixed_dictionaries({"card": st.integers(21, 28)})
hands = st.fixed_dictionaries({"card": st.integers(0, 6), "black_three": st.integers(0, 2)})
adjustments = st.lists(st.fixed_dictionaries({"points": points, "note": st.just("fine")}))


@st.composite
def counted_side(draw: Any, out: bool) -> dict[str, Any]:
    """A side whose cards were counted, as the rules of tranca allow it."""
    said: dict[str, Any] = {"melded": draw(counted | typed), "hand": draw(hands | typed)}
    fewest = 1 if out else 0
    clean = draw(st.integers(fewest, 2))
    said["canastras"] = {"clean": clean, "dirty": draw(st.integers(0, 1))}
    said["honours"] = {"red_three": draw(st.integers(0, 2))}
    said["morto"] = "taken" if out else draw(st.sampled_from(["taken", "not_taken"]))
    return said | ({"out": "normal"} if out else {})


@st.composite
def sheets(draw: Any) -> Sheet:
    if draw(st.booleans()):
        return Sheet({"sides": [{"total": total} for total in draw(totals)]})
    ending = draw(st.sampled_from(["out", "stock", "stopped"]))
    goes = draw(st.integers(0, 1)) if ending == "out" else None
    sides = [draw(counted_side(side == goes)) for side in (0, 1)]
    for side in sides:
        if extra := draw(adjustments.filter(lambda held: len(held) < 3)):
            side["adjustments"] = extra
    return Sheet({"end": ending, "sides": sides})


class Evening(RuleBasedStateMachine):
    @initialize(start=totals, goal=st.integers(3, 12).map(lambda n: 100 * n))
    def begin(self, start: list[int], goal: int) -> None:
        user = make_guest()
        self.hand = Hand(start_match(user, starts=start, target=goal), user)
        self.reference = Reference(start, goal)

    def pick(self, data: Any, kind: str = "") -> int:
        """The number of a slot."""
        slots = [slot for slot in self.hand.rounds if kind in ("", slot.kind)]
        return data.draw(st.sampled_from([slot.number for slot in slots]))

    def while_open(self, act: Any, then: Any) -> None:
        """An act that an ended match refuses."""
        if self.reference.open:
            act()
            then()
        else:
            with pytest.raises(Refused, match="MATCH_OVER"):
                act()

    def some_round(self) -> bool:
        return any(slot.kind == "round" for slot in self.hand.rounds)

    @rule(sheet=sheets(), again=st.booleans())
    def record(self, sheet: Sheet, again: bool) -> None:
        key, number = uuid7(), self.hand.match.last_number + 1
        self.while_open(
            lambda: [self.hand.save(sheet, number, key) for _ in range(1 + again)],
            lambda: self.reference.add(round_points(sheet.entry)),
        )

    @rule(points=totals)
    def adjust(self, points: list[int]) -> None:
        self.while_open(lambda: self.hand.adjust(*points), lambda: self.reference.add(points))

    @precondition(some_round)
    @rule(data=st.data(), sheet=sheets())
    def correct(self, data: Any, sheet: Sheet) -> None:
        number = self.pick(data, "round")
        self.hand.rewrite(number, sheet)
        self.reference.correct(number, round_points(sheet.entry))

    @precondition(some_round)
    @rule(data=st.data(), sheet=sheets())
    def correct_what_changed_meanwhile(self, data: Any, sheet: Sheet) -> None:
        number = self.pick(data, "round")
        with pytest.raises(Conflict):
            self.hand.rewrite(number, sheet, version=self.hand.slot(number).version - 1)

    @rule(data=st.data(), sheet=sheets(), first=st.booleans())
    def insert(self, data: Any, sheet: Sheet, first: bool) -> None:
        after = None if first or not self.hand.rounds else self.pick(data)
        behind = None if after is None else self.hand.slot(after).pk
        actions.insert_round(self.hand.match, self.hand.by, uuid7(), behind, sheet)
        self.reference.add(round_points(sheet.entry), after)

    @precondition(lambda self: self.hand.rounds)
    @rule(data=st.data(), away=st.booleans())
    def void(self, data: Any, away: bool) -> None:
        number = self.pick(data)
        self.hand.void(number, away)
        self.reference.void(number, away)

    @rule()
    def void_after_end(self) -> None:
        self.hand.void_after_end()
        self.reference.void_rest()

    @rule(start=totals)
    def start(self, start: list[int]) -> None:
        self.hand.setting(starts=start)
        self.reference.act(lambda table: setattr(table, "start", start))

    @rule(goal=st.integers(3, 20).map(lambda n: 100 * n))
    def move_end(self, goal: int) -> None:
        self.hand.move_end(goal)
        self.reference.act(lambda table: setattr(table, "target", goal))

    @rule(how=st.sampled_from(["finish", "put_away", "forfeit"]), side=st.integers(0, 1))
    def close(self, how: str, side: int) -> None:
        states = {"finish": "finished", "put_away": "abandoned", "forfeit": "forfeited"}
        gave_up = side if how == "forfeit" else None
        said = [side] if how == "forfeit" else []
        self.while_open(
            lambda: getattr(self.hand, how)(*said),
            lambda: self.reference.close(states[how], gave_up),
        )

    @rule()
    def resume(self) -> None:
        if self.reference.table.closed:
            self.hand.resume()
            self.reference.close("")
        else:  # it is on, or the rules ended it
            with pytest.raises(Refused, match="NOTHING_TO_RESUME"):
                self.hand.resume()

    @rule(times=st.integers(1, 4))
    def undo(self, times: int) -> None:
        for _ in range(times):
            if self.reference.before:
                self.hand.undo()
                self.reference.undo()
            else:
                with pytest.raises(Refused, match="NOTHING_TO_UNDO"):
                    self.hand.undo()

    @invariant()
    def same_as_reference(self) -> None:
        board = self.hand.board()
        reference = self.reference
        assert [side.total for side in board.sides] == reference.totals
        assert (board.match.state, board.winner) == (reference.state, reference.winner)
        slots = [(line.round.number, line.round.state) for line in board.lines]
        assert slots == [(slot.number, slot.state) for slot in reference.table.slots]

    @invariant()
    def same_in_every_place(self) -> None:
        scores = Score.objects.filter(round__match=self.hand.pk)
        for side in self.hand.match.sides.all():
            earned = sum(scores.filter(side=side).values_list("points", flat=True))
            assert side.start + earned == self.reference.totals[side.position]
        self.hand.sound()

    @invariant()
    def lines_add_up(self) -> None:
        remarks = Remark.objects.filter(match=self.hand.pk)
        words = {str(remark.pk): remark.text for remark in remarks}
        for line in self.hand.board().lines:
            for side, cell in enumerate(line.cells):
                if cell.points is not None:
                    lines = round_lines(line.round, side, words)
                    assert sum(held.points for held in lines) == cell.points


@pytest.mark.django_db
def test_evenings_agree_with_the_reference() -> None:
    run(
        Evening,
        settings=settings(
            max_examples=RUNS,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            # To shrink a failure takes minutes: not in the suite.
            phases=[Phase.generate, Phase.shrink] if SOAK else [Phase.generate],
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
