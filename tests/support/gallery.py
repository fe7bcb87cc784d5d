"""Contact sheets of both screens in every phase, for eyes: `python tests/support/gallery.py FOLDER [LANGUAGE…]`.

One sheet a screen, language and theme. A picture that is wrong is seen here sooner than any test finds it.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame

sys.path.insert(0, str(Path(__file__).parent.parent))

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
            painter = Painter(theme)

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
    for name, picture in sheets(tuple(arguments[1:]) or languages()):
        pygame.image.save(picture, str(folder / f"{name}.png"))


if __name__ == "__main__":
    main(sys.argv[1:])
