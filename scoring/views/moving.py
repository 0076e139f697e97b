"""A match moves to another group; a guest's things move to an account."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.access import group_for
from players.ids import parse
from players.models import Group, Player, Role, User
from players.pages import form_key, go, next_page, sent, show
from scoring import actions
from scoring.acts import Conflict, Refused
from scoring.board import match_line
from scoring.group_forms import ArrivalsForm
from scoring.models import Match
from scoring.pages import match_for
from scoring.words import text


@require_http_methods(["GET", "HEAD", "POST"])
def move(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Choose a group, say who is who there, and the match is theirs."""
    match = match_for(request, pk)
    asked = request.POST.get("to") or request.GET.get("to")
    if parse(asked) == match.group_id:  # the second of two taps: it may be no more theirs to move
        return go(request, reverse("match", args=[match.pk]))
    if not match.may.organise:
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
    if asked is None and request.method != "POST":
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


# How many of a guest's matches the question lists.
LISTED = 20


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """After signing in on a phone that was a guest's: bring what they have along, or not."""
    address = next_page(request, reverse("start"))
    guest = _guest(request)
    if guest is None:
        return go(request, address)
    if request.method != "POST":
        context = _of_guest(guest, request.user)
        return show(request, "scoring/bring.html", context | {"next": address})
    if request.POST.get("do") == "bring":
        try:
            brought = actions.bring(guest.pk, request.user)
        except Conflict:
            messages.warning(request, _("Somebody keeps writing there. Please try again."))
            return go(request, request.get_full_path())
        if brought:
            said = ngettext("%(n)d match came along.", "%(n)d matches came along.", brought.matches)
            messages.success(request, said % {"n": brought.matches})
    elif request.POST.get("do") != "leave":
        return go(request, request.get_full_path())
    request.session.pop("guest", None)
    return go(request, address)


def _guest(request: HttpRequest) -> User | None:
    """The guest this phone was before somebody signed in on it; None for nobody's things."""
    if not request.user.is_authenticated:
        return None
    guest = actions.found_guest(parse(request.session.get("guest")))
    return None if guest == request.user else guest


def _of_guest(guest: User, user: User) -> dict:
    kept = Match.objects.filter(group__personal_to=guest)
    shared = Group.objects.present().for_user(guest).shared()
    let_in = Match.objects.present().filter(passes__user=guest, passes__link__revoked_at=None)
    names = set(Player.objects.filter(group__personal_to=guest).values_list("key", "tag"))
    own = Player.objects.filter(group__personal_to=user).offered()
    return {
        "matches": [
            match_line(m, guest) for m in kept.for_start().order_by("-started_at")[:LISTED]
        ],
        "count": kept.present().count(),
        "groups": shared.order_by("name"),
        "let_in": let_in.exclude(group__personal_to=guest).distinct().count(),
        "same": [player for player in own if (player.key, player.tag) in names],
    }
