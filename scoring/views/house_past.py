"""House rules over time: their versions, changes that were proposed, and putting them away."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.access import group_for
from players.models import Role
from players.naming import names_of
from players.pages import go, one_page, page_number, sent, show
from scoring import actions
from scoring.acts import Conflict
from scoring.house_files import HouseNameForm
from scoring.models import HouseRules, Proposal
from scoring.pages import seen_version
from scoring.rulewords import changes
from scoring.views.house import house_in


@require_safe
def house_history(request: HttpRequest, pk: UUID, house_id: UUID) -> HttpResponse:
    """Every version: who, when, and what it changed."""
    group = group_for(request, pk)
    house = house_in(group, house_id)
    page = page_number(request)
    held = house.versions.select_related("ruleset")
    versions, older = one_page(held, page)
    before = held.filter(number=versions[-1].number - 1).first() if versions else None
    context = {
        "group": group,
        "house": house,
        "versions": _told(group, [*versions, before] if before else versions)[: len(versions)],
        "older": page + 1 if older else None,
        "may_edit": group.role == Role.ORGANISER,
    }
    return show(request, "scoring/house_history.html", context)


def _told(group, versions) -> list[dict]:
    """Each version with its author and what it changed of the one before it (the next here)."""
    called = names_of(group, {version.by_id for version in versions if version.by_id})
    documents = [version.ruleset.document for version in versions]
    return [
        {
            "version": version,
            "by": called.get(version.by_id, ""),
            "changes": changes(older, documents[n], group.words) if older else [],
            "first": version.number == 1,
        }
        for n, (version, older) in enumerate(zip(versions, [*documents[1:], None], strict=True))
    ]


@require_safe
def house_version(request: HttpRequest, pk: UUID, house_id: UUID, number: int) -> HttpResponse:
    """The rules as they were once, and what has changed since."""
    group = group_for(request, pk)
    house = house_in(group, house_id)
    version = get_object_or_404(house.versions.select_related("ruleset"), number=number)
    context = {
        "group": group,
        "house": house,
        "version": version,
        "by": names_of(group, {version.by_id} - {None}).get(version.by_id, ""),
        "changes": changes(house.ruleset.document, version.ruleset.document, group.words),
        "may_edit": group.role == Role.ORGANISER,
    }
    return show(request, "scoring/house_version.html", context)


@require_POST
def restore_house(request: HttpRequest, pk: UUID, house_id: UUID) -> HttpResponse:
    """Play by an older version again."""
    group = group_for(request, pk, Role.ORGANISER)
    house = house_in(group, house_id)
    asked = request.POST.get("number", "")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 9 else -1
    get_object_or_404(house.versions, number=number)
    try:
        actions.restore(house, request.user, seen_version(request), number)
        messages.success(request, _("Version %(n)s holds again.") % {"n": number})
    except Conflict:
        messages.warning(request, _("Somebody changed these rules meanwhile. Look at them first."))
    return go(request, reverse("house", args=[group.pk, house.pk]))


@require_POST
def decide_proposal(
    request: HttpRequest, pk: UUID, house_id: UUID, proposal_id: UUID
) -> HttpResponse:
    """Take a proposed change, or leave it."""
    group = group_for(request, pk, Role.ORGANISER)
    house = house_in(group, house_id)
    held = Proposal.objects.filter(group=group, house=house).select_related("ruleset", "user")
    proposal = get_object_or_404(held, pk=proposal_id)
    proposal.house = house
    granted = request.POST.get("grant") == "yes"
    try:
        actions.decide(proposal, request.user, granted)
    except Conflict:
        said = _("The rules changed since this was proposed, so taking it would undo that.")
        messages.warning(request, said)
        return go(request, reverse("house_rules", args=[group.pk]))
    if granted:
        messages.success(request, _("Taken: it holds for new matches."))
    else:
        messages.info(request, _("Left as it was."))
    return go(request, reverse("house", args=[group.pk, house.pk]))


@require_http_methods(["GET", "HEAD", "POST"])
def name_house(request: HttpRequest, pk: UUID, house_id: UUID) -> HttpResponse:
    """Call house rules otherwise; put them away, or offer them again."""
    group = group_for(request, pk, Role.ORGANISER)
    house = house_in(group, house_id)
    form = HouseNameForm(sent(request), initial={"name": house.name})
    if form.is_valid():
        actions.rename_house(house, form.cleaned_data["name"])
        return go(request, reverse("house", args=[group.pk, house.pk]))
    context = {"group": group, "house": house, "form": form}
    status = 422 if form.is_bound else 200
    return show(request, "scoring/name_house.html", context, status=status)


@require_POST
def retire_house(request: HttpRequest, pk: UUID, house_id: UUID) -> HttpResponse:
    """Offer house rules for new matches no more, or again."""
    group = group_for(request, pk, Role.ORGANISER)
    house: HouseRules = house_in(group, house_id)
    away = request.POST.get("away") != "no"
    actions.retire(house, request.user, away)
    if away:
        messages.success(request, _("Put away. Matches played under them keep them."))
    else:
        messages.success(request, _("Offered for new matches again."))
    return go(request, reverse("house_rules", args=[group.pk]))
