"""A group of one's own, who belongs to it, and what was done there."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from players import groups, limits, log
from players.access import group_for
from players.actions import whoever_asks
from players.group_forms import NewGroupForm
from players.invites import waiting
from players.models import Group, Membership, Role
from players.naming import names_of
from players.pages import form_key, go, one_page, page_number, sent, show

# How many acts the log shows.
LINES = 100
ORDER = [Role.ORGANISER, Role.SCORER, Role.VIEWER]


@require_http_methods(["GET", "HEAD", "POST"])
def new_group(request: HttpRequest) -> HttpResponse:
    """A name, and it is there; whoever makes it looks after it."""
    form = NewGroupForm(sent(request))
    if form.is_valid():
        by = whoever_asks(request)
        limits.one_more(request, "group")
        made = groups.make_group(form_key(request), form.cleaned_data["name"], by)
        messages.success(request, _("The group is there. Now invite the others."))
        return go(request, reverse("people", args=[made.pk]))
    context = {"form": form}
    if form.is_bound:
        context["key"] = form_key(request)
    return show(request, "players/new_group.html", context, status=422 if form.is_bound else 200)


@require_safe
def people(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Who belongs to the group, and for its organisers who waits at the door."""
    group = group_for(request, pk)
    context = {"group": group, "organises": group.role == Role.ORGANISER}
    if context["organises"]:
        context["waiting"] = asking(group)
    if request.htmx:
        return show(request, "players/people.html", context, part="waiting")
    context["members"] = _members(group)
    return show(request, "players/people.html", context)


def asking(group: Group) -> list:
    """Return who waits to be let in; `known` where a player of that name would become theirs."""
    asked = list(waiting(group))
    held = group.players.themselves().filter(user=None)
    free = {str(player) for player in held} if asked else set()
    for one in asked:
        one.known = one.name in free
    return asked


def _members(group: Group) -> list[Membership]:
    """Everybody with the name they go by, organisers first."""
    members = list(group.memberships.order_by("since", "pk"))
    called = names_of(group, [member.user_id for member in members])
    for member in members:
        member.called = called[member.user_id]
    return sorted(members, key=lambda member: ORDER.index(member.role))


@require_safe
def group_log(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What was done in the group apart from its matches, newest first."""
    group = group_for(request, pk)
    page = page_number(request)
    events, older = one_page(group.events.all(), page, LINES)
    context = {
        "group": group,
        "lines": log.lines(group, events),
        "page": page,
        "older": page + 1 if older else None,
    }
    return show(request, "players/group_log.html", context)
