"""Whether seals were made, opened and kept closed as they must be: from the record alone, without any key."""

from typing import NamedTuple

from device.journal.errors import RecordError
from device.journal.faces import Face, holds_card, turned_by
from device.journal.sealing import SALT_BYTES, commitment, is_well_formed
from device.journal.seals import ALL_OPENED_BY, opened_by
from device.ports.journal import Opening, Record
from device.table import events as ev
from device.table.vocabulary import IncidentKind


class _Closed(NamedTuple):
    nth: int
    commit: str
    is_card: bool


class SealCheck:
    """Is shown every record from a file's first on; remembers the closed seals of one shoe and nothing more."""

    def __init__(self) -> None:
        self._closed: dict[int, _Closed] = {}
        self._shoe_over = True
        self._told = 0
        self.lost = 0
        """How many seals were given up because the key was gone."""

    def see(self, record: Record) -> None:
        """The next record; raises RecordError saying what is wrong with it."""
        event = record.event
        if record.sealed is not None:
            if not is_well_formed(record.sealed):
                raise RecordError(record.seq, "its seal is garbled")
            self._closed[record.seq] = _Closed(getattr(event, "nth", 0), record.sealed.commit, holds_card(event))
        if self._closed or record.opens or record.lost:
            self._check_openings(record)
        if isinstance(event, ev.ShoeEnded):
            self._shoe_over = True
        elif isinstance(event, ev.ShoeOpened):
            self._shoe_over = False
        elif isinstance(event, ev.IncidentRaised) and event.incident is IncidentKind.FACES_LOST:
            self._told = record.seq

    def _check_openings(self, record: Record) -> None:
        event = record.event
        all_nths = {one.nth for one in self._closed.values()} if isinstance(event, ALL_OPENED_BY) else ()
        nths = opened_by(event, self._shoe_over, all_nths)
        due = {seq: one for seq, one in self._closed.items() if one.nth in nths} if nths else {}
        if not due and not record.opens and not record.lost:
            return  # most records
        opened = {one.seal: one for one in record.opens}
        for opening in record.opens:
            self._check_opening(record, opening, due)
        for seal in record.lost:
            if seal not in due or seal in opened or seal > self._told:
                raise RecordError(
                    record.seq, f"it gives up the seal of record {seal} as lost, and no such loss is on record"
                )
        for seal in due:
            if seal not in opened and seal not in record.lost:
                raise RecordError(record.seq, f"it should open the seal of record {seal}, and does not")
        for nth, card in turned_by(event):
            last = max((seal for seal, one in due.items() if one.nth == nth and one.is_card), default=0)
            if last in opened and opened[last].card is not card:
                raise RecordError(
                    record.seq, f"it shows {card.value}, and {_said(opened[last])} was sealed in record {last}"
                )
        self.lost += len(record.lost)
        for seal in due:
            del self._closed[seal]

    def _check_opening(self, record: Record, opening: Opening, due: dict[int, _Closed]) -> None:
        seal = opening.seal
        if seal not in due:
            why = "before its time" if seal in self._closed else "and no seal is closed there"
            raise RecordError(record.seq, f"it opens the seal of record {seal}, {why}")
        try:
            salt = bytes.fromhex(opening.salt)
        except ValueError:
            salt = b""
        text = Face(opening.card, opening.tag).text
        if len(salt) != SALT_BYTES or commitment(salt, text) != due[seal].commit:
            raise RecordError(record.seq, f"the card of record {seal} was not {_said(opening)}: its seal does not fit")


def _said(opening: Opening) -> str:
    if opening.card is not None:
        return str(opening.card.value)
    return "unread" if opening.tag is None else f"of the tag {opening.tag}"
