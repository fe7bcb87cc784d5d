"""A record that is put back from a copy goes on in a new file, of an epoch of its own, which says so.

What the table did after the copy was made is not in it, and the device that the copy came from may yet go on in the
old epoch. So the copy becomes an ended file, and the new one begins with its signed end: two records never share an
epoch, and whoever sees the old one longer than it was signed here knows that there are two.

A shoe that was in play in the copy cannot go on: nobody knows which cards have left it since. The new file says that
it was left open, what lies under seal in the old one stays there, and the table is held until people have decided.
"""

import sqlite3
from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path

from device.journal import faults, inspection, joins, next_file
from device.journal.joins import Ends
from device.journal.reading import Reader
from device.journal.signing import SignedHead
from device.ports.journal import JournalError
from device.table.events import IncidentRaised, RecordContinued
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.vocabulary import IncidentKind, Option


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a table stood at the end of a file."""

    state: State
    """Without hidden faces."""
    profiles: tuple[tuple[str, int, str], ...]

    @property
    def shoe_open(self) -> bool:
        """Whether a shoe was in play."""
        return self.state.shoe.number > 0 and not self.state.shoe.over

    @property
    def coup_open(self) -> int:
        """The number of the coup that awaited its result; 0: none did."""
        coup = self.state.coup
        return coup.number if coup is not None and coup.is_open else 0


def standing_of(path: Path) -> Standing:
    """Fold a file's last shoe; raises JournalError."""
    with Reader(path) as reader, reader.snapshot():
        last = reader.query("SELECT shoe FROM record.events ORDER BY seq DESC LIMIT 1")
        state = INITIAL
        for record in reader.records(shoe=last[0][0]) if last else ():
            state = evolve(state, record.event)
        first = next(reader.records(), None)
        before = first.event.profiles if first is not None and isinstance(first.event, RecordContinued) else ()
        shoes = reader.query("SELECT profile, profile_version, profile_hash FROM record.shoes ORDER BY shoe")
    known = {(name, version): hash_ for name, version, hash_ in (*before, *map(tuple, shoes))}
    return Standing(state=state, profiles=tuple((*name, hash_) for name, hash_ in sorted(known.items())))


def sign_end(copy: Path, end: SignedHead) -> None:
    """Put the signature of a copy's last record among its heads, as every ended file has it; raises JournalError.

    Without it whoever holds that file alone could not tell it from one that was written anew.
    """
    connection = inspection.open_for_writing(copy)
    try:
        connection.execute(
            "INSERT INTO heads SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (SELECT 1 FROM heads WHERE seq = ?1)", end
        )
        connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise faults.of_sqlite(error, copy, writing=True) from error
    finally:
        connection.close()


def begin_after(  # noqa: PLR0913 - what the new file must say
    copy: Path,
    target: Path,
    *,
    file: str,
    end: SignedHead,
    backup_of: str,
    at: str,
    by: str,
    retires_packs: bool,
    aside: Ends | None = None,
) -> RecordContinued:
    """Make at `target` the file that goes on from `copy`, which will lie in the archive as `file`.

    `end`: the signed head of the copy's last record; `by`: who put it back; `retires_packs`: whether the house retires
    the packs of a shoe that is over; `aside`: the ends of the record that was there. Raises JournalError, also where
    `end` is not the copy's end.
    """
    standing = standing_of(copy)
    ends = joins.ends_of(copy)
    if ends.last is None or (ends.last.seq, ends.last.hash) != (end.seq, end.hash):
        raise JournalError(f"{copy}: its last record is not the one that was signed")
    kept = next_file.carried(standing.state)
    packs: Set[str] = set(standing.state.shoe.pack_ids) if standing.shoe_open and retires_packs else set()
    kept["retired"] = (*kept["retired"], *sorted(packs - set(kept["retired"])))
    first = RecordContinued(
        file=file,
        epoch_before=ends.epoch,
        seq_before=end.seq,
        hash_before=end.hash,
        signed_at=end.at,
        public_key=end.public_key,
        signature=end.signature,
        profiles=standing.profiles,
        backup_of=backup_of,
        shoe_left_open=standing.shoe_open,
        coup_left_open=standing.coup_open,
        aside_epoch=aside.epoch if aside is not None else "",
        aside_seq=aside.last.seq if aside is not None and aside.last is not None else 0,
        aside_hash=aside.last.hash if aside is not None and aside.last is not None else "",
        **kept,
    )
    note = {"follows": file, "follows_because": f"the record was put back from a copy of {backup_of}"}
    next_file.make_file(target, (first, _incident(first, by)), at=at, note=note)
    return first


def _incident(first: RecordContinued, by: str) -> IncidentRaised:
    shoe = f"; shoe {first.shoe} was in play" if first.shoe_left_open else ""
    coup = f", hand {first.coup_left_open} had no result" if first.coup_left_open else ""
    aside = f"; set aside: a record up to number {first.aside_seq}" if first.aside_seq else ""
    if first.aside_seq and first.aside_epoch == first.epoch_before:
        aside = f"; set aside: {max(0, first.aside_seq - first.seq_before)} records after it"
    return IncidentRaised(
        id=1,
        incident=IncidentKind.RECORD_RESTORED,
        options=(Option.CLOSE_SHOE if first.shoe_left_open else Option.RESUME,),
        holds=True,
        by=by,
        detail=f"copy of {first.backup_of}{shoe}{coup}{aside}",
    )
