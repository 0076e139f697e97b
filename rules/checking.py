"""Reading a document key by key: whatever is wrong is noted with its path, and reading goes on."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from rules.figures import LIMIT, whole

KEY = re.compile(r"[a-z][a-z0-9_]{0,30}")
RESERVED = frozenset({"points", "total"})
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
DEPTH = 12


@dataclass(frozen=True)
class Fault:
    """One thing wrong with a document: where it stands, a code, and a sentence in English."""

    path: str
    code: str
    message: str


class InvalidRuleset(ValueError):
    """A document that cannot be loaded; `faults` holds all that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.path}: {fault.message}" for fault in self.faults))


def plain(value: object, depth: int = 0) -> object:
    """`value` as JSON would hold it: nulls of tables dropped, 7.0 as 7, tuples as lists.

    Raises InvalidRuleset where it is nested too deep to be a ruleset.
    """
    if depth > DEPTH:
        raise InvalidRuleset([Fault("", "too_deep", "The document is nested too deep.")])
    if isinstance(value, Mapping):
        kept = {str(key): plain(item, depth + 1) for key, item in value.items()}
        return {key: item for key, item in kept.items() if item is not None}
    if isinstance(value, list | tuple):
        return [plain(item, depth + 1) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def shown(word: str) -> str:
    """A word out of the document as a sentence may quote it."""
    return f"“{word[:40]}”"


class Node:
    """One table of a plain document. Every reading returns something usable, faulty or not."""

    def __init__(self, value: object, path: str, faults: list[Fault]) -> None:
        self.path = path
        self.faults = faults
        self.readable = isinstance(value, dict)
        self.table: dict[str, object] = value if isinstance(value, dict) else {}
        self._asked: set[str] = set()
        self._children: list[Node] = []
        if not self.readable:
            faults.append(Fault(path, "wrong_type", "A table of keys and values is needed here."))

    def at(self, key: str) -> str:
        """The path of `key` in this table, as `going_out.points.normal`."""
        return f"{self.path}.{key}" if self.path else key

    def fault(self, key: str, code: str, message: str) -> None:
        """Note a fault of `key`; an empty key stands for the table itself."""
        self.faults.append(Fault(self.at(key) if key else self.path, code, message))

    def take(self, key: str, required: bool = True) -> object:
        """The raw value of `key`, or None; asked keys are known keys."""
        self._asked.add(key)
        if key in self.table:
            return self.table[key]
        if required and self.readable:
            self.fault(key, "missing", f"{shown(key)} is missing.")
        return None

    def whole(
        self, key: str, low: int = -LIMIT, high: int = LIMIT, default: int | None = None
    ) -> int:
        """A whole number from `low` to `high`; required unless there is a default."""
        value = self.take(key, default is None)
        stand_in = max(low, 0) if default is None else default
        return stand_in if value is None else self._number(value, key, low, high)

    def _number(self, value: object, key: str, low: int, high: int) -> int:
        number = whole(value)
        if number is not None and low <= number <= high:
            return number
        code = "wrong_type" if number is None else "out_of_bounds"
        self.fault(key, code, f"A whole number from {low:,} to {high:,} is needed here.")
        return max(low, 0)

    def numbers(
        self, key: str, low: int = -LIMIT, high: int = LIMIT, required: bool = True
    ) -> tuple[int, ...]:
        """A list of whole numbers, at least one where it is required; () where it is absent."""
        items = self.items(key, required, empty=not required)
        return tuple(self._number(n, f"{key}[{i}]", low, high) for i, n in enumerate(items))

    def items(self, key: str, required: bool = True, empty: bool = True) -> list[object]:
        """The items of a list."""
        value = self.take(key, required)
        if value is None:
            return []
        if not isinstance(value, list):
            self.fault(key, "wrong_type", "A list is needed here.")
            return []
        if not value and not empty:
            self.fault(key, "empty", "This list needs at least one item.")
        return value

    def choice(self, key: str, allowed: Collection[str], default: str | None = None) -> str:
        """One of the words `allowed`; required unless there is a default."""
        value = self.take(key, default is None)
        if isinstance(value, str) and value in allowed:
            return value
        if value is not None:
            self.fault(key, "not_allowed", f"One of these is needed here: {', '.join(allowed)}.")
        return default if default is not None else next(iter(allowed))

    def flag(self, key: str, default: bool | None = None, only: bool | None = None) -> bool:
        """true or false (or `only` one of them); required unless there is a default."""
        value = self.take(key, default is None)
        if isinstance(value, bool) and only in (None, value):
            return value
        if value is not None:
            wanted = "true or false" if only is None else str(only).lower()
            self.fault(key, "not_allowed", f"Only {wanted} may stand here.")
        return bool(default)

    def text(self, key: str, required: bool = True) -> str:
        """A line of text with something in it."""
        value = self.take(key, required)
        return "" if value is None else self._line(value, key)

    def _line(self, value: object, key: str) -> str:
        if isinstance(value, str) and value.strip() and not CONTROL.search(value):
            return value
        self.fault(key, "wrong_type", "Text is needed here, without control characters.")
        return ""

    def lines(self, key: str, required: bool = False, empty: bool = True) -> tuple[str, ...]:
        """A list of texts."""
        items = self.items(key, required, empty)
        return tuple(self._line(item, f"{key}[{i}]") for i, item in enumerate(items))

    def key(self, key: str) -> str:
        """A value that is itself a key, such as the key of a class or the id."""
        value = self.take(key)
        if value is not None:
            self.check_key(value, key)
        return value if isinstance(value, str) else ""

    def check_key(self, value: object, key: str) -> None:
        """Note a fault at `key` where `value` cannot serve as a key of rounds and lines."""
        if not isinstance(value, str):
            self.fault(key, "wrong_type", "Text is needed here.")
        elif not KEY.fullmatch(value) or value in RESERVED:
            self.fault(
                key, "bad_key", "A key has small letters, digits and _ and is not points or total."
            )

    def node(self, key: str, required: bool = True) -> "Node | None":
        """The table under `key`; None where it is absent and may be."""
        value = self.take(key, required)
        return None if value is None else self._child(value, self.at(key))

    def nodes(self, key: str, required: bool = False) -> "list[Node]":
        """The tables of the list under `key`."""
        items = self.items(key, required)
        return [self._child(item, f"{self.at(key)}[{i}]") for i, item in enumerate(items)]

    def _child(self, value: object, path: str) -> "Node":
        child = Node(value, path, self.faults)
        self._children.append(child)
        return child

    def finish(self) -> None:
        """Note every key that nobody asked for, here and below."""
        for key in self.table:
            if key not in self._asked:
                self.fault(key, "unknown_key", f"{shown(key)} is no key the rules know here.")
        for child in self._children:
            child.finish()


def no_twins(nodes: Collection[Node], values: Iterable[object], key: str) -> None:
    """Note the later of two items of one list whose `key` has the same value."""
    seen: set[object] = set()
    for node, value in zip(nodes, values, strict=True):
        if value in seen:
            node.fault(key, "twice", "This list already has an item of this key.")
        seen.add(value)
