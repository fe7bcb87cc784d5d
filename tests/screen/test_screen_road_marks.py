"""The marks of the roads as pictures: told apart by shape and not by colour alone."""

from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from device.roads import Mark
from device.rules.outcome import Outcome
from device.screen.drawing.paint import Painter
from device.screen.look.shapes import Box, MarkLook, RoadMark, RoadWin, Scene
from device.screen.look.theme import THEMES, Ink, contrast

View = dict[str, Any]
ViewMaker = Callable[..., View]


@pytest.fixture(params=THEMES)
def painter(request: pytest.FixtureRequest) -> Iterator[Painter]:
    yield Painter(THEMES[str(request.param)])
    pygame.font.quit()


def drawn(painter: Painter, shape: RoadWin | RoadMark) -> pygame.Surface:
    return painter.picture(Scene(width=40, height=40, shapes=(shape,)))


@pytest.mark.parametrize("look", list(MarkLook))
@pytest.mark.parametrize("size", [17, 20, 40])
def test_red_and_blue_marks_differ_in_shape_and_not_in_colour_alone(
    painter: Painter, look: MarkLook, size: int
) -> None:
    shapes = []
    for mark in Mark:
        picture = drawn(painter, RoadMark(box=Box(0, 0, size, size), mark=mark, look=look))
        ground = painter.theme[Ink.BACKGROUND]
        inked = {
            (x, y) for x in range(size) for y in range(size) if far(tuple(picture.get_at((x, y)))[:3], ground) > 60
        }
        shapes.append((inked, picture.get_at((size // 2, size // 2))))
    (red, red_middle), (blue, blue_middle) = shapes
    assert red != blue or red_middle != blue_middle
    paper = painter.theme[Ink.PAPER]
    if look is MarkLook.RING:
        assert (size // 2, size // 2) in blue - red
    elif look is MarkLook.DISC:
        assert far(tuple(blue_middle)[:3], paper) < 60 < far(tuple(red_middle)[:3], paper)
    else:
        assert len(blue) > len(red)


def far(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def test_wins_ties_and_pairs_are_different_pictures(painter: Painter) -> None:
    box = Box(0, 0, 36, 36)
    shapes = [
        RoadWin(box=box, winner=winner, ties=ties, player_pair=player_pair, banker_pair=banker_pair)
        for winner in (Outcome.BANKER, Outcome.PLAYER)
        for ties in (0, 1, 2, 3, 12)
        for player_pair in (False, True)
        for banker_pair in (False, True)
    ] + [RoadWin(box=box, winner=None, ties=ties) for ties in (1, 2)]
    pictures = {pygame.image.tobytes(drawn(painter, shape), "RGB") for shape in shapes}
    assert len(pictures) == len(shapes) == 42


@pytest.mark.parametrize("name", THEMES)
def test_the_marks_are_seen_on_their_paper_and_told_from_each_other(name: str) -> None:
    theme = THEMES[name]
    inks = (Ink.ROAD_RED, Ink.ROAD_BLUE, Ink.ROAD_GREEN)
    for ink in inks:
        assert contrast(theme[Ink.PAPER], theme[ink]) >= 4
    assert len({theme[ink] for ink in inks}) == 3
