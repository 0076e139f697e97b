"""How often somebody may try: counted in the cache, for an address, a name or a person.

The figures are ACCOUNT_RATE_LIMITS of the settings.
"""

from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone

DAY = 24 * 60 * 60


def spend(request: HttpRequest, action: str, key: str | None = None) -> ratelimit.RateLimitUsage:
    """Count one try and return it: `.rollback()` gives it back where it was no guess.

    Raises the answer 429 once the limit is reached.
    """
    spent = ratelimit.consume(request, app="allauth.account", action=action, key=key)
    if spent is None:
        raise too_often(request)
    return spent


def forget(request: HttpRequest, action: str, key: str) -> None:
    """Begin to count anew."""
    ratelimit.clear(request, app="allauth.account", action=action, key=key)


def missed(request: HttpRequest) -> None:
    """Count an address that opened nothing, looked at or sent to.

    Raises the answer 429 once there were too many: nobody tries secrets by the thousand.
    """
    spent = ratelimit.consume(request, app="allauth.account", action="secret", limit_get=True)
    if spent is None:
        raise too_often(request)


def one_more(request: HttpRequest, what: str) -> None:
    """Count what a person begins; raise the answer 429 beyond a day's worth (A_DAY). Of two at
    one moment one may go uncounted: nobody is kept waiting for it."""
    key = f"{what}:{request.user.pk}:{timezone.localdate()}"
    begun = cache.get(key, 0)
    if begun >= settings.A_DAY[what]:
        raise too_often(request)
    cache.set(key, begun + 1, DAY)


def too_often(request: HttpRequest) -> ImmediateHttpResponse:
    """Return the exception that answers 429."""
    return ImmediateHttpResponse(ratelimit.respond_429(request))


def address_of(request: HttpRequest) -> str:
    """Return the address a request came from, as far as our own proxies vouch for it."""
    return get_adapter(request).get_client_ip(request)
