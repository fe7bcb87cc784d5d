"""The screens in real windows on a virtual display: what wakes them, and an X server that goes and comes back."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from device.feed.sockets import Feed

pytest.importorskip("pygame", reason="windows need pygame-ce")
pytestmark = pytest.mark.needs("Xvfb", "xdotool")

View = dict[str, Any]
ViewMaker = Callable[..., View]

# A screen that says on standard output what wakes it and what it shows; with --blind it never looks by itself.
TALKS = """
import sys, pygame
from device.screen.showing import window, players_play
flip, update, hear = pygame.display.flip, pygame.display.update, players_play.PlayersPlay.hear
def shown(*boxes):
    update(*boxes) if boxes else flip()
    print("frame", pygame.display.get_surface().get_size(), flush=True)
def heard(self, given, now_s):
    changed = hear(self, given, now_s)
    print("heard", type(given).__name__, getattr(given, "at", ""), self._languages.code, flush=True)
    return changed
pygame.display.flip = pygame.display.update = shown
players_play.PlayersPlay.hear = heard
window.FIRST_REOPEN_S = window.LONGEST_REOPEN_S = 0.1
window.LOOK_S = 1000.0 if sys.argv[1] == "patient" else 0.25
if sys.argv[1] == "patient":
    window.Painter.prepare = lambda *_: False
from device.cli.main import zapato
zapato.main(sys.argv[2:], prog_name="zapato")
"""


class Display:
    """A virtual display, of one number all its life."""

    def __init__(self, number: int | None = None) -> None:
        reading, writing = os.pipe()
        words = [] if number is None else [f":{number}"]
        self.server = subprocess.Popen(
            ["Xvfb", *words, "-displayfd", str(writing), "-screen", "0", "800x600x24", "-nolisten", "tcp"],
            pass_fds=(writing,),
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as pipe:
            said = pipe.readline().strip()
        assert said, "the virtual display did not start"
        self.number = int(said)

    def do(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": f":{self.number}"}, check=True)

    def close(self, number: int = signal.SIGTERM) -> None:
        self.server.send_signal(number)
        self.server.wait()


@pytest.fixture
def display() -> Iterator[Display]:
    display = Display()
    yield display
    display.close()


@pytest.fixture
def feed(tmp_path: Path, public: ViewMaker) -> Iterator[Feed]:
    feed = Feed(tmp_path / "public.sock")
    feed.publish(json.dumps(public()).encode())
    yield feed
    feed.close()


class Screen:
    """A players' screen as a process, and what it says."""

    def __init__(self, folder: Path, number: int, *, patient: bool = False, size: str = "800x600") -> None:
        words = ["screen", "players", "--feed", str(folder / "public.sock"), "--size", size, "--lang", "en"]
        environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", TALKS, "patient" if patient else "usual", *words],
            env={**environment, "DISPLAY": f":{number}", "SDL_AUDIODRIVER": "dummy"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        patience = threading.Timer(60, self.process.kill)  # then its output ends, and the test says what it waited for
        patience.daemon = True
        patience.start()

    def until(self, wanted: str) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if wanted in line:
                return
        assert self.process.stderr is not None
        raise AssertionError(f"never said {wanted!r}: {self.process.stderr.read()}")

    def end(self) -> str:
        self.process.terminate()
        return self.process.communicate(timeout=60)[1]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Screen]]:
    started: list[Screen] = []

    def start(number: int, **more: Any) -> Screen:
        started.append(Screen(tmp_path, number, **more))
        return started[-1]

    yield start
    for screen in started:
        screen.process.kill()
        screen.process.communicate()


def test_a_click_and_a_key_wake_a_screen_that_looks_at_nothing_by_itself(
    display: Display, feed: Feed, start: Callable[..., Screen]
) -> None:
    screen = start(display.number, patient=True)
    screen.until("frame (800, 600)")
    display.do("mousemove", "400", "300", "click", "1")
    screen.until("heard FingerUp (400, 300) es")
    screen.until("frame")
    display.do("key", "l")
    screen.until("heard Key")
    screen.until("frame")
    assert screen.end() == ""
    assert screen.process.returncode == 0


def test_a_new_view_wakes_it_and_is_shown(
    display: Display, feed: Feed, start: Callable[..., Screen], public: ViewMaker, banker_wins: View
) -> None:
    screen = start(display.number, patient=True, size="320x240")
    screen.until("frame (320, 240)")
    feed.publish(json.dumps(public(**banker_wins)).encode())
    screen.until("frame (320, 240)")
    screen.end()


def open_files(pid: int) -> list[str]:
    """The files that a process has open, each as often as it is open."""
    names = (str(file.readlink()) for file in Path(f"/proc/{pid}/fd").iterdir() if file.exists())
    return [name for name in names if name.startswith("/")]


def dead_children(pid: int) -> list[str]:
    """Children that have ended and that nobody has seen off."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [child for child in found if ") Z " in Path(f"/proc/{child}/stat").read_text()]


def test_the_x_server_goes_and_comes_back_and_the_process_is_the_same(
    display: Display, feed: Feed, start: Callable[..., Screen]
) -> None:
    screen = start(display.number)
    screen.until("frame")
    files = open_files(screen.process.pid)
    display.close(signal.SIGKILL)
    lock = Path(f"/tmp/.X{display.number}-lock")
    lock.unlink(missing_ok=True)
    again = Display(display.number)
    try:
        screen.until("frame (800, 600)")
        assert len(open_files(screen.process.pid)) < 2 * len(files), "nothing is left of the one before"
        again.do("key", "l")
        screen.until("heard Key")
        assert not dead_children(screen.process.pid), "the speaker of the one before is seen off"
        said = screen.end()
    finally:
        again.close()
    assert screen.process.returncode == 0
    assert "Traceback" not in said


def test_a_screen_that_is_stopped_between_two_signals_leaves_tidily(
    display: Display, feed: Feed, start: Callable[..., Screen]
) -> None:
    screen = start(display.number, patient=True)
    screen.until("frame")
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGTERM):
        screen.process.send_signal(number)
    _, said = screen.process.communicate(timeout=60)
    assert (screen.process.returncode, said) == (0, "")


def test_a_screen_that_ends_while_its_x_server_goes_does_not_begin_anew(
    display: Display, feed: Feed, start: Callable[..., Screen]
) -> None:
    screen = start(display.number)
    screen.until("frame")
    screen.process.send_signal(signal.SIGSTOP)
    display.close(signal.SIGKILL)
    Path(f"/tmp/.X{display.number}-lock").unlink(missing_ok=True)
    screen.process.terminate()  # it finds both when it goes on: the signal, and that there is no server any more
    screen.process.send_signal(signal.SIGCONT)
    _, said = screen.process.communicate(timeout=30)
    assert (screen.process.returncode, said) == (0, "")
