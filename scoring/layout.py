"""The sheet as rows: what is asked, for each side, and what is said beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext

from scoring import figures
from scoring.sheet import CLASSES, NUMBER, POINTS, SheetForm, pile_keys, piles, ways
from scoring.words import SUITS, inside, word

# More kinds of canastra, or more extras, than this are a wall: then the dearer ones, which are the
# rarer, fold away until they are used.
MOST_KINDS, OPEN_KINDS = 4, 3
MOST_EXTRAS, OPEN_EXTRAS = 2, 0
# More sides than this do not stand beside each other: on the phone their names become tabs.
SIDE_BY_SIDE = 3


@dataclass
class Cell:
    """One field of one side, with what is said beside it."""

    side: int
    label: str
    bound: Any
    bad: list[str]
    ask: list[str]

    @property
    def input(self) -> str:
        """The input, named by side and row for whoever cannot see them."""
        attrs = {"aria-label": self.label, "aria-describedby": self.hint}
        if self.bad:
            attrs["aria-invalid"] = "true"
        return self.bound.as_widget(attrs=attrs)

    @property
    def hint(self) -> str:
        """The id of what is said beside the field."""
        return f"h.{self.bound.html_name}"


@dataclass
class Label:
    """What a row is called, and in a smaller hand what it is worth, in some ways of counting."""

    text: str
    soft: str = ""
    ways: str = ""


@dataclass
class Row:
    """One thing to say, a cell a side. `part` tells the phone how it is said."""

    part: str
    labels: list[Label]
    cells: list[Cell]
    ways: str = ""
    sign: str = ""
    most: int | None = None
    pool: range = field(default_factory=lambda: range(0))

    @property
    def used(self) -> bool:
        """Whether anything stands in it."""
        return any(cell.bound.value() or cell.bad or cell.ask for cell in self.cells)


@dataclass
class Fold:
    """Rows that are seldom needed, under a title or their names."""

    rows: list[Row]
    title: str = ""

    @property
    def name(self) -> str:
        return self.title or ", ".join(row.labels[0].text for row in self.rows)

    @property
    def used(self) -> bool:
        return any(row.used for row in self.rows)


class Layout:
    """The rows of a sheet; `places` are the faults by side and field (`sentences.by_place`)."""

    def __init__(self, form: SheetForm, places: Mapping[tuple[int | None, str], Mapping]):
        self.form, self.ruleset, self.places = form, form.ruleset, dict(places)

    def row(
        self, part: str, key: str, *labels: Label, aliases: Sequence[str] = (), **kwargs
    ) -> Row:
        """Return the row of a field. Faults of `aliases` (a whole pile) are said here too."""
        cells = []
        for side, name in enumerate(self.form.names):
            bound = self.form[f"{side}.{key}"]
            bad, ask = [*bound.errors], []
            for place in (key, *aliases):
                found = self.places.get((side, place), {})
                bad += [line for line in found.get("bad", []) if line not in bad]
                ask += found.get("ask", [])
            cells.append(Cell(side, f"{name}: {labels[0].text}", bound, bad, ask))
        return Row(part, list(labels), cells, **kwargs)

    def counts(self, part: str, items: Sequence[Any]) -> list[Row]:
        """Return a row for each kind of canastra or extra."""
        worth = gettext("%(points)s each")
        return [
            self.row(
                "count",
                f"{part}.{item.key}",
                Label(self.short(item.key), worth % {"points": figures.show(item.points)}),
                most=getattr(item, "max_per_side", None),
            )
            for item in items
        ]

    def canastras(self) -> list[Row]:
        usual = usual_items(self.ruleset.canastras, MOST_KINDS, OPEN_KINDS)
        return self.counts("canastras", usual)

    def rare_canastras(self) -> Fold:
        usual = usual_items(self.ruleset.canastras, MOST_KINDS, OPEN_KINDS)
        rare = [kind for kind in self.ruleset.canastras if kind not in usual]
        return Fold(self.counts("canastras", rare))

    def extras(self) -> list[Row]:
        return self.counts("extras", usual_items(self.ruleset.extras, MOST_EXTRAS, OPEN_EXTRAS))

    def rare_extras(self) -> Fold:
        usual = usual_items(self.ruleset.extras, MOST_EXTRAS, OPEN_EXTRAS)
        rare = [extra for extra in self.ruleset.extras if extra not in usual]
        return Fold(self.counts("extras", rare), gettext("Other points"))

    def honours(self) -> list[Row]:
        return [
            self.row(
                "honour",
                f"honours.{honour.key}",
                Label(self.word(honour.key)),
                most=honour.copies,
                pool=range(honour.copies),
            )
            for honour in self.ruleset.honours
        ]

    def morto(self) -> list[Row]:
        if not self.ruleset.mortos:
            return []
        return [self.row("morto", "morto", Label(self.word("morto")))]

    def said_piles(self) -> list[dict[str, Any]]:
        """Return the piles: heading (for the way by classes) and rows."""
        names = {
            "melded": pgettext("pile", "On the table"),
            "hand": pgettext("pile", "In hand"),
            "unused_morto": gettext("%(morto)s not played") % {"morto": self.word("morto")},
        }
        return [
            {"key": pile, "name": names[pile], "rows": self.pile(pile, names[pile])}
            for pile in piles(self.ruleset)
        ]

    def pile(self, pile: str, name: str) -> list[Row]:
        """Return the rows of a pile, each with the ways of counting in which it is asked."""
        sign = "+" if pile == "melded" else figures.MINUS
        points = Label(name, gettext("points"))
        rows = [
            self.row("figure", f"{pile}.{POINTS}", points, aliases=[pile], ways=POINTS, sign=sign)
        ]
        worth = {
            c.key: c.points if pile == "melded" else c.hand_points
            for c in self.ruleset.deck.classes
        }
        flat = NUMBER in ways(self.ruleset)
        for place, key in enumerate(pile_keys(self.ruleset, pile, CLASSES)):
            labels = [Label(self.word(key), figures.show(worth[key]), CLASSES)]
            if flat and not place:
                labels.insert(0, Label(name, gettext("cards"), NUMBER))
            aliases = [pile] if not place else []
            rows.append(
                self.row(
                    "figure",
                    f"{pile}.{key}",
                    *labels,
                    aliases=aliases,
                    ways=f"{NUMBER} {CLASSES}" if flat and not place else CLASSES,
                    sign=sign,
                )
            )
        return rows

    def total(self) -> Row:
        return self.row("figure", "total", Label(gettext("Only a total"), gettext("counted")))

    def adjustment(self) -> Row:
        label = Label(gettext("Adjustment"), gettext("+ or −"))
        return self.row("figure", "adjustment.points", label, aliases=["adjustments.0.points"])

    def note(self) -> Row:
        return self.row("note", "adjustment.note", Label(gettext("What for")))

    def seldom_used(self) -> bool:
        """Whether anything stands in the part that is folded away."""
        return any(row.used for row in (self.total(), self.adjustment(), self.note()))

    def endings(self) -> list[dict[str, Any]]:
        """Return the radios of who went out, by side."""
        radios = list(self.form["end"])
        manners = len(self.ruleset.going_out.points)
        return [
            {
                "side": side,
                "name": name,
                "suit": SUITS[side],
                "radios": radios[side * manners : (side + 1) * manners],
                "said": self.places.get((side, "out"), {}),
            }
            for side, name in enumerate(self.form.names)
        ]

    def nobody(self) -> list[Any]:
        """Return the radios of a round in which nobody went out."""
        return list(self.form["end"])[-2:]

    def to_stock(self) -> list[Row]:
        """Return the question whether a morto became the stock, where it can."""
        if "mortos_to_stock" not in self.form.fields:
            return []
        label = gettext("%(mortos)s that became the stock")
        text = capfirst(label % {"mortos": inside(self.ruleset, "mortos")})
        said = self.of_round("mortos_to_stock")
        cell = Cell(-1, text, self.form["mortos_to_stock"], said["bad"], said["ask"])
        most = len(self.ruleset.mortos.set_out(len(self.form.names)))
        return [Row("count to-stock", [Label(text)], [cell], most=most)]

    @property
    def tabbed(self) -> bool:
        """Whether the phone shows one side at a time."""
        return len(self.form.names) > SIDE_BY_SIDE

    def of_round(self, *names: str) -> dict[str, list[str]]:
        """Return what is said of the round itself, under any of these names."""
        said: dict[str, list[str]] = {"bad": [], "ask": []}
        for name in names:
            found = self.places.get((None, name), {})
            errors = self.form.errors.get(name, []) if self.form.is_bound else []
            said["bad"] += [*found.get("bad", []), *errors]
            said["ask"] += found.get("ask", [])
        return said

    def ending(self) -> dict[str, list[str]]:
        """Return the faults of how it ended."""
        return self.of_round("end", "sides", "players_per_side")

    def word(self, key: str) -> str:
        return word(self.ruleset, key)

    def short(self, key: str) -> str:
        """Return a kind's word without the noun all kinds share: "Clean", not "Clean canastra"."""
        said, noun = word(self.ruleset, key), word(self.ruleset, "canastra")
        bare = " ".join(part for part in said.split() if part.lower() != noun.lower())
        return capfirst(bare or said)


def usual_items(items: Sequence[Any], most: int, opened: int) -> list[Any]:
    """Return the items that stand open: all where they are few, else the cheapest."""
    if len(items) <= most:
        return list(items)
    cheapest = sorted(items, key=lambda item: abs(item.points))[:opened]
    return [item for item in items if item in cheapest]
