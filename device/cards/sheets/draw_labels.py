"""Draws a page of labels: codes, names outside the cuts, cut marks, and what the page says at its top."""

from device.cards.sheets.canvas import BLACK, GREY, WHITE, Canvas, suit_colour
from device.cards.sheets.layout import Block, Box, Page
from device.cards.sheets.pieces import DOT_MM, Band, Piece
from device.cards.sheets.sheet_words import SheetWords
from device.cards.sheets.symbols import Symbol
from device.rules.card import Card, Rank

_TICK_MM = 1.5
_TICK_OFF_MM = 0.25
_BETWEEN_MM = 0.4
_CAP = 0.245
"""Height of a capital letter, mm for a point of type."""


def draw_page(  # noqa: PLR0913 - a page and what stands on it
    canvas: Canvas, page: Page, words: SheetWords, *, head: str, warning: str, training: bool
) -> None:
    """One page of labels; `head` names pack and page, `warning` what to beware of."""
    canvas.page(page.stock.page_width_mm, page.stock.page_height_mm)
    _header(canvas, page.header, head, warning, words, training=training)
    for block in page.blocks:
        _cut_marks(canvas, block)
        for box in block.pieces:
            draw_piece(canvas, block.piece, box, words)
        _name(canvas, block, words)
    canvas.end_page()


def draw_piece(canvas: Canvas, piece: Piece, box: Box, words: SheetWords) -> None:
    """One label: its symbol, and its band."""
    canvas.modules(
        piece.modules,
        box.x + piece.symbol_x * DOT_MM,
        box.y + piece.symbol_y * DOT_MM,
        module=piece.module,
        bar=piece.bar,
    )
    if piece.band is Band.NONE:
        return
    left = box.x + piece.band_x * DOT_MM
    width = box.right - left - 0.5
    height = box.height - 1.0
    word = words.training if piece.band is Band.TRAINING else words.cut
    # As large as the label is high, less the hatched ends that tell it from a house's own at a glance.
    hatched = 1.2 if piece.band is Band.TRAINING else 0.0
    size = min(7.0, 100 * (height - 2 * hatched - (0.4 if hatched else 1.4)) / canvas.width(word, 100, bold=True))
    if piece.band is Band.TRAINING:
        canvas.hatch(left, box.y + 0.5, width, height, step=0.7, pen=0.22)
        canvas.box(left, box.y + 0.5 + hatched, width, height - 2 * hatched, fill=WHITE)
        canvas.box(left, box.y + 0.5, width, height, stroke=BLACK, pen=0.15)
        colour = BLACK
    else:
        canvas.box(left, box.y + 0.5, width, height, fill=BLACK)
        colour = WHITE
    middle = left + width / 2 + size * _CAP / 2
    canvas.text(middle, box.y + box.height / 2, word, size, bold=True, align=0.5, upwards=True, colour=colour)


def _header(  # noqa: PLR0913 - as draw_page
    canvas: Canvas, box: Box, head: str, warning: str, words: SheetWords, *, training: bool
) -> None:
    size = min(9.0, box.height / 0.36)
    baseline = box.y + box.height / 2 + size * _CAP / 2
    if training:
        canvas.hatch(box.x, box.y, box.width, box.height)
        middle = box.x + box.width / 2
        for x, align, text, large in ((box.x + 4, 0.0, head, size), (middle, 0.5, words.training, size * 1.35)):
            length = canvas.width(text, large, bold=True)
            canvas.box(x - align * length - 1.5, box.y, length + 3, box.height, fill=WHITE)
            canvas.text(x, box.y + box.height / 2 + large * _CAP / 2, text, large, bold=True, align=align)
        canvas.box(box.x, box.y, box.width, box.height, stroke=BLACK, pen=0.3)
        return
    canvas.text(box.x, baseline, head, size, bold=True)
    canvas.text(box.right, baseline, warning, min(size, 7.5), align=1.0)


def _name(canvas: Canvas, block: Block, words: SheetWords) -> None:
    """Which card the labels are for, nearer to them than to any other; below it the code."""
    box, card = block.name, block.piece.card
    if box.height < 6:
        size = min(11.0, box.height / _CAP * 0.72)
        middle = box.y + box.height / 2 + size * _CAP / 2
        end = _rank_and_suit(canvas, card, words, box.x + 0.5, middle, size)
        about = words.cut_card if card is None else words.card(card)
        if card is not None:
            canvas.text(end + 1.5, middle, about, size * 0.62, colour=GREY)
        canvas.text(box.right - 0.5, middle, block.piece.code, size * 0.62, colour=GREY, align=1.0)
        return
    size = 14.0
    small = 5.6
    # In words too where the longest name has room: a sheet says either all names so or none.
    longest = max(canvas.width(words.card(one), small) for one in Card)
    lines = [words.card(card)] if card is not None and longest <= box.width * 1.15 else []
    lines += [block.piece.code] if len(block.piece.code) > 3 else []
    height = size * _CAP + len(lines) * 2.4
    top = box.y + (box.height - height) / 2
    length = _length(canvas, card, words, size)
    if length > box.width:
        size *= box.width / length
        length = box.width
    baseline = top + size * _CAP
    _rank_and_suit(canvas, card, words, box.right - length, baseline, size)
    for line in lines:
        baseline += 2.4
        fitting = min(small, small * box.width / canvas.width(line, small))
        canvas.text(box.right, baseline, line, fitting, align=1.0, colour=GREY)


def _rank_and_suit(  # noqa: PLR0913, PLR0917 - what, where, how large
    canvas: Canvas, card: Card | None, words: SheetWords, x: float, baseline: float, size: float
) -> float:
    """Rank and suit as on a card's corner, or the cut card's name; gives where it ends."""
    if card is None:
        canvas.text(x, baseline, words.cut, size * 0.6, bold=True)
    else:
        height = size * _CAP
        canvas.text(x, baseline, _rank(card), size, bold=True, colour=suit_colour(card.suit))
        canvas.suit(card.suit, x + canvas.width(_rank(card), size, bold=True) + _BETWEEN_MM, baseline - height, height)
    return x + _length(canvas, card, words, size)


def _length(canvas: Canvas, card: Card | None, words: SheetWords, size: float) -> float:
    if card is None:
        return canvas.width(words.cut, size * 0.6, bold=True)
    return canvas.width(_rank(card), size, bold=True) + _BETWEEN_MM + size * _CAP


def _rank(card: Card) -> str:
    return "10" if card.rank is Rank.TEN else card.rank.value


def _cut_marks(canvas: Canvas, block: Block) -> None:
    """Ticks outside the labels at every cut, as far as there is room; beside bars the cut itself, thin and grey."""
    left = min(box.x for box in block.pieces)
    right = max(box.right for box in block.pieces)
    top = min(box.y for box in block.pieces)
    bottom = max(box.bottom for box in block.pieces)
    above = top - (block.name.bottom if block.name.bottom <= top else block.cell.y)
    before = left - (block.name.right if block.name.right <= left else block.cell.x)
    for room, edge, towards in ((above, top, -1), (block.cell.bottom - bottom, bottom, 1)):
        length = min(_TICK_MM, room - _TICK_OFF_MM - 0.1)
        if length >= 0.3:
            for x in block.verticals:
                start = edge + towards * _TICK_OFF_MM
                canvas.line(x, start, x, start + towards * length)
    for room, edge, towards in ((before, left, -1), (block.cell.right - right, right, 1)):
        length = min(_TICK_MM, room - _TICK_OFF_MM - 0.1)
        if length >= 0.3:
            for y in block.horizontals:
                start = edge + towards * _TICK_OFF_MM
                canvas.line(start, y, start + towards * length, y)
    if block.piece.modules.symbol is Symbol.CODE128:  # bars need no white above and below
        for y in block.horizontals:
            canvas.line(left, y, right, y, width=0.05, colour=GREY)
