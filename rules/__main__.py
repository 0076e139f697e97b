"""`python -m rules`: one JSON request a line in, one JSON answer a line out, in order."""

import json
import sys
from typing import Any

from rules.command import answer


def reply(line: bytes) -> Any:
    """The answer to one line, whatever stands in it."""
    try:
        return answer(json.loads(line.decode("utf-8")))
    except (ValueError, RecursionError):
        return {"error": "This line is no JSON that can be read."}


def main() -> None:
    """Answer standard input line by line until it ends or nobody reads on."""
    try:
        for line in sys.stdin.buffer:
            print(json.dumps(reply(line)), flush=True)
    except BrokenPipeError:
        sys.stderr.close()


if __name__ == "__main__":
    main()
