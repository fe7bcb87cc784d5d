"""The serial line on real ptys: nothing read is lost or joined, whatever the plug does."""

import os
import pty
import select
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import serial
from line.line_inbox import PATIENCE_S, Inbox, SystemClock

from device.line.serial_line import MAILBOX_LIMIT, Machine, SerialLine, open_serial
from device.ports.line import LineLost, LineOpened

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class Plug:
    """A device on a pty behind a stable name, as /dev/serial/by-id is one."""

    def __init__(self, folder: Path) -> None:
        self.name = folder / "usb-shoe"
        self._ends: tuple[int, ...] = ()

    def plug_in(self, early: bytes = b"") -> None:
        """The device appears; `early` is what it sends before anybody can open it."""
        self._ends = pty.openpty()
        tty.setraw(self._ends[1])
        self.send(early)
        link = self.name.with_suffix(".new")
        link.symlink_to(os.ttyname(self._ends[1]))
        link.replace(self.name)

    def pull_out(self) -> None:
        self.name.unlink(missing_ok=True)
        ends, self._ends = self._ends, ()
        for end in reversed(ends):  # the master last: with it the device is gone
            os.close(end)

    def send(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._ends[0], data) :]

    def heard(self, upto: bytes) -> bytes:
        """What the host sent, until it ends like this."""
        data = b""
        while not data.endswith(upto):
            assert select.select([self._ends[0]], [], [], PATIENCE_S)[0], data
            data += os.read(self._ends[0], 4096)
        return data

    def heard_now(self) -> bytes:
        """What the host sent and is there now."""
        return os.read(self._ends[0], 65536) if select.select([self._ends[0]], [], [], 0.05)[0] else b""


def soon(stop: threading.Event, seconds: float) -> None:
    """A back-off without its length."""
    stop.wait(min(seconds, 0.005))


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[Plug]:
    plug = Plug(tmp_path)
    yield plug
    plug.pull_out()


MakeLine = Callable[..., SerialLine]


@pytest.fixture
def make_line(plug: Plug, inbox: Inbox) -> Iterator[MakeLine]:
    """Start a line on the plug; all are closed at the end, and leave no thread behind."""
    lines: list[SerialLine] = []

    def make(open_port: Callable[[str, int], serial.Serial] = open_serial) -> SerialLine:
        machine = Machine(wait=soon, open_port=open_port)
        lines.append(SerialLine(str(plug.name), 115200, inbox.put, SystemClock(), machine))
        lines[-1].start()
        return lines[-1]

    yield make
    for line in lines:
        line.close()
    assert not [thread.name for thread in threading.enumerate() if thread.name.startswith("line-")]


def test_every_byte_value_arrives_unaltered_both_ways(plug: Plug, inbox: Inbox, make_line: MakeLine) -> None:
    plug.plug_in()
    line = make_line()
    inbox.until_life(1)
    everything = bytes(range(256))
    plug.send(everything)
    inbox.until_life(1, everything)
    line.send(everything)
    assert plug.heard(everything) == everything


def test_a_sender_of_single_bytes_and_a_burst_lose_nothing(plug: Plug, inbox: Inbox, make_line: MakeLine) -> None:
    plug.plug_in()
    make_line()
    inbox.until_life(1)
    singles = b"$C,0BADCAFE,17,5000,5240,9H*0000\r\n"
    for value in singles:
        plug.send(bytes([value]))
    inbox.until_life(1, singles)
    burst = bytes(value % 251 for value in range(11_776))
    plug.send(burst)
    inbox.until_life(1, singles + burst)
    assert [item.at_s for item in inbox.items] == sorted(item.at_s for item in inbox.items)


def test_what_was_sent_before_the_opening_is_not_joined_to_what_comes_after(
    plug: Plug, inbox: Inbox, make_line: MakeLine
) -> None:
    plug.plug_in(early=b"4")
    make_line()
    inbox.until_life(1)
    plug.send(b"9H\r")
    inbox.until_life(1, b"9H\r")


def test_pulled_out_within_a_frame_and_put_back(plug: Plug, inbox: Inbox, make_line: MakeLine) -> None:
    plug.plug_in()
    make_line()
    inbox.until_life(1)
    plug.send(b"$C,0BADCAFE,17,50")
    inbox.until_life(1, b"$C,0BADCAFE,17,50")
    plug.pull_out()
    inbox.until(lambda box: isinstance(box.items[-1], LineLost))
    plug.plug_in()
    inbox.until_life(2)
    plug.send(b"$B,0BADCAFE,1,0,0*0000\r\n")
    inbox.until_life(2, b"$B,0BADCAFE,1,0,0*0000\r\n")
    assert inbox.lives()[0] == b"$C,0BADCAFE,17,50"
    (detail,) = inbox.losses()
    assert str(plug.name) in detail
    assert "disconnected" in detail


def open_files() -> list[str]:
    """What this process has open; a pty whose device is gone shows as deleted."""
    names = []
    for link in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            names.append(str(link.readlink()))
    return names


def test_fifty_unplugs_lose_nothing_and_leak_nothing(plug: Plug, inbox: Inbox, make_line: MakeLine) -> None:
    gone_but_open: list[list[str]] = []

    def open_port(path: str, baud: int) -> serial.Serial:
        gone_but_open.append([name for name in open_files() if name.startswith("/dev/pts/") and "deleted" in name])
        return open_serial(path, baud)

    line = make_line(open_port)
    inbox.hook = lambda item: line.send(b"$?\n") if isinstance(item, LineOpened) else None
    files, threads = [], []
    for turn in range(1, 51):
        plug.plug_in()
        assert plug.heard(b"$?\n") == b"$?\n"  # the question asked at the opening is never dropped
        message = f"$C,0BADCAFE,{turn},5000,5240,9H*0000\r\n".encode()
        plug.send(message)
        inbox.until_life(turn, message)
        files.append(len(open_files()))
        threads.append(threading.active_count())
        plug.pull_out()
        inbox.until(lambda box, turn=turn: len(box.losses()) >= turn)  # type: ignore[misc]
    assert len(inbox.lives()) == 50
    assert files == files[:1] * 50
    assert threads == threads[:1] * 50
    assert not [held for held in gone_but_open if held]  # or the device would come back under another number


class Pulled(serial.Serial):
    """A port whose device is pulled out at the very moment of one call, for each error an unplug shows itself by."""

    moment = ""
    unplug: Callable[[], None]

    @property
    def in_waiting(self) -> int:
        if self.moment == "asking":  # a bare OSError
            self.unplug()
        return super().in_waiting

    def read(self, size: int = 1) -> bytes:
        if self.moment == "reading":  # a SerialException without a number
            self.unplug()
        if self.moment == "flushing":  # a termios.error, which is no OSError
            self.unplug()
            self.reset_input_buffer()
        return super().read(size)

    def write(self, b: "ReadableBuffer", /) -> int | None:
        if self.moment == "writing":  # noticed by the other thread
            self.unplug()
        return super().write(b)


@pytest.mark.parametrize("moment", ["asking", "reading", "flushing", "writing"])
def test_each_way_an_unplug_shows_itself_is_one_loss_and_then_the_line_is_back(
    moment: str, plug: Plug, inbox: Inbox, make_line: MakeLine
) -> None:
    first: list[serial.Serial] = []
    believed_open: list[bool] = []
    inbox.hook = lambda item: believed_open.append(first[0].is_open) if isinstance(item, LineLost) else None

    def open_port(path: str, baud: int) -> serial.Serial:
        if first:
            return open_serial(path, baud)
        port = Pulled(path, baud, timeout=0.2, write_timeout=1, exclusive=True)
        first.append(port)
        port.moment, port.unplug = moment, plug.pull_out
        return port

    plug.plug_in()
    line = make_line(open_port)
    if moment == "writing":
        inbox.until_life(1)
        line.send(b"$?\n")
    inbox.until(lambda box: len(box.losses()) == 1)
    assert believed_open == [True]  # pyserial says so long after the plug is out
    plug.plug_in()
    inbox.until_life(2)
    plug.send(b"9H\r")
    inbox.until_life(2, b"9H\r")
    assert len(inbox.losses()) == 1
    assert "disconnected" in inbox.losses()[0]


def test_a_board_that_misses_the_first_question_answers_the_second(
    plug: Plug, inbox: Inbox, make_line: MakeLine
) -> None:
    plug.plug_in()
    line = make_line()
    inbox.until_life(1)
    line.send(b"$?\n")
    plug.heard(b"$?\n")  # swallowed
    line.send(b"$?\n")
    plug.heard(b"$?\n")
    plug.send(b"$H,0BADCAFE,1,shoe,1,fw=0.1.0*0000\r\n")
    inbox.until_life(1, b"$H,0BADCAFE,1,shoe,1,fw=0.1.0*0000\r\n")


def test_a_device_that_takes_nothing_holds_up_nobody(plug: Plug, inbox: Inbox, make_line: MakeLine) -> None:
    plug.plug_in()
    line = make_line()
    inbox.until_life(1)
    for number in range(3000):
        line.send(b"%04d" % number + b"." * 496)
    plug.send(b"9H\r")
    inbox.until_life(1, b"9H\r")  # reading goes on
    taken = b""
    while not taken.endswith(b"END"):
        line.send(b"END")
        taken += plug.heard_now()
    assert len(taken) < (MAILBOX_LIMIT + 200) * 500  # what did not fit was dropped, not kept
    for number in range(3000):
        line.send(b"%04d" % number + b"." * 496)
    line.close()  # and closing does not wait for two hundred messages to time out
