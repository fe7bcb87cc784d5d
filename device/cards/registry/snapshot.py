"""What a table knows of the packs while it deals: in memory, so that no card waits for a disk."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from device.cards.keys.secret import SiteSecret
from device.cards.pack import Known, Pack, PackKind, PackState
from device.cards.registry import rows
from device.cards.registry.access import Access
from device.cards.registry.boxes import Lock, has_mark, proper_code
from device.readers.labels import parse_label
from device.rules.card import Card
from device.rules.foreign import Foreign, WhyForeign

PLAYABLE = frozenset({PackState.OPENED, PackState.IN_PLAY})


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The packs as they were at one moment; implements `device.readers.marks.PackRegistry`. It never changes.

    The faces in it are those of opened packs and of packs in play, no others.
    """

    changes: int
    """`Registry.changes` as it was: another number there, and it is time for a new snapshot."""
    packs: Mapping[str, Pack]
    """All packs by their id."""
    _known: Mapping[str, Known] = field(repr=False)
    _marks: Mapping[str, bytes] = field(repr=False)
    _secret: SiteSecret = field(repr=False)
    _lock: Lock = field(repr=False)

    def find(self, code: str) -> Known | None:
        """What a code is, in any case; None unless its pack is opened or in play."""
        proper = proper_code(code)
        return None if proper is None else self._known.get(proper)

    def card_of(self, code: str) -> Card | None:
        """The card of an opened pack under this code, or None."""
        known = self.find(code)
        return None if known is None else known.card

    def pack_of(self, code: str) -> str:
        """The pack whose card it is; empty where `card_of` is None."""
        known = self.find(code)
        return "" if known is None else known.pack.id

    def bears(self, code: str) -> bool:
        """Whether a card of some pack of the site has this code, whatever the pack's state."""
        proper = proper_code(code)
        return proper is not None and (proper in self._known or self._unplayed(proper) is not None)

    def _unplayed(self, proper: str) -> Pack | None:
        """The pack that is neither opened nor in play whose card has this code."""
        label, mark = parse_label(proper), self._lock.mark(proper)
        if label is not None:
            pack = self.packs.get(label.pack)
            return pack if pack is not None and has_mark(self._marks.get(pack.id, b""), mark) else None
        tags = (id_ for id_, marks in self._marks.items() if has_mark(marks, mark))
        return next((self.packs[id_] for id_ in tags if self.packs[id_].kind is PackKind.TAGS), None)

    def why_not(self, code: str) -> Foreign | None:
        """Why a code is no card that may be played, without its face; None for one that may."""
        proper = proper_code(code)
        if proper is None:
            return Foreign(why=WhyForeign.NO_CARD)
        if proper in self._known:
            return None
        unplayed = self._unplayed(proper)
        if unplayed is not None:
            return why_unplayed(unplayed)
        label = parse_label(proper)
        if label is None:
            return Foreign(why=WhyForeign.UNKNOWN_TAG)
        if self._secret.generation_of(label) is None:
            return Foreign(why=WhyForeign.OTHER_SITE)
        given = label.pack in self.packs
        return Foreign(why=WhyForeign.SPARE_LABEL if given else WhyForeign.PACK_MISSING, pack=label.pack)


def take_snapshot(opened: Access) -> Snapshot:
    """Everything that a table may know, from one look at the registry; raises DamagedError."""
    packs = {pack.id: pack for pack in rows.read_packs(opened.connection)}
    marks = dict(rows.read_marks(opened.connection))
    known: dict[str, Known] = {}
    for pack in packs.values():
        if pack.state in PLAYABLE:
            codes = opened.cards_of(opened.row(pack.id))
            known |= {code: Known(card=card, pack=pack) for code, card in codes.items()}
    return Snapshot(
        changes=opened.site.changes,
        packs=MappingProxyType(packs),
        _known=MappingProxyType(known),
        _marks=MappingProxyType(marks),
        _secret=opened.secret,
        _lock=opened.lock,
    )


_UNPLAYED = {
    PackState.PRINTED: WhyForeign.NOT_ENROLLED,
    PackState.ENROLLED: WhyForeign.NOT_OPENED,
    PackState.RETIRED: WhyForeign.RETIRED,
}


def why_unplayed(pack: Pack) -> Foreign | None:
    """Why no card of this pack may be played anywhere; None for one that is opened or in play."""
    why = _UNPLAYED.get(pack.state)
    return None if why is None else Foreign(why=why, pack=pack.id, on=(pack.retired_at or "")[:10])
