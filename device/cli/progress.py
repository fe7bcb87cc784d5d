"""A line on standard error that says how far something is, once it turns out to be long."""

import time

import click

_SILENT_S = 2.0
"""What is over sooner says nothing of its progress."""


class Progress:
    """Told what is under way and how much of it is done; shows it at most once a second."""

    def __init__(self) -> None:
        self._next_s = time.monotonic() + _SILENT_S
        self._shown = False
        self._stages: dict[str, str] = {}

    def __call__(self, what: str, done: int, total: int) -> None:
        """So much of it is done."""
        self._stages[what] = f"{done} of {total} {what}"
        now_s = time.monotonic()
        if now_s >= self._next_s:
            self._next_s = now_s + 1
            self._shown = True
            click.echo(f"\r{', '.join(self._stages.values()):<79}", nl=False, err=True)
        if done == total:
            del self._stages[what]

    def end(self) -> None:
        """Leave the line."""
        if self._shown:
            click.echo(err=True)
            self._shown = False
