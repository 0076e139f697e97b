"""The environment comes in strictly; what depends on it follows."""

import re
import runpy
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from tests.machine import VARIABLES

ROOT = Path(__file__).resolve().parent.parent.parent
SETTINGS = ROOT / "config" / "settings.py"
WRONG = [
    ("ALLOWED_HOSTS", "*"),
    ("ALLOWED_HOSTS", "http://cards.example.org"),
    ("ALLOWED_HOSTS", "cards.example.org:8000"),
    ("ALLOWED_HOSTS", "two words"),
    ("CADERNETA_DATA", __file__),
    ("DATABASE_URL", "mysql://localhost/cards"),
    ("DATABASE_URL", "cards.sqlite3"),
    ("DATABASE_URL", "sqlite://"),
    ("DATABASE_URL", "sqlite://host/cards"),
    ("DATABASE_URL", "postgresql://localhost"),
    ("DATABASE_URL", "postgresql://localhost:54x2/cards"),
    ("DATABASE_URL", "postgresql://localhost/cards?speed=high"),
    ("DEBUG", "maybe"),
    ("EMAIL_URL", "mail.example.org"),
    ("EMAIL_URL", "smtp://mail.example.org"),
    ("EMAIL_URL", "smtp://mail.example.org?from=nobody"),
    ("EMAIL_URL", "smtp://mail.example.org?from=a@example.org&speed=high"),
    ("EMAIL_URL", "smtp://mail.example.org:5x7?from=a@example.org"),
    ("EMAIL_URL", "smtp://?from=a@example.org"),
    ("EMAIL_URL", "pop3://mail.example.org?from=a@example.org"),
    ("EMAIL_URL", "file://?from=a@example.org"),
    ("HOST", "cards.example.org"),
    ("HOST", "0.0.0"),
    ("LOG_LEVEL", "loud"),
    ("PORT", "0"),
    ("PORT", "65536"),
    ("PORT", "8_000"),
    ("PORT", "80.0"),
    ("PORT", "٨٠"),
    ("PROXY_COUNT", "-1"),
    ("PUBLIC_URL", "cards.example.org"),
    ("PUBLIC_URL", "ftp://cards.example.org"),
    ("PUBLIC_URL", "https://cards.example.org/scores"),
    ("PUBLIC_URL", "https://cards.example.org:99999"),
    ("PUBLIC_URL", "https://me@cards.example.org"),
    ("PUBLIC_URL", "https://"),
    ("SECRET_KEY", "short"),
    ("SECRET_KEY", "a" * 50),
    ("SECRET_KEY", "django-insecure-" + "abcdefghij" * 5),
    ("THREADS", "0"),
    ("THREADS", "many"),
    ("TIME_ZONE", "Brasilia"),
    ("TIME_ZONE", "America"),
    ("TIME_ZONE", "../etc/passwd"),
]


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The settings as they come out of an environment that says only this."""

    def run(**environment: str) -> dict[str, Any]:
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        for name, value in {"CADERNETA_DATA": str(tmp_path), **environment}.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(SETTINGS))

    return run


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_wrong_value_stops_with_a_sentence_that_names_it(load: Any, name: str, value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=rf"^{name} must be .+[^.]\.$"):
        load(**{name: value})


def test_table_above_holds_every_variable() -> None:
    read = re.findall(r'(?:env\.\w+|database|mail)\("(\w+)"', SETTINGS.read_text())

    assert sorted(read) == sorted(VARIABLES)
    assert {name for name, _ in WRONG} == set(VARIABLES)


@pytest.mark.parametrize("name", ["SECRET_KEY", "DATABASE_URL", "EMAIL_URL"])
def test_wrong_secret_is_not_repeated(load: Any, name: str) -> None:
    with pytest.raises(ImproperlyConfigured) as wrong:
        load(**{name: "mysql://me:hush@host/x"})

    assert "hush" not in str(wrong.value)


def test_manage_stops_without_a_traceback() -> None:
    result = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env={"PORT": "none"},
        capture_output=True,
        text=True,
    )

    assert result.returncode == 1
    assert result.stderr == (
        "caderneta: PORT must be a whole number from 1 to 65535, not “none”.\n"
    )


def test_empty_variable_counts_as_not_set(load: Any) -> None:
    assert load(PORT="", DEBUG="", PUBLIC_URL="")["PORT"] == 8000


def test_secret_key_is_made_once_for_the_owner_alone(load: Any, tmp_path: Path) -> None:
    first, second = load()["SECRET_KEY"], load()["SECRET_KEY"]

    assert first == second
    assert len(first) >= 50
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_first_starts_at_once_agree_on_one_key(tmp_path: Path) -> None:
    script = "import sys; from pathlib import Path; from config.env import kept_secret;"
    command = [sys.executable, "-c", script + "print(kept_secret(Path(sys.argv[1])))"]

    def start(_: int) -> str:
        return subprocess.check_output([*command, tmp_path / "key"], cwd=ROOT, text=True)

    with ThreadPoolExecutor(4) as pool:
        keys = set(pool.map(start, range(4)))

    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_https_address_turns_on_what_only_https_allows(load: Any) -> None:
    settings = load(PUBLIC_URL="https://cards.example.org", PROXY_COUNT="1")

    assert settings["SESSION_COOKIE_NAME"] == "__Host-sessionid"
    assert settings["SESSION_COOKIE_SECURE"] is settings["CSRF_COOKIE_SECURE"] is True
    assert settings["SECURE_HSTS_SECONDS"] == 31_536_000
    assert settings["SECURE_SSL_REDIRECT"] is True
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://cards.example.org"]
    assert "cards.example.org" in settings["ALLOWED_HOSTS"]


def test_home_network_stays_usable_without_https(load: Any) -> None:
    settings = load()

    assert settings["SESSION_COOKIE_NAME"] == "sessionid"
    assert settings["SESSION_COOKIE_SECURE"] is settings["SECURE_SSL_REDIRECT"] is False
    assert settings["SECURE_HSTS_SECONDS"] == 0
    assert settings["SECURE_PROXY_SSL_HEADER"] is None
    assert {"localhost", "127.0.0.1"} < set(settings["ALLOWED_HOSTS"])


def test_postgresql_address_is_taken_apart(load: Any) -> None:
    database = load(
        DATABASE_URL="postgresql://me:p%40ss@db.example.org:5433/cards?sslmode=require", THREADS="3"
    )["DATABASES"]["default"]

    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert [database[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT")] == [
        "cards",
        "me",
        "p@ss",
        "db.example.org",
        "5433",
    ]
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["OPTIONS"]["pool"]["max_size"] == 5
    assert "CONN_MAX_AGE" not in database


def test_sqlite_address_names_a_file(load: Any, tmp_path: Path) -> None:
    assert load()["DATABASES"]["default"]["NAME"] == tmp_path / "caderneta.sqlite3"
    assert load(DATABASE_URL="sqlite:////var/lib/a%20b.db")["DATABASES"]["default"]["NAME"] == (
        Path("/var/lib/a b.db")
    )


def test_mail_address_is_taken_apart(load: Any) -> None:
    settings = load(EMAIL_URL="smtp://me:p%40ss@mail.example.org?from=cards@example.org")

    assert settings["MAIL"].sender == settings["DEFAULT_FROM_EMAIL"] == "cards@example.org"
    assert (settings["EMAIL_HOST"], settings["EMAIL_PORT"]) == ("mail.example.org", 587)
    assert (settings["EMAIL_HOST_USER"], settings["EMAIL_HOST_PASSWORD"]) == ("me", "p@ss")
    assert (settings["EMAIL_USE_TLS"], settings["EMAIL_USE_SSL"]) == (True, False)
    settings = load(EMAIL_URL="smtps://mail.example.org?from=cards@example.org")
    assert (settings["EMAIL_PORT"], settings["EMAIL_USE_SSL"]) == (465, True)
    settings = load(EMAIL_URL="file:///var/mail%20box?from=cards@example.org")
    assert settings["EMAIL_FILE_PATH"] == "/var/mail box"


def test_mail_is_off_without_its_address(load: Any) -> None:
    assert load()["MAIL"] is None


@pytest.mark.django_db
def test_sqlite_keeps_what_it_has_committed() -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            pragmas = [
                cursor.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
            ]
        assert pragmas == ["wal", 2, 5000, 1]
        assert connection.transaction_mode == "IMMEDIATE"
