"""Flashing: the program goes through MicroPython's own prompt onto a board that runs it; strangers are left alone."""

import os
import subprocess
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from click.testing import CliRunner
from hatchling.builders.wheel import WheelBuilder
from support.firmware_shoe import DESK, ROOT, Cable, micropython

from device.cli.main import zapato
from device.line.flash.board import OnBoard, Target
from device.line.flash.copying import copy
from device.line.flash.errors import FlashedButSilentError, FlashError
from device.line.flash.flashing import flash
from device.line.flash.program import Program, check_pins, firmware_folder, load_program, with_reader
from device.line.flash.prompt import PromptError, RawPrompt
from device.line.flash.wish import Wish
from device.sim.board import Board
from device.sim.faults import FaultyWire
from device.sim.pty_port import PtyPort

DESKTOP = Target(platform="linux", name="desk", machine="linux", restart="import sys\nsys.exit()")
PROGRAM = load_program()


class Pico:
    """A board whose flash is a folder: the prompt, or the program when there is one, as main.py decides it."""

    def __init__(self, folder: Path) -> None:
        self.flash = folder / "flash"
        self.flash.mkdir()
        self.port = str(folder / "port")
        self.starts: list[str] = []
        self._folder = folder
        os.mkfifo(folder / "orders")
        self.orders = os.open(folder / "orders", os.O_RDWR)
        self._cable = Cable(PtyPort(self.port), FaultyWire({}))
        self._stop = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="pico")
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        while self._thread.is_alive():
            if self._process is not None:
                self._process.kill()
            self._thread.join(0.1)
        self._cable.close()
        os.close(self.orders)

    def _run(self) -> None:
        service = False
        while not self._stop.is_set():
            what = "prompt" if service or not (self.flash / "main.py").exists() else "program"
            self.starts.append(what)
            words = [micropython()]
            if what == "program":
                words += [str(DESK / "unix_board.py"), str(self._folder / "orders"), str(self._folder / "passages")]
            # The desk's board file stands for board.py; everything else is what was flashed.
            env = {**os.environ, "MICROPYPATH": f"{self.flash}:{DESK}"}
            with (self._folder / "said").open("ab") as said:
                slave = self._cable.slave
                self._process = subprocess.Popen(words, stdin=slave, stdout=slave, stderr=said, env=env, cwd=self.flash)
                self._process.wait()
            service = what == "program"


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[Pico]:
    pico = Pico(tmp_path)
    yield pico
    pico.close()


def bring(pico: Pico, **more: object) -> list[str]:
    said: list[str] = []
    wish = Wish(port=pico.port, program=PROGRAM, target=DESKTOP, **more)  # type: ignore[arg-type]
    assert dict(flash(wish, said.append).details)["build"] == PROGRAM.build
    return said


@pytest.mark.needs("micropython")
def test_a_fresh_board_gets_the_program_and_runs_it_and_a_second_time_only_what_changed(
    pico: Pico, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = bring(pico, reader="em4100")
    assert len(said) == len(PROGRAM.files) + 1
    on_board = {path.relative_to(pico.flash).as_posix() for path in pico.flash.rglob("*.py")}
    assert on_board == {*PROGRAM.files, "pins.py"}
    assert all((pico.flash / name).read_bytes() == content for name, content in PROGRAM.files.items())
    assert b'READER = "em4100"' in (pico.flash / "pins.py").read_bytes()
    # What a site has made its own stays; what an older version left behind goes, and its last words are told.
    (pico.flash / "shoe" / "older.py").write_text("pass\n")
    (pico.flash / "last-error.txt").write_text("MemoryError\n")
    (pico.flash / "shoe" / "gates.py").write_text("damaged\n")
    said = bring(pico)
    assert [line for line in said if " of " in line] == [
        f"1 of 1: shoe/gates.py, {len(PROGRAM.files['shoe/gates.py'])} bytes"
    ]
    assert any("MemoryError" in line for line in said)
    assert b'READER = "em4100"' in (pico.flash / "pins.py").read_bytes()
    assert not (pico.flash / "shoe" / "older.py").exists()
    assert not (pico.flash / "last-error.txt").exists()
    assert not list(pico.flash.rglob("*.new"))
    assert pico.starts == ["prompt", "program", "prompt", "program"]
    # A card that no table has on record would be lost with the board's memory: it is not started anew for us.
    os.write(pico.orders, b"a+\nwait 50\na-\nwait 50\n")
    monkeypatch.setattr("device.line.flash.board._KEEPS_S", 1.5)
    with pytest.raises(FlashError, match="keeps its line, for it holds events"):
        bring(pico)


@pytest.mark.needs("micropython")
def test_a_cable_pulled_while_files_are_put_in_place_leaves_the_prompt_to_the_next_try(
    pico: Pico, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(pico)
    run = RawPrompt.run

    def pulled(prompt: RawPrompt, code: str, answer_s: float = 10.0) -> str:
        if "os.rename('shoe/ticks.py.new'" in code:
            raise serial.SerialException("device disconnected")
        return run(prompt, code, answer_s)

    (pico.flash / "shoe" / "ticks.py").write_text("older and does not fit\n")
    (pico.flash / "shoe" / "lamps.py").write_text("older and does not fit\n")
    with monkeypatch.context() as cable, pytest.raises(FlashError, match="the line broke"):
        cable.setattr(RawPrompt, "run", pulled)
        bring(pico)
    assert not (pico.flash / "main.py").exists(), "half an old program and half a new one must not run"
    bring(pico)
    assert all((pico.flash / name).read_bytes() == content for name, content in PROGRAM.files.items())
    assert not list(pico.flash.rglob("*.new"))


@pytest.mark.needs("micropython")
def test_another_program_on_the_board_stays_unless_it_may_go(pico: Pico) -> None:
    (pico.flash / "other.py").write_text("pass\n")
    deadline_s = time.monotonic() + 30
    while not pico.starts:
        assert time.monotonic() < deadline_s
    (pico.flash / "main.py").write_text("print('mine')\n")
    target = replace(DESKTOP, hello_s=0.3, back_s=0.3)
    (pico.flash / "pins.py").write_text("LED = 25\n")
    (pico.flash / "boot.py").write_text("import other\n")
    with pytest.raises(FlashError, match=r"another program .*main\.py, other\.py.*--replace"):
        flash(Wish(port=pico.port, program=PROGRAM, target=target), lambda _: None)
    assert (pico.flash / "main.py").read_text() == "print('mine')\n"
    assert not (pico.flash / "shoe").exists()
    program = Program(files={"main.py": b"", "shoe/x.py": b"", "build.py": b""}, pins=b"", build="0123456789ab")
    with pytest.raises(FlashedButSilentError, match="are on the board and right, but"):
        flash(Wish(port=pico.port, program=program, target=target, replaces=True), lambda _: None)
    assert (pico.flash / "main.py").read_text() == ""
    assert (pico.flash / "pins.py").read_text() == "", "what another program calls its pins are not a shoe's"
    assert (pico.flash / "boot.py.old").read_text() == "import other\n"


@pytest.mark.needs("micropython")
def test_micropython_on_another_machine_is_refused_and_nothing_written(pico: Pico) -> None:
    run = CliRunner().invoke(zapato, ["firmware", "flash", "--port", pico.port])
    assert run.exit_code == 2
    assert "is for a Raspberry Pi Pico (RP2040)" in run.output
    assert list(pico.flash.iterdir()) == []


class Stranger:
    """Something else on a port, in a thread: it answers as `answer` says."""

    def __init__(self, folder: Path, answer: Callable[[bytes], bytes]) -> None:
        self.port = PtyPort(str(folder / "port"))
        self.port.plug()
        self.heard = bytearray()
        self._answer = answer
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="stranger")
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.wait(0.01):
            if self.port.look():
                came = self.port.read()
                self.heard += came
                self.port.write(self._answer(came))

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self.port.close()


def refused(port: str) -> str:
    run = CliRunner().invoke(zapato, ["firmware", "flash", "--port", port])
    assert run.exit_code == 2, run.output
    return run.output


def test_a_simulated_shoe_is_refused(tmp_path: Path) -> None:
    board = Board(boot="1A2B3C4D")

    def answer(came: bytes) -> bytes:
        board.feed(came, 0)
        return board.take_output()

    stranger = Stranger(tmp_path, answer)
    try:
        assert "simulated shoe" in refused(stranger.port.name)
    finally:
        stranger.close()


@pytest.mark.parametrize(
    "answer", [lambda _: b"", lambda came: came, lambda came: b"raspberrypi login: " if came else b""]
)
def test_a_port_where_no_micropython_answers_is_refused(tmp_path: Path, answer: Callable[[bytes], bytes]) -> None:
    stranger = Stranger(tmp_path, answer)
    target = replace(DESKTOP, hello_s=0.3, prompt_s=0.3)
    try:
        with pytest.raises(FlashError, match="nothing answers as a shoe or as MicroPython"):
            flash(Wish(port=stranger.port.name, program=PROGRAM, target=target), lambda _: None)
    finally:
        stranger.close()


def test_a_port_that_is_none_is_refused(tmp_path: Path) -> None:
    assert "no port name" in refused("COM3")
    assert "plug the Pico in" in refused("usb:2e8a:0005:nosuch")
    assert str(tmp_path / "none") in refused(str(tmp_path / "none"))


@pytest.mark.parametrize(
    ("vid", "says"), [(0x1A86, "USB Serial (usb:1a86:7523), no Raspberry"), (None, "is no USB port")]
)
def test_nothing_is_written_to_a_port_that_can_be_no_pico(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, vid: int | None, says: str
) -> None:
    stranger = Stranger(tmp_path, lambda _: b"")
    entry = SimpleNamespace(device=stranger.port.slave, vid=vid, pid=0x7523, description="USB Serial")
    monkeypatch.setattr("device.line.flash.flashing.comports", lambda: [entry])
    try:
        assert says in refused(stranger.port.name)
        assert not stranger.heard
    finally:
        stranger.close()


def test_the_program_is_part_of_the_distribution() -> None:
    assert firmware_folder() == ROOT / "firmware"
    assert {"main.py", "board.py", "build.py", "shoe/__init__.py", "shoe/shoe.py"} <= PROGRAM.files.keys()
    assert "pins.py" not in PROGRAM.files
    assert PROGRAM.build.encode() in PROGRAM.files["build.py"]


def test_the_wheel_carries_the_program_where_the_command_looks_for_it(tmp_path: Path) -> None:
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    names = zipfile.ZipFile(wheel).namelist()
    inside = {name.removeprefix("device/firmware/") for name in names if name.startswith("device/firmware/")}
    assert inside >= {*PROGRAM.files, "pins.py"} - {"build.py"}
    assert not [name for name in names if "__pycache__" in name]


@pytest.mark.parametrize(
    ("pins", "says"),
    [
        (PROGRAM.pins.replace(b"CARD_LENGTH", b"CARD_LENGHT"), "CARD_LENGTH is missing"),
        (b"READER = 'line'\nGATE_A = \n", "line 2: this is no Python"),
        (b"\0", "this is no Python"),
        (b"\xff\xfe", "this is no Python"),
        (PROGRAM.pins.replace(b'READER = "line"', b'READER = "laser"'), "READER is 'laser'; it must be one of line"),
    ],
)
def test_pins_with_which_no_program_could_start_are_refused(pins: bytes, says: str) -> None:
    with pytest.raises(FlashError, match=says):
        check_pins(pins, PROGRAM.pins, "pins.py")


def test_a_full_flash_is_called_so() -> None:
    class Full:
        def run(self, code: str) -> str:
            if "'wb'" in code:
                raise PromptError("OSError: [Errno 28] ENOSPC")
            return ""

        write_file, hash_of = RawPrompt.write_file, RawPrompt.hash_of

    wish = Wish(port="/dev/shoe", program=PROGRAM)
    found = OnBoard(files=frozenset(), last_error="")
    with pytest.raises(FlashError, match=r"/dev/shoe: .*flash is full.*still has what it had"):
        copy(Full(), wish, found, lambda _: None)  # type: ignore[arg-type]


def test_a_reader_is_written_into_the_pins_and_nowhere_else() -> None:
    assert with_reader(PROGRAM.pins, "pn532").decode().count('READER = "pn532"\n') == 1
    with pytest.raises(FlashError, match="by hand"):
        with_reader(b"READER = 3\n", "line")
