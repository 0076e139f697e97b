"""Two entries of one person become one, and two again."""

from collections.abc import Iterable
from uuid import UUID

from django.db import IntegrityError
from django.db.models import F, Q, QuerySet

from players.log import note
from players.models import GroupEvent, Player, Team, User
from players.people import Taken, is_taken
from players.writing import write
from scoring.models import Match, Seat
from scoring.stats import following


class NotOne(Exception):
    """These are no one person: they met in `match`, or two people say they are them (None)."""

    def __init__(self, match: Match | None = None):
        super().__init__(match)
        self.match = match


def merge(player: Player, other: Player, by: User) -> None:
    """Let `other` count as `player` from now on, with all its past; its name leads there.

    Done twice it is done once. Raises NotOne, or Taken where one of them was merged meanwhile.
    """
    with write():
        following.hold(player.group_id)
        player, other = _locked(player, other)
        if other.same_as_id == player.pk:
            return
        if player.same_as_id or other.same_as_id:
            raise Taken
        if player.user_id and other.user_id and player.user_id != other.user_id:
            raise NotOne
        met = where_met(player, other)
        if met:
            raise NotOne(met)
        aliases = [str(alias.pk) for alias in other.others.all()]
        Player.objects.filter(Q(pk=other.pk) | Q(same_as=other)).update(same_as=player)
        user = None if player.user_id else other.user_id
        if user:
            _hand_over(user, other, player)
        teams = _rekey(Team.objects.filter(players=other), other, player)
        detail = {"player": player, "other": other, "user": user}
        note(player.group, "merge", by, **detail, aliases=aliases, teams=teams)
        following.changed_people(player.group, _sat([other.pk, *aliases]))


def split(other: Player, by: User, tag: str = "") -> None:
    """Take a merge back: `other` is somebody of its own again, called apart by `tag` if one is
    given. Raises Taken where somebody else has that name now."""
    try:
        with write():
            following.hold(other.group_id)
            (other,) = _locked(other)
            if other.same_as_id is None:  # the second of two taps
                return
            done = _merges(other).first()
            if done is None:
                raise Taken
            tag = tag or other.tag
            if is_taken(other.group, f"{other.name} ({tag})" if tag else other.name, other):
                raise Taken
            player = other.same_as
            Player.objects.filter(pk=other.pk).update(same_as=None, tag=tag)
            _give_back(player, other, done.detail)
            note(other.group, "split", by, player=player, other=other)
            own = [other.pk, *other.others.values_list("pk", flat=True)]
            following.changed_people(other.group, _sat(own))
    except IntegrityError:
        raise Taken from None


def where_met(player: Player, other: Player) -> Match | None:
    """Return a match in which both sat down, under whatever entry; None where they never met."""
    sat = Seat.objects.filter(Q(to_round=None) | Q(to_round__gte=F("from_round")))
    here = sat.filter(Q(player=player) | Q(player__same_as=player)).values("side__match")
    there = sat.filter(Q(player=other) | Q(player__same_as=other)).values("side__match")
    return Match.objects.filter(pk__in=here).filter(pk__in=there).order_by("started_at").first()


def _sat(players: Iterable[UUID | str]) -> QuerySet[Match]:
    """The matches in which one of these entries has a seat, whoever they count as."""
    seats = Seat.objects.filter(player__in=list(players))
    return Match.objects.filter(pk__in=seats.values("side__match"))


def _locked(*players: Player) -> list[Player]:
    """These rows as they are now, held until the act is written."""
    held = Player.objects.select_for_update().filter(pk__in=[player.pk for player in players])
    rows = {row.pk: row for row in held.order_by("pk")}
    return [rows[player.pk] for player in players]


def _merges(other: Player) -> Iterable[GroupEvent]:
    held = GroupEvent.objects.filter(group=other.group_id, kind="merge")
    return held.filter(detail__other=str(other.pk))


def _give_back(player: Player, other: Player, detail: dict) -> None:
    """What the merge took from `other`: who was merged into it, its teams, whose player it is."""
    aliases = Player.objects.filter(pk__in=detail["aliases"], same_as=player)
    aliases.update(same_as=other)
    _rekey(Team.objects.filter(pk__in=detail["teams"], players=player), player, other)
    user = detail["user"]
    if user and str(player.user_id) == user:
        _hand_over(user, player, other)


def _hand_over(user: UUID | str, old: Player, new: Player) -> None:
    Player.objects.filter(pk=old.pk).update(user=None)
    Player.objects.filter(pk=new.pk).update(user=user)


def _rekey(teams: Iterable[Team], old: Player, new: Player) -> list[str]:
    """Put `new` in the place of `old`; return the ids of the teams that changed. A team that would
    be there twice stays as it is and is offered no more."""
    changed = []
    for team in teams:
        pks = {new.pk if pk == old.pk else pk for pk in team.players.values_list("pk", flat=True)}
        key = Team.key_of(pks)
        if not Team.objects.filter(group=team.group_id, key=key).exists():
            Team.objects.filter(pk=team.pk).update(key=key)
            team.players.set(pks)
            changed.append(str(team.pk))
    return changed
