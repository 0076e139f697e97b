"""Every value of every preset can be changed through the page of the editor, and is seen there;
no match that was played changes with it.

`./caderneta soak house_leaves` changes all of them; otherwise a few of each preset.
"""

import os
from random import Random

import pytest

from scoring import actions
from scoring.models import HouseRules
from tests.scoring.conftest import alice  # noqa: F401
from tests.scoring.house_page import fresh
from tests.scoring.leaves import PRESETS, change, evening, leaves, told

SOAK = bool(os.environ.get("SOAK"))
SAMPLE = 1


@pytest.mark.parametrize("preset", PRESETS)
def test_value_of_a_preset_is_changed_through_the_page(alice, preset):  # noqa: F811
    house = actions.make_house(alice.user.notebook, alice.user, "Nossa", preset, PRESETS[preset])
    match, paths = evening(alice.user, preset), leaves(preset)
    before = told(match)
    asked = paths if SOAK else Random(preset).sample(paths, SAMPLE)

    wrong = {path: change(alice, fresh(house), path) for path in asked}

    assert {path: said for path, said in wrong.items() if said} == {}
    assert HouseRules.objects.get().version > 1
    assert told(match) == before
