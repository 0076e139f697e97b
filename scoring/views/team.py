"""Partnerships of a group: who sits together, and the names they have."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players import people
from players.access import AT_LEAST, group_for
from players.ids import parse
from players.models import Group, Player, Role
from players.pages import go, sent, show
from scoring.group_forms import NameForm
from scoring.past import partners

MOST = 6


@require_safe
def teams(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Who sat together, most often first; a name can be given to any."""
    group = group_for(request, pk)
    context = {
        "group": group,
        "partners": partners(group),
        "may_write": group.role in AT_LEAST[Role.SCORER],
    }
    return show(request, "scoring/teams.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new_team(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Give players who sit together a name."""
    group = group_for(request, pk, Role.SCORER)
    players = _players(group, request)
    form = NameForm(sent(request))
    if request.method == "POST" and form.is_valid():
        try:
            people.name_team(group, players, form.cleaned_data["name"], request.user)
        except people.Taken:
            form.add_error("name", _("Another team has this name."))
        else:
            messages.success(request, _("They have a name now, wherever they sit together."))
            return go(request, reverse("teams", args=[group.pk]))
    context = {"group": group, "players": players, "form": form}
    return show(request, "scoring/team.html", context, status=422 if form.is_bound else 200)


def _players(group: Group, request: HttpRequest) -> list[Player]:
    """The players named in the address or the form, all of the group, else 404."""
    asked = request.POST.getlist("with") or request.GET.getlist("with")
    ids = {parse(text) for text in asked[: MOST + 1]}
    if None in ids or not 2 <= len(ids) <= MOST:
        raise Http404
    found = list(group.players.themselves().filter(pk__in=ids).order_by("key", "tag"))
    if len(found) < len(ids):
        raise Http404
    return found


@require_http_methods(["GET", "HEAD", "POST"])
def team(request: HttpRequest, pk: UUID, team_id: UUID) -> HttpResponse:
    """Call a team otherwise."""
    group = group_for(request, pk, Role.SCORER)
    held = get_object_or_404(group.teams.prefetch_related("players"), pk=team_id)
    held.group = group
    form = NameForm(sent(request), initial={"name": held.name})
    if request.method == "POST" and form.is_valid():
        try:
            people.rename_team(held, form.cleaned_data["name"], request.user)
        except people.Taken:
            form.add_error("name", _("Another team has this name."))
        else:
            messages.success(request, _("Saved."))
            return go(request, reverse("teams", args=[group.pk]))
    context = {"group": group, "team": held, "players": held.players.all(), "form": form}
    return show(request, "scoring/team.html", context, status=422 if form.is_bound else 200)


@require_POST
def end_team(request: HttpRequest, pk: UUID, team_id: UUID) -> HttpResponse:
    """Take a team's name away; the second of two taps finds it gone."""
    group = group_for(request, pk, Role.SCORER)
    held = group.teams.filter(pk=team_id).first()
    if held is None:
        raise Http404
    people.end_team(held, request.user)
    messages.success(request, _("They have no name together any more. What they played stays."))
    return go(request, reverse("teams", args=[group.pk]))
