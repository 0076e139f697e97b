"""What the tests need from the machine: Chromium, PostgreSQL's programs, a free port.

`python -m tests.machine` prints the Debian packages that are missing.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# The one without windows starts and draws in half the time.
CHROMIUM = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
)
PACKAGES = {"chromium": ["chromium-headless-shell", "libatomic1"], "postgresql": ["postgresql"]}
# Everything settings.py reads; tests/setup has a wrong value for each.
VARIABLES = (
    "ALLOWED_HOSTS",
    "CADERNETA_DATA",
    "DATABASE_URL",
    "DEBUG",
    "EMAIL_URL",
    "HOST",
    "LOG_LEVEL",
    "PORT",
    "PROXY_COUNT",
    "PUBLIC_URL",
    "SECRET_KEY",
    "THREADS",
    "TIME_ZONE",
)
# A cluster for one run of the tests has nothing to survive.
IN_HASTE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


def chromium() -> str | None:
    return next(filter(None, map(shutil.which, CHROMIUM)), None)


def postgresql() -> Path | None:
    """The folder of the server's programs; Debian keeps them off the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=major)
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


def major(initdb: Path) -> float:
    return float(initdb.parts[-3])


def missing_packages() -> list[str]:
    missing = [] if chromium() else PACKAGES["chromium"]
    return missing if postgresql() else missing + PACKAGES["postgresql"]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


@contextmanager
def private_cluster(*options: str) -> Iterator[str]:
    """A PostgreSQL of our own on a free port; gives the URL of its database."""
    programs = postgresql()
    if programs is None:
        sys.exit("caderneta: PostgreSQL's server programs are missing: install postgresql.")
    folder = Path(tempfile.mkdtemp(prefix="caderneta-pg-"))
    # initdb refuses root: then the packaged user runs it, in a folder of its own.
    user = "postgres" if os.geteuid() == 0 else None
    if user:
        shutil.chown(folder, user)
    initdb = [programs / "initdb", "-D", folder / "data", "-U", "caderneta", "-A", "trust"]
    initdb += ["-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
    try:
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, user=user, cwd=folder)
        with running(programs / "postgres", folder, user, options or IN_HASTE) as port:
            yield f"postgresql://caderneta@127.0.0.1:{port}/postgres"
    finally:
        shutil.rmtree(folder)


@contextmanager
def running(
    postgres: Path, folder: Path, user: str | None, options: Iterable[str]
) -> Iterator[int]:
    port = free_port()
    command = [postgres, "-D", folder / "data", "-p", str(port), "-h", "127.0.0.1", "-k", ""]
    command += [part for option in options for part in ("-c", option)]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, stderr=log, user=user, cwd=folder)
    try:
        wait_until_ready(port, server, folder / "log")
        yield port
    finally:
        server.send_signal(signal.SIGINT)  # ends the sessions that are left, then itself
        server.wait()


def wait_until_ready(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        if server.poll() is not None:
            break
        time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()}")


if __name__ == "__main__":
    print(*missing_packages())
