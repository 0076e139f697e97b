"""A guest's things become those of the account they signed in to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import IntegrityError
from django.db.models import SET_NULL, Q

from players.access import AT_LEAST
from players.accounts import is_guest
from players.actions import people
from players.ids import uuid7
from players.models import Claim, Group, GroupEvent, JoinRequest, Membership, Player, Team, User
from players.writing import write
from scoring.actions.moving import by_row, take_along
from scoring.actions.starting import keep_ruleset
from scoring.acts import TRIES, Conflict, Stale
from scoring.book import Book
from scoring.models import (
    Habits,
    HouseRules,
    Match,
    Pass,
    Proposal,
    Ruleset,
    RulesLink,
    RulesVersion,
)

# What somebody has once: where the account has the same already, the guest's goes.
ONCE = {Pass: ("link", Q()), JoinRequest: ("invite", Q()), Claim: ("player", Q(granted=None))}


@dataclass(frozen=True)
class Brought:
    """How much came along."""

    matches: int
    groups: int


def found_guest(pk: UUID | None) -> User | None:
    """Return the guest of this id: a person nobody can sign in as. None for an account."""
    bare = {"username": None, "email": "", "recovery": None, "emailaddress": None}
    guest = User.objects.filter(pk=pk, **bare).first()
    return guest if guest and is_guest(guest) and not guest.has_usable_password() else None


def bring(guest_id: UUID, to: User) -> Brought | None:
    """Give an account all that a guest has, and take the guest away; None where that is done.

    Matches of the notebook go to the account's, whose players of the same name are the same
    people. Raises Conflict where somebody keeps writing to these matches.
    """
    for _ in range(TRIES):
        held = Match.objects.for_page().filter(group__personal_to=guest_id).order_by("pk")
        books = [Book.open(match) for match in held]
        try:
            with write():
                locked = User.objects.select_for_update().filter(pk=guest_id).first()
                guest = found_guest(locked and locked.pk)
                if guest is None or guest == to:
                    return None
                brought = Brought(_bring_notebook(guest, to, books), _bring_roles(guest, to))
                _bring_rows(guest, to)
                guest.delete()
                return brought
        except (Conflict, Stale, IntegrityError):
            continue
    raise Conflict


def _bring_notebook(guest: User, to: User, books: Sequence[Book]) -> int:
    old = Group.objects.filter(personal_to=guest).first()
    if old is None:
        return 0
    if Match.objects.filter(group=old).count() != len(books):  # one began meanwhile
        raise Stale
    home = to.notebook
    players = list(old.players.themselves().order_by("pk"))
    there = _arrive(home, players)
    _bring_house(old, home)
    take_along(books, to, uuid7(), home, there)
    _bring_teams(old, home, there)
    for player in players:
        if player.user_id == guest.pk:
            Player.objects.filter(pk=there[player.pk].pk, user=None).update(user=to)
    return sum(book.match.deleted_at is None for book in books)


def _arrive(home: Group, players: Iterable[Player]) -> dict[UUID, Player]:
    """Who each player is at home: whoever has the same name, but no two the same."""
    there: dict[UUID, Player] = {}
    found = people(home, [str(player) for player in players])
    # Whoever has the very name goes first, then those whose name leads to somebody else there.
    for player in sorted(players, key=lambda player: found[str(player)].key != player.key):
        name, number = str(player), 1
        while found[name] in there.values():
            number += 1
            name = f"{player.name[:30]} ({number})"
            found |= people(home, [name])
        there[player.pk] = found[name]
    return there


def _bring_house(old: Group, home: Group) -> None:
    """The house rules come along, where the account has no habit the guest's habit too."""
    held = Ruleset.objects.filter(group=old)
    kept = {ruleset.pk: keep_ruleset(home, ruleset.document) for ruleset in held}
    if kept:
        for model in (HouseRules, RulesVersion, Proposal):
            model.objects.filter(group=old).update(group=home, ruleset=by_row("ruleset", kept))
        RulesLink.objects.filter(group=old).update(group=home)
    if not Habits.objects.filter(group=home).exists():
        Habits.objects.filter(group=old).update(group=home)


def _bring_teams(old: Group, home: Group, there: dict[UUID, Player]) -> None:
    for team in Team.objects.filter(group=old).prefetch_related("players"):
        players = [there[player.pk] for player in team.players.all()]
        key = Team.key_of(player.pk for player in players)
        made, new = Team.objects.get_or_create(group=home, key=key, defaults={"name": team.name})
        if new:
            made.players.set(players)


def _bring_roles(guest: User, to: User) -> int:
    """The account belongs where the guest did; in the same group the higher role wins."""
    mine = {held.group_id: held for held in Membership.objects.filter(user=to)}
    brought = 0
    for held in Membership.objects.filter(user=guest).exclude(group__personal_to=guest):
        own = mine.get(held.group_id)
        if own is None:
            Membership.objects.filter(pk=held.pk).update(user=to)
            brought += 1
        elif own.role not in AT_LEAST[held.role]:
            Membership.objects.filter(pk=own.pk).update(role=held.role)
    return brought


def _bring_rows(guest: User, to: User) -> None:
    """Whatever else names the guest names the account: passes, requests, what they did."""
    for model, (column, among) in ONCE.items():
        own = model.objects.filter(among, user=to).values(column)
        theirs = model.objects.filter(user=guest)
        theirs.exclude(among, **{f"{column}__in": own}).update(user=to)
    Proposal.objects.filter(user=guest).update(user=to)
    for relation in User._meta.get_fields(include_hidden=True):
        if getattr(relation, "on_delete", None) is SET_NULL:
            rows = relation.related_model.objects.filter(**{relation.field.name: guest})
            rows.update(**{relation.field.name: to})
    told, now = str(guest.pk), str(to.pk)
    for event in GroupEvent.objects.filter(Q(actor=to) | Q(group__memberships__user=to)):
        if told in event.detail.values():
            event.detail = {k: now if v == told else v for k, v in event.detail.items()}
            event.save(update_fields=["detail"])
