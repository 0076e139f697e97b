"""Every value of every preset, changed through the page of the editor."""

import pytest

from scoring import actions
from tests.scoring.conftest import alice  # noqa: F401
from tests.scoring.house_page import fresh
from tests.scoring.leaves import PRESETS, change, leaves


@pytest.mark.parametrize("preset", PRESETS)
def test_every_value_is_changed_through_the_page(alice, preset):  # noqa: F811
    house = actions.make_house(alice.user.notebook, alice.user, "Nossa", preset, PRESETS[preset])
    told = {path: change(alice, fresh(house), path) for path in leaves(preset)}

    assert {path: said for path, said in told.items() if said} == {}
