"""One label as it is cut out and stuck on: its symbol, its quiet zone, and a band with a word where it needs one.

Sizes are whole dots of 1/300 inch, two dots of a 600 dpi printer, so that every module is as wide as every other.

Why these sizes. An engine of 30 frames a second sees a card that is drawn in two to six frames, but each frame is
exposed for a millisecond or less: while the card rests in the mouth, or is drawn at 0.25 m/s, the picture is smeared by
0.25 mm at most. Half a module of smear is what any decoder takes, so a Data Matrix has modules of 0.5 mm (6 dots) and
more. Such an engine resolves 0.25 mm (10 mil) over a depth of some 5 to 15 cm, and twice the module reads at twice the
distance: the card's face is well inside that behind any window. Code 128 has 0.254 mm (3 dots), for at twice that the
label would be longer than the card is wide; it is for cards that rest, or engines made for moving goods. Class codes
are shorter and have 0.34 mm: nothing but one check digit of the bars' own guards them against a misread. Its bars are
8.8 mm high, so that a straight scanning line still crosses all of them at 10° of tilt.
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace

from device.cards.sheets.symbols import Modules, Symbol, modules_of
from device.rules.card import Card

DOTS_PER_INCH = 300
DOT_MM = 25.4 / DOTS_PER_INCH

DATAMATRIX_SIDE = 120
"""Dots: 10.2 mm, the height of every Data Matrix label, quiet zone included."""
DATAMATRIX_QUIET = 2
"""Modules of white round a Data Matrix; one would be enough for the standard, and for nobody's scissors."""
CODE128_LONGEST = 561
"""Dots: 47.5 mm, quiet zones included: what fits beside the index of a bridge card."""
CODE128_QUIET = 10
"""Modules of white before and after the bars."""
CODE128_BARS = 104
"""Dots: 8.8 mm."""
CODE128_HEIGHT = 110
BAND = 40
"""Dots: 3.4 mm for a word along the label."""


class Band(enum.Enum):
    """What a person reads on a label; a label of a pack has none, for nobody needs to tell it from another."""

    NONE = "none"
    TRAINING = "training"
    CUT = "cut"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One label, dots; x and y are from its upper left corner."""

    code: str
    card: Card | None
    """None: the cut card."""
    modules: Modules
    module: int
    bar: int
    """How high one row is drawn: a module, or the height of the bars."""
    symbol_x: int
    symbol_y: int
    width: int
    height: int
    band: Band
    band_x: int
    """Where the band begins; it ends with the label."""

    @property
    def width_mm(self) -> float:
        """Its length along the card's short edge."""
        return self.width * DOT_MM

    @property
    def height_mm(self) -> float:
        """How far it reaches into the card."""
        return self.height * DOT_MM


def code128_module(width: int) -> int:
    """Dots a module for bars of this many modules: 3 for a pack's label, 4 for a class code."""
    return 4 if 4 * (width + 2 * CODE128_QUIET) <= CODE128_LONGEST else 3


def piece_of(code: str, card: Card | None, symbol: Symbol, band: Band = Band.NONE) -> Piece:
    """Lay out one label."""
    modules = modules_of(code, symbol)
    if symbol is Symbol.DATAMATRIX:
        module = bar = DATAMATRIX_SIDE // (modules.width + 2 * DATAMATRIX_QUIET)
        margin = (DATAMATRIX_SIDE - modules.width * module) // 2
        x = y = margin
        length = height = DATAMATRIX_SIDE
    else:
        module, bar = code128_module(modules.width), CODE128_BARS
        x = CODE128_QUIET * module
        y = (CODE128_HEIGHT - CODE128_BARS) // 2
        length, height = modules.width * module + 2 * x, CODE128_HEIGHT
    return Piece(
        code=code,
        card=card,
        modules=modules,
        module=module,
        bar=bar,
        symbol_x=x,
        symbol_y=y,
        width=length + (0 if band is Band.NONE else BAND),
        height=height,
        band=band,
        band_x=length,
    )


def evened(pieces: Sequence[Piece], *, least: int = 0) -> tuple[Piece, ...]:
    """Give all labels the length of the longest, with more white beside the symbol: one guide cuts and sticks them all.

    `least` dots at least.
    """
    longest = max(least, *(piece.width for piece in pieces))
    return tuple(
        replace(
            piece,
            width=longest,
            symbol_x=piece.symbol_x + (longest - piece.width) // 2,
            band_x=piece.band_x + longest - piece.width,
        )
        for piece in pieces
    )
