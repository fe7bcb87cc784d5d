"""What stays of a demonstration's folder: the record whose place was told, and everything after a failure."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from device.demo.folder import RECORD, make_folder, require_place, tidied
from device.demo.processes import Processes, ProcessFailed
from device.demo.run import DemoError
from device.ports.journal import JournalError

RECORDS = {RECORD, f"{RECORD}.key", f"{RECORD}.passages"}
OTHERS = {"table.toml", "staff.sqlite3", "shoe.log", "shoe"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """As a demonstration leaves it; the shoe's port is a link to a device that is gone."""
    for name in RECORDS | OTHERS - {"shoe"}:
        (tmp_path / name).touch()
    (tmp_path / "shoe").symlink_to("/dev/pts/none")
    return tmp_path


def names(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}


def test_after_a_good_end_the_record_stays_with_what_belongs_to_it(folder: Path) -> None:
    with tidied(folder):
        pass
    assert names(folder) == RECORDS


def test_where_the_record_lies_elsewhere_nothing_stays(folder: Path) -> None:
    (folder / RECORD).unlink()
    with tidied(folder):
        pass
    assert not folder.exists()


def test_an_onlooker_who_went_away_is_no_failure(folder: Path) -> None:
    with pytest.raises(BrokenPipeError), tidied(folder):
        raise BrokenPipeError
    assert names(folder) == RECORDS


def test_after_a_failure_everything_stays(folder: Path) -> None:
    with pytest.raises(DemoError), tidied(folder):
        raise DemoError("table did not get ready")
    assert names(folder) == RECORDS | OTHERS


def test_where_no_folder_can_be_made_that_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    with pytest.raises(DemoError, match="no folder for a demonstration could be made: No such file"):
        make_folder()


@pytest.mark.parametrize(("ended", "fails"), [("exit 0", False), ("echo no memory; exit 1", True)])
def test_a_window_that_was_closed_is_an_end_and_one_that_failed_is_a_failure(
    tmp_path: Path, ended: str, *, fails: bool
) -> None:
    parts = Processes(tmp_path)
    parts.start_command("players", ["sh", "-c", ended])
    while parts.ended("players") is None:
        pass
    if fails:
        with pytest.raises(ProcessFailed, match=r"no memory.*players\.log"):
            parts.require_done("players")
    else:
        parts.require_done("players")


@pytest.mark.parametrize(
    ("make", "name", "words"),
    [
        (os.mkdir, "record", "it is a folder"),
        (os.mkfifo, "record", "no ordinary file"),
        (lambda path: path.symlink_to("nowhere"), "record", "is its disk mounted"),
        (None, "none/record", "none is not there; make it"),
        (None, "two\nlines", "a line's end"),
        (None, "n" * 300, "name"),
    ],
)
def test_a_place_where_no_record_can_be_is_refused_before_anything_is_made_there(
    tmp_path: Path, make: Callable[[Path], None] | None, name: str, words: str
) -> None:
    if make is not None:
        make(tmp_path / name)
    before = set(tmp_path.iterdir())
    with pytest.raises((DemoError, JournalError), match=words):
        require_place(tmp_path / name)
    assert set(tmp_path.iterdir()) == before
    require_place(tmp_path / "record that is not there yet")
