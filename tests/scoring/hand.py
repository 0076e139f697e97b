"""One person's hand in one match: every act reads the match anew, as a page does."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from players.ids import uuid7
from players.models import User
from scoring import actions, verification
from scoring.actions import Setting, Sheet
from scoring.board import Board, board
from scoring.models import Event, Match, Round, Score
from tests.factories import fresh, totals_sheet
from tests.rebuild import assert_rebuilds


class Hand:
    def __init__(self, match: Match, by: User):
        self.pk, self.by = match.pk, by

    @property
    def match(self) -> Match:
        return Match.objects.for_page().get(pk=self.pk)

    @property
    def rounds(self) -> list[Round]:
        """The slots in the order in which they count."""
        return list(self.match.rounds.all())

    def slot(self, number: int) -> Round:
        return self.match.rounds.get(number=number)

    def record(self, *totals: int, number: int | None = None, key: UUID | None = None) -> Round:
        return self.save(totals_sheet(*totals), number, key)

    def save(self, sheet: Sheet, number: int | None = None, key: UUID | None = None) -> Round:
        match = self.match
        number = match.last_number + 1 if number is None else number
        return actions.record_round(match, self.by, key or uuid7(), number, sheet)

    def correct(self, number: int, *totals: int, version: int | None = None) -> Event:
        return self.rewrite(number, totals_sheet(*totals), version)

    def rewrite(self, number: int, sheet: Sheet, version: int | None = None) -> Event:
        entry = self.slot(number)
        version = entry.version if version is None else version
        return actions.correct_round(self.match, self.by, uuid7(), entry.pk, version, sheet)

    def insert(self, after: int | None, *totals: int) -> Event:
        behind = None if after is None else self.slot(after).pk
        return actions.insert_round(self.match, self.by, uuid7(), behind, totals_sheet(*totals))

    def void(self, number: int, away: bool = True, reason: str = "") -> Event:
        entry = self.slot(number)
        return actions.void_round(
            self.match, self.by, uuid7(), entry.pk, entry.version, away, reason
        )

    def adjust(self, *points: int, note: str = "fine") -> Event:
        return actions.adjust(self.match, self.by, uuid7(), list(points), note)

    def setting(self, **setting: Any) -> Event:
        return self._act(actions.set_table, Setting(**setting))

    def finish(self) -> Event:
        return self._act(actions.finish)

    def put_away(self) -> Event:
        return self._act(actions.put_away)

    def resume(self) -> Event:
        return self._act(actions.resume)

    def forfeit(self, position: int) -> Event:
        return self._act(actions.forfeit, position)

    def move_end(self, target: int) -> Event:
        return self._act(actions.move_end, target)

    def void_after_end(self) -> Event:
        return self._act(actions.void_after_end)

    def undo(self, times: int = 1) -> None:
        for _ in range(times):
            last = actions.last_act(self.match)
            version = last.version if last else -1
            actions.undo(self.match, self.by, uuid7(), version)

    def _act(self, act: Any, *said: Any) -> Event:
        match = self.match
        return act(match, self.by, uuid7(), match.version, *said)

    def board(self) -> Board:
        return board(self.match, self.by)

    def totals(self) -> list[int]:
        """The totals on the page."""
        return [side.total for side in self.board().sides]

    def seen(self) -> tuple[list[int], str, str, str]:
        """Totals, state, by whom it ended, and the state of each slot in order (c, v or m)."""
        match = self.match
        states = "".join(entry.state[0] for entry in self.rounds)
        return self.totals(), match.state, match.ended_by, states

    def sound(self) -> None:
        """Fail unless events, tables and rules agree."""
        assert verification.match(self.pk) == []
        assert_rebuilds(self.match)

    def scores(self) -> Sequence[tuple[int, int, int]]:
        """(number, position, points) of every score row."""
        held = Score.objects.filter(round__match=self.pk).order_by("round__order", "side__position")
        return list(held.values_list("round__number", "side__position", "points"))

    @classmethod
    def at(cls, match: Match, by: User) -> "Hand":
        return cls(fresh(match), by)
