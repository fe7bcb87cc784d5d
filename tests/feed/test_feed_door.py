"""Where a feed is found: opened again in the worst moment, and no file left behind or taken from another."""

import contextlib
import errno
import os
import socket
import threading
from pathlib import Path

import pytest

from device.feed import listening
from device.feed.listening import FeedError
from device.feed.sockets import Feed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "staff.sock"


def somebody_listens(path: Path) -> bool:
    """Whether somebody does, soon."""
    for _ in range(500):
        with socket.socket(socket.AF_UNIX) as client, contextlib.suppress(OSError):
            client.connect(str(path))
            return True
        threading.Event().wait(0.01)
    return False


def test_a_socket_that_goes_the_moment_it_is_open_is_there_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "LOOKS_AFTER_S", 0.02)
    listen = listening.listen

    def and_gone(path: Path, mode: int, group: str | None, *, backlog: int) -> socket.socket:
        monkeypatch.setattr(listening, "listen", listen)
        opened = listen(path, mode, group, backlog=backlog)
        path.unlink()
        return opened

    monkeypatch.setattr(listening, "listen", and_gone)
    feed = Feed(path)
    try:
        assert somebody_listens(path)
    finally:
        feed.close()
    assert not path.exists()


def test_a_feed_that_is_closing_leaves_a_file_that_got_the_number_of_its_own(path: Path) -> None:
    door = listening.Door(path, 0o600, None, backlog=1)
    door.shut()
    assert not path.exists(), "while it is open nobody else's file can have that number"
    path.touch()
    door._file = (path.lstat().st_dev, path.lstat().st_ino)
    door.shut()
    assert path.exists()


def test_a_feed_that_cannot_be_opened_says_so_and_leaves_no_socket(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FeedError, match="no group"):
        Feed(path, group="nosuchgroup")
    assert not path.exists()

    def none_left(*_: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(socket, "socket", none_left)
    with pytest.raises(FeedError, match="Too many open files"):
        Feed(path)


def test_a_socket_that_was_renamed_is_opened_anew_whoever_comes_by_its_new_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "LOOKS_AFTER_S", 0.02)
    door = listening.Door(path, 0o600, None, backlog=8)
    try:
        renamed = path.rename(path.with_name("old"))
        for _ in range(1000):
            with socket.socket(socket.AF_UNIX) as late, contextlib.suppress(OSError):
                late.connect(str(renamed))
            client = door.next_client()
            if client is not None:
                client.close()
            if path.exists():
                break
        assert path.is_socket()
    finally:
        door.shut()
