"""A document becomes a ruleset, or all that is wrong with it is said at once (contract 1)."""

import json
import re
from collections.abc import Mapping
from typing import Any

from rules.checking import Fault, InvalidRuleset, Node, plain
from rules.figures import LIMIT
from rules.games import GAMES, Game
from rules.options import read_play
from rules.ruleset import End, Legs, Ruleset, Text

FORMAT = 1
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
AT = ("reach", "pass")
TIES = ("extra_round", "draw", "went_out")


def load(document: Mapping[str, Any]) -> Ruleset:
    """The ruleset that `document` describes (a table as TOML or JSON gives it).

    Absent and null are the same. Raises InvalidRuleset with every fault of the document, each
    with its path, such as `going_out.points.normal`.
    """
    faults: list[Fault] = []
    root = Node(plain(document), "", faults)
    name = root.choice("game", tuple(GAMES))
    game = GAMES[name]
    common = _common(root, game)
    if root.table.get("game") != name:
        raise InvalidRuleset(faults)
    fields = {**common, **game.read(root)}
    root.finish()
    if faults:
        raise InvalidRuleset(faults)
    return game.ruleset(game=name, document=root.table, **fields)


def validate(document: Mapping[str, Any]) -> dict[str, Any]:
    """`{valid, errors: [{path, message}…]}` of a document, as the command answers it."""
    try:
        load(document)
    except InvalidRuleset as invalid:
        errors = [{"path": fault.path, "message": fault.message} for fault in invalid.faults]
        return {"valid": False, "errors": errors}
    return {"valid": True, "errors": []}


def canonical(document: Mapping[str, Any]) -> str:
    """The document as one line of JSON that is equal for equal rules.

    Keys are sorted, nulls dropped, 7.0 is 7. Raises InvalidRuleset where it is nested too deep.
    """
    return json.dumps(plain(document), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _common(root: Node, game: Game) -> dict[str, Any]:
    root.whole("format", low=FORMAT, high=FORMAT)
    end = root.node("end")
    legs = root.node("legs", required=False)
    fewest, most = game.sides
    return {
        "id": root.key("id"),
        "name": root.text("name"),
        "sides": root.numbers("sides", fewest, most),
        "players_per_side": root.numbers("players_per_side", low=1, high=100, required=False),
        "end": None if end is None else _end(end, game.modes),
        "legs": None if legs is None else Legs(legs.whole("wins", low=1)),
        "texts": _texts(root),
        "play": read_play(root.node("play", required=False)),
        "sources": root.lines("sources"),
        "assumptions": root.lines("assumptions"),
    }


def agreed_end(ruleset: Ruleset, changes: Mapping[str, Any] | None) -> End:
    """The ruleset's end with what a table agreed otherwise. Raises InvalidRuleset."""
    if changes is None:
        return ruleset.end
    usual = ruleset.document["end"]
    agreed = {key: value for key, value in changes.items() if value is not None}
    faults: list[Fault] = []
    node = Node(plain({**(usual if isinstance(usual, dict) else {}), **agreed}), "end", faults)
    end = _end(node, GAMES[ruleset.game].modes)
    node.finish()
    if faults:
        raise InvalidRuleset(faults)
    return end


def _end(node: Node, modes: tuple[str, ...]) -> End:
    # A table that ends otherwise keeps the keys of the other modes, so all of them may stand here.
    mode = node.choice("mode", modes)
    return End(
        mode=mode,
        target=_figure(node, "target", required=mode == "target"),
        at=node.choice("at", AT, default=AT[0]),
        rounds=_figure(node, "rounds", required=mode == "rounds"),
        tie=node.choice("tie", TIES, default=TIES[0]),
        offers=node.numbers("offers", low=1, required=False),
    )


def _figure(node: Node, key: str, required: bool) -> int | None:
    if key not in node.table and not required:
        node.take(key, required=False)
        return None
    return node.whole(key, low=1, high=LIMIT)


def _texts(root: Node) -> dict[str, Text]:
    node = root.node("texts", required=False)
    if node is None:
        return {}
    found = {}
    for language in node.table:
        if not LANGUAGE.fullmatch(language):
            node.fault(language, "bad_key", "A language is written as en or pt-br.")
        text = node.node(language)
        if text is not None:
            found[language] = Text(text.text("name", False), text.text("line", False), _words(text))
    return found


def _words(text: Node) -> dict[str, str]:
    node = text.node("words", required=False)
    if node is None:
        return {}
    return {key: node.text(key) for key in node.table}
