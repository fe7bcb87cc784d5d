"""The screens as processes on SDL's dummy driver: they follow a feed through everything that happens to it."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from device.feed.sockets import Feed
from device.screen.look.theme import THEMES, Ink

View = dict[str, Any]
ViewMaker = Callable[..., View]
SIZE = (640, 360)

# A screen process that writes what it has drawn into a file at each change: the test looks at the real pixels.
PROBE = """
import pathlib, sys, pygame
flip, update = pygame.display.flip, pygame.display.update
def seen(*boxes):
    update(*boxes) if boxes else flip()
    target = pathlib.Path(sys.argv[1])
    pygame.image.save(pygame.display.get_surface(), str(target) + ".png")
    pathlib.Path(str(target) + ".png").rename(target)
    print("drawn", flush=True)
pygame.display.flip = pygame.display.update = seen
from device.screen.showing import subscription
subscription.PATIENCE_S = subscription.LONGEST_RETRY_S = 0.2
from device.cli.main import zapato
zapato.main(sys.argv[2:], prog_name="zapato")
"""


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Callable[..., "subprocess.Popen[str]"]]:
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-c", PROBE, str(tmp_path / "seen.png"), "screen", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        )
        started.append(process)
        patience = threading.Timer(60, process.kill)  # then its output ends, and the test says what it waited for
        patience.daemon = True
        patience.start()
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def drawn(process: "subprocess.Popen[str]", picture: Path, wanted: Callable[[pygame.Surface], bool]) -> None:
    """Wait until the process has drawn what is wanted: each picture announces itself on standard output."""
    assert process.stdout is not None
    for announced in process.stdout:
        assert announced == "drawn\n"
        if wanted(pygame.image.load(picture)):
            return
    assert process.stderr is not None
    raise AssertionError(f"the screen ended: {process.stderr.read()}")


def middle_is(ink: Ink) -> Callable[[pygame.Surface], bool]:
    """Whether the block between the hands, or the no-data sign, has this colour somewhere near its edge."""
    return lambda picture: tuple(picture.get_at((SIZE[0] // 2 - 108, 50)))[:3] == THEMES["standard"][ink]


def no_data(picture: pygame.Surface) -> bool:
    return tuple(picture.get_at((SIZE[0] // 2 - 140, 130)))[:3] == THEMES["standard"][Ink.ALARM]


def test_the_process_follows_the_feed_through_loss_garbage_and_return(
    tmp_path: Path, screen: Callable[..., "subprocess.Popen[str]"], public: ViewMaker, banker_wins: View
) -> None:
    path, picture = tmp_path / "public.sock", tmp_path / "seen.png"
    process = screen("players", "--feed", str(path), "--size", "640x360", "--lang", "es")
    drawn(process, picture, no_data)
    feed = Feed(path)
    feed.publish(json.dumps(public(**banker_wins)).encode())
    drawn(process, picture, middle_is(Ink.BANKER))
    feed.publish(json.dumps(public(**banker_wins | {"outcome": "tie"})).encode())
    drawn(process, picture, middle_is(Ink.TIE))
    feed.publish(b"}{ no view")
    drawn(process, picture, no_data)
    feed.publish(json.dumps(public(**banker_wins | {"outcome": "player"})).encode())
    drawn(process, picture, middle_is(Ink.PLAYER))
    feed.close()
    drawn(process, picture, no_data)
    process.terminate()
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    said = err.splitlines()
    assert [line for line in said if "no view" in line] == [line for line in said if "no JSON" in line]
    assert len(said) == len(set(said)), "each thing is said once"
    assert all(line.startswith(str(path)) for line in said), err


def test_ctrl_c_ends_the_screen_tidily(tmp_path: Path, screen: Callable[..., "subprocess.Popen[str]"]) -> None:
    process = screen("dealer", "--feed", str(tmp_path / "none.sock"), "--size", "640x360")
    drawn(process, tmp_path / "seen.png", lambda _: True)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Traceback" not in err


def test_the_text_screen_follows_the_feed_into_a_pipe(
    tmp_path: Path, screen: Callable[..., "subprocess.Popen[str]"], staff: ViewMaker
) -> None:
    path = tmp_path / "staff.sock"
    feed = Feed(path)
    feed.publish(json.dumps(staff(instruction="card-to-player", reasons=["player-3-draw"])).encode())
    process = screen("dealer", "--text", "--feed", str(path), "--lang", "en")
    assert process.stdout is not None
    until_line(process.stdout, "Jugador 3: draw")
    feed.publish(json.dumps(staff(instruction="open-shoe")).encode())
    until_line(process.stdout, "O P E N   A   S H O E")
    feed.close()
    until_line(process.stdout, "N O   D A T A")
    process.terminate()
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "\x1b" not in out


def until_line(lines: Iterator[str], wanted: str) -> None:
    assert any(wanted in line for line in lines), f"never said {wanted!r}"


def test_a_hostile_feed_leaves_the_screen_running(
    tmp_path: Path, screen: Callable[..., "subprocess.Popen[str]"], public: ViewMaker, banker_wins: View
) -> None:
    path, picture = tmp_path / "public.sock", tmp_path / "seen.png"
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(str(path))
    listening.listen()
    listening.settimeout(60)
    process = screen("players", "--feed", str(path), "--size", "640x360")
    awkward = public(**banker_wins | {"table": {"name": "\u202e\x00\x1b[2J"}, "names": {"player": "x" * 399}})
    for said in (
        b"\x00" * 100_000 + b"\n",
        b"[" * 100_000 + b"\n",
        b'{"view":"public"}\n',
        b"",
        json.dumps(awkward).encode(),
    ):
        end, _ = listening.accept()
        end.sendall(said + b"\n" if said.endswith(b"}") else said)
        if said.endswith(b"}"):
            drawn(process, picture, middle_is(Ink.BANKER))
        end.close()
    assert process.poll() is None
    listening.close()
    process.terminate()
    assert process.wait(timeout=60) == 0
