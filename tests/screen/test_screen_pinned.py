"""Both screens in every phase look as they did when somebody last looked at them and was content.

Languages and themes take turns, so that each of them is pinned many times; every phase in every language and theme is
looked at with `tests/support/gallery.py`, and measured by the tests of layout and words.
"""

import itertools

import pygame
import pytest
from support import gallery_more
from support.gallery import dealer_picture, players_picture, table_of
from support.phases import PHASES
from support.pictures import assert_as_pinned, difference

from device.screen.drawing.paint import Painter
from device.screen.look.theme import THEMES
from device.words import load_words

PLAYERS, SMALL_PANEL = (640, 360), (480, 288)
LATIN = ("en", "es", "pt")
TURNS = list(zip(PHASES, itertools.cycle(LATIN), itertools.cycle(["standard", "standard", *THEMES]), strict=False))


@pytest.mark.parametrize(("phase", "language", "theme"), TURNS)
def test_the_players_screen_looks_as_pinned(phase: str, language: str, theme: str) -> None:
    words, second = load_words(language), load_words("en" if language == "es" else "es")
    scene = players_picture(phase, words, PLAYERS, second)
    assert_as_pinned(Painter(THEMES[theme]).picture(scene), f"players-{phase}")


@pytest.mark.parametrize(("phase", "language", "theme"), TURNS)
def test_the_panel_looks_as_pinned(phase: str, language: str, theme: str) -> None:
    scene = dealer_picture(phase, load_words(language), SMALL_PANEL)
    assert_as_pinned(Painter(THEMES[theme]).picture(scene), f"dealer-{phase}")


SHEETS = {
    "moments": (gallery_more.moments(load_words("es"), load_words("en")), (320, 180)),
    "upright": (gallery_more.upright(load_words("en"), load_words("pt")), (180, 320)),
    "pages": (gallery_more.pages(load_words("en")), (320, 192)),
    "tasks": (gallery_more.tasks(load_words("es")), (320, 192)),
    "mirrored": (gallery_more.mirrored(load_words("pt")), (320, 192)),
}


@pytest.mark.parametrize("name", SHEETS)
def test_whatever_else_the_screens_show_looks_as_pinned(name: str) -> None:
    pictures, small = SHEETS[name]
    assert_as_pinned(table_of(pictures, Painter(THEMES["standard"]), small), f"sheet-{name}")


@pytest.mark.needs("cjk-font")
@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_chinese_looks_as_pinned(language: str) -> None:
    words, english = load_words(language), load_words("en")
    painter = Painter(THEMES["standard"], language)
    pictures = [(phase, players_picture(phase, words, (960, 540), english)) for phase in PHASES]
    assert_as_pinned(table_of(pictures, painter, (320, 180)), f"sheet-{language}")


def test_a_picture_that_differs_is_noticed_and_marked() -> None:
    pinned = pygame.Surface((200, 100), 0, 32)
    pinned.fill((11, 14, 20))
    drawn = pinned.copy()
    assert difference(pinned, drawn)[0] == 0
    drawn.fill((11, 70, 20), (20, 30, 10, 10))
    different, marked = difference(pinned, drawn)
    assert different == 100
    assert marked.get_at((25, 35)) != marked.get_at((100, 50))
    assert difference(pinned, pygame.Surface((200, 101), 0, 32))[0] == 200 * 101
