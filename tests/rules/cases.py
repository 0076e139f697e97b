"""The worked cases of the contract, and the rulesets they are worked under."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import rules

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "vectors.json").read_text("utf-8"))
DOCUMENTS: dict[str, dict[str, Any]] = {
    key: document for key, document in VECTORS["rulesets"].items() if document["game"] == "melds"
}
CASES: list[dict[str, Any]] = [
    case for case in VECTORS["cases"] if case["request"]["ruleset"] in DOCUMENTS
]


def of(do: str) -> list[dict[str, Any]]:
    """The cases of one act of the command."""
    return [case for case in CASES if case["request"]["do"] == do]


def name(case: dict[str, Any]) -> str:
    """What a case is called in a test's name."""
    return case["id"]


@cache
def ruleset(key: str) -> rules.Ruleset:
    """The ruleset of a case, loaded from its document."""
    return rules.load(DOCUMENTS[key])
