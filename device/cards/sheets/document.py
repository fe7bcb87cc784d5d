"""Sheets of labels as one PDF: the first page, then the labels, set by set."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from device.cards.errors import SheetError
from device.cards.sheets.canvas import Canvas
from device.cards.sheets.card_formats import FORMATS, CardFormat, Place, place_for
from device.cards.sheets.cover import Cover, draw_cover
from device.cards.sheets.draw_labels import draw_page
from device.cards.sheets.label_sets import CUT_CODE, LabelSet, SetKind
from device.cards.sheets.layout import DoesNotFitError, Page, lay_out
from device.cards.sheets.pieces import Band, Piece, evened, piece_of
from device.cards.sheets.sheet_words import WORDS
from device.cards.sheets.stocks import STOCKS, Stock
from device.cards.sheets.symbols import Symbol
from device.cards.sheets.trial_page import TEST_CODE, draw_trial_page
from device.rules.card import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """How sheets are to look."""

    stock: Stock
    card: CardFormat
    symbol: Symbol
    language: str = "en"
    skip: int = 0
    """Places of the first sheet of labels that are used already."""
    shift_mm: tuple[float, float] = (0.0, 0.0)
    note: str = ""


def sheets_pdf(sets: Sequence[LabelSet], paper: Paper) -> bytes:
    """The whole document; all sets are of one kind. Raises SheetError where a label fits neither paper nor card."""
    _check_libraries()
    words = WORDS[paper.language]
    kind = sets[0].kind
    placed = [_pages(one, paper, skip=0 if number else paper.skip) for number, one in enumerate(sets)]
    sample = _sample(kind, paper.symbol, max(page.blocks[0].piece.width for pages in placed for page in pages))
    cover = Cover(
        kind=kind,
        packs=tuple(dict.fromkeys(one.pack for one in sets if one.pack)),
        note=paper.note,
        sample=sample,
        place=_place(sample, paper),
        card=paper.card,
        stock=paper.stock,
    )
    canvas = Canvas(title="zapato")  # and no more: a title shows in lists of recent files
    draw_cover(canvas, cover, words)
    total = sum(map(len, placed))
    number = 0
    for one, pages in zip(sets, placed, strict=True):
        for page in pages:
            number += 1
            parts = [words.pack.format(id=one.pack)] if one.pack else [words.cut] if kind is SetKind.CUT else []
            head = "  ·  ".join([*parts, words.page.format(number=number, total=total)])
            warning = (
                words.secret_short if kind is SetKind.PACK else paper.card.name if kind is SetKind.TRAINING else ""
            )
            draw_page(canvas, page, words, head=head, warning=warning, training=kind is SetKind.TRAINING)
    return canvas.content()


def sheets_of(sets: Sequence[LabelSet], paper: Paper) -> int:
    """How many sheets of labels it takes; raises SheetError as `sheets_pdf` does."""
    return sum(len(_pages(one, paper, skip=0 if number else paper.skip)) for number, one in enumerate(sets))


def trial_pdf(paper: Paper) -> bytes:
    """The test page; raises SheetError where the libraries are missing."""
    _check_libraries()
    canvas = Canvas(title="zapato")
    draw_trial_page(canvas, paper.stock, WORDS[paper.language])
    return canvas.content()


def laid_out(one: LabelSet, paper: Paper) -> tuple[Page, ...] | None:
    """Where each label of a set stands; None where it fits neither paper nor card."""
    try:
        return _pages(one, paper, skip=paper.skip)
    except SheetError:
        return None


def pieces_of(one: LabelSet, symbol: Symbol) -> tuple[Piece, ...]:
    """Every label of a set, all of one length."""
    return evened([piece_of(code, card, symbol, _band(one.kind, card)) for code, card in one.labels])


def _check_libraries() -> None:
    """Raise SheetError where the extra `cards` is not installed: a table that prints nothing does without."""
    missing = [name for name in ("reportlab", "zxingcpp", "fontpkg") if find_spec(name) is None]
    if missing:
        raise SheetError(f"the packages that draw labels are not installed ({', '.join(missing)}): run systemd/setup")


def _pages(one: LabelSet, paper: Paper, *, skip: int) -> tuple[Page, ...]:
    pieces = pieces_of(one, paper.symbol)
    _place(pieces[0], paper)
    try:
        return lay_out(pieces, paper.stock, skip=skip, shift_mm=paper.shift_mm)
    except DoesNotFitError as error:
        others = [name for name, stock in STOCKS.items() if _fits(pieces, stock)]
        raise SheetError(f"{error}; it fits {', '.join(others)}") from None


def _fits(pieces: Sequence[Piece], stock: Stock) -> bool:
    try:
        lay_out(pieces, stock)
    except DoesNotFitError:
        return False
    return True


def _place(piece: Piece, paper: Paper) -> Place:
    place = place_for(piece.width_mm, paper.card)
    if place is None:
        others = [name for name, card in FORMATS.items() if place_for(piece.width_mm, card) is not None]
        raise SheetError(
            f"a {paper.symbol.value} label of {piece.width_mm:.1f} mm would cover the index of a {paper.card.name} "
            f"card; it fits {', '.join(others)}, and a datamatrix label fits every format"
        )
    return place


def _band(kind: SetKind, card: Card | None) -> Band:
    if card is None:
        return Band.CUT
    return Band.TRAINING if kind is SetKind.TRAINING else Band.NONE


def _sample(kind: SetKind, symbol: Symbol, width: int) -> Piece:
    """A label for the drawing of a card: of this length, with a code that is no card's."""
    code = {SetKind.PACK: TEST_CODE, SetKind.TRAINING: "XX", SetKind.CUT: CUT_CODE}[kind]
    band = {SetKind.PACK: Band.NONE, SetKind.TRAINING: Band.TRAINING, SetKind.CUT: Band.CUT}[kind]
    return evened([piece_of(code, None, symbol, band)], least=width)[0]
