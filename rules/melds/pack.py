"""Reading the pack: classes and honours, and that every card of it has exactly one place."""

from collections.abc import Callable, Sequence

from rules.checking import Node, no_twins
from rules.melds.ruleset import (
    ALWAYS,
    GOING_OUT,
    NEGATE,
    NEVER,
    ZERO,
    CardClass,
    Condition,
    Deck,
    Honour,
)

PLAIN = ("2", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RANKS = ("joker", "3", "3r", "3b", *PLAIN)
MELDABLE = (ALWAYS, GOING_OUT, NEVER)
Conditions = Callable[[Node, str], Condition]


def read_deck(root: Node, condition: Conditions) -> tuple[Deck, tuple[Honour, ...]]:
    """The deck and the honours of a document's root table."""
    node = root.node("deck")
    honour_nodes = root.nodes("honours")
    if node is None:
        for item in honour_nodes:
            _honour(item, 0, 0, condition)
        return Deck(0, 0, ()), ()
    packs, jokers = _size(node)
    class_nodes = node.nodes("classes", required=True)
    classes = tuple(_card_class(item, packs, jokers) for item in class_nodes)
    honours = tuple(_honour(item, packs, jokers, condition) for item in honour_nodes)
    no_twins(class_nodes, [item.key for item in classes], "key")
    no_twins(honour_nodes, [item.key for item in honours], "key")
    if class_nodes or node.table.get("classes") == []:
        if all(item.meldable != ALWAYS for item in classes):
            node.fault("classes", "nothing_meldable", "One class at least must always be meldable.")
        _every_card_once(node, class_nodes, honour_nodes, jokers)
    return Deck(packs, jokers, classes), honours


def _size(node: Node) -> tuple[int, int]:
    """Packs and jokers; no packs at all where they are not known, so that nothing is counted."""
    before = len(node.faults)
    packs, jokers = node.whole("packs", low=1, high=100), node.whole("jokers", low=0, high=1000)
    known = node.readable and len(node.faults) == before
    return (packs, jokers) if known else (0, 0)


def copies(ranks: Sequence[str], packs: int, jokers: int) -> int:
    """How many cards of these ranks the packs hold."""
    each = {"joker": jokers, "3r": 2 * packs, "3b": 2 * packs}
    return sum(each.get(rank, 4 * packs) for rank in ranks)


def _ranks(node: Node) -> tuple[str, ...]:
    ranks = node.lines("ranks", required=True)
    for index, rank in enumerate(ranks):
        if rank and rank not in RANKS:
            node.fault(f"ranks[{index}]", "not_allowed", f"A rank is one of {', '.join(RANKS)}.")
    return ranks


def _card_class(node: Node, packs: int, jokers: int) -> CardClass:
    points = node.whole("points")
    ranks = _ranks(node)
    return CardClass(
        key=node.key("key"),
        ranks=ranks,
        points=points,
        hand_points=node.whole("hand_points", default=points),
        meldable=node.choice("meldable", MELDABLE, default=ALWAYS),
        copies=copies(ranks, packs, jokers),
    )


def _honour(node: Node, packs: int, jokers: int, condition: Conditions) -> Honour:
    ranks = _ranks(node)
    held = copies(ranks, packs, jokers)
    totals = node.numbers("totals")
    if totals and (len(totals) != held + 1 or totals[0] != 0) and packs:
        message = f"These are {held} cards: an entry for each number from 0 to {held}, the first 0."
        node.fault("totals", "totals", message)
    conditional = "counts_if" in node.table
    counts_if = condition(node, "counts_if")
    otherwise = node.choice("otherwise", (NEGATE, ZERO), default=None if conditional else NEGATE)
    return Honour(
        node.key("key"), ranks, totals, counts_if if conditional else None, otherwise, held
    )


def _every_card_once(
    deck: Node, classes: Sequence[Node], honours: Sequence[Node], jokers: int
) -> None:
    places: dict[str, int] = {}
    for node in (*classes, *honours):
        for index, rank in enumerate(node.items("ranks", required=False)):
            if isinstance(rank, str) and rank in RANKS:
                places[rank] = places.get(rank, 0) + 1
                if places[rank] > 1:
                    node.fault(f"ranks[{index}]", "rank_twice", f"The {rank} has a place already.")
    threes = ("3r", "3b") if "3r" in places or "3b" in places else ("3",)
    if threes != ("3",) and "3" in places:
        deck.fault("classes", "rank_twice", "Either 3, or 3r and 3b, but not both.")
    wanted = (*(("joker",) if jokers else ()), *PLAIN, *threes)
    missing = [rank for rank in wanted if rank not in places]
    if missing:
        deck.fault("classes", "rank_missing", f"No class or honour holds {', '.join(missing)}.")
