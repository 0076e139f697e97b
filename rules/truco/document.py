"""Reading the truco part of a document (contract 1.2) into frozen values."""

from itertools import pairwise

from rules.checking import Node
from rules.figures import whole
from rules.truco.ruleset import (
    LEADER,
    LEADER_HALF,
    MATCH_IF_MALAS,
    VOID,
    Envido,
    Flor,
    Mark,
)


def read(root: Node) -> dict[str, object]:
    """The fields of a truco ruleset that its game adds, from the document's root table."""
    ladder = root.numbers("ladder", low=1)
    for index, (before, step) in enumerate(pairwise(ladder), 1):
        if step <= before:
            root.fault(f"ladder[{index}]", "not_rising", "Each step must be above the one before.")
    calls = root.lines("calls", required=True, empty=False)
    if calls and ladder and len(calls) != len(ladder):
        root.fault("calls", "calls", "One word is needed for each step of the ladder.")
    half = root.take("half", required=False)
    return {
        "ladder": ladder,
        "calls": calls,
        "mark": _mark(root),
        "all_tied": root.choice("all_tied", (VOID, LEADER)),
        "half": None if half is None else root.whole("half", low=1),
        "envido": _envido(root),
        "flor": _flor(root),
    }


def _mark(root: Node) -> Mark | None:
    node = root.node("mark", required=False)
    if node is None:
        return None
    mark = Mark(
        at=node.whole("at", low=1),
        played=node.whole("played", low=0),
        fold=node.whole("fold", low=0),
        both=node.whole("both", low=0),
    )
    end = root.table.get("end")
    target = whole(end.get("target")) if isinstance(end, dict) else None
    if target is not None and mark.at >= target:
        node.fault("at", "not_below_target", "The mark must be below the target.")
    return mark


def _envido(root: Node) -> Envido | None:
    node = root.node("envido", required=False)
    if node is None:
        return None
    return Envido(
        envido=node.whole("envido", low=0),
        real=node.whole("real", low=0),
        falta=node.choice("falta", (LEADER, MATCH_IF_MALAS, LEADER_HALF)),
    )


def _flor(root: Node) -> Flor | None:
    node = root.node("flor", required=False)
    if node is None:
        return None
    return Flor(
        single=node.whole("single", low=0),
        matched=node.whole("matched", low=0),
        contraflor=node.whole("contraflor", low=0),
        contraflor_declined=node.whole("contraflor_declined", low=0),
    )
