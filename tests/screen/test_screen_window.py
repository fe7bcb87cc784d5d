"""The window: as a process on SDL's dummy driver against a feed, and its loop against a display that fails."""

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
from device.screen.look.shapes import Scene
from device.screen.look.theme import THEMES, Ink
from device.screen.players.scene import no_data_scene, players_scene
from device.screen.showing.subscription import Reason, Shown, Subscription
from device.screen.showing.window import NoDisplayError, Window, no_display, run_window
from device.screen.view import Kind, public_view
from device.words import load_words

View = dict[str, Any]
ViewMaker = Callable[..., View]
ES = load_words("es")
SIZE = (640, 360)


@pytest.fixture(autouse=True)
def dummy_driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.quit()


def make(shown: Shown, size: tuple[int, int]) -> Scene:
    return no_data_scene(shown.value, ES, size) if isinstance(shown, Reason) else players_scene(shown, ES, size)


@pytest.fixture
def window() -> Window:
    return Window(make=make, theme=THEMES["standard"], size=SIZE, title="zapato")


def on_screen() -> bytes:
    surface = pygame.display.get_surface()
    assert surface is not None
    return pygame.image.tobytes(surface, "RGB")


def test_the_window_draws_what_is_shown_and_only_when_it_changed(
    window: Window, public: ViewMaker, banker_wins: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    flips: list[None] = []
    flip = pygame.display.flip

    def counted() -> None:
        flips.append(None)
        flip()

    monkeypatch.setattr(pygame.display, "flip", counted)
    window.open()
    view = public_view(public(**banker_wins))
    assert window.show(view)
    first = on_screen()
    assert len(set(first)) > 30
    pygame.event.clear()
    drawn = len(flips)
    assert window.show(public_view(public(**banker_wins)))
    assert (on_screen(), len(flips)) == (first, drawn)
    assert window.show(Reason.CLOSED)
    assert on_screen() != first
    assert len(flips) == drawn + 1
    window.close()


def test_a_resized_window_is_drawn_anew(window: Window, public: ViewMaker) -> None:
    window.open()
    view = public_view(public())
    window.show(view)
    pygame.display.set_mode((900, 500), pygame.RESIZABLE)
    window.show(view)
    surface = pygame.display.get_surface()
    assert surface is not None
    assert surface.get_size() == (900, 500)
    assert tuple(surface.get_at((890, 495)))[:3] == THEMES["standard"][Ink.BACKGROUND]
    assert len(set(on_screen())) > 30
    window.close()


def test_closing_the_window_ends_the_loop(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    feed = Subscription(tmp_path / "none.sock", Kind.PUBLIC, lambda: 0.0)
    rounds: list[None] = []
    wait = feed.wait

    def press_close(longest_s: float) -> Shown:
        rounds.append(None)
        if len(rounds) == 3:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        return wait(0)

    monkeypatch.setattr(feed, "wait", press_close)
    run_window(window, feed, lambda: len(rounds) > 100)
    assert len(rounds) == 3
    assert not pygame.display.get_init()


def test_a_display_that_fails_is_opened_again(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("device.screen.showing.window.REOPEN_S", 0.0)
    feed = Subscription(tmp_path / "none.sock", Kind.PUBLIC, lambda: 0.0)
    flip, happened = pygame.display.flip, list[str]()

    def failing_flip() -> None:
        happened.append("flip")
        if len(happened) in (1, 2):
            raise pygame.error("the display went away")
        flip()

    monkeypatch.setattr(pygame.display, "flip", failing_flip)
    monkeypatch.setattr(feed, "wait", lambda _: Reason.MISSING)
    run_window(window, feed, lambda: len(happened) >= 3)
    said = capfd.readouterr().err
    assert said.count("the display failed and is opened again: the display went away") == 2
    assert "the display is back" in said


def test_no_display_is_said_and_not_papered_over(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    if Path("/dev/dri").exists():
        pytest.skip("this machine has a graphics card")
    assert no_display() is not None
    with pytest.raises(NoDisplayError, match="--text"):
        window.open()
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert no_display() is None


# A screen process that writes what it has drawn into a file at each change: the test looks at the real pixels.
PROBE = """
import pathlib, sys, pygame
flip = pygame.display.flip
def seen():
    flip()
    target = pathlib.Path(sys.argv[1])
    pygame.image.save(pygame.display.get_surface(), str(target) + ".png")
    pathlib.Path(str(target) + ".png").rename(target)
    print("drawn", flush=True)
pygame.display.flip = seen
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
            env={**os.environ, "SDL_VIDEODRIVER": "dummy"},
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
    return lambda picture: tuple(picture.get_at((SIZE[0] // 2 - 40, 60)))[:3] == THEMES["standard"][ink]


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
    assert (process.returncode, err) == (0, "")


def test_ctrl_c_ends_the_screen_tidily(tmp_path: Path, screen: Callable[..., "subprocess.Popen[str]"]) -> None:
    process = screen("dealer", "--feed", str(tmp_path / "none.sock"), "--size", "640x360")
    drawn(process, tmp_path / "seen.png", no_data)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")


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
