"""House rules: what a group has written down, and the editor."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import rules
from players.access import AT_LEAST, group_for
from players.ids import parse
from players.models import Group, Role
from players.naming import names_of
from players.pages import form_key, go, show
from scoring import actions
from scoring.acts import Conflict
from scoring.house_desk import Desk, lay, shown
from scoring.house_files import HouseNameForm
from scoring.models import HouseRules, Proposal
from scoring.pages import seen_version
from scoring.rulewords import changes
from scoring.words import text


@require_safe
def house_rules(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The group's own rules, the changes that wait for an organiser, and what to begin from."""
    group = group_for(request, pk)
    held = list(HouseRules.objects.filter(group=group).select_related("ruleset"))
    waiting = Proposal.objects.filter(group=group, granted=None)
    context = {
        "group": group,
        "may_edit": group.role == Role.ORGANISER,
        "houses": [(house, preset_name(house.preset)) for house in held if not house.retired_at],
        "retired": [house for house in held if house.retired_at],
        "proposals": proposed(group, waiting),
        "games": [(p, text(p, "name"), text(p, "line")) for p in rules.presets()],
    }
    return show(request, "scoring/house_rules.html", context)


def preset_name(preset: str) -> str:
    """Return the name of a preset by its id."""
    return text(rules.preset(preset), "name")


def proposed(group: Group, waiting) -> list[dict]:
    """Return each proposal with who made it and what it would change, in sentences."""
    found = list(waiting.select_related("house__ruleset", "ruleset"))
    called = names_of(group, {one.user_id for one in found})
    return [
        {
            "proposal": one,
            "by": called.get(one.user_id, ""),
            "changes": changes(one.house.ruleset.document, one.ruleset.document, group.words),
            "late": one.version != one.house.version,
        }
        for one in found
    ]


def house_in(group: Group, house_id: UUID) -> HouseRules:
    """Return the house rules of this group, else 404."""
    held = HouseRules.objects.filter(group=group).select_related("ruleset")
    house = get_object_or_404(held, pk=house_id)
    house.group = house.ruleset.group = group  # read already
    return house


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_house(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Write down rules, beginning with a preset or with rules the group has."""
    group = group_for(request, pk, Role.ORGANISER)
    house, preset = _begun_from(request, group)
    desk = lay(request, house.ruleset.document if house else preset.document, preset)
    sent = request.POST if request.method == "POST" else None
    naming = HouseNameForm(sent, initial={"name": text(preset, "name")})
    if desk.keep and naming.is_valid() and desk.form.is_valid():
        name, key = naming.cleaned_data["name"], form_key(request)
        try:
            made = actions.make_house(group, request.user, name, preset.id, desk.form.document, key)
        except Conflict:
            naming.add_error("name", _("This sheet was used before. Please save it again."))
        else:
            messages.success(request, _("Written down. New matches go by these rules."))
            return go(request, reverse("house", args=[group.pk, made.pk]))
    context = {"naming": naming if desk.keep or not sent else HouseNameForm(initial=sent.dict())}
    return _editor(request, group, desk, context)


def _begun_from(request: HttpRequest, group: Group) -> tuple[HouseRules | None, rules.Ruleset]:
    """The rules to begin with; 404 for a preset that is none, or rules of another group."""
    asked = parse(request.GET.get("house"))
    house = house_in(group, asked) if asked else None
    try:
        return house, rules.preset(house.preset if house else request.GET.get("preset", ""))
    except KeyError:
        raise Http404 from None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_house(request: HttpRequest, pk: UUID, house_id: UUID) -> HttpResponse:
    """Change rules of the group: an organiser saves, anybody else who keeps score proposes."""
    group = group_for(request, pk, Role.SCORER)
    house = house_in(group, house_id)
    seen = seen_version(request) if request.method == "POST" else house.version
    desk = lay(request, house.ruleset.document, rules.preset(house.preset))
    context = {"house": house, "seen": seen}
    if not (desk.keep and desk.form.is_valid()):
        return _editor(request, group, desk, context)
    document = desk.form.document
    if _same(document, house):
        messages.info(request, _("Nothing is different, so nothing was saved."))
    elif group.role in AT_LEAST[Role.ORGANISER]:
        try:
            actions.save_house(house, request.user, seen, document)
        except Conflict:
            house = house_in(group, house_id)
            if not _same(document, house):  # else it was the second of two taps
                desk = lay(request, house.ruleset.document, desk.preset)
                return _editor(request, group, desk, _conflict(house, seen, document))
        messages.success(request, _("Saved. New matches go by it; those begun stay as they are."))
    else:
        actions.propose(house, request.user, seen, document)
        messages.success(request, _("Proposed. An organiser says yes or no."))
    return go(request, reverse("house", args=[group.pk, house.pk]))


def _same(document: Mapping[str, Any], house: HouseRules) -> bool:
    return rules.canonical(document) == rules.canonical(house.ruleset.document)


def _conflict(house: HouseRules, seen: int, document) -> dict:
    """What somebody else saved meanwhile, and what this person wants, both in sentences."""
    before = house.versions.select_related("ruleset").filter(number=seen).first()
    base = before.ruleset.document if before else house.ruleset.document
    return {
        "house": house,
        "seen": house.version,
        "status": 409,
        "theirs": changes(base, house.ruleset.document, house.group.words),
        "mine": changes(base, document, house.group.words),
    }


def _editor(request: HttpRequest, group: Group, desk: Desk, context: dict) -> HttpResponse:
    told = shown(desk, group.words)
    wrong = told["wrong"] or (desk.keep and bool(getattr(context.get("naming"), "errors", None)))
    status = context.pop("status", 422 if wrong else 200)
    saves = group.role == Role.ORGANISER
    context = {"group": group, "saves": saves, "preset": desk.preset, **told, **context}
    context["preset_name"] = text(desk.preset, "name")
    return show(request, "scoring/edit_house.html", context, part="form", status=status)
