"""A reader at a station: bytes at a hand-moved clock become cards, whatever else is on the line."""

import itertools
from collections.abc import Callable
from functools import reduce

import pytest
from cards.cards_tools import AT, tags

from device.cards.pack import PackState
from device.cards.registry.registry import Registry
from device.cards.station.enrolling import Enrolling
from device.cards.station.inspecting import Inspecting
from device.cards.station.orders import order_of
from device.cards.station.showings import CardShown, SeenOnce, Showings, TwoTogether
from device.cards.station.station_steps import StepKind
from device.ports.line import BytesIn, LineInput, LineLost, LineOpened
from device.readers.kinds import ReaderKind
from device.readers.marks import CardMarks
from device.service.reader_links import station_link
from device.service.reading_station import PassedUnread, ReaderStands, ReadingStation, StationEvent, StationLoop
from device.settings import ReaderSettings

PHANTOMS = ["00000000078F", "00F00000F0", "000F600007", "B59A99E5A9", "4FFB388FFF", "DA9386B5EA", "DAEF6FEE2B"]


def em4100(tag: str) -> bytes:
    check = reduce(lambda one, other: one ^ other, bytes.fromhex(tag))
    return f"\x02{tag}{check:02X}\x03".encode()


class Bench:
    """A station, and the time in a hand."""

    def __init__(self, kind: ReaderKind, *, reads: int = 1, gated: bool = False, one_at_a_time: bool = True) -> None:
        self.sent = b""
        self.now_s = 100.0
        showings = None if gated else Showings(reads=lambda _: reads, one_at_a_time=one_at_a_time)
        self.station = ReadingStation(station_link(ReaderSettings(kind=kind)), showings, self._send)
        self.events = self.station.take(LineOpened(port="/dev/ttyUSB0", at_s=self.now_s))

    def _send(self, data: bytes) -> None:
        self.sent += data

    def hear(self, data: bytes) -> list[StationEvent]:
        return self._note(self.station.take(BytesIn(data=data, at_s=self.now_s)))

    def lose(self) -> list[StationEvent]:
        return self._note(self.station.take(LineLost(detail="reader: /dev/ttyUSB0 is gone", at_s=self.now_s)))

    def open(self) -> list[StationEvent]:
        return self._note(self.station.take(LineOpened(port="/dev/ttyUSB0", at_s=self.now_s)))

    def wait(self, seconds: float, step_s: float = 0.05) -> list[StationEvent]:
        events = []
        end_s = self.now_s + seconds
        while self.now_s < end_s - 1e-9:
            self.now_s = min(end_s, self.now_s + step_s)
            events += self.station.poll(self.now_s)
        return self._note(events)

    def lay(self, tag: str, reads: int = 3) -> list[StationEvent]:
        """A tag in the field of an RDM6300, told every 65 ms, and gone for the rest of a third of a second."""
        events = []
        begin_s = self.now_s
        for read in range(reads):
            self.now_s = begin_s + 0.065 * read
            events += self.hear(em4100(tag))
        return events + self.wait(begin_s + 1 / 3 - self.now_s)

    def _note(self, events: list[StationEvent]) -> list[StationEvent]:
        self.events += events
        self.station.dealt_with()
        return events


def test_416_tags_at_three_a_second_are_on_record_each_before_the_next(registry: Registry) -> None:
    bench = Bench(ReaderKind.EM4100, reads=2)
    task = Enrolling(registry, (), order_of("new-deck"), by="ana", now_at=lambda: AT, new=8)
    laid = [tag for seed in range(8) for tag in tags(seed)]
    for number, tag in enumerate(laid, 1):
        steps = [step for event in bench.lay(tag) if not isinstance(event, ReaderStands | PassedUnread)
                 for step in task.show(event)]  # fmt: skip
        assert [step.kind for step in steps] == [StepKind.TAKEN], (number, steps)
        if number % 52 == 0:  # each is on record at once; to ask after each would take the test long
            assert sum(pack.cards for pack in registry.packs()) == number
    done = task.finish()
    assert [(pack.state, pack.cards, pack.missing) for pack in done] == [(PackState.ENROLLED, 52, ())] * 8
    order = order_of("new-deck")
    for number, pack in enumerate(done):
        expected = dict(zip(laid[number * 52 : number * 52 + 52], order, strict=True))
        assert registry.codes_of(pack.id) == expected


def test_ids_that_a_reader_makes_up_are_no_tags() -> None:
    bench = Bench(ReaderKind.EM4100, reads=2)
    for phantom in PHANTOMS:
        bench.hear(em4100(phantom[:10]))
        bench.wait(0.7)
    assert not [event for event in bench.events if isinstance(event, CardShown)]
    assert [event for event in bench.events if isinstance(event, SeenOnce)]


def test_a_false_read_between_those_of_a_tag_changes_nothing() -> None:
    bench = Bench(ReaderKind.EM4100, reads=2)
    for frame in ("0C000621A5", "0C000621A5", "B59A99E5A9", "0C000621A5", "0C000621A5"):
        bench.hear(em4100(frame))
        bench.wait(0.065)
    shown = [event for event in bench.events if isinstance(event, CardShown | TwoTogether)]
    assert shown == [CardShown(code="0C000621A5")]


def test_a_tag_that_lies_for_long_is_shown_once() -> None:
    bench = Bench(ReaderKind.EM4100, reads=2)
    for _ in range(100):
        bench.hear(em4100("0C000621A5"))
        bench.wait(0.065)
    assert [event for event in bench.events if isinstance(event, CardShown)] == [CardShown(code="0C000621A5")]


def test_garbage_is_said_and_what_comes_after_it_is_read() -> None:
    bench = Bench(ReaderKind.LINE)
    bench.hear(bytes(range(0x80, 0x100)) * 4)
    told = [event for event in bench.events if isinstance(event, ReaderStands)][-1]
    assert not told.up and told.detail
    bench.wait(30.0, 0.25)
    assert ReaderStands(up=True, detail="") in bench.events[-3:]
    assert CardShown(code="AB12CD34EF") in bench.hear(b"AB12CD34EF\r")


def test_a_reader_that_is_lost_is_said_and_goes_on_when_it_is_back() -> None:
    bench = Bench(ReaderKind.EM4100, reads=2)
    bench.lay("0C000621A5")
    assert [event for event in bench.lose() if isinstance(event, ReaderStands)] == [
        ReaderStands(up=False, detail="reader: /dev/ttyUSB0 is gone")
    ]
    bench.wait(2.0)
    assert bench.open() == [ReaderStands(up=True, detail="")]
    assert CardShown(code="01C8F00800") in bench.lay("01C8F00800")


def test_half_a_read_before_a_loss_is_none() -> None:
    bench = Bench(ReaderKind.EM4100, reads=2)
    bench.hear(em4100("0C000621A5"))
    bench.lose()
    bench.open()
    bench.now_s += 0.1
    bench.hear(em4100("0C000621A5"))
    assert not [event for event in bench.events if isinstance(event, CardShown)]


def test_a_zebra_is_acknowledged_when_its_card_was_dealt_with_and_not_before() -> None:
    acknowledgement = bytes.fromhex("04D00400FF28")
    bench = Bench(ReaderKind.SSI)
    bench.sent = b""
    body = bytes.fromhex("F30000") + b"\x01" + b"AB12CD34EF"
    packet = bytes((len(body) + 1,)) + body
    frame = packet + (0x10000 - sum(packet) & 0xFFFF).to_bytes(2, "big")
    events = bench.station.take(BytesIn(data=frame, at_s=bench.now_s))
    assert CardShown(code="AB12CD34EF") in events
    assert acknowledgement not in bench.sent
    bench.station.dealt_with()
    assert acknowledgement in bench.sent


@pytest.mark.parametrize("kind", [ReaderKind.LINE, ReaderKind.GROW])
def test_two_cards_of_a_class_one_after_the_other_are_two(kind: ReaderKind) -> None:
    bench = Bench(kind, one_at_a_time=False)
    task = Inspecting(1, find=None, class_of=CardMarks().look_up, classes=True)
    bench.hear(b"9H\r")
    bench.wait(0.5)
    bench.hear(b"9H\r")
    bench.wait(0.2)
    bench.hear(b"9H\r")
    for event in bench.events:
        if isinstance(event, CardShown):
            task.show(event)
    assert task.count == (2, 52)


class HeldLine:
    """A line whose inputs a test puts."""

    def __init__(self, put: Callable[[LineInput], None]) -> None:
        self.put = put

    def start(self) -> None:
        self.put(LineOpened(port="/dev/ttyUSB0", at_s=0.0))

    def send(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        pass


def test_what_was_read_while_the_disk_was_slow_is_taken_as_it_came() -> None:
    clock = itertools.count(1500, 30)
    lines: list[HeldLine] = []

    def line(put: Callable[[LineInput], None]) -> HeldLine:
        lines.append(HeldLine(put))
        return lines[-1]

    link = station_link(ReaderSettings(kind=ReaderKind.EM4100))
    loop = StationLoop(
        lambda send: ReadingStation(link, Showings(reads=lambda _: 2), send),
        line,
        lambda: next(clock) / 1000,
        poll_s=0.05,
    )
    loop.start()
    # Three cards at three a second, each frame in two pieces, while one write took a second and a half.
    laid = ["0C000621A5", "01C8F00800", "0D00319CD0"]
    for number, tag in enumerate(laid):
        for read in range(3):
            frame = em4100(tag)
            at_s = 0.1 + number / 3 + 0.065 * read
            lines[0].put(BytesIn(data=frame[:7], at_s=at_s))
            lines[0].put(BytesIn(data=frame[7:], at_s=at_s + 0.01))
    events = [event for _ in range(30) for event in loop.next()]
    assert [event for event in events if not isinstance(event, ReaderStands)] == [CardShown(code=tag) for tag in laid]
