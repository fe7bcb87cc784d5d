"""Which packs are in a shoe, and which of them never come back; a pack's name tells nothing of a card's face."""

from device.rules.foreign import Foreign
from device.table.events.event import Event


class PackSeen(Event, frozen=True, kw_only=True):
    """The first card of a pack left this shoe, wherever it lies now."""

    KIND = "pack-seen"
    pack: str


class PackRefused(Event, frozen=True, kw_only=True):
    """The registry says that a pack in this shoe is not this table's to play: from now on its cards are foreign."""

    KIND = "pack-refused"
    pack: str
    why: str
    """One sentence for staff."""
    foreign: Foreign | None = None
    """None on record before reasons were told apart."""


class PacksRetired(Event, frozen=True, kw_only=True):
    """The shoe is over and the house plays these packs no more: a card of them is a foreign card.

    `unseen`: how many packs of the shoe showed no card, so that nobody here knows which they are.
    """

    KIND = "packs-retired"
    packs: tuple[str, ...]
    unseen: int = 0


class RetirementKept(Event, frozen=True, kw_only=True):
    """The registry has these packs as retired: the table need not remember them any more."""

    KIND = "retirement-kept"
    packs: tuple[str, ...]
