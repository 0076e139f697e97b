"""The real server: what it prints, whom it answers, how it stops."""

import re
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.machine import free_port
from tests.server import Server

Start = Callable[..., Server]


def test_first_start_makes_its_folder_and_says_where_it_is(new_server: Start) -> None:
    server = new_server(HOST="0.0.0.0", PUBLIC_URL="http://cards.home")
    said = server.log.read_text()

    assert "Caderneta is open at http://cards.home\n" in said
    assert said.count("▄") > 50  # the QR code
    assert {path.name for path in server.log.parent.iterdir()} >= {
        "caderneta.sqlite3",
        "secret_key",
        "static",
    }


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stops_cleanly_within_a_second(new_server: Start, number: signal.Signals) -> None:
    server = new_server()
    server.get("/healthz")
    begin = time.monotonic()

    server.process.send_signal(number)

    assert server.process.wait(10) == 0
    assert time.monotonic() - begin < 1
    assert "Traceback" not in server.log.read_text()


def test_taken_port_is_said_in_a_sentence(new_server: Start, tmp_path: Path) -> None:
    first = new_server()
    second = Server(tmp_path, PORT=str(first.port))

    with pytest.raises(RuntimeError, match=rf"cannot listen on HOST .+, PORT {first.port}: .+\.\n"):
        second.start()


def test_data_serves_one_process(new_server: Start) -> None:
    first = new_server()
    second = Server(first.log.parent, PORT=str(free_port()))

    with pytest.raises(RuntimeError, match="another server already uses the data"):
        second.start()


def test_killed_server_comes_back_with_its_data(new_server: Start) -> None:
    server = new_server()
    key = (server.log.parent / "secret_key").read_text()

    server.kill()
    assert server.get("/healthz") is None
    server.start()

    assert server.get("/healthz").status == 200
    assert (server.log.parent / "secret_key").read_text() == key


def test_only_the_proxy_says_what_is_https(new_server: Start) -> None:
    server = new_server(PUBLIC_URL="https://cards.example.org", PROXY_COUNT="1")
    page = "/no-such-page"

    plain = server.get(page)
    forged = server.get(page, X_Forwarded_Proto="https")
    secure = server.get(page, **{"X-Forwarded-Proto": "https"})

    assert (plain.status, forged.status, secure.status) == (301, 301, 404)
    assert secure.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert server.get("/healthz").status == 200


def test_headers_of_strangers_mean_nothing_without_a_proxy(new_server: Start) -> None:
    server = new_server()

    answer = server.get("/no-such-page", **{"X-Forwarded-Proto": "https"})

    assert answer.headers["Strict-Transport-Security"] is None
    assert server.get("/healthz", Host="evil.example.org").status == 400


def test_charset_of_a_stranger_is_not_believed(new_server: Start) -> None:
    server = new_server()

    for charset in ("base64", "zlib", "unicode_escape", "x"):
        held = f"multipart/form-data; Charset={charset}; boundary=x"
        answer = server.get("/new?game=%FF", **{"Content-Type": held})
        assert (charset, answer.status) == (charset, 200)


def test_every_answer_carries_the_strict_headers(new_server: Start) -> None:
    headers = new_server().get("/no-such-page").headers

    policy = headers["Content-Security-Policy"]
    assert re.search(r"default-src 'none'", policy)
    assert "unsafe" not in policy
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
