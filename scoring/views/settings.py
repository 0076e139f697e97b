"""How a group is called, where it is, what it speaks and what it plays."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players import groups
from players.access import group_for
from players.models import Role
from players.pages import go, sent, show
from scoring import actions
from scoring.settings_form import GroupSettingsForm
from scoring.views.start import offered


@require_http_methods(["GET", "HEAD", "POST"])
def group_settings(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Name, language, time zone, words and the usual game of a group."""
    group = group_for(request, pk, Role.ORGANISER)
    form = GroupSettingsForm(sent(request), group=group, presets=offered())
    if form.is_valid():
        groups.change_settings(group, request.user, form.group_values())
        actions.play_by(group, *form.habit())
        messages.success(request, _("Saved."))
        return go(request, reverse("group", args=[group.pk]))
    context = {"group": group, "form": form}
    status = 422 if form.is_bound else 200
    return show(request, "scoring/settings.html", context, status=status)
