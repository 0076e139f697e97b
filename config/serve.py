"""What `./caderneta run` starts: gets everything ready, says where, serves."""

import fcntl
import os
import signal
import socket
import sys
from typing import IO

import django
import segno
import uvicorn
from django.conf import settings
from django.core.management import call_command

from config import env, network, tidying, words


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    env.stop_on_wrong_settings()
    # uvicorn hands the signal back when it has stopped: that too is a clean end.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(0))
    with listening() as server, claimed_data():
        prepare()
        announce()
        tidying.tidy_now_and_then()
        serve(server)


def listening() -> socket.socket:
    """Taken first: whoever comes early waits for the answer instead of being refused."""
    try:
        return socket.create_server((settings.HOST, settings.PORT), family=family())
    except OSError as error:
        sys.exit(
            f"caderneta: cannot listen on HOST {settings.HOST}, PORT {settings.PORT}:"
            f" {error.strerror}."
        )


def family() -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in settings.HOST else socket.AF_INET


def claimed_data() -> IO[str]:
    """SQLite has one server process; the lock ends with the process, however it ends."""
    lock = (settings.DATA / "serving.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit(f"caderneta: another server already uses the data in {settings.DATA}.")
    return lock


def prepare() -> None:
    django.setup()
    words.compile_all()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def announce() -> None:
    url = address_for_phones()
    print(f"\nCaderneta is open at {url}\n", flush=True)
    if "//localhost" in url:
        print("Only this machine can reach it: no network was found.\n", flush=True)
    else:
        segno.make(url, micro=False).terminal(compact=True)
        print("\nPhones on the same network can scan this. Ctrl+C stops.\n", flush=True)


def address_for_phones() -> str:
    if settings.PUBLIC_URL:
        return settings.PUBLIC_URL.geturl()
    if settings.HOST in ("0.0.0.0", "::"):
        host = next(iter(network.addresses()), "localhost")
    elif settings.HOST in ("127.0.0.1", "::1"):
        host = "localhost"
    else:
        host = f"[{settings.HOST}]" if ":" in settings.HOST else settings.HOST
    return f"http://{host}:{settings.PORT}/"


def serve(server: socket.socket) -> None:
    from config.asgi import application

    config = uvicorn.Config(
        application,
        log_config=None,
        # Addresses of pages can hold secrets, so no log of them; and which
        # headers of a proxy to believe is for PROXY_COUNT to say.
        access_log=False,
        proxy_headers=False,
        server_header=False,
        lifespan="off",
        ws="none",
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run(sockets=[server])


if __name__ == "__main__":
    main()
