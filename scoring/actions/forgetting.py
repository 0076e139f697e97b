"""Forget a person: their name goes, their points stay."""

import re
from collections.abc import Iterable
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext

from players import log, names
from players.models import Group, GroupEvent, JoinRequest, Membership, Player, Role, Team, User
from players.writing import write
from scoring.actions.membership import close_ways
from scoring.models import HouseRules, Remark


class MustHandOver(Exception):
    """Somebody is the last organiser of groups that others belong to: `groups`."""

    def __init__(self, groups: list[Group]):
        super().__init__(groups)
        self.groups = groups


def forget_player(player: Player, by: User) -> None:
    """Give a player a number for a name, everywhere in their group: "Player 3". Seats, rounds and
    totals stay as they are. Entries merged into them are forgotten with them."""
    with write():
        _forget(player.group, player)
        log.note(player.group, "forget", by, player=player)


def delete_account(user: User) -> None:
    """Take a person away with all that is only theirs: ways in, phones, notebook, and the groups
    nobody else belongs to. Elsewhere their name becomes a number.

    Raises MustHandOver where a group would be left without an organiser.
    """
    with write():
        # Of two last organisers who leave at once the second one stays.
        list(Group.objects.select_for_update().filter(memberships__user=user))
        left = must_hand_over(user)
        if left:
            raise MustHandOver(left)
        for player in Player.objects.filter(user=user).select_related("group"):
            _forget(player.group, player)
        _clear_ids(user)
        JoinRequest.objects.filter(user=user).delete()
        close_ways(user)
        alone = Group.objects.filter(memberships__user=user).exclude(
            memberships__in=Membership.objects.exclude(user=user)
        )
        for group in alone:
            group.delete()
        user.delete()


def must_hand_over(user: User) -> list[Group]:
    """Return the groups with other members whose last organiser this person is."""
    organised = Group.objects.present().filter(
        memberships__user=user, memberships__role=Role.ORGANISER
    )
    others = Membership.objects.exclude(user=user)
    shared = organised.filter(memberships__in=others)
    return list(shared.exclude(memberships__in=others.filter(role=Role.ORGANISER)).distinct())


def delete_group(group: Group, by: User) -> None:
    """Hide a group with all its matches; for seven days it can be brought back."""
    with write():
        if Group.objects.filter(pk=group.pk, deleted_at=None).update(deleted_at=timezone.now()):
            log.note(group, "delete", by)


def bring_back_group(group: Group, by: User) -> None:
    """Show a deleted group again."""
    with write():
        held = Group.objects.filter(pk=group.pk).exclude(deleted_at=None)
        if held.update(deleted_at=None):
            log.note(group, "restore", by)


def _forget(group: Group, player: Player) -> None:
    entries = [player, *player.others.all()]
    said = {name for entry in entries for name in (entry.name, str(entry), entry.key)}
    name = _number_name(group)
    for entry in entries:
        entry.name, entry.key, entry.tag, entry.user = name, names.key(name), "", None
        entry.save(update_fields=["name", "key", "tag", "user"])
    _replace(Remark.objects.filter(group=group), "text", said, name)
    _replace(Team.objects.filter(group=group), "name", said, name)
    _replace(HouseRules.objects.filter(group=group), "name", said, name)


def _number_name(group: Group) -> str:
    """The first "Player 3" that is nobody's, in the group's language."""
    with translation.override(group.language or translation.get_language()):
        taken = set(Player.objects.filter(group=group).values_list("key", flat=True))
        for number in range(1, len(taken) + 2):
            name = gettext("Player %(n)s") % {"n": number}
            if names.key(name) not in taken:
                return name
    raise AssertionError("one of n + 1 numbers is free")


def _replace(held: Any, column: str, said: Iterable[str], name: str) -> None:
    """Put `name` where one of the names `said` stands as a word of its own."""
    longest_first = sorted(said, key=len, reverse=True)
    word = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)
    changed = []
    for row in held.iterator():
        text = word.sub(lambda _: name, getattr(row, column))
        if text != getattr(row, column):
            setattr(row, column, text[: row._meta.get_field(column).max_length])
            changed.append(row)
    held.model.objects.bulk_update(changed, [column], batch_size=500)


def _clear_ids(user: User) -> None:
    """What was done to somebody in a group stays told, without their id."""
    for event in GroupEvent.objects.filter(detail__user=str(user.pk)):
        GroupEvent.objects.filter(pk=event.pk).update(detail={**event.detail, "user": None})
