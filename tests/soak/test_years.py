"""Random years of two groups: every figure is what a plain reference makes of the events.

`./caderneta soak years` plays many more of them.
"""

import os

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test as run

from tests.stats.years import ACTS, Years

SOAK = bool(os.environ.get("SOAK"))
RUNS, STEPS = (1000, 60) if SOAK else (4, 30)


@pytest.mark.django_db
def test_years_agree_with_the_reference() -> None:
    Years.done.clear()
    run(
        Years,
        settings=settings(
            max_examples=RUNS,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            # Each step reads all that is kept: a failure is soon found, and long to shrink.
            phases=[Phase.generate],
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
    if SOAK:
        assert sorted(act for act in ACTS if Years.done[act] < RUNS / 20) == []
