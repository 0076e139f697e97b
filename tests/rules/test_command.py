"""The command: one JSON request a line, one JSON answer a line, in order."""

import json
import subprocess
import sys

import pytest

import rules
from tests.rules import cases
from tests.rules.sheets import sheet

TRANCA = cases.MELDS["tranca"]


def run(text):
    """The lines the command answers to bytes of input."""
    done = subprocess.run(
        [sys.executable, "-m", "rules"], input=text, capture_output=True, check=True, timeout=60
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_case_through_the_command():
    requests = [
        {**case["request"], "ruleset": cases.EVERY[case["request"]["ruleset"]]}
        for case in cases.CASES
    ]
    text = "".join(json.dumps(request) + "\n" for request in requests)
    assert run(text.encode()) == [case["expected"] for case in cases.CASES]


def test_a_bad_line_is_answered_and_the_next_one_too():
    lines = [
        b'{"do": "list"}',
        b"not json",
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b"9" * 10_000,
        b'{"do": "score", "ruleset": "tranca", "round": {"sides": [{"\\ud800": NaN}, 5]}}',
        b'"tranca"',
        b'{"do": "show", "ruleset": "nosuch"}',
        b'{"do": "show", "ruleset": "tranca"}',
    ]
    answers = run(b"\n".join(lines))
    assert len(answers) == len(lines)
    assert answers[0] == [
        {"id": preset.id, "name": preset.name, "game": preset.game} for preset in rules.presets()
    ]
    assert answers[6]["valid"] is False
    assert [list(answer) for answer in (*answers[1:6], *answers[7:9])] == [["error"]] * 7
    assert answers[9] == rules.preset("tranca").document


@pytest.mark.parametrize(
    "request_",
    [
        None,
        [],
        {},
        {"do": "dance"},
        {"do": ["score"]},
        {"do": "score", "ruleset": "nosuch", "round": {}},
        {"do": "score", "ruleset": {"game": "melds"}, "round": {}},
        {"do": "score", "ruleset": cases.VECTORS["rulesets"]["truco_paulista"], "round": {}},
        {"do": "score", "round": {}},
        {"do": "score", "ruleset": "tranca"},
        {"do": "draft", "ruleset": "tranca"},
        {"do": "show"},
        {"do": "validate", "ruleset": "nosuch"},
        {"do": "play", "ruleset": "tranca", "rounds": []},
        {"do": "play", "ruleset": "tranca", "sides": "2", "rounds": []},
        {"do": "play", "ruleset": "tranca", "sides": 3, "rounds": []},
        {"do": "play", "ruleset": "tranca", "sides": 2},
        {"do": "play", "ruleset": "tranca", "sides": 2, "rounds": {}},
        {"do": "play", "ruleset": "tranca", "sides": 2, "rounds": [], "start": 5},
        {"do": "play", "ruleset": "tranca", "sides": 2, "rounds": [], "start": [5]},
        {"do": "play", "ruleset": "tranca", "sides": 2, "rounds": [], "end": "now"},
        {"do": "play", "ruleset": "tranca", "sides": 2, "rounds": [], "end": {"target": "x"}},
        {"do": "play", "ruleset": "tranca", "sides": 2, "rounds": [], "played": -1},
        {"do": "play", "ruleset": "tranca", "sides": 2, "rounds": [{"ruleset": {}}]},
    ],
)
def test_what_cannot_be_answered_is_an_error(request_):
    answer = rules.answer(request_)
    assert list(answer) == ["error"]
    assert isinstance(answer["error"], str)
    assert answer["error"]


def test_score_draft_and_play_take_an_id():
    ruleset, round_ = rules.preset("tranca"), sheet()
    asked = {"ruleset": "tranca", "round": round_}
    assert rules.answer({"do": "score", **asked}) == rules.score(ruleset, round_)
    assert rules.answer({"do": "draft", **asked}) == rules.draft(ruleset, round_)
    match = {"do": "play", "ruleset": "tranca", "sides": 2.0, "rounds": [round_], "played": 3}
    assert rules.answer(match) == rules.play(ruleset, 2, [round_], played=3)


def test_play_takes_rounds_under_documents_of_their_own():
    match = {"do": "play", "ruleset": "tranca", "sides": 2}
    plain = rules.answer({**match, "rounds": [sheet()]})
    own = rules.answer({**match, "rounds": [{**sheet(), "ruleset": TRANCA}]})
    assert own == plain


def test_validate_takes_an_id_or_a_document():
    good = {"valid": True, "errors": []}
    assert rules.answer({"do": "validate", "ruleset": "burraco"}) == good
    assert rules.answer({"do": "validate", "ruleset": TRANCA}) == good
    bad = rules.answer({"do": "validate", "ruleset": {**TRANCA, "colour": "red"}})
    assert bad["valid"] is False
    assert [error["path"] for error in bad["errors"]] == ["colour"]
    assert rules.answer({"do": "validate", "ruleset": 5})["valid"] is False
