"""How a screen looks, as the command line and the settings say together."""

import contextlib
from dataclasses import dataclass
from pathlib import Path

import click

from device.cli.bad_input import BadInput
from device.rules.faults import FaultsError
from device.screen.look.colours import hard_to_read, theme_with
from device.screen.look.layout import Size
from device.screen.look.theme import THEMES, Theme
from device.settings import Settings
from device.words import Words

NO_PYGAME = "windows and pictures need pygame-ce; install it: pip install 'zapato[screen]', or use --text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """`second`: the language beside the first; `size` None: the whole display, or a picture as it is designed."""

    words: Words
    second: Words | None
    theme: Theme
    size: Size | None


def theme_of(name: str, settings: Settings, config: Path | None) -> Theme:
    """The theme with the house's own colours; what will be hard to read is said, and shown all the same."""
    try:
        theme = theme_with(THEMES[name], settings.screen.colours)
    except FaultsError as error:
        raise BadInput(error.at(str(config))) from None
    for warning in hard_to_read(theme, settings.screen.colours):
        with contextlib.suppress(OSError):  # a log that takes no more keeps no screen from starting
            click.echo(f"{config}: {warning}", err=True)
    return theme
