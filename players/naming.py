"""What the members of a group call each other."""

from collections.abc import Iterable
from uuid import UUID

from players.models import Group, Player, User


def names_of(group: Group, users: Iterable[UUID]) -> dict[UUID, str]:
    """Return a name for each of these users: that of their player here, else the one they sign in
    by, else "Guest"."""
    wanted = set(users)
    if not wanted:
        return {}
    called = {user.pk: str(user) for user in User.objects.filter(pk__in=wanted)}
    played = Player.objects.themselves().filter(group=group, user__in=called)
    return called | {player.user_id: str(player) for player in played.order_by("pk")}
