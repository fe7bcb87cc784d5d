"""The first page: what these sheets are and what to beware of, how it is done, a card in true size, a ruler."""

from collections.abc import Sequence
from dataclasses import dataclass

from device.cards.sheets.canvas import BLACK, GREY, PALE, WHITE, Canvas
from device.cards.sheets.card_formats import EDGE_MM, CardFormat, Place, left_mm
from device.cards.sheets.draw_labels import draw_piece
from device.cards.sheets.label_sets import SetKind
from device.cards.sheets.layout import Box
from device.cards.sheets.pieces import Piece
from device.cards.sheets.sheet_words import SheetWords
from device.cards.sheets.stocks import Stock

_MARGIN_MM = 18.0
_GAP_MM = 9.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """What the first page tells of the sheets after it."""

    kind: SetKind
    packs: tuple[str, ...]
    note: str
    sample: Piece
    """A label of this size, with a code that is no card's."""
    place: Place
    card: CardFormat
    stock: Stock


def draw_cover(canvas: Canvas, cover: Cover, words: SheetWords) -> None:
    """Draw the first page."""
    stock = cover.stock
    canvas.page(stock.page_width_mm, stock.page_height_mm)
    left, right = _MARGIN_MM, stock.page_width_mm - _MARGIN_MM
    canvas.text(left, 27, words.title, 24, bold=True)
    y = 34.5
    if cover.packs:
        several = len(cover.packs) > 1
        heading = words.packs.format(ids=", ".join(cover.packs)) if several else words.pack.format(id=cover.packs[0])
        y = canvas.paragraph(left, y, heading, 12, width=right - left, bold=True)
    if cover.note:
        y = canvas.paragraph(left, y, words.note.format(note=cover.note), 10, width=right - left, colour=GREY)
    y = _warning(canvas, cover, words, Box(x=left, y=y - 1, width=right - left, height=0))
    guide_x = right - cover.card.width_mm
    top = y + 9
    canvas.text(left, top, words.steps_title, 14, bold=True)
    _steps(canvas, _how_to(cover, words), left, top + 7, guide_x - left - _GAP_MM)
    draw_guide(canvas, cover, words, guide_x, top - 3.4)
    draw_ruler(canvas, left, stock.page_height_mm - 22, words)
    canvas.end_page()


def _warning(canvas: Canvas, cover: Cover, words: SheetWords, box: Box) -> float:
    """The warning in its frame; gives the frame's lower edge."""
    text = {
        SetKind.PACK: words.secret,
        SetKind.TRAINING: words.training_warning,
        SetKind.CUT: words.cut_note,
    }[cover.kind]
    top = box.y
    if cover.kind is SetKind.TRAINING:
        canvas.hatch(box.x, top, box.width, 12, step=4, pen=1.4)
        length = canvas.width(words.training, 22, bold=True)
        canvas.box(box.x + box.width / 2 - length / 2 - 4, top, length + 8, 12, fill=WHITE)
        canvas.text(box.x + box.width / 2, top + 8.7, words.training, 22, bold=True, align=0.5)
        canvas.box(box.x, top, box.width, 12, stroke=BLACK, pen=0.4)
        top += 12
    end = canvas.paragraph(box.x + 5, top + 6.6, text, 10.5, width=box.width - 10, bold=cover.kind is not SetKind.CUT)
    bottom = end - 0.8
    canvas.box(box.x, top, box.width, bottom - top, stroke=BLACK, pen=0.8 if cover.kind is SetKind.PACK else 0.4)
    return bottom


def _how_to(cover: Cover, words: SheetWords) -> list[str]:
    stock = cover.stock
    steps = [words.step_print]
    if stock.is_plain:
        steps.append(words.step_plain.format(stock=stock.name.upper() if stock.name == "a4" else "Letter"))
    else:
        steps.append(words.step_stock.format(like=stock.like, per=stock.per_sheet, stock=stock.name))
    steps.append(words.step_cut)
    if cover.kind is SetKind.CUT:
        return [*steps, words.step_cut_card]
    steps.append(words.step_stick_middle if cover.place is Place.MIDDLE else words.step_stick_beside)
    if cover.kind is SetKind.PACK:
        steps += [words.step_enrol.format(id=cover.packs[0]), words.step_burn]
    return steps


def _steps(canvas: Canvas, steps: Sequence[str], x: float, y: float, width: float) -> None:
    for number, step in enumerate(steps, 1):
        canvas.text(x, y, f"{number}", 11.5, bold=True)
        y = canvas.paragraph(x + 6, y, step, 11.5, width=width - 6) + 2.8


def draw_guide(canvas: Canvas, cover: Cover, words: SheetWords, x: float, y: float) -> None:
    """A card's face in true size with the labels where they go, and where its indices are."""
    card, piece = cover.card, cover.sample
    canvas.box(x, y, card.width_mm, card.height_mm, stroke=BLACK, pen=0.3, radius=3.5)
    index_height = 20.0 if cover.place is Place.MIDDLE else 18.0
    corners = [(x + 1.5, y + 2), (x + card.width_mm - card.index_mm, y + card.height_mm - 2 - index_height)]
    for left, top in corners if cover.kind is not SetKind.CUT else ():
        canvas.box(left, top, card.index_mm - 1.5, index_height, fill=(0.93, 0.93, 0.93), radius=1)
    offset = left_mm(piece.width_mm, card, cover.place)
    near = Box(x=x + offset, y=y + EDGE_MM, width=piece.width_mm, height=piece.height_mm)
    far = Box(
        x=x + card.width_mm - offset - piece.width_mm,
        y=y + card.height_mm - EDGE_MM - piece.height_mm,
        width=piece.width_mm,
        height=piece.height_mm,
    )
    draw_piece(canvas, piece, near, words)
    with canvas.turned_half(far.x + far.width / 2, far.y + far.height / 2):
        draw_piece(canvas, piece, far, words)
    for box in (near, far):
        canvas.box(box.x, box.y, box.width, box.height, stroke=GREY, pen=0.1)
    middle = x + card.width_mm / 2
    what = words.cut_card if cover.kind is SetKind.CUT else words.face
    canvas.text(middle, y + card.height_mm / 2, what, 15, align=0.5, colour=PALE)
    canvas.text(
        near.x + near.width / 2,
        near.bottom + 4.2,
        words.both_ends.format(edge=f"{EDGE_MM:g}"),
        7,
        align=0.5,
        colour=GREY,
    )
    below = y + card.height_mm + 4.5
    below = canvas.paragraph(x, below, words.guide, 7.5, width=card.width_mm, bold=True)
    size = words.format.format(width=f"{card.width_mm:g}", height=f"{card.height_mm:g}", name=card.name)
    canvas.text(x, below + 0.2, size, 7.5, colour=GREY)


def draw_ruler(canvas: Canvas, x: float, y: float, words: SheetWords) -> None:
    """A ruler of 100 mm."""
    canvas.line(x, y, x + 100, y, width=0.25)
    for mm in range(101):
        length = 5.0 if mm % 10 == 0 else 3.5 if mm % 5 == 0 else 2.0
        canvas.line(x + mm, y, x + mm, y - length, width=0.25 if mm % 10 == 0 else 0.12)
        if mm % 10 == 0:
            canvas.text(x + mm, y - 6, str(mm), 7, align=0.5)
    canvas.text(x, y + 4.2, words.ruler, 9, bold=True)
