"""What a member may do, and how one goes."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players.access import group_for
from players.groups import LastOrganiser
from players.models import Group, Membership, Role
from players.naming import names_of
from players.pages import go, show
from scoring import actions


@require_http_methods(["GET", "HEAD", "POST"])
def member(request: HttpRequest, pk: UUID, member_id: UUID) -> HttpResponse:
    """One member: another role, or out."""
    group = group_for(request, pk, Role.ORGANISER)
    held = get_object_or_404(group.memberships, pk=member_id)
    if request.method == "POST":
        return _changed(request, group, held)
    called = names_of(group, [held.user_id])[held.user_id]
    context = {"group": group, "member": held, "called": called, "roles": Role.choices}
    return show(request, "scoring/member.html", context)


def _changed(request: HttpRequest, group: Group, held: Membership) -> HttpResponse:
    role = request.POST.get("role")
    try:
        if request.POST.get("remove"):
            actions.remove_member(group, held.pk, request.user)
            messages.success(request, _("Taken out. Nothing here opens for them any more."))
        elif role in Role.values:
            actions.change_role(group, held.pk, role, request.user)
            messages.success(request, _("Saved."))
    except LastOrganiser:
        messages.warning(request, last_organiser())
    except Membership.DoesNotExist:
        messages.warning(request, _("They are gone already."))
    return go(request, reverse("people", args=[group.pk]))


@require_http_methods(["GET", "HEAD", "POST"])
def leave_group(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Ask once, then go. The last organiser stays until somebody else is one."""
    group = group_for(request, pk)
    if group.personal_to_id == request.user.pk:  # a notebook goes with its owner's account
        return go(request, reverse("delete_account"))
    if request.method != "POST":
        return show(request, "scoring/leave_group.html", {"group": group})
    try:
        actions.leave_group(group, request.user)
    except LastOrganiser:
        messages.warning(request, last_organiser())
        return go(request, reverse("people", args=[group.pk]))
    messages.success(request, _("You have left the group."))
    return go(request, reverse("start"))


def last_organiser() -> str:
    """Return why the last organiser cannot go or do less."""
    return _("A group needs an organiser. Make somebody else one first.")
