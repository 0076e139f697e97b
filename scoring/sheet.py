"""The round sheet: a form made from the ruleset, read into the entry the rules understand.

Field names are the paths of the entry (`0.canastras.clean`, `1.hand.points`, `end`), so that the
place of a problem is the name of the field beside which it is said.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from players.names import NameField
from scoring.figures import FigureField
from scoring.words import inside, word

POINTS, CARDS = "points", "cards"
PILES = ("melded", "hand", "unused_morto")
STOCK, STOPPED = "stock", "stopped"


WAYS = {POINTS: _("points"), CARDS: _("cards")}


def ways(ruleset: rules.Ruleset) -> tuple[str, ...]:
    """Return the ways to count these rules offer, the usual one first: cards where all cards are
    worth the same, else points."""
    flat = len({c.points for c in ruleset.deck.classes if c.meldable == "always"}) == 1
    return (CARDS, POINTS) if flat else (POINTS, CARDS)


def pile_keys(ruleset: rules.Ruleset, pile: str, way: str) -> list[str]:
    """Return what is asked of a pile: its points, or a count for each class that can be in it."""
    if way == POINTS:
        return [POINTS]
    classes = ruleset.deck.classes
    return [c.key for c in classes if pile != "melded" or c.meldable != "never"]


class SheetForm(forms.Form):
    """One form for the whole round; `entry()` is what it says, `problems` what the rules say."""

    def __init__(self, data=None, *, ruleset: rules.Ruleset, sides: int, way="", **kwargs):
        self.ruleset = ruleset
        self.sides = sides
        self.names: list[str] = [""] * sides
        self.way = way if way in ways(ruleset) else ways(ruleset)[0]
        super().__init__(data, use_required_attribute=False, **kwargs)
        self.fields["end"] = forms.ChoiceField(
            choices=list(_endings(ruleset, self.names)), widget=forms.RadioSelect, required=False
        )
        if ruleset.mortos and ruleset.mortos.to_stock:
            self.fields["mortos_to_stock"] = FigureField()
            # A blank placeholder lets the style sheet see whether anything was typed.
            self.fields["mortos_to_stock"].widget.attrs["placeholder"] = " "
        for side in range(sides):
            for name, field in _side_fields(ruleset, self.way):
                self.fields[f"{side}.{name}"] = field

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
        for pile in PILES:
            held = _below(said, pile)
            if held or (pile == "hand" and out and players == 1):
                result[pile] = held
        for part in ("canastras", "honours", "extras"):
            held = _below(said, part)
            if held:
                result[part] = held
        if self.ruleset.mortos:
            # Who goes out has taken the morto: the rules ask for it, so nobody is made to say it.
            needed = out and self.ruleset.going_out.requires.morto
            morto = said.get("morto") or ("taken" if needed else None)
            result |= {"morto": morto} if morto else {}
        return result

    def typed(self) -> dict[str, Any]:
        """Return what the fingers did, to be shown again when the round is corrected."""
        words = {
            name: str(self.data.get(name, "")).strip()
            for name in self.fields
            if not name.endswith(".note") and str(self.data.get(name, "")).strip()
        }
        return {"way": self.way, "fields": words}


def _below(said: Mapping[str, Any], part: str) -> dict[str, Any]:
    return {name[len(part) + 1 :]: v for name, v in said.items() if name.startswith(part + ".")}


def _endings(ruleset: rules.Ruleset, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    manners = list(ruleset.going_out.points)
    for side, name in enumerate(names):
        for manner in manners:
            label = gettext("%(side)s went out") % {"side": name}
            if len(manners) > 1:
                label += f" ({inside(ruleset, manner)})"
            yield f"out:{side}:{manner}", label
    yield STOCK, gettext("Nobody: the stock ran out")
    yield STOPPED, gettext("Nobody: we stopped")


MORTO = {
    "taken": _("taken"),
    "not_taken": _("not taken"),
    "taken_unused": _("taken, not played"),
}


def _side_fields(ruleset: rules.Ruleset, way: str) -> Iterator[tuple[str, forms.Field]]:
    for kind in ruleset.canastras:
        yield f"canastras.{kind.key}", FigureField()
    for honour in ruleset.honours:
        yield f"honours.{honour.key}", FigureField()
    if ruleset.mortos:
        yield (
            "morto",
            forms.ChoiceField(
                choices=list(MORTO.items()), widget=forms.RadioSelect, required=False
            ),
        )
    for pile in piles(ruleset):
        for key in pile_keys(ruleset, pile, way):
            yield f"{pile}.{key}", FigureField(sums=key == POINTS)
    for extra in ruleset.extras:
        yield f"extras.{extra.key}", FigureField()
    yield "total", FigureField(negative=True, sums=True)
    yield "adjustment.points", FigureField(negative=True)
    yield "adjustment.note", NameField(longest=100, required=False)


def piles(ruleset: rules.Ruleset) -> tuple[str, ...]:
    """Return the piles these rules count: an unplayed morto only where its cards may matter."""
    mortos = ruleset.mortos
    if mortos and mortos.taken_unused != "as_not_taken":
        return PILES
    return PILES[:2]


@dataclass
class Cell:
    """One field of one side, with what is said beside it."""

    label: str
    field: Any
    bad: list[str]
    ask: list[str]

    @property
    def input(self) -> str:
        """The input, named by side and row for whoever cannot see them."""
        attrs = {"aria-label": self.label}
        if self.bad:
            attrs["aria-invalid"] = "true"
        return self.field.as_widget(attrs=attrs)


@dataclass
class Row:
    """One thing to say, a cell a side."""

    key: str
    label: str
    worth: int | None
    cells: list[Cell]


class Layout:
    """The sheet as rows, each fault beside the figure it concerns."""

    def __init__(self, form: SheetForm, places: Mapping[tuple[int | None, str], Mapping]):
        self.form = form
        self.places = dict(places)

    def row(self, key: str, label: str, worth: int | None = None, *aliases: str) -> Row:
        """Return the row of a field. Faults of `aliases` (a whole pile) are said here too."""
        cells = []
        for side, name in enumerate(self.form.names):
            bound = self.form[f"{side}.{key}"]
            bad, ask = [*bound.errors], []
            for place in (key, *aliases):
                found = self.places.get((side, place), {})
                bad += [s for s in found.get("bad", []) if s not in bad]
                ask += found.get("ask", [])
            cells.append(Cell(f"{name}: {label}", bound, bad, ask))
        return Row(key, capfirst(label), worth, cells)

    def canastras(self) -> list[Row]:
        kinds = self.form.ruleset.canastras
        return [self.row(f"canastras.{k.key}", self.word(k.key), k.points) for k in kinds]

    def honours(self) -> list[Row]:
        held = self.form.ruleset.honours
        return [self.row(f"honours.{h.key}", self.word(h.key), h.totals[1]) for h in held]

    def extras(self) -> list[Row]:
        held = self.form.ruleset.extras
        return [self.row(f"extras.{e.key}", self.word(e.key), e.points) for e in held]

    def morto(self) -> list[Row]:
        return [self.row("morto", self.word("morto"))] if self.form.ruleset.mortos else []

    def pile(self, pile: str) -> list[Row]:
        ruleset = self.form.ruleset
        keys = pile_keys(ruleset, pile, self.form.way)
        worth = {
            c.key: c.points if pile == "melded" else -c.hand_points for c in ruleset.deck.classes
        }
        rows = []
        for key in keys:
            aliases = (pile,) if key == keys[0] else ()
            label = gettext("Points") if key == POINTS else self.word(key)
            rows.append(self.row(f"{pile}.{key}", label, worth.get(key), *aliases))
        return rows

    def melded(self) -> list[Row]:
        return self.pile("melded")

    def hand(self) -> list[Row]:
        return self.pile("hand")

    def unused_morto(self) -> list[Row]:
        return self.pile("unused_morto") if "unused_morto" in piles(self.form.ruleset) else []

    def total(self) -> list[Row]:
        return [self.row("total", gettext("Total"))]

    def adjustment(self) -> list[Row]:
        return [
            self.row("adjustment.points", gettext("Points"), None, "adjustments.0.points"),
            self.row("adjustment.note", gettext("What for")),
        ]

    def seldom_used(self) -> bool:
        """Whether anything stands in the part that is folded away."""
        rows = [*self.total(), *self.adjustment()]
        return any(cell.field.value() or cell.bad for row in rows for cell in row.cells)

    def canastras_word(self) -> str:
        return capfirst(self.word("canastras"))

    def unused_word(self) -> str:
        label = gettext("Cards of the unplayed %(morto)s")
        return label % {"morto": inside(self.form.ruleset, "morto")}

    def to_stock_label(self) -> str:
        label = gettext("%(mortos)s that became the stock")
        return capfirst(label % {"mortos": self.word("mortos")})

    def word(self, key: str) -> str:
        return word(self.form.ruleset, key)

    def of_round(self, *names: str) -> dict[str, list[str]]:
        """What is said of the round itself, under any of these names."""
        said: dict[str, list[str]] = {"bad": [], "ask": []}
        for name in names:
            found = self.places.get((None, name), {})
            errors = self.form.errors.get(name, []) if self.form.is_bound else []
            said["bad"] += [*found.get("bad", []), *errors]
            said["ask"] += found.get("ask", [])
        return said

    def ending(self) -> dict[str, list[str]]:
        """Faults of how it ended, with those of the sides' going out."""
        said = self.of_round("end", "sides", "players_per_side")
        for side, name in enumerate(self.form.names):
            found = self.places.get((side, "out"), {})
            said["bad"] += [f"{name}: {s}" for s in found.get("bad", [])]
            said["ask"] += [f"{name}: {s}" for s in found.get("ask", [])]
        return said

    def to_stock(self) -> dict[str, list[str]]:
        return self.of_round("mortos_to_stock")
