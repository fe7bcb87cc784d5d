"""A screen's end of the feed against real Unix sockets: found, lost, regained, garbage; time is the test's own."""

import itertools
import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from device.screen.showing.subscription import LONGEST_RETRY_S, PATIENCE_S, SILENCE_S, Reason, Shown, Subscription
from device.screen.view import Kind, PublicView

View = dict[str, Any]
ViewMaker = Callable[..., View]


class Time:
    """A clock that stands still until it is moved."""

    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Table:
    """The other end: a listening socket whose connections the test holds in its hand."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.bind(str(path))
        self.socket.listen()
        self.socket.settimeout(10)
        self.ends: list[socket.socket] = []

    def accept(self) -> socket.socket:
        end, _ = self.socket.accept()
        end.settimeout(10)
        self.ends.append(end)
        return end

    def close(self) -> None:
        for end in (*self.ends, self.socket):
            end.close()
        self.path.unlink(missing_ok=True)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    listening = Table(tmp_path / "public.sock")
    yield listening
    listening.close()


@pytest.fixture
def feed(table: Table, time: Time) -> Iterator[Subscription]:
    subscription = Subscription(table.path, Kind.PUBLIC, time)
    yield subscription
    subscription.close()


def line(view: View) -> bytes:
    return json.dumps(view).encode() + b"\n"


def until(feed: Subscription, wanted: Callable[[Shown], bool]) -> Shown:
    """Look until the screen shows what is wanted; the sockets are real, so the kernel may need a moment."""
    shown: Shown = Reason.CONNECTING
    for _ in range(2000):
        shown = feed.wait(0.01)
        if wanted(shown):
            return shown
    raise AssertionError(f"still {shown}")


def hand(number: int) -> Callable[[Shown], bool]:
    return lambda shown: isinstance(shown, PublicView) and shown.hand == number


def test_the_newest_view_is_shown_however_the_bytes_come(table: Table, feed: Subscription, public: ViewMaker) -> None:
    assert feed.wait(0) is Reason.SILENT
    end = table.accept()
    data = line(public(hand=1))
    for index in range(0, len(data), 97):
        end.sendall(data[index : index + 97])
        feed.wait(0)
    until(feed, hand(1))
    end.sendall(line(public(hand=2)) + line(public(hand=3)) + data[:40])
    until(feed, hand(3))
    end.sendall(data[40:])
    until(feed, hand(1))
    end.close()


def test_the_last_view_stands_for_two_seconds_without_a_connection(
    table: Table, feed: Subscription, time: Time, public: ViewMaker
) -> None:
    feed.wait(0)
    end = table.accept()
    end.sendall(line(public(hand=1)))
    until(feed, hand(1))
    time.now_s += 3600  # a quiet table is no lost table
    assert hand(1)(feed.wait(0))
    table.close()
    end.close()
    for _ in range(5):
        assert hand(1)(feed.wait(0.01))
    time.now_s += PATIENCE_S - 0.1
    assert hand(1)(feed.wait(0))
    time.now_s += 0.2
    assert feed.wait(0) is Reason.MISSING


def test_a_table_that_hangs_is_not_shown_as_live(
    table: Table, feed: Subscription, time: Time, public: ViewMaker
) -> None:
    """It sends its view again every few seconds; when it stops doing so the connection alone proves nothing."""
    feed.wait(0)
    end = table.accept()
    for _ in range(2):
        end.sendall(line(public(hand=1)))
        until(feed, hand(1))
    time.now_s += SILENCE_S - 0.1
    end.sendall(line(public(hand=1)))
    until(feed, lambda _: feed.due_in_s() == pytest.approx(SILENCE_S))
    time.now_s += SILENCE_S - 0.1
    assert hand(1)(feed.wait(0))
    time.now_s += 0.2
    assert feed.wait(0) is Reason.SILENT
    end.sendall(line(public(hand=1)))
    until(feed, hand(1))
    end.close()


def test_a_table_that_comes_back_is_found_again(tmp_path: Path, table: Table, time: Time, public: ViewMaker) -> None:
    feed = Subscription(table.path, Kind.PUBLIC, time)
    feed.wait(0)
    table.accept().close()
    until(feed, lambda shown: shown is Reason.CLOSED)
    table.close()
    for _ in range(12):
        time.now_s += LONGEST_RETRY_S
        feed.wait(0)
    assert feed.wait(0) is Reason.MISSING
    again = Table(table.path)
    time.now_s += LONGEST_RETRY_S
    assert feed.wait(0) is Reason.SILENT
    end = again.accept()
    end.sendall(line(public(hand=9)))
    until(feed, hand(9))
    feed.close()
    end.close()
    again.close()


def test_attempts_get_rarer_and_never_stop(tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    feed = Subscription(tmp_path / "none.sock", Kind.PUBLIC, time)
    attempts: list[float] = []
    connect = Subscription._connect

    def counted(self: Subscription) -> None:
        attempts.append(time.now_s)
        connect(self)

    monkeypatch.setattr(Subscription, "_connect", counted)
    for _ in range(2000):
        feed.wait(0)
        time.now_s += 0.05
    gaps = [later - earlier for earlier, later in itertools.pairwise(attempts)]
    assert gaps[0] < 0.3
    assert max(gaps) <= LONGEST_RETRY_S + 0.1
    assert gaps[-5:] == pytest.approx([LONGEST_RETRY_S] * 5, abs=0.1)


GARBAGE = [
    b"\xff\xfe\x00\n",
    b"HTTP/1.1 400 Bad Request\r\n",
    b"{}\n",
    b"[" * 50_000 + b"\n",
    b'{"view":"staff","version":1}\n',
    b'{"view":"public","version":1,"phase":"result","banner":"x","player":["9h","9h","9h","9h"]}\n',
    b"\n",
]


@pytest.mark.parametrize("rubbish", GARBAGE)
def test_garbage_ends_the_connection_and_is_said_at_once(
    table: Table, feed: Subscription, time: Time, public: ViewMaker, rubbish: bytes
) -> None:
    feed.wait(0)
    end = table.accept()
    end.sendall(line(public(hand=1)))
    until(feed, hand(1))
    end.sendall(rubbish)
    until(feed, lambda shown: shown is Reason.GARBAGE)
    assert end.recv(1) == b"", "the screen hung up"
    time.now_s += LONGEST_RETRY_S
    assert feed.wait(0) is Reason.GARBAGE, "connected again, but nothing good has come yet"
    end = table.accept()
    end.sendall(line(public(hand=2)))
    until(feed, hand(2))


def test_an_endless_line_is_garbage_and_does_not_fill_the_memory(
    table: Table, feed: Subscription, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.screen.showing.connection.LONGEST_LINE", 100_000)
    feed.wait(0)
    end = table.accept()
    end.settimeout(0)
    for _ in range(2000):
        try:
            end.send(b"x" * 50_000)
        except BlockingIOError:
            pass
        except OSError:
            break
        if feed.wait(0) is Reason.GARBAGE:
            break
    assert feed.wait(0) is Reason.GARBAGE


def test_a_newer_table_is_told_from_garbage(table: Table, feed: Subscription, public: ViewMaker) -> None:
    feed.wait(0)
    end = table.accept()
    end.sendall(line(public(version=2)))
    until(feed, lambda shown: shown is Reason.OTHER_VERSION)


def test_replies_to_orders_are_not_taken_for_views(table: Table, time: Time, staff: ViewMaker) -> None:
    feed = Subscription(table.path, Kind.STAFF, time)
    feed.wait(0)
    end = table.accept()
    end.sendall(line(staff(hand=4)) + b'{"reply":"7","ok":true}\n')
    until(feed, hand(4))
    end.sendall(b'{"reply":"8","ok":true}\n' + line(staff(hand=5)))
    until(feed, hand(5))
    feed.close()


def test_a_socket_that_nobody_answers_is_told_from_none(tmp_path: Path, time: Time) -> None:
    dead = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    dead.bind(str(tmp_path / "dead.sock"))
    dead.close()
    assert Subscription(tmp_path / "dead.sock", Kind.PUBLIC, time).wait(0) is Reason.REFUSED
    assert Subscription(tmp_path / "none.sock", Kind.PUBLIC, time).wait(0) is Reason.MISSING
    assert Subscription(tmp_path / ("long" * 60), Kind.PUBLIC, time).wait(0) is Reason.CONNECTING
