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


def written(message: str) -> str:
    return OneLine("%(message)s").format(logging.LogRecord("x", 40, "x", 1, message, (), None))


def test_record_cannot_draw_on_the_terminal() -> None:
    assert written("/\x1b[31m\x9b\x07 ção") == r"/\x1b[31m\x9b\x07 ção"


def test_record_is_cut() -> None:
    assert len(written("/" + "a" * 100_000)) == 1000


def test_record_keeps_the_secret_of_a_way_in() -> None:
    assert written("Not Found: /join/SeCrEt_-7/ /join/b?x") == "Not Found: /join/…/ /join/…?x"
