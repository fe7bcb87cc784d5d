"""The dealer's panel as a real window in front of a real table: a click and a key become what the table does."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.house import ENTRY, House, wait_until

pytest.importorskip("pygame", reason="windows need pygame-ce")
pytestmark = pytest.mark.needs("Xvfb", "xdotool")

CALL = (500, 386)
"""Where the panel's button is, in pixels of a panel in its own size."""


@pytest.fixture
def display() -> Iterator[str]:
    """The name of a virtual display of the test's own."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x480x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    assert number, "the virtual display did not start"
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.fixture
def panel(display: str, tmp_path: Path) -> Iterator[Callable[[House], "Panel"]]:
    panels: list[Panel] = []

    def start(house: House) -> Panel:
        panels.append(Panel(house, display))
        return panels[-1]

    yield start
    for one in panels:
        one.process.send_signal(signal.SIGTERM)
        one.process.communicate(timeout=60)


class Panel:
    """The panel as a process, and a hand at it."""

    def __init__(self, house: House, display: str) -> None:
        self._environment = {
            **os.environ,
            "DISPLAY": display,
            "SDL_AUDIODRIVER": "dummy",
            "SDL_VIDEO_WINDOW_POS": "0,0",
        }
        self._environment.pop("SDL_VIDEODRIVER", None)
        words = ["screen", "dealer", "--config", str(house.config), "--size", "800x480"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", ENTRY, *words], env=self._environment, stderr=subprocess.PIPE, text=True
        )

    def do(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self._environment, check=True)

    def click(self, at: tuple[int, int]) -> None:
        self.do("mousemove", str(at[0]), str(at[1]), "click", "1")


def test_a_click_on_the_panel_calls_the_supervisor_at_the_table(
    make_house: Callable[..., House], panel: Callable[[House], Panel]
) -> None:
    house = make_house()
    house.start_shoe()
    house.start_table()
    wait_until(house.serves, "the table's feed")
    eyes = house.staff()
    window = panel(house)
    called = False

    def is_called() -> bool:
        nonlocal called
        assert window.process.poll() is None, window.process.communicate()
        if not called:
            window.click(CALL)  # until the window is there a click falls on nothing
        view = eyes.wait_for_view(0.5)
        called = called or (view is not None and bool(view["supervisor_called"]))
        return called

    try:
        wait_until(is_called, "the table to say that the supervisor was called")
    finally:
        eyes.close()
