"""A document as one table of figures, each under the path of its field, and back.

`canastras.clean.points` stands for the points of the item whose key is `clean`. Lists of items
without a key go by their place (`first_meld.steps.0.from`). Where each rank of cards belongs is
asked by rank (`ranks.A` is `classes.ace`). A part of the rules that may be missing as a whole is a
switch of its own (`mortos` is True). What the editor does not touch is not in the table.

`static/js/rules.js` does the way back on the phone.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Flat = dict[str, Any]

CARRIED = ("format", "game", "id", "name", "texts", "sources", "assumptions")
KEYED = ("deck.classes", "honours", "canastras", "extras")
NUMBERED = ("canastra_count_bonuses", "first_meld.steps", "going_out.requires.canastras")
SWITCHES: Mapping[str, tuple[str, ...]] = {
    "melds": ("mortos", "melded_if", "first_meld", "legs"),
    "truco": ("mark", "envido", "flor", "legs"),
    "tally": ("legs",),
}
# Where a condition stands, and under which name it keeps its number.
CONDITIONS = (
    (re.compile(r"honours\.[^.]+\.counts_if"), "canastras"),
    (re.compile(r"melded_if\.condition"), "canastras"),
    (re.compile(r"going_out\.requires\.canastras\.[0-9]+"), "min"),
)
MINIMUM = re.compile(r"first_meld\.steps\.[0-9]+\.minimum")
ANY, CLEAN, NAMED, ANY_MELD = "any", "clean", "kinds", "any_meld"
POINTS = "points"


def flatten(document: Mapping[str, Any]) -> Flat:
    """Return the table of a plain, valid document."""
    flat: Flat = {switch: switch in document for switch in SWITCHES[document["game"]]}
    for name, value in document.items():
        if name not in CARRIED:
            flat.update(_walk(name, value))
    flat.update(_ranks(document))
    return flat


def _walk(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    count = _counts(path)
    if count:
        yield from _condition(path, value, count)
    elif MINIMUM.fullmatch(path):
        yield from _minimum(path.removesuffix(".minimum"), value)
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from _walk(f"{path}.{name}", item)
    elif path in KEYED:
        yield path, [item["key"] for item in value]
        for item in value:
            for name, held in item.items():
                if name not in ("key", "ranks"):
                    yield from _walk(f"{path}.{item['key']}.{name}", held)
    elif path in NUMBERED:
        for place, item in enumerate(value):
            yield from _walk(f"{path}.{place}", item)
    else:
        yield path, _plain(path, value)


def _plain(path: str, value: Any) -> Any:
    """The one value that is a flag or a word becomes a word in any case."""
    if path == "going_out.requires.morto" and isinstance(value, bool):
        return "true" if value else "false"
    return value


def _counts(path: str) -> str:
    return next((count for where, count in CONDITIONS if where.fullmatch(path)), "")


def _condition(path: str, value: Mapping[str, Any], count: str) -> Iterator[tuple[str, Any]]:
    if "any_meld" in value:
        yield f"{path}.what", ANY_MELD
        return
    what = NAMED if "kinds" in value else CLEAN if value.get("clean") else ANY
    yield f"{path}.what", what
    yield f"{path}.n", value[count]
    if what == NAMED:
        yield f"{path}.kinds", list(value["kinds"])


def _minimum(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, int):
        yield f"{path}.what", POINTS
        yield f"{path}.points", value
    else:
        what, _, points = value.partition(":")
        yield f"{path}.what", what
        if points:
            yield f"{path}.points", int(points)


def _ranks(document: Mapping[str, Any]) -> Flat:
    if document["game"] != "melds":
        return {}
    lists = {"classes": document["deck"]["classes"], "honours": document.get("honours", [])}
    return {
        f"ranks.{rank}": f"{where}.{item['key']}"
        for where, items in lists.items()
        for item in items
        for rank in item["ranks"]
    }


def unflatten(flat: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of a table; what the table does not hold comes from `base`.

    An empty value ("", None, []) is no value. What comes out may be an invalid document: that is
    for `load` to say.
    """
    held = {path: value for path, value in flat.items() if value not in ("", None)}
    off = [switch for switch in SWITCHES[base["game"]] if held.get(switch) is False]
    tree: dict[str, Any] = {}
    for path, value in held.items():
        top = path.partition(".")[0]
        if top not in off and path not in SWITCHES[base["game"]] and top != "ranks":
            _put(tree, path.split("."), value)
    document = {name: base[name] for name in CARRIED if name in base}
    for name, value in tree.items():
        document[name] = _built(name, value, held)
    if base["game"] == "melds":
        _deal_ranks(document, held)
        document.setdefault("going_out", {}).setdefault("requires", {}).setdefault("canastras", [])
    return document


def _put(tree: dict[str, Any], path: Sequence[str], value: Any) -> None:
    for name in path[:-1]:
        below = tree.setdefault(name, {})
        if not isinstance(below, dict):  # the keys of a list came before its items
            below = tree[name] = {"": below}
        tree = below
    last = path[-1]
    if isinstance(tree.get(last), dict):
        tree[last][""] = value
    else:
        tree[last] = value


def _built(path: str, value: Any, held: Mapping[str, Any]) -> Any:
    count = _counts(path)
    if count:
        return _as_condition(value, count)
    if path in KEYED:
        items = value if isinstance(value, dict) else {}
        return [
            {"key": key, **_table(f"{path}.{key}", items.get(key, {}), held)}
            for key in held.get(path, [])
        ]
    if path in NUMBERED:
        return [_built(f"{path}.{place}", value[place], held) for place in sorted(value, key=int)]
    if path.startswith("first_meld.steps.") and isinstance(value, dict):
        return _as_step(value)
    if path == "going_out.requires.morto":
        return {"true": True, "false": False}.get(value, value)
    if isinstance(value, dict):
        return _table(path, value, held)
    return value


def _table(path: str, value: Mapping[str, Any], held: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _built(f"{path}.{name}", item, held)
        for name, item in value.items()
        if item != [] or name == "canastras"
    }


def _as_condition(value: Mapping[str, Any], count: str) -> dict[str, Any]:
    what = value.get("what")
    if what == ANY_MELD:
        return {"any_meld": True}
    found: dict[str, Any] = {count: value["n"]} if "n" in value else {}
    if what == CLEAN:
        found["clean"] = True
    if what == NAMED:
        found["kinds"] = value.get("kinds", [])
    return found


def _as_step(value: Mapping[str, Any]) -> dict[str, Any]:
    what, points = value.get("what", POINTS), value.get("points")
    step = {"from": value["from"]} if "from" in value else {}
    if what == POINTS:
        return step | ({} if points is None else {"minimum": points})
    return step | {"minimum": what if what != "canastra_and" else f"{what}:{points}"}


def _deal_ranks(document: dict[str, Any], held: Mapping[str, Any]) -> None:
    """Give each class and honour the ranks that were put there."""
    deck = document.setdefault("deck", {})
    lists = {"classes": deck.get("classes", []), "honours": document.get("honours", [])}
    for where, items in lists.items():
        for item in items:
            place = f"{where}.{item['key']}"
            ranks = [path[6:] for path, v in held.items() if path[:6] == "ranks." and v == place]
            item["ranks"] = ranks
