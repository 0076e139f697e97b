"""Letting people into a group: an address or a QR code, or six digits said aloud."""

from uuid import UUID

from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players import invites, limits
from players.access import group_for
from players.actions import whoever_asks
from players.group_forms import CodeForm
from players.models import Group, Invite, JoinRequest, Role
from players.naming import names_of
from players.pages import go, sent, show
from players.secrets import opened, qr
from players.views.groups import asking


def _to_fill(request: HttpRequest, pk: UUID) -> Group:
    """The group as its organiser may invite into it; nobody comes into a notebook."""
    group = group_for(request, pk, Role.ORGANISER)
    if group.personal_to_id:
        raise PermissionDenied
    return group


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def group_invites(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The ways into the group; a POST makes one and shows it, once, as a QR code."""
    group = _to_fill(request, pk)
    role, address = request.POST.get("role"), ""
    if request.method == "POST" and role in Role.values:
        secret = invites.make_link(group, role, request.user)
        address = request.build_absolute_uri(reverse("invitation", args=[secret]))
    live = list(group.invites.live())
    called = names_of(group, [one.made_by_id for one in live if one.made_by_id])
    for one in live:
        one.maker = called.get(one.made_by_id)
    context = {
        "group": group,
        "invites": live,
        "address": address,
        "role": Role(role).label if address else "",
        "qr": qr(address) if address else "",
    }
    return show(request, "players/invites.html", context)


@require_POST
def revoke(request: HttpRequest, pk: UUID, invite_id: UUID) -> HttpResponse:
    """Close a way in."""
    group = group_for(request, pk, Role.ORGANISER)
    invites.revoke(group, get_object_or_404(group.invites, pk=invite_id), request.user)
    messages.success(request, _("Closed. Nobody comes in by it any more."))
    return go(request, reverse("invites", args=[group.pk]))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Show what the invitation is for; only the button joins, so that no preview robot does."""
    found = Invite.objects.live().filter(kind=Invite.Kind.LINK).select_related("group")
    invite = opened(request, found, secret)
    home = reverse("group", args=[invite.group_id])
    if request.method == "POST":
        try:
            new = invites.accept(invite, whoever_asks(request))
        except invites.Closed:
            raise Http404 from None
        said = _("You are in. Welcome!") if new else _("You are in already.")
        messages.success(request, said)
        return go(request, home)
    context = {"invite": invite, "is_in": invites.is_in(invite.group, request.user), "home": home}
    response = show(request, "players/invitation.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_POST
def say_code(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Make six digits to say aloud, show them large, and below who comes by them."""
    group = _to_fill(request, pk)
    code = invites.say_code(group, request.user)
    context = {
        "group": group,
        "code": f"{code[:3]} {code[3:]}",
        "minutes": int(invites.CODE_LIVES.total_seconds() // 60),
        "waiting": asking(group),
        "organises": True,
    }
    return show(request, "players/say_code.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_code(request: HttpRequest) -> HttpResponse:
    """Type the digits somebody said, and one's name; then wait to be let in."""
    form = CodeForm(sent(request))
    if form.is_valid():
        answer = _asked(request, form)
        if answer:
            return answer
    status = 422 if form.is_bound else 200
    return show(request, "players/enter_code.html", {"form": form}, status=status)


def _asked(request: HttpRequest, form: CodeForm) -> HttpResponse | None:
    """Knock at the group's door; None where the form has to say why not."""
    tried = limits.spend(request, "code")
    invite = invites.find_code(form.cleaned_data["code"])
    if invite is None:
        _count_wrong(request)
        form.add_error("code", _("This code opens nothing (any more). Ask for a new one."))
        return None
    tried.rollback()
    if invites.is_in(invite.group, request.user):
        messages.info(request, _("You are in already."))
        return go(request, reverse("group", args=[invite.group_id]))
    try:
        if not request.user.is_authenticated:  # nobody is made who could not wait
            invites.check_room(invite.group)
        asked = invites.ask(invite, whoever_asks(request), form.cleaned_data["name"])
    except invites.Closed:
        form.add_error("code", _("This code opens nothing (any more). Ask for a new one."))
        return None
    except invites.Full:
        form.add_error(None, _("Many are waiting there already. Please try again in a minute."))
        return None
    return go(request, reverse("waiting", args=[asked.pk]))


def _count_wrong(request: HttpRequest) -> None:
    """Of too many wrong codes, whoever they came from, the last one closes every code."""
    try:
        limits.spend(request, "codes", key="all")
    except ImmediateHttpResponse:
        invites.close_codes()
        limits.forget(request, "codes", key="all")  # codes said from now on live again


@never_cache
@require_safe
def waiting(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Wait until an organiser decides; the page follows by itself."""
    own = JoinRequest.objects.none()
    if request.user.is_authenticated:
        own = JoinRequest.objects.filter(user=request.user, group__deleted_at=None)
    asked = get_object_or_404(own.select_related("group"), pk=pk)
    if asked.granted and invites.is_in(asked.group, request.user):
        messages.success(request, _("You are in. Welcome!"))
        return go(request, reverse("group", args=[asked.group_id]))
    context = {"asked": asked, "open": invites.waiting(asked.group).filter(pk=asked.pk).exists()}
    return show(request, "players/waiting.html", context, part="state")


@require_POST
def decide(request: HttpRequest, pk: UUID, request_id: UUID) -> HttpResponse:
    """Let somebody in, or not."""
    group = group_for(request, pk, Role.ORGANISER)
    get_object_or_404(group.join_requests, pk=request_id)
    said = request.POST.get("let")
    if said in ("in", "out"):
        grant = said == "in"
        if not invites.decide(group, request_id, request.user, grant=grant):
            messages.info(request, _("This was decided already."))
        elif grant:
            messages.success(request, _("Let in."))
        else:
            messages.success(request, _("Not let in."))
    return go(request, reverse("people", args=[group.pk]))
