import logging


class OneLine(logging.Formatter):
    """One line per record: greppable, and no text from outside can forge a second."""

    def format(self, record: logging.LogRecord) -> str:
        return " ⏎ ".join(super().format(record).splitlines())
