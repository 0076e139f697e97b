"""Keys that sort by the time they were made, and the one spelling we accept of them."""

import os
import re
import time
import uuid

CANONICAL = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def uuid7() -> uuid.UUID:
    """Return a UUIDv7 (RFC 9562): 48 bits of milliseconds, then chance.

    To be replaced by `uuid.uuid7` of the standard library once Python 3.14 is the oldest we run on.
    """
    value = time.time_ns() // 1_000_000 << 80 | int.from_bytes(os.urandom(10))
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return uuid.UUID(int=value)


def parse(text: object) -> uuid.UUID | None:
    """Return the UUID that `text` spells canonically, else None.

    Python also reads braces, `urn:uuid:` and capitals: accepting them would make one key two.
    """
    if isinstance(text, str) and CANONICAL.fullmatch(text):
        return uuid.UUID(text)
    return None
