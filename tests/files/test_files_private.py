"""Private files: alone with their owner, whole or not there, and never half of one."""

import errno
import os
import stat
from pathlib import Path

import pytest

from device.files import databases, private, system_faults


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("write", [private.write_new, private.write_once, private.replace])
@pytest.mark.parametrize("mask", [0, 0o277])
def test_a_new_file_is_its_owner_s_alone_whatever_the_umask(tmp_path: Path, mask: int, write: object) -> None:
    assert callable(write)
    before = os.umask(mask)
    try:
        write(tmp_path / "x", b"secret")
    finally:
        os.umask(before)
    assert (mode(tmp_path / "x"), (tmp_path / "x").read_bytes()) == (0o600, b"secret")
    assert [found.name for found in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("write", [private.write_new, private.write_once])
def test_what_is_there_stays(tmp_path: Path, write: object) -> None:
    assert callable(write)
    (tmp_path / "x").write_bytes(b"old")
    with pytest.raises(FileExistsError):
        write(tmp_path / "x", b"new")
    assert [(found.name, found.read_bytes()) for found in tmp_path.iterdir()] == [("x", b"old")]


def test_a_write_in_pieces_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, bytes(data[:3])))
    private.replace(tmp_path / "x", b"0123456789")
    assert (tmp_path / "x").read_bytes() == b"0123456789"


def test_a_replacement_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private.write_new(tmp_path / "x", b"old")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        private.replace(tmp_path / "x", b"new")
    assert [(found.name, found.read_bytes()) for found in tmp_path.iterdir()] == [("x", b"old")]


def test_a_file_is_filled_before_it_has_its_name_and_the_first_one_stays(tmp_path: Path) -> None:
    def fill(unfinished: Path) -> None:
        assert mode(unfinished) == 0o600
        unfinished.write_bytes(b"mine")
        (tmp_path / "x").write_bytes(b"somebody else's")

    private.make_once(tmp_path / "x", fill)
    assert [(found.name, found.read_bytes()) for found in tmp_path.iterdir()] == [("x", b"somebody else's")]


def test_what_lies_at_a_path(tmp_path: Path) -> None:
    (tmp_path / "open").touch(0o644)
    private.write_new(tmp_path / "mine", b"")
    tmp_path.chmod(0o700)
    assert private.look(tmp_path / "none") is None
    assert private.look(tmp_path / "open") == private.Found(is_file=True, is_private=False)
    assert private.look(tmp_path / "mine") == private.Found(is_file=True, is_private=True)
    assert private.look(tmp_path) == private.Found(is_file=False, is_private=True)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOENT, "no such folder"),
        (errno.EACCES, "no permission for user"),
        (errno.EROFS, "read-only"),
        (errno.ENOSPC, "disk is full"),
        (errno.EFBIG, "disk is full"),
        (errno.EISDIR, "it is a folder"),
        (errno.ENAMETOOLONG, "too long"),
        (errno.EIO, "kernel's log"),
    ],
)
def test_each_fault_of_the_system_has_a_remedy(number: int, said: str) -> None:
    assert said in system_faults.remedy_of_system(OSError(number, "x"))


def test_a_file_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_bytes(b"hello")
    private.write_new(tmp_path / "base", b"")
    with databases.transaction(tmp_path / "base", busy_s=1) as connection:
        connection.execute("PRAGMA application_id = 77")
        connection.execute("CREATE TABLE x (y)")
    assert databases.read_header(tmp_path / "empty").is_empty
    assert not databases.read_header(tmp_path / "text").is_sqlite
    header = databases.read_header(tmp_path / "base")
    assert (header.is_empty, header.is_sqlite, header.application) == (False, True, 77)


def test_what_is_deleted_from_a_database_leaves_no_trace_and_what_failed_changed_nothing(tmp_path: Path) -> None:
    path = tmp_path / "base"
    private.write_new(path, b"")
    secret = "a secret of some length " * 400  # several pages
    with databases.transaction(path, busy_s=1) as connection:
        connection.execute("CREATE TABLE x (y)")
        connection.execute("INSERT INTO x VALUES (?)", (secret,))
    assert b"a secret" in path.read_bytes()
    with pytest.raises(KeyboardInterrupt), databases.transaction(path, busy_s=1) as connection:
        connection.execute("DELETE FROM x")
        raise KeyboardInterrupt
    with databases.transaction(path, busy_s=1, begin="BEGIN") as connection:
        assert connection.execute("SELECT count(*) FROM x").fetchone() == (1,)
    with databases.transaction(path, busy_s=1) as connection:
        connection.execute("DELETE FROM x")
    assert b"a secret" not in path.read_bytes()
    assert [found.name for found in tmp_path.iterdir()] == ["base"]


def test_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for name in ("pipe", "link"):
        with pytest.raises(system_faults.NotAFileError) as raised:
            private.replace(tmp_path / name, b"new")
        assert system_faults.remedy_of_system(raised.value) == "name a file"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pipe"]
    assert (tmp_path / "pipe").is_fifo() and (tmp_path / "link").is_symlink()
