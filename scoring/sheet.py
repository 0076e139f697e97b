"""The round sheet: a form made from the ruleset, read into the entry the rules understand.

Field names are the paths of the entry (`0.canastras.clean`, `1.hand.points`, `end`), so that the
place of a problem is the name of the field beside which it is said. `static/js/sheet.js` reads the
same names on the phone.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from players.names import NameField
from scoring.figures import FigureField
from scoring.words import inside

# The ways to count a pile: how many cards where all are worth the same, the points, or the cards
# of each class.
NUMBER, POINTS, CLASSES = "number", "points", "classes"
WAYS = {NUMBER: _("cards"), POINTS: _("points"), CLASSES: _("by kind")}
PILES = ("melded", "hand", "unused_morto")
STOCK, STOPPED = "stock", "stopped"
MORTO = {"taken": _("taken"), "not_taken": _("not taken"), "taken_unused": _("not played")}


def ways(ruleset: rules.Ruleset) -> tuple[str, ...]:
    """Return the ways to count these rules offer, the usual one first."""
    values = {(c.points, c.hand_points) for c in ruleset.deck.classes}
    by_kind = (CLASSES,) if len(ruleset.deck.classes) > 1 else ()
    return (NUMBER, POINTS, *by_kind) if len(values) == 1 else (POINTS, *by_kind)


def pile_keys(ruleset: rules.Ruleset, pile: str, way: str) -> list[str]:
    """Return what is asked of a pile: its points, how many cards, or a count for each class."""
    if way == POINTS:
        return [POINTS]
    classes = [c.key for c in ruleset.deck.classes if pile != "melded" or c.meldable != "never"]
    return classes[:1] if way == NUMBER else classes


def piles(ruleset: rules.Ruleset) -> tuple[str, ...]:
    """Return the piles these rules count: an unplayed morto only where its cards may matter."""
    mortos = ruleset.mortos
    return PILES if mortos and mortos.taken_unused != "as_not_taken" else PILES[:2]


def morto_implied(ruleset: rules.Ruleset) -> list[str]:
    """Return the manners of going out that need the morto in any case: nobody is made to say it."""
    out = ruleset.going_out
    needed = ruleset.mortos and out.requires.morto is True
    return [manner for manner in out.points if needed and manner not in out.waived_by]


class SheetForm(forms.Form):
    """One form for the whole round; `entry()` is what it says. The rules judge it."""

    def __init__(self, data=None, *, ruleset: rules.Ruleset, sides: int, way="", **kwargs):
        self.ruleset = ruleset
        self.sides = sides
        self.names: list[str] = [""] * sides
        offered = ways(ruleset)
        self.way = way if way in offered else offered[0]
        super().__init__(data, use_required_attribute=False, **kwargs)
        self.fields["end"] = forms.ChoiceField(
            choices=list(_endings(ruleset, self.names)), widget=forms.RadioSelect, required=False
        )
        if ruleset.mortos and ruleset.mortos.to_stock:
            self.fields["mortos_to_stock"] = FigureField()
        for side in range(sides):
            for name, field in _side_fields(ruleset):
                self.fields[f"{side}.{name}"] = field

    def clean(self):
        """A note that belongs to no points asks for them: nothing that was typed is dropped."""
        cleaned = super().clean()
        for side in range(self.sides):
            points = f"{side}.adjustment.points"
            asked = cleaned.get(f"{side}.adjustment.note") and points not in self.errors
            if asked and not cleaned.get(points):
                self.add_error(points, gettext("How many points is the note for?"))
        return cleaned

    def call_sides(self, names: Sequence[str]) -> None:
        """Say what the sides are called: needed to show the form, not to read it."""
        self.names = list(names)
        self.fields["end"].choices = list(_endings(self.ruleset, self.names))

    def entry(self, players_per_side: int | None = None) -> dict[str, Any]:
        """Return the round as the contract writes it; only after `is_valid()`."""
        said = self.cleaned_data
        ending, __, out = (said.get("end") or "").partition(":")
        side_out, __, manner = out.partition(":")
        entry: dict[str, Any] = {"end": ending} if ending else {}
        if players_per_side:
            entry["players_per_side"] = players_per_side
        if said.get("mortos_to_stock"):
            entry["mortos_to_stock"] = said["mortos_to_stock"]
        entry["sides"] = [
            self._side(side, manner if side_out == str(side) else None, players_per_side)
            for side in range(self.sides)
        ]
        return entry

    def _side(self, side: int, out: str | None, players: int | None) -> dict[str, Any]:
        said = {
            name.partition(".")[2]: value
            for name, value in self.cleaned_data.items()
            if name.startswith(f"{side}.") and value not in (None, "")
        }
        extra: dict[str, Any] = {"out": out} if out else {}
        if said.get("adjustment.points"):
            note = {"note": said["adjustment.note"]} if said.get("adjustment.note") else {}
            extra["adjustments"] = [note | {"points": said["adjustment.points"]}]
        if "total" in said:
            return {"total": said["total"]} | extra
        return self._counted(said, out, players) | extra

    def _counted(self, said: Mapping[str, Any], out: str | None, players: int | None) -> dict:
        result: dict[str, Any] = {}
        if self.ruleset.mortos:
            morto = "taken" if out in morto_implied(self.ruleset) else said.get("morto")
            result |= {"morto": morto} if morto else {}
        for pile in piles(self.ruleset):
            held = self._pile(said, pile)
            alone = pile == "hand" and out and players == 1
            if (held or alone) and (pile != "unused_morto" or morto == "taken_unused"):
                result[pile] = held
        for part in ("canastras", "honours", "extras"):
            held = {k: v for k, v in _below(said, part).items() if v}
            if held:
                result[part] = held
        return result

    def _pile(self, said: Mapping[str, Any], pile: str) -> dict[str, Any]:
        keys = pile_keys(self.ruleset, pile, self.way)
        return {key: value for key, value in _below(said, pile).items() if key in keys}

    def typed(self) -> dict[str, Any]:
        """Return what the fingers did, to be shown again when the round is corrected."""
        words = {
            name: str(self.data.get(name, "")).strip()
            for name in self.fields
            if not name.endswith((".note", "reason")) and str(self.data.get(name, "")).strip()
        }
        return {"way": self.way, "fields": words}


def _below(said: Mapping[str, Any], part: str) -> dict[str, Any]:
    return {name[len(part) + 1 :]: v for name, v in said.items() if name.startswith(part + ".")}


def _endings(ruleset: rules.Ruleset, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    points = ruleset.going_out.points
    manners = sorted(points, key=points.__getitem__)  # the plain manner is the cheapest
    for side, _name in enumerate(names):
        for manner in manners:
            label = inside(ruleset, manner) if len(manners) > 1 else gettext("went out")
            yield f"out:{side}:{manner}", label
    yield STOCK, gettext("nobody:\nthe stock ran out")
    yield STOPPED, gettext("nobody:\nwe stopped")


def _side_fields(ruleset: rules.Ruleset) -> Iterator[tuple[str, forms.Field]]:
    for kind in ruleset.canastras:
        yield f"canastras.{kind.key}", FigureField()
    for honour in ruleset.honours:
        yield f"honours.{honour.key}", FigureField()
    if ruleset.mortos:
        choices = list(MORTO.items())
        yield (
            "morto",
            forms.ChoiceField(choices=choices, widget=forms.RadioSelect, required=False),
        )
    for pile in piles(ruleset):
        yield f"{pile}.{POINTS}", FigureField(sums=True)
        for key in pile_keys(ruleset, pile, CLASSES):
            yield f"{pile}.{key}", FigureField()
    for extra in ruleset.extras:
        yield f"extras.{extra.key}", FigureField()
    yield "total", FigureField(negative=True, sums=True)
    yield "adjustment.points", FigureField(negative=True)
    yield "adjustment.note", NameField(longest=100, required=False)
