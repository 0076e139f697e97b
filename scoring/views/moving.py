"""A match moves to another group."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players.access import group_for
from players.ids import parse
from players.models import Group, Player, Role
from players.pages import form_key, go, sent, show
from scoring import actions
from scoring.acts import Conflict, Refused
from scoring.group_forms import ArrivalsForm
from scoring.models import Match
from scoring.pages import match_for
from scoring.words import text


@require_http_methods(["GET", "POST"])
def move(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Choose a group, say who is who there, and the match is theirs."""
    match = match_for(request, pk)
    asked = request.POST.get("to") or request.GET.get("to")
    if parse(asked) == match.group_id:  # the second of two taps: it may be no more theirs to move
        return go(request, reverse("match", args=[match.pk]))
    if not match.may_organise:
        raise PermissionDenied
    to = _target(request, asked)
    context = {"match": match, "name": text(match.ruleset.rules, "name"), "to": to}
    if to is None:
        return show(request, "scoring/move.html", context | {"groups": _others(request, match)})
    legs = actions.legs(match)
    there = Player.objects.filter(group=to).select_related("same_as").order_by("name", "tag")
    form = ArrivalsForm(sent(request), people=actions.seated(legs), there=list(there))
    if request.method == "POST" and form.is_valid():
        return go(request, _moved(request, match, to, form))
    context |= {"form": form, "legs": len(legs)}
    return show(request, "scoring/move.html", context, status=422 if form.is_bound else 200)


def _target(request: HttpRequest, asked: str | None) -> Group | None:
    """The group it goes to, as this person may write there; None while none is chosen."""
    if asked is None and request.method == "GET":
        return None
    group = parse(asked)
    if group is None:
        raise Http404
    return group_for(request, group, Role.SCORER)


def _others(request: HttpRequest, match: Match) -> list[Group]:
    groups = Group.objects.present().for_user(request.user).exclude(pk=match.group_id)
    return list(groups.exclude(role=Role.VIEWER).order_by("name"))


def _moved(request: HttpRequest, match: Match, to: Group, form: ArrivalsForm) -> str:
    """Move it and return where to go: to the match, or back to the question."""
    try:
        actions.move(match, request.user, form_key(request), to, form.arrivals())
    except (Conflict, Refused):
        messages.warning(request, _("The match changed meanwhile. Please look again."))
        return f"{reverse('move', args=[match.pk])}?to={to.pk}"
    messages.success(request, _("Moved. Links to this match work as before."))
    return reverse("match", args=[match.pk])
