import logging
import re

# The rest of such an address lets whoever reads it into a match.
SECRET = re.compile(r"(?<=/join/)[^\s/?]+")
LONGEST = 1000


class OneLine(logging.Formatter):
    """One line per record: greppable, and no text from outside can forge a second, draw on the
    terminal, fill the disk or give a secret away."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        return super().formatMessage(record)[:LONGEST]

    def format(self, record: logging.LogRecord) -> str:
        line = " ⏎ ".join(super().format(record).splitlines())
        return SECRET.sub("…", "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line))
