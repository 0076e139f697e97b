"""What every view of a match shares: access in the fetch, and the version that was seen."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from scoring.models import Match


def match_for(
    request: HttpRequest,
    pk: UUID,
    *,
    write: bool = False,
    manage: bool = False,
    organise: bool = False,
    deleted: bool = False,
) -> Match:
    """Return the match as this person may touch it.

    404 for whoever may not see it, just as for an id that does not exist; 403 for whoever may
    only look. `deleted` also finds what can still be brought back.
    """
    held = Match.objects.kept() if deleted else Match.objects.present()
    match = get_object_or_404(held.for_user(request.user).for_page(), pk=pk)
    may = {"write": write, "manage": manage, "organise": organise}
    if any(asked and not getattr(match, f"may_{act}") for act, asked in may.items()):
        raise PermissionDenied
    return match


def seen_version(request: HttpRequest) -> int:
    """Return the version the person saw when they pressed the button, −1 for none."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1
