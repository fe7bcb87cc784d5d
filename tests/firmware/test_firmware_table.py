"""The whole firmware on MicroPython deals at a real table process: the record equals the board's own passage log.

A simulated dealer draws from a shoe in which everything goes wrong, and staff decide about every incident. A dozen
coups a run; ``ZAPATO_FIRMWARE_SHOES=3 tests/run tests/firmware/test_firmware_table.py`` deals three shoes. With
``--log-cli-level=info`` the time from gate to host is told.
"""

import logging
import os
import queue
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.firmware_shoe import FirmwareShoe, start_firmware
from support.house import House, wait_until

from device.journal.checking import verify_file
from device.journal.reading import Reader
from device.line.serial_line import SerialLine
from device.ports.line import BytesIn, LineInput, LineOpened
from device.readers.link import ShoeLink
from device.readers.passages import CodePassed, Passage, PulledBack
from device.rules.card import Card
from device.sim.dealing import Dealer
from device.sim.moves import Habits
from device.sim.pty_port import PtyPort
from device.system.clock import SystemClock
from device.table import events as ev

LOG = logging.getLogger("firmware")
SHOES = int(os.environ.get("ZAPATO_FIRMWARE_SHOES", "0"))
COUPS = 12
pytestmark = pytest.mark.needs("micropython")


class DealerAtFirmware:
    """The simulated dealer, in a thread of its own, until it has dealt what it was asked."""

    def __init__(self, house: House, shoe: FirmwareShoe, coups: int) -> None:
        self._staff = house.staff()
        self._coups = coups
        self.failure: BaseException | None = None
        self._stop = threading.Event()
        self.dealer = Dealer(
            draw=shoe.draw,
            fill=shoe.fill,
            gather=shoe.gather,
            order=self._staff.order,
            wait_for_view=self._staff.wait_for_view,
            habits=Habits(presses_next=True),
        )
        self._thread = threading.Thread(target=self._run, name="dealer")
        self._thread.start()

    def _run(self) -> None:
        try:
            self.dealer.run(self._coups, stop=self._stop.is_set)
        except BaseException as error:  # shown by the test, which would otherwise wait in vain
            self.failure = error
        finally:
            self._staff.close()

    def wait(self) -> None:
        """Wait until it has dealt them."""
        while self._thread.is_alive():
            self._thread.join(0.2)
        assert self.failure is None, repr(self.failure)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path, profile="live")
    yield house
    house.stop()


@pytest.fixture
def make_shoe(house: House) -> Iterator[Callable[..., FirmwareShoe]]:
    shoes: list[FirmwareShoe] = []

    def make(*, often: float, noise: float = 0.0, seed: int = 1) -> FirmwareShoe:
        shoes.append(FirmwareShoe(house.folder, often=often, noise=noise, seed=seed))
        return shoes[0]

    yield make
    for shoe in shoes:
        shoe.close()


def expected(rest: str) -> list[Card | None]:
    """The cards of an event of the log."""
    letter, *codes = rest.split()
    cards: list[Card | None] = [Card.parse(code) for code in codes]
    return cards + [None] * (2 - len(cards)) if letter == "D" else cards or [None]


def compare(house: House, shoe: FirmwareShoe) -> int:
    """Hold the record against the board's log, and the log against what the hand did; returns how many cards."""
    verify_file(house.journal)
    log = shoe.events()
    passed = [rest for _, _, rest in log if rest[0] in "CND"]
    for told, did, how in zip(passed, shoe.did, shoe.how, strict=True):
        assert told == did, how
    on_record = house.cards_on_record()
    by_number = {(boot, seq): rest for boot, seq, rest in log}
    assert len(by_number) == len(log), "a number was used twice"
    assert set(on_record) <= set(by_number)
    for key, rest in by_number.items():
        if rest[0] in "CND" and rest != "C CUT":
            assert on_record[key] == expected(rest), key
    with Reader(house.journal) as reader:
        reads = {(one.event.read.boot, one.event.read.seq) for one in reader.records() if one.event.read is not None}
    assert set(by_number) <= reads, "the board told something that is not on record"
    return len(shoe.did)


def test_coups_are_dealt_with_everything_going_wrong_and_the_record_is_the_passage_log(
    house: House, make_shoe: Callable[..., FirmwareShoe]
) -> None:
    shoe = make_shoe(often=0.15, noise=0.01, seed=SHOES + 1)
    house.start_table()
    wait_until(house.serves, "the table's feed")
    dealer = DealerAtFirmware(house, shoe, SHOES * 85 or COUPS)
    dealer.wait()
    shoe.wait_for_acknowledgements()
    house.stop()
    assert compare(house, shoe) >= 4 * COUPS
    assert len(set(shoe.mishaps)) >= 5, shoe.mishaps
    dealt = [event for event in house.events_on_record() if isinstance(event, ev.ResultShown)]
    assert len(dealt) >= (SHOES * 60 or COUPS // 2)


class Host:
    """The table's own line and link on a firmware's pty, without a table; `passages` is what they made of it."""

    def __init__(self, folder: Path) -> None:
        self.port = PtyPort(str(folder / "shoe"))
        self.port.plug()
        assert self.port.fd is not None
        self.firmware = start_firmware(folder, stdin=self.port.fd, stdout=self.port.fd)
        self.orders = (folder / "orders").open("w", buffering=1)
        self.link = ShoeLink(None)
        self.passages: list[Passage] = []
        self._inbox: queue.SimpleQueue[LineInput] = queue.SimpleQueue()
        self.line = SerialLine(str(folder / "shoe"), 115200, self._inbox.put, SystemClock())
        self._log = folder / "passages"

    def told(self) -> int:
        """How many events the firmware has put into its log."""
        return len(self._log.read_text().splitlines()) if self._log.exists() else 0

    def until(self, true: Callable[[], bool]) -> None:
        """Serve the link until something is so."""
        deadline_s = time.monotonic() + 60
        while not true():
            assert time.monotonic() < deadline_s, (self.link.state, self.passages)
            self.serve()

    def serve(self) -> None:
        """Take in what the line delivered; everything is on record at once."""
        out = []
        try:
            item = self._inbox.get(timeout=0.02)
        except queue.Empty:
            out = self.link.poll(time.monotonic())
        else:
            if isinstance(item, LineOpened):
                self.link.opened(time.monotonic())
            elif isinstance(item, BytesIn):
                out = self.link.feed(item.data, time.monotonic())
        for one in out:
            if isinstance(one, Passage):
                self.passages.append(one)
                self.link.acknowledge(one.id)
        data = self.link.take_output()
        if data:
            self.line.send(data)

    def close(self) -> None:
        """End it."""
        self.line.close()
        self.firmware.kill()
        self.firmware.wait()
        self.orders.close()
        self.port.close()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path)
    yield host
    host.close()


def test_a_card_is_on_the_host_soon_after_the_gate_closes(
    host: Host,
) -> None:
    host.line.start()
    host.until(lambda: host.link.state.up)
    took_ms = []
    for number in range(20):
        host.orders.write(f"wait 300\nread {number}\nacked\nwait 100\na+\nwait 12\nb+\nwait 60\na-\nreally 12\n")
        # The board's line is silent and the last edge far enough away: what is timed is the way of this card alone.
        for _ in range(3):
            host.serve()
        began_s = time.perf_counter()
        host.orders.write("b-\n")
        host.until(lambda number=number: len(host.passages) > number)  # type: ignore[misc]
        took_ms.append((time.perf_counter() - began_s) * 1000)
    assert [passage.code for passage in host.passages if isinstance(passage, CodePassed)] == list(map(str, range(20)))
    LOG.info("gate to host: median %.1f ms, longest %.1f ms", statistics.median(took_ms), max(took_ms))


def test_64_events_outlast_a_minute_in_which_nobody_reads(host: Host) -> None:
    # The port is open and nobody reads: the pty fills up with repeats, then nothing fits any more.
    neglecting = os.open(host.port.slave, os.O_RDWR | os.O_NOCTTY)
    dealt = "a+\nwait 12\nb+\nwait 60\na-\nwait 12\nb-\n"
    host.orders.write("a+\nwait 50\na-\nwait 850\n" * 63 + "read AS\nwait 300\n" + dealt + "wait 60000\nsay done\n")
    wait_until(lambda: host.told() == 65, "the firmware to see 64 events")
    assert host.firmware.poll() is None
    os.close(neglecting)
    host.line.start()
    host.until(lambda: len(host.passages) >= 64)
    assert [type(passage) for passage in host.passages] == [PulledBack] * 63 + [CodePassed]
    assert [passage.id.seq for passage in host.passages] == list(range(1, 65))
    assert host.link.counters["lost"] == 0
