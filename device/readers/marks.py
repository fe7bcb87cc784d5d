"""What a code on a card means: a class code, a serialised label or tag from the pack registry, or the cut card."""

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol

from device.readers.labels import parse_label
from device.rules.card import Card, CardError
from device.rules.foreign import Foreign, WhyForeign


class CutCard(enum.Enum):
    """The one mark that is no playing card."""

    CUT = "CUT"


CUT: Final = CutCard.CUT


class PackRegistry(Protocol):
    """Which card a serialised label or tag is, as the packs were enrolled."""

    def card_of(self, code: str) -> Card | None:
        """The card enrolled under this code, or None for a foreign, misread or invented one."""
        ...

    def pack_of(self, code: str) -> str:
        """The pack whose card it is; empty where `card_of` is None."""
        ...

    def why_not(self, code: str) -> Foreign | None:
        """Why a code that is no card is none, without a face; None where nothing is known of it."""
        ...

    def bears(self, code: str) -> bool:
        """Whether a card of some pack of the site has this code, be that pack played or not."""
        ...


class MemoryRegistry:
    """A registry held in memory; codes are compared without regard to case, as readers differ in it.

    `packs`: which pack each code belongs to; a code that is not in it belongs to none that has a name.
    """

    def __init__(self, cards: Mapping[str, Card], packs: Mapping[str, str] = MappingProxyType({})) -> None:
        self._cards = {code.upper(): card for code, card in cards.items()}
        self._packs = {code.upper(): pack for code, pack in packs.items()}

    def card_of(self, code: str) -> Card | None:
        """The card enrolled under this code, or None."""
        return self._cards.get(code.upper())

    def pack_of(self, code: str) -> str:
        """The pack whose card it is, if it has a name."""
        return self._packs.get(code.upper(), "")

    def why_not(self, code: str) -> Foreign | None:  # noqa: ARG002 - the shape of all registries
        """Nothing is known of other codes."""
        return None

    def bears(self, code: str) -> bool:
        """Whether it is one of the cards."""
        return code.upper() in self._cards


class Marks(Protocol):
    """What a table believes about codes."""

    def look_up(self, code: str) -> Card | CutCard | None:
        """The card, `CUT`, or None for a code that is not ours: never a guess."""
        ...

    def is_serialised(self, code: str) -> bool:
        """Whether the code names one card of one pack, so that a second read is the same card."""
        ...

    def pack_of(self, code: str) -> str:
        """The pack that the code's card belongs to; empty for a class code and for what is not ours."""
        ...

    def why_not(self, code: str) -> Foreign | None:
        """Why a code that is not ours is not, without a face; None where nothing is known of it."""
        ...

    def is_card(self, code: str) -> bool:
        """Whether the code is one that cards bear, ours or not: never what a bottle has."""
        ...


class CardMarks:
    """The marks of one table: class codes, the ``CUT`` label, and a registry of packs.

    Class codes are rank and suit in any case (``9H``, ``td``, ``10D``), or a site's own `table` in their place, which
    says what each code means. Raises ValueError when two codes of the table differ in case only and mean different
    things.
    """

    def __init__(
        self, *, table: Mapping[str, Card | CutCard] | None = None, registry: PackRegistry | None = None
    ) -> None:
        self._table: dict[str, Card | CutCard] | None = None
        self._registry = registry or MemoryRegistry({})
        if table is not None:
            self._table = {}
            for code, meaning in table.items():
                if self._table.setdefault(code.upper(), meaning) is not meaning:
                    raise ValueError(f"{code!r} stands in the table of codes twice, for different cards")

    def look_up(self, code: str) -> Card | CutCard | None:
        """The card, `CUT`, or None for a code that is not ours."""
        return self._class_of(code) or self._registry.card_of(code)

    def is_serialised(self, code: str) -> bool:
        """Whether the code is one of the registry's, or looks like a label of any site's."""
        return self._class_of(code) is None and (parse_label(code) is not None or self._registry.bears(code))

    def pack_of(self, code: str) -> str:
        """The pack that the code's card belongs to, as the registry says."""
        return "" if self._class_of(code) is not None else self._registry.pack_of(code)

    def why_not(self, code: str) -> Foreign | None:
        """Why a code that is not ours is not: it says rank and suit where that is no card, or as the registry says."""
        if self.look_up(code) is not None:
            return None
        return Foreign(why=WhyForeign.CLASS_CODE) if _rank_and_suit(code) else self._registry.why_not(code)

    def is_card(self, code: str) -> bool:
        """Whether it is ours, says rank and suit, looks like a label, or is a tag of a pack that is not played."""
        return self.look_up(code) is not None or _rank_and_suit(code) is not None or self.is_serialised(code)

    def _class_of(self, code: str) -> Card | CutCard | None:
        name = code.upper()
        if self._table is not None and name in self._table:
            return self._table[name]
        if name == CUT.value:
            return CUT
        return None if self._table is not None else _rank_and_suit(code)


def _rank_and_suit(code: str) -> Card | None:
    try:
        return Card.parse(code) if code.isascii() else None
    except CardError:
        return None
