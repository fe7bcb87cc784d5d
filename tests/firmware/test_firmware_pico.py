"""The Pico's own files, main.py and board.py, on MicroPython with pins that are played: they start, deal and end."""

import os
import pty
import subprocess
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from support.firmware_shoe import ROOT, micropython

from device.line.flash.board import listen_for_hello
from device.readers import shoe_frames as sf
from device.readers.passages import Noise
from device.readers.shoe import ShoeDecoder, wrap

FAKE = Path(__file__).parent / "pico" / "fake"
RESET = 7
pytestmark = pytest.mark.needs("micropython")


class Pico:
    """main.py as MicroPython starts it, in a folder that is its flash, on a pty."""

    def __init__(self, flash: Path) -> None:
        self.flash = flash
        for source in (ROOT / "firmware").rglob("*.py"):
            copy = flash / source.relative_to(ROOT / "firmware")
            copy.parent.mkdir(exist_ok=True)
            copy.write_bytes(source.read_bytes())
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = serial.Serial(os.ttyname(self._slave), timeout=0.2)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, **env: str) -> None:
        self._process = subprocess.Popen(
            [micropython(), "-X", "heapsize=130k", "main.py"],
            stdin=self._master,
            stdout=self._master,
            cwd=self.flash,
            env={**os.environ, "MICROPYPATH": f"{FAKE}:{self.flash}", **env},
        )

    def ends(self) -> int:
        assert self._process is not None
        return self._process.wait(30)

    def frames(self) -> Iterator[sf.Frame]:
        """What it says, until it ends."""
        decoder = ShoeDecoder()
        deadline_s = time.monotonic() + 60
        assert self._process is not None
        while self._process.poll() is None:
            assert time.monotonic() < deadline_s
            for one in decoder.feed(self.port.read(max(1, self.port.in_waiting))):
                if not isinstance(one, Noise):
                    yield one

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self.port.close()
        os.close(self._master)
        os.close(self._slave)


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[Pico]:
    pico = Pico(tmp_path)
    yield pico
    pico.close()


def test_it_deals_and_gives_the_prompt_once_when_it_is_asked(pico: Pico) -> None:
    pico.start()
    pico.port.write(b"\x03\x03")
    hello = listen_for_hello(pico.port, 20)
    assert hello is not None
    assert dict(hello.details) == {"fw": "0.1.0", "uid": "E6614C311B7D5A2F", "build": "none"}
    cards = []
    for frame in pico.frames():
        if isinstance(frame, sf.CodeFrame | sf.NoCodeFrame):
            cards.append(frame)
            # A card passes each half second, and the prompt is given when none waits to be acknowledged.
            pico.port.write(wrap(f"A,{frame.id.boot},{frame.id.seq}".encode()) + wrap(f"F,{frame.id.boot}".encode()))
    assert isinstance(cards[0], sf.CodeFrame)
    assert cards[0].code == "9H"
    assert 60 <= cards[0].out_ticks_ms - cards[0].in_ticks_ms < 2000
    assert pico.ends() == RESET
    pico.start()
    assert pico.ends() == 0, "main.py leaves the prompt"
    assert not (pico.flash / "service").exists()
    pico.start()
    again = listen_for_hello(pico.port, 20)
    assert again is not None
    assert again.id.boot != hello.id.boot


def test_the_service_jumper_leaves_the_prompt(pico: Pico) -> None:
    pico.start(SERVICE="1")
    assert pico.ends() == 0
    assert not (pico.flash / "last-error.txt").exists()


def test_what_ends_the_program_is_kept_and_the_board_starts_anew(pico: Pico) -> None:
    pico.start(BREAKS="1")
    assert pico.ends() == RESET
    assert "MemoryError: as told" in (pico.flash / "last-error.txt").read_text()
    assert not (pico.flash / "service").exists()


def test_a_program_that_cannot_start_gives_the_prompt_to_who_brings_a_better_one(pico: Pico) -> None:
    # board.py cannot be imported, the jumper cannot be looked at, and no watchdog was set yet.
    (pico.flash / "shoe" / "edges.py").write_text("half of it = \n")
    (pico.flash / "last-error.txt").write_text("the first tells most")
    pico.port.write(b"AT\r\n\x03\x03")
    pico.start()
    assert pico.ends() == RESET, "never the prompt in silence"
    assert (pico.flash / "last-error.txt").read_text() == "the first tells most"
    pico.start()
    assert pico.ends() == 0, "main.py leaves the prompt"
    assert not (pico.flash / "service").exists()
