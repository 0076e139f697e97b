"""Under which rules a match is played, and which others it may move to."""

from dataclasses import dataclass

import rules
from scoring.models import HouseRules, Match, Ruleset, RulesVersion
from scoring.rulewords import Document
from scoring.words import text


@dataclass(frozen=True)
class Played:
    """The rules of a match: those of a `preset`, or house rules of the group. `number` is their
    version then, None where it is no version of them; `house` says how they are now. `own` rules
    are neither: they came along from another group."""

    preset: str
    house: HouseRules | None = None
    number: int | None = None
    own: bool = False

    @property
    def changed(self) -> bool:
        """Whether the group has changed these rules since."""
        return self.house is not None and self.number != self.house.version


def played(match: Match) -> Played:
    """Return under which rules a match is played (one statement, none for a preset)."""
    preset = preset_name(match.preset)
    if match.house_id is None:
        return Played(preset, own=not _is_preset(match))
    versions = RulesVersion.objects.filter(house=match.house_id, ruleset=match.ruleset_id)
    version = versions.select_related("house__ruleset").order_by("-number").first()
    if version is None:
        return Played(preset, HouseRules.objects.select_related("ruleset").get(pk=match.house_id))
    return Played(preset, version.house, version.number)


def _is_preset(match: Match) -> bool:
    document = preset_document(match.preset)
    return document is not None and _equal(document, match.ruleset.document)


def _equal(one: Document, other: Document) -> bool:
    return rules.canonical(one) == rules.canonical(other)


def preset_document(preset: str) -> Document | None:
    """Return the document of a preset, None where there is none of this id any more."""
    try:
        return rules.preset(preset).document
    except KeyError:
        return None


def preset_name(preset: str) -> str:
    """Return the name of a preset in the language of the page, its id where it is gone."""
    try:
        return text(rules.preset(preset), "name")
    except KeyError:
        return preset


@dataclass(frozen=True)
class Choice:
    """Rules a match may move to: a preset (`house` is None) or house rules as they are now."""

    key: str
    name: str
    ruleset: Ruleset
    house: HouseRules | None = None


def choices(match: Match) -> list[Choice]:
    """Return the rules this match may move to while it is open: the preset it comes from and the
    group's own that are offered, as far as they are of its game, take its sides and are not those
    it has."""
    found: list[Choice] = []
    if match.state != Match.State.OPEN:
        return found
    document = preset_document(match.preset)
    if document is not None:
        kept = match.ruleset if _equal(document, match.ruleset.document) else None
        ruleset = kept or Ruleset(group=match.group, document=document)
        found.append(Choice(match.preset, preset_name(match.preset), ruleset))
    held = HouseRules.objects.filter(group=match.group_id, retired_at=None)
    for house in held.select_related("ruleset"):
        house.ruleset.group = match.group
        found.append(Choice(str(house.pk), house.name, house.ruleset, house))
    return [choice for choice in found if _takes(choice.ruleset, match) and not _has(match, choice)]


def _takes(ruleset: Ruleset, match: Match) -> bool:
    loaded = rules.load(ruleset.document)
    return loaded.game == match.ruleset.rules.game and match.side_count in loaded.sides


def _has(match: Match, choice: Choice) -> bool:
    house = choice.house.pk if choice.house else None
    return choice.ruleset.pk == match.ruleset_id and house == match.house_id


def chosen(match: Match, key: str) -> Choice | None:
    """Return the choice of this key, None where the match cannot move to it."""
    return next((choice for choice in choices(match) if choice.key == key), None)
