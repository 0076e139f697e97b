"""Rounds as a table plays them: possible under the rules, told by chance and by who sits there."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Any

import rules
from scoring.demo.cast import Force
from scoring.sheet import NUMBER, STOCK, STOPPED, ways

OUT = "out"
ENDINGS = {OUT: 88, STOCK: 11, STOPPED: 1}
MOST_CANASTRAS = 4
# A player never holds more: a hand as it was dealt.
HAND = 11
# Cards nobody has at the end: the last of the stock, the top of the pile.
LEFT = 4
# How often a hand of truco is played for each step of the ladder.
STEPS = (60, 26, 9, 4, 1)


def melds(draw: Random, ruleset: rules.Ruleset, sides: Sequence[Force]) -> dict[str, Any]:
    """Return the entry of a round of tranca or buraco."""
    (end,) = draw.choices(list(ENDINGS), ENDINGS.values())
    luck = [side.strength + draw.gauss(0, 1.1) for side in sides]
    speed = [a + 0.7 * side.haste + draw.gauss(0, 0.6) for a, side in zip(luck, sides, strict=True)]
    goes = speed.index(max(speed)) if end == OUT else None
    said: list[dict[str, Any]] = [
        {"canastras": _canastras(draw, ruleset, side, luck[n], n == goes)}
        for n, side in enumerate(sides)
    ]
    for n, one in enumerate(said):
        one["morto"] = "taken" if n == goes else _morto(draw, luck[n], end)
    for key, counts in _honours(draw, ruleset, sides).items():
        for one, count in zip(said, counts, strict=True):
            one.setdefault("honours", {})[key] = count
    if goes is not None:
        said[goes]["out"] = min(ruleset.going_out.points, key=ruleset.going_out.points.get)
    left = sum(one["morto"] == "not_taken" for one in said)
    _Deal(draw, ruleset, 0 if end == STOCK else left).fill(said, [side.players for side in sides])
    entry: dict[str, Any] = {"end": end, "players_per_side": sides[0].players}
    if end == STOCK and left:
        entry["mortos_to_stock"] = left
    return {**entry, "sides": [_without_nothing(one) for one in said]}


def _canastras(
    draw: Random, ruleset: rules.Ruleset, side: Force, luck: float, out: bool
) -> dict[str, int]:
    wanted = round(draw.gauss(1.2 + 0.55 * luck + 0.5 * out, 0.7))
    needs = next(iter(ruleset.going_out.requires.canastras), None) if out else None
    found: Counter[str] = Counter()
    rare = [kind for kind in ruleset.kinds if kind not in ("clean", "dirty")]
    for _ in range(min(max(wanted, out), MOST_CANASTRAS)):
        kind = "clean" if draw.random() < side.clean - 0.1 else "dirty"
        found[draw.choice(rare) if rare and draw.random() < 0.03 else kind] += 1
    if needs and not needs.met(found):
        found = Counter({"clean": found.total()})
    return dict(found)


def _morto(draw: Random, luck: float, end: str) -> str:
    if draw.random() > 1 / (1 + exp(-1.3 - luck)):
        return "not_taken"
    return "taken_unused" if end == OUT and draw.random() < 0.04 else "taken"


def _honours(draw: Random, ruleset: rules.Ruleset, sides: Sequence[Force]) -> dict[str, list[int]]:
    """How many of each honour a side has: not all of the pack turn up every time."""
    weights = [side.threes for side in sides]
    found = {}
    for honour in ruleset.honours:
        turned = sum(draw.random() < 0.85 for _ in range(honour.copies))
        takers = draw.choices(range(len(sides)), weights, k=turned)
        found[honour.key] = [takers.count(n) for n in range(len(sides))]
    return found


def _without_nothing(side: Mapping[str, Any]) -> dict[str, Any]:
    """As the sheet sends it: what there is none of is not said, but each pile is."""
    counts = {
        name: {key: n for key, n in side[name].items() if n}
        for name in ("canastras", "honours")
        if name in side
    }
    said = {**side, **counts}
    return {name: held for name, held in said.items() if held}


class _Deal:
    """The pack of one round, of which every card lies in one place only."""

    def __init__(self, draw: Random, ruleset: rules.Ruleset, mortos_left: int):
        self.draw, self.ruleset = draw, ruleset
        self.cards = [c.key for c in ruleset.deck.classes for _ in range(c.copies)]
        draw.shuffle(self.cards)
        mortos = ruleset.mortos.set_out(2)[:mortos_left]
        self.spare = len(self.cards) - sum(mortos) - LEFT
        self.by_number = ways(ruleset)[0] == NUMBER

    def fill(self, said: Sequence[dict[str, Any]], players: Sequence[int]) -> None:
        """Give each side what it melded and what it holds: first what must be, then what chance
        adds while there are cards."""
        plans: list[tuple[dict[str, Any], str, int, int]] = []
        for side, count in zip(said, players, strict=True):
            kinds = side["canastras"]
            needed = sum(self.ruleset.kinds[kind].min_cards * n for kind, n in kinds.items())
            small = sum(self.draw.choice((3, 3, 4, 5)) for _ in range(self.draw.randint(0, 3)))
            plans.append((side, "melded", needed, small + self.draw.randint(0, len(kinds))))
            holders = count - ("out" in side) - (side["morto"] == "taken_unused")
            more = sum(min(int(self.draw.expovariate(0.28)), HAND - 1) for _ in range(holders))
            plans.append((side, "hand", holders, more))
            if side["morto"] == "taken_unused" and self.ruleset.mortos.taken_unused == "cards":
                plans.append((side, "unused_morto", self.ruleset.mortos.size, 0))
        self.spare -= sum(least for _, _, least, _ in plans)
        for side, name, least, more in plans:
            more = min(more, max(self.spare, 0))
            if name == "melded" and least + more < 3:  # no meld is smaller
                more = 0
            self.spare -= more
            side[name] = self._pile(name, least + more)

    def _pile(self, name: str, count: int) -> dict[str, int]:
        """So many cards off the pack, counted as the sheet counts them."""
        classes = self.ruleset.classes
        fit = [k for k in self.cards if name != "melded" or classes[k].meldable == "always"]
        taken = fit[:count]
        for key in taken:
            self.cards.remove(key)
        if self.by_number:
            return {next(iter(classes)): count}
        worth = "points" if name == "melded" else "hand_points"
        return {"points": sum(getattr(classes[key], worth) for key in taken)}


def truco(
    draw: Random,
    ruleset: rules.Ruleset,
    sides: Sequence[Force],
    totals: Sequence[int],
    end: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the next hand of truco at this score."""
    offers = rules.truco_offers(ruleset, totals, end)
    won = [side.nerve + 0.3 * side.strength + draw.gauss(0, 1.4) for side in sides]
    winner, mark = won.index(max(won)), offers["mark"]
    if offers["iron"]:
        return _hand("iron", winner)
    if mark:
        given = draw.random() < 0.3
        return _hand("mark_fold", 1 - mark["side"]) if given else _hand("mark_played", winner)
    if offers["all_tied"] and draw.random() < 0.03:
        return _hand("all_tied", None)
    if draw.random() < 0.3:
        raised = offers["folds"][0 if draw.random() < 0.85 else 1]
        return _hand("fold", winner, offered=raised["offered"])
    steps = offers["values"]
    return _hand("played", winner, value=draw.choices(steps, STEPS[: len(steps)])[0])


def _hand(how: str, winner: int | None, **more: int) -> dict[str, Any]:
    return {"type": "hand", "how": how, "winner": winner, **more}


def cacheta(draw: Random, sides: Sequence[Force]) -> dict[str, Any]:
    """Return a round of cacheta: one wins, who ran loses a life, who stayed two."""
    luck = [side.strength + 0.4 * side.nerve + draw.gauss(0, 1.2) for side in sides]
    winner = luck.index(max(luck))
    stays = [draw.random() < 0.3 + 0.15 * side.nerve for side in sides]
    points = [0 if n == winner else 1 + stay for n, stay in enumerate(stays)]
    return {"points": points}


def typed(ruleset: rules.Ruleset, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the fingers did to say this entry on the sheet."""
    if ruleset.game == "truco":
        return {}
    if ruleset.game == "tally":
        words = {f"{n}.points": str(points) for n, points in enumerate(entry["points"])}
        return {"way": "", "fields": words}
    words = {"end": entry["end"]}
    if stock := entry.get("mortos_to_stock"):
        words["mortos_to_stock"] = str(stock)
    for n, side in enumerate(entry["sides"]):
        for name, held in side.items():
            if name == "out":
                words["end"] = f"out:{n}:{held}"
            elif isinstance(held, Mapping):
                words |= {f"{n}.{name}.{key}": str(count) for key, count in held.items()}
            else:
                words[f"{n}.{name}"] = held
    return {"way": ways(ruleset)[0], "fields": words}
