from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from config import health


@pytest.fixture(autouse=True)
def pulse(monkeypatch: pytest.MonkeyPatch) -> health.Pulse:
    monkeypatch.setattr(health, "pulse", health.Pulse())
    return health.pulse


@contextmanager
def writes_failing() -> Iterator[None]:
    def refuse(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE")):
            raise DatabaseError("disk is full")
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse):
        yield


@pytest.mark.django_db
def test_green_while_writes_succeed(client: Client) -> None:
    answer = client.get("/healthz")

    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_red_while_writes_fail_and_green_again(
    client: Client, pulse: health.Pulse, caplog: pytest.LogCaptureFixture
) -> None:
    with writes_failing():
        red = client.get("/healthz")
    pulse.at -= health.FRESH
    green = client.get("/healthz")

    assert (red.status_code, red["Retry-After"]) == (503, "5")
    assert red.content == b"writes fail\n"
    assert "A write failed: disk is full" in caplog.text
    assert green.status_code == 200


@pytest.mark.django_db
def test_does_not_probe_each_time(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/healthz")

    with django_assert_num_queries(0):
        assert client.get("/healthz").status_code == 200


def test_probe_that_hangs_is_no_good_sign(
    pulse: health.Pulse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread has been probing since the last good answer grew stale."""
    monkeypatch.setattr(health, "FRESH", 0.01)
    pulse.well = True
    pulse.at = health.time.monotonic() - health.STALE

    with pulse.probing:
        assert pulse.check() is False


@pytest.mark.django_db
def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
