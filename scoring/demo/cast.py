"""Who sits at the demo's table: people who differ, so that its statistics are worth an argument."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    """Somebody at the table. `since`, `until` and `learns` go by the group's time, 0 to 1."""

    name: str
    skill: float = 0  # 0 plays as most do
    learns: float = 0  # how much better they are at the end than at the beginning
    threes: float = 1  # how many red threes come to them, 1 as many as to most
    haste: float = 0  # how eager they are to go out
    clean: float = 0.5  # how many of their canastras are clean
    nerve: float = 0  # at truco
    comes: float = 0.85  # how often they are there
    since: float = 0
    until: float = 1
    bed: bool = False  # goes home early

    def there(self, when: float) -> bool:
        """Whether they belonged to the table then."""
        return self.since <= when < self.until


@dataclass(frozen=True)
class Force:
    """What a side brings to a round."""

    strength: float
    threes: float
    haste: float
    clean: float
    nerve: float
    players: int


ORGANISER = "Renata"
CAST = (
    Person(ORGANISER, skill=0.2, comes=0.95),
    Person("Vó Lourdes", skill=0.45, haste=-0.6, clean=0.8, nerve=-0.5, comes=0.9),
    Person("Osvaldo", skill=0.05, haste=1.1, clean=0.25, nerve=0.4, comes=0.9),
    Person("Beto", threes=2.4, clean=0.4, nerve=0.2),
    Person("Marlene", skill=-0.25, threes=0.5, clean=0.6, comes=0.75),
    Person("Tiago", skill=0.3, haste=0.4, nerve=0.9, comes=0.7),
    Person("Tia Neusa", skill=0.1, threes=1.2, until=0.55),
    Person("Davi", skill=-1.1, learns=1.0, threes=1.7, haste=0.5, since=0.7, comes=0.6, bed=True),
)
# The two have a name; those who are married to each other should not play together.
TEAM = ("Renata", "Tiago")
TEAM_NAME = "Os Imbatíveis"
TOGETHER = {frozenset(TEAM): 0.3, frozenset({"Vó Lourdes", "Osvaldo"}): -0.3}
# Under this name he was written down at first, until somebody noticed.
OTHER_NAMES = {"Beto": "Roberto"}


def force(people: Sequence[Person], when: float) -> Force:
    """Return what these people bring to a round at that time of the group's."""

    def mean(values: Iterable[float]) -> float:
        return sum(values) / len(people)

    grown = [p.skill + p.learns * (when - p.since) / (1 - p.since) for p in people]
    return Force(
        strength=mean(grown) + TOGETHER.get(frozenset(p.name for p in people), 0),
        threes=mean(p.threes for p in people),
        haste=mean(p.haste for p in people),
        clean=mean(p.clean for p in people),
        nerve=mean(p.nerve for p in people),
        players=len(people),
    )
