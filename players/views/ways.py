"""The ways in: adding, changing and removing them. The first one makes an account of a guest."""

from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players import accounts, agents, limits, mailed, passkeys
from players.actions import whoever_asks
from players.confirming import confirm_first, renew
from players.forms import EmailForm, NewPasswordForm, PasskeyNameForm
from players.mailed import MailedCode, NotSent, with_mail
from players.pages import go, sent, show


@never_cache
@confirm_first
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """A name with a password. Changing it ends the sessions of all other phones."""
    if "remove" in request.POST:
        return _remove(request, accounts.remove_password, ends_phones=True)
    form = NewPasswordForm(sent(request), user=request.user)
    if request.method == "POST":
        limits.spend(request, "keep")
        if form.is_valid() and _keep_password(request, form):
            return go(request, reverse("account"))
    context = {"form": form, "ways": accounts.ways_of(request)}
    return show(request, "account/password.html", context, status=422 if form.is_bound else 200)


def _keep_password(request: HttpRequest, form: NewPasswordForm) -> bool:
    name, secret = form.cleaned_data["name"], form.cleaned_data["password"]
    try:
        accounts.set_password(whoever_asks(request), name, secret)
    except accounts.Taken:  # by somebody who was a moment quicker
        form.add_error("name", form.taken())
        return False
    renew(request, ends_phones=bool(secret))
    messages.success(request, _("Kept. You sign in as “%(name)s”.") % {"name": name})
    return True


def _remove(request: HttpRequest, act, *args, ends_phones: bool = False) -> HttpResponse:
    """Take one way in away, unless it is the last."""
    if not request.user.is_authenticated:
        return go(request, reverse("account"))
    try:
        act(request.user, *args)
    except accounts.LastWay:
        said = _("This is your only way in. Add another before you remove it.")
        messages.error(request, said)
    else:
        renew(request, ends_phones=ends_phones)
        messages.success(request, _("Removed."))
    return go(request, reverse("account"))


@never_cache
@confirm_first
@require_http_methods(["GET", "HEAD", "POST"])
def add_passkey(request: HttpRequest) -> HttpResponse:
    """A passkey: first the question for the phone, then what it made."""
    refused = ""
    if request.method == "POST":
        limits.spend(request, "passkey")
    if "begin" in request.POST:
        return passkeys.question(request, passkeys.begin_adding(whoever_asks(request)))
    if request.method == "POST":
        user = request.user
        made = passkeys.added(request, user) if user.is_authenticated else None
        if made:
            name = agents.device(request.headers.get("User-Agent", ""))
            accounts.add_passkey(user, name, made)
            renew(request)
            messages.success(request, _("Kept. You sign in with this passkey from now on."))
            return go(request, reverse("account"))
        refused = passkeys.not_accepted()
    context = {"refused": refused, "passkeys": passkeys.possible(request)}
    status = 422 if refused else 200
    return show(request, "account/add_passkey.html", context, status=status)


@never_cache
@confirm_first
@require_http_methods(["GET", "HEAD", "POST"])
def passkey(request: HttpRequest, pk: int) -> HttpResponse:
    """One passkey: what it is called, and the button that removes it."""
    mine = Authenticator.objects.filter(user_id=request.user.pk, type=Authenticator.Type.WEBAUTHN)
    found = get_object_or_404(mine, pk=pk)
    if "remove" in request.POST:
        return _remove(request, accounts.remove_passkey, found)
    form = PasskeyNameForm(
        sent(request), initial={"name": str(found)}, use_required_attribute=False
    )
    if request.method == "POST" and form.is_valid():
        accounts.rename_passkey(found, form.cleaned_data["name"])
        return go(request, reverse("account"))
    context = {"form": form, "passkey": found, "ways": accounts.ways_of(request)}
    return show(request, "account/passkey.html", context, status=422 if form.is_bound else 200)


@never_cache
@with_mail
@confirm_first
@require_http_methods(["GET", "HEAD", "POST"])
def email(request: HttpRequest) -> HttpResponse:
    """An address to get codes by: it counts once its code was typed."""
    if "remove" in request.POST:
        return _remove(request, accounts.remove_email)
    form = EmailForm(sent(request), use_required_attribute=False)
    if request.method == "POST" and form.is_valid():
        whoever_asks(request)
        try:
            MailedCode.begin(request, mailed.ADD, form.cleaned_data["email"])
            return go(request, reverse("mailed_code"))
        except NotSent:
            form.add_error("email", mailed.not_sent())
    context = {"form": form, "ways": accounts.ways_of(request)}
    return show(request, "account/email.html", context, status=422 if form.is_bound else 200)
