"""What nobody waits for, done by the server itself: parts and ratings that are due after an update,
and now and then what is past its time is taken away."""

import io
import logging
import threading

from django.core.management import call_command
from django.db import connections

# Tidying is not for the start: a server that just came back has better things to do.
FIRST, EVERY = 30 * 60, 6 * 60 * 60
logger = logging.getLogger("caderneta.tidy")


def tidy_now_and_then(first: float = FIRST, every: float = EVERY) -> threading.Thread:
    """Run `rebuild --due`, then now and then `tidy`, in the background for as long as the process
    lives; a failure is logged and tried again the next time."""
    thread = threading.Thread(target=_tidy, args=(first, every), name="tidy", daemon=True)
    thread.start()
    return thread


def _tidy(first: float, every: float) -> None:
    wait, pause = threading.Event().wait, first
    while True:
        # At once: a database that is older than parts shows no statistics before.
        _run("rebuild", due=True)
        wait(pause)
        _run("tidy")
        pause = every


def _run(command: str, **options: bool) -> None:
    try:
        call_command(command, stdout=io.StringIO(), **options)
    except Exception:
        logger.exception("%s failed", command)
    finally:
        connections.close_all()
