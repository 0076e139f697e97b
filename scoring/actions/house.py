"""House rules: a group writes down how it plays, version by version. No act here moves a point."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.db.models import F
from django.utils import timezone

import rules
from players import log
from players.ids import uuid7
from players.models import Group, User
from players.secrets import digest, new_secret
from players.writing import write
from scoring.actions.starting import keep_ruleset
from scoring.acts import Conflict
from scoring.models import Habits, HouseRules, Proposal, Ruleset, RulesLink, RulesVersion


def make_house(
    group: Group,
    by: User,
    name: str,
    preset: str,
    document: Mapping[str, Any],
    key: UUID | None = None,
) -> HouseRules:
    """Write down rules of a group's own, their first version being this document; the group plays
    by them from now on unless it says otherwise.

    The second time with the same key they are the same rules. Raises rules.InvalidRuleset, and
    Conflict if the key stands for others.
    """
    rules.load(document)
    ruleset = keep_ruleset(group, document)
    house = HouseRules(
        pk=key or uuid7(), group=group, name=name, preset=preset, ruleset=ruleset, version=1
    )
    try:
        _write_first(house, by)
    except IntegrityError:  # a second tap
        same = RulesVersion.objects.filter(group=group, house=key, number=1, ruleset=ruleset)
        if not same.exists():
            raise Conflict from None
        house.refresh_from_db()
    return house


def _write_first(house: HouseRules, by: User) -> None:
    group, ruleset = house.group, house.ruleset
    with write():
        house.save(force_insert=True)
        RulesVersion.objects.create(group=group, house=house, number=1, ruleset=ruleset, by=by)
        play_by(group, house.preset, house)
        log.note(group, "rules", by, house=house)


def play_by(group: Group, preset: str, house: HouseRules | None) -> None:
    """Let new matches of the group begin with this game and, if any, these rules."""
    Habits.objects.update_or_create(group=group, defaults={"preset": preset, "house": house})


def save_house(
    house: HouseRules,
    by: User,
    seen: int,
    document: Mapping[str, Any],
    *,
    restores: int | None = None,
) -> HouseRules:
    """Make this document the next version. Equal rules make none.

    `seen` is the version the person changed. Raises Conflict where somebody saved another one
    meanwhile, rules.InvalidRuleset.
    """
    rules.load(document)
    return _next(house, by, seen, keep_ruleset(house.group, document), restores)


def _next(
    house: HouseRules, by: User, seen: int, ruleset: Ruleset, restores: int | None = None
) -> HouseRules:
    if ruleset.pk == house.ruleset_id:
        return house
    with write():
        held = HouseRules.objects.filter(pk=house.pk, version=seen)
        if not held.update(version=F("version") + 1, ruleset=ruleset):
            raise Conflict
        RulesVersion.objects.create(
            group_id=house.group_id,
            house=house,
            number=seen + 1,
            ruleset=ruleset,
            by=by,
            restores=restores,
        )
        log.note(house.group, "rules_version", by, house=house, version=seen + 1)
    house.refresh_from_db()
    return house


def restore(house: HouseRules, by: User, seen: int, number: int) -> HouseRules:
    """Play by an older version again: a new version that equals it.

    Raises RulesVersion.DoesNotExist, Conflict.
    """
    older = house.versions.get(number=number)
    return _next(house, by, seen, older.ruleset, number)


def rename_house(house: HouseRules, name: str) -> None:
    """Call house rules otherwise."""
    with write():
        HouseRules.objects.filter(pk=house.pk).update(name=name)


def retire(house: HouseRules, by: User, away: bool = True) -> None:
    """Offer house rules no more, or again; the matches played under them keep them."""
    with write():
        at = timezone.now() if away else None
        HouseRules.objects.filter(pk=house.pk).update(retired_at=at)
        if away:
            Habits.objects.filter(house=house).update(house=None)
        log.note(house.group, "rules_away" if away else "rules_back", by, house=house)


def propose(house: HouseRules, by: User, seen: int, document: Mapping[str, Any]) -> Proposal:
    """Ask for a change; the same one asked twice by somebody is one. Raises
    rules.InvalidRuleset."""
    rules.load(document)
    ruleset = keep_ruleset(house.group, document)
    with write():
        proposal, _ = Proposal.objects.get_or_create(
            group=house.group,
            house=house,
            user=by,
            ruleset=ruleset,
            granted=None,
            defaults={"version": seen},
        )
    return proposal


def decide(proposal: Proposal, by: User, granted: bool) -> None:
    """Take a proposal, as the next version, or leave it. Decided once.

    Raises Conflict where the rules changed since it was made, so that taking it would undo that.
    """
    with write():
        open_ones = Proposal.objects.filter(pk=proposal.pk, granted=None)
        now = timezone.now()
        if not open_ones.update(granted=granted, decided_at=now, decided_by=by):
            return
        kind = "rules_taken" if granted else "rules_left"
        log.note(proposal.group, kind, by, house=proposal.house_id, user=proposal.user_id)
        if granted:
            _next(proposal.house, proposal.user, proposal.version, proposal.ruleset)


def share_house(house: HouseRules, by: User) -> str:
    """Make a way to show these rules to another group and return its secret, never to be read
    again."""
    secret = new_secret("r")
    with write():
        RulesLink.objects.create(
            group_id=house.group_id, house=house, digest=digest(secret), made_by=by
        )
        log.note(house.group, "rules_shared", by, house=house)
    return secret


def stop_sharing(house: HouseRules) -> None:
    """Close every way to these rules; copies that were taken stay."""
    with write():
        house.links.filter(revoked_at=None).update(revoked_at=timezone.now())


def adopt(house: HouseRules, group: Group, by: User, key: UUID | None = None) -> HouseRules:
    """Take a copy of these rules, as they are now, into another group; one copy a key. Raises
    Conflict."""
    return make_house(group, by, house.name, house.preset, house.ruleset.document, key)
