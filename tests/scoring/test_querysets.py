"""The whole shape a page needs, in the order people sit."""

from uuid import UUID

from scoring.models import Match, Side


def test_sides_with_total_keep_their_places(match: Match) -> None:
    """Their keys fall in one millisecond, so that chance orders them."""
    match.sides.all().delete()
    for position, key in enumerate((UUID(int=2), UUID(int=1))):
        Side.objects.create(pk=key, group_id=match.group_id, match=match, position=position)

    sides = match.sides.with_total().with_people()

    assert [side.position for side in sides] == [0, 1]
