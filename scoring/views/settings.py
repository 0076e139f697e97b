"""How a group is called, where it is, and what it speaks."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players import groups
from players.access import group_for
from players.group_forms import SettingsForm
from players.models import Role
from players.pages import go, sent, show


@require_http_methods(["GET", "HEAD", "POST"])
def group_settings(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Name, language and time zone of a group."""
    group = group_for(request, pk, Role.ORGANISER)
    form = SettingsForm(sent(request), group=group)
    if form.is_valid():
        groups.change_settings(group, request.user, form.cleaned_data)
        messages.success(request, _("Saved."))
        return go(request, reverse("group", args=[group.pk]))
    context = {"group": group, "form": form}
    status = 422 if form.is_bound else 200
    return show(request, "scoring/settings.html", context, status=status)
