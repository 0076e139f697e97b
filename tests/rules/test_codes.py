"""Every code of a round: when it is said, of which side, and which field it points at."""

import pytest

import rules
from tests.rules import cases
from tests.rules.error_rows import ERRORS
from tests.rules.warning_rows import QUIET, WARNINGS


def found(key, round_):
    problems = rules.draft(cases.ruleset(key), round_)["problems"]
    return [(problem["code"], problem["side"], problem["field"]) for problem in problems]


@pytest.mark.parametrize(
    ("key", "round_", "expected"),
    [row[1:] for row in [*ERRORS, *WARNINGS]],
    ids=[row[0] for row in [*ERRORS, *WARNINGS]],
)
def test_problems_name_code_side_and_field(key, round_, expected):
    assert found(key, round_) == expected


@pytest.mark.parametrize(
    ("key", "round_"), [row[1:] for row in QUIET], ids=[row[0] for row in QUIET]
)
def test_no_problem(key, round_):
    assert found(key, round_) == []
    assert rules.score(cases.ruleset(key), round_)["valid"] is True


@pytest.mark.parametrize("row", ERRORS, ids=lambda row: row[0])
def test_an_error_refuses_the_round(row):
    answer = rules.score(cases.ruleset(row[1]), row[2])
    assert answer["valid"] is False
    assert "sides" not in answer
    assert answer["errors"] == sorted({code for code, _, _ in row[3] if code in rules.ERRORS})


@pytest.mark.parametrize("row", WARNINGS, ids=lambda row: row[0])
def test_a_warning_leaves_the_round_valid(row):
    answer = rules.score(cases.ruleset(row[1]), row[2])
    assert answer["valid"] is True
    assert answer["warnings"] == sorted({code for code, _, _ in row[3]})


def test_every_code_of_a_round_is_in_these_tables():
    codes = {code for row in [*ERRORS, *WARNINGS] for code, _, _ in row[3]}
    # A match refuses what comes after its end, and bounds are those of a tally.
    assert codes == rules.CODES - {"MATCH_OVER", "BELOW_MINIMUM", "ABOVE_MAXIMUM"}
