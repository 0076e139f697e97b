"""What every test may ask for. Factories live in tests/factories.py.

`server` is the real thing in a process of its own, on the database of the test,
so that a test can prepare and read back with the ORM. `phone` is a page in
Chromium; whatever its console complains about fails the test.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.db import connection
from django.test import override_settings
from django.utils import translation

from tests import machine
from tests.server import Server

# Playwright's sync interface keeps an event loop in the thread of the test.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
# What the browser logs although the page copes: a refused form, a lost race, and
# a server or network that the test itself took away.
GONE = "CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INTERNET_DISCONNECTED"
EXPECTED = re.compile(rf"status of (409|422)|net::ERR_({GONE})")


@pytest.fixture(scope="session", autouse=True)
def settings_for_tests() -> Iterator[None]:
    """Quick passwords, and static files as they lie in the tree."""
    from config import words

    words.compile_all()
    Path(settings.STATIC_ROOT).mkdir(exist_ok=True)
    storage = "django.contrib.staticfiles.storage.StaticFilesStorage"
    with override_settings(
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        STORAGES={**settings.STORAGES, "staticfiles": {"BACKEND": storage}},
    ):
        yield


@pytest.fixture(autouse=True)
def usual_language() -> Iterator[None]:
    """A page asked for in a language leaves it switched on in the thread of the test."""
    yield
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file: threads and the server's process share no memory."""
    if connection.vendor == "sqlite":
        name = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(name)


@pytest.fixture
def new_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Starts servers of the test's own, each with its data: `new_server(PUBLIC_URL=…)`."""
    servers: list[Server] = []

    def start(**environment: str) -> Server:
        servers.append(Server(tmp_path_factory.mktemp("data"), **environment))
        servers[-1].start()
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@pytest.fixture(scope="session")
def shared_server(
    django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("data"), DATABASE_URL=database_url())
    yield server
    server.stop()


@pytest.fixture
def server(shared_server: Server, transactional_db: None) -> Server:
    """The server on the test's own database; a test may kill it, the next finds it running."""
    shared_server.start()
    return shared_server


def database_url() -> str:
    """The test database of this worker."""
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{given['NAME']}"
    return "postgresql://{USER}@{HOST}:{PORT}/{NAME}".format(**given)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = machine.chromium()
    if path is None:
        pytest.fail("Chromium is missing: ./caderneta test installs it, or install chromium.")
    return {**browser_type_launch_args, "executable_path": path, "args": CHROMIUM_FLAGS}


@pytest.fixture(scope="session")
def base_url() -> None:
    """Each phone gets its server's; pytest-playwright's own fixture trips over pytest 9."""


@pytest.fixture
def console() -> Iterator[list[str]]:
    """What the phones' consoles complained about; a test that wants it so clears it."""
    complaints: list[str] = []
    yield complaints
    assert complaints == []


@pytest.fixture
def new_phone(
    server: Server, new_context: Callable[..., Any], console: list[str]
) -> Callable[..., Any]:
    """Opens another phone: `new_phone(locale="en-GB", color_scheme="dark", width=320)`."""

    def complain(text: str) -> None:
        if not EXPECTED.search(text):
            console.append(text)

    def hear(message: Any) -> None:
        if message.type in ("error", "warning"):
            complain(f"{message.text} {message.location['url']}")

    def open_page(*, width: int = 390, height: int = 844, **options: Any) -> Any:
        options = {"locale": "pt-BR", "base_url": server.url, **options}
        page = new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=1,
            has_touch=True,
            is_mobile=True,
            **options,
        ).new_page()
        page.on("pageerror", lambda error: complain(str(error)))
        page.on("console", hear)
        return page

    return open_page


@pytest.fixture
def phone(new_phone: Callable[..., Any], request: pytest.FixtureRequest) -> Any:
    """One phone; `parametrize("phone", [{"locale": "en-GB"}], indirect=True)` changes it."""
    return new_phone(**getattr(request, "param", {}))


@pytest.fixture
def axe() -> Callable[[Any], None]:
    """Asserts that a page has no violation of accessibility axe can see."""

    def check(page: Any) -> None:
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()

    return check
