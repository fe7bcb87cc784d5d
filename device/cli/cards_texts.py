"""What people type into the records of packs: names and a few words, which later stand on terminals and papers."""

import unicodedata
from typing import Any

import click

from device.staff.errors import NotAllowedError
from device.staff.people import read_name, shown


class _Name(click.ParamType[str]):
    """A person's name, by the rules of the people's file."""

    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return read_name(str(value))
        except NotAllowedError as error:
            self.fail(str(error), param, ctx)


class Words(click.ParamType[str]):
    """A few words on one line, all of which can be seen; none at all is allowed."""

    name = "text"

    def __init__(self, most: int) -> None:
        self._most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = unicodedata.normalize("NFC", str(value)).strip()
        if len(text) > self._most:
            self.fail(f"{len(text)} characters: say it in {self._most}", param, ctx)
        hidden = [letter for letter in text if letter != " " and unicodedata.category(letter)[0] in "CZ"]
        if hidden:
            found = f"U+{ord(hidden[0]):04X}"
            self.fail(f"{shown(text)} holds the character {found}: one line of what can be seen", param, ctx)
        return text


NAME = _Name()
NOTE = Words(80)
"""Of a pack: the colour of its backs, its maker."""
REASON = Words(200)
PLACE = Words(80)
