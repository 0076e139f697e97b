"""The long game told again, slowly and plainly: what years at a table come to.

It reads an exported archive (`caderneta.json`) and believes none of its tables: each match is told
again from its events, and everything else follows from there. It shares no line with `scoring`;
both must say the same of any history. All matches are looked at again and again for each figure, so
that each function reads as its definition does.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from math import floor, inf, sqrt
from typing import Any

from openskill.models import PlackettLuce

import rules

Archive = Mapping[str, Any]
ENDINGS = {"forfeited": "forfeited", "abandoned": "put_away"}
# How much luck carries one match, by family; a tally can be any game.
BETA = {"melds": 25 / 6, "truco": 25 / 3}
# The setting of a group that lets matches of such an end count for ratings.
SETTINGS = {"forfeited": "rate_forfeits", "put_away": "rate_put_away", "totals": "rate_totals"}


@dataclass
class Part:
    """What a person (None: nobody is named) did at one side of a match that is over."""

    match: str
    person: str | None
    side: int
    preset: str
    family: str
    night: str
    at: datetime
    how: str
    outcome: int | None
    credited: bool
    rank: int
    rounds: int
    points: int
    best: int | None
    worst: int | None
    figures: dict[str, Any]
    mu: float | None = None
    sigma: float | None = None


# What happened: a match from its events


def people(archive: Archive) -> dict[str, str]:
    """Who each entry of the group's players is: itself, or whom it was merged into."""
    return {row["id"]: row["same_as_id"] or row["id"] for row in archive["players"]}


def happened(exported: Mapping[str, Any]) -> dict[str, dict[str, dict[str, Any]]]:
    """All rows of a match, `{table: {id: columns}}`, by writing event over event."""
    rows: dict[str, dict[str, dict[str, Any]]] = {"match": {}, "side": {}, "seat": {}, "round": {}}
    for event in sorted(exported["events"], key=lambda event: event["version"]):
        for table, changed in event["after"].items():
            for key, columns in changed.items():
                rows[table].setdefault(key, {}).update(columns)
    return rows


@dataclass(frozen=True)
class Slot:
    """A line of the ledger that counts. `number` is that of the round people sat down for."""

    number: int
    kind: str
    points: Sequence[int]
    entry: Mapping[str, Any]
    rules: Mapping[str, Any]


@dataclass(frozen=True)
class Seat:
    """Who sat at a side from one round to another (None: to the end)."""

    person: str
    side: int
    first: int
    last: int | None

    def at(self, slot: Slot) -> bool:
        return self.first <= slot.number and (self.last is None or slot.number <= self.last)


@dataclass
class Match:
    """A match as its events tell it. `sign` turns figures so that much is good."""

    id: str
    row: Mapping[str, Any]
    sides: Sequence[Mapping[str, Any]]
    seats: Sequence[Seat]
    slots: Sequence[Slot]
    game: str
    sign: int
    rounds: list[Slot] = field(init=False)

    def __post_init__(self) -> None:
        self.rounds = [slot for slot in self.slots if slot.kind == "round"]

    @property
    def over(self) -> bool:
        return self.row["state"] != "open" and self.row["deleted_at"] is None


def match_of(exported: Mapping[str, Any], who: Mapping[str, str]) -> Match:
    """The match that its events tell."""
    told = happened(exported)
    ((pk, row),) = told["match"].items()
    sides = sorted(told["side"].items(), key=lambda item: item[1]["position"])
    places = {key: place for place, (key, _) in enumerate(sides)}
    documents = {exported["ruleset_id"]: exported["rules"]}
    documents |= {r["ruleset_id"]: r["rules"] for r in exported["rounds"] if "rules" in r}
    seats = [
        Seat(who[seat["player"]], places[seat["side"]], seat["from_round"], seat["to_round"])
        for seat in told["seat"].values()
        # Whoever ends before they begin never sat there.
        if seat["to_round"] is None or seat["to_round"] >= seat["from_round"]
    ]
    document = documents[row["ruleset"]]
    return Match(
        id=pk,
        row=row,
        sides=[{**side, "id": key} for key, side in sides],
        seats=seats,
        slots=slots_of(told["round"].values(), documents),
        game=document["game"],
        sign=-1 if document.get("wins") == "lowest" else 1,
    )


def slots_of(rows: Iterable[Mapping[str, Any]], documents: Mapping[str, Any]) -> list[Slot]:
    """The lines that count, in order. One that was put in later than some behind it belongs to
    the people who sat down for those: it has the lowest number from there on."""
    lined = sorted(rows, key=lambda row: row["order"])
    return [
        Slot(
            number=min(later["number"] for later in lined[place:]),
            kind=row["kind"],
            points=row["points"],
            entry=row["entry"],
            rules=documents[row["ruleset"]],
        )
        for place, row in enumerate(lined)
        if row["state"] == "counts"
    ]


# One match: how it ended, who is credited, what each did


def how(match: Match) -> str:
    """How it came to its end."""
    totals = "totals" if match.row["detail"] == "totals" else "played"
    return ENDINGS.get(match.row["state"], totals)


def credit(match: Match) -> dict[str, int]:
    """At which side the result is somebody's: `{person: side}`. Where no round counts it is theirs
    who sit there."""
    found = {}
    seats = [seat for seat in match.seats if match.rounds or seat.last is None]
    for person in {seat.person for seat in seats}:
        sides = {seat.side for seat in seats if seat.person == person}
        rounds, _, _, side = max(stay(match, seats, person, side) for side in sides)
        if rounds * 2 >= len(match.rounds):
            found[person] = side
    return found


def stay(match: Match, seats: Iterable[Seat], person: str, side: int) -> tuple[Any, ...]:
    """How many rounds somebody sat at a side and how late, to tell which side they are of."""
    own = [seat for seat in seats if (seat.person, seat.side) == (person, side)]
    last = max((seat.first, seat.last or inf) for seat in own)
    # Whoever was at both all the time is of any of them.
    return len(sat_rounds(match, person, side)), last, match.sides[side]["id"], side


def sat_slots(match: Match, person: str | None, side: int) -> list[Slot]:
    """What was scored at the table while this person sat at this side; for nobody, all of it."""
    played = [slot for slot in match.slots if slot.kind != "adjust"]
    seats = [seat for seat in match.seats if (seat.person, seat.side) == (person, side)]
    return [slot for slot in played if person is None or any(seat.at(slot) for seat in seats)]


def sat_rounds(match: Match, person: str | None, side: int) -> list[Slot]:
    return [slot for slot in sat_slots(match, person, side) if slot.kind == "round"]


def totals(match: Match, slots: int) -> list[int]:
    """What each side had after so many slots."""
    scored = [slot.points for slot in match.slots[:slots]]
    return [
        side["start"] + sum(points[place] for points in scored)
        for place, side in enumerate(match.sides)
    ]


def lead(match: Match, slots: int, side: int) -> int:
    """By how much a side was ahead of the best other one after so many slots."""
    had = [match.sign * total for total in totals(match, slots)]
    others = [total for place, total in enumerate(had) if place != side]
    return had[side] - max(others) if others else 0


def rank(match: Match, side: int) -> int:
    """The place of a side: the winner first, whoever gave up last, equal totals share theirs."""

    def standing(place: int) -> tuple[bool, bool, int]:
        total = totals(match, len(match.slots))[place]
        gave_up = match.sides[place]["forfeited"]
        return (not gave_up, match.row["winner"] == place, match.sign * total)

    return 1 + sum(standing(other) > standing(side) for other in range(len(match.sides)))


def outcome(match: Match, side: int) -> int | None:
    winner = match.row["winner"]
    if how(match) == "put_away":
        return None
    return 0 if winner is None else 1 if winner == side else -1


def figures(match: Match, slots: Sequence[Slot], side: int) -> dict[str, Any]:
    """What a part keeps besides its columns, of the rounds `slots`."""
    points = {match.rounds.index(slot) + 1: match.sign * slot.points[side] for slot in slots}
    last = len(match.slots)
    found: dict[str, Any] = {
        "total": totals(match, last)[side],
        "margin": lead(match, last, side),
        "behind": max([0, *(-lead(match, n, side) for n in range(1, last + 1))]),
        "length": len(match.rounds),
    }
    if points:
        found["best_at"] = min(at for at in points if points[at] == max(points.values()))
        found["worst_at"] = min(at for at in points if points[at] == min(points.values()))
    wide = 100 if match.game == "melds" else 1
    found["spread"] = Counter(str(floor(s.points[side] / wide) * wide) for s in slots)
    return found | (melds(slots, side) if match.game == "melds" else {})


def melds(slots: Iterable[Slot], side: int) -> dict[str, Any]:
    """Canastras, honours, times out and mortos missed in these rounds."""
    found: dict[str, Any] = {name: Counter() for name in ("canastras", "kept", "lost")}
    found |= {"out": 0, "morto_missed": 0}
    for slot in slots:
        said = slot.entry["sides"][side]
        found["canastras"].update(said.get("canastras") or {})
        found["out"] += 1 if said.get("out") else 0
        found["morto_missed"] += 1 if said.get("morto") == "not_taken" else 0
        lines = rules.score(loaded(json.dumps(slot.rules)), slot.entry)["sides"][side]["lines"]
        for key, count in (said.get("honours") or {}).items():
            brought = sum(points for name, points in lines if name == f"honour:{key}")
            found["kept" if brought > 0 else "lost"][key] += count
    return found


@cache
def loaded(document: str) -> rules.Ruleset:
    return rules.load(json.loads(document))


def parts_of(match: Match) -> list[Part]:
    """The parts of a match that is over: one for whoever scored at a side or has its result, one of
    nobody for a side without such people."""
    credited = credit(match)
    made = []
    for side in range(len(match.sides)):
        sat = {seat.person for seat in match.seats if seat.side == side}
        own = [
            part(match, person, side, credited.get(person) == side)
            for person in sorted(sat)
            if credited.get(person) == side or sat_slots(match, person, side)
        ]
        made += own or [part(match, None, side, True)]
    return made


def part(match: Match, person: str | None, side: int, credited: bool) -> Part:
    slots = sat_rounds(match, person, side)
    points = [match.sign * slot.points[side] for slot in slots]
    tally = match.game == "tally"
    return Part(
        match=match.id,
        person=person,
        side=side,
        preset=match.row["preset"],
        family=match.row["preset"] if tally else match.game,
        night=match.row["night"],
        at=datetime.fromisoformat(match.row["started_at"]),
        how=how(match),
        outcome=outcome(match, side) if credited else None,
        credited=credited,
        rank=rank(match, side),
        rounds=len(slots),
        points=sum(slot.points[side] for slot in sat_slots(match, person, side)),
        best=match.sign * max(points) if points else None,
        worst=match.sign * min(points) if points else None,
        figures=figures(match, slots, side),
    )


# All matches: ratings


def parts(archive: Archive, counts: Mapping[str, bool]) -> list[Part]:
    """All parts of a group, rated, in the order of their matches. `counts` are the three settings
    of the group that let matches count for its ratings."""
    who = people(archive)
    matches = [match_of(exported, who) for exported in archive["matches"]]
    over = [match for match in matches if match.over]
    ratings: dict[tuple[str, str | None], tuple[float, float]] = {}
    made = []
    for match in sorted(over, key=lambda m: (datetime.fromisoformat(m.row["started_at"]), m.id)):
        held = parts_of(match)
        made += held
        rated = held[0].how == "played" or counts[SETTINGS[held[0].how]]
        if rated:
            rate(match, held, ratings)
    return made


def rate(match: Match, held: Sequence[Part], ratings: dict[Any, tuple[float, float]]) -> None:
    """Move the ratings of whoever has the result, if each of two sides or more has such people."""
    sides = [
        sorted((p for p in held if p.side == n and p.credited and p.person), key=by_person)
        for n in range(len(match.sides))
    ]
    if len(sides) < 2 or not all(sides):
        return
    family = held[0].family
    model = PlackettLuce(mu=25, sigma=25 / 3, beta=BETA.get(family, 25 / 4), tau=25 / 300)
    teams = [
        [model.create_rating(list(ratings.get((family, p.person), (25, 25 / 3)))) for p in side]
        for side in sides
    ]
    after = model.rate(teams, ranks=[float(side[0].rank) for side in sides])
    for side, moved in zip(sides, after, strict=True):
        for own, rating in zip(side, moved, strict=True):
            own.mu, own.sigma = rating.mu, rating.sigma
            ratings[family, own.person] = rating.mu, rating.sigma


def by_person(own: Part) -> str:
    return str(own.person)


# People


def counted(parts: Iterable[Part]) -> list[Part]:
    """All but what was put away: that counts nowhere."""
    return [part for part in parts if part.how != "put_away"]


def matches_of(parts: Iterable[Part], who: str) -> list[Part]:
    """The matches whose result is theirs, in order."""
    return [p for p in counted(parts) if p.person == who and p.outcome is not None]


def results(matches: Iterable[Part]) -> tuple[int, int, int]:
    """Wins, draws, losses."""
    outcomes = [part.outcome for part in matches]
    return outcomes.count(1), outcomes.count(0), outcomes.count(-1)


def rate_of(wins: int, draws: int, losses: int) -> float:
    return (wins + draws / 2) / (wins + draws + losses)


def between(wins: int, draws: int, losses: int) -> tuple[float, float]:
    """The 95 % interval of Wilson."""
    n, z, p = wins + draws + losses, 1.959964, rate_of(wins, draws, losses)
    middle = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    margin = z / (1 + z**2 / n) * sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    return middle - margin, middle + margin


def streak(matches: Sequence[Part], won: bool) -> int:
    """How many of the last matches were won, or were not."""
    length = 0
    while length < len(matches) and (matches[-1 - length].outcome == 1) == won:
        length += 1
    return length


def person(parts: Sequence[Part], who: str) -> dict[str, Any]:
    """What years come to for one of the group."""
    own = [part for part in counted(parts) if part.person == who]
    matches = matches_of(parts, who)
    wins = [part for part in matches if part.outcome == 1]
    summed = {name: Counter[str]() for name in ("canastras", "kept", "lost")}
    for name, counter in summed.items():
        for part in own:
            counter.update(part.figures.get(name) or {})
    return {
        "results": results(matches),
        "rounds": sum(part.rounds for part in own),
        "points": sum(part.points for part in own),
        **summed,
        "out": sum(part.figures.get("out", 0) for part in own),
        "morto_missed": sum(part.figures.get("morto_missed", 0) for part in own),
        "longest": max((streak(matches[:n], True) for n in range(len(matches) + 1)), default=0),
        "winning": streak(matches, True),
        "without": streak(matches, False),
        "last_win": wins[-1].night if wins else None,
        "comeback": max((part.figures["behind"] for part in wins), default=0),
    }


def met(parts: Sequence[Part], who: str, same_side: bool) -> dict[str, tuple[int, int, int]]:
    """Everybody they played a match with, or against: wins, draws and losses of `who`."""
    found: dict[str, list[Part]] = {}
    for own in matches_of(parts, who):
        for other in counted(parts):
            there = other.match == own.match and other.outcome is not None and other.person
            if there and other.person != who and (other.side == own.side) == same_side:
                found.setdefault(other.person, []).append(own)
    return {other: results(matches) for other, matches in found.items()}


def alone_with_most(figures: Mapping[Any, float], least: float) -> Any:
    """Whoever has most, at least so much; nobody where that is shared."""
    most = max(figures.values(), default=least - 1)
    first = [key for key, figure in figures.items() if figure == most]
    return first[0] if most >= least and len(first) == 1 else None


def favourite(parts: Sequence[Part], who: str) -> str | None:
    return alone_with_most({p: sum(r) for p, r in met(parts, who, True).items()}, 3)


def nemesis(parts: Sequence[Part], who: str) -> str | None:
    """The opponent of three matches or more to whom most more were lost than won."""
    often = {p: r for p, r in met(parts, who, False).items() if sum(r) >= 3}
    return alone_with_most({p: lost - won for p, (won, _, lost) in often.items()}, 1)


def beaten(parts: Sequence[Part], who: str) -> str | None:
    often = {p: r for p, r in met(parts, who, False).items() if sum(r) >= 3}
    return alone_with_most({p: won - lost for p, (won, _, lost) in often.items()}, 1)


# Groups


def shown(part: Part) -> int:
    """The cautious figure of a rating."""
    return round(100 * (part.mu - 3 * part.sigma))


def ladder(parts: Sequence[Part], ranked: Iterable[str], least: int) -> list[tuple[int, str, int]]:
    """`(place, person, figure)` of whoever of `ranked` played enough, by their last rating; equal
    figures share a place. `parts` are of one family."""
    figures = {}
    for who in ranked:
        rated = [part for part in counted(parts) if part.person == who and part.mu is not None]
        if rated and len(matches_of(parts, who)) >= least:
            figures[who] = shown(rated[-1])
    return sorted(
        (1 + sum(other > figure for other in figures.values()), who, figure)
        for who, figure in figures.items()
    )
