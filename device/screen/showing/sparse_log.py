"""A process's log on standard error that says what is wrong once, however often it goes wrong."""

from collections.abc import Callable

from device.system.logs import LineWriter

AGAIN_AFTER_S = 600.0
"""How long the same line is not said again."""

MOST_LINES, PER_S = 20, 60.0
"""No more than so many lines in so long, whatever they say."""


class SparseLog:
    """Says a line now, or leaves it out because it was said lately or because too much was."""

    def __init__(self, now_s: Callable[[], float], write: Callable[[str], object] | None = None) -> None:
        """`now_s` is a monotonic clock; `write` takes a whole line and defaults to standard error."""
        self._now_s = now_s
        self._write = write or LineWriter().say
        self._said_s: dict[str, float] = {}

    def __call__(self, line: str) -> None:
        """Say it, unless it was said lately. Never raises: a log that nobody takes stops no screen."""
        now = self._now_s()
        self._said_s = {old: at for old, at in self._said_s.items() if now - at < AGAIN_AFTER_S}
        lately = sum(now - at < PER_S for at in self._said_s.values())
        if line in self._said_s or lately >= MOST_LINES:
            return
        self._said_s[line] = now
        self._write(line)
