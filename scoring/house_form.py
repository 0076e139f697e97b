"""The form of house rules: one for every game, made from what a table may change and nothing else.

What stands in it is a plain table of texts under the paths of the rules. It comes from a document
or from a phone, may be changed (a variation, a new item, back to the preset), is shown again, and
when it is to be kept becomes a document that the rules judge.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.datastructures import MultiValueDict

import rules
from players import names
from players.names import NameField
from scoring.faults import sentence
from scoring.forms import PlainForm
from scoring.house_fields import (
    FIELDS,
    FLAGS,
    KINDS,
    LONGEST_WORD,
    NO,
    NUMBER,
    POINTS,
    WHAT,
    Figure,
    Picks,
    Several,
    kept,
    typed,
)
from scoring.words import word

ROWED = ("condition", "step", "bonus")
MOST_ROWS, MOST_ITEMS = 12, 40
KEY = re.compile(r"[a-z][a-z0-9_]{0,30}")
LANGUAGES = ("en", "pt-br")
FIRST_MINIMUM = "50"  # what a table begins with that takes up a minimum
Document = Mapping[str, Any]


@dataclass(frozen=True)
class Slot:
    """One line of the form: an option, and of a listed one the item it is said of."""

    path: str
    option: rules.Option
    item: str = ""

    def name(self, part: str) -> str:
        """Return the name of the field of a part, "" for the only one."""
        return f"{self.path}.{part}" if part else self.path


def head_of(option: rules.Option) -> str:
    """Return the path of the list an option's items stand in, "" for an option of none."""
    head, star, _end = option.path.partition(".*")
    return head if star else ""


def lists_of(game: str) -> list[str]:
    """Return the paths of the lists whose items a table may add and remove."""
    return [option.path for option in rules.options_of(game) if option.kind == "keys"]


@cache
def known_items(game: str, path: str) -> tuple[str, ...]:
    """Return which items presets have where a table cannot add any: ranks, manners."""
    head, _star, tail = path.partition("*")
    found: dict[str, None] = {}
    for preset in rules.presets():
        if preset.game == game:
            for field in rules.flatten(preset.document):
                if field.startswith(head) and field.endswith(tail):
                    found[field[len(head) :].removesuffix(tail)] = None
    return tuple(found)


def _rows(said: MultiValueDict, head: str) -> list[dict[str, list[str]]]:
    """The rows of a list that hold something, in their order."""
    rows: dict[int, dict[str, list[str]]] = {}
    for name in said:
        place, _dot, part = name.removeprefix(f"{head}.").partition(".")
        if name.startswith(f"{head}.") and place.isascii() and place.isdigit() and len(place) < 3:
            rows.setdefault(int(place), {})[part] = said.getlist(name)
    return [rows[place] for place in sorted(rows) if _is_filled(rows[place])][:MOST_ROWS]


def _is_filled(row: Mapping[str, list[str]]) -> bool:
    """Whether a row says anything: a condition or step what it asks for, a step or bonus a
    figure. Points alone are what a step asks for anyway."""
    what = (row.get(WHAT) or [""])[-1]
    if NUMBER in row:
        return bool(what)
    figures = [text for part, texts in row.items() if part != WHAT for text in texts]
    return what not in ("", POINTS) or any(figures)


class State:
    """What stands in the form. `said` is texts by field, `shown` the items of each list."""

    def __init__(self, document: Document, said: MultiValueDict | None = None):
        self.document, self.game = document, document["game"]
        self.flat = rules.flatten(document)
        self.lists = lists_of(self.game)
        self.said = MultiValueDict() if said is None else said.copy()
        if said is None:
            self._begin()
        self._number()

    @property
    def shown(self) -> dict[str, list[str]]:
        """The items of each list, also those that are being taken away."""
        own = {path: self.flat.get(path, []) for path in self.lists}
        return {path: self._more(path, keys) for path, keys in own.items()}

    def _more(self, path: str, keys: list[str]) -> list[str]:
        added = [key for key in self.said.getlist(path) if KEY.fullmatch(key)]
        return list(dict.fromkeys([*added, *keys]))[:MOST_ITEMS]

    def slots(self) -> list[Slot]:
        """The lines of the form, in the order of the page."""
        shown, found = self.shown, []
        for option in rules.options_of(self.game):
            head, star, tail = option.path.partition(".*")
            items = self._items(option, head, shown) if star else [""]
            found += [Slot(f"{head}.{i}{tail}" if star else head, option, i) for i in items]
        return found

    def _items(self, option: rules.Option, head: str, shown: Mapping[str, list[str]]) -> list[str]:
        if head in shown:
            return shown[head]
        if option.kind in ROWED and option.path.endswith(".*"):
            return [str(row) for row in range(len(_rows(self.said, head)) + 1)]
        held = [path.removeprefix(f"{head}.") for path in self.flat if path.startswith(f"{head}.")]
        return list(dict.fromkeys([*held, *known_items(self.game, option.path)]))

    def _begin(self) -> None:
        for path in self.lists:
            self.said.setlist(path, self.flat.get(path, []))
        for path, value in self.flat.items():
            is_list = path in self.lists or path.endswith(f".{KINDS}") or _is_kinds(self.game, path)
            self.said.setlist(path, value if is_list else _text(self.game, path, value))
        if self.flat.get("first_meld") is False:
            self.said["first_meld.steps.0.points"] = FIRST_MINIMUM
        for slot in self.slots():
            self.fill(slot)

    def fill(self, slot: Slot) -> None:
        """Let a line begin with its default where nothing was said."""
        for part in slot.option.parts:
            if slot.name(part) not in self.said:
                self.said.setlist(slot.name(part), self._default(slot, part))

    def _default(self, slot: Slot, part: str) -> list[str]:
        option = slot.option
        if option.kind == "condition":
            return {WHAT: [] if option.optional else ["any"], NUMBER: ["1"]}.get(part, [])
        if option.kind == "step":
            return ["points"] if part == WHAT else []
        if option.kind in ("figure", "count") and option.when and self.flat[option.when]:
            return []  # it was left empty
        return typed(option.default)

    def _number(self) -> None:
        """Give the rows of lists the numbers their items will have."""
        for option in rules.options_of(self.game):
            if option.kind in ROWED and option.path.endswith(".*"):
                head = head_of(option)
                rows = _rows(self.said, head)
                for name in [name for name in self.said if name.startswith(f"{head}.")]:
                    del self.said[name]
                for place, row in enumerate(rows):
                    for part, value in row.items():
                        self.said.setlist(f"{head}.{place}.{part}", value)
                self.fill(Slot(f"{head}.{len(rows)}", option))

    def add_items(self) -> bool:
        """Put what was named into its list; return whether anything was."""
        added = False
        for path in self.lists:
            name = names.tidy(self.said.get(f"new.{path}") or "")
            self.said.pop(f"new.{path}", None)
            if name and len(self.shown[path]) < MOST_ITEMS:
                self._add(path, name[:LONGEST_WORD])
                added = True
        return added

    def _add(self, path: str, name: str) -> None:
        taken = {key for keys in self.shown.values() for key in keys}
        key = new_key(name, taken)
        self.said.appendlist(path, key)
        self.said[f"word.{path}.{key}"] = name
        for slot in self.slots():
            if slot.item == key and head_of(slot.option) == path:
                self.fill(slot)

    def take(self, document: Document, path: str = "") -> None:
        """Let the form say what another document says; of one line only where `path` names it."""
        other = State(document)
        for slot in [*self.slots(), *other.slots()]:
            listed = head_of(slot.option) == path and path in self.lists
            if not path or slot.path == path or listed:
                for part in slot.option.parts:
                    value = other.said.getlist(slot.name(part))
                    self.said.setlist(slot.name(part), value)
        self._number()


def _is_kinds(game: str, path: str) -> bool:
    option = rules.option_of(game, path)
    return option is not None and option.kind == "kinds"


def _text(game: str, path: str, value: Any) -> list[str]:
    if not isinstance(value, list):
        return typed(value)
    option = rules.option_of(game, path)
    between = "\n" if option is not None and option.kind == "notes" else ", "
    return [between.join(map(str, value))]


def new_key(name: str, taken: set[str]) -> str:
    """Return a key for an item of this name that no other item has."""
    base = re.sub(r"[^a-z0-9]+", "_", names.key(name)).strip("_")[:26].rstrip("_")
    if not re.match(r"[a-z]", base) or base in ("points", "total"):
        base = f"item_{base}".rstrip("_")
    tries = [base, *(f"{base}_{n}" for n in range(2, MOST_ITEMS * 5))]
    return next(key for key in tries if key not in taken)


class HouseForm(PlainForm):
    """The form, judged first field by field and then, as a document, by the rules."""

    def __init__(self, state: State):
        self.state = state
        super().__init__(state.said, use_required_attribute=False)
        self.loaded = rules.load(state.document)
        self.slots = state.slots()
        self.document: Document = state.document
        picks = self._picks()
        for slot in self.slots:
            for part, field in FIELDS[slot.option.kind](slot.option, picks).items():
                name = slot.name(part)
                self.fields[name] = field
                if name in state.flat and isinstance(field, Figure | Several):
                    field.admit(state.flat[name])
        for path, keys in state.shown.items():
            for key in keys:
                self.fields[f"word.{path}.{key}"] = NameField(longest=LONGEST_WORD, required=False)

    def _picks(self) -> Picks:
        shown = self.state.shown
        said = self.state.said
        kept_keys = {path: [k for k in shown[path] if k in said.getlist(path)] for path in shown}
        manners = [slot.item for slot in self.slots if slot.path.startswith("going_out.points.")]
        return Picks(shown, kept_keys, manners, self.word)

    def word(self, key: str) -> str:
        """Return what an item is called in the form as it stands."""
        for path in self.state.lists:
            name = self.state.said.get(f"word.{path}.{key}")
            if name:
                return name
        return word(self.loaded, key)

    def unasked(self) -> set[str]:
        """The lines that do not count: of items taken away, and under switches that are off."""
        said, gone = self.state.said, set()
        for slot in self.slots:
            head = head_of(slot.option)
            away = head in self.state.lists and slot.item not in said.getlist(head)
            if away or (slot.option.when and said.get(slot.option.when) == NO):
                gone.add(slot.path)
        return gone

    def clean(self) -> dict[str, Any]:
        """Judge what stands here as a document; `document` is then what it says."""
        cleaned = super().clean()
        unasked = self.unasked()
        for slot in self.slots:
            if slot.path in unasked:
                for part in slot.option.parts:
                    self._errors.pop(slot.name(part), None)
        self.document = self._document(unasked)
        try:
            rules.load(self.document)
        except rules.InvalidRuleset as invalid:
            for fault in invalid.faults:
                self._say(fault)
        return cleaned

    def _say(self, fault: rules.Fault) -> None:
        path = rules.field_of(fault.path, self.document)
        own = [n for n in self.fields if n == path or n.startswith(f"{path}.")]
        if any(name in self.errors for name in own):
            return  # what stands there could not be read, and that is said
        said = sentence(fault.code)
        self.add_error(own[0] if own else None, said if own else f"{fault.path}: {said}")

    def flat(self, unasked: set[str]) -> dict[str, Any]:
        """Return the table of values, as `rules.flatten` would give it."""
        found: dict[str, Any] = {}
        for slot in self.slots:
            kind = slot.option.kind
            said = {p: self.cleaned_data.get(slot.name(p)) for p in slot.option.parts}
            if kind in ("flag", "switch"):
                said[""] = FLAGS.get(said[""])
            if kind == "keys":
                found |= {} if self._rests(slot, said) else {slot.path: said[""] or []}
            elif slot.path not in unasked and not self._rests(slot, said):
                found |= {slot.name(part): v for part, v in kept(kind, said).items()}
        return found

    def _rests(self, slot: Slot, said: Mapping[str, Any]) -> bool:
        """Whether a line says only what holds anyway and was not written down before."""
        rest = rest_of(slot, self.state.flat)
        if rest is None or said.get("") != rest:
            return False
        return not self.cleaned_data.get(unless(slot))

    def _document(self, unasked: set[str]) -> Document:
        document = rules.unflatten(self.flat(unasked), self.state.document)
        renamed = {}
        for path, keys in self.state.shown.items():
            for key in keys:
                name = self.cleaned_data.get(f"word.{path}.{key}") or ""
                if name and name != word(self.loaded, key):
                    renamed[key] = name
        return with_words(document, renamed) if renamed else document


def rest_of(slot: Slot, flat: Mapping[str, Any]) -> Any:
    """Return the value at which a line need not be written down, None where there is none."""
    option = slot.option
    if slot.path in flat:
        return None
    if option.kind == "keys":
        return []
    return option.default if option.kind in ("choice", "flag") and option.optional else None


def unless(slot: Slot) -> str:
    """Return the field that, once it is said, has the line written down all the same."""
    before, _dot, last = slot.path.rpartition(".")
    return f"{before}.counts_if.{WHAT}" if last == "otherwise" else ""


def with_words(document: Document, renamed: Mapping[str, str]) -> Document:
    """Return the document with other words for some keys, in every language it speaks."""
    texts = document.get("texts") or {language: {} for language in LANGUAGES}
    return {
        **document,
        "texts": {
            language: {**text, "words": {**text.get("words", {}), **renamed}}
            for language, text in texts.items()
        },
    }
