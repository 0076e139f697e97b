"""What every view shares: what a form sent, its key, and one way to answer."""

from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from django.utils.encoding import iri_to_uri
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect

from players.ids import parse, uuid7

# How many lines a page of a long list has.
PAGE = 20


def sent(request: HttpRequest) -> QueryDict | None:
    """Return what a form sent, even if that is nothing; None where the page is only asked for."""
    return request.POST if request.method == "POST" else None


def form_key(request: HttpRequest) -> UUID:
    """Return the key of the form that was sent; a bad one is as good as a new one."""
    return parse(request.POST.get("key")) or uuid7()


def show(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    *,
    part: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render a page, or for htmx its named part; every page may be either, so caches must know."""
    if part and request.htmx and not request.htmx.history_restore_request:
        template = f"{template}#{part}"
    return _varied(render(request, template, {"key": uuid7(), **context}, status=status))


def _varied(response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["HX-Request"])
    return response


def unchanged() -> HttpResponse:
    """Nothing to swap in."""
    return _varied(HttpResponse(status=204))


def go(request: HttpRequest, address: str) -> HttpResponse:
    """Send the browser on after a write, whoever asked."""
    if request.htmx:
        return HttpResponseClientRedirect(address)
    return HttpResponseRedirect(address, status=303)


def next_page(request: HttpRequest, default: str) -> str:
    """Return where the form or the address says to go afterwards, if that is a page of ours."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    try:
        parts = urlsplit(asked)
        resolve(parts.path)
    except (ValueError, Resolver404):
        return default
    if parts.scheme or parts.netloc or not url_has_allowed_host_and_scheme(asked, None):
        return default
    return iri_to_uri(parts.geturl())


def page_number(request: HttpRequest) -> int:
    """Return which page of a list is asked for; what is no number is the first."""
    asked = request.GET.get("page", "")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1
    return max(number, 1)


def one_page(rows: Any, page: int, most: int = PAGE) -> tuple[list, bool]:
    """Return the rows of a page, and whether there are older ones."""
    held = list(rows[(page - 1) * most : page * most + 1])
    return held[:most], len(held) > most
