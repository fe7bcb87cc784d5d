"""Small pictures that are drawn once and used often: cards, discs, ticks.

pygame's own shapes have hard edges. Each sprite is drawn several times too large and scaled down, over a transparent
ground of its own edge's colour, so that no dark fringe is mixed in.
"""

import math
from collections.abc import Callable, Iterable

import pygame

from device.rules.card import Card, Rank
from device.screen.drawing.backs import BORDER, back
from device.screen.drawing.cards import (
    FIGURE_WIDTH,
    INDEX_CAP,
    INDEX_TOP,
    INDEX_X,
    LETTER_WIDTH,
    face,
    rank_text,
    suit_ink,
)
from device.screen.drawing.icon_parts import Piece
from device.screen.drawing.suits import Point
from device.screen.look.theme import Ink, Rgb, Theme

OVERSIZE = 4
"""How many times too large a sprite is drawn before it is scaled down."""

CORNER = 0.065
"""Radius of a card's corners by its width: 4 mm on a card of 63."""

FontOf = Callable[[int, bool], pygame.font.Font]
"""Gives the typeface in a size, bold or not."""


def blank(w: int, h: int, colour: Rgb) -> pygame.Surface:
    """A transparent surface whose invisible ground has this colour."""
    surface = pygame.Surface((max(1, w), max(1, h)), pygame.SRCALPHA, 32)
    surface.fill((*colour, 0))
    return surface


def polygons(w: int, h: int, colour: Rgb, outlines: Iterable[Iterable[Point]]) -> pygame.Surface:
    """Polygons of the unit square, in one colour, on a transparent sprite of w × h pixels."""
    large = blank(w * OVERSIZE, h * OVERSIZE, colour)
    for points in outlines:
        pygame.draw.polygon(large, colour, [(x * w * OVERSIZE, y * h * OVERSIZE) for x, y in points])
    return pygame.transform.smoothscale(large, (max(1, w), max(1, h)))


def icon_picture(size: int, colour: Rgb, pieces: Iterable[Piece]) -> pygame.Surface:
    """An icon in one colour on a transparent square of this size; what is cut lets the ground through."""
    side = size * OVERSIZE
    large = blank(side, side, colour)
    for piece in pieces:
        ink = (*colour, 0) if piece.cut else colour
        pygame.draw.polygon(large, ink, [(x * side, y * side) for x, y in piece.outline])
    return pygame.transform.smoothscale(large, (max(1, size), max(1, size)))


def turning(front: pygame.Surface, rear: pygame.Surface, part: float, *, across: bool) -> pygame.Surface:
    """A card on its way from its back (0) over its edge (a half) to its face (1), seen from above.

    `across` is a card that lies a quarter turn: it turns about its own long side as any other, so it narrows in height.
    """
    part = min(1.0, max(0.0, part))
    seen = front if part > 0.5 else rear
    narrow = max(0.02, abs(math.cos(math.pi * part)))
    w, h = seen.get_size()
    w, h = (w, max(2, round(h * narrow))) if across else (max(2, round(w * narrow)), h)
    picture = pygame.transform.smoothscale(seen, (w, h))
    shade = round(255 - 70 * (1 - narrow))  # the further it stands up, the less light falls on it
    picture.fill((shade, shade, shade, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def disc(size: int, colour: Rgb) -> pygame.Surface:
    """A filled circle of this diameter in pixels."""
    large = blank(size * OVERSIZE, size * OVERSIZE, colour)
    middle = size * OVERSIZE / 2
    pygame.draw.circle(large, colour, (middle, middle), middle)
    return pygame.transform.smoothscale(large, (max(1, size), max(1, size)))


def shadow(w: int, h: int) -> int:
    """How far a card's shadow falls beyond its edges, in pixels, for a card of this size, whichever way it lies."""
    return max(1, round(min(w, h) * 0.04))


def card_face(theme: Theme, font_of: FontOf, card: Card, w: int, h: int) -> pygame.Surface:
    """A card lying face up, upright, w × h pixels and its shadow around it."""
    large = _card_ground(theme, w, h)
    scale = w * OVERSIZE
    for patch in face(card):
        pygame.draw.polygon(large, theme[patch.ink], [(x * scale, y * scale) for x, y in patch.outline])
    if card.rank is not Rank.TEN:
        index = _rank(font_of, rank_text(card.rank), theme[suit_ink(card.suit)], scale)
        x, y = round(INDEX_X * scale - index.get_width() / 2), round(INDEX_TOP * scale)
        large.blit(index, (x, y))
        upside_down = pygame.transform.rotate(index, 180)
        corner = (large.get_width() - x - index.get_width(), large.get_height() - y - index.get_height())
        large.blit(upside_down, corner)
    return _on_its_shadow(large, w, h)


def card_back(theme: Theme, w: int, h: int) -> pygame.Surface:
    """A card lying face down: the same for every card, in neither hand's colour; with its shadow."""
    large = _card_ground(theme, w, h)
    scale = w * OVERSIZE
    border = round(BORDER * scale)
    inner = large.get_rect().inflate(-2 * border, -2 * border)
    pygame.draw.rect(large, theme[Ink.BACK], inner, border_radius=round(0.03 * scale))
    for ink, outline in back():
        pygame.draw.polygon(large, theme[ink], [(x * scale, y * scale) for x, y in outline])
    return _on_its_shadow(large, w, h)


def _on_its_shadow(large: pygame.Surface, w: int, h: int) -> pygame.Surface:
    """The card in its size, lifted a little off the table: a soft edge of dark all around it.

    The same at all sides, so that a card that lies across is the same card turned.
    """
    more = shadow(w, h)
    soft = blank(w + 2 * more, h + 2 * more, (0, 0, 0))
    edge = max(1, more // 2)
    ground = soft.get_rect().inflate(-2 * edge, -2 * edge)
    pygame.draw.rect(soft, (0, 0, 0, 110), ground, border_radius=round(w * CORNER) + edge)
    soft = pygame.transform.box_blur(soft, edge)
    soft.blit(pygame.transform.smoothscale(large, (max(1, w), max(1, h))), (more, more))
    return soft


def grid(theme: Theme, w: int, h: int, columns: int, rows: int) -> pygame.Surface:
    """Paper ruled into equal cells."""
    picture = pygame.Surface((w, h), 0, 32)
    picture.fill(theme[Ink.PAPER])
    line = max(1, w // columns // 60)
    for column in range(columns + 1):
        x = w * column // columns - (line if column == columns else 0)
        picture.fill(theme[Ink.PAPER_LINE], (x, 0, line, h))
    for row in range(rows + 1):
        y = h * row // rows - (line if row == rows else 0)
        picture.fill(theme[Ink.PAPER_LINE], (0, y, w, line))
    return picture


def light(theme: Theme, size: int, *, well: bool) -> pygame.Surface:
    """A round light: green with a tick, amber with a cross."""
    picture = disc(size, theme[Ink.TIE if well else Ink.ALARM])
    tick = ((0.24, 0.52), (0.33, 0.43), (0.44, 0.54), (0.67, 0.28), (0.77, 0.37), (0.45, 0.73))
    one = ((0.27, 0.35), (0.35, 0.27), (0.73, 0.65), (0.65, 0.73))
    other = tuple((1 - x, y) for x, y in one)
    colour = theme[Ink.ON_TIE if well else Ink.ON_ALARM]
    picture.blit(polygons(size, size, colour, (tick,) if well else (one, other)), (0, 0))
    return picture


def _card_ground(theme: Theme, w: int, h: int) -> pygame.Surface:
    edge = theme[Ink.CARD_EDGE]
    large = blank(w * OVERSIZE, h * OVERSIZE, edge)
    whole = large.get_rect()
    radius = round(whole.w * CORNER)
    line = max(OVERSIZE, round(whole.w * 0.008))
    pygame.draw.rect(large, edge, whole, border_radius=radius)
    pygame.draw.rect(large, theme[Ink.CARD], whole.inflate(-2 * line, -2 * line), border_radius=radius - line)
    return large


def _rank(font_of: FontOf, text: str, colour: Rgb, scale: float) -> pygame.Surface:
    """The rank's letter, cut to its ink and scaled to the height of the card's index; a ten is made narrower."""
    font = font_of(max(4, round(INDEX_CAP * scale / 0.66)), True)  # noqa: FBT003 - bold, as FontOf has it
    picture = font.render(text, True, colour)  # noqa: FBT003 - pygame's own signature: smooth edges
    ink = picture.get_bounding_rect(min_alpha=32)
    picture = picture.subsurface(ink) if ink.w else picture
    most = max(1, round((FIGURE_WIDTH if text.isdigit() else LETTER_WIDTH) * scale))
    if picture.get_width() > most:
        size = (most, picture.get_height())
        picture = pygame.transform.smoothscale(picture, size)
    return picture
