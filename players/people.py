"""Who the players of a group are: their names, who is whom, who still plays, who is a team."""

from collections.abc import Sequence

from django.db import IntegrityError
from django.utils import timezone

from players import names
from players.access import AT_LEAST
from players.log import note
from players.models import Claim, Group, Membership, Player, Role, Team, User
from players.writing import write


class Taken(Exception):
    """Somebody else has this name, or is this player already."""


def is_taken(group: Group, said: str, but: Player | None = None) -> bool:
    """Return whether another player of the group is called so; no two differ by case or accents
    alone."""
    name, tag = names.apart(said)
    others = group.players.themselves().filter(key=names.key(name))
    others = others.exclude(pk=but.pk) if but else others
    return any(names.key(other.tag) == names.key(tag) for other in others)


def rename(player: Player, said: str, by: User) -> None:
    """Call a player otherwise, by a clean name; raise Taken."""
    name, tag = names.apart(said)
    if is_taken(player.group, said, player):
        raise Taken
    try:
        with write():
            changed = Player.objects.filter(pk=player.pk)
            changed.update(name=name, key=names.key(name), tag=tag)
            note(player.group, "rename_player", by, player=player.pk)
    except IntegrityError:
        raise Taken from None


def leave(player: Player, by: User) -> None:
    """Offer a player no more; their past stays."""
    with write():
        here = Player.objects.filter(pk=player.pk, left_at=None)
        if here.update(left_at=timezone.now()):
            note(player.group, "player_left", by, player=player.pk)


def come_back(player: Player, by: User) -> None:
    """Offer a player again."""
    with write():
        gone = Player.objects.filter(pk=player.pk).exclude(left_at=None)
        if gone.update(left_at=None):
            note(player.group, "player_back", by, player=player.pk)


def claim(player: Player, user: User, role: str) -> bool:
    """Let a member be this player: an organiser at once, anybody else once an organiser agrees.

    Return whether they are the player now. Raises Taken where somebody else is.
    """
    with write():
        held = Player.objects.select_for_update().get(pk=player.pk)
        if held.user_id == user.pk:
            return True
        if held.user_id or held.same_as_id:
            raise Taken
        if role in AT_LEAST[Role.ORGANISER]:
            _become(held, user, user)
            return True
        new = {"player": held, "user": user, "granted": None, "group_id": held.group_id}
        if not Claim.objects.filter(**new).exists():
            Claim.objects.create(**new)
        return False


def decide(asked: Claim, by: User, grant: bool) -> bool:
    """Say yes or no to a claim nobody decided yet; return whether the player is theirs."""
    with write():
        asked_for = Player.objects.get(pk=asked.player_id)  # merged meanwhile, perhaps
        player = Player.objects.select_for_update().get(pk=asked_for.same_as_id or asked_for.pk)
        member = Membership.objects.filter(group=player.group_id, user=asked.user_id)
        free = player.user_id is None and member.exists()
        decided = Claim.objects.filter(pk=asked.pk, granted=None).update(
            granted=grant and free, decided_at=timezone.now(), decided_by=by
        )
        if decided and grant and free:
            _become(player, asked.user, by)
        elif decided:
            note(player.group, "refuse_claim", by, player=player.pk, user=asked.user_id)
        return bool(decided and grant and free)


def _become(player: Player, user: User, by: User) -> None:
    Player.objects.filter(pk=player.pk).update(user=user)
    waiting = Claim.objects.filter(player=player, granted=None)
    waiting.update(granted=False, decided_at=timezone.now(), decided_by=by)
    note(player.group, "claim", by, player=player.pk, user=user.pk)


def let_go(player: Player, by: User) -> None:
    """Be this player no more."""
    with write():
        if Player.objects.filter(pk=player.pk, user=player.user_id).update(user=None):
            note(player.group, "let_go", by, player=player.pk, user=player.user_id)


def name_team(group: Group, players: Sequence[Player], name: str, by: User) -> Team:
    """Give a partnership a name; who has one keeps it. Raises Taken where another team has the
    name."""
    key = Team.key_of(player.pk for player in players)
    with write():
        list(Group.objects.select_for_update().filter(pk=group.pk))  # one name at a time
        known = Team.objects.filter(group=group, key=key).first()
        if known:
            return known
        _check_free(group, name)
        team = Team.objects.create(group=group, key=key, name=name)
        team.players.set(players)
        note(group, "team", by, team=team.pk)
    return team


def rename_team(team: Team, name: str, by: User) -> None:
    """Call a team otherwise; raise Taken."""
    with write():
        list(Group.objects.select_for_update().filter(pk=team.group_id))
        _check_free(team.group, name, team)
        Team.objects.filter(pk=team.pk).update(name=name)
        note(team.group, "rename_team", by, team=team.pk)


def end_team(team: Team, by: User) -> None:
    """Take a team's name away; what its players played together stays theirs."""
    with write():
        if Team.objects.filter(pk=team.pk).delete()[0]:
            note(team.group, "end_team", by, team=team.pk)


def _check_free(group: Group, name: str, but: Team | None = None) -> None:
    for other in group.teams.exclude(pk=but and but.pk):
        if names.key(other.name) == names.key(name):
            raise Taken
