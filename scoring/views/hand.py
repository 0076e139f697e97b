"""Truco: a hand in two taps on the match page, and the same in a form to put one right."""

from collections.abc import Callable
from itertools import zip_longest
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

import rules
from players.ids import uuid7
from players.pages import form_key, go, show
from scoring import actions
from scoring.acts import AlreadyThere, Conflict, Refused
from scoring.agreeing import open_points
from scoring.board import board, side_views
from scoring.history import event_words as act_words
from scoring.models import Match, Round
from scoring.pages import match_for, seen_version, undoable
from scoring.rights import may_resume
from scoring.sentences import sentence
from scoring.series import evening, series_view
from scoring.truco import (
    ENVIDO,
    FLOR,
    HAND,
    EnvidoForm,
    FlorForm,
    HandEdit,
    HandForm,
    call_words,
    event_words,
    mark_at,
)
from scoring.words import inside, text

COUNTS = Round.State.COUNTS
CALLS = {ENVIDO: EnvidoForm, FLOR: FlorForm}


def page(
    request: HttpRequest,
    match: Match,
    status: int = 200,
    refusal: str = "",
    notice: str = "",
    **bound: forms.Form,
) -> HttpResponse:
    """The match itself is the sheet: two halves, and between them what the hand was worth."""
    view = board(match, request.user)
    last = undoable(match, request.user)
    hands = [
        {"line": line, "words": capfirst(event_words(match, line.round.entry))}
        for line in reversed(view.lines)
    ]
    context = {
        "match": match,
        "board": view,
        "name": text(match.ruleset.rules, "name"),
        "last": last,
        "last_words": act_words(last) if last else "",
        "may_resume": may_resume(match),
        "points": open_points(match, match.may.score),
        "hands": hands,
        "last_hand": next((h for h in hands if h["line"].round.state == COUNTS), None),
        "refusal": refusal,
        "notice": notice,
        "series": series_view(match, view),
        "evening": evening(match, view, request.user) if view.over else [],
        **{name: uuid7() for name in ("call_key", "flor_key", "undo_key", "again_key")},
        **table(match, view),
        **forms_of(match, view),
        **bound,
    }
    return show(request, "scoring/truco.html", context, part="board", status=status)


def table(match: Match, view: Any) -> dict[str, Any]:
    """What may be said where the match stands."""
    ruleset = match.ruleset.rules
    offers = rules.truco_offers(ruleset, [side.total for side in view.sides], match.end)
    mark = offers["mark"]
    pays = {fold["offered"]: fold["pays"] for fold in offers["folds"]}
    return {
        "offers": offers,
        "steps": [
            {"value": step, "call": call_words(ruleset, step), "pays": pays.get(step)}
            for step in offers["values"]
        ],
        "mark_at": mark_at(match) if ruleset.mark else None,
        "marked": view.sides[mark["side"]] if mark else None,
        "halves": [inside(ruleset, half) for half in offers["half"] or []],
        "number": match.last_number + 1,
    }


def forms_of(match: Match, view: Any) -> dict[str, forms.Form]:
    """The forms of envido and flor, where the rules have them."""
    ruleset = match.ruleset.rules
    names = [side.name for side in view.sides]
    held = {ENVIDO: ruleset.envido, FLOR: ruleset.flor}
    return {
        f"{kind}_form": CALLS[kind](match=match, names=names, auto_id=f"{kind}_%s")
        for kind in CALLS
        if held[kind]
    }


@require_POST
def hand(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Write what just happened: a hand, an envido, a flor."""
    match = match_for(request, pk, "score", again=True)
    if match.ruleset.rules.game != "truco":
        raise Http404
    form, name = _posted_form(request, match)
    if not form.is_valid():
        nobody = name == "hand_form" and form.errors.get("winner")
        refusal = nobody[0] if nobody else _("Please look again.")
        return page(request, match, 422, refusal, **{name: form})
    number = request.POST.get("number", "")
    number = int(number) if number.isascii() and number.isdigit() and len(number) < 9 else 1
    sheet = actions.Sheet(form.entry())
    try:
        actions.record_round(match, request.user, form_key(request), number, sheet)
    except AlreadyThere:
        notice = _("Another phone has just written the same.")
        if request.htmx:
            return page(request, _again(request, match), notice=notice)
        messages.info(request, notice)
    except Conflict:
        refusal = _("Another phone has just written this hand. Look, and tap again if needed.")
        return page(request, _again(request, match), 409, refusal, **{name: form})
    except Refused as refused:
        refusal = sentence(refused.code, match.ruleset.rules)
        return page(request, _again(request, match), 422, refusal, **{name: form})
    if request.htmx:
        return page(request, _again(request, match))
    return go(request, reverse("match", args=[match.pk]))


def _again(request: HttpRequest, match: Match) -> Match:
    return match_for(request, match.pk)


def _posted_form(request: HttpRequest, match: Match) -> tuple[Any, str]:
    kind = request.POST.get("type")
    if kind in CALLS:
        return CALLS[kind](request.POST, match=match, auto_id=f"{kind}_%s"), f"{kind}_form"
    return HandForm(request.POST, match=match), "hand_form"


def insert(request: HttpRequest, match: Match, behind: UUID | None) -> HttpResponse:
    """A forgotten hand, put behind another."""
    return _edit(
        request,
        match,
        None,
        lambda sheet: actions.insert_round(match, request.user, form_key(request), behind, sheet),
    )


def correct(request: HttpRequest, match: Match, entry: Round) -> HttpResponse:
    """A hand that was written, put right."""
    version = seen_version(request)
    return _edit(
        request,
        match,
        entry,
        lambda sheet: actions.correct_round(
            match, request.user, form_key(request), entry.pk, version, sheet
        ),
    )


def _edit(
    request: HttpRequest,
    match: Match,
    entry: Round | None,
    save: Callable[[actions.Sheet], object],
) -> HttpResponse:
    kind = (
        request.POST.get("type")
        or request.GET.get("type")
        or (entry.entry["type"] if entry else HAND)
    )
    sides = side_views(match, match.sides.with_people(), request.user)
    form = _edit_form(request, match, entry, kind, [side.name for side in sides])
    refusal, status = "", 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                save(actions.Sheet(form.entry(), reason=form.cleaned_data.get("reason", "")))
            except Refused as refused:
                refusal = sentence(refused.code, match.ruleset.rules)
            except Conflict:
                refusal, status = _("This hand changed meanwhile. Please look again."), 409
            else:
                messages.success(request, _("Saved."))
                return go(request, reverse("match", args=[match.pk]))
    context = {
        "match": match,
        "round": entry,
        "form": form,
        "winners": list(zip_longest(form["winner"], sides)),
        "kind": kind,
        "kinds": _kinds(match),
        "refusal": refusal,
        "after": request.GET.get("after"),
    }
    return show(request, "scoring/hand.html", context, status=status)


def _kinds(match: Match) -> list[tuple[str, str]]:
    ruleset = match.ruleset.rules
    kinds = [(HAND, _("hand"))]
    kinds += [(ENVIDO, _("envido"))] if ruleset.envido else []
    return kinds + ([(FLOR, _("flor"))] if ruleset.flor else [])


def _edit_form(
    request: HttpRequest, match: Match, entry: Round | None, kind: str, names: list[str]
) -> Any:
    data = request.POST if request.method == "POST" else None
    held = entry.entry if entry and entry.entry["type"] == kind else None
    form_class = CALLS.get(kind, HandEdit)
    initial = form_class.initial_of(held) if held else None
    return form_class(data, match=match, names=names, initial=initial)
