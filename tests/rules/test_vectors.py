"""Every worked case of the contract comes out exactly."""

import pytest

import rules
from tests.rules import cases


@pytest.mark.parametrize("case", cases.of("score"), ids=cases.name)
def test_score_is_as_worked(case):
    request = case["request"]
    assert rules.score(cases.ruleset(request["ruleset"]), request["round"]) == case["expected"]


@pytest.mark.parametrize("case", cases.of("play"), ids=cases.name)
def test_play_is_as_worked(case):
    request = case["request"]
    answer = rules.play(
        cases.ruleset(request["ruleset"]),
        request["sides"],
        request["rounds"],
        start=request.get("start"),
        end=request.get("end"),
    )
    assert answer == case["expected"]


@pytest.mark.parametrize("case", cases.of("score"), ids=cases.name)
def test_draft_of_a_case_says_the_same_codes_and_lines(case):
    request, expected = case["request"], case["expected"]
    draft = rules.draft(cases.ruleset(request["ruleset"]), request["round"])
    codes = {problem["code"] for problem in draft["problems"]}
    assert codes == {*expected["errors"], *expected["warnings"]}
    if expected["valid"]:
        assert draft["sides"] == expected["sides"]


@pytest.mark.parametrize("case", cases.CASES, ids=cases.name)
def test_answer_takes_a_case_with_its_document(case):
    request = case["request"]
    asked = {**request, "ruleset": cases.EVERY[request["ruleset"]]}
    assert rules.answer(asked) == case["expected"]
