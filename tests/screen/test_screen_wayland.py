"""A screen on a Wayland desktop that goes and comes back: the process stays, and shows its picture again."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from device.feed.sockets import Feed

pytest.importorskip("pygame", reason="windows need pygame-ce")
pytestmark = pytest.mark.needs("weston")

View = dict[str, Any]
SOCKET = "wl"  # paths of sockets are short

# A screen that says on standard output what it shows, and tries a lost desktop again soon.
TALKS = """
import sys, pygame
from device.screen.showing import window
flip, update = pygame.display.flip, pygame.display.update
def shown(*boxes):
    update(*boxes) if boxes else flip()
    print("frame", pygame.display.get_driver(), *pygame.display.get_surface().get_size(), flush=True)
pygame.display.flip = pygame.display.update = shown
window.FIRST_REOPEN_S = window.LONGEST_REOPEN_S = 0.1
from device.cli.main import zapato
zapato.main(sys.argv[1:], prog_name="zapato")
"""


class Desktop:
    """A Wayland desktop that nobody sees."""

    def __init__(self, folder: Path) -> None:
        self.environment = {**os.environ, "XDG_RUNTIME_DIR": str(folder)}
        words = ["weston", "--backend=headless-backend.so", "--use-pixman", f"--socket={SOCKET}", "--no-config"]
        self._server = subprocess.Popen(
            [*words, "--width=800", "--height=600"],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def close(self) -> None:
        """Switch it off."""
        self._server.terminate()
        self._server.wait()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "r"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def feed(tmp_path: Path, public: Callable[..., View]) -> Iterator[Feed]:
    feed = Feed(tmp_path / "public.sock")
    feed.publish(json.dumps(public()).encode())
    yield feed
    feed.close()


def until(process: "subprocess.Popen[str]", wanted: str) -> None:
    assert process.stdout is not None
    if not any(wanted in line for line in process.stdout):
        assert process.stderr is not None
        raise AssertionError(f"never said {wanted!r}: {process.stderr.read()}")


def test_the_desktop_goes_and_comes_back(folder: Path, feed: Feed, tmp_path: Path) -> None:
    desktop = Desktop(folder)
    environment = {
        name: value
        for name, value in desktop.environment.items()
        if name not in ("DISPLAY", "SDL_VIDEODRIVER", "SDL_FRAMEBUFFER_ACCELERATION")
    }
    screen = subprocess.Popen(
        [
            sys.executable,
            "-c",
            TALKS,
            "screen",
            "players",
            "--feed",
            str(tmp_path / "public.sock"),
            "--size",
            "640x360",
        ],
        # As a screen begun anew it waits for a desktop that is not there yet.
        env={**environment, "WAYLAND_DISPLAY": SOCKET, "SDL_AUDIODRIVER": "dummy", "ZAPATO_SCREEN_AGAIN": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    patience = threading.Timer(90, screen.kill)
    patience.daemon = True
    patience.start()
    try:
        until(screen, "frame wayland 640 360")
        desktop.close()
        desktop = Desktop(folder)
        until(screen, "frame wayland 640 360")
    finally:
        desktop.close()
        screen.terminate()
        _, said = screen.communicate(timeout=60)
    assert screen.returncode == 0
    assert "Traceback" not in said
