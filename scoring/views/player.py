"""The players of a group: what each played, who they are, and which two are one."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players import people
from players.access import AT_LEAST, group_for
from players.models import Claim, Group, Player, Role
from players.naming import names_of
from players.pages import go, one_page, page_number, sent, show
from scoring import actions
from scoring.group_forms import MergeForm, NameForm, TagForm
from scoring.models import Match
from scoring.past import lines, matches_of
from scoring.views.group import most_played


def player_for(
    request: HttpRequest, pk: UUID, player_id: UUID, needs: Role = Role.VIEWER
) -> tuple[Group, Player]:
    """Return the group and one of its players as this person may touch them, else 404 or 403. Of
    a merged entry it is the one it was merged into."""
    group = group_for(request, pk, needs)
    found = get_object_or_404(group.players.select_related("same_as", "user"), pk=player_id)
    found.person.group = group
    return group, found.person


def _own_or_organised(
    request: HttpRequest, pk: UUID, player_id: UUID, needs: Role
) -> tuple[Group, Player]:
    """The same for what an organiser may do to anybody, and everybody who has the role it `needs`
    to themselves."""
    group, held = player_for(request, pk, player_id)
    if group.role not in AT_LEAST[needs if held.user_id == request.user.pk else Role.ORGANISER]:
        raise PermissionDenied
    return group, held


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Every match one sat in, in all groups one belongs to."""
    page = page_number(request)
    past, older = [], None
    if request.user.is_authenticated:
        own = Player.objects.of(request.user)
        found = matches_of(Match.objects.for_user(request.user).filter(is_member=True), own)
        held, older = one_page(found, page)
        past = lines(held, request.user, set(own.values_list("pk", flat=True)))
    context = {"past": past, "page": page, "older": page + 1 if older else None}
    return show(request, "scoring/mine.html", context)


@require_safe
def players(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Everybody who plays here, whoever plays no more, and who says they are one of them."""
    group = group_for(request, pk)
    organises = group.role in AT_LEAST[Role.ORGANISER]
    claims = Claim.objects.filter(group=group, granted=None).select_related("player")
    claims = list(claims) if organises else []
    called = names_of(group, [claim.user_id for claim in claims])
    for claim in claims:
        claim.who = called.get(claim.user_id)
    context = {
        "group": group,
        "players": most_played(group),
        "gone": group.players.themselves().exclude(left_at=None).order_by("name", "tag"),
        "claims": claims,
    }
    return show(request, "scoring/players.html", context)


@require_safe
def player(request: HttpRequest, pk: UUID, player_id: UUID) -> HttpResponse:
    """What somebody played, with how it went."""
    group, held = player_for(request, pk, player_id)
    page = page_number(request)
    entries = Player.objects.filter(pk=held.pk) | Player.objects.filter(same_as=held)
    found = matches_of(Match.objects.for_user(request.user).filter(group=group), entries)
    past, older = one_page(found, page)
    asked = Claim.objects.filter(player=held, user=request.user).order_by("-made_at").first()
    context = {
        "group": group,
        "player": held,
        "may_write": group.role in AT_LEAST[Role.SCORER],
        "organises": group.role in AT_LEAST[Role.ORGANISER],
        "is_me": held.user_id == request.user.pk,
        "asked": None if held.user_id or (asked and asked.granted) else asked,
        "others": held.others.order_by("name", "tag"),
        "past": lines(past, request.user, {held.pk}),
        "page": page,
        "older": page + 1 if older else None,
    }
    return show(request, "scoring/player.html", context)


def _done(request: HttpRequest, held: Player, act: Callable[[], object], said: str) -> HttpResponse:
    """Do an act of one button on a player and go back to their page."""
    try:
        act()
    except people.Taken:
        messages.warning(request, _("Somebody else said so first. Please look again."))
    else:
        messages.success(request, said)
    return go(request, reverse("player", args=[held.group_id, held.pk]))


@require_POST
def claim(request: HttpRequest, pk: UUID, player_id: UUID) -> HttpResponse:
    """ "This is me": at once for an organiser, else an organiser is asked."""
    group, held = player_for(request, pk, player_id, Role.SCORER)
    at_once = group.role in AT_LEAST[Role.ORGANISER]
    said = _("This is you.") if at_once else _("An organiser of the group is asked.")
    return _done(request, held, lambda: people.claim(held, request.user, group.role), said)


@require_POST
def let_go(request: HttpRequest, pk: UUID, player_id: UUID) -> HttpResponse:
    """ "This is not me": one's own, or as an organiser anybody's."""
    _group, held = _own_or_organised(request, pk, player_id, Role.VIEWER)
    return _done(request, held, lambda: people.let_go(held, request.user), _("Noted."))


@require_POST
def decide(request: HttpRequest, pk: UUID, claim_id: UUID) -> HttpResponse:
    """Say yes or no to whoever says they are a player."""
    group = group_for(request, pk, Role.ORGANISER)
    asked = get_object_or_404(Claim.objects.select_related("user"), pk=claim_id, group=group)
    granted = people.decide(asked, request.user, request.POST.get("grant") == "yes")
    messages.success(request, _("Agreed.") if granted else _("Not agreed."))
    return go(request, reverse("players", args=[group.pk]))


@require_POST
def presence(request: HttpRequest, pk: UUID, player_id: UUID) -> HttpResponse:
    """Plays no more, or plays again."""
    _group, held = player_for(request, pk, player_id, Role.ORGANISER)
    if request.POST.get("plays") == "again":
        return _done(request, held, lambda: people.come_back(held, request.user), _("Plays again."))
    said = _("Offered no more. All that was played stays.")
    return _done(request, held, lambda: people.leave(held, request.user), said)


@require_http_methods(["GET", "HEAD", "POST"])
def rename(request: HttpRequest, pk: UUID, player_id: UUID) -> HttpResponse:
    """Call a player otherwise: an organiser anybody, everybody themselves."""
    group, held = _own_or_organised(request, pk, player_id, Role.SCORER)
    form = NameForm(sent(request), initial={"name": str(held)})
    if request.method == "POST" and form.is_valid():
        try:
            people.rename(held, form.cleaned_data["name"], request.user)
        except people.Taken:
            form.add_error("name", form.taken())
        else:
            messages.success(request, _("Saved."))
            return go(request, reverse("player", args=[group.pk, held.pk]))
    context = {"group": group, "player": held, "form": form}
    return show(request, "scoring/rename.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, pk: UUID, player_id: UUID) -> HttpResponse:
    """Say that two entries are one person."""
    group, held = player_for(request, pk, player_id, Role.ORGANISER)
    others = group.players.themselves().exclude(pk=held.pk).order_by("name", "tag")
    form = MergeForm(sent(request), others=list(others))
    context = {"group": group, "player": held, "form": form}
    if request.method == "POST" and form.is_valid():
        try:
            actions.merge(held, form.other(), request.user)
        except actions.NotOne as refused:
            context |= {"refused": refused, "other": form.other()}
        except people.Taken:
            form.add_error("other", _("Somebody merged one of them meanwhile. Please look again."))
        else:
            messages.success(request, _("They are one now. It can be taken back below."))
            return go(request, reverse("player", args=[group.pk, held.pk]))
    return show(request, "scoring/merge.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def split(request: HttpRequest, pk: UUID, player_id: UUID) -> HttpResponse:
    """Take a merge back; where somebody else has the name meanwhile, ask what tells them apart."""
    group = group_for(request, pk, Role.ORGANISER)
    other = get_object_or_404(group.players.select_related("same_as"), pk=player_id)
    other.group = group
    if request.method != "POST" and other.same_as is None:
        return go(request, reverse("player", args=[group.pk, other.pk]))
    taken = people.is_taken(group, str(other), other)
    form = TagForm(sent(request), name=other.name, asked=taken)
    if request.method == "POST" and form.is_valid():
        try:
            actions.split(other, request.user, form.cleaned_data.get("tag", ""))
        except people.Taken:
            form.ask()
        else:
            messages.success(request, _("They are two again."))
            return go(request, reverse("player", args=[group.pk, other.pk]))
    context = {"group": group, "other": other, "player": other.person, "form": form}
    return show(request, "scoring/split.html", context, status=422 if form.is_bound else 200)
