"""Documents of the worked cases with something changed, and what the loader says of them."""

import copy
from typing import Any

import rules
from tests.rules import cases

DELETE: Any = object()


def changed(key: str, *changes: Any) -> dict[str, Any]:
    """The document of a case with values set, or deleted, at paths of keys and indexes."""
    document = copy.deepcopy(cases.EVERY[key])
    for *way, last, value in changes:
        place: Any = document
        for step in way:
            place = place[step]
        if value is DELETE:
            del place[last]
        else:
            place[last] = value
    return document


def faults(document: Any) -> list[tuple[str, str]]:
    """The (path, code) of every fault of a document."""
    try:
        rules.load(document)
    except rules.InvalidRuleset as invalid:
        return [(fault.path, fault.code) for fault in invalid.faults]
    return []
