"""The phone and Python answer any request alike: 5,000 of them, or 100,000 in a soak."""

import os
from collections import Counter

import pytest

import rules
from tests.js.phone import Phone, answered, report
from tests.js.requests import requests

COUNT = 100_000 if os.environ.get("SOAK") else 5_000
LEAST = 50  # times that every code must occur
# Codes of games that the phone does not score yet.
TALLY = {"BELOW_MINIMUM", "ABOVE_MAXIMUM"}
TRUCO = {
    *("UNKNOWN_EVENT", "WINNER_MISSING", "UNKNOWN_CALL", "NO_ENVIDO_IN_RULES", "NO_FLOR_IN_RULES"),
    *("ALL_TIED_HAS_A_WINNER", "RAISE_NOT_ALLOWED", "MARK_NOT_ACTIVE", "MARK_FOLD_SIDE"),
    "NOT_IN_LADDER",
}


@pytest.mark.browser
def test_the_phone_answers_as_python_does(new_context):
    phone = Phone(new_context().new_page())
    seen: Counter = Counter()
    asked = tallied(seen, answered(requests(seed=1, count=COUNT)))

    different = next(phone.differences(asked), None)

    assert different is None, report(phone, different)
    rare = {code: seen[code] for code in rules.CODES - TALLY - TRUCO if seen[code] < LEAST}
    assert rare == {}
    assert 1 / 3 < seen["invalid round"] / (seen["invalid round"] + seen["valid round"]) < 3 / 4
    assert [do for do in ("score", "draft", "play") if seen[do] < COUNT / 10] == []


def tallied(seen, pairs):
    """The pairs as they are; `seen` counts their codes and whether their rounds are valid."""
    for request, answer in pairs:
        found = codes(answer)
        seen.update(found)
        if "error" not in answer:
            seen[request["do"]] += 1
        if "round" in request and "error" not in answer:
            seen["invalid round" if found & rules.ERRORS else "valid round"] += 1
        yield request, answer


def codes(answer):
    """Every code that an answer names."""
    found = {*answer.get("errors", ()), *answer.get("warnings", ())}
    found.update(problem["code"] for problem in answer.get("problems", ()))
    for entry in answer.get("log", ()):
        found.update(entry.get("errors", ()))
    return found
