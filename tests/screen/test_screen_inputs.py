"""From SDL's events to what people did: fingers, the mouse, keyboards, keypads and badge readers that type."""

from typing import Any

import pygame
import pytest
from pygame.event import Event

from device.screen.showing import input_events
from device.screen.showing.input_events import Inputs
from device.screen.showing.inputs import MOUSE, FingerDown, FingerMoved, FingerUp, Key, WindowInput

SIZE = (800, 480)
PANEL = 7


@pytest.fixture
def inputs(monkeypatch: pytest.MonkeyPatch) -> Inputs:
    monkeypatch.setattr(input_events, "_fingers_on", lambda _panel: [])
    return Inputs()


def read(inputs: Inputs, kind: int, **fields: Any) -> list[WindowInput]:
    return inputs.read(Event(kind, fields), SIZE)


def touch(inputs: Inputs, kind: int, finger: int, at: tuple[float, float], *, panel: int = PANEL) -> list[WindowInput]:
    return read(inputs, kind, touch_id=panel, finger_id=finger, x=at[0], y=at[1], dx=0.0, dy=0.0, pressure=1.0)


def test_a_finger_is_followed_in_pixels(inputs: Inputs) -> None:
    assert touch(inputs, pygame.FINGERDOWN, 91, (0.5, 0.25)) == [FingerDown(finger=0, at=(400, 120))]
    assert touch(inputs, pygame.FINGERMOTION, 91, (0.75, 0.5)) == [FingerMoved(finger=0, at=(600, 240))]
    assert touch(inputs, pygame.FINGERUP, 91, (0.0, 1.0)) == [FingerUp(finger=0, at=(0, 479))]
    assert touch(inputs, pygame.FINGERUP, 91, (0.0, 1.0)) == []


@pytest.mark.parametrize(
    ("x", "pixel"), [(-0.1, 0), (0.0, 0), (0.99999, 799), (1.0, 799), (1.3, 799), (float("nan"), 0)]
)
def test_a_panel_that_reports_beside_itself_is_cut(inputs: Inputs, x: float, pixel: int) -> None:
    assert touch(inputs, pygame.FINGERDOWN, 1, (x, 0.0)) == [FingerDown(finger=0, at=(pixel, 0))]


def test_five_fingers_have_five_numbers_and_give_them_back(inputs: Inputs) -> None:
    for number, finger in enumerate((30, 10, 50, 20, 40)):
        assert touch(inputs, pygame.FINGERDOWN, finger, (0.1, 0.1)) == [FingerDown(finger=number, at=(80, 48))]
    touch(inputs, pygame.FINGERUP, 10, (0.1, 0.1))
    assert touch(inputs, pygame.FINGERDOWN, 99, (0.1, 0.1)) == [FingerDown(finger=1, at=(80, 48))]


def test_the_same_finger_number_on_another_panel_is_another_finger(inputs: Inputs) -> None:
    touch(inputs, pygame.FINGERDOWN, 1, (0.1, 0.1))
    assert touch(inputs, pygame.FINGERDOWN, 1, (0.1, 0.1), panel=8) == [FingerDown(finger=1, at=(80, 48))]


def test_a_finger_whose_lifting_was_never_said_does_not_stay_for_ever(
    inputs: Inputs, monkeypatch: pytest.MonkeyPatch
) -> None:
    touch(inputs, pygame.FINGERDOWN, 1, (0.1, 0.1))
    monkeypatch.setattr(input_events, "_fingers_on", lambda _panel: [2])
    assert touch(inputs, pygame.FINGERDOWN, 2, (0.5, 0.5)) == [
        FingerUp(finger=0, at=None),
        FingerDown(finger=0, at=(400, 240)),
    ]
    monkeypatch.setattr(input_events, "_fingers_on", lambda _panel: [2, 3])
    assert touch(inputs, pygame.FINGERDOWN, 3, (0.5, 0.5)) == [FingerDown(finger=1, at=(400, 240))]
    assert touch(inputs, pygame.FINGERDOWN, 3, (0.0, 0.0)) == [
        FingerUp(finger=1, at=None),
        FingerDown(finger=1, at=(0, 0)),
    ]


def test_sdl_is_asked_about_a_panel_that_it_does_not_know() -> None:
    assert Inputs().read(Event(pygame.FINGERDOWN, touch_id=-5, finger_id=1, x=0.1, y=0.1), SIZE) == [
        FingerDown(finger=0, at=(80, 48))
    ]


def mouse(inputs: Inputs, kind: int, *, button: int = 1, touch: bool = False, pos: tuple[int, int] = (9, 8)) -> object:
    return read(inputs, kind, button=button, pos=pos, touch=touch)


def test_the_left_button_of_a_mouse_is_a_finger(inputs: Inputs) -> None:
    assert mouse(inputs, pygame.MOUSEMOTION) == []
    assert mouse(inputs, pygame.MOUSEBUTTONDOWN) == [FingerDown(finger=MOUSE, at=(9, 8))]
    assert mouse(inputs, pygame.MOUSEMOTION, pos=(-3, 5)) == [FingerMoved(finger=MOUSE, at=(-3, 5))]
    assert mouse(inputs, pygame.MOUSEBUTTONUP) == [FingerUp(finger=MOUSE, at=(9, 8))]
    assert mouse(inputs, pygame.MOUSEBUTTONUP) == []


@pytest.mark.parametrize("button", [2, 3, 4, 5, 6])
def test_other_buttons_and_wheels_mean_nothing(inputs: Inputs, button: int) -> None:
    assert mouse(inputs, pygame.MOUSEBUTTONDOWN, button=button) == []
    assert mouse(inputs, pygame.MOUSEBUTTONUP, button=button) == []


def test_the_mouse_that_sdl_makes_of_a_finger_is_not_heard_twice(inputs: Inputs) -> None:
    touch(inputs, pygame.FINGERDOWN, 1, (0.5, 0.5))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP):
        assert mouse(inputs, kind, touch=True) == []


@pytest.mark.parametrize("lost", [pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN])
def test_a_window_that_is_no_longer_in_front_lets_everybody_go(inputs: Inputs, lost: int) -> None:
    assert read(inputs, lost) == []
    touch(inputs, pygame.FINGERDOWN, 1, (0.5, 0.5))
    mouse(inputs, pygame.MOUSEBUTTONDOWN)
    assert read(inputs, lost) == [FingerUp(finger=0, at=None), FingerUp(finger=MOUSE, at=None)]
    assert touch(inputs, pygame.FINGERUP, 1, (0.5, 0.5)) == []
    assert mouse(inputs, pygame.MOUSEBUTTONUP) == []


def key(inputs: Inputs, key: int, typed: str = "", mod: int = 0) -> list[WindowInput]:
    return read(inputs, pygame.KEYDOWN, key=key, unicode=typed, mod=mod, scancode=0)


@pytest.mark.parametrize(
    ("pressed", "typed", "name", "keypad"),
    [
        (pygame.K_a, "a", "a", False),
        (pygame.K_a, "A", "A", False),
        (pygame.K_1, "1", "1", False),
        (pygame.K_q, "ñ", "ñ", False),
        (pygame.K_SPACE, " ", " ", False),
        (pygame.K_RETURN, "\r", "enter", False),
        (pygame.K_KP_ENTER, "\r", "enter", True),
        (pygame.K_KP_0, "", "0", True),  # its lock is off
        (pygame.K_KP_9, "9", "9", True),
        (pygame.K_KP_PLUS, "+", "+", True),
        (pygame.K_KP_PERIOD, ",", ".", True),
        (pygame.K_ESCAPE, "\x1b", "escape", False),
        (pygame.K_BACKSPACE, "\b", "backspace", False),
        (pygame.K_UP, "", "up", False),
        (pygame.K_F1, "", "f1", False),
        (pygame.K_F12, "", "f12", False),
    ],
)
def test_keys_have_names(inputs: Inputs, pressed: int, typed: str, name: str, keypad: bool) -> None:
    assert key(inputs, pressed, typed) == [Key(key=name, keypad=keypad)]


@pytest.mark.parametrize(
    ("pressed", "typed", "mod"),
    [
        (pygame.K_LSHIFT, "", pygame.KMOD_LSHIFT),
        (pygame.K_TAB, "\t", 0),
        (pygame.K_HOME, "", 0),
        (pygame.K_c, "c", pygame.KMOD_LCTRL),
        (pygame.K_x, "x", pygame.KMOD_LALT),
    ],
)
def test_what_types_nothing_means_nothing(inputs: Inputs, pressed: int, typed: str, mod: int) -> None:
    assert key(inputs, pressed, typed, mod) == []


def test_a_badge_reader_that_types_is_heard_key_by_key_and_never_printed(inputs: Inputs) -> None:
    badge = [*(key(inputs, ord(one), one)[0] for one in "0012345678"), key(inputs, pygame.K_RETURN, "\r")[0]]
    keys = [one for one in badge if isinstance(one, Key)]
    assert "".join(one.key for one in keys[:-1]) == "0012345678"
    assert keys[-1].key == "enter"
    assert "5" not in repr(keys)


def test_letting_a_key_go_and_all_else_means_nothing(inputs: Inputs) -> None:
    for kind in (pygame.KEYUP, pygame.TEXTINPUT, pygame.WINDOWEXPOSED, pygame.ACTIVEEVENT, pygame.USEREVENT):
        assert read(inputs, kind, key=pygame.K_a, unicode="a", text="a", mod=0) == []
