"""The demonstration in real windows, on a virtual display: a coup is seen by its pixels."""

import os
import struct
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("pygame", reason="windows need pygame-ce")

PLAYER_BLUE, BANKER_RED, CARD_WHITE = (0, 84, 200), (200, 22, 22), (255, 255, 255)


class Display:
    """A virtual display whose picture is a file in memory, in the format of `xwd`."""

    def __init__(self, folder: Path) -> None:
        reading, writing = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1920x1080x24", "-fbdir", str(folder)],
            pass_fds=(writing,),
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        assert number, "the virtual display did not start"
        self.name = f":{number}"
        self._picture = folder / "Xvfb_screen0"

    def colours(self, across: Iterable[int], down: Iterable[int]) -> set[tuple[int, int, int]]:
        """Which colours stand at these points now."""
        data = self._picture.read_bytes()
        header = struct.unpack(">25I", data[:100])
        begin, row, pixel = header[0] + header[19] * 12, header[12], header[11] // 8
        places = (begin + y * row + x * pixel for y in down for x in across)
        return {(data[place + 2], data[place + 1], data[place]) for place in places}

    def close(self) -> None:
        """Switch it off."""
        self._server.terminate()
        self._server.wait()


@pytest.fixture
def display(tmp_path: Path) -> Iterator[Display]:
    """A display of the test's own."""
    folder = tmp_path / "display"
    folder.mkdir()
    display = Display(folder)
    yield display
    display.close()


@pytest.mark.needs("Xvfb")
def test_both_windows_open_and_show_a_coup(display: Display, tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from device.cli.main import main; main()", "demo"]
    demo = subprocess.Popen(
        [*command, "--pace", "fast", "--lang", "en", "--journal", str(tmp_path / "j.sqlite3")],
        env={**os.environ, "DISPLAY": display.name, "SDL_VIDEODRIVER": "x11"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        deadline_s = time.monotonic() + 90
        while not (shows_a_coup(display, range(0, 1120, 4)) and shows_a_coup(display, range(1120, 1920, 4))):
            assert demo.poll() is None, demo.communicate()
            assert time.monotonic() < deadline_s, "no coup was seen in the windows"
            time.sleep(0.05)
    finally:
        demo.terminate()
        out, err = demo.communicate(timeout=60)
    assert demo.returncode == 0, err
    assert '"verified":true' in out


def shows_a_coup(display: Display, across: range) -> bool:
    """Both hands' colours and the white of cards in the window that stands there."""
    return {PLAYER_BLUE, BANKER_RED, CARD_WHITE} <= display.colours(across, range(40, 520, 4))
