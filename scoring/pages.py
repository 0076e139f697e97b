"""What every view of a match shares: access in the fetch, and the version that was seen."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from players.ids import parse
from players.models import User
from scoring import actions
from scoring.models import Event, Match
from scoring.rights import may, may_undo


def match_for(
    request: HttpRequest,
    pk: UUID,
    act: str = "",
    *,
    again: bool = False,
    deleted: bool = False,
) -> Match:
    """Return the match, with what this person `may` do there (`scoring.rights.May`).

    404 for whoever may not see it, just as for an id that does not exist; 403 for whoever may not
    do the `act`, a field of May. With `again` what they have done is let through when it is sent
    once more. `deleted` also finds what can still be brought back.
    """
    held = Match.objects.kept() if deleted else Match.objects.present()
    match = get_object_or_404(held.for_user(request.user).for_page(), pk=pk)
    match.may = may(match)
    if act and not getattr(match.may, act) and not (again and sent_before(request, match)):
        raise PermissionDenied
    return match


def sent_before(request: HttpRequest, match: Match) -> bool:
    """Return whether this is an act this person has done in the match: where the answer got lost,
    or a button was tapped twice, it is answered as before, though they may do no more there."""
    key = parse(request.POST.get("key"))
    if key is None or not match.may.mend:
        return False
    return match.events.filter(key=key, actor=request.user).exists()


def seen_version(request: HttpRequest) -> int:
    """Return the version the person saw when they pressed the button, −1 for none."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1


def undoable(match: Match, user: User) -> Event | None:
    """Return the act this person may take back now."""
    last = actions.last_act(match) if match.may.mend else None
    return last if may_undo(match, user, last) else None
