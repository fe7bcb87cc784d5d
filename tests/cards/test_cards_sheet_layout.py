"""Where labels stand on the paper: inside what a printer reaches, apart from each other, whole, and all of them."""

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest
from cards.sheet_pictures import fitting_stocks, label_set, paper

from device.cards.errors import SheetError
from device.cards.sheets.card_formats import FORMATS, Place, left_mm, place_for
from device.cards.sheets.document import laid_out, pieces_of, sheets_of
from device.cards.sheets.label_sets import CUT_CODE, SetKind, cut_set, draw_codes, pack_set, training_set
from device.cards.sheets.layout import Block, Box, lay_out
from device.cards.sheets.pieces import CODE128_QUIET, DATAMATRIX_QUIET, DOT_MM, Band, piece_of
from device.cards.sheets.stocks import STOCKS, UNPRINTABLE_MM, Stock
from device.cards.sheets.symbols import Symbol, modules_of
from device.readers.labels import parse_label
from device.rules.card import Card

HAIR = 1e-6
EACH = pytest.mark.parametrize("symbol", list(Symbol))
EACH_KIND = pytest.mark.parametrize("kind", list(SetKind))


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes have more in common than an edge."""
    return (
        one.x < other.right - HAIR
        and other.x < one.right - HAIR
        and one.y < other.bottom - HAIR
        and other.y < one.bottom - HAIR
    )


def inside(one: Box, outer: Box, margin: float = 0.0) -> bool:
    """Whether a box lies in another, this far from its edge."""
    return (
        one.x >= outer.x + margin - HAIR
        and one.y >= outer.y + margin - HAIR
        and one.right <= outer.right - margin + HAIR
        and one.bottom <= outer.bottom - margin + HAIR
    )


def page_of(stock: Stock) -> Box:
    """The whole paper."""
    return Box(x=0, y=0, width=stock.page_width_mm, height=stock.page_height_mm)


@cache
def placed(kind: SetKind, symbol: Symbol) -> list[tuple[str, tuple[Block, ...], Box]]:
    """All pages of a set on all papers it fits: paper, blocks, header."""
    one = label_set(kind)
    return [
        (stock, page.blocks, page.header)
        for stock in fitting_stocks(one, symbol)
        for page in laid_out(one, paper(stock, symbol)) or ()
    ]


@pytest.mark.parametrize("stock", [stock for stock in STOCKS.values() if not stock.is_plain], ids=lambda one: one.name)
def test_a_grid_of_ready_cut_labels_lies_in_the_middle_of_its_sheet(stock: Stock) -> None:
    assert stock.per_sheet == int(stock.name.split("-")[1])
    right = stock.page_width_mm - (stock.left_mm + (stock.columns - 1) * stock.pitch_x_mm + stock.label_width_mm)
    below = stock.page_height_mm - (stock.top_mm + (stock.rows - 1) * stock.pitch_y_mm + stock.label_height_mm)
    assert right == pytest.approx(stock.left_mm, abs=0.02)
    assert below == pytest.approx(stock.top_mm, abs=0.02)
    assert stock.pitch_x_mm >= stock.label_width_mm
    assert stock.pitch_y_mm >= stock.label_height_mm


@EACH
@EACH_KIND
def test_nothing_lies_outside_its_place_or_on_another(kind: SetKind, symbol: Symbol) -> None:
    for stock, blocks, header in placed(kind, symbol):
        whole = page_of(STOCKS[stock])
        assert inside(header, whole, UNPRINTABLE_MM)
        assert header.height > 3
        for block in blocks:
            first, second = block.pieces
            assert not overlap(first, second)
            assert inside(block.cell, whole)
            for box in (*block.pieces, block.name):
                assert inside(box, block.cell, 0.2 if not STOCKS[stock].is_plain else 0.0), stock
                assert inside(box, whole, UNPRINTABLE_MM), stock
                assert not overlap(box, header), stock
            assert not any(overlap(block.name, piece) for piece in block.pieces)
        for one in blocks:
            assert not any(overlap(one.cell, other.cell) for other in blocks if other is not one)


@EACH
@EACH_KIND
def test_every_label_keeps_its_quiet_zone_and_its_band_out_of_it(kind: SetKind, symbol: Symbol) -> None:
    pieces = pieces_of(label_set(kind), symbol)
    assert len({piece.width for piece in pieces}) == 1
    for piece in pieces:
        right = piece.symbol_x + piece.modules.width * piece.module
        bottom = piece.symbol_y + piece.modules.height * piece.bar
        quiet = piece.module * (CODE128_QUIET if symbol is Symbol.CODE128 else DATAMATRIX_QUIET)
        assert piece.symbol_x >= quiet
        assert piece.band_x - right >= quiet
        assert piece.symbol_y >= (0 if symbol is Symbol.CODE128 else quiet)
        assert piece.height - bottom >= (0 if symbol is Symbol.CODE128 else quiet)
        assert piece.module * DOT_MM >= (0.25 if symbol is Symbol.CODE128 else 0.4)
        assert (piece.band_x < piece.width) == (piece.band is not Band.NONE)
        wanted = {SetKind.PACK: Band.NONE, SetKind.TRAINING: Band.TRAINING, SetKind.CUT: Band.CUT}[kind]
        assert piece.band is (Band.CUT if piece.card is None else wanted)


@EACH
@EACH_KIND
def test_labels_stand_on_whole_dots(kind: SetKind, symbol: Symbol) -> None:
    for _, blocks, _ in placed(kind, symbol):
        for block in blocks:
            for box in block.pieces:
                for edge in (box.x, box.y, box.right, box.bottom):
                    assert edge / DOT_MM == pytest.approx(round(edge / DOT_MM), abs=1e-3)


@EACH
def test_every_card_of_a_pack_has_its_block_once_on_every_paper(symbol: Symbol) -> None:
    one = label_set(SetKind.PACK)
    for stock in fitting_stocks(one, symbol):
        pages = laid_out(one, paper(stock, symbol)) or ()
        codes = [(block.piece.code, block.piece.card) for page in pages for block in page.blocks]
        assert codes == list(one.labels)
        assert len(codes) == 52


@pytest.mark.parametrize(("symbol", "sheets"), [(Symbol.DATAMATRIX, 1), (Symbol.CODE128, 2)])
@pytest.mark.parametrize("stock", ["a4", "letter"])
def test_a_pack_takes_no_more_plain_sheets_than_it_must(symbol: Symbol, sheets: int, stock: str) -> None:
    assert sheets_of([label_set(SetKind.PACK)], paper(stock, symbol)) == sheets


@EACH
def test_a_deck_stands_by_suits_on_plain_paper(symbol: Symbol) -> None:
    (page,) = laid_out(training_set(), paper("a4", symbol)) or ()
    columns = Counter(round(block.cell.x) for block in page.blocks)
    assert sorted(columns.values()) == [13, 13, 13, 14]
    for column in columns:
        cards = [block.piece.card for block in page.blocks if round(block.cell.x) == column and block.piece.card]
        assert len({card.suit for card in cards}) == 1
        assert [card.index % 13 for card in cards] == list(range(13))


def test_a_sheet_that_was_begun_is_gone_on_with() -> None:
    pieces = pieces_of(cut_set(70), Symbol.DATAMATRIX)
    whole = lay_out(pieces, STOCKS["a4-65"])
    begun = lay_out(pieces, STOCKS["a4-65"], skip=60)
    assert [len(page.blocks) for page in whole] == [65, 5]
    assert [len(page.blocks) for page in begun] == [5, 65]
    assert [block.pieces for block in begun[0].blocks] == [block.pieces for block in whole[0].blocks[60:]]
    with pytest.raises(SheetError, match="has 65 places: skip 0 to 64"):
        lay_out(pieces, STOCKS["a4-65"], skip=65)


def test_a_shifted_sheet_moves_as_a_whole() -> None:
    pieces = pieces_of(cut_set(3), Symbol.DATAMATRIX)
    (still,) = lay_out(pieces, STOCKS["a4-65"])
    (moved,) = lay_out(pieces, STOCKS["a4-65"], shift_mm=(1.0, -0.5))
    for one, other in zip(still.blocks, moved.blocks, strict=True):
        assert other.pieces[0].x - one.pieces[0].x == pytest.approx(1.0, abs=DOT_MM)
        assert other.pieces[1].y - one.pieces[1].y == pytest.approx(-0.5, abs=DOT_MM)


def test_what_does_not_fit_is_refused_with_what_does() -> None:
    one = label_set(SetKind.PACK)
    with pytest.raises(SheetError, match=r"one label of a4-65 .*it fits a4, letter, a4-44"):
        sheets_of([one], paper("a4-65", Symbol.CODE128))
    with pytest.raises(SheetError, match=r"cover the index of a bridge-jumbo card; it fits poker, bridge"):
        sheets_of([one], paper("a4", Symbol.CODE128, "bridge-jumbo"))


@EACH
@pytest.mark.parametrize("name", list(FORMATS))
def test_a_label_never_covers_an_index_that_must_stay(name: str, symbol: Symbol) -> None:
    card = FORMATS[name]
    for code in ("9H", CUT_CODE, "WXYZ-AB-CDEF"):
        width = piece_of(code, None, symbol, Band.TRAINING if len(code) < 4 else Band.NONE).width_mm
        place = place_for(width, card)
        if place is None:
            assert symbol is Symbol.CODE128
            continue
        left = left_mm(width, card, place)
        assert left >= card.index_mm - HAIR  # the upper left corner has an index always
        assert left + width <= card.width_mm - (card.index_mm if place is Place.MIDDLE else 1.5) + HAIR
        if place is Place.MIDDLE:  # half round, it lies on itself
            assert left == pytest.approx(card.width_mm - left - width)


def test_a_packs_codes_are_labels_apart_from_each_other() -> None:
    codes = draw_codes("7QX4", lambda pack, serial: (serial + pack)[:4])
    assert Counter(codes.values()) == Counter(Card)
    labels = [parse_label(code) for code in codes]
    assert all(label is not None and label.pack == "7QX4" and label.check == f"{label.serial}7Q" for label in labels)
    for one in codes:
        assert all(sum(a != b for a, b in zip(one, other, strict=True)) > 1 for other in codes if other != one)
    again = draw_codes("7QX4", lambda pack, serial: (serial + pack)[:4])
    assert list(again) != list(codes)
    assert [card for _, card in pack_set("7QX4", codes).labels] == [
        Card(rank + suit) for suit in "shcd" for rank in "A23456789TJQK"
    ]


def test_training_labels_say_rank_and_suit_as_marks_read_them() -> None:
    labels = training_set().labels
    assert [(code, None) for code, card in labels if card is None] == [(CUT_CODE, None)]
    assert {Card.parse(code) for code, card in labels if card is not None} == set(Card)
    assert all(Card.parse(code) is card for code, card in labels if card is not None)


@pytest.mark.parametrize(("code", "width"), [("WXYZ-AB-CDEF", 16), ("9H", 10), ("CUT", 10)])
def test_a_data_matrix_is_square_with_its_finder(code: str, width: int) -> None:
    modules = modules_of(code, Symbol.DATAMATRIX)
    assert (modules.width, modules.height) == (width, width)
    assert all(row[0] for row in modules.rows)
    assert all(modules.rows[-1])
    assert [one != other for one, other in pairwise(modules.rows[0])] == [True] * (width - 1)


def test_runs_are_the_black_modules_and_no_other() -> None:
    modules = modules_of("7QX4-K3-1A2B", Symbol.DATAMATRIX)
    black = {(x + step, y) for x, y, length in modules.runs() for step in range(length)}
    assert black == {(x, y) for y, row in enumerate(modules.rows) for x, value in enumerate(row) if value}
