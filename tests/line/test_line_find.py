"""Every reader on a pty, all at once, found as a new user would; and ports that go away, are held, or never answer."""

import os
import signal
import termios
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import serial
from support.strange_devices import Echo, Flood, Nobody, ShoeBoard

from device.line.find.asking import Hands, Trouble
from device.line.find.candidates import Roots, find_candidates
from device.line.find.search import PortReport, as_plain, is_silent, look, search
from device.line.serial_line import open_serial
from device.readers.inquiry import Found, Inquiry, NotFound, Patience, Sure, Why
from device.readers.kinds import ReaderKind
from device.sim.control import Control
from device.sim.pty_port import PtyPort
from device.sim.readers.base import SimReader
from device.sim.readers.kinds import KINDS
from device.sim.readers.pty_reader import PtyReader

BRISK = Patience(hello_s=0.3, banner_s=0.3, listen_s=0.1, report_s=0.4, answer_s=0.3, settle_s=0.2)
HASTY = Patience(hello_s=0.1, banner_s=0.1, listen_s=0.05, report_s=0.1, answer_s=0.05, settle_s=0.1)
"""For ports where nobody answers in any case."""
ROUNDS_BETWEEN_ORDERS = 8


def brisk(listen_s: float) -> Inquiry:
    return Inquiry(listen_s=listen_s, patience=BRISK)


def hasty(listen_s: float) -> Inquiry:
    return Inquiry(listen_s=listen_s, patience=HASTY)


class Played(PtyReader):
    """A simulated reader in a thread of the test, told the same order again and again."""

    def __init__(self, reader: SimReader, order: str = "", baud: int | None = None) -> None:
        self.socket = PtyPort("pty")
        super().__init__(port=self.socket, reader=reader, control=Control(None), baud=baud)
        self.order = order
        self.on_heard: Callable[[], None] = lambda: None
        self.ending = threading.Event()
        self.plug()
        self.name = self.socket.name
        self.thread = threading.Thread(target=self.serve, name="played-reader")
        self.thread.start()

    def serve(self) -> None:
        number = 0
        while not self.ending.is_set():
            if self.order and number % ROUNDS_BETWEEN_ORDERS == 0:
                self.obey(self.order)
            number += 1
            before = len(self.host_bauds)
            self.round()
            if len(self.host_bauds) > before:
                self.on_heard()


@contextmanager
def played(*readers: Played) -> Iterator[None]:
    try:
        yield
    finally:
        for reader in readers:
            reader.ending.set()
            reader.thread.join()
            reader.close()


def find(
    *names: str, hands: Hands | None = None, inquiry: Callable[[float], Inquiry] = brisk, told: list[str] | None = None
) -> list[PortReport]:
    """What comes of a search on these ports; what is in the way is looked at first, as the command does."""
    reports = look(find_candidates(Roots(), names), Roots())
    lines: list[str] = [] if told is None else told
    return search(reports, tell=lambda port, text: lines.append(f"{port} {text}"), hands=hands, make_inquiry=inquiry)


def test_every_reader_is_found_on_its_port_and_none_is_changed() -> None:
    orders = {"line": "card 9H", "em4100": "card 0C000621A5", "angel-eye": "cut"}
    readers = {kind: Played(make(), orders.get(kind, "")) for kind, make in KINDS.items()}
    readers["shoe"] = Played(ShoeBoard())
    told: list[str] = []
    with played(*readers.values()):
        reports = find(*(reader.name for reader in readers.values()), told=told)
        changed = {kind: reader.reader.changed for kind, reader in readers.items()}
    found = {
        kind: (report.found.kind, report.found.baud, report.found.sure) if report.found else report.says
        for kind, report in zip(readers, reports, strict=True)
    }
    assert found == {
        "line": (ReaderKind.LINE, 9600, Sure.READ),
        "grow": (ReaderKind.GROW, 9600, Sure.ANSWERED),
        "ssi": (ReaderKind.SSI, 9600, Sure.ANSWERED),
        "em4100": (ReaderKind.EM4100, 9600, Sure.TALKING),
        "twn4": (ReaderKind.TWN4, 115200, Sure.ANSWERED),
        "pn532": (ReaderKind.PN532, 115200, Sure.ANSWERED),
        "angel-eye": (ReaderKind.ANGEL_EYE, 4800, Sure.TALKING),
        "shoe": (ReaderKind.SHOE, 115200, Sure.ANSWERED),
    }
    assert {kind for kind, what in changed.items() if what} == set()
    # The speeds are really set on the port: it is the far end that reads them there.
    assert readers["grow"].host_bauds == [115200, 9600]
    assert readers["pn532"].host_bauds == [115200]
    assert any(line == f"{readers['grow'].name} asking at 9600 baud" for line in told)
    plain = as_plain(reports[list(readers).index("pn532")])
    assert plain["reader"] == {
        "kind": "pn532",
        "baud": 115200,
        "sure": "answered",
        "suffix": "any",
        "details": {"chip": "32", "firmware": "1.6"},
        "codes": [],
    }


def test_hostile_and_silent_ports_end_in_a_plain_word_and_hold_up_nobody() -> None:
    far = [Played(device, baud=115200) for device in (Flood(7), Echo(), Nobody())]
    with played(*far):
        reports = find(*(reader.name for reader in far), inquiry=hasty)
    whys = [report.outcome.why for report in reports if isinstance(report.outcome, NotFound)]
    assert whys == [Why.GARBAGE, Why.ECHO, Why.SILENT]
    assert [is_silent(report) for report in reports] == [False, False, True]
    assert as_plain(reports[0])["reader"] is None and as_plain(reports[0])["why"] == "garbage"


def test_a_card_shown_while_it_listens_finds_a_silent_scanner() -> None:
    reader = Played(KINDS["line"]())
    told: list[str] = []

    def tell(_port: str, text: str) -> None:
        told.append(text)
        if "show a card now" in text:
            reader.order = "card 7QX4-K3-1A2B"

    with played(reader):
        reports = look(find_candidates(Roots(), [reader.name]), Roots())
        (report,) = search(reports, tell=tell, listen_s=20.0, make_inquiry=hasty)
    assert report.found is not None and (report.found.kind, report.found.baud) == (ReaderKind.LINE, 9600)
    assert report.found.codes[-1] == "7QX4-K3-1A2B"
    assert told[-1] == "show a card now, listening at 9600 baud"


def test_an_unplug_in_the_middle_is_told_and_the_other_port_is_asked_on() -> None:
    gone, stays = Played(Nobody(), baud=115200), Played(KINDS["twn4"]())
    gone.on_heard = gone.socket.unplug
    with played(gone, stays):
        first, second = find(gone.name, stays.name)
    assert isinstance(first.outcome, Trouble)
    assert "disconnected" in first.says and "then search again" in first.says
    assert as_plain(first)["why"] == "trouble"
    assert isinstance(second.outcome, Found)


def test_a_port_that_another_program_locked_is_told_as_such() -> None:
    reader = Played(KINDS["twn4"]())
    with played(reader):
        held = serial.Serial(reader.name, 115200, exclusive=True)
        try:
            (report,) = find(reader.name)
        finally:
            held.close()
    assert isinstance(report.outcome, Trouble) and "port in use by another program" in report.says


def test_a_port_with_something_in_the_way_is_not_opened(tmp_path: Path) -> None:
    opened: list[str] = []

    def open_port(path: str, baud: int) -> serial.Serial:
        opened.append(path)
        raise AssertionError(path)

    (report,) = find(str(tmp_path / "nothing"), hands=Hands(open_port=open_port))
    assert report.outcome is None and "no such device" in report.says and opened == []


def test_a_plain_file_is_no_port_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    (report,) = find(str(tmp_path / "file"))
    assert report.outcome is None and "is no serial port" in report.says


def test_ctrl_c_closes_every_port_and_ends_every_thread() -> None:
    far = [Played(Nobody(), baud=115200) for _ in range(2)]
    ports: list[serial.Serial] = []
    both = threading.Barrier(2)

    def open_port(path: str, baud: int) -> serial.Serial:
        port = open_serial(path, baud)
        ports.append(port)
        if both.wait(20) == 0:
            os.kill(os.getpid(), signal.SIGINT)
        return port

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where tests run in the background
    with played(*far):
        try:
            with pytest.raises(KeyboardInterrupt):
                find(*(reader.name for reader in far), hands=Hands(open_port=open_port))
        finally:
            signal.signal(signal.SIGINT, before)
        assert [port.is_open for port in ports] == [False, False]
        assert not [thread.name for thread in threading.enumerate() if thread.name.startswith("find-")]


def test_a_fault_of_our_own_on_one_port_hides_no_other() -> None:
    far = [Played(Nobody(), baud=115200), Played(KINDS["twn4"]())]

    def open_port(path: str, baud: int) -> serial.Serial:
        if path == far[0].name:
            raise RuntimeError("a fault")
        return open_serial(path, baud)

    with played(*far):
        first, second = find(*(reader.name for reader in far), hands=Hands(open_port=open_port))
    assert isinstance(first.outcome, Trouble) and "a fault" in first.says
    assert second.found is not None


class InstantPort:
    """A port without a kernel: the device answers within the write."""

    def __init__(self, device: SimReader) -> None:
        self._device, self._unread = device, bytearray()
        self.baudrate, self.timeout, self.is_open = 115200, 0.0, True

    @property
    def in_waiting(self) -> int:
        return len(self._unread)

    def write(self, data: bytes) -> int:
        self._device.from_host(data, 0)
        self._unread += self._device.take_output()
        return len(data)

    def read(self, size: int) -> bytes:
        data = bytes(self._unread[:size])
        del self._unread[:size]
        return data

    def reset_input_buffer(self) -> None:
        self._unread.clear()

    def reset_output_buffer(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        self.is_open = False


def test_on_a_busy_machine_an_answer_that_lies_there_is_still_fetched(tmp_path: Path) -> None:
    far, near = os.openpty()
    (tmp_path / "port").symlink_to(os.ttyname(near))
    port: Any = InstantPort(KINDS["twn4"]())
    seconds = iter(range(0, 100_000, 5))  # this program gets its turn every five seconds only
    hands = Hands(open_port=lambda _path, _baud: port, now_s=lambda: float(next(seconds)))
    (report,) = find(str(tmp_path / "port"), hands=hands)
    assert report.found is not None and report.found.kind is ReaderKind.TWN4
    assert not port.is_open
    os.close(far)
    os.close(near)


def test_a_card_shown_the_moment_it_is_asked_for_is_read() -> None:
    """Whoever reads "show a card now" may have the card in hand already: the port listens at that speed by then."""
    far_end, near_end = os.openpty()
    tty.setraw(near_end)
    port = os.ttyname(near_end)

    def tell(_: str, text: str) -> None:
        if "show a card now" in text and termios.tcgetattr(near_end)[4] == termios.B9600:
            os.write(far_end, b"9H\r")

    reports = look(find_candidates(Roots(), (port,)), Roots())
    with os.fdopen(far_end), os.fdopen(near_end):
        [report] = search(reports, tell=tell, make_inquiry=lambda _: hasty(2.0))
    assert report.found is not None and report.found.codes == ("9H",), report.says
