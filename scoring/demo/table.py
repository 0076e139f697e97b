"""One night of the demo, written down as its people did: each act at its time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

import rules
from players.actions import people
from players.ids import uuid7
from players.models import Group, User
from scoring import actions
from scoring.actions import Setting, Sheet, Table
from scoring.demo import hands, nights
from scoring.demo.cast import OTHER_NAMES, Force, Person, force
from scoring.demo.nights import Night
from scoring.models import HouseRules, Match, Round

# How many minutes a round takes, at least and at most.
TAKES = {"melds": (9, 17), "truco": (1.5, 4), "tally": (4, 8)}
BED_TIME = timedelta(hours=2, minutes=30)
MOST_AT_CACHETA = 6
SHORT = 1500
# Until then somebody is written down under another name.
KNOWN_BY_NOW = 0.12
TWICE, MISCOUNTED, MISDEALT = "Entrou duas vezes", "Contei errado", "Deu carta errada"


@dataclass
class _Play:
    """A match that goes on, and who sits at it."""

    match: Match
    sides: list[list[Person]]

    @property
    def seated(self) -> list[Person]:
        return [person for side in self.sides for person in side]


class Evening:
    """Whoever holds the phone on one night. `house` are the rules tranca is played by."""

    def __init__(self, group: Group, by: User, night: Night, house: HouseRules | None):
        self.group, self.by, self.night, self.house = group, by, night, house
        self.clock = night.begins
        self.draw: Random = night.draw
        # Whoever waits longest sits down next.
        self.queue = self.draw.sample(night.present, k=len(night.present))

    def hold(self, incident: str | None) -> None:
        """Play until it is late. `incident` happens in the first match."""
        late = self.clock + timedelta(minutes=self.draw.randrange(170, 280))
        first = True
        while first or self.clock < late:
            preset = nights.game(self.draw, len(self.queue), first)
            if incident:
                preset = "tranca" if len(self.queue) >= nights.PAIRS else preset
            self._one(preset, incident)
            incident, first = None, False
            self.clock += timedelta(minutes=self.draw.randrange(3, 12))
            self._send_to_bed()
        if self.night.last:
            play = self._start(
                "tranca", nights.pairs(self.draw, self.night.present[: nights.PAIRS])
            )
            for _ in range(2):
                self._record(play)

    def _send_to_bed(self) -> None:
        if self.clock - self.night.begins > BED_TIME:
            self.queue = [p for p in self.queue if not p.bed] or self.queue

    # A match

    def _one(self, preset: str, incident: str | None) -> None:
        if preset == "cacheta":
            self._finish(self._start(preset, [[p] for p in self.queue[:MOST_AT_CACHETA]]))
            return
        sides = nights.pairs(self.draw, self.queue[: nights.PAIRS])
        if preset == "truco_paulista":
            self._series(sides)
            return
        play = self._start(preset, sides)
        happens = incident or self._chance()
        for _ in range(2):
            self._record(play)
        if happens and self._open(play):
            INCIDENTS[happens](self, play)
        self._finish(play)
        self._make_room(play)

    def _chance(self) -> str | None:
        names = [*INCIDENTS, None]
        weights = [1.5, 1, 1, 0.5, 0.5, 1.5, 3, 91]
        return self.draw.choices(names, weights)[0]

    def _start(self, preset: str, sides: list[list[Person]], wins: int | None = None) -> _Play:
        game = rules.preset(preset)
        house = self.house if preset == "tranca" else None
        document = house.ruleset.document if house else game.document
        end = {key: value for key, value in document["end"].items() if key != "offers"}
        if game.game == "melds" and self.draw.random() < 0.1:
            end["target"] = SHORT
        table = Table(
            preset=preset,
            document=document,
            end=end,
            labels=[""] * len(sides),
            players=[self._players(side) for side in sides],
            players_per_side=len(sides[0]),
            first_dealer=self.draw.randrange(len(sides)),
            wins=wins,
            house=house,
        )
        return _Play(actions.start_match(self.group, uuid7(), self.by, table, self.clock), sides)

    def _players(self, side: Sequence[Person]) -> list[Any]:
        early = self.night.when < KNOWN_BY_NOW
        names = [OTHER_NAMES.get(p.name, p.name) if early else p.name for p in side]
        known = people(self.group, names)
        return [known[name] for name in names]

    def _series(self, sides: list[list[Person]]) -> None:
        """Truco, whoever wins two of three."""
        play = self._start("truco_paulista", sides, wins=2)
        self._finish(play)
        series = play.match.series
        while actions.decided(series, actions.legs_won(series)) is None:
            self.clock += timedelta(minutes=1)
            began = actions.rematch(self._fresh(play), uuid7(), self.by, self.clock)
            play = _Play(began, sides)
            self._finish(play)
        self._make_room(play)

    def _make_room(self, play: _Play) -> None:
        """Whoever lost gets up, if somebody waits; whoever won stays."""
        winner = self._fresh(play).winner
        losers = [p for n, side in enumerate(play.sides) if n != winner for p in side]
        self.queue = [p for p in self.queue if p not in losers] + losers

    def _finish(self, play: _Play) -> None:
        while self._open(play):
            self._substitute_sleeper(play)
            self._record(play)

    # Acts

    def _fresh(self, play: _Play) -> Match:
        play.match = Match.objects.for_page().get(pk=play.match.pk)
        return play.match

    def _open(self, play: _Play) -> bool:
        return self._fresh(play).state == Match.State.OPEN

    def _sheet(self, play: _Play) -> Sheet:
        match, ruleset = play.match, play.match.ruleset.rules
        sides: list[Force] = [force(side, self.night.when) for side in play.sides]
        if ruleset.game == "truco":
            totals = [side.total for side in match.sides.with_total()]
            return Sheet(hands.truco(self.draw, ruleset, sides, totals, match.end))
        if ruleset.game == "tally":
            return _sheet(ruleset, hands.cacheta(self.draw, sides))
        return _sheet(ruleset, hands.melds(self.draw, ruleset, sides))

    def _record(self, play: _Play, sheet: Sheet | None = None) -> Round | None:
        """Write the next round, None where the match is over."""
        if not self._open(play):
            return None
        match = play.match
        sheet = sheet or self._sheet(play)
        self._wait(*TAKES[match.ruleset.rules.game])
        number = match.last_number + 1
        return actions.record_round(match, self.by, uuid7(), number, sheet, self.clock)

    def _wait(self, least: float, most: float) -> None:
        self.clock += timedelta(seconds=round(60 * self.draw.uniform(least, most)))

    def _soon(self) -> datetime:
        self._wait(0.3, 2)
        return self.clock

    # What happens at a table; before each a match is open and has two rounds

    def correct(self, play: _Play) -> None:
        """A round is written down wrong, and put right."""
        right = self._sheet(play)
        entry = self._record(play, _miscounted(play.match.ruleset.rules, right))
        sheet = Sheet(right.entry, right.typed, reason=MISCOUNTED)
        seen = (entry.pk, entry.version, sheet, self._soon())
        actions.correct_round(self._fresh(play), self.by, uuid7(), *seen)

    def void(self, play: _Play) -> None:
        """A round is written down twice."""
        sheet = self._sheet(play)
        self._record(play, sheet)
        twice = self._record(play, sheet)
        if twice is not None:
            seen = (twice.pk, twice.version, True, TWICE, self._soon())
            actions.void_round(self._fresh(play), self.by, uuid7(), *seen)

    def adjust(self, play: _Play) -> None:
        """Somebody dealt wrong and pays for it."""
        points = self.draw.choice(([-50, 0], [0, -50]))
        actions.adjust(play.match, self.by, uuid7(), points, MISDEALT, self._soon())

    def put_away(self, play: _Play) -> None:
        """The light goes out."""
        match = play.match
        actions.put_away(match, self.by, uuid7(), match.version, self._soon())

    def forfeit(self, play: _Play) -> None:
        """Whoever is behind has had enough."""
        match = play.match
        totals = [side.total for side in match.sides.with_total()]
        last = totals.index(min(totals))
        actions.forfeit(match, self.by, uuid7(), match.version, last, self._soon())

    def stop(self, play: _Play) -> None:
        """It is late: whoever leads wins."""
        match = play.match
        actions.finish(match, self.by, uuid7(), match.version, self._soon())

    def substitute(self, play: _Play) -> None:
        """Somebody who waits sits down for somebody who goes to the kitchen."""
        waiting = [p for p in self.queue if p not in play.seated]
        if waiting:
            self._swap(play, self.draw.choice(play.seated), waiting[0])

    def _substitute_sleeper(self, play: _Play) -> None:
        if play.match.ruleset.rules.game == "tally":
            return
        waiting = [p for p in self.queue if p not in play.seated and not p.bed]
        tired = [p for p in play.seated if p.bed]
        if tired and waiting and self.clock - self.night.begins > BED_TIME:
            self._swap(play, tired[0], waiting[0])

    def _swap(self, play: _Play, goes: Person, comes: Person) -> None:
        play.sides = [[comes if p == goes else p for p in side] for side in play.sides]
        match, players = play.match, [self._players(side) for side in play.sides]
        setting = Setting(players=players, first_dealer=match.first_dealer)
        actions.set_table(match, self.by, uuid7(), match.version, setting, self._soon())


INCIDENTS: dict[str, Callable[[Evening, _Play], None]] = {
    "correct": Evening.correct,
    "void": Evening.void,
    "adjust": Evening.adjust,
    "put_away": Evening.put_away,
    "forfeit": Evening.forfeit,
    "stop": Evening.stop,
    "substitute": Evening.substitute,
}


def _sheet(ruleset: rules.Ruleset, entry: dict[str, Any]) -> Sheet:
    return Sheet(entry, hands.typed(ruleset, entry))


def _miscounted(ruleset: rules.Ruleset, sheet: Sheet) -> Sheet:
    """The same with two cards too many in a hand."""
    sides = [dict(side) for side in sheet.entry["sides"]]
    hand = sides[0]["hand"]
    sides[0]["hand"] = {key: count + (20 if key == "points" else 2) for key, count in hand.items()}
    return _sheet(ruleset, {**sheet.entry, "sides": sides})
