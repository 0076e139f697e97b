"""The page about oneself: ways in, the code on paper, the phones signed in, and out again."""

import re

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players import accounts, agents, passkeys
from players.confirming import confirm_first
from players.pages import go, next_page, show

PHONE = re.compile("[0-9a-f]{40}")


@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """What keeps somebody's scores; for a guest, the ways to keep them for good."""
    offered = {"mail": bool(settings.MAIL), "passkeys": passkeys.possible(request)}
    ways = accounts.ways_of(request)
    if not len(ways):
        return show(request, "account/keep.html", offered)
    context = offered | {"ways": ways, "keys": [k.wrap() for k in ways.passkeys]}
    return show(request, "account/account.html", context | {"phones": _phones(request)})


@require_safe
def signup(request: HttpRequest) -> HttpResponse:
    """Nobody signs up here: a guest keeps what they have."""
    return redirect("account")


def _phones(request: HttpRequest) -> list[dict]:
    here, now = request.session.row_key, timezone.now()
    rows = request.user.sessions.filter(expire_date__gt=now).order_by("-started")
    return [
        {
            "pk": row.pk,
            "words": agents.in_words(row.agent),
            "started": row.started,
            "here": row.pk == here,
        }
        for row in rows
    ]


@require_POST
def end_phones(request: HttpRequest) -> HttpResponse:
    """Sign another phone out, or all others."""
    only = request.POST.get("phone", "")
    if not request.user.is_authenticated or not (PHONE.fullmatch(only) or not only):
        raise Http404
    ended = accounts.end_phones(request.user, request.session.row_key, only)
    if only and not ended:
        raise Http404
    said = ngettext("%(n)d phone is signed out.", "%(n)d phones are signed out.", ended)
    messages.success(request, said % {"n": ended})
    return go(request, reverse("account"))


@never_cache
@confirm_first
@require_http_methods(["GET", "HEAD", "POST"])
def recovery(request: HttpRequest) -> HttpResponse:
    """The code on paper: a POST makes it, and shows it this once."""
    if not accounts.has_account(request):
        return go(request, reverse("account"))
    code = accounts.new_recovery(request.user) if request.method == "POST" else ""
    context = {"code": code, "next": next_page(request, reverse("account"))}
    return show(request, "account/recovery.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """Leave this phone. A guest, whom only this phone knows, is asked first."""
    loses = request.user.is_authenticated and not accounts.has_account(request)
    if request.method != "POST" or (loses and "lose" not in request.POST):
        status = 200 if request.method != "POST" else 422
        return show(request, "account/sign_out.html", {"loses": loses}, status=status)
    logout(request)
    response = go(request, reverse("start"))
    response["Clear-Site-Data"] = '"cache"'  # whoever takes the phone next sees no page again
    return response
