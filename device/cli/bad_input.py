"""How a command refuses what it was given."""

import re

import click

_UNSEEN = re.compile("[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]")


class BadInput(click.ClickException):
    """A file or an argument that cannot be used: printed as one plain message, exit code 2."""

    exit_code = 2

    def format_message(self) -> str:
        """The message; what a name of a file holds for the terminal instead of for people is shown, not sent."""
        return visible(self.message)


def visible(text: str) -> str:
    """The text with what controls a terminal, hides or turns around written out; ends of lines stay."""
    return _UNSEEN.sub(lambda found: ascii(found[0])[1:-1], text)
