"""Files that do not join: ends that were cut, altered or gone on with, and forged beginnings."""

import sqlite3
from pathlib import Path

import pytest
from journal.archive_tools import Calendar, Table, archived, years_end
from journal.journal_tools import NAME

from device.journal import checking, joins
from device.journal.checking import NotVerifiedError
from device.journal.joins import NotJoinedError
from device.journal.reading import Reader
from device.journal.sqlite import SqliteJournal
from device.table.events import RecordContinued, ReportNoted


def test_a_cut_altered_or_prolonged_old_file_does_not_join(fast: Path) -> None:
    path = fast / NAME
    clock = years_end(path)
    (old,) = archived(path)
    old.chmod(0o640)
    whole = old.read_bytes()
    newer = joins.ends_of(path)

    def refusal() -> str:
        with pytest.raises(NotJoinedError) as told:
            joins.check_join(joins.ends_of(old), newer)
        return str(told.value)

    prolonged = SqliteJournal(old, clock=clock)
    prolonged.append([(2, 0, ReportNoted(what="afterwards"))])
    prolonged.close()
    end = newer.follows.seq_before if newer.follows is not None else 0
    assert refusal() == f"{old} was closed with record {end} and was written to afterwards, up to {end + 1}"
    old.write_bytes(whole)
    with sqlite3.connect(old) as tampered:
        tampered.execute("DROP TRIGGER events_no_delete")
        tampered.execute("DELETE FROM events WHERE seq = ?", (end,))
    tampered.close()
    assert refusal() == f"the end of {old} is missing: it was closed with record {end} and ends with {end - 1}"
    old.write_bytes(whole)
    with sqlite3.connect(old) as tampered:
        tampered.execute("DROP TRIGGER events_no_update")
        tampered.execute("UPDATE events SET hash = ? WHERE seq = ?", ("0" * 64, end))
    tampered.close()
    assert refusal() == f"the last record of {old} is not the one that was signed"
    other = fast / "other.sqlite3"
    Table(other, clock).close()
    with pytest.raises(NotJoinedError, match="goes on from another file"):
        joins.check_join(joins.ends_of(other), newer)
    with pytest.raises(NotJoinedError, match="does not say that it goes on from another file"):
        joins.check_join(newer, joins.ends_of(other))


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("signature", "00" * 64, "the signature of the end of the file before"),
        ("hash_before", "1" * 64, "the signature of the end of the file before"),
        ("public_key", "garbled", "the signature of the end of the file before"),
        ("epoch_before", "another", "the signature of the end of the file before"),
    ],
)
def test_a_forged_beginning_is_found_though_its_chain_is_whole(fast: Path, field: str, value: str, told: str) -> None:
    from msgspec.structs import replace

    path = fast / NAME
    years_end(path)
    with Reader(path) as reader:
        first = next(reader.records()).event
    forged = fast / "forged.sqlite3"
    journal = SqliteJournal(forged, clock=Calendar())
    journal.append([(2, 0, replace(first, **{field: value}))])
    journal.close()
    with pytest.raises(NotVerifiedError, match=told) as caught:
        checking.verify_file(forged)
    assert caught.value.seq == 1


def test_a_beginning_in_the_middle_and_one_by_a_foreign_key_are_found(fast: Path) -> None:
    path = fast / NAME
    years_end(path)
    with Reader(path) as reader:
        first = next(reader.records()).event
    assert isinstance(first, RecordContinued)
    with pytest.raises(NotVerifiedError, match="signed with another key"):
        checking.verify_file(path, trusted=frozenset({"0" * 64}))
    middle = fast / "middle.sqlite3"
    journal = SqliteJournal(middle, clock=Calendar())
    journal.append([(0, 0, ReportNoted(what="before")), (2, 0, first)])
    journal.close()
    with pytest.raises(NotVerifiedError, match="only a file's first record"):
        checking.verify_file(middle)
