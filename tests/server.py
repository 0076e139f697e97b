"""The real server in a process of its own, as `./caderneta run` starts it."""

import os
import signal
import subprocess
import sys
import time
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

from tests.machine import VARIABLES, free_port

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 30  # seconds until it must answer


class Answer(NamedTuple):
    status: int
    headers: Message
    body: str


class Server:
    def __init__(self, data: Path, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = data / "server.log"
        inherited = {name: value for name, value in os.environ.items() if name not in VARIABLES}
        self.environment = {
            **inherited,
            "CADERNETA_DATA": str(data),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start unless it runs, and wait until it answers."""
        if self.process and self.process.poll() is None:
            return
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.serve"],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.wait_until_it_answers()

    def wait_until_it_answers(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            if self.get("/healthz") is not None:
                return
            time.sleep(0.05)
        raise RuntimeError(f"The server did not start:\n{self.log.read_text()}")

    def get(self, path: str, **headers: str) -> Answer | None:
        """One plain request, no redirect followed; None where nobody answers."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read().decode())
        except ConnectionError:
            return None
        finally:
            connection.close()

    def kill(self) -> None:
        """As a power cut: nothing gets a chance to tidy up."""
        self._end(signal.SIGKILL)

    def stop(self) -> int | None:
        return self._end(signal.SIGTERM)

    def restart(self) -> None:
        self.stop()
        self.start()

    def _end(self, number: signal.Signals) -> int | None:
        if self.process is None:
            return None
        if self.process.poll() is None:
            os.killpg(self.process.pid, number)
        return self.process.wait(PATIENCE)
