"""The form of house rules as it stands on the page: sections of rows, a row of cells."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from scoring.house_fields import typed
from scoring.house_form import HouseForm, Slot, State, head_of, rest_of, unless
from scoring.rulewords import heading, label, value
from scoring.words import word

Words = Mapping[str, str]
OPEN_SECTIONS = 2
# As many answers as stand beside each other, and as many letters as fit there.
MOST_PILLS, MOST_LETTERS = 3, 26
PARTS = {
    "what": _("Asks for"),
    "n": _("How many"),
    "kinds": _("Which kinds"),
    "from": _("From"),
    "points": _("Points"),
    "at_least": _("At least"),
}


@dataclass
class Cell:
    """One field: how it is asked, and what stands in it."""

    name: str
    how: str  # line | area | pick | pills | ticks
    value: str
    label: str
    choices: list[tuple[str, str, bool]] = field(default_factory=list)
    digits: bool = False


@dataclass
class Row:
    """One value: its cells, what the preset says where that differs, and what is wrong."""

    slot: Slot
    label: str
    help: str
    cells: list[Cell]
    errors: list[str]
    changed: bool
    was: str
    preset: str
    rest: str
    unless: str

    @property
    def id(self) -> str:
        """The start of the ids of this row."""
        return f"r.{self.slot.path}"


@dataclass
class Item:
    """One item of a list that can be added to: whether it stays, its name, its rows."""

    key: str
    word: Cell
    kept: bool
    added: bool
    rows: list[Row]
    errors: list[str]


@dataclass
class Block:
    """A row with what belongs to it: the items of a list, or what stands under a switch."""

    row: Row
    listed: bool = False
    items: list[Item] = field(default_factory=list)
    under: list["Block"] = field(default_factory=list)


@dataclass
class Section:
    key: str
    name: str
    blocks: list[Block]
    open: bool
    changed: int
    rowed: bool


class Page:
    """All rows of a form, beside those of its preset; `quiet` says nothing of what is wrong."""

    def __init__(self, form: HouseForm, preset: rules.Ruleset, words: Words, quiet: bool = False):
        self.form, self.preset = form, preset
        own = {key: form.word(key) for keys in form.state.shown.values() for key in keys}
        self.ruleset = replace(form.loaded, words={**words, **own})
        self.errors = {} if quiet else form.errors
        self.theirs = State(preset.document).said
        self.lines = {line.path: line for line in rules.lines(preset.document)}
        self.slots = form.slots

    def sections(self) -> list[Section]:
        """Return the sections in the order of the page; of the later ones only those are unfolded
        in which something is wrong."""
        found = []
        for key in dict.fromkeys(slot.option.group for slot in self.slots):
            blocks = list(self._blocks(key))
            rows = [row for block in blocks for row in _rows_of(block)]
            bad = any(row.errors for row in rows)
            is_open = bad or len(found) < OPEN_SECTIONS
            count = sum(row.changed for row in rows)
            rowed = any(row.slot.option.path.endswith(".*") and row.cells[1:] for row in rows)
            name = heading(key, self.ruleset)
            found.append(Section(key, name, blocks, is_open, count, rowed))
        return found

    def _blocks(self, group: str) -> Iterator[Block]:
        lists, shown = self.form.state.lists, self.form.state.shown
        blocks: dict[str, Block] = {}
        last = ""
        for slot in self.slots:
            if slot.option.group != group or head_of(slot.option) in lists:
                continue
            block = Block(self._row(slot))
            if block.row.help == last:  # said once is enough
                block.row.help = ""
            last = block.row.help or last
            if slot.path in lists:
                block.listed = True
                block.items = [self._item(slot.path, key) for key in shown[slot.path]]
                for row in (row for item in block.items[1:] for row in item.rows):
                    row.help = ""
            if slot.option.when:
                blocks[slot.option.when].under.append(block)
            else:
                blocks[slot.path] = block
        yield from blocks.values()

    def _item(self, path: str, key: str) -> Item:
        state = self.form.state
        own = [slot for slot in self.slots if head_of(slot.option) == path and slot.item == key]
        name = f"word.{path}.{key}"
        said = state.said.get(name)
        text = said if said is not None else word(self.form.loaded, key)
        called = Cell(name, "line", text, gettext("Name"))
        errors = [str(error) for error in self.errors.get(name, ())]
        rows = [self._row(slot) for slot in own]
        added = key not in state.flat.get(path, [])
        return Item(key, called, key in state.said.getlist(path), added, rows, errors)

    def _row(self, slot: Slot) -> Row:
        state = self.form.state
        names = [slot.name(part) for part in slot.option.parts]
        theirs = {name: self.theirs.getlist(name) for name in names}
        known = any(name in self.theirs for name in names)
        changed = any(state.said.getlist(name) != theirs[name] for name in names)
        rest = rest_of(slot, state.flat)
        return Row(
            slot,
            label(slot.option, slot.item, self.ruleset),
            gettext(slot.option.help),
            [self._cell(slot, part) for part in slot.option.parts],
            [str(error) for name in names for error in self.errors.get(name, ())],
            changed,
            self._was(slot) if known else "",
            json.dumps(theirs),
            "" if rest is None else typed(rest)[0],
            unless(slot) if rest is not None else "",
        )

    def _was(self, slot: Slot) -> str:
        line = self.lines.get(slot.path)
        return value(line, self.preset) if line else gettext("not said")

    def _cell(self, slot: Slot, part: str) -> Cell:
        name = slot.name(part)
        asked, said = self.form.fields[name], self.form.state.said.getlist(name)
        text = said[-1] if said else ""
        called = str(PARTS[part]) if part else ""
        if not isinstance(asked, forms.ChoiceField):
            how = "area" if isinstance(asked.widget, forms.Textarea) else "line"
            digits = asked.widget.attrs.get("inputmode") == "numeric"
            return Cell(name, how, text, called, digits=digits)
        ticks = isinstance(asked, forms.MultipleChoiceField)
        on = said if ticks else [text]
        choices = [(code, words, code in on) for code, words in asked.choices]
        short = sum(len(words) for _code, words in asked.choices) <= MOST_LETTERS
        pills = not part and len(choices) <= MOST_PILLS and short
        how = "ticks" if ticks else "pills" if pills else "pick"
        return Cell(name, how, text, called, choices)


def _rows_of(block: Block) -> Iterator[Row]:
    yield block.row
    for item in block.items:
        yield from item.rows if item.kept else ()
    for under in block.under:
        yield from _rows_of(under)
