"""`static/js/score.js`: the worked cases, its size and speed, and that a fault in it is found."""

import gzip
import json
import statistics
from functools import cache
from itertools import chain

import pytest

import rules
from tests.js import tally, truco
from tests.js.phone import BATCH, SOURCE, Phone, answered, report, shown
from tests.js.requests import requests
from tests.rules import cases

MODULE = SOURCE.read_text("utf-8")
BUDGET = 9 * 1024  # bytes as sent, for all three games
# Times of `draft` in ms, a hundred calls each, so that a clock of 0.1 ms will do.
TIMES = """async (request) => {
  const { answer } = await import("/score.js");
  return Array.from({ length: 21 }, () => {
    const start = performance.now();
    for (let call = 0; call < 100; call += 1) answer(request);
    return (performance.now() - start) / 100;
  });
}"""

ACTS = ("score", "draft")
FAULTS = {
    "the target must be passed": ("most >= target", "most > target"),
    "rounds end one late": ("round > rounds", "round - 1 > rounds"),
    "a tie asks nobody who went out": ('tie === "went_out"', 'tie === "coin"'),
    "values in hand forgotten": ("(card) => card.hand_points", "(card) => card.points"),
    "honours not negated": ('otherwise === "negate" ? -points : 0', "0"),
    "honours beyond the pack": ("totals[Math.min(count, copies)]", "totals[count]"),
    "a canastra of one card less": ("(kind) => kind.min_cards", "(kind) => kind.min_cards - 1"),
    "canastras always kept": ("kept ? kind.points * count : 0", "kind.points * count"),
    "mortos face down forgotten": ("deck.jokers - sum(faceDown)", "deck.jokers"),
    "a morto left when all are out": ("? faceDown.length : requires", "? setOut.length : requires"),
    "no manner waived": ("manner && !waived_by.includes(manner)", "manner"),
    "the pack at melded values": ("Math.max(card.points, card.hand_points)", "card.points"),
    "a small last meld overlooked": ("last && out && count < 3", "last && out && melded.cards < 3"),
    "minimums by score alone": ('first_meld?.basis === "round" ? round : total', "total"),
    "fields by UTF-16 units": (
        "[...field].map((sign) => sign",
        '[...field.split("")].map((sign) => sign',
    ),
    "a zero below zero": ("[item, points + 0]", "[item, points]"),
}
TRUCO_FAULTS = {
    "a fold pays what was offered": ("indexOf(offered) - 1", "indexOf(offered)"),
    "the first step may be offered": ("indexOf(whole(offered)) < 1", "indexOf(whole(offered)) < 0"),
    "the mark stays where it was": ("mark.at + target - usual.target", "mark.at"),
    "a tied iron hand pays": ("if (to === null) return 0;", ""),
    "folds on the mark": ('is("played", "fold") && next', 'is("played") && next'),
    "the side on the mark takes its own fold": ("next === `mark:${to}`", "false"),
    "buenas after the half": ("total < half ?", "total <= half ?"),
    "falta with one side in buenas": ("leader < half ? envido", "score[to] < half ? envido"),
    "falta below nothing": ("Math.max(lacking[reading], 0)", "lacking[reading]"),
    "falta in the middle": ('word !== "falta" || !calls[index + 1]', "true"),
    "a refusal pays nothing": ("Math.max(1, sum", "Math.max(0, sum"),
    "a refusal pays the last call": ("worth.slice(0, -1)", "worth"),
    "the leader's tie": ('|| rules.all_tied === "leader"', ""),
    "another's mark": ('"iron"][marked.length]', '"normal"][marked.length]'),
    "truco under other rules": ("own.game === ruleset.game && own", "own"),
}
TALLY_FAULTS = {
    "the most wins": ('wins === "lowest" ? Math.min', 'wins === "lowest" ? Math.max'),
    "the best total must reach the target": ("most >= target", "best >= target"),
    "not even the maximum": ("number > maximum", "number >= maximum"),
    "not even the minimum": ("number < minimum", "number <= minimum"),
    "any figure is a step": ("step && number % step", "false"),
}
PLANTED = [
    *((requests, *fault) for fault in FAULTS.values()),
    *((truco.requests, *fault) for fault in TRUCO_FAULTS.values()),
    *((tally.requests, *fault) for fault in TALLY_FAULTS.values()),
]

pytestmark = pytest.mark.browser


@pytest.fixture
def open_phone(new_context):
    """Opens a phone with the module as it is, or with another source."""
    return lambda source=MODULE: Phone(new_context().new_page(), source)


def test_the_worked_cases_come_out_exactly(open_phone):
    asked = [{**case["request"], "ruleset": document(case)} for case in cases.CASES]
    answers = open_phone().answers(asked)
    wrong = [
        case["id"]
        for case, answer in zip(cases.CASES, answers, strict=True)
        if shown(answer) != shown(case["expected"])
    ]
    assert len(asked) == 288
    assert wrong == []


def document(case):
    return cases.VECTORS["rulesets"][case["request"]["ruleset"]]


def test_what_is_no_request_is_answered_with_an_error(open_phone):
    ruleset = cases.VECTORS["rulesets"]["tranca"]
    asked = [
        *(None, 7, "draft", [], {}, {"do": None}, {"do": "constructor", "ruleset": ruleset}),
        *({"do": ["draft"], "ruleset": ruleset, "round": {}}, {"do": "draft", "round": {}}),
        *(
            {"do": do, "ruleset": bad, "round": {}}
            for do in ("score", "draft")
            for bad in (7, [], {})
        ),
        {"do": "play", "ruleset": ruleset, "sides": 10**9, "rounds": []},
        *({"do": do, "ruleset": cases.EVERY["truco_paulista"], "round": {}} for do in ACTS),
    ]
    assert [list(answer) for answer in open_phone().answers(asked)] == [["error"]] * len(asked)
    assert [list(rules.answer(request)) for request in asked] == [["error"]] * len(asked)


@pytest.mark.parametrize(
    ("asking", "right", "wrong"), PLANTED, ids=[*FAULTS, *TRUCO_FAULTS, *TALLY_FAULTS]
)
def test_a_planted_fault_is_found(open_phone, asking, right, wrong):
    assert MODULE.count(right) == 1
    faulty = open_phone(MODULE.replace(right, wrong))
    assert next(faulty.differences(asked(asking)), None) is not None


def asked(asking):
    """Requests of a game enough to find any of the faults, each with Python's answer."""
    return chain.from_iterable(batch(asking, seed) for seed in range(20))


@cache
def batch(asking, seed):
    return list(answered(asking(seed, BATCH)))


def test_a_difference_is_reported_with_a_small_request(open_phone):
    faulty = open_phone(MODULE.replace(*FAULTS["canastras always kept"]))
    found = next(faulty.differences(asked(requests)))
    request, python, phone = report(faulty, found).splitlines()
    small = json.loads(request.removeprefix("Request: "))
    assert len(json.dumps(small)) < len(json.dumps(found))
    assert python == f"Python : {shown(rules.answer(small))}"
    assert phone == f"Phone  : {shown(faulty.answers([small])[0])}"
    assert faulty.differs(small)


def test_the_module_is_within_its_budget():
    assert len(gzip.compress(SOURCE.read_bytes(), 9)) <= BUDGET


def test_the_module_imports_nothing_and_exports_one_function():
    lines = MODULE.splitlines()
    assert [line for line in lines if line.startswith(("import", "export"))] == [
        "export function answer(request) {"
    ]


def test_a_draft_takes_less_than_a_millisecond(open_phone):
    case = next(case for case in cases.VECTORS["cases"] if case["expected"].get("valid"))
    request = {"do": "draft", "ruleset": document(case), "round": case["request"]["round"]}
    assert statistics.median(open_phone().page.evaluate(TIMES, request)) < 1


@pytest.mark.parametrize("asking", [requests, truco.requests, tally.requests])
def test_the_same_seed_makes_the_same_requests(asking):
    assert list(asking(seed=3, count=40)) == list(asking(seed=3, count=40))
    assert list(asking(seed=3, count=4)) != list(asking(seed=4, count=4))
