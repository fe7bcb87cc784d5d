"""Which seals of a shoe are still closed, and which of them an event opens.

A card's seals are opened by the event that turns it: all of them, for a card may have been sealed more than once on its
way to its place. What was never turned is opened when the shoe ends; what leaves after that, when it is burned or the
next shoe is opened. So a restart can always tell from the shoe's own records which seals are closed.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from device.journal.codec import NO_MARKS, Marks
from device.journal.faces import UNREAD, Face, face_to_seal, room_for, turned_by, with_face
from device.journal.sealing import Sealer
from device.ports.journal import Opening, Record
from device.table import events as ev
from device.table.vocabulary import IncidentKind

ALL_OPENED_BY = (ev.ShoeEnded, ev.ShoeOpened)
"""Events that leave no seal of the shoe closed."""


class Seal(NamedTuple):
    """A seal that is still closed."""

    seq: int
    nth: int
    salt: bytes | None
    """None: the key that it was made with is gone, and it can never be opened."""
    face: Face


class Seals:
    """The closed seals of the shoe in play by the card they belong to; kept by the one writer of a record."""

    def __init__(self, sealer: Sealer, closed: Iterable[Seal] = (), *, shoe_over: bool = True) -> None:
        self.sealer = sealer
        self._by_nth: dict[int, tuple[Seal, ...]] = {}
        self._shoe_over = shoe_over
        for seal in closed:
            self._by_nth[seal.nth] = (*self._by_nth.get(seal.nth, ()), seal)
        if not shoe_over:
            sealer.prepare()

    @property
    def all_open(self) -> bool:
        """Whether nothing is sealed now."""
        return not self._by_nth

    def step(self) -> "SealingStep":
        """Begin a step; nothing is changed here before `take`."""
        return SealingStep(self.sealer, self._by_nth, shoe_over=self._shoe_over)

    def take(self, step: "SealingStep") -> None:
        """The step is on record."""
        for nth, seals in step.changed.items():
            if seals:
                self._by_nth[nth] = seals
            else:
                self._by_nth.pop(nth, None)
        self._shoe_over = step.shoe_over


class SealingStep:
    """The seals made and opened by the events of one step, which may yet fail to be written."""

    def __init__(self, sealer: Sealer, before: dict[int, tuple[Seal, ...]], *, shoe_over: bool) -> None:
        self._sealer = sealer
        self._before = before
        self.changed: dict[int, tuple[Seal, ...]] = {}
        self.shoe_over = shoe_over

    def marks(self, seq: int, event: ev.Event) -> Marks:
        """What the body of record `seq` says of seals, besides the event itself."""
        face = face_to_seal(event)
        if face is None and not self.changed and not self._before and not isinstance(event, ALL_OPENED_BY):
            return NO_MARKS
        sealed = None
        if face is not None:
            salt, sealed = self._sealer.seal(face, room=room_for(type(event), face.tag))
            nth = getattr(event, "nth", 0)
            self.changed[nth] = (*self._closed(nth), Seal(seq, nth, salt, face))
        due = self._due(event)
        if isinstance(event, ev.ShoeEnded):
            self.shoe_over = True
        elif isinstance(event, ev.ShoeOpened):
            self.shoe_over = False
            self._sealer.prepare()
        if sealed is None and not due:
            return NO_MARKS
        return Marks(
            sealed=sealed,
            opens=tuple(
                Opening(seal=one.seq, salt=one.salt.hex(), card=one.face.card, tag=one.face.tag)
                for one in due
                if one.salt is not None
            ),
            lost=tuple(one.seq for one in due if one.salt is None),
        )

    def _closed(self, nth: int) -> tuple[Seal, ...]:
        found = self.changed.get(nth)
        return self._before.get(nth, ()) if found is None else found

    def _due(self, event: ev.Event) -> Sequence[Seal]:
        nths = opened_by(event, self.shoe_over, {*self._before, *self.changed} if _opens_all(event) else ())
        if not nths:
            return ()
        due: list[Seal] = []
        for nth in nths:
            due += self._closed(nth)
            if nth in self.changed or nth in self._before:
                self.changed[nth] = ()
        return sorted(due)


def _opens_all(event: ev.Event) -> bool:
    return isinstance(event, ALL_OPENED_BY)


def opened_by(event: ev.Event, shoe_over: bool, closed: Iterable[int]) -> tuple[int, ...]:
    """The cards whose seals an event opens; `closed`: those that have any, where it is to open every one."""
    if _opens_all(event):
        return tuple(closed)
    if shoe_over and isinstance(event, ev.CardBurned):
        return (event.nth,)
    return tuple(nth for nth, _ in turned_by(event))


def read_back(records: Sequence[Record], sealer: Sealer) -> tuple[list[Record], Seals]:
    """The records of a shoe with their hidden faces again, and its closed seals.

    What was hidden when the table was told that faces are lost stays lost, whether or not the key is back: the table
    has gone on without them since. Where a face cannot be had and nobody was told of it, the record is `unreadable`.
    """
    told = max((one.seq for one in records if _says_lost(one.event)), default=0)
    opened = {opening.seal: (one.seq, opening) for one in records for opening in one.opens}
    given_up = {seal for one in records for seal in one.lost}
    shoe_over = True
    closed: list[Seal] = []
    read: list[Record] = []
    for record in records:
        shoe_over = not isinstance(record.event, ev.ShoeOpened) and (
            shoe_over or isinstance(record.event, ev.ShoeEnded)
        )
        if record.sealed is None:
            read.append(record)
            continue
        seq = record.seq
        face: Face | None = None
        unreadable = False
        if seq in opened:
            opened_at, opening = opened[seq]
            face = Face(opening.card, opening.tag) if opened_at < told or seq > told else None
        elif seq not in given_up:
            inside = sealer.unseal(record.sealed)
            salt, face = inside if inside is not None else (None, None)
            closed.append(Seal(seq, getattr(record.event, "nth", 0), salt, face or UNREAD))
            unreadable = inside is None and seq > told
            face = face if seq > told else None
        event = record.event if face is None else with_face(record.event, face)
        read.append(replace(record, event=event, unreadable=unreadable))
    return read, Seals(sealer, closed, shoe_over=shoe_over)


def _says_lost(event: ev.Event) -> bool:
    return isinstance(event, ev.IncidentRaised) and event.incident is IncidentKind.FACES_LOST
