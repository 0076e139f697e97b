"""Before a dangerous act somebody shows once more that it is they."""

import time
from functools import wraps

from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from players import accounts
from players.pages import go

CONFIRMED = "confirmed"
FRESH = 5 * 60


def must_confirm(request: HttpRequest) -> bool:
    """Return whether to ask: there is something to ask for, and they neither came in nor answered
    within the last five minutes. A guest has no way in, so there is nothing to ask a guest for."""
    age = time.time() - request.session.get(CONFIRMED, 0)
    if 0 <= age < FRESH or not request.user.is_authenticated:
        return False
    return not accounts.is_guest(request.user)


def confirm(request: HttpRequest) -> None:
    """They showed it."""
    request.session[CONFIRMED] = time.time()


def renew(request: HttpRequest, *, ends_phones: bool = False) -> None:
    """Give this phone a new session key after its person's ways in changed; `ends_phones` signs
    all others out."""
    update_session_auth_hash(request, request.user)
    confirm(request)
    if ends_phones:
        accounts.end_phones(request.user, request.session.row_key)


def confirm_first(view):
    """Decorate a view of a dangerous act, one that answers GET as well as POST: whoever has to
    show first that it is they comes back to its GET afterwards."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args, **kwargs):
        if must_confirm(request):
            back = urlencode({"next": request.get_full_path()})
            return go(request, f"{reverse('account_reauthenticate')}?{back}")
        return view(request, *args, **kwargs)

    return wrapper
