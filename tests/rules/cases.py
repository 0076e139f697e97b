"""The worked cases of the contract, and the rulesets they are worked under."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import rules

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "vectors.json").read_text("utf-8"))
EVERY: dict[str, dict[str, Any]] = VECTORS["rulesets"]
CASES: list[dict[str, Any]] = VECTORS["cases"]


def documents(game: str) -> dict[str, dict[str, Any]]:
    """The rulesets of one game."""
    return {key: document for key, document in EVERY.items() if document["game"] == game}


MELDS, TRUCO, TALLY = documents("melds"), documents("truco"), documents("tally")


def of(do: str) -> list[dict[str, Any]]:
    """The cases of one act of the command."""
    return [case for case in CASES if case["request"]["do"] == do]


def name(case: dict[str, Any]) -> str:
    """What a case is called in a test's name."""
    return case["id"]


@cache
def ruleset(key: str) -> rules.Ruleset:
    """The ruleset of a case, loaded from its document."""
    return rules.load(EVERY[key])
