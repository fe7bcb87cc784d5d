"""Settings of what stands on the cards: the registry of packs, and which marks this table takes for a card."""

import enum
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

A_PATH = {
    "accepts": lambda path: path.name not in ("", "..") and "\0" not in str(path),
    "allowed": "a path, absolute or from the folder of this file",
}
FilePath = Annotated[Path, Meta(extra=A_PATH)]


class Accept(enum.Enum):
    """Which marks are cards of this table; the label ``CUT`` is the cut card with each of them."""

    CLASSES = "classes"
    """Codes that say rank and suit, which anybody's scanner can tell: for schools and training."""
    PACKS = "packs"
    """Labels and tags of packs in the registry: a code of rank and suit is a foreign card."""
    BOTH = "both"


class CardsSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The marks on the cards."""

    registry: FilePath = Path("packs.sqlite3")
    """The site's packs, which `zapato cards` keeps; the secret that opens it is beside it, with ``.key`` after its
    name."""
    accept: Accept = Accept.CLASSES
    codes: FilePath | None = None
    """A file with the site's own table of class codes; None (``off`` in the file): rank and suit, ``9H``."""

    @property
    def uses_packs(self) -> bool:
        """Whether the registry is looked at."""
        return self.accept is not Accept.CLASSES

    @property
    def uses_classes(self) -> bool:
        """Whether a code of rank and suit is a card."""
        return self.accept is not Accept.PACKS
