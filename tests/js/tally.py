"""Random tallies: rulesets, rounds and requests, for Python and for the phone alike."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import rules
from tests.js.rounds import HOSTILE, NAMES
from tests.js.rulesets import random_end
from tests.rules import cases

Document = dict[str, Any]


def requests(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """`count` requests; the same seed gives the same ones. Four in a row share a ruleset."""
    random = Random(seed)
    document: Document = {}
    for number in range(count):
        if number % 4 == 0:
            document = ruleset(random)
        yield _request(random, document)


def ruleset(random: Random) -> Document:
    """One of the worked rulesets with its figures drawn anew."""
    document = copy.deepcopy(random.choice(list(cases.TALLY.values())))
    changed = {
        **document,
        "wins": random.choice(("highest", "lowest")),
        "step": random.choice((None, 1, 5, 5.0, 10)),
        "minimum": random.choice((None, None, 0, -0.0, -26, 5)),
        "maximum": random.choice((None, None, 26, 100, 5.0)),
        "sides": random.sample(range(1, 7), random.randint(1, 5)),
        "end": random_end(random),
    }
    return changed if rules.validate(changed)["valid"] else document


def _request(random: Random, document: Document) -> dict[str, Any]:
    sides = int(random.choice(document["sides"]))
    if random.random() < 0.4:
        return _play(random, document, sides)
    if random.random() < 0.02:
        return {"do": "score", "ruleset": document}
    round_ = _round(random, sides)
    round_ = {} if round_ is None else round_
    return {"do": random.choice(("score", "draft")), "ruleset": document, "round": round_}


def _play(random: Random, document: Document, sides: int) -> dict[str, Any]:
    asked: dict[str, Any] = {"do": "play", "ruleset": document, "sides": sides}
    asked["rounds"] = [_entry(random, sides) for _ in range(random.randint(0, 6))]
    if random.random() < 0.4:
        asked["end"] = random_end(random)
    if random.random() < 0.4:
        asked["start"] = [random.choice((0, 0, 95, 290, 2990, -5)) for _ in range(sides)]
    if random.random() < 0.2:
        asked["played"] = random.choice((0, 2, None))
    return asked


def _entry(random: Random, sides: int) -> Any:
    chance = random.random()
    if chance < 0.15:
        points = [random.choice((0, -5, 100, 7.0)) for _ in range(sides)]
        return random.choice(({"adjust": points, "note": "agreed"}, {"adjust": points[1:]}))
    entry = _round(random, sides)
    if chance > 0.9 and isinstance(entry, dict):
        return {**entry, "ruleset": random.choice(list(cases.EVERY.values()))}
    return entry


def _round(random: Random, sides: int) -> Any:
    usual = (0, 5, 10, 26, 26, 100, -5, 7, 7.0, 300, -0.0)
    points: list[Any] = [random.choice(usual) for _ in range(sides)]
    entry: dict[str, Any] = {"points": points}
    chance = random.random()
    if chance < 0.2 and points:
        points[random.randrange(len(points))] = copy.deepcopy(random.choice(HOSTILE))
    elif chance < 0.3:
        points[:] = random.choice((points[1:], [*points, 5], []))
    elif chance < 0.37:
        entry |= {name: 1 for name in random.sample(NAMES, 3)}
    elif chance < 0.43:
        entry["points"] = copy.deepcopy(random.choice(HOSTILE))
    elif chance < 0.48:
        return copy.deepcopy(random.choice(HOSTILE))
    return entry
