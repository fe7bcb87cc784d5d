"""The feed's socket: newest view to everyone, orders back, nobody delayed, nothing left behind."""

import contextlib
import os
import queue
import shutil
import socket
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.feed import listening
from device.feed.listening import FeedError
from device.feed.sockets import LONGEST_ORDER_BYTES, MOST_CONNECTIONS, Feed, OrderLine


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "staff.sock"


@pytest.fixture
def orders() -> "queue.SimpleQueue[OrderLine]":
    return queue.SimpleQueue()


@pytest.fixture
def feed(path: Path, orders: "queue.SimpleQueue[OrderLine]") -> Iterator[Feed]:
    feed = Feed(path, on_order=orders.put)
    yield feed
    feed.close()


@pytest.fixture
def connect(path: Path) -> Iterator[Callable[[], socket.socket]]:
    clients: list[socket.socket] = []

    def make() -> socket.socket:
        client = socket.socket(socket.AF_UNIX)
        clients.append(client)
        client.settimeout(20)
        client.connect(str(path))
        return client

    yield make
    for client in clients:
        client.close()


def line_of(client: socket.socket) -> bytes:
    data = b""
    while not data.endswith(b"\n"):
        piece = client.recv(1)
        if not piece:
            return data
        data += piece
    return data[:-1]


def test_a_client_gets_the_newest_view_on_connecting_and_each_change(
    feed: Feed, connect: Callable[[], socket.socket]
) -> None:
    feed.publish(b"one")
    client = connect()
    assert line_of(client) == b"one"
    feed.publish(b"two")
    assert line_of(client) == b"two"
    assert line_of(connect()) == b"two"


def test_an_order_comes_whole_however_it_is_cut_and_its_reply_goes_to_its_sender(
    feed: Feed, connect: Callable[[], socket.socket], orders: "queue.SimpleQueue[OrderLine]"
) -> None:
    client, other = connect(), connect()
    for piece in (b'{"id"', b':"1"}\n{"id":', b'"2"}\n\n  \n'):
        client.sendall(piece)
    first, second = orders.get(timeout=20), orders.get(timeout=20)
    assert (first.line, second.line) == (b'{"id":"1"}', b'{"id":"2"}')
    first.reply(b"done 1")
    second.reply(b"done 2")
    assert [line_of(client), line_of(client)] == [b"done 1", b"done 2"]
    feed.publish(b"view")
    assert line_of(other) == b"view"
    assert orders.empty()


def test_a_client_that_never_reads_delays_nobody_and_misses_only_old_views(
    feed: Feed, connect: Callable[[], socket.socket]
) -> None:
    stuck, awake = connect(), connect()
    big = b"x" * 200_000
    for count in range(50):
        feed.publish(b"%d " % count + big)
    feed.publish(b"newest")
    seen = b""
    while seen != b"newest":
        seen = line_of(awake) if len(seen) < 100 else _skip_line(awake)
    seen = b"?"
    while seen not in (b"newest", b""):
        seen = _skip_line(stuck)
    assert seen == b"newest"


def _skip_line(client: socket.socket) -> bytes:
    """Read to the end of a line in big pieces; the last line is short and comes by itself."""
    data = b""
    while not data.endswith(b"\n"):
        data += client.recv(1 << 20)
    return data.rstrip(b"\n").rpartition(b"\n")[2]


def test_a_read_only_feed_throws_away_what_is_sent_to_it(path: Path, connect: Callable[[], socket.socket]) -> None:
    feed = Feed(path)
    try:
        feed.publish(b"view 1")
        client = connect()
        client.sendall(b'{"id":"1","order":"next"}\n' * 1000)
        assert line_of(client) == b"view 1"
        feed.publish(b"view 2")
        assert line_of(client) == b"view 2"
    finally:
        feed.close()


def test_an_endless_line_ends_the_connection_and_nothing_else(
    feed: Feed, connect: Callable[[], socket.socket], orders: "queue.SimpleQueue[OrderLine]"
) -> None:
    hostile, good = connect(), connect()
    with contextlib.suppress(OSError):
        hostile.sendall(b"x" * (LONGEST_ORDER_BYTES * 4))
    with contextlib.suppress(ConnectionError):
        assert hostile.recv(1) == b""
    good.sendall(b"order\n")
    assert orders.get(timeout=20).line == b"order"


def test_more_clients_than_allowed_are_turned_away_and_places_become_free(
    feed: Feed, connect: Callable[[], socket.socket]
) -> None:
    feed.publish(b"view")
    inside = [connect() for _ in range(MOST_CONNECTIONS)]
    assert all(line_of(client) == b"view" for client in inside)
    with contextlib.suppress(ConnectionError):
        assert line_of(connect()) == b""
    inside[0].close()
    while True:  # the feed notices the hang-up in its own time
        with contextlib.suppress(ConnectionError):
            if line_of(connect()) == b"view":
                return


def test_closing_leaves_no_thread_and_no_socket(path: Path, connect: Callable[[], socket.socket]) -> None:
    before = set(threading.enumerate())
    feed = Feed(path)
    clients = [connect() for _ in range(3)]
    feed.publish(b"view")
    assert all(line_of(client) == b"view" for client in clients)
    feed.close()
    assert set(threading.enumerate()) == before
    assert not path.exists()


def test_only_whom_the_mode_allows_may_connect(path: Path) -> None:
    feed = Feed(path, mode=0o600)
    try:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    finally:
        feed.close()


def test_a_socket_left_by_a_dead_table_is_replaced(path: Path) -> None:
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(path))
    left.close()
    Feed(path).close()


def test_a_socket_that_somebody_removes_is_there_again(
    path: Path, connect: Callable[[], socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "LOOKS_AFTER_S", 0.02)
    feed = Feed(path, mode=0o620)
    try:
        feed.publish(b"one")
        before = connect()
        assert line_of(before) == b"one"
        path.unlink()
        path.write_text("another's")  # which is left alone, as at the start
        feed.publish(b"two")
        assert line_of(before) == b"two"
        assert path.read_text() == "another's"
        path.unlink()
        await_socket(path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o620
        assert line_of(connect()) == b"two"
        feed.publish(b"three")
        assert line_of(before) == b"three"
    finally:
        feed.close()
    assert not path.exists()


def await_socket(path: Path) -> None:
    """Until somebody listens there again, as a screen waits."""
    for _ in range(2000):
        with socket.socket(socket.AF_UNIX) as client, contextlib.suppress(OSError):
            client.connect(str(path))
            return
        threading.Event().wait(0.01)
    raise AssertionError("nobody listens")


def test_a_feed_that_ends_leaves_the_socket_of_the_table_that_took_its_place(path: Path) -> None:
    feed = Feed(path)
    path.unlink()
    later = Feed(path)
    try:
        feed.close()
        assert path.is_socket()
    finally:
        later.close()
    assert not path.exists()


def test_the_file_is_nobody_elses_before_its_group_is_set_and_the_umask_stays(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    monkeypatch.setattr(os, "umask", lambda _: pytest.fail("other threads make files meanwhile"))
    monkeypatch.setattr(shutil, "chown", lambda path, **_: seen.append(stat.S_IMODE(path.stat().st_mode)))
    Feed(path, mode=0o666, group="daemon").close()
    assert seen == [0o600]


def test_a_socket_that_another_table_serves_is_refused(feed: Feed, path: Path) -> None:
    with pytest.raises(FeedError, match=r"another table is serving this feed"):
        Feed(path)
    assert path.is_socket()


def test_another_file_of_that_name_is_left_alone(path: Path) -> None:
    path.write_text("mine")
    with pytest.raises(FeedError, match=r"another file has that name"):
        Feed(path)
    assert path.read_text() == "mine"


def test_a_missing_folder_is_named_with_its_remedy(tmp_path: Path) -> None:
    with pytest.raises(FeedError, match=r"nowhere does not exist; create it"):
        Feed(tmp_path / "nowhere" / "x.sock")


def test_an_unknown_group_is_named_with_its_remedy(path: Path) -> None:
    with pytest.raises(FeedError, match=r"no group 'no-such-group' on this machine; create it"):
        Feed(path, group="no-such-group")


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to give the socket to a group")
def test_the_group_may_connect(path: Path) -> None:
    feed = Feed(path, group="daemon")
    try:
        assert path.group() == "daemon"
    finally:
        feed.close()


def test_an_order_that_cannot_be_taken_ends_its_connection_and_leaves_no_thread(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken: queue.SimpleQueue[object] = queue.SimpleQueue()
    monkeypatch.setattr(threading, "excepthook", broken.put)

    def take(order: OrderLine) -> None:
        raise RuntimeError("a mistake of ours")

    gone: queue.SimpleQueue[int] = queue.SimpleQueue()
    before = threading.active_count()
    feed = Feed(path, on_order=take, on_gone=gone.put)
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(20)
            client.connect(str(path))
            client.sendall(b"order\n")
            assert client.recv(1) == b""
        assert gone.get(timeout=20) == 1
        assert broken.get(timeout=20)
    finally:
        feed.close()
    assert threading.active_count() == before
