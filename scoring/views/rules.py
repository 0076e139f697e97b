"""The rules to read: of every preset, of a group, of a match; what differs between any two; and a
match that moves to other rules."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_safe

import rules
from players.access import AT_LEAST, group_for
from players.ids import parse
from players.models import Group, Role
from players.pages import form_key, go, show
from scoring import actions
from scoring.acts import Conflict, Refused
from scoring.models import HouseRules, Match
from scoring.moved_rules import preview
from scoring.pages import match_for, seen_version
from scoring.played_rules import (
    Choice,
    Played,
    choices,
    chosen,
    played,
    preset_document,
    preset_name,
)
from scoring.rulesheet import Sheet, sheet
from scoring.rulewords import Change, changes
from scoring.sentences import sentence
from scoring.views.house import proposed
from scoring.words import text

GAMES = {
    "melds": gettext_noop("Tranca, buraco, burraco"),
    "truco": gettext_noop("Truco"),
    "tally": gettext_noop("By plain points"),
}


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """Every preset to read, by game."""
    return show(request, "scoring/rules.html", {"games": _by_game()})


def _by_game() -> list[dict[str, Any]]:
    held = [
        (p.game, {"id": p.id, "name": text(p, "name"), "line": text(p, "line")})
        for p in rules.presets()
    ]
    return [
        {"name": _(name), "presets": [said for of, said in held if of == game]}
        for game, name in GAMES.items()
    ]


@require_safe
def preset_rules(request: HttpRequest, preset: str) -> HttpResponse:
    """The sheet of a preset."""
    document = preset_document(preset)
    if document is None:
        raise Http404
    context = {"sheet": sheet(document), "preset": preset}
    return show(request, "scoring/preset_rules.html", context)


@require_safe
def house(request: HttpRequest, pk: UUID, house_id: UUID) -> HttpResponse:
    """The sheet of a group's own rules, what differs from their preset in bold."""
    group = group_for(request, pk)
    held = get_object_or_404(
        HouseRules.objects.filter(group=group).select_related("ruleset"), pk=house_id
    )
    context = {
        "group": group,
        "house": held,
        "sheet": _sheet_of(group, held.ruleset.document, held.preset, held.name),
        "preset_name": preset_name(held.preset),
        "proposals": proposed(group, held.proposals.filter(granted=None)),
        "organises": group.role == Role.ORGANISER,
        "scores": group.role in AT_LEAST[Role.SCORER],
    }
    return show(request, "scoring/house.html", context)


def _sheet_of(group: Group, document: Any, preset: str, name: str = "") -> Sheet:
    return sheet(
        document,
        words=group.words,
        language=group.language,
        name=name,
        beside=preset_document(preset),
    )


@require_safe
def compare_rules(request: HttpRequest) -> HttpResponse:
    """What changes between any two rules one may see: presets by id, a group's own by uuid."""
    a, b = (_compared(request, request.GET.get(side, "")) for side in ("a", "b"))
    context = {
        "a": a,
        "b": b,
        "sides": [
            {"name": "a", "label": _("What changes compared with"), "key": a and a["key"]},
            {"name": "b", "label": _("in these rules"), "key": b and b["key"]},
        ],
        "games": _by_game(),
        "houses": _houses(request),
    }
    if a and b:
        context["same_game"] = a["document"]["game"] == b["document"]["game"]
        if context["same_game"]:
            words = b["words"] or a["words"]
            context["changes"] = changes(a["document"], b["document"], words)
    return show(request, "scoring/compare_rules.html", context)


def _compared(request: HttpRequest, key: str) -> dict[str, Any] | None:
    """The rules of this key; 404 where there are none for this person, None for no key."""
    if not key:
        return None
    document, pk = preset_document(key), parse(key)
    if document is not None:
        return {"key": key, "name": preset_name(key), "document": document, "words": {}}
    held = _seen(request).filter(pk=pk).first() if pk else None
    if held is None:
        raise Http404
    return {
        "key": key,
        "name": held.name,
        "document": held.ruleset.document,
        "words": held.group.words,
    }


def _seen(request: HttpRequest):
    groups = Group.objects.present().for_user(request.user)
    return HouseRules.objects.filter(group__in=groups).select_related("ruleset", "group")


def _houses(request: HttpRequest) -> list[dict[str, str]]:
    if not request.user.is_authenticated:
        return []
    held = _seen(request).filter(retired_at=None)
    return [{"key": str(house.pk), "name": f"{house.name} ({house.group})"} for house in held]


@require_safe
def match_rules(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The rules of a match to read; to members also whether the group's have changed since."""
    match = match_for(request, pk)
    now = played(match)
    name = now.house.name if now.house else ""
    context = {
        "match": match,
        "played": now,
        "sheet": _sheet_of(match.group, match.ruleset.document, match.preset, name),
        "changed": now.changed and match.is_member,
        "changes": _since(match, now) if now.changed else [],
        "choices": choices(match) if match.may.organise else [],
    }
    return show(request, "scoring/match_rules.html", context)


def _since(match: Match, now: Played) -> list[Change]:
    return changes(match.ruleset.document, now.house.ruleset.document, match.group.words)


@require_http_methods(["GET", "HEAD", "POST"])
def move_rules(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Play an open match on under other rules, from the next round on or as a whole: shown before
    and after, then done."""
    match = match_for(request, pk, "organise")
    asked = request.POST if request.method == "POST" else request.GET
    if request.method == "POST" and match.events.filter(key=form_key(request)).exists():
        return go(request, reverse("match", args=[match.pk]))  # the second of two taps
    whole = asked.get("whole") == "1"
    choice = chosen(match, asked.get("to", ""))
    if choice is not None:
        sent = request.method == "POST"
        return (_moved if sent else _moving)(request, match, choice, whole)
    if "to" in asked:
        messages.warning(request, _("This match cannot move to these rules."))
        return go(request, reverse("match_rules", args=[match.pk]))
    context = {"match": match, "choices": choices(match)}
    return show(request, "scoring/move_rules.html", context)


def _moved(request: HttpRequest, match: Match, choice: Choice, whole: bool) -> HttpResponse:
    ruleset = choice.ruleset
    if choice.house is None:
        ruleset = actions.keep_ruleset(match.group, ruleset.document)
    key, seen = form_key(request), seen_version(request)
    try:
        actions.change_rules(match, request.user, key, seen, ruleset, choice.house, whole)
    except Conflict:
        messages.warning(request, _("The match changed meanwhile. Please look again."))
    except Refused as refused:
        messages.warning(request, sentence(refused.code, match.ruleset.rules))
    else:
        messages.success(request, _("Moved. You play on by “%(name)s”.") % {"name": choice.name})
        return go(request, reverse("match", args=[match.pk]))
    address = reverse("move_rules", args=[match.pk])
    return go(request, f"{address}?to={choice.key}&whole={int(whole)}")


def _moving(request: HttpRequest, match: Match, choice: Choice, whole: bool) -> HttpResponse:
    said = changes(match.ruleset.document, choice.ruleset.document, match.group.words)
    # How a match ends was agreed when it began, and stays.
    moving = [change for change in said if not change.path.startswith("end.")]
    context = {
        "match": match,
        "choice": choice,
        "whole": whole,
        "changes": moving,
        "end_stays": len(moving) < len(said),
        "moved": preview(match, choice.ruleset, whole, request.user),
    }
    return show(request, "scoring/move_rules.html", context)
