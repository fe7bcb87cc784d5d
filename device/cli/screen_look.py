"""How a screen looks, as the command line and the settings say together."""

from dataclasses import dataclass

from device.screen.look.layout import Size
from device.screen.look.theme import Theme
from device.words import Words

NO_PYGAME = "windows and pictures need pygame-ce; install it: pip install 'zapato[screen]', or use --text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """`second`: the language beside the first; `size` None: the whole display, or a picture as it is designed."""

    words: Words
    second: Words | None
    theme: Theme
    size: Size | None
