"""The test page: does the printer keep to scale, and which sizes of code does the reader read?"""

from device.cards.sheets.canvas import BLACK, GREY, Canvas
from device.cards.sheets.cover import draw_ruler
from device.cards.sheets.pieces import DATAMATRIX_QUIET, DATAMATRIX_SIDE, DOT_MM, code128_module
from device.cards.sheets.sheet_words import SheetWords
from device.cards.sheets.stocks import Stock
from device.cards.sheets.symbols import Symbol, modules_of

TEST_CODE = "TEST-CODE-12"
"""As long as a pack's label and of another shape: no table takes it for one."""
DATAMATRIX_SIZES = (4, 5, 6, 8, 10)
"""Dots a module: 0.34 to 0.85 mm; the labels' own is 6."""
CODE128_SIZES = (2, 3, 4)
_MARGIN_MM = 18.0


def draw_trial_page(canvas: Canvas, stock: Stock, words: SheetWords) -> None:
    """Draw the page."""
    canvas.page(stock.page_width_mm, stock.page_height_mm)
    left, right = _MARGIN_MM, stock.page_width_mm - _MARGIN_MM
    canvas.text(left, 27, words.test_title, 24, bold=True)
    y = canvas.paragraph(left, 35, words.test_steps, 10.5, width=right - left)
    draw_ruler(canvas, left, y + 12, words)
    # The other way: a printer may stretch the paper's length alone.
    with canvas.turned_quarter(right, stock.page_height_mm - _MARGIN_MM):
        draw_ruler(canvas, right, stock.page_height_mm - _MARGIN_MM, words)
    y += 34
    x = left
    canvas.text(left, y, f"Data Matrix 16 × 16 · {TEST_CODE}", 10.5, bold=True)
    matrix = modules_of(TEST_CODE, Symbol.DATAMATRIX)
    own = DATAMATRIX_SIDE // (matrix.width + 2 * DATAMATRIX_QUIET)
    for module in DATAMATRIX_SIZES:
        side = matrix.width * module * DOT_MM
        canvas.modules(matrix, _snapped(x), _snapped(y + 20 - side), module=module, bar=module)
        _size(canvas, x, y + 24.5, module, words, own=module == own)
        x += max(side, 18) + 14
    y += 38
    canvas.text(left, y, f"Code 128 · {TEST_CODE}", 10.5, bold=True)
    bars = modules_of(TEST_CODE, Symbol.CODE128)
    for module in CODE128_SIZES:
        canvas.modules(bars, _snapped(left), _snapped(y + 5), module=module, bar=round(12 / DOT_MM))
        _size(canvas, left, y + 21.5, module, words, own=module == code128_module(bars.width))
        y += 27
    canvas.end_page()


def _size(  # noqa: PLR0913 - a word and its place
    canvas: Canvas, x: float, y: float, module: int, words: SheetWords, *, own: bool
) -> None:
    """How large the modules are; the size of the labels is named so."""
    text = (words.own_module if own else words.module).format(mm=f"{module * DOT_MM:.2f}")
    canvas.text(x, y, text, 8, bold=own, colour=BLACK if own else GREY)


def _snapped(mm: float) -> float:
    return round(mm / DOT_MM) * DOT_MM
