"""How everything is written: short transactions, one at a time where the database is SQLite."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.db import connection, transaction

# SQLite takes one writer; waiting in its busy handler is unfair and slow (steps of 100 ms), so
# the threads of our one process queue here instead.
_ONE_WRITER = threading.RLock()


@contextmanager
def write() -> Iterator[None]:
    """One transaction. Read and render outside of it."""
    queue = _ONE_WRITER if connection.vendor == "sqlite" else nullcontext()
    with queue, transaction.atomic():
        yield
