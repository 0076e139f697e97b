"""When the demo's table meets, who comes, and what is played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from scoring.demo.cast import CAST, TOGETHER, Person

WEEKS = 52
THURSDAY = 3
# Nobody plays then.
FEASTS = {(12, 24), (12, 25), (12, 31), (1, 1)}
# How often a Thursday falls out for no reason worth telling.
MISSED = 0.12
PAIRS = 4


@dataclass(frozen=True)
class Night:
    """One Thursday: `when` is its place in the group's time (0 to 1), `draw` its chance."""

    when: float
    begins: datetime
    present: tuple[Person, ...]
    draw: Random
    last: bool


def nights(seed: object, years: float, now: datetime, zone: str) -> Iterator[Night]:
    """Yield the nights of so many years, the last of them over before `now`."""
    today = now.astimezone(ZoneInfo(zone)).date()
    dates = list(_thursdays(round(years * WEEKS), today))
    for n, day in enumerate(dates):
        draw = Random(f"{seed} {n - len(dates)} {years}")
        last = n == len(dates) - 1
        when = n / len(dates)
        present = [p for p in CAST if p.there(when) and draw.random() < p.comes]
        missed = draw.random() < MISSED or (day.month, day.day) in FEASTS or len(present) < 2
        if missed and not last:
            continue
        if last and len(present) < PAIRS:
            present = [p for p in CAST if p.there(when)]
        yield Night(when, _evening(draw, day, zone), tuple(present), draw, last)


def _thursdays(count: int, today: date) -> Iterator[date]:
    before = today - timedelta(days=2)
    last = before - timedelta(days=(before.weekday() - THURSDAY) % 7)
    return (last - timedelta(weeks=n) for n in reversed(range(count)))


def _evening(draw: Random, day: date, zone: str) -> datetime:
    begins = datetime.combine(day, time(20), ZoneInfo(zone))
    return begins + timedelta(minutes=draw.randrange(10, 50), seconds=draw.randrange(60))


def game(draw: Random, present: int, first: bool) -> str:
    """Return the preset that is played next by so many people."""
    if present < PAIRS:
        return "cacheta"
    weights = {"tranca": 10, "buraco_aberto": 3, "truco_paulista": 0 if first else 3}
    weights["cacheta"] = 0 if first else 3
    return draw.choices(list(weights), weights.values())[0]


def pairs(draw: Random, people: Sequence[Person]) -> list[list[Person]]:
    """Return four people as two pairs: half the time those who always play together do."""
    if draw.random() < 0.5:
        for two in TOGETHER:
            own = [p for p in people if p.name in two]
            if len(own) == 2:
                return [own, [p for p in people if p.name not in two]]
    mixed = draw.sample(list(people), k=PAIRS)
    return [mixed[:2], mixed[2:]]
