"""The registry's packs as the table's thread sees them: in memory, whole, and never waiting for a disk."""

from collections.abc import Callable

from device.cards.pack import Known, Pack, PackState
from device.cards.registry.snapshot import Snapshot
from device.readers.marks import CardMarks
from device.rules.card import Card
from device.rules.foreign import Foreign, WhyForeign
from device.settings import Settings, class_codes


class LivePacks:
    """The newest snapshot of the registry, as one table may use it; implements `device.readers.marks.PackRegistry`.

    A pack in play at another table is none here. The table's thread asks, another one puts snapshots in; `on_unknown`
    is called for each code that is not known, and must not wait.
    """

    def __init__(self, table: str, on_unknown: Callable[[], None] = lambda: None) -> None:
        self._table = table
        self.on_unknown = on_unknown
        self.snapshot: Snapshot | None = None
        """None until the registry was read for the first time."""

    def card_of(self, code: str) -> Card | None:
        """The card of a pack that may be played here, or None."""
        known = self._known(code)
        return None if known is None else known.card

    def pack_of(self, code: str) -> str:
        """The pack whose card it is; empty where `card_of` is None."""
        known = self._known(code)
        return "" if known is None else known.pack.id

    def bears(self, code: str) -> bool:
        """Whether a card of some pack of the site has this code, be that pack played or not."""
        return self.snapshot is not None and self.snapshot.bears(code)

    def why_not(self, code: str) -> Foreign | None:
        """Why a code is no card that may be played here, without its face."""
        snapshot = self.snapshot
        self.on_unknown()
        if snapshot is None:
            return Foreign(why=WhyForeign.NO_REGISTRY)
        known = snapshot.find(code)
        return snapshot.why_not(code) if known is None else why_elsewhere(known.pack, self._table)

    def _known(self, code: str) -> Known | None:
        known = None if self.snapshot is None else self.snapshot.find(code)
        return None if known is None or why_elsewhere(known.pack, self._table) is not None else known


def why_elsewhere(pack: Pack, here: str) -> Foreign | None:
    """Why a card of a pack in play is foreign at the table `here`; None: it is not in play at another."""
    if pack.state is not PackState.IN_PLAY or pack.table == here:
        return None
    return Foreign(why=WhyForeign.OTHER_TABLE, pack=pack.id, table=pack.table, shoe=pack.shoe or 0)


def marks_of(settings: Settings, packs: LivePacks | None) -> CardMarks:
    """What a table takes for a card; raises SettingsError where the site's own table of codes cannot be."""
    cards = settings.cards
    if not cards.uses_classes:
        return CardMarks(table={}, registry=packs)
    return CardMarks(table=None if cards.codes is None else class_codes(cards.codes), registry=packs)
