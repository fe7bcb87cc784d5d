"""The four suits as outlines: drawn, never typed, for the sheet's typeface has none.

Each is a closed line of cubic curves in a square of 1 × 1, y upwards from the foot: it starts at a point and goes on
with (first control, second control, end) triples; a straight side has its controls on the line.
"""

from device.rules.card import Suit

Point = tuple[float, float]
Curve = tuple[Point, Point, Point]
Outline = tuple[Point, tuple[Curve, ...]]


def _line(start: Point, end: Point) -> Curve:
    return start, end, end


def _ring(x: float, y: float, r: float) -> Outline:
    k = 0.5523 * r  # the usual cubic quarter of a circle
    return (x + r, y), (
        ((x + r, y + k), (x + k, y + r), (x, y + r)),
        ((x - k, y + r), (x - r, y + k), (x - r, y)),
        ((x - r, y - k), (x - k, y - r), (x, y - r)),
        ((x + k, y - r), (x + r, y - k), (x + r, y)),
    )


_STEM: Outline = (
    (0.5, 0.42),
    (
        ((0.50, 0.20), (0.44, 0.06), (0.32, 0.0)),
        _line((0.32, 0.0), (0.68, 0.0)),
        ((0.56, 0.06), (0.50, 0.20), (0.5, 0.42)),
    ),
)

OUTLINES: dict[Suit, tuple[Outline, ...]] = {
    Suit.DIAMONDS: (
        (
            (0.5, 1.0),
            (
                ((0.58, 0.84), (0.74, 0.64), (0.88, 0.5)),
                ((0.74, 0.36), (0.58, 0.16), (0.5, 0.0)),
                ((0.42, 0.16), (0.26, 0.36), (0.12, 0.5)),
                ((0.26, 0.64), (0.42, 0.84), (0.5, 1.0)),
            ),
        ),
    ),
    Suit.HEARTS: (
        (
            (0.5, 0.0),
            (
                ((0.34, 0.24), (0.03, 0.44), (0.03, 0.70)),
                ((0.03, 0.88), (0.15, 0.98), (0.28, 0.98)),
                ((0.39, 0.98), (0.47, 0.90), (0.5, 0.80)),
                ((0.53, 0.90), (0.61, 0.98), (0.72, 0.98)),
                ((0.85, 0.98), (0.97, 0.88), (0.97, 0.70)),
                ((0.97, 0.44), (0.66, 0.24), (0.5, 0.0)),
            ),
        ),
    ),
    Suit.SPADES: (
        (
            (0.5, 1.0),
            (
                ((0.62, 0.80), (0.96, 0.60), (0.96, 0.36)),
                ((0.96, 0.22), (0.86, 0.14), (0.75, 0.14)),
                ((0.64, 0.14), (0.55, 0.20), (0.5, 0.30)),
                ((0.45, 0.20), (0.36, 0.14), (0.25, 0.14)),
                ((0.14, 0.14), (0.04, 0.22), (0.04, 0.36)),
                ((0.04, 0.60), (0.38, 0.80), (0.5, 1.0)),
            ),
        ),
        _STEM,
    ),
    Suit.CLUBS: (
        _ring(0.5, 0.76, 0.235),
        _ring(0.25, 0.38, 0.235),
        _ring(0.75, 0.38, 0.235),
        (
            (0.5, 0.60),
            (_line((0.5, 0.60), (0.34, 0.42)), _line((0.34, 0.42), (0.66, 0.42)), _line((0.66, 0.42), (0.5, 0.60))),
        ),
        _STEM,
    ),
}
