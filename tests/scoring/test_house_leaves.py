"""Every value of every preset can be changed through the page, and is seen: here a sample of them.

`tests/soak/test_house_leaves.py` changes all.
"""

from random import Random

import pytest

from scoring import actions
from scoring.models import HouseRules
from tests.scoring.house_page import fresh
from tests.scoring.leaves import PRESETS, change, leaves

SAMPLE = 1


@pytest.mark.parametrize("preset", PRESETS)
def test_value_of_a_preset_is_changed_through_the_page(alice, preset):
    house = actions.make_house(alice.user.notebook, alice.user, "Nossa", preset, PRESETS[preset])
    paths = leaves(preset)
    wrong = {}
    for path in Random(preset).sample(paths, min(SAMPLE, len(paths))):
        said = change(alice, fresh(house), path)
        wrong |= {path: said} if said else {}

    assert wrong == {}
    assert HouseRules.objects.get().version > 1
