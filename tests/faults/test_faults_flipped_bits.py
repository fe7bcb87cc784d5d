"""A bit that tips over anywhere in the record: found at the start or by the whole check, named, set aside, told.

What nothing of the record depends on (room that is not in use) may tip over unseen; then the record is whole.
"""

import random
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from journal.archive_tools import archived
from journal.journal_tools import NAME, SteppingClock, folder_in_memory, opened, quick_steps
from service.board_tools import LiveBoard
from service.process_tools import Rig
from support.house import ENTRY, wait_until

from device.journal import checking
from device.journal.errors import NotVerifiedError
from device.journal.opening import open_or_set_aside
from device.journal.reading import Reader
from device.ports.journal import JournalError

COUPS = 75
"""A shoe that has ended, and the beginning of another."""
AT_ONCE = (
    "from device.service import record_watch; record_watch.POLITE = ''; "
    "record_watch.RecordWatch.__init__.__kwdefaults__.update(after_start_s=0.0, after_shoe_s=0.0); "
)
"""The table's own program, which looks at the record without waiting or giving way, for the test's sake."""


@pytest.fixture(scope="module")
def left() -> Iterator[Path]:
    """Two folders: ``closed``, and ``killed`` with all of the record in its log."""
    with folder_in_memory() as folder:
        (folder / "closed").mkdir()
        journal = opened(folder / "closed" / NAME)
        for step in quick_steps(coups=COUPS):
            journal.append(step)
        killed = folder / "killed"
        killed.mkdir()
        for file in (folder / "closed").iterdir():
            if not file.name.endswith("-shm"):
                shutil.copy(file, killed)
        journal.close()
        yield folder


def tip(file: Path, at: int, bit: int) -> None:
    data = bytearray(file.read_bytes())
    data[at] ^= 1 << bit
    file.write_bytes(data)


def copied(left: Path, which: str, to: Path) -> Path:
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(left / which, to)
    return to / NAME


def seen(path: Path) -> tuple[str, str]:
    """How a table that starts on it, or the whole check after that, takes it; and what is said."""
    result = open_or_set_aside(path, clock=SteppingClock())
    try:
        if result.set_aside is not None:
            assert result.set_aside.path.exists()
            with Reader(path) as reader:
                assert dict(reader.query("SELECT key, value FROM meta"))["follows"] == result.set_aside.path.name
            return "start", result.set_aside.why
        try:
            checking.verify_file(path)
        except (NotVerifiedError, JournalError) as error:
            return "check", f"record {getattr(error, 'seq', None)}: {error}"
        return "whole", result.journal.head.digest.hex()
    finally:
        result.journal.close()


def test_a_bit_of_the_file_that_tips_over_is_found(left: Path, fast: Path) -> None:
    path = copied(left, "closed", fast / "whole")
    how, head = seen(path)
    assert how == "whole"
    size = path.stat().st_size
    chance = random.Random(2)
    places = [*range(0, 100, 25), *(chance.randrange(size) for _ in range(10))]
    found: Counter[str] = Counter()
    for at in places:
        path = copied(left, "closed", fast / "tipped")
        tip(path, at, chance.randrange(8))
        try:
            how, said = seen(path)
        except JournalError as error:  # by its header it is another program's file: that is left alone
            assert at < 100
            assert str(path) in str(error)
            continue
        found[how] += 1
        if how == "whole":
            assert said == head, f"byte {at}: something is gone and nobody says so"
        elif how == "start":
            assert str(path) in said
    assert found["start"]
    assert found["check"]


def test_a_bit_of_the_log_that_tips_over_is_found_at_the_start(left: Path, fast: Path) -> None:
    """SQLite takes the place for the log's end: without a look at what is behind it, all of that would be gone."""
    with Reader(copied(left, "killed", fast / "whole")) as reader:
        everything = reader.count()
    size = (left / "killed" / f"{NAME}-wal").stat().st_size
    chance = random.Random(3)
    places = [*range(0, 56, 7), *(chance.randrange(size * 9 // 10) for _ in range(6))]
    found: Counter[str] = Counter()
    for at in places:
        path = copied(left, "killed", fast / "tipped")
        tip(path.with_name(f"{NAME}-wal"), at, chance.randrange(8))
        how, said = seen(path)
        found[how] += 1
        if how == "whole":
            with Reader(path) as reader:
                assert reader.count() == everything, f"byte {at} of the log: something is gone and nobody says so"
        else:
            assert how == "start"
            assert "its log" in said
            assert "after it cannot be read" in said
    assert found["start"] > len(places) * 3 // 4, found


def test_the_last_step_may_be_torn_and_is_no_damage(left: Path, fast: Path) -> None:
    """A power cut does that, and nobody was told of the step."""
    path = copied(left, "killed", fast / "torn")
    with Reader(copied(left, "killed", fast / "whole")) as reader:
        before = reader.count()
    with path.with_name(f"{NAME}-wal").open("r+b") as log:
        log.truncate(log.seek(0, 2) - 5000)
    result = open_or_set_aside(path, clock=SteppingClock())
    assert result.set_aside is None
    assert before - 4 <= result.journal.head.seq < before
    result.journal.close()


def test_a_log_without_its_file_and_a_file_of_nothing(left: Path, fast: Path) -> None:
    path = copied(left, "killed", fast / "gone")
    path.unlink()
    with pytest.raises(JournalError, match=r"the journal is gone and its log .* is there: put the journal back"):
        open_or_set_aside(path, clock=SteppingClock())
    path = copied(left, "killed", fast / "nothing")
    path.write_bytes(b"")
    result = open_or_set_aside(path, clock=SteppingClock())
    result.journal.close()
    assert result.set_aside is not None
    assert result.set_aside.path.with_name(result.set_aside.path.name + "-wal").exists(), "the log holds everything"


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path, kind="shoe")
    yield rig
    rig.clean_up()


def test_damage_of_an_earlier_shoe_is_found_while_the_table_deals_and_the_next_shoe_has_a_file_of_its_own(
    rig: Rig,
) -> None:
    """The start looks at the newest shoe alone; the whole check says it on the panel, and the file is ended."""
    rig.open()
    board = LiveBoard(rig)
    try:
        board.plug()
        for _ in range(2):
            rig.new_shoe()
            board.coup("9C 8D TC TD")
            rig.order(order="end-shoe", by="sup1")
        rig.end()
        data = bytearray(rig.journal.read_bytes())
        data[data.index(b'"card":"') + 8] ^= 1  # of the first record that tells one, among the earlier shoe's
        rig.journal.write_bytes(data)
        rig.start_table(entry=AT_ONCE + ENTRY)
        wait_until(rig.serves, "the table's feed")
        view = rig.sees(lambda view: any("record" in note for note in view["notes"]), "a word of the damage")
        (note,) = (note for note in view["notes"] if "record" in note)
        assert "it is kept, and the next shoe begins a new file: tell the pit" in note
        assert str(rig.journal) in note
        rig.reader_is("")
        assert rig.new_shoe() == 3
        board.coup("9C 8D TC TD")
        (old,) = archived(rig.journal)
        assert old.name.endswith("_damaged.sqlite3")
        rig.end()
    finally:
        board.close()
    assert checking.verify_file(rig.journal).follows == old.name
    with Reader(rig.journal) as reader:
        assert dict(reader.query("SELECT key, value FROM meta"))["follows_because"] in note
    with pytest.raises(NotVerifiedError):
        checking.verify_file(old)
