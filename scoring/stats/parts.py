"""One match that is over, read into what each player did there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

import rules
from scoring.models import Match, Part, Round, Seat, Side
from scoring.seating import credited_result, numbered, sat
from scoring.stats.ratings import family_of

HOW = {Match.State.FORFEITED: Part.How.FORFEITED, Match.State.ABANDONED: Part.How.PUT_AWAY}
NOT_TAKEN = "not_taken"


def is_over(match: Match) -> bool:
    """Whether a match has parts: it is not going on, and nobody deleted it."""
    return match.state != Match.State.OPEN and match.deleted_at is None


def how(match: Match) -> str:
    """Return how a match came to its end (`Part.How`)."""
    totals = match.detail == Match.Detail.TOTALS
    return HOW.get(match.state, Part.How.TOTALS if totals else Part.How.PLAYED)


def parts_of(
    match: Match,
    sides: Sequence[Side],
    seats: Sequence[Seat],
    slots: Sequence[Round],
    loaded: dict[UUID, rules.Ruleset] | None = None,
) -> list[Part]:
    """Return the parts of a match that is over, not rated yet and not stored.

    `sides` come by position, `seats` with their players, `slots` are all slots of the ledger with
    `points` a side (None where they do not count) and their rulesets. `loaded` keeps rulesets that
    were loaded before.
    """
    return _Reading(match, sides, seats, slots, {} if loaded is None else loaded).parts()


@dataclass
class _Reading:
    match: Match
    sides: Sequence[Side]
    seats: Sequence[Seat]
    slots: Sequence[Round]
    loaded: dict[UUID, rules.Ruleset]

    def parts(self) -> list[Part]:
        credited = credited_result(self.slots, self.seats)
        made = []
        for side in self.sides:
            people: dict[UUID, list[Seat]] = {}
            for seat in self.seats:
                if seat.side_id == side.pk and sat(seat):
                    people.setdefault(seat.player.person_id, []).append(seat)
            own = []
            for person, seats in people.items():
                during = [s for s, number in self.counting if any(sat(x, number) for x in seats)]
                if during or credited.get(person) == side.pk:
                    own.append(self._part(side, person, during, credited.get(person) == side.pk))
            # Each side has a part: also one where people sat down, but for no round that counts.
            made += own or [self._part(side, None, [slot for slot, _ in self.counting], True)]
        return made

    def _part(
        self, side: Side, person: UUID | None, during: Sequence[Round], credited: bool
    ) -> Part:
        position = side.position
        rounds = [slot for slot in during if slot.kind == Round.Kind.ROUND]
        points = [slot.points[position] for slot in rounds]
        # The earliest of equal ones: `max` and `min` keep the first.
        best = max(rounds, key=lambda slot: self.sign * slot.points[position], default=None)
        worst = min(rounds, key=lambda slot: self.sign * slot.points[position], default=None)
        figures = {
            **self._course(position),
            **(
                {"best_at": self.ordinals[best.pk], "worst_at": self.ordinals[worst.pk]}
                if best
                else {}
            ),
            "spread": self._spread(points),
            **(self._melds(position, rounds) if self.ruleset.game == "melds" else {}),
        }
        return Part(
            group_id=self.match.group_id,
            match=self.match,
            player_id=person,
            side=position,
            preset=self.match.preset,
            family=family_of(self.ruleset.game, self.match.preset),
            night=self.match.night,
            at=self.match.started_at,
            how=how(self.match),
            outcome=self._outcome(position) if credited else None,
            credited=credited,
            rank=self.ranks[position],
            rounds=len(rounds),
            points=sum(slot.points[position] for slot in during),
            best=best.points[position] if best else None,
            worst=worst.points[position] if worst else None,
            figures=figures,
        )

    @cached_property
    def ruleset(self) -> rules.Ruleset:
        return self._load(self.match.ruleset)

    def _load(self, held: Any) -> rules.Ruleset:
        if held.pk not in self.loaded:
            self.loaded[held.pk] = rules.load(held.document)
        return self.loaded[held.pk]

    @cached_property
    def sign(self) -> int:
        """1 where much is good, -1 where little is."""
        return -1 if getattr(self.ruleset, "wins", "highest") == "lowest" else 1

    @cached_property
    def counting(self) -> list[tuple[Round, int]]:
        """The slots played at the table that count, in order, with their numbers for the seats."""
        return [
            (slot, number)
            for slot, number in numbered(self.slots)
            if slot.state == Round.State.COUNTS and slot.kind != Round.Kind.ADJUST
        ]

    @cached_property
    def ordinals(self) -> dict[UUID, int]:
        """What people call each counting round."""
        rounds = [slot for slot, _ in self.counting if slot.kind == Round.Kind.ROUND]
        return {slot.pk: ordinal for ordinal, slot in enumerate(rounds, start=1)}

    @cached_property
    def runs(self) -> list[list[int]]:
        """The totals after each slot that counts, starting totals first."""
        runs = [[side.start for side in self.sides]]
        for slot in sorted(self.slots, key=lambda held: held.order):
            if slot.points is not None:
                runs.append([a + b for a, b in zip(runs[-1], slot.points, strict=True)])
        return runs

    @cached_property
    def ranks(self) -> list[int]:
        """The rank of each side: who gave up is last, who won first, the rest by their totals."""
        totals = self.runs[-1]
        keys = [
            (side.forfeited, side.position != self.match.winner, -self.sign * total)
            for side, total in zip(self.sides, totals, strict=True)
        ]
        return [1 + sum(other < key for other in keys) for key in keys]

    def _outcome(self, position: int) -> int | None:
        if self.match.state == Match.State.ABANDONED:
            return None
        return 0 if self.match.winner is None else 1 if self.match.winner == position else -1

    def _course(self, position: int) -> dict[str, int]:
        """How far the side came, and how far it was behind after a slot."""

        def ahead(totals: Sequence[int]) -> int:
            others = [self.sign * total for n, total in enumerate(totals) if n != position]
            return self.sign * totals[position] - max(others) if others else 0

        return {
            "total": self.runs[-1][position],
            "margin": ahead(self.runs[-1]),
            "behind": max([0, *(-ahead(totals) for totals in self.runs[1:])]),
            "length": len(self.ordinals),
        }

    def _spread(self, points: Iterable[int]) -> dict[str, int]:
        width = 100 if self.ruleset.game == "melds" else 1
        spread: dict[str, int] = {}
        for figure in points:
            bucket = str(figure // width * width)
            spread[bucket] = spread.get(bucket, 0) + 1
        return spread

    def _melds(self, position: int, rounds: Iterable[Round]) -> dict[str, Any]:
        out = missed = 0
        counts: dict[str, dict[str, int]] = {"canastras": {}, "kept": {}, "lost": {}}
        for slot in rounds:
            said = (slot.entry.get("sides") or {position: {}})[position]
            out += bool(said.get("out"))
            missed += said.get("morto") == NOT_TAKEN
            _add(counts["canastras"], said.get("canastras"))
            if honours := said.get("honours"):
                for key, count in honours.items():
                    paid = self._paid(slot, position).get(key, 0) > 0
                    _add(counts["kept" if paid else "lost"], {key: count})
        return {
            **{name: held for name, held in counts.items() if held},
            **({"out": out} if out else {}),
            **({"morto_missed": missed} if missed else {}),
        }

    def _paid(self, slot: Round, position: int) -> dict[str, int]:
        """What each kind of honour brought the side in a round."""
        said = rules.score(self._load(slot.ruleset), slot.entry)["sides"][position]["lines"]
        return {
            item.removeprefix("honour:"): points
            for item, points in said
            if item.startswith("honour:")
        }


def _add(to: dict[str, int], counts: Mapping[str, int] | None) -> None:
    for key, count in (counts or {}).items():
        if count:
            to[key] = to.get(key, 0) + count
