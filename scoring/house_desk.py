"""What the editor of house rules does with what a phone sends: it is shown again, or judged."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext

import rules
from scoring import house_example
from scoring.house_form import HouseForm, State
from scoring.house_sheet import Page
from scoring.rulewords import spoken
from scoring.sentences import sentence
from scoring.words import SUITS, word

Document = Mapping[str, Any]
# What could be impossible about the example under other rules.
CODES = {
    "melds": rules.ERRORS,
    "truco": set(rules.EVENT_ERRORS),
    "tally": {"SIDES_COUNT", "BELOW_MINIMUM", "ABOVE_MAXIMUM"},
}
SHAPES = "♠♥♣♦★●"  # of the sides, as text
LONG = 40  # letters that no longer fit on one line
CARRIED = ("texts", "sources", "assumptions", "play")


@dataclass
class Desk:
    """The form as it stands after a request: `keep` where it is to be kept as it is."""

    form: HouseForm
    preset: rules.Ruleset
    keep: bool
    quiet: bool = False

    @property
    def document(self) -> Document:
        """What the form says, or where that is no document what it began with."""
        return self.form.document if self.form.is_valid() else self.form.state.document


def lay(request: HttpRequest, document: Document, preset: rules.Ruleset) -> Desk:
    """Return the form for this document with what the request does to it."""
    if request.method != "POST":
        return Desk(HouseForm(State(document)), preset, keep=False)
    state = State(document, MultiValueDict(dict(request.POST.lists())))
    state.add_items()
    path, asked = request.POST.get("back", ""), request.POST.get("vary", "")
    if path:
        state.take(preset.document, path)
    form = HouseForm(state)
    if asked:
        return _varied(form, preset, asked)
    show = bool(path) or request.POST.get("act") in ("show", "try")
    return Desk(form, preset, keep=not show, quiet=show)


def _varied(form: HouseForm, preset: rules.Ruleset, asked: str) -> Desk:
    """Answer a variation otherwise; where the form is no document yet, that is said first."""
    key, _colon, answer = asked.partition(":")
    if not form.is_valid():
        return Desk(form, preset, keep=False)
    for variation in rules.variations(form.document):
        if variation.key == key and answer in variation.answers:
            form.state.take(variation.applied(form.document, answer))
    return Desk(HouseForm(form.state), preset, keep=False, quiet=True)


def shown(desk: Desk, words: Mapping[str, str]) -> dict[str, Any]:
    """Return what the template of the editor needs of the form, in the words of a group."""
    form = desk.form
    page = Page(form, desk.preset, words, quiet=desk.quiet)
    base, now = form.state.document, desk.document
    dealt = house_example.deal(base)
    old = house_example.tried(base, dealt)
    new = house_example.tried(now, dealt)
    ruleset = spoken(now, words)
    return {
        "form": form,
        "sections": page.sections(),
        "loose": [] if desk.quiet else form.non_field_errors(),
        "wrong": bool(form.errors) and not desk.quiet,
        "variations": [_asked(variation, now) for variation in rules.variations(now)],
        "fixed": [gettext(why) for why in rules.NOT_EDITABLE.values()],
        "example": _told(old, new, ruleset),
        "data": {
            "base": {key: value for key, value in base.items() if key not in CARRIED},
            "deal": dealt,
            "old": old,
            "marks": [*zip(SUITS, SHAPES, strict=True)],
            "words": _words(old, new, ruleset),
            "codes": {code: sentence(code, ruleset) for code in sorted(CODES[now["game"]])},
        },
    }


def _asked(variation: rules.Variation, now: Document) -> dict[str, Any]:
    answers = [(code, gettext(said)) for code, said in variation.answers.items()]
    return {
        "key": variation.key,
        "label": gettext(variation.label),
        "answers": answers,
        "answer": variation.answer(now),
        "long": sum(len(said) for _code, said in answers) > LONG,
    }


def _words(*answers: Any) -> dict[str, str]:
    *tried, ruleset = answers
    items = {item for one in tried for side in one["sides"] for item, _points in side["lines"]}
    items |= {item.partition(":")[0] for item in items} | {"canastra_count"}
    return {item: line_word(item, ruleset) for item in sorted(items)}


def line_word(item: str, ruleset: rules.Ruleset) -> str:
    """Return what a line of the example is called."""
    part, _colon, key = item.partition(":")
    if part == "canastra_count":
        return f"{word(ruleset, part)}: {key}+" if key else word(ruleset, part)
    if part == "played" and key:
        calls = ruleset.document.get("calls", [])
        return calls[int(key)] if int(key) and int(key) < len(calls) else word(ruleset, "deal")
    return word(ruleset, key or part)


def _told(old: Any, new: Any, ruleset: rules.Ruleset) -> dict[str, Any]:
    """The lines of the example that differ, and the totals of each side before and after."""
    marks = list(zip(SUITS, SHAPES, strict=True)) if len(new["sides"]) > 1 else [("", "")]
    lines = [
        {
            "mark": marks[side],
            "label": line_word(item, ruleset),
            "before": before,
            "after": after,
        }
        for side, item, before, after in house_example.compared(old, new)
    ]
    totals = [
        {"mark": mark, "before": was["total"], "after": now["total"]}
        for mark, was, now in zip(marks, old["sides"], new["sides"], strict=False)
    ]
    faults = list(dict.fromkeys(sentence(code, ruleset) for code in new["errors"]))
    return {"lines": lines, "totals": totals, "faults": faults}
