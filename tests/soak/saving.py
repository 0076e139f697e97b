"""A phone that saves round after round over plain HTTP, and notes what was acknowledged."""

import threading
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from players.ids import uuid7
from tests.server import Answer, Server

TOKEN = "a" * 32  # the cookie and the field only have to say the same
PATIENCE = 10  # seconds for one answer


def post(server: Server, session: str, path: str, data: dict[str, Any]) -> Answer:
    """Status, headers and page; OSError or HTTPException where no answer came."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        connection.request(
            "POST",
            path,
            body=urlencode({"csrfmiddlewaretoken": TOKEN, **data}),
            headers={
                "Content-Type": "application/x-www-form-urlencoded",
                "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
            },
        )
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read().decode())
    finally:
        connection.close()


def begin(server: Server) -> "Saver":
    """A phone nobody knows starts a match that has practically no end."""
    match = uuid7()
    table = {"id": match, "game": "tranca", "target": "own", "own_target": 1_000_000}
    started = post(server, "", "/new", table)
    assert started.headers["Location"] == f"/m/{match}", started
    cookies = SimpleCookie(next(c for c in started.headers.get_all("Set-Cookie") if "sess" in c))
    return Saver(server, match, cookies["sessionid"].value)


class Saver(threading.Thread):
    """Saves rounds worth 1, 2, 3 … until told to stop; asks again with the same key where no
    answer came, as a phone does."""

    def __init__(self, server: Server, match: UUID, session: str):
        super().__init__(daemon=True)
        self.server, self.match, self.session = server, match, session
        self.acknowledged: dict[UUID, int] = {}
        self.pending: UUID | None = None
        self.refused: list[Answer] = []
        self.asked_again = 0
        self.enough = threading.Event()

    def run(self) -> None:
        points = 0
        while not self.enough.is_set() and not self.refused:
            points += 1
            self.pending = uuid7()
            while self.pending and not self.enough.is_set() and not self.refused:
                self.save(points)

    def save(self, points: int) -> None:
        data = {"key": self.pending, "number": points, "way": "points"}
        data |= {"0.total": points, "1.total": -points}
        try:
            answer = post(self.server, self.session, f"/m/{self.match}/round", data)
        except (OSError, HTTPException):
            self.asked_again += 1
            self.enough.wait(0.02)  # the server is gone: it comes back in a moment
            return
        if (answer.status, answer.headers["Location"]) == (303, f"/m/{self.match}"):
            self.acknowledged[self.pending] = points
            self.pending = None
        else:
            self.refused.append(answer)

    def stop(self) -> None:
        self.enough.set()
        self.join(PATIENCE + 1)
