"""What stands on a label of our own: ``<pack>-<serial>-<check>``, as ``7QX4-K3-1A2B``.

Four characters name the pack, two one card of it by a number drawn by chance, four are a check that only the site's
secret can make (`device.cards`). Letters and digits only, so that no keyboard layout and no optional text of an engine
changes them; 12 characters are what the smallest practical Data Matrix symbol holds. The code tells nobody which card
it is.
"""

import re
from dataclasses import dataclass

PACK_CHARACTERS = 4
SERIAL_CHARACTERS = 2
CHECK_CHARACTERS = 4
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_LABEL = re.compile(
    f"([0-9A-Z]{{{PACK_CHARACTERS}}})-([0-9A-Z]{{{SERIAL_CHARACTERS}}})-([0-9A-Z]{{{CHECK_CHARACTERS}}})"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """The three parts of a label, upper case; that they fit together is for the site's secret to say."""

    pack: str
    serial: str
    check: str

    def __str__(self) -> str:
        return f"{self.pack}-{self.serial}-{self.check}"


def parse_label(code: str) -> Label | None:
    """The label that a code is, in any case; None for what has not its shape."""
    found = _LABEL.fullmatch(code.upper()) if code.isascii() else None
    return Label(pack=found[1], serial=found[2], check=found[3]) if found else None
