"""Jack, queen and king: a bust, drawn once upright and once on its head, as on any pack. Pure.

Figures of our own in flat areas, as large as a card can hold beside its big ranks: meant to be told apart across a
room. Each looks out of its half of a frame that leaves the corners to the ranks; a ribbon lies where the halves meet.
"""

from collections.abc import Iterator

from device.rules.card import Card, Rank, Suit
from device.screen.drawing.suits import (
    Polygon,
    curve,
    ellipse,
    half_turn,
    line,
    mirrored,
    outline,
    placed,
    rectangle,
    turned,
    within,
)
from device.screen.look.layout import CARD_RATIO
from device.screen.look.theme import Ink

Area = tuple[Ink, Polygon]

LEFT, RIGHT, TOP = 0.34, 0.925, 0.075
"""The upper half's frame on a card of width 1; the lower half's is the same on its head."""

_NOTCH, _SHELF = 0.675, CARD_RATIO - 0.675
"""Where the frame gives way to the ranks: at its left from above, at its right from below."""

_HALF: Polygon = ((LEFT, TOP), (RIGHT, TOP), (RIGHT, _SHELF), (1 - LEFT, _SHELF), (LEFT, _NOTCH))
_LINE = 0.0055
_SCALE = RIGHT - LEFT
"""A figure's unit: its frame is 1 wide and a little more than 1 high."""


def court(card: Card) -> Iterator[Area]:
    """The figure's areas on a card 1 wide and 1.4 high, in drawing order; nothing for a number card."""
    if card.rank not in (Rank.JACK, Rank.QUEEN, Rank.KING):
        return
    for x0, y0, x1, y1 in _edges():
        edge = line((x0, y0), (x1, y1), 2 * _LINE)
        yield Ink.CARD_BLUE, edge
        yield Ink.CARD_BLUE, half_turn(edge, 1, CARD_RATIO)
    for ink, polygon in _bust(card.rank, card.suit):
        seen = within(tuple((LEFT + x * _SCALE, TOP + y * _SCALE) for x, y in polygon), _HALF)
        if len(seen) > 2:
            yield ink, seen
            yield ink, half_turn(seen, 1, CARD_RATIO)
    for thick, ink in ((0.042, Ink.CARD_GOLD), (0.018, Ink.CARD_BLACK), (0.008, Ink.CARD_GOLD)):
        yield ink, line((LEFT - 0.004, _NOTCH), (1 - LEFT + 0.004, _SHELF), thick)


def _edges() -> tuple[tuple[float, float, float, float], ...]:
    """The upper frame's edges, half a line outside what is seen in it."""
    left, right, top, shelf = LEFT - _LINE, RIGHT + _LINE, TOP - _LINE, _SHELF + _LINE
    return (
        (left, top - _LINE, left, _NOTCH),
        (left, top, right, top),
        (right, top - _LINE, right, shelf + _LINE),
        (1 - LEFT, shelf, right, shelf),
    )


def _bust(rank: Rank, suit: Suit) -> Iterator[Area]:
    red = suit in (Suit.HEARTS, Suit.DIAMONDS)
    cloth, lining = (Ink.CARD_RED, Ink.CARD_BLUE) if red else (Ink.CARD_BLUE, Ink.CARD_RED)
    if rank is Rank.KING:
        yield from _king(cloth, lining)
    elif rank is Rank.QUEEN:
        yield from _queen(cloth, lining)
    else:
        yield from _jack(cloth, lining)
    for part in outline(suit):
        yield Ink.CARD_RED if red else Ink.CARD_BLACK, placed(part, 0.04, 0.05, 0.17, 0.17)


def _king(cloth: Ink, lining: Ink) -> Iterator[Area]:
    yield from _sword()
    hair = curve((0.5, 0.25), (0.70, 0.25), (0.74, 0.42), (0.72, 0.62))
    yield Ink.CARD_BLACK, mirrored(((0.5, 0.25), *hair, (0.66, 0.68), (0.5, 0.68)))
    yield from _robe(cloth)
    # The ermine: a white collar over both shoulders, with its black tails.
    ermine = curve((0.5, 0.74), (0.66, 0.75), (0.80, 0.80), (0.93, 0.97))
    inner = curve((0.80, 1.09), (0.72, 0.97), (0.62, 0.92), (0.5, 0.92))
    yield Ink.CARD, mirrored(((0.5, 0.74), *ermine, (0.80, 1.09), *inner))
    for x, y in ((0.36, 0.87), (0.64, 0.87), (0.255, 0.925), (0.745, 0.925), (0.165, 0.99), (0.835, 0.99)):
        yield Ink.CARD_BLACK, ellipse(x, y, 0.011, 0.026)
    yield lining, ((0.44, 0.9), (0.56, 0.9), (0.5, 1.12))
    yield from _face()
    jaw = curve((0.665, 0.46), (0.68, 0.64), (0.60, 0.81), (0.5, 0.875))
    mouth = curve((0.5, 0.605), (0.57, 0.59), (0.625, 0.57), (0.638, 0.45))
    yield Ink.CARD_BLACK, mirrored(((0.5, 0.605), *mouth, (0.665, 0.46), *jaw))
    moustache = curve((0.5, 0.575), (0.56, 0.565), (0.60, 0.60), (0.645, 0.575))
    under = curve((0.645, 0.575), (0.61, 0.655), (0.54, 0.65), (0.5, 0.615))
    yield Ink.CARD_BLACK, mirrored(((0.5, 0.575), *moustache, *under))
    yield Ink.CARD_RED, ellipse(0.5, 0.652, 0.045, 0.017)
    for x in (0.425, 0.5, 0.575):
        curl = curve((x - 0.012, 0.71), (x - 0.02, 0.75), (x + (0.5 - x) * 0.5 - 0.01, 0.79), (0.5, 0.85))
        back = curve((0.5, 0.85), (x + (0.5 - x) * 0.4 + 0.01, 0.79), (x, 0.75), (x + 0.004, 0.71))
        yield Ink.CARD_EDGE, (*curl, *back)
    yield Ink.CARD_GOLD, mirrored(((0.5, 0.17), (0.66, 0.21), (0.69, 0.33), (0.5, 0.35)))
    yield cloth, mirrored(((0.5, 0.10), *curve((0.5, 0.10), (0.60, 0.10), (0.67, 0.16), (0.65, 0.26)), (0.5, 0.26)))
    points = ((0.5, 0.055), (0.565, 0.20), (0.66, 0.075), (0.665, 0.21), (0.775, 0.115), (0.715, 0.335))
    yield Ink.CARD_GOLD, mirrored((*points, *curve((0.715, 0.335), (0.64, 0.355), (0.57, 0.36), (0.5, 0.36))))
    for x, y in ((0.5, 0.05), (0.66, 0.07), (0.775, 0.11)):
        for side in (x, 1 - x):
            yield Ink.CARD_GOLD, ellipse(side, y, 0.026, 0.026)
    yield from _jewels(lining, cloth)


def _queen(cloth: Ink, lining: Ink) -> Iterator[Area]:
    side = curve((0.5, 0.22), (0.73, 0.22), (0.77, 0.42), (0.745, 0.60))
    lock = curve((0.745, 0.60), (0.735, 0.76), (0.86, 0.82), (0.80, 1.0))
    yield Ink.CARD_GOLD, mirrored(((0.5, 0.22), *side, *lock, (0.5, 1.0)))
    yield from _robe(cloth)
    neckline = curve((0.66, 0.735), (0.68, 0.86), (0.60, 0.99), (0.5, 0.99))
    yield (
        Ink.CARD_GOLD,
        mirrored(((0.5, 0.72), (0.69, 0.73), *curve((0.69, 0.73), (0.72, 0.9), (0.62, 1.04), (0.5, 1.04)))),
    )
    yield Ink.CARD_SKIN, mirrored(((0.5, 0.72), (0.66, 0.735), *neckline))
    yield from _face()
    for x, y in ((0.40, 0.755), (0.45, 0.785), (0.5, 0.797), (0.55, 0.785), (0.60, 0.755)):
        yield Ink.CARD, ellipse(x, y, 0.019, 0.019)
    yield lining, ellipse(0.5, 0.85, 0.024, 0.032)
    yield (
        Ink.CARD_RED,
        (
            *curve((0.45, 0.618), (0.47, 0.60), (0.49, 0.603), (0.5, 0.61)),
            *curve((0.5, 0.61), (0.51, 0.603), (0.53, 0.60), (0.55, 0.618)),
            *curve((0.55, 0.618), (0.53, 0.645), (0.47, 0.645), (0.45, 0.618)),
        ),
    )
    # The hair's parting falls over the temples.
    temple = curve((0.5, 0.29), (0.58, 0.31), (0.64, 0.36), (0.672, 0.53))
    yield Ink.CARD_GOLD, mirrored(((0.5, 0.29), *temple, (0.74, 0.52), (0.70, 0.28), (0.5, 0.24)))
    for x, low in ((0.70, 0.78), (0.735, 0.9)):
        for strand in (((x, 0.5), (x + 0.03, low)), ((1 - x, 0.5), (1 - x - 0.03, low))):
            yield Ink.CARD_SHADE, line(*strand, 0.012)
    arch = curve((0.5, 0.12), (0.61, 0.12), (0.69, 0.19), (0.69, 0.30))
    yield cloth, mirrored(((0.5, 0.12), *arch, (0.5, 0.31)))
    yield (
        Ink.CARD_GOLD,
        mirrored(
            (
                (0.5, 0.235),
                (0.70, 0.215),
                (0.71, 0.325),
                *curve((0.71, 0.325), (0.64, 0.345), (0.57, 0.35), (0.5, 0.35)),
            )
        ),
    )
    for x, y, pearl in ((0.5, 0.085, 0.04), (0.595, 0.105, 0.034), (0.672, 0.165, 0.034)):
        for place in {x, 1 - x}:
            yield Ink.CARD_GOLD, ellipse(place, y, pearl, pearl)
            yield Ink.CARD, ellipse(place, y, pearl * 0.5, pearl * 0.5)
    yield from _jewels(lining, cloth)
    yield from _flower(cloth)


def _jack(cloth: Ink, lining: Ink) -> Iterator[Area]:
    side = curve((0.5, 0.24), (0.72, 0.24), (0.74, 0.42), (0.72, 0.56))
    curl = curve((0.72, 0.56), (0.71, 0.64), (0.79, 0.67), (0.83, 0.63))
    under = curve((0.83, 0.63), (0.82, 0.76), (0.68, 0.76), (0.60, 0.69))
    yield Ink.CARD_GOLD, mirrored(((0.5, 0.24), *side, *curl, *under, (0.5, 0.69)))
    yield from _robe(cloth)
    # A page's doublet: a panel with buttons down the breast, and a white ruff.
    yield lining, mirrored(((0.5, 0.74), (0.645, 0.76), (0.575, 1.2), (0.5, 1.2)))
    for top, foot in ((0.355, 0.425), (0.645, 0.575)):
        yield Ink.CARD_GOLD, line((top, 0.76), (foot, 1.2), 0.018)
    for y in (0.87, 0.96, 1.05):
        yield Ink.CARD_GOLD, ellipse(0.5, y, 0.022, 0.022)
    yield from _face()
    for step in range(7):
        x = 0.32 + 0.06 * step
        y = 0.735 + 0.035 * (1 - ((x - 0.5) / 0.18) ** 2)
        yield Ink.CARD, ellipse(x, y, 0.044, 0.048)
        yield Ink.CARD_EDGE, line((x, y - 0.012), (x, y + 0.036), 0.009)
    yield (
        Ink.CARD_RED,
        (
            *curve((0.455, 0.612), (0.48, 0.602), (0.52, 0.602), (0.545, 0.612)),
            *curve((0.545, 0.612), (0.525, 0.634), (0.475, 0.634), (0.455, 0.612)),
        ),
    )
    fringe = curve((0.345, 0.45), (0.36, 0.36), (0.45, 0.34), (0.655, 0.45))
    yield Ink.CARD_GOLD, ((0.30, 0.48), (0.345, 0.45), *fringe, (0.70, 0.48), (0.70, 0.30), (0.30, 0.30))
    feather = curve((0.70, 0.30), (0.76, 0.14), (0.86, 0.045), (0.985, 0.06))
    back = curve((0.985, 0.06), (0.97, 0.2), (0.86, 0.27), (0.73, 0.31))
    yield lining, ((0.70, 0.30), *feather, *back)
    yield Ink.CARD, line((0.74, 0.275), (0.925, 0.105), 0.011)
    crown = curve((0.27, 0.30), (0.22, 0.12), (0.42, 0.06), (0.60, 0.09))
    fall = curve((0.60, 0.09), (0.74, 0.115), (0.80, 0.18), (0.745, 0.30))
    yield cloth, ((0.27, 0.30), *crown, *fall)
    brim = curve((0.255, 0.285), (0.40, 0.335), (0.60, 0.335), (0.755, 0.285))
    low = curve((0.765, 0.335), (0.60, 0.40), (0.40, 0.40), (0.245, 0.335))
    yield Ink.CARD_GOLD, ((0.255, 0.285), *brim, (0.765, 0.335), *low)
    yield lining, ellipse(0.705, 0.315, 0.036, 0.036)
    yield Ink.CARD, ellipse(0.705, 0.315, 0.016, 0.016)


def _robe(cloth: Ink) -> Iterator[Area]:
    shoulder = curve((0.58, 0.73), (0.80, 0.76), (1.0, 0.84), (1.04, 1.2))
    yield cloth, mirrored(((0.5, 0.73), (0.58, 0.73), *shoulder, (0.5, 1.2)))
    for x in (0.12, 0.88):
        yield Ink.CARD_GOLD, line((x, 0.86), (x + (x - 0.5) * 0.1, 1.2), 0.02)


def _face() -> Iterator[Area]:
    neck = curve((0.575, 0.60), (0.57, 0.70), (0.60, 0.74), (0.64, 0.76))
    yield Ink.CARD_SKIN, mirrored(((0.5, 0.60), (0.575, 0.60), *neck, (0.5, 0.83)))
    yield (
        Ink.CARD_SHADE,
        mirrored(((0.5, 0.66), (0.573, 0.64), *curve((0.573, 0.66), (0.56, 0.72), (0.53, 0.735), (0.5, 0.737)))),
    )
    cheek = curve((0.5, 0.27), (0.63, 0.27), (0.672, 0.37), (0.665, 0.48))
    chin = curve((0.665, 0.48), (0.655, 0.60), (0.58, 0.69), (0.5, 0.69))
    yield Ink.CARD_SKIN, mirrored(((0.5, 0.27), *cheek, *chin))
    # The light falls from the left: the other cheek and the nose's flank lie in a soft shade.
    flank = curve((0.665, 0.48), (0.655, 0.60), (0.58, 0.69), (0.5, 0.69))
    inner = curve((0.5, 0.69), (0.57, 0.66), (0.615, 0.60), (0.612, 0.42))
    yield Ink.CARD_SHADE, ((0.612, 0.42), (0.668, 0.42), (0.665, 0.48), *flank, *inner)
    yield Ink.CARD_SHADE, ((0.5, 0.45), (0.512, 0.45), (0.536, 0.555), (0.49, 0.562))
    for side in (1, -1):
        x = 0.5 + 0.078 * side
        lid = curve((x - 0.046, 0.462), (x - 0.02, 0.428), (x + 0.02, 0.428), (x + 0.046, 0.462))
        low = curve((x + 0.046, 0.462), (x + 0.02, 0.484), (x - 0.02, 0.484), (x - 0.046, 0.462))
        yield Ink.CARD, ((x - 0.046, 0.462), *lid, *low)
        yield Ink.CARD_BLACK, ellipse(x, 0.459, 0.021, 0.022)
        above = curve((x + 0.05, 0.462), (x + 0.02, 0.416), (x - 0.02, 0.416), (x - 0.05, 0.462))
        yield Ink.CARD_BLACK, ((x - 0.05, 0.462), *lid, (x + 0.05, 0.462), *above)
        near, far = x - 0.052 * side, x + 0.058 * side
        brow = curve((near, 0.402), (x - 0.01 * side, 0.372), (x + 0.03 * side, 0.378), (far, 0.408))
        under = curve((far, 0.408), (x + 0.03 * side, 0.392), (x - 0.01 * side, 0.388), (near, 0.418))
        yield Ink.CARD_BLACK, ((near, 0.402), *brow, *under)


def _jewels(first: Ink, second: Ink) -> Iterator[Area]:
    """Stones along a crown's band."""
    for x, y, ink in ((0.5, 0.302, first), (0.59, 0.297, second), (0.662, 0.285, first)):
        for place in {x, 1 - x}:
            yield ink, turned(rectangle(place - 0.018, y - 0.018, 0.036, 0.036), 45, place, y)


def _sword() -> Iterator[Area]:
    yield Ink.CARD_EDGE, ((0.875, 0.98), (0.875, 0.30), (0.905, 0.22), (0.905, 0.98))
    yield Ink.CARD_BLUE, ((0.905, 0.22), (0.935, 0.30), (0.935, 0.98), (0.905, 0.98))
    yield Ink.CARD_GOLD, rectangle(0.80, 0.735, 0.21, 0.042)
    yield Ink.CARD_GOLD, ellipse(0.905, 0.756, 0.036, 0.036)


def _flower(cloth: Ink) -> Iterator[Area]:
    yield Ink.CARD_BLACK, line((0.875, 0.60), (0.90, 0.93), 0.018)
    leaf = curve((0.885, 0.76), (0.93, 0.70), (0.97, 0.70), (0.985, 0.66))
    yield Ink.CARD_BLACK, ((0.885, 0.76), *leaf, *curve((0.985, 0.66), (0.985, 0.74), (0.94, 0.78), (0.885, 0.78)))
    for step in range(5):
        yield cloth, turned(ellipse(0.87, 0.475, 0.05, 0.062), 72 * step, 0.87, 0.54)
    yield Ink.CARD_GOLD, ellipse(0.87, 0.54, 0.036, 0.036)
    yield Ink.CARD_SKIN, turned(ellipse(0.885, 0.885, 0.075, 0.05), -25, 0.885, 0.885)
    for step in range(3):
        yield Ink.CARD_SHADE, line((0.86 + 0.02 * step, 0.862 + 0.022 * step), (0.925, 0.85 + 0.022 * step), 0.008)
