"""The start page, and a new match."""

from django.contrib import messages
from django.db.models import OuterRef, Q, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

import rules
from players import accounts, limits
from players.access import group_for
from players.actions import people, whoever_asks
from players.ids import parse, uuid7
from players.models import Group, Player, Role, Team
from players.pages import form_key, go, sent, show
from scoring import actions
from scoring.acts import Conflict
from scoring.board import match_line
from scoring.forms import NewMatchForm
from scoring.models import Habits, HouseRules, Match
from scoring.pages import match_for
from scoring.rulewords import changes
from scoring.words import text

RECENT = 12
MOST_OFFERED = 100
SHEETS = {"melds", "truco", "tally"}
PRESET = "preset"  # in place of house rules: the game as it is


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """What is open, what was played last, and the button for a new match."""
    mine = Match.objects.for_user(request.user)
    shown = mine.for_start().order_by("-started_at")
    begun, past = shown.filter(state=Match.State.OPEN), shown.exclude(state=Match.State.OPEN)
    groups = list(Group.objects.kept().for_user(request.user).shared().order_by("name"))
    gone = mine.filter(may_manage=True).deleted().select_related("ruleset__group")[:RECENT]
    context = {
        "open": [match_line(match, request.user) for match in begun[:RECENT]],
        "past": [match_line(match, request.user) for match in past[:RECENT]],
        "account": accounts.has_account(request),
        "groups": [group for group in groups if group.deleted_at is None],
        "deleted_groups": [g for g in groups if g.deleted_at and g.role == Role.ORGANISER],
        "deleted": [{"match": m, "name": text(m.ruleset.rules, "name")} for m in gone],
    }
    return show(request, "scoring/start.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new_match(request: HttpRequest) -> HttpResponse:
    """Choose and begin. The defaults need no typing; nobody needs an account."""
    groups = _writable(request.user)
    group = _group(request, groups)
    game = _preset(request, group)
    houses = _houses(group, game)
    house = _house(request, group, game, houses)
    preset = house.ruleset.rules if house else game
    sides = _sides(request, preset)
    teams = _teams(group, preset)
    form = NewMatchForm(sent(request), preset=preset, sides=sides, teams=teams, house=house)
    if request.method == "POST" and form.is_valid():
        try:
            return go(request, _begin(request, group, form))
        except Conflict:
            form.data = {**form.data.dict(), "id": str(uuid7())}
            form.add_error(None, _("This sheet was used before. Please start again."))
    context = {
        "form": form,
        "preset": preset,
        "name": text(game, "name"),
        "line": text(game, "line"),
        "house": house,
        "houses": houses,
        "changes": changes(game.document, preset.document, group.words) if house else [],
        "games": [
            {"id": r.id, "name": text(r, "name"), "line": text(r, "line")} for r in offered()
        ],
        "group": group,
        "groups": groups,
        "known": Player.objects.filter(group=group).offered()[:MOST_OFFERED] if group else [],
    }
    return show(request, "scoring/new_match.html", context, status=422 if form.is_bound else 200)


def _writable(user) -> list[Group]:
    """Where this person may begin a match: their notebook first, then the groups by name."""
    if not user.is_authenticated:
        return []
    last = Match.objects.filter(group=OuterRef("pk"), started_by=user).order_by("-started_at")
    groups = Group.objects.present().for_user(user).exclude(role=Role.VIEWER)
    groups = groups.filter(Q(personal_to=None) | Q(personal_to=user))
    groups = groups.annotate(last=Subquery(last.values("started_at")[:1]))
    return sorted(groups, key=lambda group: (group.personal_to_id is None, group.name))


def _group(request: HttpRequest, groups: list[Group]) -> Group | None:
    """The group asked for, else the one played in last, else the notebook; None for a newcomer.

    What a form does not name is the notebook. 404 for a group that is none for this person.
    """
    asked = request.POST.get("group") or request.GET.get("group")
    if asked:
        pk = parse(asked)
        if pk is None:
            raise Http404
        return group_for(request, pk, Role.SCORER)
    if request.method == "POST":
        return next((group for group in groups if group.personal_to_id), None)
    used = [group for group in groups if group.last]
    return max(used, key=lambda group: group.last, default=next(iter(groups), None))


def _houses(group: Group | None, game: rules.Ruleset) -> list[HouseRules]:
    """The group's own rules of this game."""
    held = HouseRules.objects.filter(group=group, preset=game.id).select_related("ruleset")
    houses = [house for house in (held if group else ()) if house.retired_at is None]
    for house in houses:
        house.ruleset.group = group
    return houses


def _house(
    request: HttpRequest, group: Group | None, game: rules.Ruleset, houses: list[HouseRules]
) -> HouseRules | None:
    """The house rules asked for; where nothing is asked the group's usual ones. None is the game
    as in its preset. 404 for what is not of this group and game."""
    asked = request.POST.get("house") if request.method == "POST" else request.GET.get("house")
    if asked is None and request.method != "POST" and houses:
        habit = Habits.objects.filter(group=group, preset=game.id).values_list("house", flat=True)
        asked = str(habit.first() or "")
    if not asked or asked == PRESET:
        return None
    found = [house for house in houses if str(house.pk) == asked]
    if not found:
        raise Http404
    return found[0]


def _teams(group: Group | None, preset: rules.Ruleset) -> list[Team]:
    """The group's teams that fit this game and are all here."""
    counts = preset.players_per_side or ()
    held = Team.objects.filter(group=group).order_by("name").prefetch_related("players")
    return [
        team
        for team in (held if group else ())
        if len(team.players.all()) in counts and not any(p.left_at for p in team.players.all())
    ]


def _begin(request: HttpRequest, group: Group | None, form: NewMatchForm) -> str:
    user = whoever_asks(request)
    limits.one_more(request, "match")
    group = group or user.notebook
    known = people(group, form.all_players())
    table = form.table(form.seated(known))
    match = actions.start_match(group, form.cleaned_data["id"], user, table)
    messages.success(request, _("The match is on. It is kept here as you play."))
    return reverse("match", args=[match.pk])


def _preset(request: HttpRequest, group: Group | None) -> rules.Ruleset:
    """The game asked for, else the group's usual one, else the one played last, else the first."""
    known = {preset.id: preset for preset in offered()}
    asked = request.POST.get("game") or request.GET.get("game")
    if asked not in known:
        habit = Habits.objects.filter(group=group).values_list("preset", flat=True)
        asked = habit.first() if group else None
    if asked not in known:
        last = Match.objects.for_user(request.user).order_by("-started_at")
        last = last.filter(group=group) if group and not group.personal_to_id else last
        asked = last.values_list("preset", flat=True).first()
    return known.get(asked) or offered()[0]


def offered() -> list[rules.Ruleset]:
    """The games there is a sheet for."""
    return [preset for preset in rules.presets() if preset.game in SHEETS]


def _sides(request: HttpRequest, preset: rules.Ruleset) -> int:
    asked = request.POST.get("sides") or request.GET.get("sides") or ""
    allowed = {str(n): n for n in preset.sides}
    return allowed.get(asked, preset.sides[0])


@require_http_methods(["POST"])
def bring_back(request: HttpRequest, pk) -> HttpResponse:
    """Show a match again that was deleted less than a day ago."""
    match = match_for(request, pk, "delete", deleted=True)
    if match.deleted_at is not None:  # else it was the second of two taps
        actions.bring_back(match, request.user, form_key(request))
    return go(request, reverse("match", args=[match.pk]))
