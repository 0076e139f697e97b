"""Truco, hand by hand: forms that say what happened, and what an entry is called."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

import rules
from players.names import NameField
from scoring.models import Match
from scoring.words import inside, listed, word

HAND, ENVIDO, FLOR = "hand", "envido", "flor"
NOBODY = "nobody"
FLOR_CALLS = ("single", "matched", "contraflor", "contraflor_declined")
WHO = {"required": _("Who won it?")}
# How a hand ends without the tap on whoever won it.
NO_WINNER = {"tied", "give"}


class HandForm(forms.Form):
    """How a hand ended. `tied` and `give` mean what they can mean where the match stands."""

    how = forms.CharField(required=False)
    value = forms.CharField(required=False)
    winner = forms.CharField(required=False)

    def __init__(self, data=None, *, match: Match, **kwargs):
        self.match = match
        super().__init__(data, **kwargs)

    def clean_winner(self):
        """Return the side, None for nobody."""
        return {"0": 0, "1": 1}.get(self.cleaned_data["winner"])

    def clean_value(self):
        """Return the step of the ladder, None where none was chosen."""
        steps = {str(step): step for step in self.match.ruleset.rules.ladder}
        return steps.get(self.cleaned_data["value"])

    def clean(self):
        """Somebody won, unless it was said how nobody did: a form that was sent by Enter says
        neither."""
        said = super().clean()
        if said.get("how") not in NO_WINNER and said.get("winner") is None:
            self.add_error("winner", WHO["required"])
        return said

    def entry(self) -> dict[str, Any]:
        """Return the event as the contract writes it; the rules judge it."""
        how, winner = self.cleaned_data["how"] or "played", self.cleaned_data["winner"]
        if how == "tied":
            return {"type": HAND, "how": self._tied(), "winner": None}
        if how == "give":
            mark = self._offers()["mark"]
            return {"type": HAND, "how": "mark_fold", "winner": 1 - mark["side"] if mark else None}
        entry: dict[str, Any] = {"type": HAND, "how": how, "winner": winner}
        if how == "played":
            entry["value"] = self.cleaned_data["value"]
        if how == "fold":
            entry["offered"] = refused_step(self.match.ruleset.rules, self.cleaned_data["value"])
        return entry

    def _tied(self) -> str:
        offers = self._offers()
        if offers["stage"] == "iron":
            return "iron"
        return "mark_played" if offers["mark"] else "all_tied"

    def _offers(self) -> dict[str, Any]:
        totals = [side.total for side in self.match.sides.with_total()]
        return rules.truco_offers(self.match.ruleset.rules, totals, self.match.end)


def refused_step(ruleset: rules.Ruleset, value: int | None) -> int | None:
    """Return the raise that was refused: the first, where only a plain hand was chosen."""
    plain, *raises = ruleset.ladder
    return raises[0] if raises and value == plain else value


class CallForm(forms.Form):
    """What is called within a hand, and who won it."""

    winner = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect, error_messages=WHO)
    reason = NameField(longest=100, required=False)

    def __init__(self, data=None, *, match: Match, names: Sequence[str] = ("0", "1"), **kwargs):
        super().__init__(data, use_required_attribute=False, **kwargs)
        self.fields["winner"].choices = [(str(n), name) for n, name in enumerate(names)]
        self.ruleset = match.ruleset.rules


class EnvidoForm(CallForm):
    """A chain of envido calls, in the order in which they can be made."""

    envido = forms.TypedChoiceField(
        coerce=int, choices=[(n, n) for n in range(4)], widget=forms.RadioSelect, initial=1
    )
    real = forms.BooleanField(required=False)
    falta = forms.BooleanField(required=False)
    accepted = forms.TypedChoiceField(
        coerce=lambda said: said == "yes",
        choices=[("yes", _("accepted")), ("no", _("refused"))],
        widget=forms.RadioSelect,
        initial="yes",
    )

    def __init__(self, data=None, **kwargs):
        super().__init__(data, **kwargs)
        for call in ("real", "falta"):
            self.fields[call].label = word(self.ruleset, call)

    def clean(self):
        """Something was called."""
        said = super().clean()
        if not self.errors and not (said["envido"] or said["real"] or said["falta"]):
            self.add_error(None, gettext("What was called?"))
        return said

    def entry(self) -> dict[str, Any]:
        """Return the event as the contract writes it."""
        said = self.cleaned_data
        calls = ["envido"] * said["envido"] + ["real"] * said["real"] + ["falta"] * said["falta"]
        return {
            "type": ENVIDO,
            "calls": calls,
            "accepted": said["accepted"],
            "winner": said["winner"],
        }

    @staticmethod
    def initial_of(entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the form shows for an event."""
        calls = entry["calls"]
        return {
            "envido": calls.count("envido"),
            "real": "real" in calls,
            "falta": "falta" in calls,
            "accepted": "yes" if entry["accepted"] else "no",
            "winner": entry["winner"],
        }


class FlorForm(CallForm):
    """A flor, and whether it met another."""

    call = forms.ChoiceField(widget=forms.RadioSelect, initial="single")

    def __init__(self, data=None, **kwargs):
        super().__init__(data, **kwargs)
        self.fields["call"].choices = [(call, word(self.ruleset, call)) for call in FLOR_CALLS]

    def entry(self) -> dict[str, Any]:
        """Return the event as the contract writes it."""
        said = self.cleaned_data
        return {"type": FLOR, "call": said["call"], "winner": said["winner"]}

    @staticmethod
    def initial_of(entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the form shows for an event."""
        return {"call": entry["call"], "winner": entry["winner"]}


def event_words(match: Match, entry: Mapping[str, Any]) -> str:
    """Return what an event is called: "truco", "hand of 11, given", "envido and real envido"."""
    kind, ruleset = entry["type"], match.ruleset.rules
    if kind == ENVIDO:
        called = listed([inside(ruleset, call) for call in entry["calls"]])
        return called if entry["accepted"] else _refused(called)
    if kind == FLOR:
        return inside(ruleset, entry["call"])
    if kind == "adjust":
        return gettext("Adjustment")
    return _hand_words(match, entry)


def _refused(calls: str) -> str:
    return gettext("%(calls)s, refused") % {"calls": calls}


def call_words(ruleset: rules.Ruleset, step: int) -> str:
    """Return what raising to a step of the ladder is called, "" for the first."""
    place = ruleset.ladder.index(step)
    return ruleset.calls[place] if place else ""


def _hand_words(match: Match, entry: Mapping[str, Any]) -> str:
    ruleset, how = match.ruleset.rules, entry["how"]
    if how == "played":
        return call_words(ruleset, entry["value"]) or gettext("hand")
    if how == "fold":
        return _refused(call_words(ruleset, entry["offered"]))
    if how in ("all_tied", "iron"):
        return inside(ruleset, how)
    return mark_words(match, how)


def mark_words(match: Match, how: str) -> str:
    """Return what a hand on the mark is called: by the table's word, while the mark stands where
    the word says."""
    ruleset, at = match.ruleset.rules, mark_at(match)
    own = ruleset.texts.get(get_language() or "en")
    if own and how in own.words and at == ruleset.mark.at:
        return inside(ruleset, how)
    words = {
        "mark_played": gettext("hand of %(at)s"),
        "mark_fold": gettext("hand of %(at)s, given"),
    }
    return words[how] % {"at": at}


def mark_at(match: Match) -> int:
    """Return the score on which the special hand is played: another target moves it along."""
    ruleset = match.ruleset.rules
    return ruleset.mark.at + match.end["target"] - ruleset.end.target


class HandEdit(forms.Form):
    """A hand as a form of choices, to put one right or in between."""

    def __init__(self, data=None, *, match: Match, names: Sequence[str] = ("0", "1"), **kwargs):
        super().__init__(data, use_required_attribute=False, **kwargs)
        self.match = match
        ruleset = match.ruleset.rules
        self.fields["how"] = forms.ChoiceField(
            choices=list(_ways_to_end(match)), widget=forms.RadioSelect, initial="played"
        )
        steps = [(str(n), f"{n} {call_words(ruleset, n)}".strip()) for n in ruleset.ladder]
        self.fields["value"] = forms.TypedChoiceField(
            choices=steps, widget=forms.RadioSelect, coerce=int, initial=steps[0][0]
        )
        sides = [(str(n), name) for n, name in enumerate(names)]
        nobody = [(NOBODY, gettext("nobody: all tied"))] if ruleset.all_tied == "void" else []
        self.fields["winner"] = forms.ChoiceField(
            choices=sides + nobody, widget=forms.RadioSelect, error_messages=WHO
        )
        self.fields["reason"] = NameField(longest=100, required=False)

    def entry(self) -> dict[str, Any]:
        """Return the event as the contract writes it."""
        said = self.cleaned_data
        how, winner = said["how"], None if said["winner"] == NOBODY else int(said["winner"])
        if how == "played" and winner is None:
            return {"type": HAND, "how": "all_tied", "winner": None}
        entry = {"type": HAND, "how": how, "winner": winner}
        if how == "played":
            entry["value"] = said["value"]
        if how == "fold":
            entry["offered"] = refused_step(self.match.ruleset.rules, said["value"])
        return entry

    @staticmethod
    def initial_of(entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the form shows for an event."""
        how = "played" if entry["how"] == "all_tied" else entry["how"]
        value = entry.get("value") or entry.get("offered")
        winner = NOBODY if entry["winner"] is None else str(entry["winner"])
        shown = {"how": how, "winner": winner}
        return shown | ({"value": str(value)} if value else {})


def _ways_to_end(match: Match) -> Iterator[tuple[str, Any]]:
    yield "played", _("played")
    yield "fold", _("the raise was refused")
    if match.ruleset.rules.mark:
        yield "mark_played", mark_words(match, "mark_played")
        yield "mark_fold", mark_words(match, "mark_fold")
        yield "iron", inside(match.ruleset.rules, "iron")
