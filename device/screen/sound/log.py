"""What the sound's processes say to the log: standard error, whether anybody takes it or not."""

import contextlib
import sys


def say(line: str) -> None:
    """Write a line to the log. Never raises: a full disk or a log that is gone silences no bell and stops no screen."""
    with contextlib.suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)  # noqa: T201 - this is the log
