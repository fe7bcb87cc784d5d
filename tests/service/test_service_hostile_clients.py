"""Clients of the feeds that are stuck, broken or mean: cards go on, other clients are served, the process lives."""

import contextlib
import errno
import json
import os
import queue
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from service.process_tools import Rig, lines_of
from support.house import wait_until

from device.feed import sockets
from device.feed.listening import FeedError
from device.feed.sockets import LONGEST_ORDER_BYTES, MOST_CONNECTIONS, MOST_ORDERS_OPEN, Feed, OrderLine
from device.table import events as ev

COUP = b"9C\r8D\rTC\rTD\r"
CALL = b'{"id":"1","order":"call"}\n'


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """A table process that is dealing."""
    rig = Rig(tmp_path_factory.mktemp("clients"))
    try:
        rig.open()
        rig.plug()
        yield rig
        rig.end()
    finally:
        rig.clean_up()


@pytest.fixture
def connect(table: Rig) -> Iterator[Callable[[str], socket.socket]]:
    """Connects to a feed by its name; whatever the test did, a coup is dealt, shown and answered afterwards."""
    table.new_shoe()
    clients: list[socket.socket] = []

    def make(feed: str) -> socket.socket:
        client = socket.socket(socket.AF_UNIX)
        clients.append(client)
        client.settimeout(60)
        client.connect(str(table.folder / f"{feed}.sock"))
        return client

    yield make
    table.send(COUP)
    table.sees(lambda view: view["coups"], "the coup")
    assert table.eyes.order({"order": "dealer", "on": True})["ok"]
    for client in clients:
        client.close()
    table.check_log()


def fill(client: socket.socket, data: bytes) -> None:
    """Send `data` again and again until the table takes no more or hangs up."""
    client.settimeout(0)
    with contextlib.suppress(OSError):
        while True:
            client.send(data)


@pytest.mark.parametrize("feed", ["public", "staff"])
def test_a_client_that_never_reads(connect: Callable[[str], socket.socket], feed: str) -> None:
    connect(feed)


@pytest.mark.parametrize("feed", ["public", "staff"])
def test_a_megabyte_without_an_end_of_line(connect: Callable[[str], socket.socket], feed: str) -> None:
    client = connect(feed)
    with contextlib.suppress(ConnectionError):
        client.sendall(b"x" * 1_000_000)


def test_orders_without_end_whose_replies_nobody_reads(table: Rig, connect: Callable[[str], socket.socket]) -> None:
    client = connect("staff")
    sign_in = {"id": "0", "order": "sign-in", "name": "d14", "pin": table.pins["d14"]}
    client.sendall(json.dumps(sign_in).encode() + b"\n")
    reply = next(said for said in map(json.loads, client.makefile("rb")) if "reply" in said)
    call = CALL.replace(b"}", b',"session":"' + reply["session"].encode() + b'"}')
    sender = threading.Thread(target=fill, args=(client, call * 100))
    sender.start()
    table.sees(lambda view: view["supervisor_called"], "the first of the orders")
    sender.join()


def test_orders_without_end_that_nobody_signed_leave_nothing_on_record(
    table: Rig, connect: Callable[[str], socket.socket]
) -> None:
    client, before = connect("staff"), len(table.events())
    client.sendall(CALL * 500)
    replies = (said for said in map(json.loads, client.makefile("rb")) if "reply" in said)
    assert {next(replies)["refusal"] for _ in range(500)} == {"not-signed-in"}
    table.sees(lambda view: view["counters"].get("orders-not-signed", 0) >= 500, "them counted")
    assert not [event for event in table.events()[before:] if isinstance(event, ev.OrderRefused)]


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\x80",
        b'{"id":"1","order":"\xff"}',
        b"[" * (LONGEST_ORDER_BYTES - 2),
        b'{"id":' + b"[" * (LONGEST_ORDER_BYTES - 10),
        b'{"a":' * 800,
        b'{"id":"1","order":"dealer","on":"\\u0000"}',
        b'{"id":"1","order":"dealer","on":"\\ud800"}',
        b'{"id":"1","order":"next","by":1e999}',
        b"null",
        b"\x00" * 100,
    ],
    ids=["no text", "half text", "brackets", "deep id", "braces", "zero", "surrogate", "number", "null", "nul"],
)  # fmt: skip
def test_a_line_that_is_no_order_is_answered(connect: Callable[[str], socket.socket], line: bytes) -> None:
    client = connect("staff")
    client.sendall(line + b"\n")
    reply = next(said for said in map(json.loads, client.makefile("rb")) if "reply" in said)
    assert reply["ok"] is False
    assert reply["why"]


@pytest.mark.parametrize("feed", ["public", "staff"])
def test_a_thousand_connections(table: Rig, connect: Callable[[str], socket.socket], feed: str) -> None:
    table.sees(lambda _: True, "a view, before there is no place any more")
    with contextlib.ExitStack() as crowd:
        for _ in range(1000):
            client = crowd.enter_context(socket.socket(socket.AF_UNIX))
            client.settimeout(0)  # who is not let in at once stays outside
            with contextlib.suppress(BlockingIOError):
                client.connect(str(table.folder / f"{feed}.sock"))
        table.send(COUP)
        table.sees(lambda view: view["coups"], "a coup while the crowd is there")
    table.new_shoe()


def test_after_the_crowd_a_screen_is_served(table: Rig) -> None:
    def served() -> bool:
        with contextlib.suppress(OSError):
            return next(lines_of(table.folder / "public.sock"), {}).get("view") == "public"
        return False

    wait_until(served, "a place at the feed")


# The feed alone.


@pytest.fixture
def orders() -> "queue.SimpleQueue[OrderLine]":
    return queue.SimpleQueue()


@pytest.fixture
def gone() -> "queue.SimpleQueue[int]":
    return queue.SimpleQueue()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "staff.sock"


@pytest.fixture
def feed(path: Path, orders: "queue.SimpleQueue[OrderLine]", gone: "queue.SimpleQueue[int]") -> Iterator[Feed]:
    feed = Feed(path, on_order=orders.put, on_gone=gone.put)
    yield feed
    feed.close()


def test_only_a_few_orders_of_one_client_are_on_their_way_at_once(
    feed: Feed, path: Path, orders: "queue.SimpleQueue[OrderLine]"
) -> None:
    assert MOST_ORDERS_OPEN <= 4, "so many steps of each client may a card have to wait for"
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(60)
        client.connect(str(path))
        client.sendall(b"".join(b"%d\n" % number for number in range(50)))
        replies = client.makefile("rb")
        waiting: list[OrderLine] = []
        for number in range(50):
            while len(waiting) < min(MOST_ORDERS_OPEN, 50 - number):
                waiting.append(orders.get(timeout=60))
            assert orders.empty(), "more than may be on their way"
            first = waiting.pop(0)
            assert first.line == b"%d" % number
            first.reply(b"done " + first.line)
            assert replies.readline() == b"done %d\n" % number


def test_a_client_with_open_orders_that_hangs_up_leaves_nothing_behind(
    feed: Feed, path: Path, orders: "queue.SimpleQueue[OrderLine]", gone: "queue.SimpleQueue[int]"
) -> None:
    before = threading.active_count()
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        client.sendall(b"order\n" * 10)
        order = orders.get(timeout=60)
    other = orders.get(timeout=60)
    order.reply(b"too late")
    assert gone.empty(), "it keeps its place while an order of it is on its way"
    other.reply(b"too late")
    wait_until(lambda: threading.active_count() == before, "its threads to end")
    assert (gone.get(timeout=60), gone.empty()) == (order.peer, True)


def test_the_feed_closes_though_a_client_neither_reads_nor_waits(path: Path) -> None:
    feed = Feed(path, on_order=lambda _: None)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        fill(client, b"order\n" * 1000)
        for number in range(50):
            feed.publish(b"%d" % number * 100_000)
        feed.close()
    assert not path.exists()


def test_without_threads_to_spare_a_client_is_turned_away_and_the_next_one_served(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "BREATH_S", 0.0)
    feed = Feed(path)
    feed.publish(b"view")
    start = threading.Thread.start
    failing = ["-out", "-in"]

    def starting(thread: threading.Thread) -> None:
        if failing and thread.name.endswith(failing[-1]):
            failing.pop()
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", starting)
    try:
        for served in (b"", b"", b"view\n"):
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(60)
                client.connect(str(path))
                with contextlib.suppress(ConnectionError):
                    assert client.makefile("rb").readline() == served
    finally:
        feed.close()


def test_without_file_descriptors_the_feed_waits_and_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "BREATH_S", 0.0)
    feed = Feed(path)
    feed.publish(b"view")
    refusals = [OSError(errno.EMFILE, "Too many open files")] * 3
    accept = socket.socket.accept

    def accepting(listener: socket.socket) -> tuple[socket.socket, object]:
        if refusals:
            raise refusals.pop()
        return accept(listener)

    monkeypatch.setattr(socket.socket, "accept", accepting)
    try:
        for _ in range(2):  # the first is taken by the accept that was already waiting
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(60)
                client.connect(str(path))
                assert client.makefile("rb").readline() == b"view\n"
        assert not refusals
    finally:
        feed.close()


def test_a_table_that_hangs_is_a_table_all_the_same(path: Path) -> None:
    hanging = socket.socket(socket.AF_UNIX)
    hanging.bind(str(path))
    hanging.listen(0)
    with contextlib.ExitStack() as waiting:
        for _ in range(2):
            client = waiting.enter_context(socket.socket(socket.AF_UNIX))
            client.settimeout(0)
            with contextlib.suppress(BlockingIOError):
                client.connect(str(path))
        with pytest.raises(FeedError, match="another table is serving this feed"):
            Feed(path)
    hanging.close()


def test_another_programs_socket_is_left_alone(path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
        other.bind(str(path))
        with pytest.raises(FeedError, match=r"another program's socket has that name .*; give this feed its own"):
            Feed(path)
        assert path.is_socket()


def test_a_link_to_nowhere_and_a_folder_are_left_alone(path: Path) -> None:
    path.symlink_to(path.parent / "nowhere")
    with pytest.raises(FeedError, match="another file has that name; move it away"):
        Feed(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(FeedError, match="another file has that name; move it away"):
        Feed(path)


def test_the_crowd_is_as_large_as_is_said() -> None:
    assert MOST_CONNECTIONS < 1000
    assert os.sysconf("SC_OPEN_MAX") > 2 * MOST_CONNECTIONS
