"""Random requests to the rules: plain data from a seed, for Python and for the phone alike.

Some are as a table would ask, more than a third are wrong, a few are any JSON at all.
"""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.js import rounds, rulesets

Request = dict[str, Any]


def requests(seed: int, count: int) -> Iterator[Request]:
    """`count` requests; the same seed gives the same ones. Four in a row share a ruleset."""
    random = Random(seed)
    document: rulesets.Document = {}
    for number in range(count):
        if number % 4 == 0:
            document = rulesets.ruleset(random)
        yield request(random, document)


def request(random: Random, document: rulesets.Document) -> Request:
    if random.random() < 0.01:
        return _unanswerable(random, document)
    if random.random() < 0.3:
        return _play(random, document)
    do = random.choice(("draft", "draft", "score"))
    return {"do": do, "ruleset": document, "round": _round(random, document)}


def _sides(random: Random, document: rulesets.Document) -> int:
    return int(random.choice(document["sides"]))


def _round(random: Random, document: rulesets.Document) -> Any:
    if random.random() < 0.01:
        return random.choice([value for value in rounds.HOSTILE if value is not None])
    entry = rounds.round_of(random, document, _sides(random, document))
    return rounds.spoilt(random, document, entry) if random.random() < 0.6 else entry


def _play(random: Random, document: rulesets.Document) -> Request:
    sides = _sides(random, document)
    asked: Request = {
        "do": "play",
        "ruleset": document,
        "sides": random.choice((sides, float(sides))),
    }
    asked["rounds"] = [_entry(random, document, sides) for _ in range(random.randint(0, 6))]
    if random.random() < 0.4:
        asked["end"] = rulesets.random_end(random)
        asked["end"].pop(random.choice(("at", "tie")))
    if random.random() < 0.5:
        target = {**document["end"], **asked.get("end", {})}.get("target") or 0
        usual = (0, -0.0, target, target - 100, target - 100, target - 1000, -5, 10**12)
        same = random.choice(usual)
        each = [random.choice(usual) for _ in range(sides)]
        asked["start"] = random.choice((each, [same] * sides))
    if random.random() < 0.2:
        asked["played"] = random.choice((0, 3, 7.0, None))
    return asked


def _entry(random: Random, document: rulesets.Document, sides: int) -> Any:
    chance = random.random()
    if chance < 0.15:
        return _adjustment(random, sides)
    if chance < 0.2:
        return copy.deepcopy(random.choice(rounds.HOSTILE))
    if chance < 0.4:
        points = random.choice((0, 100, 300, 700, 1000))
        totals = [{"total": points if points < 700 else 100 * side} for side in range(sides)]
        random.choice(totals)["out"] = random.choice((None, *document["going_out"]["points"]))
        return {"sides": totals}
    own = document
    if chance < 0.5:
        own = copy.deepcopy(document)
        change = random.choice((rulesets.extras, rulesets.first_meld, rulesets.end))
        change(random, own)
    entry = rounds.round_of(random, own, sides)
    if random.random() < 0.25:
        entry = rounds.spoilt(random, own, entry)
    return entry if own is document else {**entry, "ruleset": own}


def _adjustment(random: Random, sides: int) -> Request:
    points = [random.choice((0, -100, 700, 7.0)) for _ in range(sides)]
    entry = random.choice(
        (
            *({"adjust": points, "note": "agreed"},) * 4,
            {"adjust": points, "note": None, "ruleset": None},
            {"adjust": points[1:]},
            {"adjust": [*points, 1.5]},
            {"adjust": {}, "note": "agreed"},
            {"adjust": points, "note": 5, "sides": []},
        )
    )
    return dict(entry)


def _unanswerable(random: Random, document: rulesets.Document) -> Request:
    """What no game can answer: the reply is an error, whatever its sentence."""
    return random.choice(
        (
            {"do": "guess", "ruleset": document},
            {"do": "draft", "ruleset": document},
            {"do": "score", "ruleset": {"game": "coin"}, "round": {}},
            {"do": "play", "ruleset": document, "sides": 99, "rounds": []},
            {"do": "play", "ruleset": document, "sides": "2", "rounds": []},
            {"do": "play", "ruleset": document, "sides": _sides(random, document), "rounds": {}},
            {"do": "play", "ruleset": document, "sides": _sides(random, document)},
            {
                "do": "play",
                "ruleset": document,
                "sides": _sides(random, document),
                "rounds": [],
                **random.choice(({"start": [0]}, {"start": 7}, {"played": -1}, {"played": "1"})),
            },
        )
    )
