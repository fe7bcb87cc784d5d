"""What root makes in the table's folder must be the table's, or the table cannot open it tomorrow."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from staff.staff_tools import cheap

from device.cli.archive import command as archive
from device.cli.cards import command as cards
from device.cli.staff import command as staff
from device.files import owners, private
from device.journal.sqlite import SqliteJournal
from device.system.clock import SystemClock

SOMEBODY = 64321


@pytest.fixture(autouse=True)
def cheap_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.staff.store.PinHasher", cheap)


as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for others")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that is somebody's, with an own folder for backups in it."""
    os.chown(tmp_path, SOMEBODY, SOMEBODY)
    yield tmp_path


def owned_by_others(folder: Path) -> list[str]:
    return [str(one.relative_to(folder)) for one in folder.rglob("*") if one.lstat().st_uid != SOMEBODY]


@as_root
def test_root_adds_people_and_keys_and_leaves_nothing_of_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    Path("table.toml").write_text("")
    os.chown("table.toml", SOMEBODY, SOMEBODY)
    SqliteJournal(folder / "journal.sqlite3", clock=SystemClock()).close()
    for command, words in (
        (staff, ["add", "sup1", "--role", "supervisor"]),
        (cards, ["secret", "make"]),
        (archive, ["list"]),
    ):
        ran = CliRunner().invoke(command, words)
        assert ran.exit_code == 0, ran.output
    assert {"staff.sqlite3", "packs.sqlite3.key", "journal.sqlite3.lock"} <= {one.name for one in folder.iterdir()}
    assert owned_by_others(folder) == []


@as_root
def test_a_file_with_a_second_name_or_another_owner_is_not_given_away(folder: Path) -> None:
    for name, owner in (("linked", 0), ("other", SOMEBODY + 1)):
        (folder / name).touch()
        os.chown(folder / name, owner, 0)
    os.link(folder / "linked", folder / "again")
    for name in ("linked", "other"):
        handle = os.open(folder / name, os.O_RDONLY)
        owners.give(handle, folder)
        os.close(handle)
    assert [(folder / name).stat().st_uid for name in ("linked", "other")] == [0, SOMEBODY + 1]


@as_root
def test_in_root_s_own_folder_all_stays_root_s(folder: Path) -> None:
    own = folder / "own"
    own.mkdir()
    private.write_new(own / "x", b"x")
    assert (own / "x").stat().st_uid == 0
