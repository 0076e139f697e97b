"""A second phone: make a way into a match, use it, close it."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players.actions import whoever_asks
from players.pages import go, show
from players.secrets import opened, qr
from scoring import sharing
from scoring.models import Let, Match, MatchLink
from scoring.pages import match_for
from scoring.words import text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The ways into this match; a POST makes one and shows it, once, as a QR code."""
    match = match_for(request, pk, "share")
    address = ""
    lets = request.POST.get("lets")
    if request.method == "POST" and lets in Let.values:
        _check(match, lets)
        secret = sharing.make_link(match, request.user, lets)
        address = request.build_absolute_uri(reverse("join", args=[secret]))
    context = {
        "match": match,
        "name": text(match.ruleset.rules, "name"),
        "links": match.links.live().select_related("made_by"),
        "address": address,
        "lets": lets,
        "qr": qr(address) if address else "",
    }
    return show(request, "scoring/share.html", context)


def _check(match: Match, lets: str) -> None:
    if lets == Let.SCORE and not match.may.let_score:
        raise PermissionDenied


@require_POST
def revoke(request: HttpRequest, pk: UUID, link_id: UUID) -> HttpResponse:
    """Close a way in."""
    match = match_for(request, pk, "share")
    link = get_object_or_404(match.links, pk=link_id)
    _check(match, link.lets)
    sharing.revoke(link, request.user)
    messages.success(request, _("Closed. Whoever came in by it is out."))
    return go(request, reverse("share", args=[match.pk]))


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """Show what the link is for; only the button joins, so that no preview robot does."""
    found = MatchLink.objects.live().select_related("match__ruleset__group")
    link = opened(request, found, secret)
    if request.method == "POST":
        sharing.join(link, whoever_asks(request))
        return go(request, reverse("match", args=[link.match_id]))
    context = {"link": link, "name": text(link.match.ruleset.rules, "name"), "secret": secret}
    response = show(request, "scoring/join.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response
