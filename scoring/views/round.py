"""The round sheet: write the next round, correct one, or put a forgotten one in."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import rules
from players.ids import parse, uuid7
from players.names import NameField
from players.pages import form_key, go, show
from scoring import actions
from scoring.acts import AlreadyThere, Conflict, Refused
from scoring.board import board, side_views
from scoring.book import adjustments
from scoring.explain import round_lines
from scoring.history import acts, slot_title
from scoring.layout import Layout
from scoring.models import Event, Match, Remark, Round
from scoring.pages import match_for, seen_version
from scoring.phone import phone_data
from scoring.ruling import judge
from scoring.sentences import by_place, sentence
from scoring.sheet import WAYS, SheetForm, ways
from scoring.tally import TallyForm, tally_context
from scoring.views import hand
from scoring.words import text

# Fields of the sheet that belong to the sending, not to the round.
OF_THE_SENDING = {
    "csrfmiddlewaretoken",
    "key",
    "number",
    "version",
    "switch",
    "way",
    "kept",
}


FORMS = {"melds": SheetForm, "tally": TallyForm}


@require_http_methods(["GET", "HEAD", "POST"])
def new_round(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The sheet of the next round, or with `after` of a forgotten one."""
    match = match_for(request, pk, "score", again=True)
    after = request.GET.get("after")
    behind = get_object_or_404(match.rounds, pk=parse(after)).pk if after else None
    if match.ruleset.rules.game == "truco":
        return hand.insert(request, match, behind)
    if request.method != "POST":
        return _sheet_page(request, match, _form(match, way=usual_way(match)))

    def save(sheet: actions.Sheet) -> None:
        if after is None:
            actions.record_round(match, request.user, form_key(request), _number(request), sheet)
        else:
            actions.insert_round(match, request.user, form_key(request), behind, sheet)

    return _posted(request, match, save)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, pk: UUID, round_id: UUID) -> HttpResponse:
    """The sheet of a round that was saved, to be put right."""
    match = match_for(request, pk, "score", again=True)
    rounds = match.rounds.select_related("ruleset__group").exclude(kind=Round.Kind.ADJUST)
    entry = get_object_or_404(rounds, pk=round_id)
    if match.ruleset.rules.game == "truco":
        return hand.correct(request, match, entry)
    if request.method != "POST":
        typed = entry.typed or {"way": "", "fields": {}}
        form = _form(match, entry=entry, way=typed["way"], initial=typed["fields"] | _notes(entry))
        return _sheet_page(request, match, form, entry=entry)

    def save(sheet: actions.Sheet) -> None:
        version = seen_version(request)
        actions.correct_round(match, request.user, form_key(request), round_id, version, sheet)

    return _posted(request, match, save, entry)


def _form(match: Match, data: Any = None, entry: Round | None = None, way: str = "", **kwargs):
    ruleset = (entry.ruleset if entry else match.ruleset).rules
    form = FORMS[ruleset.game](data, ruleset=ruleset, sides=match.side_count, way=way, **kwargs)
    if entry:
        form.fields["reason"] = NameField(longest=100, required=False)
    return form


def usual_way(match: Match) -> str:
    """Return how this group counted last in this game, "" if it never did."""
    counted = Round.objects.filter(match__group=match.group_id, match__preset=match.preset)
    last = counted.filter(kind="round").order_by("-match__started_at", "-number").first()
    return last.typed.get("way", "") if last else ""


def _number(request: HttpRequest) -> int:
    text = request.POST.get("number", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def _notes(entry: Round) -> dict[str, str]:
    """The adjustments of a saved round, as the form names them."""
    ids = [held["note"] for held in adjustments(entry.entry) if "note" in held]
    words = {str(r.pk): r.text for r in Remark.objects.filter(pk__in=ids)}
    return {
        f"{side}.adjustment.note": words.get(held["note"], "")
        for side, said in enumerate(entry.entry.get("sides", []))
        for held in said.get("adjustments", [])
        if "note" in held
    }


def _posted(
    request: HttpRequest,
    match: Match,
    save: Callable[[actions.Sheet], None],
    entry: Round | None = None,
) -> HttpResponse:
    """Read the sheet, ask about doubts once, save. Whatever happens, what was typed stays."""
    form = _form(match, request.POST, entry, request.POST.get("way", ""))
    if not form.is_valid():
        return _sheet_page(request, match, form, entry=entry, status=422)
    said = form.entry(match.players_per_side)
    problems = rules.draft(form.ruleset, said)["problems"]
    doubts = {p["code"] for p in problems if p["code"] in rules.WARNINGS}
    kept = set(request.POST.get("kept", "").split())
    if len(problems) > len([p for p in problems if p["code"] in doubts]) or doubts - kept:
        return _sheet_page(request, match, form, problems, entry=entry, status=422)
    reason = form.cleaned_data.get("reason", "")
    sheet = actions.Sheet(said, typed=form.typed(), kept=sorted(doubts), reason=reason)
    try:
        save(sheet)
    except AlreadyThere as same:
        messages.info(request, _("This round was already saved, with the same figures."))
        return go(request, f"{reverse('match', args=[match.pk])}#r{same.round.number}")
    except Conflict as other:
        if other.round is None or other.round.kind != Round.Kind.ROUND:
            messages.warning(request, _("The match changed meanwhile. Please look again."))
            return _sheet_page(request, match, form, entry=entry, status=409)
        return _conflict_page(request, match, form, said, other.round)
    except Refused as refused:
        return _sheet_page(
            request, match, form, refused.problems, entry=entry, status=422, refused=refused
        )
    except Round.DoesNotExist as missing:
        raise Http404 from missing
    messages.success(request, _("Saved."))
    return go(request, reverse("match", args=[match.pk]))


def _sheet_page(
    request: HttpRequest,
    match: Match,
    form: SheetForm,
    problems: Any = (),
    *,
    entry: Round | None = None,
    status: int = 200,
    refused: Refused | None = None,
) -> HttpResponse:
    sides = side_views(match, match.sides.with_total().with_people(), request.user)
    form.call_sides([side.name for side in sides])
    doubts = sorted({p["code"] for p in problems if p["code"] in rules.WARNINGS})
    faults = [p for p in problems if p["code"] not in rules.WARNINGS]
    refusal = sentence(refused.code, form.ruleset) if refused and not refused.problems else ""
    # A sheet shown again still says what the person saw when they opened it: what somebody saved
    # meanwhile must not pass unnoticed. Only who was told to look again goes on from here.
    opened = request.method == "POST" and status != 409
    context = {
        "match": match,
        "name": text(form.ruleset, "name"),
        "target": match.end.get("target") if match.end["mode"] == "target" else None,
        "sides": sides,
        "form": form,
        "round": entry,
        "ordinal": _ordinal(match, entry),
        "number": _number(request) if opened else match.last_number + 1,
        "version": seen_version(request) if opened else entry and entry.version,
        "after": request.GET.get("after"),
        "doubts": doubts if not faults and not form.errors else [],
        "refusal": refusal,
    }
    places = by_place(problems, form.ruleset)
    if form.ruleset.game == "tally":
        context |= tally_context(match, form, sides, entry, places)
        return show(request, "scoring/tally.html", context, part="sheet", status=status)
    context |= {
        "sheet": Layout(form, places),
        "ways": [(way, WAYS[way]) for way in ways(form.ruleset)],
        "data": phone_data(match, form, sides, entry),
    }
    return show(request, "scoring/sheet.html", context, part="sheet", status=status)


def _ordinal(match: Match, entry: Round | None) -> int:
    if entry is None:
        return match.played + 1
    before = match.rounds.filter(kind="round", state="counts", order__lt=entry.order)
    return before.count() + 1


def _conflict_page(
    request: HttpRequest, match: Match, form: SheetForm, said: dict, theirs: Round
) -> HttpResponse:
    """Both versions side by side, and what can be done: nothing typed is lost."""
    sides = side_views(match, match.sides.with_total().with_people(), request.user)
    saved = {score.side.position: score.points for score in theirs.scores.select_related("side")}
    mine = judge(match, [said], [0] * len(sides)).rulings[0].points or [None] * len(sides)
    who = Event.objects.filter(match=match, version=theirs.version).select_related("actor").first()
    fresh = Match.objects.for_page().get(pk=match.pk)
    context = {
        "match": match,
        "theirs": theirs,
        "ordinal": _ordinal(match, theirs),
        "who": who,
        "rows": [
            {"side": side, "theirs": saved.get(n, 0), "mine": mine[n]}
            for n, side in enumerate(sides)
        ],
        "typed": [(k, v) for k, v in request.POST.items() if k not in OF_THE_SENDING],
        "way": form.way,
        "kept": request.POST.get("kept", ""),
        "next_key": uuid7(),
        "next_number": fresh.last_number + 1,
        "may_be_next": "number" in request.POST and fresh.state == Match.State.OPEN,
    }
    return show(request, "scoring/conflict.html", context, part="sheet", status=409)


@require_safe
def round_page(request: HttpRequest, pk: UUID, round_id: UUID) -> HttpResponse:
    """One round, explained line by line."""
    match = match_for(request, pk)
    view = board(match, request.user)
    line = next((held for held in view.lines if held.round.pk == round_id), None)
    if line is None:
        raise Http404
    entry = line.round
    events = match.events.filter(after__round__has_key=str(entry.pk)).order_by("version")
    words = {str(r.pk): r.text for r in match.remarks.all()}
    context = {
        "match": match,
        "board": view,
        "line": line,
        "title": slot_title(entry.ruleset.rules.game, entry.kind, line.ordinal),
        "round": entry,
        "sides": [
            {
                "view": side,
                "cell": cell,
                "lines": round_lines(entry, side.position, words),
            }
            for side, cell in zip(view.sides, line.cells, strict=True)
        ],
        "kept": [sentence(code, entry.ruleset.rules) for code in entry.kept],
        "acts": acts(match, events.select_related("actor", "reason")),
    }
    return show(request, "scoring/round.html", context)


@require_POST
def void(request: HttpRequest, pk: UUID, round_id: UUID) -> HttpResponse:
    """Take a slot out of the match, or put it back."""
    match = match_for(request, pk, "score", again=True)
    if request.POST.get("void") not in ("0", "1"):
        raise BadRequest
    away = request.POST["void"] == "1"
    key, version = form_key(request), seen_version(request)
    return _act(
        request,
        match,
        _("Taken out.") if away else _("Put back."),
        lambda: actions.void_round(match, request.user, key, round_id, version, away),
    )


@require_POST
def swap(request: HttpRequest, pk: UUID, round_id: UUID) -> HttpResponse:
    """Each of two sides gets what was written for the other."""
    match = match_for(request, pk, "score", again=True)
    key, version = form_key(request), seen_version(request)
    return _act(
        request,
        match,
        _("Swapped."),
        lambda: actions.swap_sides(match, request.user, key, round_id, version),
    )


def _act(request: HttpRequest, match: Match, done: str, act: Callable[[], object]) -> HttpResponse:
    try:
        act()
    except Round.DoesNotExist as missing:
        raise Http404 from missing
    except (Conflict, Refused):
        messages.warning(request, _("This round changed meanwhile. Please look again."))
    else:
        messages.success(request, done)
    return go(request, reverse("match", args=[match.pk]))
