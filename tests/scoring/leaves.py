"""Every value of a preset, changed through the page as a person would."""

import json
from collections.abc import Iterator
from typing import Any

import rules
from scoring import actions, house_example
from scoring.actions import Sheet
from scoring.explain import round_lines
from scoring.models import HouseRules, Match, Score
from scoring.rulewords import changes
from tests.factories import fresh as fresh_match
from tests.factories import record, start_match
from tests.scoring.house_page import Fields, at, fields, fresh

PRESETS = {ruleset.id: json.loads(rules.canonical(ruleset.document)) for ruleset in rules.presets()}
ROWED = ("condition", "step", "bonus")
# What the rules of a game leave no choice about.
FIXED = {"truco": {"end.mode", "sides"}}  # two sides, to a target


def evening(by: Any, preset: str) -> Match:
    """A match by these rules with the example as its round, as far as the game has rounds."""
    document = PRESETS[preset]
    sides = min(document["sides"])
    match = start_match(by, preset=preset, labels=[""] * sides)
    if document["game"] == "truco":
        sheet = Sheet(
            {"type": "hand", "how": "played", "value": document["ladder"][0], "winner": 0}
        )
    else:
        sheet = Sheet(house_example.entry(document, house_example.deal(document)))
    record(match, by, sheet)
    return fresh_match(match)


def told(match: Match) -> Any:
    """All that is stored and said of a match: totals, points, rules, breakdown."""
    match = fresh_match(match)
    rounds = list(match.rounds.order_by("order"))
    sides = range(0 if match.ruleset.rules.game == "truco" else match.sides.count())
    lines = [[round_lines(entry, side, {}) for side in sides] for entry in rounds]
    points = list(Score.objects.filter(round__match=match).order_by("pk").values("points"))
    totals = [side.total for side in match.sides.with_total()]
    return totals, points, lines, match.ruleset_id, [entry.ruleset_id for entry in rounds]


def leaves(preset: str) -> list[str]:
    """The lines of a preset that hold something and could hold something else."""
    document = PRESETS[preset]
    fixed = FIXED.get(document["game"], {})
    return [line.path for line in rules.lines(document) if line.path not in fixed]


def ways(page: Fields, path: str) -> Iterator[dict[str, Any]]:
    """What a person might write there instead, with what must go along with it."""
    names = [n for n in page.said | page.could if n == path or n.startswith(f"{path}.")]
    option = rules.option_of(page.game, path)
    if option.kind in ROWED:
        names = [f"{path}.{part}" for part in option.parts if f"{path}.{part}" in names]
    else:
        names = [path]
    if option.kind == "keys":
        item = {"points": "5", "totals": "0", "min_cards": "7", "max_per_side": "1"}
        more = {f"{path}.nova.{part}": [text] for part, text in item.items()}
        yield {f"new.{path}": ["Nova"]} | more
    for name in names:
        held = page.said.get(name, [])
        if name in page.could:
            for other in page.could[name]:
                if [other] != held:
                    yield {name: [other]} | along(page, path, other)
            yield {name: []}
        else:
            yield from ({name: [text]} | along(page, path, text) for text in texts(held[0]))


def texts(held: str) -> Iterator[str]:
    """Other texts for a figure, for several, for words."""
    parts = held.split(", ")
    if parts[-1].lstrip("-").isdigit():
        start = ", ".join(parts[:-1]) + ", " if parts[1:] else ""
        yield from (f"{start}{int(parts[-1]) + more}" for more in (1, -1))
        yield f"{held}, {int(parts[-1]) + 1}"
    yield from (f"{held} x".strip(), "2", "")


def along(page: Fields, path: str, other: str) -> dict[str, Any]:
    """What has to change with it for the rules to make sense."""
    if path == "mortos":
        return {"going_out.requires.morto": ["false"]}
    if path == "end.mode":
        return {"end.target": ["100"], "end.rounds": ["3"]}
    held = page.said.get(path, [""])[0]
    if path.startswith("ranks.") and held.startswith("honours."):
        return {f"{held}.totals": ["0"]}
    if path in ("deck.packs", "deck.jokers") and other.isdigit():
        more = {"ranks.joker": ["classes." + page.said["deck.classes"][0]]}
        cards = {"ranks.3r": 2, "ranks.3": 4, "ranks.3b": 2}
        packs = int(other) if path == "deck.packs" else int(page.said["deck.packs"][0])
        for rank, each in cards.items():
            where = page.said.get(rank, [""])[0]
            if where.startswith("honours."):
                totals = ", ".join(str(100 * n) for n in range(each * packs + 1))
                more[f"honours.{where[8:]}.totals"] = [totals]
        return more if path == "deck.packs" or other != "0" else more | {"ranks.joker": [""]}
    return {}


def change(persona: Any, house: HouseRules, path: str) -> str:
    """Change one value through the page; return what is wrong, "" for nothing.

    It must be saved, stand there when the page is opened again, and be seen: in a line of the
    example or in a sentence of the difference.
    """
    before = house.ruleset.document
    address = at("edit_house", house)
    page = fields(persona.client.get(address))
    page.game = before["game"]
    for said in ways(page, path):
        if persona.client.post(address, page.said | said).status_code == 303:
            now = fresh(house)
            if now.version > house.version:
                return seen(persona, house, now, path, said)
    return "cannot be changed"


def seen(persona: Any, house: HouseRules, now: HouseRules, path: str, said: Any) -> str:
    old, new = house.ruleset.document, now.ruleset.document
    again = fields(persona.client.get(at("edit_house", now)))
    said = {name: text for name, text in said.items() if not name.startswith("new.")}
    said = {name: text for name, text in said.items() if name in again.said or text == []}
    shown = {name: again.said.get(name, []) for name in said}
    dealt = house_example.deal(old)
    told = house_example.tried(old, dealt) != house_example.tried(new, dealt)
    actions.restore(now, persona.user, now.version, 1)
    if not told and not changes(old, new):
        return "nothing tells of it"
    other = {name: (said[name], shown[name]) for name in said if said[name] != shown[name]}
    return f"stands otherwise when opened again: {other}" if other else ""
