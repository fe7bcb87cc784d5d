"""Where each label stands on the paper: pure arithmetic in millimetres from the page's upper left corner, y downwards.

A block is what one card gets: its two labels, one for each end, side by side or one above the other, and beside them,
outside every cut, the card's name. On ready-cut labels a block is one label of the sheet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from device.cards.errors import SheetError
from device.cards.pack import CARDS_IN_PACK
from device.cards.sheets.pieces import DOT_MM, Piece
from device.cards.sheets.stocks import UNPRINTABLE_MM, Stock
from device.rules.card import Suit

MARGIN_MM = 8.0
"""Left white along the edges of a plain sheet."""
HEADER_MM = 10.0
"""At the top of a plain sheet: which pack, which page, and what to beware of."""
NAME_MM = 9.0
"""Room for a card's name beside its labels, at least."""
_NAME_ABOVE_MM = 4.2
_TICK_ROOM_MM = 2.2
_TOLERANCE_MM = 0.4
"""From a ready-cut label's edge to what is printed on it, at least: no printer meets the edge better."""
_ROW_GAP_MM = 0.7
SUIT = 13


class DoesNotFitError(SheetError):
    """A label is too large for this paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rectangle on the page, mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """What one card gets, placed on the page."""

    piece: Piece
    cell: Box
    """The ready-cut label, or the part of a plain sheet that is this block's."""
    pieces: tuple[Box, Box]
    name: Box
    verticals: tuple[float, ...]
    """Where the scissors go from top to bottom …"""
    horizontals: tuple[float, ...]
    """… and from side to side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page of labels."""

    stock: Stock
    header: Box
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """A block from its upper left corner."""

    width: float
    height: float
    pieces: tuple[tuple[float, float], tuple[float, float]]
    name: Box


def lay_out(
    pieces: Sequence[Piece], stock: Stock, *, skip: int = 0, shift_mm: tuple[float, float] = (0.0, 0.0)
) -> tuple[Page, ...]:
    """Place one block a piece, down the columns, as many pages as it takes.

    `skip` leaves that many places of the first sheet free: a sheet of ready-cut labels that was begun. `shift_mm` moves
    everything right and down, for a printer that is off by so much. Raises DoesNotFitError when a label is too
    large, SheetError when more is skipped than there is.
    """
    if not pieces:
        return ()
    widest = max(pieces, key=lambda piece: (piece.width, piece.height))
    cells, shape = _plain(widest, stock) if stock.is_plain else _ready_cut(widest, stock)
    if not 0 <= skip < len(cells):
        raise SheetError(f"a sheet of {stock.name} has {len(cells)} places: skip 0 to {len(cells) - 1} of them")
    header = _header(stock, min(cell.y for cell in cells))
    pages = []
    places = [None] * skip + list(pieces)
    for start in range(0, len(places), len(cells)):
        blocks = tuple(
            _placed(piece, cell, shape, shift_mm)
            for piece, cell in zip(places[start : start + len(cells)], cells, strict=False)
            if piece is not None
        )
        pages.append(Page(stock=stock, header=header, blocks=blocks))
    return tuple(pages)


def _header(stock: Stock, first_row_mm: float) -> Box:
    top = MARGIN_MM if stock.is_plain else UNPRINTABLE_MM
    left = MARGIN_MM if stock.is_plain else max(stock.left_mm, UNPRINTABLE_MM + 1)
    height = min(7.5, first_row_mm - top - (1.5 if stock.is_plain else 0.4))
    return Box(x=left, y=top, width=stock.page_width_mm - 2 * left, height=height)


def _plain(piece: Piece, stock: Stock) -> tuple[list[Box], _Shape]:
    """Divide a plain sheet: as few sheets as a deck can do with, and a suit a column where that costs none more."""
    width = stock.page_width_mm - 2 * MARGIN_MM
    height = stock.page_height_mm - 2 * MARGIN_MM - HEADER_MM
    grids = []
    for stacked in (False, True):
        shape = _beside(piece, NAME_MM, stacked=stacked)
        columns = int((width + _TICK_ROOM_MM) / (shape.width + 2 * _TICK_ROOM_MM))
        rows = int(height / (shape.height + _ROW_GAP_MM))
        if columns and rows:
            in_suits = columns >= len(Suit) and rows >= SUIT
            # Where four suits stand side by side, a fourteenth row is for what is left over: the cut card.
            rows = min(rows, SUIT + 1 if in_suits else SUIT)
            grids.append((ceil(CARDS_IN_PACK / (columns * rows)), not in_suits, stacked, columns, rows))
    if not grids:
        raise DoesNotFitError(f"a label of {piece.width_mm:.1f} mm does not fit on a sheet of {stock.name}")
    _, not_in_suits, stacked, columns, rows = min(grids)
    if not not_in_suits:
        columns = len(Suit)
    pitch_x = width / columns
    shape = _beside(piece, NAME_MM, stacked=stacked, width=pitch_x - _TICK_ROOM_MM)
    pitch_y = min(height / rows, shape.height + 12)
    places = [(column, row) for column in range(columns) for row in range(min(rows, SUIT))]
    places += [(column, SUIT) for column in range(columns) if rows > SUIT]
    return [
        Box(x=MARGIN_MM + column * pitch_x, y=MARGIN_MM + HEADER_MM + row * pitch_y, width=pitch_x, height=pitch_y)
        for column, row in places
    ], shape


def _ready_cut(piece: Piece, stock: Stock) -> tuple[list[Box], _Shape]:
    width = stock.label_width_mm - 2 * _TOLERANCE_MM
    height = stock.label_height_mm - 2 * _TOLERANCE_MM
    shapes = [
        shape
        for stacked in (False, True)
        for shape in (_beside(piece, NAME_MM, stacked=stacked, width=width), _above(piece, stacked=stacked))
        if shape.width <= width and shape.height <= height
    ]
    if not shapes:
        raise DoesNotFitError(
            f"two labels of {piece.width_mm:.1f} × {piece.height_mm:.1f} mm and a card's name do not fit on one label "
            f"of {stock.name} ({stock.label_width_mm:.1f} × {stock.label_height_mm:.1f} mm)"
        )
    cells = [
        Box(
            x=stock.left_mm + column * stock.pitch_x_mm,
            y=stock.top_mm + row * stock.pitch_y_mm,
            width=stock.label_width_mm,
            height=stock.label_height_mm,
        )
        for column in range(stock.columns)
        for row in range(stock.rows)
    ]
    return cells, shapes[0]


def _beside(piece: Piece, name_mm: float, *, stacked: bool, width: float | None = None) -> _Shape:
    """The name on the left; with a width to fill, the name takes what there is, up to twice its least."""
    across, down = (1, 2) if stacked else (2, 1)
    labels = across * piece.width_mm
    if width is not None:
        name_mm = max(name_mm, min(2 * name_mm, width - labels - 2 * _TICK_ROOM_MM))
    height = down * piece.height_mm
    first = name_mm + _TICK_ROOM_MM
    second = (first, piece.height_mm) if stacked else (first + piece.width_mm, 0.0)
    return _Shape(
        width=first + labels,
        height=height,
        pieces=((first, 0.0), second),
        name=Box(x=0, y=0, width=name_mm, height=height),
    )


def _above(piece: Piece, *, stacked: bool) -> _Shape:
    """The name above."""
    first = _NAME_ABOVE_MM + 0.8
    second = (0.0, first + piece.height_mm) if stacked else (piece.width_mm, first)
    width = piece.width_mm * (1 if stacked else 2)
    return _Shape(
        width=width,
        height=first + piece.height_mm * (2 if stacked else 1),
        pieces=((0.0, first), second),
        name=Box(x=0, y=0, width=width, height=_NAME_ABOVE_MM),
    )


def _placed(piece: Piece, cell: Box, shape: _Shape, shift_mm: tuple[float, float]) -> Block:
    """In the middle of its cell, each label on a whole dot."""
    # Snapped once and both labels from there: they are whole dots long, so they still meet at the same cut.
    x = cell.x + (cell.width - shape.width) / 2 + shift_mm[0]
    y = cell.y + (cell.height - shape.height) / 2 + shift_mm[1]
    left, top = (_snapped(x + shape.pieces[0][0]), _snapped(y + shape.pieces[0][1]))
    dx, dy = left - shape.pieces[0][0], top - shape.pieces[0][1]
    boxes = [Box(x=dx + at[0], y=dy + at[1], width=piece.width_mm, height=piece.height_mm) for at in shape.pieces]
    first, second = boxes
    name = Box(x=dx + shape.name.x, y=dy + shape.name.y, width=shape.name.width, height=shape.name.height)
    return Block(
        piece=piece,
        cell=cell,
        pieces=(first, second),
        name=name,
        verticals=_edges([(box.x, box.right) for box in boxes]),
        horizontals=_edges([(box.y, box.bottom) for box in boxes]),
    )


def _edges(spans: list[tuple[float, float]]) -> tuple[float, ...]:
    return tuple(sorted({round(edge, 4) for span in spans for edge in span}))


def _snapped(mm: float) -> float:
    return round(mm / DOT_MM) * DOT_MM
