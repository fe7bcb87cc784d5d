"""The window: its loop, a play of one colour in it, and a display that fails at any call."""

# ruff: noqa: ARG002 - a play's calls take the time, whether it wants it or not

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from device.screen.look.layout import Size
from device.screen.look.shapes import Box, Fill, Scene
from device.screen.look.theme import THEMES, Ink
from device.screen.showing.display import Display, NoDisplayError, no_display
from device.screen.showing.inputs import WindowInput
from device.screen.showing.window import run_window

View = dict[str, Any]
ViewMaker = Callable[..., View]
SIZE = (640, 360)


@pytest.fixture(autouse=True)
def dummy_driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.quit()


class Lamp:
    """A play of one colour; `rounds` are what happens in one round of the loop after another."""

    letters = "es"

    def __init__(self, *rounds: Callable[["Lamp"], object]) -> None:
        self.ink = Ink.PLAYER
        self.rounds = list(rounds)
        self.served = 0
        self.heard: list[WindowInput] = []
        self.pictures: list[Size] = []
        self.closed = False

    def descriptors(self) -> tuple[list[int], list[int]]:
        return [], []

    def serve(self, now_s: float) -> bool:
        before = self.ink
        if self.served:
            self.rounds.pop(0)(self)
        self.served += 1
        return self.ink is not before

    def hear(self, given: WindowInput, now_s: float) -> bool:
        self.heard.append(given)
        return False

    def picture(self, size: Size, now_s: float) -> Scene:
        self.pictures.append(size)
        return Scene(width=size[0], height=size[1], shapes=(Fill(box=Box(0, 0, *size), ink=self.ink),))

    def next_change_s(self, now_s: float) -> float | None:
        return 0.0

    def close(self) -> None:
        self.closed = True


class Asked:
    """A `Stopping` that nobody sends a signal to: it stops when the play has no more rounds."""

    def __init__(self, play: Lamp) -> None:
        self.play = play
        self.descriptor, self.end = os.pipe()

    def __bool__(self) -> bool:
        return not self.play.rounds


def show(
    play: Lamp, *, size: Size | None = SIZE, number: int | None = None, alive: Callable[[], None] = lambda: None
) -> list[str]:
    """Run the loop through the play's rounds; what it reported."""
    said: list[str] = []
    stop: Any = Asked(play)
    now = [0.0]

    def clock() -> float:
        now[0] += 0.02  # more than a frame passes between any two looks
        return now[0]

    try:
        run_window(
            play=play,
            display=Display(size=size, title="zapato", number=number),
            theme=THEMES["standard"],
            stop=stop,
            report=said.append,
            alive=alive,
            now_s=clock,
        )
    finally:
        os.close(stop.descriptor)
        os.close(stop.end)
    assert play.closed
    assert not pygame.display.get_init()
    return said


def nothing(_: Lamp) -> None:
    """A round in which nothing happens."""


def colour() -> tuple[int, ...]:
    surface = pygame.display.get_surface()
    assert surface is not None
    return tuple(surface.get_at((300, 200)))[:3]


def test_each_round_of_the_window_is_a_sign_of_life() -> None:
    beats: list[int] = []
    play = Lamp(nothing, nothing, nothing, nothing)
    show(play, alive=lambda: beats.append(len(play.rounds)))
    assert beats == sorted(beats, reverse=True)
    assert len(beats) >= 3


def test_the_window_draws_what_is_new_and_nothing_else() -> None:
    seen: list[tuple[int, ...]] = []

    def turn_red(play: Lamp) -> None:
        play.ink = Ink.BANKER

    play = Lamp(nothing, nothing, turn_red, nothing, lambda _: seen.append(colour()), nothing)
    assert show(play) == []
    assert seen == [THEMES["standard"][Ink.BANKER]]
    assert play.pictures == [SIZE, SIZE]


def test_a_resized_window_is_drawn_anew() -> None:
    def resize(_: Lamp) -> None:
        pygame.display.set_mode((900, 500), pygame.RESIZABLE)

    play = Lamp(nothing, resize, nothing)
    show(play)
    assert play.pictures[-1] == (900, 500)


def test_a_tiny_display_is_filled_all_the_same(public: ViewMaker, staff: ViewMaker) -> None:
    play = Lamp(nothing, nothing)
    show(play, size=(320, 240))
    assert play.pictures == [(320, 240)]


def post(kind: int, **fields: Any) -> Callable[[Lamp], object]:
    return lambda _: pygame.event.post(pygame.event.Event(kind, fields))


def test_closing_the_window_ends_the_loop() -> None:
    play = Lamp(nothing, post(pygame.QUIT), *[nothing] * 20)
    show(play)
    assert play.served == 3


def test_f11_changes_between_window_and_whole_display(monkeypatch: pytest.MonkeyPatch) -> None:
    modes: list[object] = []
    set_mode = pygame.display.set_mode

    def noted(size: Size, flags: int, **more: int) -> pygame.Surface:
        modes.append((size, flags == pygame.FULLSCREEN, more["display"]))
        return set_mode(size, flags)

    monkeypatch.setattr(pygame.display, "set_mode", noted)
    f11 = post(pygame.KEYDOWN, key=pygame.K_F11, unicode="", mod=0)
    play = Lamp(f11, nothing, f11, nothing)
    show(play)
    assert modes == [(SIZE, False, 0), ((0, 0), True, 0), (SIZE, False, 0)]
    modes.clear()
    play = Lamp(f11, nothing)
    show(play, size=None)
    assert modes == [((0, 0), True, 0)]
    assert play.heard == []


CALLS = ("display.init", "display.set_mode", "display.flip", "display.get_surface", "event.get", "mouse.set_visible")


@pytest.mark.parametrize("call", CALLS)
def test_a_display_that_fails_at_any_call_is_opened_again(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    part, _, name = call.partition(".")
    module: Any = getattr(pygame, part)
    works = getattr(module, name)
    broken = [True]

    def fails(*given: object, **more: object) -> object:
        if broken[0]:
            raise pygame.error("the display went away")
        return works(*given, **more)

    def break_it(play: Lamp) -> None:
        # A display that goes away, too, so that what is called only at the opening is called again.
        monkeypatch.setattr(module, name, fails)
        post(pygame.KEYDOWN, key=pygame.K_F11, unicode="", mod=0)(play)
        pygame.display.quit()

    def red(play: Lamp) -> None:
        play.ink = Ink.BANKER

    def mend(_: Lamp) -> None:
        broken[0] = False

    seen: list[tuple[int, ...]] = []
    play = Lamp(
        nothing, break_it, *[nothing] * 30, red, mend, *[nothing] * 1000, lambda _: seen.append(colour()), nothing
    )
    said = show(play)
    assert said[0].startswith("the display failed and is opened again: ")
    assert said[-1] == "the display is back"
    assert seen == [THEMES["standard"][Ink.BANKER]], "what it shows now is what came meanwhile"


def test_a_failed_display_is_tried_ever_more_rarely(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def refuse(*_: object, **__: object) -> None:
        tried.append(play.served)
        raise pygame.error("no more")

    def lose_it(_: Lamp) -> None:
        monkeypatch.setattr(pygame.display, "set_mode", refuse)
        pygame.display.quit()

    play = Lamp(nothing, lose_it, *[nothing] * 3000)
    show(play)
    gaps = [later - earlier for earlier, later in itertools.pairwise(tried)]
    assert 4 < len(tried) < 30
    assert gaps[0] < gaps[1] < gaps[2]


def test_whoever_presses_while_the_display_goes_is_let_go() -> None:
    down = post(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5), touch=False)
    play = Lamp(down, lambda _: pygame.display.quit(), *[nothing] * 5)
    show(play)
    assert [type(one).__name__ for one in play.heard] == ["FingerDown", "FingerUp"]


def test_no_display_is_said_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    if Path("/dev/dri").exists():
        pytest.skip("this machine has a graphics card")
    assert "/dev/dri/card0" in (no_display() or "")
    with pytest.raises(NoDisplayError, match="--text"):
        show(Lamp(nothing))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert no_display() is None


def test_a_display_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(NoDisplayError, match="no display 7: the displays here are 1 to 1"):
        show(Lamp(nothing), number=7)


def test_a_screen_begun_anew_waits_for_its_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "nonsense")
    with pytest.raises(NoDisplayError, match="nonsense"):
        show(Lamp(nothing))
    monkeypatch.setenv("ZAPATO_SCREEN_AGAIN", "1")
    play = Lamp(nothing, lambda _: monkeypatch.setenv("SDL_VIDEODRIVER", "dummy"), *[nothing] * 60)
    said = show(play)
    assert said[-1] == "the display is back"
    assert len(play.pictures) == 1
