"""What counts as a figure: the one reading of numbers for documents and rounds alike."""

LIMIT = 1_000_000
SAFE = 2**53 - 1


def whole(value: object, limit: int = LIMIT) -> int | None:
    """The whole number `value` stands for, or None where it is none within ±`limit`.

    7.0 is 7, as JSON of some languages writes it so; truth values, text and NaN are no numbers.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float) and not value.is_integer():
        return None
    return int(value) if -limit <= value <= limit else None
