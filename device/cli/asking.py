"""Asking for what must not be seen: never an argument, for arguments stand in everybody's list of processes."""

import sys

import click

from device.cli.bad_input import BadInput


def ask(what: str, *, twice: bool = False) -> str:
    """Ask at the terminal without echo, or take the next line of standard input where there is no terminal.

    Raises BadInput when standard input ends before.
    """
    if at_a_terminal():
        answer: str = click.prompt(what, hide_input=True, confirmation_prompt=twice, err=True)
        return answer
    line = sys.stdin.readline()
    if not line:
        raise BadInput(f"standard input ended before {what!r}: one line for each thing asked")
    return line.rstrip("\r\n")


def at_a_terminal() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin.isatty()
