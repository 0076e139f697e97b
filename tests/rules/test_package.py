"""The package as a whole: what it imports, what it offers, and words for every key."""

import subprocess
import sys

import pytest

import rules
from tests.rules import cases

IMPORTED = """
import sys
before = set(sys.modules)
import rules
rules.presets()
print("\\n".join(sorted({name.split(".")[0] for name in set(sys.modules) - before})))
"""


def test_rules_import_the_standard_library_alone():
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=True, timeout=60
    )
    names = set(done.stdout.split())
    assert "rules" in names
    assert names - {"rules"} <= sys.stdlib_module_names


def test_importing_rules_reads_no_file_of_a_preset():
    code = "import rules, sys; print('tomllib._parser' in sys.modules, rules.presets.__module__)"
    quiet = "from rules.presets import presets; print(presets.cache_info().currsize)"
    for line, expected in ((code, "rules.presets"), (quiet, "0")):
        done = subprocess.run(
            [sys.executable, "-c", line], capture_output=True, text=True, check=True, timeout=60
        )
        assert done.stdout.split()[-1] == expected


def test_every_public_name_is_there():
    assert all(hasattr(rules, name) for name in rules.__all__)


def test_errors_and_warnings_share_no_code():
    assert not rules.ERRORS & rules.WARNINGS
    assert rules.CODES == rules.ERRORS | rules.WARNINGS
    assert rules.CODES & set(rules.EVENT_ERRORS) == {"MATCH_OVER"}


@pytest.mark.parametrize("key", cases.MELDS)
def test_every_key_of_a_ruleset_has_a_word(key):
    ruleset = cases.ruleset(key)
    listed = (ruleset.canastras, ruleset.deck.classes, ruleset.honours, ruleset.extras)
    keys = {item.key for items in listed for item in items} | set(ruleset.going_out.points)
    assert keys <= set(rules.WORDS)


@pytest.mark.parametrize("key", cases.TRUCO)
def test_every_key_of_truco_has_a_word(key):
    stages = {"malas", "buenas", "deal", "mark", "iron"}
    events = {"played", "fold", "all_tied", "mark_played", "mark_fold", "adjust"}
    document = cases.EVERY[key]
    pays = {*(document["envido"] or {}), *(document["flor"] or {})}
    assert stages | events | pays <= set(rules.WORDS)


def test_every_line_and_state_of_an_answer_has_a_word():
    lines = {"melded", "canastra_count", "going_out", "morto", "unused_morto", "hand"}
    states = {"taken", "not_taken", "taken_unused", "out", "stock", "stopped"}
    assert lines | states | {"adjustment", "total", "points"} <= set(rules.WORDS)


def test_every_agreement_has_a_label_and_codes_or_bounds():
    assert len({option.key for option in rules.PLAY}) == len(rules.PLAY)
    for option in rules.PLAY:
        assert option.label
        assert bool(option.codes) != (0 <= option.low < option.high)
