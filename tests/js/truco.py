"""Random matches of truco: rulesets, events and requests, for Python and for the phone alike.

Scores start near the mark, the half and the target; about one event in four cannot be.
"""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import rules
from tests.js.rounds import HOSTILE
from tests.rules import cases

Document = dict[str, Any]
Event = dict[str, Any]

HOWS = ("played", "fold", "all_tied", "mark_played", "mark_fold", "iron")
FLORES = ("single", "matched", "contraflor", "contraflor_declined")
FALTAS = ("leader", "match_if_malas", "leader_half")
OTHER_GAMES = (cases.EVERY["tally"], cases.EVERY["tranca"])


def requests(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """`count` requests; the same seed gives the same ones. Four in a row share a ruleset."""
    random = Random(seed)
    document: Document = {}
    for number in range(count):
        if number % 4 == 0:
            document = ruleset(random)
        yield _play(random, document) if random.random() < 0.97 else _error(random, document)


def ruleset(random: Random) -> Document:
    """One of the worked rulesets, most often with parts of it drawn anew."""
    document = copy.deepcopy(random.choice(list(cases.TRUCO.values())))
    for change in random.sample(CHANGES, random.randint(0, 4)):
        changed = copy.deepcopy(document)
        change(random, changed)
        if rules.validate(changed)["valid"]:
            document = changed
    return document


def _ladder(random: Random, document: Document) -> None:
    steps = sorted(random.sample(range(1, 20), random.randint(1, 6)))
    document["ladder"] = [random.choice((step, float(step))) for step in steps]
    document["calls"] = ["word"] * len(steps)


def _mark(random: Random, document: Document) -> None:
    mark = {key: random.randint(0, 5) for key in ("played", "fold", "both")}
    mark["at"] = max(1, document["end"]["target"] - random.choice((1, 1, 2, 5)))
    document["mark"] = random.choice((None, mark, mark, mark))


def _half(random: Random, document: Document) -> None:
    document["half"] = random.choice((None, 1, document["end"]["target"] // 2 or 1, 15.0))


def _envido(random: Random, document: Document) -> None:
    pays = {"envido": random.randint(0, 4), "real": random.randint(0, 5)}
    document["envido"] = random.choice((None, {**pays, "falta": random.choice(FALTAS)}))
    if random.random() < 0.8:
        document["half"] = random.randint(1, 20)


def _flor(random: Random, document: Document) -> None:
    document["flor"] = random.choice((None, {key: random.randint(0, 6) for key in FLORES}))


def _end(random: Random, document: Document) -> None:
    document["end"] = {
        "mode": "target",
        "target": random.choice((6, 12, 12, 15, 24, 30)),
        "at": random.choice(("reach", "pass", None)),
        "tie": random.choice(("extra_round", "draw", "went_out", None)),
    }


def _all_tied(random: Random, document: Document) -> None:
    document["all_tied"] = random.choice(("void", "leader"))


CHANGES = (_ladder, _mark, _mark, _half, _envido, _envido, _flor, _end, _all_tied)


def _play(random: Random, document: Document) -> dict[str, Any]:
    asked: dict[str, Any] = {"do": "play", "ruleset": document, "sides": random.choice((2, 2.0))}
    if random.random() < 0.4:
        end = {"target": random.choice((1, 9, 12, 15, 30)), "at": random.choice(("reach", "pass"))}
        asked["end"] = random.choice((end, {**end, "tie": "draw"}, {"target": end["target"]}, {}))
    target = int(asked.get("end", {}).get("target") or document["end"]["target"])
    usual = int(document["end"]["target"])
    at = int((document.get("mark") or {"at": usual - 1})["at"]) + target - usual
    if random.random() < 0.7:
        near = (0, 2, at, at, at, at - 1, target // 2, target // 2, at - 4, -0.0, -3)
        far = (target, at + 1, 10**12)
        asked["start"] = [random.choice(near if random.random() < 0.95 else far) for _ in (0, 1)]
    marked = at in asked.get("start", ())
    asked["rounds"] = [_entry(random, document, marked) for _ in range(random.randint(0, 7))]
    if random.random() < 0.1:
        asked["played"] = random.choice((0, 3, None))
    return asked


def _entry(random: Random, document: Document, marked: bool) -> Any:
    chance = random.random()
    if chance < 0.04:
        return copy.deepcopy(random.choice(HOSTILE))
    own = random.choice(list(cases.TRUCO.values()))
    event = _event(random, document if chance < 0.9 else own, marked)
    if random.random() < 0.08:
        event[random.choice(sorted(event))] = copy.deepcopy(random.choice(HOSTILE))
    if random.random() < 0.03:
        event.pop(random.choice(sorted(event)))
    if chance >= 0.9:
        event["ruleset"] = own if chance < 0.98 else random.choice(OTHER_GAMES)
    return event


def _event(random: Random, document: Document, marked: bool) -> Event:
    make = random.choice((*(_hand,) * 6, _said_envido, _said_envido, _said_flor, _adjust))
    missing = {_said_envido: not document.get("envido"), _said_flor: not document.get("flor")}
    if missing.get(make) and random.random() < 0.7:
        make = _hand
    winner = random.choice((*(0, 1) * 9, 1.0, -0.0, 2, None))
    event = {"winner": winner, **make(random, document)}
    if make is _hand:
        _ended(random, document, event, marked)
    return event


def _hand(random: Random, document: Document) -> Event:
    return {"type": "hand"}


def _ended(random: Random, document: Document, event: Event, marked: bool) -> None:
    """How a hand ended: most often as the start of the match lets it."""
    usual = ("mark_played", "mark_played", "mark_fold", "iron") if marked else ("played", "fold")
    how = event["how"] = random.choice((*usual * (4 if marked else 12), *HOWS, "won"))
    steps = [*document["ladder"] * 3, 5, "3"]
    if how == "played":
        event["value"] = random.choice(steps)
    if how == "fold":
        event["offered"] = random.choice(steps[1:])
    if how == "all_tied" or (how in ("mark_played", "iron") and random.random() < 0.2):
        event["winner"] = None


def _said_envido(random: Random, document: Document) -> Event:
    calls = random.choices(("envido", "real", "falta"), (5, 3, 1), k=random.randint(0, 4))
    if calls and random.random() < 0.4:
        calls[-1] = "falta"
    return {"type": "envido", "calls": calls, "accepted": random.random() < 0.6}


def _said_flor(random: Random, document: Document) -> Event:
    return {"type": "flor", "call": random.choice((*FLORES, *FLORES, "constructor"))}


def _adjust(random: Random, document: Document) -> Event:
    return {"type": "adjust", "points": random.choice((1, -1, 2, 0, -0.0, 3.0, -12, 1.5))}


def _error(random: Random, document: Document) -> dict[str, Any]:
    """What truco cannot answer: the reply is an error, whatever its sentence."""
    match = {"do": "play", "ruleset": document, "sides": 2, "rounds": []}
    return random.choice(
        (
            {"do": "score", "ruleset": document, "round": {"points": [1, 2]}},
            {"do": "draft", "ruleset": document, "round": {}},
            {**match, "sides": 3},
            {**match, "start": [1]},
            {**match, "rounds": None},
            {**match, "end": {"mode": "open"}},
            {**match, "end": {"mode": "rounds", "rounds": 3}},
            {**match, "rounds": [{"type": "hand", "ruleset": {"game": "coin"}}]},
        )
    )
