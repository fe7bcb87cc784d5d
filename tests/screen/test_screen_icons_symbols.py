"""Icons: every symbol is drawn, within its square, unlike any other, by shape alone."""

import itertools
from collections.abc import Iterator

import pygame
import pytest

from device.screen.drawing.icons import icon
from device.screen.drawing.paint import Painter
from device.screen.look.shapes import Box, Icon, Scene, Symbol
from device.screen.look.theme import THEMES, Ink


@pytest.fixture(scope="module")
def painter() -> Iterator[Painter]:
    yield Painter(THEMES["standard"])
    pygame.font.quit()


def inked(painter: Painter, symbol: Symbol, size: int) -> set[tuple[int, int]]:
    """The pixels that a symbol makes clearly lighter than the dark ground."""
    shape = Icon(box=Box(4, 4, size, size), symbol=symbol, ink=Ink.TEXT)
    picture = painter.picture(Scene(width=size + 8, height=size + 8, shapes=(shape,)))
    return {(x, y) for x in range(size + 8) for y in range(size + 8) if picture.get_at((x, y))[0] > 120}


@pytest.mark.parametrize("symbol", list(Symbol))
@pytest.mark.parametrize("size", [20, 24, 96])
def test_every_symbol_fills_its_square_and_stays_in_it(painter: Painter, symbol: Symbol, size: int) -> None:
    found = inked(painter, symbol, size)
    xs, ys = [x for x, _ in found], [y for _, y in found]
    assert min(xs) >= 4 <= min(ys)
    assert max(xs) < size + 4 > max(ys)
    assert max(max(xs) - min(xs), max(ys) - min(ys)) >= size * 0.65
    assert 0.1 < len(found) / size**2 < 0.9


@pytest.mark.parametrize("size", [24, 96])
def test_no_two_symbols_are_mistaken_for_each_other(painter: Painter, size: int) -> None:
    pictures = {symbol: inked(painter, symbol, size) for symbol in Symbol}
    for one, other in itertools.combinations(Symbol, 2):
        different = len(pictures[one] ^ pictures[other]) / len(pictures[one] | pictures[other])
        assert different > 0.12, (one, other)


def test_what_is_cut_lets_the_ground_through(painter: Painter) -> None:
    shape = Icon(box=Box(0, 0, 96, 96), symbol=Symbol.STOP, ink=Ink.TEXT)
    picture = painter.picture(Scene(width=96, height=96, shapes=(shape,)))
    assert tuple(picture.get_at((48, 48)))[:3] == THEMES["standard"][Ink.BACKGROUND]
    assert tuple(picture.get_at((48, 20)))[:3] == THEMES["standard"][Ink.TEXT]


def test_an_icon_in_a_wide_box_is_square_and_in_its_middle(painter: Painter) -> None:
    def drawn(box: Box) -> bytes:
        shape = Icon(box=box, symbol=Symbol.BELL, ink=Ink.TEXT)
        return pygame.image.tobytes(painter.picture(Scene(width=100, height=40, shapes=(shape,))), "RGB")

    assert drawn(Box(0, 0, 100, 40)) == drawn(Box(30, 0, 40, 40))


@pytest.mark.parametrize("symbol", list(Symbol))
def test_the_outlines_lie_in_the_unit_square(symbol: Symbol) -> None:
    for piece in icon(symbol):
        if not piece.cut:
            assert all(-0.01 <= x <= 1.01 and -0.01 <= y <= 1.01 for x, y in piece.outline)
