"""Files that are no journal, or no longer one: refused by name, kept, and set aside only where they are damaged."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from journal.journal_tools import NAME, STEP, SteppingClock, opened, written

from device.journal import files, inspection
from device.journal.chain import Row
from device.journal.errors import DamagedError, ForeignError, NewerError
from device.journal.opening import open_or_set_aside
from device.journal.reading import Reader
from device.ports.journal import JournalError


def test_a_damaged_file_takes_along_all_that_belongs_to_it(tmp_path: Path) -> None:
    path = tmp_path / NAME
    for ending in ("", "-wal", "-shm", "-journal"):
        path.with_name(NAME + ending).write_bytes(ending.encode())
    aside = files.set_aside(path, at="2026-12-01T00:00:00.000Z")
    for ending in ("", "-wal", "-shm", "-journal"):
        assert not path.with_name(NAME + ending).exists()
        assert aside.with_name(aside.name + ending).read_bytes() == ending.encode()


def zero(path: Path) -> None:
    path.write_bytes(b"")


def torn(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 3])


def page_3(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(2 * 4096)
        file.write(bytes(range(100, 200)))


def beginning(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(bytes(512))


def flipped(path: Path) -> None:
    """One bit within the body of a record of the current shoe."""
    data = bytearray(path.read_bytes())
    at = data.rindex(b'"card":"') + 8
    data[at] ^= 1
    path.write_bytes(data)


def a_few_bytes(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100])


DAMAGE = [zero, a_few_bytes, torn, page_3, beginning, flipped]


@pytest.mark.parametrize("harm", DAMAGE)
def test_a_damaged_journal_is_refused_by_name_and_left_as_it_is(fast: Path, harm: Callable[[Path], None]) -> None:
    path = fast / NAME
    written(path)
    harm(path)
    data = path.read_bytes()
    with pytest.raises(DamagedError, match=rf"^{path}: .*move (it|the file) aside"):
        opened(path)
    assert path.read_bytes() == data


@pytest.mark.parametrize("harm", DAMAGE)
def test_a_damaged_journal_is_set_aside_kept_and_said(fast: Path, harm: Callable[[Path], None]) -> None:
    path = fast / NAME
    written(path)
    harm(path)
    data = path.read_bytes()
    result = open_or_set_aside(path, clock=SteppingClock())
    assert result.set_aside is not None
    assert result.set_aside.path.read_bytes() == data
    assert str(path) in result.set_aside.why
    result.journal.append(STEP)
    result.journal.close()
    with Reader(path) as reader:
        facts = dict(reader.query("SELECT key, value FROM meta"))
        assert facts["follows"] == result.set_aside.path.name
        assert facts["follows_because"] == result.set_aside.why
        assert reader.count() == 1
    again = open_or_set_aside(path, clock=SteppingClock())
    assert again.set_aside is None
    again.journal.close()


def test_a_second_damaged_journal_never_takes_the_place_of_the_first(fast: Path) -> None:
    kept = set()
    for _ in range(3):
        (fast / NAME).write_bytes(b"")
        result = open_or_set_aside(fast / NAME, clock=SteppingClock())
        assert result.set_aside is not None
        kept.add(result.set_aside.path)
        result.journal.close()
    assert all(path.exists() for path in kept)
    assert len(kept) == 3


def text(path: Path) -> None:
    path.write_text("shopping list\n" * 200)


def one_byte(path: Path) -> None:
    path.write_bytes(b"x")


def other_database(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE t (a)")
    database.close()


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (text, "no journal and no database"),
        (one_byte, "no journal and no database"),
        (other_database, "not a journal of"),
    ],
)
def test_a_foreign_file_is_refused_and_never_touched(fast: Path, make: Callable[[Path], None], said: str) -> None:
    path = fast / NAME
    make(path)
    data = path.read_bytes()
    for attempt in (opened, lambda path: open_or_set_aside(path, clock=SteppingClock()), Reader):
        with pytest.raises(ForeignError, match=said) as caught:
            attempt(path)
        assert str(path) in str(caught.value)
    assert path.read_bytes() == data
    assert not list(fast.glob("*.damaged-*"))


def test_newer_softwares_journal_is_left_alone(fast: Path) -> None:
    written(fast / NAME)
    database = sqlite3.connect(fast / NAME)
    database.execute("PRAGMA user_version = 99")
    database.close()
    for attempt in (opened, lambda path: open_or_set_aside(path, clock=SteppingClock()), Reader):
        with pytest.raises(NewerError, match="update this software"):
            attempt(fast / NAME)


def test_a_tail_cut_off_behind_a_signed_head_is_seen_at_opening(fast: Path) -> None:
    path = fast / NAME
    written(path, coups=85)
    database = sqlite3.connect(path)
    database.execute("DROP TRIGGER events_no_delete")
    database.execute("DELETE FROM events WHERE seq >= (SELECT max(seq) FROM heads)")
    database.commit()
    database.close()
    with pytest.raises(DamagedError, match="since it was signed"):
        opened(path)


def test_a_signing_key_that_others_may_read_is_refused(fast: Path) -> None:
    written(fast / NAME)
    key = fast / f"{NAME}.key"
    assert key.stat().st_mode & 0o777 == 0o600
    key.chmod(0o644)
    with pytest.raises(JournalError, match="chmod 600"):
        opened(fast / NAME)


@pytest.mark.parametrize("content", [b"", b"ab" * 32, b"\xff" * 119])
def test_a_garbled_signing_key_is_refused_at_once_and_not_at_the_end_of_the_shoe(fast: Path, content: bytes) -> None:
    opened(fast / NAME).close()
    key = fast / f"{NAME}.key"
    key.write_bytes(content)
    with pytest.raises(JournalError, match="the signing key is garbled: put the right one back"):
        opened(fast / NAME)
    key.unlink()
    opened(fast / NAME).close()


def test_opening_does_not_read_the_whole_record(fast: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Past the size where every page is looked at, how much is read does not grow with the record."""
    monkeypatch.setattr(inspection, "_FULL_CHECK_BYTES", 0)
    written(fast / NAME, coups=200)
    read: list[int] = []
    steps_of = inspection.rows_of_last_shoe

    def counted(connection: sqlite3.Connection) -> list[Row]:
        rows = steps_of(connection)
        read.append(len(rows))
        return rows

    monkeypatch.setattr(inspection, "rows_of_last_shoe", counted)
    journal = opened(fast / NAME)
    assert read[0] < journal.head.seq / 2
    journal.close()


def test_damage_at_the_root_of_a_table_is_seen_in_a_record_of_any_size(
    fast: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspection, "_FULL_CHECK_BYTES", 0)
    written(fast / NAME)
    page_3(fast / NAME)
    with pytest.raises(DamagedError):
        opened(fast / NAME)
