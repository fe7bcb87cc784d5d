"""Scanners that are spoken with, on a pty: set up, asked, acknowledged; a coup is dealt, and their silence is told."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from service.process_tools import Rig
from support.house import wait_until

from device.readers.ssi import ACKNOWLEDGE, ASK_REVISION, ENABLE_SCAN, SEND_PACKETS, packet
from device.table import events as ev

COUP = ("9C", "8D", "TC", "TD")
OK = bytes.fromhex("02 00 00 01 00 33 31")
ANSWER = bytes.fromhex("02 00 00 01 3E E4 AC")


class Engine:
    """A scanner on a rig's port, in a thread: answers what it is told, and sends codes as it would."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self.heard = bytearray()
        self.answers = True
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="scanner")
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def write(self, data: bytes) -> None:
        with self._lock:
            self._rig.port.look()
            self._rig.port.write(data)

    def count(self, message: bytes) -> int:
        return bytes(self.heard).count(message)

    def _run(self) -> None:
        while not self._stop.wait(0.005):
            with self._lock:
                came = self._rig.port.read()
            self.heard += came
            if came and self.answers:
                self.answer(came)

    def answer(self, came: bytes) -> None:
        raise NotImplementedError


class GrowEngine(Engine):
    def answer(self, came: bytes) -> None:
        self.write(OK * came.count(b"\x7e\x00\x08") + ANSWER * came.count(b"\x7e\x00\x07"))


class SsiEngine(Engine):
    def answer(self, came: bytes) -> None:
        acks = came.count(SEND_PACKETS) + came.count(ENABLE_SCAN)
        self.write(packet(0xD0, source=0) * acks + packet(0xA4, 0x41, source=0) * came.count(ASK_REVISION))


@pytest.fixture(params=["grow", "ssi"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Rig, Engine]]:
    rig = Rig(tmp_path, kind=request.param, more="baud = 9600")
    engine: Engine = GrowEngine(rig) if request.param == "grow" else SsiEngine(rig)
    try:
        rig.open()
        rig.plug()
        yield rig, engine
        rig.end()
    finally:
        engine.stop()
        rig.clean_up()


def test_a_coup_is_dealt_and_silence_is_told(table: tuple[Rig, Engine]) -> None:
    rig, engine = table
    rig.new_shoe()
    is_ssi = isinstance(engine, SsiEngine)
    set_up = (SEND_PACKETS, ENABLE_SCAN) if is_ssi else (bytes.fromhex("7E 00 08 01 00 13 82"),)
    wait_until(lambda: all(engine.count(command) for command in set_up), "the set-up")
    for number, code in enumerate(COUP, start=1):
        sent = packet(0xF3, 1, *code.encode(), source=0) if is_ssi else OK + code.encode() + b"\r"
        engine.write(sent)
        if is_ssi:
            wait_until(lambda number=number: engine.count(ACKNOWLEDGE) == number, "the acknowledgement")  # type: ignore[misc]
            assert len(rig.cards_on_record()) == number  # it was on record before
            engine.write(packet(0xF3, 1, *code.encode(), source=0, status=1))  # as if it had not heard
            wait_until(lambda number=number: engine.count(ACKNOWLEDGE) == number + 1, "it again")  # type: ignore[misc]
            del engine.heard[:]
            engine.heard += ACKNOWLEDGE * number
    rig.sees(lambda view: view["coups"], "the coup")
    assert len(rig.cards_on_record()) == len(COUP)
    assert not any(isinstance(event, ev.IncidentRaised) for event in rig.events())
    engine.answers = False
    rig.reader_is("does not answer")
    engine.answers = True
    rig.reader_is("")
    rig.check_log()
