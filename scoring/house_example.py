"""An example round beside the editor: the same cards on the table, counted under any rules.

`static/js/rules.js` does `tried` on the phone at each change.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import rules

Document = Mapping[str, Any]
# What the other side has on the table and in hand; who goes out has the most of everything.
FEW, HELD = ("4", "5", "6", "7", "K", "A"), ("K", "A", "2")
TALLIED = (120, 45)
ENVIDOS = (["envido"], ["real"], ["falta"])
FLORES = ("single", "matched", "contraflor", "contraflor_declined")


def deal(document: Document) -> dict[str, Any]:
    """Return what lies on the table at the end of an example round of these rules: cards by rank
    and canastras by kind for each side, the first of which went out."""
    if document["game"] != "melds":
        return {"points": _tallied(document)} if document["game"] == "tally" else {}
    packs, jokers = document["deck"]["packs"], document["deck"]["jokers"]
    items = [*document["deck"]["classes"], *document.get("honours", [])]
    ranks = [rank for item in items for rank in item["ranks"]]
    apart = {"joker": jokers // 2, "2": packs, "3b": min(3, 2 * packs - 1), "3r": 2 * packs - 1}
    winner = {rank: apart.get(rank, 2 * packs) for rank in ranks}
    other = {rank: 1 for rank in ranks if rank in (*FEW, "3", "3r") or (rank == "joker" and jokers)}
    first = {"table": winner, "hand": {}, "canastras": _canastras(document, winner)}
    second = {"table": other, "hand": dict.fromkeys(HELD, 1) | {"3b": 1}, "canastras": {}}
    rest = [{"table": {}, "hand": {}, "canastras": {}}] * (min(document["sides"]) - 2)
    return {"sides": [first, second, *rest]}


def _canastras(document: Document, table: Mapping[str, int]) -> dict[str, int]:
    """What going out asks for, then one of each kind while there are cards for it."""
    kinds = {kind["key"]: kind for kind in document["canastras"]}
    found: Counter[str] = Counter()
    for needed in document["going_out"]["requires"]["canastras"]:
        clean = [key for key, kind in kinds.items() if kind["clean"] or not needed.get("clean")]
        for key in (needed.get("kinds") or clean)[:1]:
            found[key] += needed["min"]
    always = [c for c in document["deck"]["classes"] if c.get("meldable", "always") == "always"]
    left = sum(table[rank] for item in always for rank in item["ranks"])
    left -= sum(kinds[key]["min_cards"] * count for key, count in found.items())
    for key, kind in kinds.items():
        if key not in found and kind["min_cards"] <= left:
            found[key] = 1
            left -= kind["min_cards"]
    return dict(found)


def _tallied(document: Document) -> list[int]:
    step = document.get("step", 1)
    low, high = document.get("minimum", 0), document.get("maximum", 1000)
    points = [max(low, min(high, points)) // step * step for points in TALLIED]
    return [*points, *points, *points][: min(document["sides"])]


def tried(document: Document, dealt: Mapping[str, Any]) -> dict[str, Any]:
    """Return `{sides: [{lines, total}], errors}` of the example under these rules; `errors` are
    the codes of what could not have happened under them."""
    if document["game"] == "truco":
        return _hands(document)
    asked = {"do": "draft", "ruleset": document, "round": entry(document, dealt)}
    said = rules.answer(asked)
    codes = {problem["code"] for problem in said["problems"]}
    return {"sides": said["sides"], "errors": sorted(codes & rules.ERRORS)}


def entry(document: Document, dealt: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the round that was dealt, as these rules write one down; not of truco."""
    if document["game"] == "tally":
        return dealt
    lists = {"classes": document["deck"]["classes"], "honours": document.get("honours", [])}
    place = {
        rank: (where, item)
        for where, items in lists.items()
        for item in items
        for rank in item["ranks"]
    }
    kinds = {kind["key"] for kind in document["canastras"]}
    sides = [
        {"melded": {}, "hand": {}, "honours": {}, "canastras": held}
        for side in dealt["sides"]
        for held in [{key: n for key, n in side["canastras"].items() if key in kinds}]
    ]
    for n, side in enumerate(dealt["sides"]):
        for pile, cards in (("melded", side["table"]), ("hand", side["hand"])):
            for rank, count in cards.items():
                if rank in place:
                    _put(sides, n, pile, *place[rank], count)
        if "mortos" in document:
            sides[n]["morto"] = "taken" if n == 0 else "not_taken"
    sides[0]["out"] = next(iter(document["going_out"]["points"]), None)
    extras = {e["key"]: 1 for e in document.get("extras", []) if e["max_per_side"]}
    sides[0]["extras"] = extras
    return {"end": "out", "sides": sides}


def _put(sides: list[Any], n: int, pile: str, where: str, item: Document, count: int) -> None:
    """Cards that nobody may lay are left in the hand of whoever did not go out."""
    meldable = item.get("meldable", "always")
    if where == "honours":
        pile = "honours"
    elif pile == "melded" and meldable != "always" and (meldable == "never" or n):
        n, pile = n or 1, "hand"
    held = sides[n][pile]
    held[item["key"]] = held.get(item["key"], 0) + count


def _hands(document: Document) -> dict[str, Any]:
    lines, errors = [], set()
    for item, start, event in _events(document):
        asked = {"do": "play", "ruleset": document, "sides": 2, "start": start, "rounds": [event]}
        said = rules.answer(asked)["log"][0]
        lines.append([item, said.get("points")])
        errors |= {said["error"]} if "error" in said else set()
    total = sum(points or 0 for _item, points in lines)
    return {"sides": [{"lines": lines, "total": total}], "errors": sorted(errors)}


def _events(document: Document) -> list[tuple[str, list[int], dict[str, Any]]]:
    even = [0, 0]
    hand = {"type": "hand", "winner": 0}
    found = [
        (f"played:{n}", even, {**hand, "how": "played", "value": value})
        for n, value in enumerate(document["ladder"])
    ]
    found += [
        ("fold", even, {**hand, "how": "fold", "offered": v}) for v in document["ladder"][1:2]
    ]
    if "mark" in document:
        at = document["mark"]["at"]
        found.append(("mark_played", [at, 0], {**hand, "how": "mark_played"}))
        found.append(("mark_fold", [at, 0], {**hand, "how": "mark_fold", "winner": 1}))
        found.append(("iron", [at, at], {**hand, "how": "iron"}))
    if "envido" in document:
        for calls in ENVIDOS:
            event = {"type": "envido", "calls": calls, "accepted": True, "winner": 0}
            found.append((calls[0], even, event))
    if "flor" in document:
        for call in FLORES:
            found.append((call, even, {"type": "flor", "call": call, "winner": 0}))
    return found


def compared(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[tuple[int, str, Any, Any]]:
    """Return `(side, item, before, after)` of every line of the example that differs; None where
    it is not there."""
    found = []
    for n, (was, now) in enumerate(zip(old["sides"], new["sides"], strict=False)):
        before, after = dict(was["lines"]), dict(now["lines"])
        for item in {**before, **after}:
            if before.get(item) != after.get(item):
                found.append((n, item, before.get(item), after.get(item)))
    return found
