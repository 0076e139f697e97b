"""The match page, and the acts on a match as a whole."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players import limits
from players.actions import people
from players.models import Player
from players.pages import form_key, go, sent, show, unchanged
from scoring import actions, figures
from scoring.acts import Conflict, Refused
from scoring.agreeing import open_points
from scoring.board import board, places, side_views, sitting
from scoring.forms import AdjustForm, TableForm, TargetForm
from scoring.history import acts, event_words
from scoring.models import Match
from scoring.pages import match_for, seen_version, sent_before, undoable
from scoring.played_rules import played
from scoring.rights import may_resume, may_undo
from scoring.sentences import sentence
from scoring.series import evening, series_view
from scoring.story import story
from scoring.views import hand
from scoring.words import text

# How many acts the history page shows, and how many people a place may be filled with.
NEWEST, MOST_OFFERED = 200, 100


@require_safe
def match_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Totals, what comes next, the ledger. Asked with the version it has, an unchanged match
    answers nothing, so that a phone that follows costs little."""
    match = match_for(request, pk)
    if request.htmx and request.GET.get("seen") == str(match.version):
        return unchanged()
    if match.ruleset.rules.game == "truco":
        return hand.page(request, match)
    return show(request, "scoring/match.html", _board(request, match), part="board")


def _board(request: HttpRequest, match: Match) -> dict:
    last = undoable(match, request.user)
    view = board(match, request.user)
    return {
        "match": match,
        "board": view,
        "story": story(view) if view.over else [],
        "series": series_view(match, view),
        "evening": evening(match, view, request.user) if view.over else [],
        "name": text(match.ruleset.rules, "name"),
        "last": last,
        "last_words": event_words(last) if last else "",
        "may_resume": may_resume(match),
        "points": open_points(match, match.may.score),
    }


@require_safe
def on_table(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The totals for a phone that lies on the table: read from three metres, from either side."""
    match = match_for(request, pk)
    if request.htmx and request.GET.get("seen") == str(match.version):
        return unchanged()
    view = board(match, request.user)
    longest = max(len(figures.show(side.total)) for side in view.sides)
    context = {"match": match, "board": view, "longest": min(max(longest, 3), 9)}
    return show(request, "scoring/on_table.html", context, part="totals")


@require_safe
def more(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Everything else one can do, in plain words."""
    match = match_for(request, pk)
    return _more_page(request, match, TargetForm())


def _more_page(request: HttpRequest, match: Match, form: TargetForm, status: int = 200):
    context = _board(request, match) | {"target_form": form, "played": played(match)}
    return show(request, "scoring/more.html", context, status=status)


@require_safe
def history(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Who did what, when, newest first."""
    match = match_for(request, pk)
    events = match.events.select_related("actor", "reason").order_by("-version")[:NEWEST]
    context = {
        "match": match,
        "name": text(match.ruleset.rules, "name"),
        "acts": acts(match, events),
    }
    return show(request, "scoring/history.html", context)


def _act(request: HttpRequest, match: Match, done: str, act: Callable[[], object]) -> HttpResponse:
    """Do an act of one button and go back to the match; say so where the match moved on."""
    try:
        act()
    except Conflict:
        messages.warning(request, _("The match changed meanwhile. Please look again."))
    except Refused as refused:
        messages.warning(request, refusal(refused, match))
    else:
        messages.success(request, done)
    return go(request, reverse("match", args=[match.pk]))


def refusal(refused: Refused, match: Match) -> str:
    """The sentence for an act the match does not take."""
    if refused.code == "NOTHING_TO_UNDO":
        return _("There is nothing to undo.")
    return sentence(refused.code, match.ruleset.rules)


def _may_score(match: Match) -> bool:
    return match.may.score


@require_POST
def undo(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Take back the last act."""
    match = match_for(request, pk, "mend")
    last = actions.last_act(match)
    nothing = last is None and match.may.score
    if not (nothing or may_undo(match, request.user, last) or sent_before(request, match)):
        raise PermissionDenied
    seen = seen_version(request)
    act = lambda: actions.undo(match, request.user, form_key(request), seen)  # noqa: E731
    return _act(request, match, _("Undone."), act)


# What the one-button acts are called in the address: who may, and what is said when they are done.
CLOSING = {
    "finish": (actions.finish, _may_score, lambda: _("The match is finished.")),
    "put-away": (
        actions.put_away,
        lambda match: match.may.close,
        lambda: _("Put away. You can resume it at any time."),
    ),
    "resume": (actions.resume, may_resume, lambda: _("The match goes on.")),
    "void-rest": (actions.void_after_end, _may_score, lambda: _("Taken out.")),
}


@require_POST
def close(request: HttpRequest, pk: UUID, how: str) -> HttpResponse:
    """Finish, put away, resume, or take out what stands after the end."""
    match = match_for(request, pk)
    act, allowed, done = CLOSING[how]
    if not (allowed(match) or sent_before(request, match)):
        raise PermissionDenied
    return _act(
        request,
        match,
        done(),
        lambda: act(match, request.user, form_key(request), seen_version(request)),
    )


@require_POST
def rematch(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The same people again, the deal moved on; the form's key is the new match's id."""
    match = match_for(request, pk, "rematch")
    limits.one_more(request, "match")
    try:
        began = actions.rematch(match, form_key(request), request.user)
    except Conflict:
        messages.warning(request, _("This sheet was used before. Please start again."))
        return go(request, reverse("match", args=[match.pk]))
    messages.success(request, _("The next match is on."))
    return go(request, reverse("match", args=[began.pk]))


@require_POST
def forfeit(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A side gives up. Not for a guest with a link to decide."""
    match = match_for(request, pk, "close")
    asked = request.POST.get("side", "")
    position = {str(n): n for n in range(match.side_count)}.get(asked)
    if position is None:
        messages.warning(request, _("Which side gave up?"))
        return go(request, reverse("more", args=[match.pk]))
    return _act(
        request,
        match,
        _("Noted."),
        lambda: actions.forfeit(
            match, request.user, form_key(request), seen_version(request), position
        ),
    )


@require_POST
def target(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Play to another target."""
    match = match_for(request, pk, "close")
    form = TargetForm(request.POST)
    if not form.is_valid():
        return _more_page(request, match, form, 422)
    return _act(
        request,
        match,
        _("The target is changed."),
        lambda: actions.move_end(
            match,
            request.user,
            form_key(request),
            seen_version(request),
            form.cleaned_data["target"],
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def adjust(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Points outside of a round, with a reason."""
    match = match_for(request, pk, "score", again=True)
    form = AdjustForm(sent(request), sides=match.side_count)
    if request.method == "POST" and form.is_valid():
        return _act(
            request,
            match,
            _("Saved."),
            lambda: actions.adjust(
                match,
                request.user,
                form_key(request),
                form.points(),
                form.cleaned_data["note"],
            ),
        )
    sides = side_views(match, match.sides.with_total().with_people(), request.user)
    context = {
        "match": match,
        "form": form,
        "rows": list(zip(sides, form.each_side(), strict=True)),
    }
    return show(request, "scoring/adjust.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Names, people, starting totals and the first dealer. Who else sits down takes the place of
    whoever gets up."""
    match = match_for(request, pk, "score")
    rows = list(match.sides.with_people())
    sides = side_views(match, rows, request.user)
    seats = [seat for side in rows for seat in sitting(side)]
    form = _table_form(request, match, rows, sides, seats)
    if request.method == "POST" and form.is_valid():
        known = {str(seat.player.person): seat.player.person for seat in seats}
        known |= people(match.group, [name for name in form.all_players() if name not in known])
        setting = form.setting(known)
        return _act(
            request,
            match,
            _("Saved."),
            lambda: actions.set_table(
                match, request.user, form_key(request), seen_version(request), setting
            ),
        )
    context = {
        "match": match,
        "form": form,
        "sides": sides,
        # Who else plays in this group is no business of whoever came by a link.
        "known": Player.objects.filter(group=match.group).offered()[:MOST_OFFERED]
        if match.may.share
        else [],
    }
    return show(request, "scoring/table.html", context, status=422 if form.is_bound else 200)


def _table_form(
    request: HttpRequest, match: Match, rows: list, sides: list, seats: list
) -> TableForm:
    initial = {f"label{s.position}": s.label.text for s in rows if s.label}
    initial |= {f"start{s.position}": s.start for s in rows}
    initial |= {f"player{s.position}.{place}": name for s in sides for place, name in s.at.items()}
    allowed = match.ruleset.rules.players_per_side or (1,)
    return TableForm(
        sent(request),
        called=[side.name for side in sides],
        most_players=max([*allowed, *(seat.place + 1 for seat in seats)]),
        dealers=places(match, sides),
        played=match.last_number > 0 and bool(seats),
        initial=initial | {"first_dealer": match.first_dealer, "since": ""},
    )


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Ask twice, then hide the match; for a day it can be brought back."""
    match = match_for(request, pk, "delete", deleted=request.method == "POST")
    if request.method != "POST":
        context = {"match": match, "name": text(match.ruleset.rules, "name")}
        return show(request, "scoring/delete.html", context)
    if match.deleted_at is None:  # else it was the second of two taps
        actions.delete(match, request.user, form_key(request))
    messages.success(request, _("Deleted. For a day you can bring it back from this page."))
    return go(request, reverse("start"))
