"""A registry in memory that does what `Packs` asks for, and fails when it is told to."""

# ruff: noqa: ARG002

from collections.abc import Collection, Mapping
from dataclasses import replace

from device.cards.errors import CardsError, PackStateError, TakenCodeError, UnknownPackError
from device.cards.pack import CARDS_IN_PACK, Known, NewPack, Pack, PackState
from device.rules.card import Card

AT = "2026-03-01T20:15:07.042Z"


class MemoryPacks:
    """`trouble`: what the next changes raise, until it is None again."""

    def __init__(self) -> None:
        self.kept: dict[str, Pack] = {}
        self.codes: dict[str, dict[str, Card]] = {}
        self.trouble: CardsError | None = None
        self.writes = 0

    def packs(self) -> tuple[Pack, ...]:
        return tuple(self.kept[id] for id in sorted(self.kept))

    def pack(self, id: str) -> Pack:
        try:
            return self.kept[id.upper()]
        except KeyError:
            raise UnknownPackError(f"no pack {id}") from None

    def find(self, code: str) -> Known | None:
        for id, codes in self.codes.items():
            if code.upper() in codes:
                return Known(card=codes[code.upper()], pack=self.kept[id])
        return None

    def codes_of(self, id: str) -> dict[str, Card]:
        return dict(self.codes[self.pack(id).id])

    def add(self, new: NewPack, *, by: str, at: str) -> Pack:
        self._write()
        id = new.id or f"P{len(self.kept):03}"
        self.kept[id] = Pack(id=id, kind=new.kind, state=new.state, cards=0, added_at=at, added_by=by, note=new.note)
        self.codes[id] = {}
        return self._put(id, new.codes)

    def mark(self, id: str, codes: Mapping[str, Card], *, by: str, at: str) -> Pack:
        self._write()
        if self.pack(id).state is not PackState.PRINTED:
            raise PackStateError("its cards have their codes")
        return self._put(id, codes)

    def unmark(self, id: str, codes: Collection[str], *, by: str, at: str) -> Pack:
        self._write()
        if self.pack(id).state is not PackState.PRINTED:
            raise PackStateError("its cards have their codes")
        for code in codes:
            del self.codes[id][code.upper()]
        return self._counted(id)

    def move(
        self, ids: tuple[str, ...], to: PackState, *, by: str, at: str, why: str = "", table: str = "", shoe: int = 0
    ) -> tuple[Pack, ...]:
        self._write()
        if to is PackState.ENROLLED and any(len(self.codes[id]) < CARDS_IN_PACK for id in ids):
            raise PackStateError("not whole")
        for id in ids:
            self.kept[id] = replace(self.kept[id], state=to)
        return tuple(self.kept[id] for id in ids)

    def _put(self, id: str, codes: Mapping[str, Card]) -> Pack:
        for code, card in codes.items():
            known = self.find(code)
            if known is not None and known.pack.id != id:
                raise TakenCodeError("another pack's")
            assert card not in self.codes[id].values(), "a card with two marks"
            self.codes[id][code.upper()] = card
        return self._counted(id)

    def _counted(self, id: str) -> Pack:
        self.kept[id] = replace(self.kept[id], cards=len(self.codes[id]))
        return self.kept[id]

    def _write(self) -> None:
        if self.trouble is not None:
            raise self.trouble
        self.writes += 1
