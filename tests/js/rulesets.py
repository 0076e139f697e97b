"""Random rulesets of melds: those of the worked cases with any part of them changed.

Every document drawn is valid. Plain functions of a seeded `random.Random`.
"""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import rules
from tests.rules import cases

Document = dict[str, Any]

RANKS = ("2", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
# Words that name something else in Python or JavaScript are as good as any.
KEYS = ("clean", "dirty", "constructor", "card", "ace", "low", "size", "get", "length", "x9_", "a")
SAME = ("format", "game", "id", "name")  # of no weight for a score, and left as they are
WORDS = ("texts", "play", "sources", "assumptions")
BASES = [
    {key: value for key, value in document.items() if key not in WORDS}
    for document in cases.VECTORS["rulesets"].values()
    if document["game"] == "melds"
]


def ruleset(random: Random) -> Document:
    """One of the worked rulesets with one to six of its parts drawn anew."""
    document = copy.deepcopy(random.choice(BASES))
    for _ in range(random.randint(1, 6)):
        changed = copy.deepcopy(document)
        random.choice(CHANGES)(random, changed)
        if rules.validate(changed)["valid"]:
            document = changed
    return document


def points(random: Random) -> int:
    """A worth: mostly as tables have it, at times odd, negative or huge."""
    usual = random.randrange(0, 1000, 5)
    return random.choice((usual, usual, -usual, random.randint(-50, 50), 0, 1_000_000))


def keys(random: Random, low: int, high: int) -> list[str]:
    return random.sample(KEYS, random.randint(low, high))


def leaf(random: Random, document: Document) -> None:
    """Any one value of the document becomes another; most often the result is no ruleset."""
    places = list(_leaves(document))
    holder, key = random.choice(places)
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        near = value + random.choice((-1, 1, 5))
        holder[key] = random.choice((near, -value, 0, points(random), float(value), -0.0))
    else:
        holder[key] = random.choice((None, value))


def _leaves(node: Any) -> Any:
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        if isinstance(value, dict | list):
            yield from _leaves(value)
        elif key not in SAME:
            yield node, key


def deck(random: Random, document: Document) -> None:
    """All ranks dealt out anew among one to five classes and up to two honours."""
    packs, jokers = random.randint(1, 4), random.choice((0, 0, 2, 4, 8))
    ranks = [*RANKS, *random.choice((("3",), ("3r", "3b"), ("3r", "3b")))]
    places: list[Document] = [{"key": key, "ranks": []} for key in keys(random, 1, 5)]
    honours: list[Document] = [{"key": key, "ranks": []} for key in keys(random, 0, 2)]
    for rank in [*ranks, *(["joker"] if jokers else [])]:
        among = places if not honours or random.random() < 0.8 else honours
        random.choice(among)["ranks"].append(rank)
    for place in places:
        place["points"] = random.choice((5, 10, 15, 20, 50, points(random)))
        if random.random() < 0.5:
            place["hand_points"] = random.choice((None, points(random)))
        if random.random() < 0.5:
            place["meldable"] = random.choice(("always", "going_out", "never", None))
    places[0]["meldable"] = "always"
    document["deck"] = {"packs": packs, "jokers": jokers, "classes": places}
    document["honours"] = honours
    for honour in honours:
        copies = sum(_copies(rank, packs, jokers) for rank in honour["ranks"])
        honour["totals"] = [0, *(points(random) for _ in range(copies))]
        honour["otherwise"] = random.choice(("negate", "zero"))
        honour["counts_if"] = random.choice((None, condition(random, document)))


def _copies(rank: str, packs: int, jokers: int) -> int:
    return {"joker": jokers, "3r": 2 * packs, "3b": 2 * packs}.get(rank, 4 * packs)


def honours(random: Random, document: Document) -> None:
    """Other totals and conditions of the honours there are."""
    for honour in document.get("honours") or []:
        honour["totals"][1:] = [points(random) for _ in honour["totals"][1:]]
        honour["counts_if"] = random.choice((None, condition(random, document)))
        honour["otherwise"] = random.choice(("negate", "zero"))


def needed(random: Random, document: Document, count: str) -> Document:
    kinds = [kind["key"] for kind in document["canastras"]]
    among = [{}, {"clean": True}]
    if kinds:
        among.append({"kinds": random.choices(kinds, k=random.randint(1, len(kinds)))})
    return {count: random.choice((0, 1, 1, 2, 4)), **random.choice(among)}


def condition(random: Random, document: Document) -> Document:
    return random.choice(({"any_meld": True}, needed(random, document, "canastras")))


def canastras(random: Random, document: Document) -> None:
    """One to seven kinds; what names a kind is drawn anew as well."""
    document["canastras"] = [
        {
            "key": key,
            "points": points(random),
            "min_cards": random.choice((7, 7, 3, 1, 13)),
            "clean": random.random() < 0.5,
        }
        for key in keys(random, 1, 7)
    ]
    for part in (honours, melded_if, requires):
        part(random, document)


def count_bonuses(random: Random, document: Document) -> None:
    at_least = random.sample(range(1, 6), random.randint(0, 3))
    document["canastra_count_bonuses"] = [
        {"at_least": n, "points": points(random)} for n in at_least
    ]


def melded_if(random: Random, document: Document) -> None:
    rule = {
        "condition": condition(random, document),
        "otherwise": random.choice(("negate", "zero")),
        "canastra_points": random.choice(("keep", "zero")),
    }
    document["melded_if"] = random.choice((None, rule))


def requires(random: Random, document: Document) -> None:
    mortos = document.get("mortos") is not None
    document["going_out"]["requires"] = {
        "morto": random.choice((True, False, "if_left", "if_left", None)) if mortos else False,
        "canastras": [needed(random, document, "min") for _ in range(random.choice((0, 0, 1, 2)))],
    }


def going_out(random: Random, document: Document) -> None:
    manners = keys(random, 1, 4)
    document["going_out"]["points"] = {manner: points(random) for manner in manners}
    waived = random.sample(manners, random.randint(0, 1))
    document["going_out"]["waived_by"] = random.choice((waived, None))
    requires(random, document)


def mortos(random: Random, document: Document) -> None:
    sizes = [random.randint(1, 25) for _ in range(random.randint(1, 4))]
    size = random.choice(({"size": random.choice((11, 13, 1))}, {"sizes": sizes}))
    rule = {
        **size,
        "not_taken": points(random),
        "taken_unused": random.choice(("as_not_taken", "cards", "cards_and_penalty")),
        "to_stock": random.choice((True, False, None)),
    }
    document["mortos"] = random.choice((rule, rule, None))
    requires(random, document)


def extras(random: Random, document: Document) -> None:
    document["extras"] = [
        {"key": key, "points": points(random), "max_per_side": random.randint(0, 4)}
        for key in keys(random, 0, 4)
    ]


def first_meld(random: Random, document: Document) -> None:
    basis, top = random.choice((("score", 3000), ("round", 6)))
    froms: list[int | None] = sorted(random.sample(range(-top, top), random.randint(1, 4)))
    froms[0] = random.choice((None, froms[0]))
    words = ("any_canastra", "clean_canastra", "canastra_and:200", 0, 50, 120)
    steps = [{"from": start, "minimum": random.choice(words)} for start in froms]
    document["first_meld"] = random.choice((None, {"basis": basis, "steps": steps}))


def end(random: Random, document: Document) -> None:
    document["end"] = random_end(random)


def random_end(random: Random) -> Document:
    """The end of a match, near enough to be reached in a few rounds."""
    target = {"mode": "target", "target": random.choice((1, 300, 1000, 3000, 1_000_000))}
    rounds = {"mode": "rounds", "rounds": random.randint(1, 4)}
    ties = ("extra_round", "draw", "went_out", "went_out", None)
    return {
        **random.choice((target, target, rounds, {"mode": "open"})),
        "at": random.choice(("reach", "pass", None)),
        "tie": random.choice(ties),
    }


def sides(random: Random, document: Document) -> None:
    document["sides"] = random.sample(range(2, 7), random.randint(1, 3))
    players = random.sample(range(1, 5), random.randint(1, 3))
    document["players_per_side"] = random.choice((None, players))


CHANGES: tuple[Callable[[Random, Document], None], ...] = (
    *(leaf,) * 5,
    deck,
    honours,
    canastras,
    count_bonuses,
    melded_if,
    going_out,
    requires,
    mortos,
    mortos,
    extras,
    extras,
    first_meld,
    end,
    sides,
    sides,
)
