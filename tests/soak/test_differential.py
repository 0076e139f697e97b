"""The phone and Python answer any request alike: some thousands a game, or 100,000 in a soak."""

import os
from collections import Counter

import pytest

import rules
from tests.js import tally, truco
from tests.js.phone import Phone, answered, report
from tests.js.requests import requests

COUNT = 100_000 if os.environ.get("SOAK") else 5_000
OTHERS = COUNT if os.environ.get("SOAK") else 2_000
BOUNDS = {"BELOW_MINIMUM", "ABOVE_MAXIMUM"}
SHAPES = {"BAD_SHAPE", "UNKNOWN_FIELD", "SIDES_COUNT", "NOT_INTEGER", "GRANULARITY", "MATCH_OVER"}
ACTS = ("score", "draft", "play")
# Requests, how many, the codes that must occur and how often at least, the acts that are answered.
GAMES = {
    "melds": (requests, COUNT, rules.CODES - BOUNDS, 50, ACTS),
    "truco": (truco.requests, OTHERS, {*rules.EVENT_ERRORS}, 30, ("play",)),
    "tally": (tally.requests, OTHERS, BOUNDS | SHAPES, 50, ACTS),
}


@pytest.mark.browser
@pytest.mark.parametrize("game", GAMES)
def test_the_phone_answers_as_python_does(new_context, game):
    asking, count, wanted, least, acts = GAMES[game]
    phone = Phone(new_context().new_page())
    seen: Counter = Counter()
    asked = tallied(seen, answered(asking(seed=1, count=count)))

    different = next(phone.differences(asked), None)

    assert different is None, report(phone, different)
    assert {code: seen[code] for code in wanted if seen[code] < least} == {}
    assert [do for do in acts if seen[do] < count / 10] == []
    assert 1 / 5 < seen["refused"] / (seen["refused"] + seen["taken"]) < 3 / 4


def tallied(seen, pairs):
    """The pairs as they are; `seen` counts their codes and whether their rounds are valid."""
    for request, answer in pairs:
        found = list(codes(answer))
        seen.update(found)
        if "error" not in answer:
            seen[request["do"]] += 1
        if "round" in request and "error" not in answer:
            seen["refused" if rules.ERRORS.intersection(found) else "taken"] += 1
        for entry in answer.get("log", ()):
            if "score" in entry:
                seen["refused" if "error" in entry else "taken"] += 1
        yield request, answer


def codes(answer):
    """Every code that an answer names, as often as an event of its log does."""
    yield from {
        *answer.get("errors", ()),
        *answer.get("warnings", ()),
        *(problem["code"] for problem in answer.get("problems", ())),
        *(code for entry in answer.get("log", ()) for code in entry.get("errors", ())),
    }
    yield from (entry["error"] for entry in answer.get("log", ()) if "error" in entry)
