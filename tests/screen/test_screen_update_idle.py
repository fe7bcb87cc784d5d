"""While nothing happens a window prepares the pack, card by card, and then it rests."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from device.screen.look.layout import Size
from device.screen.look.shapes import Box, Place, Scene
from device.screen.look.theme import THEMES
from device.screen.showing.display import Display
from device.screen.showing.window import LOOK_S, PREPARE_S, Window


class Still:
    """A play that shows one empty place, and never anything else."""

    letters = "en"

    def picture(self, size: Size, now_s: float) -> Scene:  # noqa: ARG002 - a play's
        return Scene(width=size[0], height=size[1], shapes=(Place(box=Box(0, 0, 20, 28)),))

    def hear(self, *_: object) -> bool:
        return False


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    play: Any = Still()
    made = Window(play=play, display=Display(size=(320, 200), title="zapato"), theme=THEMES["standard"])
    made.open()
    yield made
    made.close(0.0)
    pygame.quit()


def test_a_window_prepares_one_card_at_a_time_and_then_rests(window: Window) -> None:
    now_s = 1.0
    window.turn(now_s, news=True)
    waits: list[float] = []
    while len(waits) < 200 and (not waits or waits[-1] < LOOK_S):
        now_s += 1.0
        window.turn(now_s, news=False)
        waits.append(window.patience_s(now_s))
    assert waits[-1] == LOOK_S
    # The window may be told about itself in its first rounds and draw once more; then the pack is prepared.
    assert 52 <= waits.count(PREPARE_S) <= 56
    window.turn(now_s + 1, news=True)  # the same picture: nothing is drawn, nothing is to be prepared
    assert window.patience_s(now_s + 1) == LOOK_S
