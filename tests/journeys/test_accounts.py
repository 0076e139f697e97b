"""Keeping one's scores: by password, passkey, e-mail and paper, on this phone and another."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache

from players.models import Session, User
from tests.conftest import database_url
from tests.journeys import pages, table

pytestmark = pytest.mark.browser
PASSWORD = "dois ases e um três"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(autouse=True)
def fresh_counts(server: Any) -> None:
    """All phones of these tests have one address."""
    cache.clear()


@pytest.fixture
def secure_phone(server: Any, new_phone: Callable[..., Any]) -> Callable[..., Any]:
    """A phone at `localhost`, where browsers allow passkeys. Its owner shows the finger, unless
    they are `unwilling`."""

    def open_page(url: str = server.url, *, unwilling: bool = False, **options: Any) -> Any:
        page = new_phone(base_url=url.replace("127.0.0.1", "localhost"), **options)
        devices = page.context.new_cdp_session(page)
        devices.send("WebAuthn.enable")
        finger = AUTHENTICATOR | {"isUserVerified": not unwilling}
        devices.send("WebAuthn.addVirtualAuthenticator", {"options": finger})
        return page

    return open_page


@pytest.fixture
def mailing(
    server: Any, new_server: Callable[..., Any], new_phone: Callable[..., Any], tmp_path: Path
) -> tuple[Callable[..., Any], Callable[[], str]]:
    """Phones of a server that mails into a folder, and the last code it mailed."""
    mails = new_server(
        DATABASE_URL=database_url(), EMAIL_URL=f"file://{tmp_path}?from=cards@example.org"
    )

    def last_code() -> str:
        newest = max(tmp_path.glob("*.log"), key=lambda path: path.stat().st_mtime_ns)
        return re.findall(r"^Subject: .*?(\d{4}-\d{4})", newest.read_text(), re.M)[-1]

    return (lambda **options: new_phone(base_url=mails.url, **options)), last_code


def keep_by_password(page: Any, name: str = "Ana") -> None:
    page.goto("/account")
    page.locator("a[href='/account/password']").first.click()
    write(page, name=name, password=PASSWORD)
    page.locator("button[form=keep]").click()
    page.locator("a[href='/account/sign-out']").wait_for()


def write(page: Any, **fields: str) -> None:
    for name, value in fields.items():
        page.locator(f"form [name={name}]").first.fill(value)


def sign_in(page: Any, name: str = "ana") -> None:
    page.goto("/account/sign-in")
    write(page, name=name, password=PASSWORD)
    page.locator("button[form=sign-in]").click()
    page.wait_for_url(lambda address: "/sign-in" not in address)


def sign_out(page: Any) -> None:
    page.goto("/account/sign-out")
    page.locator("button[form=out]").click()
    page.wait_for_url("**/")


def own_matches(page: Any) -> int:
    page.goto("/")
    return page.locator("main a[href^='/m/']").count()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_guest_keeps_scores_and_finds_them_again(new_phone: Any, script: bool) -> None:
    page = new_phone(java_script_enabled=script)
    page.goto("/new")
    table.begin(page)
    page.locator("#board").wait_for()

    keep_by_password(page)
    sign_out(page)
    assert own_matches(page) == 0
    sign_in(page)

    assert own_matches(page) == 1
    assert User.objects.count() == 1
    other = new_phone()
    sign_in(other)
    assert own_matches(other) == 1


def test_guest_keeps_scores_by_passkey_in_three_taps(secure_phone: Any, taps: Any) -> None:
    page = secure_phone()
    table.start_match(page)
    page.goto("/")

    taps(page.locator("a[href='/account']"))
    taps(page.locator("button.main[form=passkey]"))
    page.locator("a[href^='/account/passkeys/']").wait_for()

    assert taps.count <= 3
    sign_out(page)
    assert own_matches(page) == 0
    page.goto("/account/sign-in")
    page.locator("button[form=passkey]").click()
    page.wait_for_url("**/")
    assert own_matches(page) == 1


def test_passkey_is_not_asked_for_after_the_password(secure_phone: Any) -> None:
    page = secure_phone()
    keep_by_password(page)
    page.goto("/account/passkeys")
    page.locator("button[form=passkey]").click()
    page.locator("a[href^='/account/passkeys/']").wait_for()
    sign_out(page)

    sign_in(page)

    assert "/account" not in page.url
    page.goto("/account")
    assert page.locator("a[href='/account/sign-out']").count() == 1


def test_newcomer_keeps_by_passkey_before_any_match(secure_phone: Any) -> None:
    page = secure_phone()
    page.goto("/account")

    page.locator("button.main[form=passkey]").click()
    page.locator("a[href^='/account/passkeys/']").wait_for()

    assert User.objects.count() == 1


def test_passkey_refused_on_the_phone_says_so_and_changes_nothing(secure_phone: Any) -> None:
    page = secure_phone(unwilling=True)
    page.goto("/account")

    page.locator("button.main[form=passkey]").click()
    page.locator("[data-failed]").wait_for()

    assert page.locator("[data-failed]").inner_text().strip()
    assert page.url.endswith("/account")


def test_dangerous_page_asks_for_the_passkey_and_comes_back(
    secure_phone: Any, new_server: Any
) -> None:
    known = new_server(DATABASE_URL=database_url(), SECRET_KEY=settings.SECRET_KEY)
    page = secure_phone(known.url)
    page.goto("/account")
    page.locator("button.main[form=passkey]").click()
    page.locator("a[href^='/account/passkeys/']").wait_for()
    long_ago(User.objects.get())

    page.locator("a[href='/account/recovery-code']").first.click()
    page.locator("button[form=passkey]").click()
    page.locator("button[form=make]").wait_for()

    assert page.url.endswith("/account/recovery-code")


def long_ago(user: User) -> None:
    """As if every phone of theirs had come in an hour ago."""
    store = Session.get_session_store_class()
    for row in Session.objects.filter(user=user):
        data = row.get_decoded()
        data["confirmed"] -= 3600  # a session the server could read: it has our key
        row.session_data = store().encode(data)
        row.save()


def test_passkeys_are_said_to_need_https_on_a_plain_address(phone: Any) -> None:
    for address in ("/account", "/account/sign-in"):
        phone.goto(address)
        assert "https" in phone.locator("main").inner_text()
        assert phone.locator("button[form=passkey]").count() == 0


def test_code_on_paper_opens_another_phone_once(phone: Any, new_phone: Any) -> None:
    table.start_match(phone)
    keep_by_password(phone)
    phone.locator("footer a[href='/account/recovery-code']").click()
    phone.locator("button[form=make]").click()
    code = phone.locator(".written").inner_text()
    other = new_phone()
    other.goto("/account/sign-in")
    other.locator("a[href='/account/recover']").click()

    write(other, code=code.lower().replace("-", " "))
    other.locator("button[form=recover]").click()
    other.locator("button[form=make]").click()

    new = other.locator(".written").inner_text()
    assert new != code
    other.locator("footer a.main").click()
    assert own_matches(other) == 1
    third = new_phone()
    third.goto("/account/recover")
    write(third, code=code)
    third.locator("button[form=recover]").click()
    third.locator(".hint.bad").wait_for()


def test_guest_keeps_scores_by_mail_and_signs_in_by_it(mailing: Any) -> None:
    open_phone, last_code = mailing
    page = open_phone()
    table.start_match(page)
    page.goto("/account")
    page.locator("a[href='/account/email']").click()
    write(page, email="ana@example.org")
    page.locator("button[form=email]").click()
    write(page, code=last_code())
    page.locator("button[form=code]").click()
    page.locator("a[href='/account/sign-out']").wait_for()

    other = open_phone()
    other.goto("/account/sign-in")
    other.locator("a[href='/account/sign-in/mail']").click()
    write(other, email="Ana@example.org")
    other.locator("button[form=email]").click()
    other.locator("button[form=code]").wait_for()
    write(other, code=last_code().replace("-", " "))
    other.locator("button[form=code]").click()
    other.wait_for_url("**/")

    assert own_matches(other) == 1


def test_other_phone_is_signed_out_from_here(phone: Any, new_phone: Any) -> None:
    keep_by_password(phone)
    other = new_phone()
    sign_in(other)
    phone.goto("/account")

    phone.locator("form[action='/account/phones/end'] button[name=phone]").click()
    phone.locator(".flash").wait_for()

    other.goto("/account")
    assert other.locator("a[href='/account/sign-in']").count() == 1
    assert phone.locator("form[action='/account/phones/end']").count() == 0


def test_guest_who_signs_out_is_asked_first(phone: Any) -> None:
    table.start_match(phone)
    phone.goto("/account/sign-out")

    assert phone.locator("footer a.main[href='/account']").count() == 1
    phone.locator("button[name=lose]").click()
    phone.wait_for_url("**/")

    assert own_matches(phone) == 0


def test_ended_login_keeps_the_typed_round(phone: Any, new_phone: Any, console: list[str]) -> None:
    keep_by_password(phone)
    match = table.start_match(phone)
    table.open_round(phone)
    typed = {"0.total": "60+45+15", "1.total": "-30"}
    table.fill_round(phone, typed)
    other = new_phone()
    sign_in(other)
    other.goto("/account")
    other.locator("form[action='/account/phones/end'] button[name=phone]").click()
    other.locator(".flash").wait_for()

    table.save(phone)
    phone.locator(".unsent:visible, [role=alert]:visible, .notice:visible").first.wait_for()
    sign_in(phone)
    phone.goto(f"{match}/round")
    table.sheet_is_there(phone)

    assert table.typed(phone, typed) == typed
    console.clear()  # the browser logs the refusal


def test_password_is_shown_to_whoever_wants_to_look(phone: Any) -> None:
    phone.goto("/account/sign-in")
    field, button = phone.locator("[name=password]"), phone.locator("[data-reveal]")
    said = button.inner_text()

    button.click()
    assert field.get_attribute("type") == "text"
    assert button.inner_text() != said
    button.click()

    assert field.get_attribute("type") == "password"


@pytest.mark.parametrize("locale", ["pt-BR", "en-GB"])
def test_pages_about_oneself_are_fit_to_use(secure_phone: Any, mailing: Any, locale: str) -> None:
    open_phone, _ = mailing
    newcomer = open_phone(locale=locale)
    found = {}
    for address in (
        "",
        "/password",
        "/email",
        "/sign-in",
        "/sign-in/mail",
        "/recover",
        "/sign-out",
    ):
        found[f"newcomer {address}"] = judged(newcomer, f"/account{address}")
    page = secure_phone(locale=locale)
    found["guest"] = judged(page, "/account")
    page.locator("button.main[form=passkey]").click()
    page.locator("a[href^='/account/passkeys/']").wait_for()
    one = page.locator("a[href^='/account/passkeys/']").get_attribute("href")
    addresses = ["/account", one, "/account/passkeys", "/account/password", "/account/sign-out"]
    for address in (*addresses, "/account/recovery-code", "/account/confirm"):
        found[address] = judged(page, address)
    page.goto("/account/recovery-code")
    page.locator("button[form=make]").click()
    page.locator(".written").wait_for()
    found["code"] = judged(page)

    assert {where: faults for where, faults in found.items() if faults} == {}


def judged(page: Any, address: str = "") -> list[str]:
    if address:
        page.goto(address)
    faults = pages.faults(page)
    return faults + pages.too_wide(page) + pages.small_targets(page)
