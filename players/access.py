"""Access is in the fetch: a group as this person may touch it, or none."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from players.models import Group, Role

# Who may do at least as much: an organiser may all a scorer may, a scorer all a viewer may.
AT_LEAST = {
    Role.VIEWER: {Role.VIEWER, Role.SCORER, Role.ORGANISER},
    Role.SCORER: {Role.SCORER, Role.ORGANISER},
    Role.ORGANISER: {Role.ORGANISER},
}


def group_for(
    request: HttpRequest, pk: UUID, needs: Role = Role.VIEWER, *, deleted: bool = False
) -> Group:
    """Return the group, with the person's `role`, if that is at least what the page `needs`.

    404 for whoever does not belong, just as for an id that does not exist; 403 for a member who
    may do less. `deleted` finds what can still be brought back instead.
    """
    held = Group.objects.deleted() if deleted else Group.objects.present()
    group = get_object_or_404(held.for_user(request.user), pk=pk)
    if group.role not in AT_LEAST[needs]:
        raise PermissionDenied
    return group
