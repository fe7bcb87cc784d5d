"""Which way to a display is tried, what is said when there is none, and the log that says a thing once."""

import os
from pathlib import Path

import pytest

from device.screen.showing.drivers import drivers, frames, no_display_because, prepare
from device.screen.showing.sparse_log import AGAIN_AFTER_S, MOST_LINES, PER_S, SparseLog


@pytest.mark.parametrize(
    ("environment", "tried"),
    [
        ({}, "kmsdrm"),
        ({"DISPLAY": ""}, "kmsdrm"),
        ({"DISPLAY": ":0"}, "x11"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "wayland"),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "wayland,x11"),
        ({"SDL_VIDEODRIVER": "offscreen", "DISPLAY": ":0"}, "offscreen"),
        ({"SDL_VIDEODRIVER": "", "DISPLAY": ":0"}, "x11"),
    ],
)
def test_the_desktop_first_and_the_graphics_card_without_one(environment: dict[str, str], tried: str) -> None:
    assert drivers(environment) == tried


def test_no_driver_that_nobody_sees_is_ever_tried_unasked() -> None:
    for environment in ({}, {"DISPLAY": ":0"}, {"WAYLAND_DISPLAY": "w"}):
        assert not {"dummy", "offscreen"} & set(drivers(environment).split(","))


def test_without_a_desktop_or_a_card_the_card_and_the_other_ways_are_named(tmp_path: Path) -> None:
    said = no_display_because("kmsdrm not available", {}, tmp_path)
    assert "card0" in said
    assert "vc4-kms-v3d" in said
    assert "--text" in said


def test_a_card_that_this_user_may_not_open_names_the_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "card1").touch()
    monkeypatch.setattr(os, "access", lambda *_: False)
    said = no_display_because("kmsdrm not available", {}, tmp_path)
    assert "card1" in said
    assert "usermod -aG video,render,input" in said


def test_a_card_that_does_not_open_names_the_packages(tmp_path: Path) -> None:
    (tmp_path / "card0").touch()
    said = no_display_because("no EGL", {}, tmp_path)
    assert "no EGL" in said
    for package in ("libgbm1", "libegl1", "libgles2", "libgl1-mesa-dri", "libdrm2"):
        assert package in said


@pytest.mark.parametrize("environment", [{"DISPLAY": ":9"}, {"SDL_VIDEODRIVER": "kmsdrm"}])
def test_what_was_asked_for_is_named_when_it_fails(environment: dict[str, str]) -> None:
    said = no_display_because("not available", environment)
    assert next(iter(environment.values())) in said
    assert "--text" in said


def test_what_the_environment_says_already_wins() -> None:
    environment = {"SDL_VIDEO_ALLOW_SCREENSAVER": "1"}
    prepare(environment)
    assert environment["SDL_VIDEO_ALLOW_SCREENSAVER"] == "1"
    plain: dict[str, str] = {}
    prepare(plain)
    assert plain["SDL_VIDEO_ALLOW_SCREENSAVER"] == "0"
    assert "SDL_VIDEODRIVER" not in plain


@pytest.mark.parametrize(
    ("driver", "accelerated", "said"),
    [
        ("x11", False, "0"),
        ("x11", True, "1"),
        ("offscreen", False, "0"),
        ("dummy", False, "0"),
        ("wayland", False, "1"),
        ("kmsdrm", False, "1"),
    ],
)
def test_pictures_go_through_the_graphics_driver_where_there_is_no_other_way(
    driver: str, accelerated: bool, said: str
) -> None:
    assert frames(driver, accelerated=accelerated) == said


class Log:
    def __init__(self) -> None:
        self.now_s = 0.0
        self.lines: list[str] = []
        self.say = SparseLog(lambda: self.now_s, self.lines.append)


def test_a_thing_is_said_once_and_again_when_it_was_forgotten() -> None:
    log = Log()
    for _ in range(1000):
        log.say("the table hung up")
        log.now_s += 0.5
    assert log.lines == ["the table hung up"]
    log.now_s += AGAIN_AFTER_S
    log.say("the table hung up")
    assert len(log.lines) == 2


def test_however_many_things_go_wrong_the_log_stays_short() -> None:
    log = Log()
    for number in range(10_000):
        log.say(f"view {number} is none")
        log.now_s += 0.01
    assert len(log.lines) <= MOST_LINES * (100 / PER_S + 1)


def test_a_log_that_nobody_takes_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    monkeypatch.setattr("sys.stderr", closed)
    SparseLog(lambda: 0.0)("x" * 100_000)
    monkeypatch.setattr("sys.stderr", None)
    SparseLog(lambda: 0.0)("x")
    closed.close()
