"""What is past its time is taken away by the server itself, now and then."""

import io
import logging
import threading

from django.core.management import call_command
from django.db import connections

# Not at the start: a server that just came back has better things to do.
FIRST, EVERY = 30 * 60, 6 * 60 * 60
logger = logging.getLogger("caderneta.tidy")


def tidy_now_and_then(first: float = FIRST, every: float = EVERY) -> threading.Thread:
    """Run `tidy` in the background for as long as the process lives; a failure is logged and
    tried again the next time."""
    thread = threading.Thread(target=_tidy, args=(first, every), name="tidy", daemon=True)
    thread.start()
    return thread


def _tidy(first: float, every: float) -> None:
    wait = threading.Event().wait
    wait(first)
    while True:
        try:
            call_command("tidy", stdout=io.StringIO())
        except Exception:
            logger.exception("tidy failed")
        finally:
            connections.close_all()
        wait(every)
