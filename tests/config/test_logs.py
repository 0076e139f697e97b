import logging

from config.logs import OneLine


def test_record_is_one_line_whatever_it_holds() -> None:
    try:
        raise ValueError("bad\nINFO forged")
    except ValueError as error:
        record = logging.LogRecord(
            "x", 40, "x", 1, "a\r\nb", (), (type(error), error, error.__traceback__)
        )

    line = OneLine("%(levelname)s %(message)s").format(record)

    assert line.startswith("ERROR a ⏎ b ⏎ Traceback")
    assert len(line.splitlines()) == 1
