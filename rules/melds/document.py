"""Reading the melds part of a document (contract 1.1) into frozen values."""

import re
from collections.abc import Mapping, Sequence

from rules.checking import Node, no_twins
from rules.figures import LIMIT
from rules.melds.pack import read_deck
from rules.melds.ruleset import (
    AS_NOT_TAKEN,
    CARDS,
    CARDS_AND_PENALTY,
    KEEP,
    NEGATE,
    ZERO,
    Canastra,
    Condition,
    CountBonus,
    Extra,
    FirstMeld,
    GoingOut,
    MeldedIf,
    Mortos,
    Needed,
    Requires,
    Step,
)

MINIMUM = re.compile(r"any_canastra|clean_canastra|canastra_and:[0-9]{1,7}")
Kinds = Mapping[str, Canastra]


def read(root: Node) -> dict[str, object]:
    """The fields of a melds ruleset that its game adds, from the document's root table."""
    canastras = _canastras(root)
    kinds = {item.key: item for item in canastras}
    deck, honours = read_deck(root, lambda node, key: _condition(node, key, kinds))
    mortos = _mortos(root)
    return {
        "deck": deck,
        "honours": honours,
        "canastras": canastras,
        "canastra_count_bonuses": _count_bonuses(root),
        "melded_if": _melded_if(root, kinds),
        "going_out": _going_out(root, kinds, mortos),
        "mortos": mortos,
        "extras": _extras(root),
        "first_meld": _first_meld(root),
    }


def _canastras(root: Node) -> tuple[Canastra, ...]:
    nodes = root.nodes("canastras", required=True)
    found = tuple(
        Canastra(
            key=node.key("key"),
            points=node.whole("points"),
            min_cards=node.whole("min_cards", low=1),
            clean=node.flag("clean"),
        )
        for node in nodes
    )
    no_twins(nodes, [item.key for item in found], "key")
    return found


def _count_bonuses(root: Node) -> tuple[CountBonus, ...]:
    nodes = root.nodes("canastra_count_bonuses")
    found = tuple(CountBonus(node.whole("at_least", low=1), node.whole("points")) for node in nodes)
    no_twins(nodes, [item.at_least for item in found], "at_least")
    return found


def _extras(root: Node) -> tuple[Extra, ...]:
    nodes = root.nodes("extras")
    found = tuple(
        Extra(node.key("key"), node.whole("points"), node.whole("max_per_side", low=0))
        for node in nodes
    )
    no_twins(nodes, [item.key for item in found], "key")
    return found


def _needed(node: Node, count: str, kinds: Kinds) -> Needed:
    """`{count: n, kinds? | clean: true}`, with the kinds it means spelled out."""
    wanted = node.whole(count, low=0)
    clean = node.flag("clean", default=False, only=True)
    named = node.lines("kinds", empty=False) if "kinds" in node.table else None
    among = tuple(kinds)
    if named is not None:
        among = tuple(kind for kind in kinds if kind in named)
        for index, kind in enumerate(named):
            if kind not in kinds:
                node.fault(f"kinds[{index}]", "unknown_kind", "No canastra of this key is listed.")
        if clean:
            node.fault("clean", "not_allowed", "Either kinds or clean may be asked, not both.")
    else:
        node.take("kinds", required=False)
        if clean:
            among = tuple(kind for kind, canastra in kinds.items() if canastra.clean)
    return Needed(wanted, named, clean, among)


def _condition(parent: Node, key: str, kinds: Kinds, required: bool = False) -> Condition:
    """The condition under `key`; one that is absent asks for nothing but a meld."""
    node = parent.node(key, required)
    if node is None or "any_meld" in node.table:
        if node is not None:
            node.flag("any_meld", only=True)
        return Condition(None)
    return Condition(_needed(node, "canastras", kinds))


def _melded_if(root: Node, kinds: Kinds) -> MeldedIf | None:
    node = root.node("melded_if", required=False)
    if node is None:
        return None
    return MeldedIf(
        _condition(node, "condition", kinds, required=True),
        node.choice("otherwise", (NEGATE, ZERO)),
        node.choice("canastra_points", (KEEP, ZERO)),
    )


def _going_out(root: Node, kinds: Kinds, mortos: Mortos | None) -> GoingOut:
    node = root.node("going_out")
    if node is None:
        return GoingOut({}, Requires(False, ()), ())
    points = _manners(node)
    waived = node.lines("waived_by")
    for index, manner in enumerate(waived):
        if manner not in points:
            node.fault(f"waived_by[{index}]", "unknown_manner", "No manner of this key is listed.")
    needs = node.node("requires")
    requires = Requires(False, ()) if needs is None else _requires(needs, kinds, mortos)
    return GoingOut(points, requires, waived)


def _manners(going_out: Node) -> dict[str, int]:
    node = going_out.node("points")
    if node is None:
        return {}
    for manner in node.table:
        node.check_key(manner, manner)
    if node.readable and not node.table:
        node.fault("", "empty", "At least one manner of going out is needed here.")
    return {manner: node.whole(manner) for manner in node.table}


def _requires(node: Node, kinds: Kinds, mortos: Mortos | None) -> Requires:
    morto = node.take("morto")
    if morto is not None and not isinstance(morto, bool) and morto != "if_left":
        node.fault("morto", "not_allowed", "One of these is needed here: true, false, if_left.")
    if morto not in (None, False) and mortos is None:
        node.fault("morto", "no_morto", "There is no morto in these rules to ask for.")
    needed = tuple(_needed(item, "min", kinds) for item in node.nodes("canastras", required=True))
    return Requires(morto if isinstance(morto, bool | str) else False, needed)


def _mortos(root: Node) -> Mortos | None:
    node = root.node("mortos", required=False)
    if node is None:
        return None
    sizes = node.numbers("sizes", low=1, required=False)
    one = node.take("size", required=False)
    if (one is None) == ("sizes" not in node.table) and node.readable:
        node.fault("size", "not_allowed", "Either size or sizes is needed here, and not both.")
    unused = (CARDS, AS_NOT_TAKEN, CARDS_AND_PENALTY)
    return Mortos(
        size=None if one is None else node.whole("size", low=1),
        sizes=sizes,
        not_taken=node.whole("not_taken"),
        taken_unused=node.choice("taken_unused", unused),
        to_stock=node.flag("to_stock", default=True),
    )


def _first_meld(root: Node) -> FirstMeld | None:
    node = root.node("first_meld", required=False)
    if node is None:
        return None
    basis = node.choice("basis", ("score", "round"))
    nodes = node.nodes("steps", required=True)
    steps = tuple(Step(_from(item, index), _minimum(item)) for index, item in enumerate(nodes))
    _rising(nodes, steps)
    return FirstMeld(basis, steps)


def _from(node: Node, index: int) -> int | None:
    if node.take("from", required=False) is not None:
        return node.whole("from")
    if index > 0 and node.readable:
        node.fault("from", "not_rising", "Only the first step may begin at the very bottom.")
    return None


def _minimum(node: Node) -> int | str:
    value = node.take("minimum", required=False)
    if isinstance(value, str):
        if not MINIMUM.fullmatch(value):
            codes = "any_canastra, clean_canastra, canastra_and:<points>"
            node.fault("minimum", "not_allowed", f"A number or one of these: {codes}.")
        return value
    return node.whole("minimum", low=0, high=LIMIT)


def _rising(nodes: Sequence[Node], steps: Sequence[Step]) -> None:
    for node, before, step in zip(nodes[1:], steps, steps[1:], strict=False):
        if before.from_ is not None and step.from_ is not None and step.from_ <= before.from_:
            node.fault("from", "not_rising", "Each step must begin above the one before it.")
