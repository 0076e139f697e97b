"""Random rounds of a ruleset: plausible ones, spoilt ones, and any JSON at all."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

Document = dict[str, Any]
Entry = dict[str, Any]

PILES = ("melded", "hand", "unused_morto")
TABLES = (*PILES, "canastras", "honours", "extras")
WORDS = ("taken", "not_taken", "taken_unused", "out", "stock", "stopped", "normal", "coin", "")
# Fields sort by code point: U+FF5E stands before U+1F0A1, though its UTF-16 unit is the greater.
NAMES = (
    *("__proto__", "constructor", "toString", "hasOwnProperty", "points", "total", "note", ""),
    *(
        "1",
        "10",
        "2",
        "Melded",
        "melded ",
        "é",
        "e\u0301",
        "\uff5e",
        "\U0001f0a1",
        "\ud83c",
        "a\x00b",
    ),
)
HOSTILE: tuple[Any, ...] = (
    *(None, True, False, "", "7", -1, -0.0, 0, 7.0, 7.5, 1e-9, 1_000_000, 1_000_001, -1_000_001),
    *(
        10**30,
        -(10**30),
        2**53,
        2**53 + 1,
        1e300,
        [],
        {},
        [[]],
        [None],
        {"points": 1},
        {"points": None},
    ),
    *({"__proto__": {"points": 1}}, {"constructor": 1}, ["normal"], "\ud83c", "x" * 300, {"": {}}),
)


def round_of(random: Random, document: Document, sides: int) -> Entry:
    """A round that could be, most often valid under the document."""
    mortos = document.get("mortos")
    out = random.choice((None, *range(sides)))
    players = random.choice((None, 1, 2, 2, *(document.get("players_per_side") or [2])))
    pack = _pack(random, document, sides)
    entry: Entry = {"sides": [_side(random, document, pack, i == out) for i in range(sides)]}
    if mortos and out is not None:
        entry["sides"][out]["morto"] = "taken"
    entry["end"] = "out" if out is not None else random.choice(("stock", "stopped"))
    if players is not None:
        entry["players_per_side"] = random.choice((players, [players] * sides))
    if mortos and random.random() < 0.1:
        entry["mortos_to_stock"] = random.choice((0, 1, 1, 2))
    return entry


def _pack(random: Random, document: Document, sides: int) -> list[str]:
    """The cards that can lie on the table, shuffled, each by its class."""
    pack = []
    packs, jokers = int(document["deck"]["packs"]), int(document["deck"]["jokers"])
    special = {"joker": jokers, "3r": 2 * packs, "3b": 2 * packs}
    for item in document["deck"]["classes"]:
        pack += [item["key"]] * sum(special.get(rank, 4 * packs) for rank in item["ranks"])
    random.shuffle(pack)
    return pack[: max(0, len(pack) - 15 * sides)]


def _take(random: Random, pack: list[str], number: int) -> list[str]:
    return [pack.pop() for _ in range(min(number, len(pack)))]


def _side(random: Random, document: Document, pack: list[str], out: bool) -> Entry:
    meldable = {
        item["key"]: item.get("meldable") or "always" for item in document["deck"]["classes"]
    }
    cards = _take(random, pack, 40 if out else random.choice((0, 8, 20, 30)))
    melded = [card for card in cards if meldable[card] == "always"]
    hand = [card for card in cards if meldable[card] != "always"][:6]
    hand += _take(random, pack, random.choice((0, 2, 3, 6)))
    side: Entry = {
        "melded": _pile(random, document, melded),
        "hand": _pile(random, document, hand),
        "canastras": _canastras(random, document, len(melded), out),
    }
    honours = {item["key"]: random.choice((0, 1, 2)) for item in document.get("honours") or []}
    if honours and random.random() < 0.7:
        side["honours"] = honours
    if document.get("mortos"):
        _morto(random, document, side, pack)
    if out:
        side["out"] = random.choice(list(document["going_out"]["points"]))
    if random.random() < 0.3:
        side["extras"] = {
            item["key"]: random.randint(0, int(item["max_per_side"]))
            for item in document.get("extras") or []
        }
    if random.random() < 0.15:
        side["adjustments"] = [{"note": "agreed", "points": random.choice((-100, 50, 0, 7.0))}]
    if random.random() < 0.08:
        side = {"total": random.choice((0, -35, 900)), "out": side.get("out")}
    return side


def _morto(random: Random, document: Document, side: Entry, pack: list[str]) -> None:
    side["morto"] = random.choice(("taken", "taken", "not_taken", "taken_unused"))
    if side["morto"] == "taken_unused":
        mortos = document["mortos"]
        size = int(random.choice(mortos.get("sizes") or [mortos.get("size")]))
        side["unused_morto"] = _pile(random, document, _take(random, pack, size))


def _pile(random: Random, document: Document, cards: list[str]) -> Entry:
    if random.random() < 0.25:
        points = {item["key"]: int(item["points"]) for item in document["deck"]["classes"]}
        return {"points": abs(sum(points[card] for card in cards))}
    return {
        card: random.choice((n, n, float(n)))
        for card in dict.fromkeys(cards)
        if (n := cards.count(card))
    }


def _canastras(random: Random, document: Document, cards: int, out: bool) -> Entry:
    found: Entry = {}
    for kind in random.sample(document["canastras"], len(document["canastras"])):
        if cards >= kind["min_cards"] and random.random() < (1 if out else 0.5):
            found[kind["key"]] = 1
            cards -= int(kind["min_cards"])
    return found


def _anyone(random: Random, entry: Entry) -> Entry:
    return random.choice(entry["sides"] or [{}])


def _table(side: Entry, name: str) -> Entry:
    value = side.get(name)
    if not isinstance(value, dict):
        value = side[name] = {}
    return value


def _more(name: str, section: str, counts: tuple[int, ...]) -> Callable[..., None]:
    """A spoiler: so many of one item, where the rules have some."""

    def spoil(random: Random, document: Document, entry: Entry) -> None:
        holder = document["deck"] if section == "classes" else document
        if items := holder.get(section):
            table = _table(_anyone(random, entry), name)
            table.pop("points", None)
            table[random.choice(items)["key"]] = random.choice(counts)

    return spoil


def _put(name: str, *values: Any) -> Callable[..., None]:
    """A spoiler: a side says this."""

    def spoil(random: Random, document: Document, entry: Entry) -> None:
        _anyone(random, entry)[name] = copy.deepcopy(random.choice(values))

    return spoil


def _say(name: str, *values: Any) -> Callable[..., None]:
    """A spoiler: the round says this."""

    def spoil(random: Random, document: Document, entry: Entry) -> None:
        entry[name] = copy.deepcopy(random.choice(values))

    return spoil


def _drop(random: Random, document: Document, entry: Entry) -> None:
    """Something is not said."""
    _anyone(random, entry).pop(random.choice(("melded", "hand", "morto")), None)
    if random.random() < 0.3:
        entry.pop(random.choice(sorted(entry)))


def _never(random: Random, document: Document, entry: Entry) -> None:
    """A card on the table that may not lie there, or only when going out."""
    side = _anyone(random, entry)
    if random.random() < 0.5:
        side["out"] = random.choice(list(document["going_out"]["points"]))
    for item in document["deck"]["classes"]:
        if (item.get("meldable") or "always") != "always":
            _table(side, "melded")[item["key"]] = random.choice((1, 2, 3))


def _whole_pack(random: Random, document: Document, entry: Entry) -> None:
    """About as many cards in two sides' piles as the pack has beside its mortos."""
    pack = _pack(random, document, 0)
    cards = pack[: max(0, len(pack) - random.randint(0, 30))]
    for number, side in enumerate(entry["sides"]):
        own = cards[number::2] if number < 2 else []
        side["melded"] = {card: own.count(card) for card in dict.fromkeys(own)}
        side["hand"] = {}
        side.pop("unused_morto", None)
        if document.get("mortos"):
            side["morto"] = random.choice(("taken", "not_taken"))


def _exact(random: Random, document: Document, entry: Entry) -> None:
    """Just as many melded cards or points as the canastras need, or just too few."""
    side = _anyone(random, entry)
    kinds = random.choices(document["canastras"], k=2) if document["canastras"] else []
    cards = sum(int(kind["min_cards"]) for kind in kinds)
    side["canastras"] = {}
    for kind in kinds:
        side["canastras"][kind["key"]] = side["canastras"].get(kind["key"], 0) + 1
    always = [
        item
        for item in document["deck"]["classes"]
        if (item.get("meldable") or "always") == "always"
    ]
    item = min(always, key=lambda item: item["points"])
    few = cards - random.randint(0, 1)
    typed = {"points": max(0, int(item["points"]) * few)}
    side["melded"] = random.choice(({item["key"]: max(0, few)}, typed))


def _rich(random: Random, document: Document, entry: Entry) -> None:
    """About as many typed points as the whole pack is worth."""
    values = {item["key"]: int(item["points"]) for item in document["deck"]["classes"]}
    worth = sum(values[card] for card in _pack(random, document, 0))
    side = _anyone(random, entry)
    side["melded"] = {"points": max(0, worth + random.choice((0, 5, 200, -200)))}


def _unused(random: Random, document: Document, entry: Entry) -> None:
    side = _anyone(random, entry)
    side["morto"] = random.choice(("taken_unused", "taken_unused", "taken"))
    item = random.choice(document["deck"]["classes"])["key"]
    side["unused_morto"] = random.choice(({}, None, {item: 3}, {item: 11}, {"points": 55}))


def _mixed(random: Random, document: Document, entry: Entry) -> None:
    pile = _table(_anyone(random, entry), random.choice(PILES))
    pile["points"] = random.choice((10, 30, 30.5))
    pile[random.choice(document["deck"]["classes"])["key"]] = 1


def _goes_out(random: Random, document: Document, entry: Entry) -> None:
    side = _anyone(random, entry)
    waived = document["going_out"].get("waived_by") or []
    side["out"] = random.choice((*document["going_out"]["points"], *waived * 3, "coin"))
    side["hand"] = random.choice(({}, {"points": 0}, {"points": 40}))
    entry["end"] = random.choice(("out", "out", "stock", "stopped"))
    entry["players_per_side"] = random.choice((1, 1, 2, None))
    entry["mortos_to_stock"] = random.choice((None, 0, len(entry["sides"])))
    if random.random() < 0.5:
        side["canastras"] = {}
    if document.get("mortos"):
        side["morto"] = random.choice(("taken", "not_taken", "not_taken", "taken_unused"))


def _few(random: Random, document: Document, entry: Entry) -> None:
    """One or two cards melded, or a hand of fewer cards than players."""
    side = _anyone(random, entry)
    item = random.choice(document["deck"]["classes"])["key"]
    side[random.choice(("melded", "hand"))] = random.choice(({item: 1}, {item: 2}, {"points": 0}))
    entry["players_per_side"] = random.choice((2, 3, [2] * len(entry["sides"])))


def _hostile(random: Random, document: Document, entry: Entry) -> None:
    """Anything anywhere."""
    holder, key = random.choice(list(_places(entry)))
    if isinstance(holder, dict) and random.random() < 0.3:
        key = random.choice(NAMES)
    holder[key] = copy.deepcopy(random.choice((*HOSTILE, *WORDS)))


def _places(node: Any) -> Any:
    for key, value in list(node.items() if isinstance(node, dict) else enumerate(node)):
        yield node, key
        if isinstance(value, dict | list):
            yield from _places(value)


def _sides(random: Random, document: Document, entry: Entry) -> None:
    side = copy.deepcopy(_anyone(random, entry))
    entry["sides"] = random.choice(([], [*entry["sides"], side], entry["sides"][1:], [side] * 7))


def _names(random: Random, document: Document, entry: Entry) -> None:
    """Words nobody knows, several at once, so that their order is seen."""
    side = _anyone(random, entry)
    adjustment = {"note": "", "points": 1}
    side["adjustments"] = [adjustment]
    for holder in (entry, side, adjustment, *(_table(side, name) for name in TABLES)):
        if random.random() < 0.4:
            holder.update({name: random.randint(0, 2) for name in random.sample(NAMES, 6)})


SPOILERS: tuple[Callable[[Random, Document, Entry], None], ...] = (
    *(_hostile,) * 6,
    *(_goes_out,) * 4,
    *(_unused,) * 2,
    *(_names,) * 3,
    *(_drop,) * 4,
    *(_never,) * 2,
    *(_whole_pack,) * 2,
    *(_rich,) * 2,
    *(_exact,) * 2,
    _few,
    _few,
    _mixed,
    _sides,
    _more("melded", "classes", (9, 30, 105, 500)),
    _more("hand", "classes", (60, 500, 7.0, -1, -1)),
    _more("honours", "honours", (5, 9, 60, -2, 300)),
    *(_more("extras", "extras", (5, 9, 9, 0.5, -3)),) * 6,
    _more("canastras", "canastras", (2, 5, 20, -1)),
    _put("melded", {"points": 33}, {"points": 1}, {"points": 20_000}, {"points": 1_000_000}, {}),
    _put("melded", {"points": 12_345}, {"points": 3000}, {"points": 7.5}),
    _put("hand", {"points": 33}, {"points": 7}),
    *(_put("morto", *WORDS, "Taken", None),) * 4,
    _put("out", *WORDS, 7),
    _put("total", 60, -60.0, 1.5, "60"),
    _put("adjustments", [{"points": 5}, {"points": -0.0}], [{"note": 5, "points": 5}], [5], {}),
    *(_say("end", *WORDS, None),) * 2,
    _say("players_per_side", 1, 2, 3, 9, 0, -1, "2", [1], [2, 2], [2, 1, 2], [], None, 1.5, {}),
    _say("mortos_to_stock", 1, 2, 3, 9, -1, 1.5, None, "1"),
)


def spoilt(random: Random, document: Document, entry: Entry) -> Any:
    """The round with one to three things wrong with it, most often."""
    for _ in range(random.choice((1, 1, 2, 3))):
        random.choice(SPOILERS)(random, document, entry)
        if not isinstance(entry.get("sides"), list) or not all(
            isinstance(side, dict) for side in entry["sides"]
        ):
            return entry
    return entry
