"""What somebody played, alone or as a partnership: read from the seats."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext

from players.models import Group, Player, Team, User
from scoring.board import match_line
from scoring.models import Match, Round, Seat
from scoring.seating import credited_result

DECIDED = (Match.State.FINISHED, Match.State.FORFEITED)


def matches_of(matches: QuerySet, players: QuerySet) -> QuerySet:
    """Return those of the matches in which one of these players sat, the newest first."""
    sat = Seat.objects.sat().filter(side__match=OuterRef("pk"), player__in=players)
    return matches.filter(Exists(sat)).for_start().order_by("-started_at")


def lines(matches: Sequence[Match], viewer: User, people: Collection[UUID]) -> list[dict[str, Any]]:
    """Return matches (of `matches_of`) as a list shows them, each with the `result` it was for the
    person who goes by these ids."""
    changed = [match for match in matches if _changed(match)]
    slots: dict[UUID, list[Round]] = {}
    for slot in Round.objects.filter(match__in=changed).order_by("order") if changed else ():
        slots.setdefault(slot.match_id, []).append(slot)
    return [
        match_line(match, viewer) | {"result": _result(match, slots.get(match.pk, ()), people)}
        for match in matches
    ]


def _seats(match: Match) -> list[Seat]:
    return [seat for side in match.sides.all() for seat in side.seats.all()]


def _changed(match: Match) -> bool:
    """Whether somebody sat down or got up after the beginning."""
    return any(seat.from_round > 1 or seat.to_round for seat in _seats(match))


def _result(match: Match, slots: Iterable[Round], people: Collection[UUID]) -> str:
    if match.state not in DECIDED:
        return match.get_state_display()
    credited = credited_result(slots, _seats(match))
    sides = {side for player, side in credited.items() if player in people}
    if not sides:
        return gettext("sat in for less than half")
    if match.winner is None:
        return gettext("a draw")
    won = any(side.pk in sides and side.position == match.winner for side in match.sides.all())
    return gettext("won") if won else gettext("lost")


@dataclass(frozen=True)
class Partners:
    """Players who sat together, in how many matches, and the name they have together."""

    players: list[Player]
    matches: int
    team: Team | None = None

    @property
    def names(self) -> list[str]:
        """Their names, in order."""
        return [str(player) for player in self.players]


def partners(group: Group) -> list[Partners]:
    """Return who shared a side at the end of a match, and the teams that never did: those who did
    so most often come first."""
    counted, players = _together(group)
    teams = {team.key: team for team in group.teams.prefetch_related("players")}
    found = [
        Partners(
            sorted((players[pk] for pk in pks), key=lambda player: (player.key, player.tag)),
            times,
            teams.pop(Team.key_of(pks), None),
        )
        for pks, times in counted.items()
    ]
    for team in teams.values():
        people = list(team.players.all())
        if not any(player.same_as_id for player in people):
            found.append(Partners(people, 0, team))
    return sorted(found, key=lambda held: (-held.matches, held.names))


def _together(group: Group) -> tuple[Counter[frozenset[UUID]], dict[UUID, Player]]:
    """How often each set of two or more sat at one side, and who they are."""
    sides: dict[UUID, set[UUID]] = {}
    players: dict[UUID, Player] = {}
    counting = Seat.objects.sat().filter(group=group, to_round=None)
    counting = counting.exclude(side__match__state=Match.State.ABANDONED).order_by()
    pairs = counting.values_list("side_id", "player_id")
    whole = {p.pk: p.person for p in group.players.select_related("same_as")}
    for side, player in pairs:
        person = whole[player]
        players[person.pk] = person
        sides.setdefault(side, set()).add(person.pk)
    return Counter(frozenset(pks) for pks in sides.values() if len(pks) > 1), players
