"""Coming in: by name and password, a passkey, a code by e-mail, the code on paper."""

from allauth.account.adapter import get_adapter
from allauth.account.utils import perform_login
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players import accounts, limits, mailed, passkeys
from players.confirming import confirm, renew
from players.forms import ConfirmForm, EmailForm, MailedCodeForm, RecoveryForm, SignInForm
from players.mailed import MailedCode, NotSent, with_mail
from players.pages import go, next_page, sent, show


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Name and password, and the doors to the other ways."""
    if accounts.has_account(request):
        return go(request, next_page(request, reverse("account")))
    form = SignInForm(sent(request), use_required_attribute=False)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        user = get_adapter(request).authenticate(
            request, username=said["name"], password=said["password"]
        )
        if user is not None:
            return perform_login(request, user)
        form.add_error(None, _("This name and this password do not belong together."))
    return _sign_in_page(request, form)


def _sign_in_page(request: HttpRequest, form: SignInForm, refused: str = "") -> HttpResponse:
    context = {
        "form": form,
        "mail": bool(settings.MAIL),
        "passkeys": passkeys.possible(request),
        "refused": refused,
        "next": next_page(request, ""),
    }
    status = 422 if form.is_bound or refused else 200
    return show(request, "account/sign_in.html", context, status=status)


@never_cache
@require_POST
def sign_in_by_passkey(request: HttpRequest) -> HttpResponse:
    """First the question for the phone, then its answer."""
    limits.spend(request, "passkey")
    if "begin" in request.POST:
        return passkeys.question(request, passkeys.begin_asking(None))
    user = passkeys.shown(request)
    if user is None:
        return _sign_in_page(request, SignInForm(), passkeys.not_accepted())
    return perform_login(request, user)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Come in by the code on paper, once; then a new one is offered."""
    form = RecoveryForm(sent(request), use_required_attribute=False)
    if request.method == "POST" and form.is_valid():
        tried = limits.spend(request, "recover")
        user = accounts.use_recovery(form.cleaned_data["code"])
        if user is not None:
            tried.rollback()
            after = perform_login(request, user).url
            messages.success(request, _("Welcome back. That code is used up now."))
            return go(request, f"{reverse('recovery')}?{urlencode({'next': after})}")
        form.add_error("code", _("No account has this code. It works once only."))
    context = {"form": form, "next": next_page(request, "")}
    return show(request, "account/recover.html", context, status=422 if form.is_bound else 200)


@never_cache
@with_mail
@require_http_methods(["GET", "HEAD", "POST"])
def ask_for_code(request: HttpRequest) -> HttpResponse:
    """Have a code sent to sign in by."""
    form = EmailForm(sent(request), use_required_attribute=False)
    after = next_page(request, "")
    if request.method == "POST" and form.is_valid():
        try:
            MailedCode.begin(request, mailed.SIGN_IN, form.cleaned_data["email"], next=after)
            return go(request, reverse("mailed_code"))
        except NotSent:
            form.add_error("email", mailed.not_sent())
    context = {"form": form, "next": after}
    return show(request, "account/ask_for_code.html", context, status=422 if form.is_bound else 200)


@never_cache
@with_mail
@require_http_methods(["GET", "HEAD", "POST"])
def mailed_code(request: HttpRequest) -> HttpResponse:
    """Type the code that came by e-mail, whatever it was for."""
    code = MailedCode.under_way(request)
    if code is None:
        return go(request, _home(request))
    form = MailedCodeForm(sent(request), code=code.code)
    if request.method == "POST":
        tried = limits.spend(request, "login_failed", key=code.state["email"])
        if form.is_valid():
            tried.rollback()
            return _finish(request, code)
        if not code.record_invalid_attempt():
            messages.error(request, _("That was not the code. Please have a new one sent."))
            return go(request, _home(request))
    context = {"form": form, "email": code.state["email"], "next": code.state.get("next", "")}
    return show(request, "account/mailed_code.html", context, status=422 if form.is_bound else 200)


def _home(request: HttpRequest) -> str:
    return reverse("account" if accounts.has_account(request) else "account_login")


def _finish(request: HttpRequest, code: MailedCode) -> HttpResponse:
    code.abort()
    if code.purpose == mailed.SIGN_IN:
        return perform_login(request, code.user)
    if code.user != request.user:
        return go(request, reverse("account"))
    if code.purpose == mailed.ADD:
        try:
            accounts.set_email(request.user, code.state["email"])
        except accounts.Taken:
            messages.error(request, _("Somebody else has this address."))
            return go(request, reverse("account"))
        renew(request)
        messages.success(request, _("You can sign in by e-mail from now on."))
    confirm(request)
    return go(request, next_page(request, reverse("account")))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_it_is_you(request: HttpRequest) -> HttpResponse:
    """Show once more that it is you, by any way in, and go back to what you wanted to do."""
    after = next_page(request, reverse("account"))
    if not accounts.has_account(request):
        return go(request, after)
    ways, form, refused = accounts.ways(request.user), ConfirmForm(), ""
    if "begin" in request.POST or "credential" in request.POST:
        limits.spend(request, "passkey")
    if "begin" in request.POST:
        return passkeys.question(request, passkeys.begin_asking(request.user))
    if "credential" in request.POST:
        if passkeys.shown(request, request.user) == request.user:
            confirm(request)
            return go(request, after)
        refused = passkeys.not_accepted()
    elif "mail" in request.POST and ways.email:
        try:
            MailedCode.begin(request, mailed.CONFIRM, ways.email, next=after)
            return go(request, reverse("mailed_code"))
        except NotSent:
            refused = mailed.not_sent()
    elif request.method == "POST":
        form = ConfirmForm(request.POST, use_required_attribute=False)
        if form.is_valid() and ways.password and _password_is_theirs(request, form):
            confirm(request)
            return go(request, after)
    context = {
        "form": form,
        "ways": ways,
        "mail": bool(ways.email),
        "passkeys": bool(ways.passkeys) and passkeys.possible(request),
        "refused": refused,
        "next": after,
    }
    status = 422 if form.is_bound or refused else 200
    return show(request, "account/confirm.html", context, status=status)


def _password_is_theirs(request: HttpRequest, form: ConfirmForm) -> bool:
    said = {"username": request.user.username, "password": form.cleaned_data["password"]}
    if get_adapter(request).authenticate(request, **said) == request.user:
        return True
    form.add_error("password", _("That is not your password."))
    return False
