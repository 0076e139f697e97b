"""Reading a group's parts: which are asked for, and their rows as values, in order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from players.ids import parse
from players.models import Group
from scoring.models import Part, Season
from scoring.stats.ratings import Rating


class Played(NamedTuple):
    """One part, as the columns of the same names say (`scoring.models.Part`)."""

    match: UUID
    player: UUID | None
    side: int
    preset: str
    family: str
    night: date
    at: datetime
    how: str
    outcome: int | None
    rank: int
    rounds: int
    points: int
    best: int | None
    worst: int | None
    figures: Mapping[str, Any]
    mu: float | None
    sigma: float | None

    @property
    def rating(self) -> Rating | None:
        """The rating after this match, None where it is not rated."""
        return None if self.mu is None or self.sigma is None else (self.mu, self.sigma)


COLUMNS = [name if name not in ("match", "player") else f"{name}_id" for name in Played._fields]


@dataclass(frozen=True)
class Asked:
    """What of a group's years is looked at; as it is, all of it. `season` is one of the group's
    own or a year."""

    game: str = ""
    season: Season | int | None = None

    @property
    def between(self) -> tuple[date, date] | None:
        """The first and the last night asked for, None for all."""
        if isinstance(self.season, int):
            return date(self.season, 1, 1), date(self.season, 12, 31)
        return (self.season.starts, self.season.ends) if self.season else None

    @property
    def query(self) -> str:
        """The same as the end of an address: "game=tranca&season=2026", "" for all."""
        season = self.season.pk if isinstance(self.season, Season) else self.season
        said = {"game": self.game, "season": season}
        return "&".join(f"{name}={value}" for name, value in said.items() if value)


def asked(group: Group, said: Mapping[str, str], seasons: Iterable[Season]) -> Asked:
    """Return what an address asks for (`game`, `season`); what it says of nothing known is left
    out. `seasons` are those of the group."""
    season: Season | int | None = None
    text = said.get("season", "")
    if text.isascii() and text.isdigit() and len(text) == 4 and int(text) >= 1:
        season = int(text)
    elif pk := parse(text):
        season = next((held for held in seasons if held.pk == pk), None)
    game = said.get("game", "")
    return Asked(game if game.replace("_", "").isalnum() and len(game) <= 40 else "", season)


def parts(group: Group, asked: Asked = Asked()) -> QuerySet[Part]:
    """Return the group's parts that are asked for and count, in the order of the matches."""
    found = Part.objects.filter(group=group).counted()
    if asked.game:
        found = found.filter(preset=asked.game)
    if asked.between:
        found = found.filter(night__range=asked.between)
    return found.in_order()


def played(found: QuerySet[Part]) -> list[Played]:
    """Read parts as values, in one statement."""
    return [Played._make(row) for row in found.values_list(*COLUMNS)]
