"""What a person types at a station: lines of standard input, taken without waiting while cards come."""

import io
import os
import select
import sys

import click

from device.cli.asking import at_a_terminal
from device.cli.bad_input import BadInput

MOST_LINE_BYTES = 4096
"""What is longer is no line that anybody typed: the rest of it is dropped."""


class StationKeys:
    """Standard input by lines. It alone reads there: no line is lost between the cards and a PIN asked for later."""

    def __init__(self) -> None:
        self._rest = b""
        self._lines: list[str] = []
        self._ended = False
        self._descriptor: int | None = None
        try:
            self._descriptor = sys.stdin.fileno()
        except (
            OSError,
            ValueError,
            AttributeError,
            io.UnsupportedOperation,
        ):  # no file behind it: all is there already
            self._take(sys.stdin.read().encode() if sys.stdin is not None else b"")
            self._end()

    @property
    def ended(self) -> bool:
        """Whether every line was taken and none can come."""
        return self._ended and not self._lines

    def lines(self) -> list[str]:
        """What was typed since the last time."""
        self._read(wait=False)
        lines, self._lines = self._lines, []
        return lines

    def ask_unseen(self, what: str) -> str:
        """Ask for what must not be seen: at a terminal without echo, else the next line; raises BadInput at the end."""
        if at_a_terminal() and not self._lines:
            answer: str = click.prompt(what, hide_input=True, err=True)
            return answer
        while not self._lines and not self._ended:
            self._read(wait=True)
        if not self._lines:
            raise BadInput(f"standard input ended before {what!r}: one line for each thing asked")
        return self._lines.pop(0)

    def _read(self, *, wait: bool) -> None:
        """Take what is there, but no more than a page: input without end must not keep the cards waiting."""
        if self._ended or self._descriptor is None:
            return
        ready, _, _ = select.select([self._descriptor], [], [], None if wait else 0)
        if not ready:
            return
        try:
            data = os.read(self._descriptor, MOST_LINE_BYTES)
        except OSError:
            data = b""
        if not data:
            self._end()
        self._take(data)

    def _take(self, data: bytes) -> None:
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[:MOST_LINE_BYTES]
        self._lines += [line.decode("utf-8", "replace").rstrip("\r") for line in lines]

    def _end(self) -> None:
        if self._rest:
            self._take(b"\n")
        self._ended = True
