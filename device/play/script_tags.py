"""Tags in table scripts: which single card each is, as the register of the simulated packs."""

import re

from device.readers.marks import CardMarks
from device.rules.card import Card

_TAG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,39}")
_PACK = re.compile(r"[A-Za-z0-9]{4}")
_CLASSES = CardMarks()


class TagError(ValueError):
    """A tag that cannot stand on a card, or stands on two; the message says why."""


def checked_tag(tag: str | None) -> str:
    """The tag as a script gives it; raises TagError for what no tag can be."""
    if tag is None or _TAG.fullmatch(tag) is None:
        raise TagError("tag= takes 1 to 40 letters, digits and . _ : -, for example tag=E004A1")
    if _CLASSES.look_up(tag) is not None:
        raise TagError(f"tag={tag} reads as a class of cards; a tag is the mark of one card, for example tag=E004A1")
    return tag


def checked_pack(pack: str | None) -> str:
    """The pack's name as a script gives it; raises TagError for what is none."""
    if pack is None or _PACK.fullmatch(pack) is None:
        raise TagError("pack= takes 4 letters and digits, for example pack=7QX4")
    return pack.upper()


class TagRegister:
    """Which card each tag is, from the draws of a script; one drawn as ``??`` is in nobody's register."""

    def __init__(self) -> None:
        self._known: dict[str, Card | None] = {}
        self._packs: dict[str, str] = {}

    def add(self, tag: str, card: Card | None, pack: str = "") -> None:
        """Take what a draw says; raises TagError for a tag of two cards. The same once more is one card read twice."""
        before = self._known.setdefault(tag.upper(), card)
        if before is not card:
            names = " and ".join("unknown" if one is None else one.value for one in (before, card))
            raise TagError(f"tag={tag} is {names}; one tag is one card")
        its_pack = self._packs.setdefault(tag.upper(), pack)
        if its_pack != pack:
            raise TagError(f"tag={tag} is of pack {its_pack or 'none'} and of pack {pack or 'none'}; a card is of one")

    @property
    def cards(self) -> dict[str, Card]:
        """The register of the packs, as a table is given it."""
        return {tag: card for tag, card in self._known.items() if card is not None}

    @property
    def packs(self) -> dict[str, str]:
        """Which pack each tag is of, where a draw says it."""
        return {tag: pack for tag, pack in self._packs.items() if pack}
