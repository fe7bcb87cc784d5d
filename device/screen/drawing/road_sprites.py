"""The small pictures of the roads: rings, discs, slashes, and the dots that mark pairs.

Never by colour alone: what is blue has a dot in it, a tie is a stroke, a number says how many.
"""

from typing import assert_never

import pygame

from device.roads import Mark
from device.rules.outcome import Outcome
from device.screen.drawing.sprites import OVERSIZE, FontOf, blank, disc
from device.screen.look.shapes import MarkLook, RoadMark, RoadWin
from device.screen.look.theme import Ink, Rgb, Theme


def road_win(theme: Theme, font_of: FontOf, win: RoadWin, size: int) -> pygame.Surface:
    """A win on the big road with its ties and pairs, or ties that wait for the first win."""
    picture = blank(size, size, theme[Ink.PAPER])
    if win.winner is not None:
        player = win.winner is Outcome.PLAYER
        picture.blit(_ring(size, theme[Ink.ROAD_BLUE if player else Ink.ROAD_RED], dot=player), (0, 0))
    if win.ties:
        picture.blit(_slash(size, theme[Ink.ROAD_GREEN], thick=0.14), (0, 0))
    if win.ties > 1:
        _number(theme, font_of, picture, win.ties)
    pair_dots(theme, picture, banker=win.banker_pair, player=win.player_pair)
    return picture


def road_mark(theme: Theme, mark: RoadMark, size: int) -> pygame.Surface:
    """A mark of a derived road: red, or blue with a dot."""
    blue = mark.mark is Mark.BLUE
    colour = theme[Ink.ROAD_BLUE if blue else Ink.ROAD_RED]
    match mark.look:
        case MarkLook.RING:
            return _ring(size, colour, dot=blue)
        case MarkLook.DISC:
            picture = disc(size, colour)
            if blue:
                dot = max(1, round(size * 0.4))
                picture.blit(disc(dot, theme[Ink.PAPER]), ((size - dot) // 2, (size - dot) // 2))
            return picture
        case MarkLook.SLASH:
            return _slash(size, colour, thick=0.2, dot=blue)
        case never:
            assert_never(never)


def pair_dots(theme: Theme, picture: pygame.Surface, *, banker: bool, player: bool) -> None:
    """Draw Banker's pair at the top left and Player's at the bottom right, each in its colour with an edge of paper."""
    size = picture.get_width()
    dot = max(4, round(size * 0.32))
    for shown, ink, corner in ((banker, Ink.ROAD_RED, 0), (player, Ink.ROAD_BLUE, size - dot)):
        if shown:
            line = max(1, dot // 6)
            picture.blit(disc(dot, theme[Ink.PAPER]), (corner, corner))
            picture.blit(disc(dot - 2 * line, theme[ink]), (corner + line, corner + line))


def _ring(size: int, colour: Rgb, *, dot: bool) -> pygame.Surface:
    """A circle's line of this diameter; with `dot`, a filled dot in its middle."""
    large = blank(size * OVERSIZE, size * OVERSIZE, colour)
    middle = size * OVERSIZE / 2
    pygame.draw.circle(large, colour, (middle, middle), middle, max(OVERSIZE, round(size * OVERSIZE * 0.15)))
    if dot:
        pygame.draw.circle(large, colour, (middle, middle), size * OVERSIZE * 0.17)
    return pygame.transform.smoothscale(large, (max(1, size), max(1, size)))


def _slash(size: int, colour: Rgb, *, thick: float, dot: bool = False) -> pygame.Surface:
    """A stroke from the lower left to the upper right, `thick` of the size wide; with `dot`, a dot on its middle."""
    large = blank(size * OVERSIZE, size * OVERSIZE, colour)
    side, half = size * OVERSIZE, size * OVERSIZE * thick / 2
    pygame.draw.polygon(large, colour, ((half, side), (0, side - half), (side - half, 0), (side, half)))
    if dot:
        pygame.draw.circle(large, colour, (side / 2, side / 2), side * 0.24)
    return pygame.transform.smoothscale(large, (max(1, size), max(1, size)))


def _number(theme: Theme, font_of: FontOf, picture: pygame.Surface, number: int) -> None:
    """The number of ties at the upper end of their slash, on paper, so that it is read on whatever lies there."""
    size = picture.get_width()
    font = font_of(max(4, round(size * 0.5)), True)  # noqa: FBT003 - bold, as FontOf has it
    digits = font.render(str(number), True, theme[Ink.ROAD_GREEN])  # noqa: FBT003 - pygame's own signature
    ink = digits.get_bounding_rect(min_alpha=32)
    room = max(1, size // 20)
    ground = pygame.Rect(0, 0, ink.w + 2 * room, ink.h + 2 * room)
    ground.topright = (size, 0)
    picture.fill(theme[Ink.PAPER], ground)
    picture.blit(digits, (ground.x + room, ground.y + room), ink)
