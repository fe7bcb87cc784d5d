"""Contact sheets of both screens in every phase, for eyes: `python tests/support/gallery.py FOLDER [LANGUAGE…]`.

One sheet a screen, language and theme; then, each language in one of the themes, all that is no phase: the page of
rules, results as they play, other displays, every page and task of the panel, and the panel mirrored. A picture that is
wrong is seen here sooner than any test finds it.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

import pygame

sys.path.insert(0, str(Path(__file__).parent.parent))

from support import gallery_more as more
from support.phases import PHASES, public_of, staff_of

from device.screen.dealer.pages.picture import panel_picture
from device.screen.dealer.scene import PANEL
from device.screen.dealer.state import START
from device.screen.drawing.paint import Painter
from device.screen.look.layout import LANDSCAPE, Size
from device.screen.look.shapes import Scene
from device.screen.look.theme import THEMES
from device.screen.players.scene import players_scene
from device.screen.view import staff_view
from device.words import Words, languages, load_words

_ACROSS = 5
_SMALL: Size = (480, 270)
_SECOND = {"en": "es", "es": "zh-Hans", "pt": "en", "zh-Hans": "en", "zh-Hant": "en"}


def players_picture(phase: str, words: Words, size: Size, second: Words | None = None) -> Scene:
    """The players' screen in this phase."""
    return players_scene(public_of(phase), words, size, second=second)


def dealer_picture(phase: str, words: Words, size: Size) -> Scene:
    """The first page of the panel in this phase."""
    return panel_picture(staff_view(staff_of(phase)), START, words, size).scene


def table_of(named: Iterable[more.Named], painter: Painter, small: Size, across: int = _ACROSS) -> pygame.Surface:
    """Pictures of any sizes side by side, each as large as its cell holds."""
    drawn = [painter.picture(scene) for _, scene in named]
    rows = -(-len(drawn) // across)
    whole = pygame.Surface((small[0] * across, small[1] * rows), 0, 32)
    for index, picture in enumerate(drawn):
        part = min((small[0] - 6) / picture.get_width(), (small[1] - 6) / picture.get_height())
        size = (max(1, int(picture.get_width() * part)), max(1, int(picture.get_height() * part)))
        made = pygame.transform.smoothscale(picture, size)
        whole.blit(made, (small[0] * (index % across), small[1] * (index // across)))
    return whole


def more_sheets(chosen: tuple[str, ...]) -> Iterator[tuple[str, pygame.Surface]]:
    """Name and sheet of everything that is no phase."""
    themes = list(THEMES.items())
    for turn, language in enumerate(chosen):
        words, second = load_words(language), load_words(_SECOND[language])
        name, theme = themes[turn % len(themes)]
        painter = Painter(theme, language)
        wide: Size = (_SMALL[0], 288)
        yield f"moments-{language}-{name}", table_of(more.moments(words, second), painter, _SMALL)
        yield f"results-{language}-{name}", table_of(more.celebrations(words, second), painter, _SMALL, 4)
        yield f"sizes-{language}-{name}", table_of(more.other_sizes(words, second), painter, (480, 480))
        yield f"upright-{language}-{name}", table_of(more.upright(words, second), painter, (360, 640), 6)
        yield f"homes-{language}-{name}", table_of(more.homes(words), painter, wide)
        yield f"mirrored-{language}-{name}", table_of(more.mirrored(words), painter, wide)
        yield f"fine-{language}-{name}", table_of(more.homes(words, more.SEVEN_INCHES_FINE), painter, wide)
        yield f"pages-{language}-{name}", table_of(more.pages(words), painter, wide)
        yield f"tasks-{language}-{name}", table_of(more.tasks(words), painter, wide, 8)


def sheet(draw: Callable[[str], Scene], painter: Painter, small: Size) -> pygame.Surface:
    """All phases side by side, row by row, each drawn in full and made small."""
    rows = -(-len(PHASES) // _ACROSS)
    whole = pygame.Surface((small[0] * _ACROSS, small[1] * rows), 0, 32)
    for index, phase in enumerate(PHASES):
        picture = pygame.transform.smoothscale(painter.picture(draw(phase)), (small[0] - 6, small[1] - 6))
        whole.blit(picture, (small[0] * (index % _ACROSS), small[1] * (index // _ACROSS)))
    return whole


def sheets(chosen: tuple[str, ...]) -> Iterator[tuple[str, pygame.Surface]]:
    """Name and sheet for both screens, every theme and these languages."""
    for language in chosen:
        words, second = load_words(language), load_words(_SECOND[language])
        for name, theme in THEMES.items():
            painter = Painter(theme, language)

            def players(phase: str, words: Words = words, second: Words = second) -> Scene:
                return players_picture(phase, words, LANDSCAPE, second)

            def dealer(phase: str, words: Words = words) -> Scene:
                return dealer_picture(phase, words, PANEL)

            yield f"players-{language}-{name}", sheet(players, painter, _SMALL)
            yield f"dealer-{language}-{name}", sheet(dealer, painter, (_SMALL[0], 288))


def main(arguments: list[str]) -> None:
    """Write the sheets into a folder."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    chosen = tuple(arguments[1:]) or languages()
    for name, picture in chain(sheets(chosen), more_sheets(chosen)):
        pygame.image.save(picture, str(folder / f"{name}.png"))


if __name__ == "__main__":
    main(sys.argv[1:])
