"""A document as lines a person reads, and what differs between two documents."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.options.declared import Option
from rules.options.flat import Flat, flatten
from rules.options.table import placed

INDEX = re.compile(r"\[([0-9]+)\]")


@dataclass(frozen=True)
class Line:
    """One value of a document. `path` is that of its field or fields, `item` the key of the item
    it belongs to ("" for none), `value` plain, or a table of its parts."""

    path: str
    option: Option
    item: str
    value: Any


def lines(document: Mapping[str, Any]) -> list[Line]:
    """Return every value of a plain, valid document that may be changed, in reading order."""
    return flat_lines(flatten(document), document["game"])


def flat_lines(flat: Flat, game: str) -> list[Line]:
    """Return the lines of a table as `flatten` gives it."""
    told: dict[str, tuple[int, Option, Any]] = {}
    for path, value in flat.items():
        order, option, stem = placed(game, path)
        if option is None:
            continue
        if option.parts == ("",):
            told[stem] = order, option, value
        else:
            told.setdefault(stem, (order, option, {}))[2][path[len(stem) + 1 :]] = value
    found = [(order, Line(stem, o, item_of(o, stem), v)) for stem, (order, o, v) in told.items()]
    return [line for _, line in sorted(found, key=lambda pair: pair[0])]


def item_of(option: Option, path: str) -> str:
    """Return the key, place or rank that stands for the `*` of the option, "" where it has none."""
    before, star, _ = option.path.partition("*")
    return path[len(before) :].partition(".")[0] if star else ""


def difference(
    old: Mapping[str, Any], new: Mapping[str, Any]
) -> list[tuple[Line | None, Line | None]]:
    """Return the lines that differ between two documents of one game, each as it was and as it is;
    None where there was or is no such line."""
    was = {line.path: line for line in lines(old)}
    now = {line.path: line for line in lines(new)}
    paths = sorted({**was, **now}, key=lambda path: placed(new["game"], path)[0])
    pairs = [(was.get(path), now.get(path)) for path in paths]
    return [(a, b) for a, b in pairs if (a and a.value) != (b and b.value)]


def field_of(path: str, document: Mapping[str, Any]) -> str:
    """Return the path of the field that a fault of the document belongs to.

    `canastras[0].points` is the field `canastras.clean.points`; what is said of a whole list or of
    a part of a condition belongs to the line it stands in.
    """
    held: Any = document
    names: list[str] = []
    for part in path.split("."):
        name, *indexes = INDEX.split(part)
        held = held.get(name) if isinstance(held, Mapping) else None
        names.append(name)
        for index in filter(None, indexes):
            item = held[int(index)] if isinstance(held, list) and int(index) < len(held) else None
            if name == "ranks" and isinstance(item, str):
                return f"ranks.{item}"
            if isinstance(item, Mapping):
                names.append(str(item.get("key", index)))
            held = item
    return _line_of(".".join(names), str(document.get("game", "")))


def _line_of(path: str, game: str) -> str:
    """The longest beginning of the path that is a line of this game, else the path itself."""
    names = path.split(".")
    for end in range(len(names), 0, -1) if game else ():
        _, option, stem = placed(game, ".".join(names[:end]))
        if option is not None:
            return stem
    return path
