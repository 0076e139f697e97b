"""The start page, and a new match."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

import rules
from players.actions import people, whoever_asks
from players.ids import uuid7
from players.models import Player
from players.pages import form_key, go, sent, show
from scoring import actions
from scoring.acts import Conflict
from scoring.board import match_line
from scoring.forms import NewMatchForm
from scoring.models import Match
from scoring.pages import match_for
from scoring.words import text

RECENT = 12
SHEETS = {"melds", "truco", "tally"}


@require_GET
def start(request: HttpRequest) -> HttpResponse:
    """What is open, what was played last, and the button for a new match."""
    mine = Match.objects.for_user(request.user)
    shown = mine.for_start().order_by("-started_at")
    begun, past = shown.filter(state=Match.State.OPEN), shown.exclude(state=Match.State.OPEN)
    gone = mine.filter(may_manage=True).deleted().select_related("ruleset__group")[:RECENT]
    context = {
        "open": [match_line(match, request.user) for match in begun[:RECENT]],
        "past": [match_line(match, request.user) for match in past[:RECENT]],
        "deleted": [{"match": m, "name": text(m.ruleset.rules, "name")} for m in gone],
    }
    return show(request, "scoring/start.html", context)


@require_http_methods(["GET", "POST"])
def new_match(request: HttpRequest) -> HttpResponse:
    """Choose and begin. The defaults need no typing; nobody needs an account."""
    preset = _preset(request)
    sides = _sides(request, preset)
    form = NewMatchForm(sent(request), preset=preset, sides=sides)
    if request.method == "POST" and form.is_valid():
        try:
            return go(request, _begin(request, form))
        except Conflict:
            form.data = {**form.data.dict(), "id": str(uuid7())}
            form.add_error(None, _("This sheet was used before. Please start again."))
    context = {
        "form": form,
        "preset": preset,
        "name": text(preset, "name"),
        "line": text(preset, "line"),
        "games": [
            {"id": r.id, "name": text(r, "name"), "line": text(r, "line")} for r in offered()
        ],
        "known": _known(request),
    }
    return show(request, "scoring/new_match.html", context, status=422 if form.is_bound else 200)


def _begin(request: HttpRequest, form: NewMatchForm) -> str:
    user = whoever_asks(request)
    group = user.notebook
    known = people(group, form.all_players())
    table = form.table([[known[name] for name in names] for names in form.players()])
    match = actions.start_match(group, form.cleaned_data["id"], user, table)
    messages.success(request, _("The match is on. It is kept here as you play."))
    return reverse("match", args=[match.pk])


def _preset(request: HttpRequest) -> rules.Ruleset:
    """The game asked for, else the one played last, else the first."""
    known = {preset.id: preset for preset in offered()}
    asked = request.POST.get("game") or request.GET.get("game")
    if asked not in known:
        last = Match.objects.for_user(request.user).order_by("-started_at")
        asked = last.values_list("preset", flat=True).first()
    return known.get(asked) or offered()[0]


def offered() -> list[rules.Ruleset]:
    """The games there is a sheet for."""
    return [preset for preset in rules.presets() if preset.game in SHEETS]


def _sides(request: HttpRequest, preset: rules.Ruleset) -> int:
    asked = request.POST.get("sides") or request.GET.get("sides") or ""
    allowed = {str(n): n for n in preset.sides}
    return allowed.get(asked, preset.sides[0])


def _known(request: HttpRequest) -> list[str]:
    if not request.user.is_authenticated:
        return []
    found = Player.objects.filter(group__personal_to=request.user, same_as=None)
    return list(found.order_by("name").values_list("name", flat=True)[:100])


@require_http_methods(["POST"])
def bring_back(request: HttpRequest, pk) -> HttpResponse:
    """Show a match again that was deleted less than a day ago."""
    match = match_for(request, pk, manage=True, deleted=True)
    if match.deleted_at is not None:  # else it was the second of two taps
        actions.bring_back(match, request.user, form_key(request))
    return go(request, reverse("match", args=[match.pk]))
