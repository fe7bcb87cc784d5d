"""The log on standard error, which must never make anybody wait: a full pipe that nobody reads takes no line.

Standard error of a service is a pipe or a socket of the journal's. When its reader hangs, or is stopped, it fills, and
a plain write would wait for ever, with the table behind it. Here a line is written where there is room for it now, and
counted where there is none; the next one that is written says how many were lost.
"""

import logging
import os
import select
import sys
import threading

LONGEST_BYTES = 4096
"""Room for so much is there at once when a pipe says that it takes anything (PIPE_BUF)."""


class LineWriter:
    """Writes whole lines to standard error, or to another descriptor, never waiting for whoever reads them.

    May be called from any thread.
    """

    def __init__(self, descriptor: int | None = None) -> None:
        self._descriptor = descriptor
        self._guard = threading.Lock()
        self._lost = 0

    def say(self, line: str) -> None:
        """Write the line, or count it as lost; never raises for what the other end does."""
        with self._guard:
            lost = f"({self._lost} lines before this one were lost: nobody took them)\n" if self._lost else ""
            data = f"{lost}{line}\n".encode(errors="backslashreplace")
            if len(data) > LONGEST_BYTES:
                data = data[: LONGEST_BYTES - 5] + b" ...\n"
            try:
                descriptor = _standard_error() if self._descriptor is None else self._descriptor
                poll = select.poll()
                poll.register(descriptor, select.POLLOUT)
                if poll.poll(0) and os.write(descriptor, data):
                    self._lost = 0
                    return
            except (OSError, ValueError):
                pass  # closed, or its reader went away
            self._lost += 1


def _standard_error() -> int:
    """Its descriptor; raises ValueError or OSError where there is none."""
    if sys.stderr is None:
        raise ValueError("standard error was closed")
    sys.stderr.flush()
    return sys.stderr.fileno()


class _Handler(logging.Handler):
    def __init__(self, writer: LineWriter) -> None:
        super().__init__()
        self._writer = writer

    def emit(self, record: logging.LogRecord) -> None:
        try:
            line = self.format(record)
        except Exception:  # a line of the log that cannot be made stops nobody either
            line = f"{record.levelname}: {record.msg}"
        self._writer.say(line)


def start_log() -> None:
    """Send what this process's loggers say to standard error, from INFO on, without ever waiting for it."""
    handler = _Handler(LineWriter())
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
