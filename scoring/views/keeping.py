"""What is yours to take along and to take away: export, forget, delete, bring back."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import logout
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players.access import group_for
from players.confirming import confirm_first
from players.models import Role
from players.pages import go, show
from scoring import actions, exporting
from scoring.models import Match


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@confirm_first
def export_mine(request: HttpRequest) -> HttpResponse:
    """Everything that is kept about whoever asks, in one archive."""
    if request.method == "POST" and request.user.is_authenticated:
        return _archive(exporting.of_person(request.user), "caderneta")
    return show(request, "scoring/export_mine.html", {})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@confirm_first
def delete_account(request: HttpRequest) -> HttpResponse:
    """Say what goes and what stays, then do it."""
    if not request.user.is_authenticated:
        return go(request, reverse("start"))
    left = actions.must_hand_over(request.user)
    if request.method == "POST" and not left:
        actions.delete_account(request.user)
        logout(request)
        messages.success(request, _("Everything of yours is gone from here."))
        response = go(request, reverse("start"))
        response["Clear-Site-Data"] = '"cache", "storage"'
        return response
    context = {"left": left, "matches": Match.objects.filter(group__personal_to=request.user)}
    status = 409 if request.method == "POST" else 200
    return show(request, "scoring/delete_account.html", context, status=status)


@never_cache
@require_POST
def export_group(request: HttpRequest, pk: UUID) -> FileResponse:
    """Everything of a group, for its members; nobody's account is in it."""
    group = group_for(request, pk)
    return _archive(exporting.of_group(group), f"caderneta-{slugify(group.name) or 'group'}")


def _archive(file, name: str) -> FileResponse:
    day = timezone.localdate().isoformat()
    return FileResponse(file, as_attachment=True, filename=f"{name}-{day}.zip")


@require_http_methods(["GET", "HEAD", "POST"])
@confirm_first
def delete_group(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Offer the archive first, then hide the group; for seven days it can be brought back."""
    group = group_for(request, pk, Role.ORGANISER)
    if group.personal_to_id:  # a notebook goes with its owner's account
        return go(request, reverse("delete_account"))
    if request.method == "POST":
        actions.delete_group(group, request.user)
        messages.success(request, _("Deleted. For seven days you can bring it back from here."))
        return go(request, reverse("start"))
    context = {"group": group, "matches": Match.objects.present().filter(group=group).count()}
    return show(request, "scoring/delete_group.html", context)


@require_POST
def bring_back_group(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show a deleted group again."""
    group = group_for(request, pk, Role.ORGANISER, deleted=True)
    actions.bring_back_group(group, request.user)
    messages.success(request, _("The group is back."))
    return go(request, reverse("group", args=[group.pk]))


@require_http_methods(["GET", "HEAD", "POST"])
def forget_player(request: HttpRequest, pk: UUID, player_id: UUID) -> HttpResponse:
    """Give a player a number for a name. Not theirs who have an account: they do it themselves."""
    group = group_for(request, pk, Role.ORGANISER)
    player = get_object_or_404(group.players.themselves(), pk=player_id, user=None)
    if request.method == "POST":
        actions.forget_player(player, request.user)
        messages.success(request, _("Forgotten. The points stay, under a number."))
        return go(request, reverse("group", args=[group.pk]))
    return show(request, "scoring/forget_player.html", {"group": group, "player": player})
