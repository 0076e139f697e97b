"""The home page of a group, and who plays there."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from players.access import AT_LEAST, group_for
from players.models import Claim, Group, Player, Role
from players.pages import one_page, page_number, show
from scoring.board import match_line
from scoring.models import Match, Seat

# How many players the home page lists.
FIRST_PLAYERS = 6


@require_safe
def home(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What is being played, what was played last, and by whom."""
    group = group_for(request, pk)
    page = page_number(request)
    shown = Match.objects.for_user(request.user).filter(group=group).for_start()
    shown = shown.order_by("-started_at")
    begun = shown.filter(state=Match.State.OPEN) if page == 1 else ()
    past, older = one_page(shown.exclude(state=Match.State.OPEN), page)
    context = {
        "group": group,
        "may_write": group.role in AT_LEAST[Role.SCORER],
        "open": [match_line(match, request.user) for match in begun],
        "past": [match_line(match, request.user) for match in past],
        "page": page,
        "older": page + 1 if older else None,
        "players": most_played(group) if page == 1 else [],
        "first_players": FIRST_PLAYERS,
        "claims": _claims(group) if page == 1 else 0,
        "teams": group.teams.order_by("name")[:FIRST_PLAYERS],
    }
    return show(request, "scoring/group.html", context)


def _claims(group: Group) -> int:
    """How many say who they are and wait for the organiser who looks."""
    if group.role not in AT_LEAST[Role.ORGANISER]:
        return 0
    return Claim.objects.filter(group=group, granted=None).count()


def most_played(group: Group) -> list[Player]:
    """Return who may be offered, each with `matches`: those who played most come first."""
    played = Seat.objects.filter(group=group).matches_by_player()
    players = list(Player.objects.filter(group=group).offered())
    for player in players:
        player.matches = played.get(player.pk, 0)
    return sorted(players, key=lambda player: -player.matches)
