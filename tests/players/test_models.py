import pytest

from players.models import Group, Player, User


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (User(), "Guest"),
        (User(username="ana"), "ana"),
        (Group(), "Notebook"),
        (Group(name="Thursday"), "Thursday"),
        (Player(name="Zé"), "Zé"),
        (Player(name="Zé", tag="tio"), "Zé (tio)"),
    ],
)
def test_row_says_its_name(row, said) -> None:
    assert str(row) == said
