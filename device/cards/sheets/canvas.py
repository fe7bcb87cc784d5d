"""Paper to draw on, in millimetres from a page's upper left corner; the PDF library is used here and nowhere else."""

import contextlib
import io
from collections.abc import Iterator
from typing import Any

from device.cards.sheets.pieces import DOT_MM
from device.cards.sheets.suits import OUTLINES
from device.cards.sheets.symbols import Modules
from device.rules.card import Suit

POINTS_PER_MM = 72 / 25.4
REGULAR, BOLD = "Label", "LabelBold"

Colour = tuple[float, float, float]
BLACK: Colour = (0, 0, 0)
RED: Colour = (0.76, 0.09, 0.11)
GREY: Colour = (0.45, 0.45, 0.45)
PALE: Colour = (0.78, 0.78, 0.78)
WHITE: Colour = (1, 1, 1)


def suit_colour(suit: Suit) -> Colour:
    """Black or red."""
    return RED if suit in (Suit.HEARTS, Suit.DIAMONDS) else BLACK


class Canvas:
    """The pages of one document; y grows downwards."""

    def __init__(self, *, title: str) -> None:
        from reportlab.pdfgen import canvas  # noqa: PLC0415 - an extra: a table that prints no labels needs none

        _register_fonts()
        self._file = io.BytesIO()
        # Compressed streams, and no name, path or date of making beyond what the format wants.
        self._pdf: Any = canvas.Canvas(self._file, pageCompression=1, invariant=1, initialFontName=REGULAR)
        self._pdf.setTitle(title)
        self._pdf.setCreator("zapato")
        self._pdf.setAuthor("")
        self._pdf.setSubject("")
        self._pdf.setViewerPreference("PrintScaling", "None")
        self._height = 0.0

    def page(self, width_mm: float, height_mm: float) -> None:
        """Begin the page that is drawn on from here on."""
        self._height = height_mm
        self._pdf.setPageSize((width_mm * POINTS_PER_MM, height_mm * POINTS_PER_MM))

    def end_page(self) -> None:
        """The page is done."""
        self._pdf.showPage()

    def content(self) -> bytes:
        """The whole document."""
        self._pdf.save()
        return self._file.getvalue()

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * POINTS_PER_MM, (self._height - y) * POINTS_PER_MM

    def line(  # noqa: PLR0913 - two points and a pen
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        *,
        width: float = 0.1,
        colour: Colour = BLACK,
        dashed: bool = False,
    ) -> None:
        """A straight line; `width` in mm."""
        self._pdf.setStrokeColorRGB(*colour)
        self._pdf.setLineWidth(width * POINTS_PER_MM)
        self._pdf.setDash(*((2, 2) if dashed else ()))
        self._pdf.line(*self._at(x1, y1), *self._at(x2, y2))

    def box(  # noqa: PLR0913 - a rectangle and how it looks
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: Colour | None = None,
        stroke: Colour | None = None,
        pen: float = 0.2,
        radius: float = 0.0,
    ) -> None:
        """A rectangle, `radius` of its corners in mm."""
        if fill is not None:
            self._pdf.setFillColorRGB(*fill)
        if stroke is not None:
            self._pdf.setStrokeColorRGB(*stroke)
            self._pdf.setLineWidth(pen * POINTS_PER_MM)
            self._pdf.setDash()
        left, bottom = self._at(x, y + height)
        self._pdf.roundRect(
            left,
            bottom,
            width * POINTS_PER_MM,
            height * POINTS_PER_MM,
            radius * POINTS_PER_MM,
            stroke=int(stroke is not None),
            fill=int(fill is not None),
        )

    def modules(self, modules: Modules, x: float, y: float, *, module: int, bar: int) -> None:
        """A symbol as filled rectangles, one path: no seams between them, whole dots wide and high."""
        self._pdf.setFillColorRGB(*BLACK)
        path = self._pdf.beginPath()
        for column, row, length in modules.runs():
            left, bottom = self._at(x + column * module * DOT_MM, y + (row + 1) * bar * DOT_MM)
            path.rect(left, bottom, length * module * DOT_MM * POINTS_PER_MM, bar * DOT_MM * POINTS_PER_MM)
        self._pdf.drawPath(path, stroke=0, fill=1)

    def suit(self, suit: Suit, x: float, y: float, size: float, *, colour: Colour | None = None) -> None:
        """A suit in a square of `size` mm whose upper left corner is given."""
        left, bottom = self._at(x, y + size)
        unit = size * POINTS_PER_MM
        self._pdf.setFillColorRGB(*(colour or suit_colour(suit)))
        for start, curves in OUTLINES[suit]:
            path = self._pdf.beginPath()
            path.moveTo(left + start[0] * unit, bottom + start[1] * unit)
            for curve in curves:
                path.curveTo(
                    *(value for point in curve for value in (left + point[0] * unit, bottom + point[1] * unit))
                )
            path.close()
            self._pdf.drawPath(path, stroke=0, fill=1)

    def hatch(  # noqa: PLR0913 - a rectangle and a pattern
        self, x: float, y: float, width: float, height: float, *, step: float = 2.0, pen: float = 0.7
    ) -> None:
        """Slanting black lines over a rectangle, cut off at its edges."""
        with self._clipped(x, y, width, height):
            at = x - height
            while at < x + width:
                self.line(at, y + height, at + height, y, width=pen)
                at += step

    @contextlib.contextmanager
    def turned_half(self, x: float, y: float) -> Iterator[None]:
        """What is drawn inside is turned by 180° round a point."""
        across, up = self._at(x, y)
        self._pdf.saveState()
        self._pdf.translate(2 * across, 2 * up)
        self._pdf.rotate(180)
        yield
        self._pdf.restoreState()

    @contextlib.contextmanager
    def turned_quarter(self, x: float, y: float) -> Iterator[None]:
        """What is drawn inside is turned by 90° to the left round a point: what went right goes up."""
        across, up = self._at(x, y)
        self._pdf.saveState()
        self._pdf.translate(across, up)
        self._pdf.rotate(90)
        self._pdf.translate(-across, -up)
        yield
        self._pdf.restoreState()

    @contextlib.contextmanager
    def _clipped(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        self._pdf.saveState()
        path = self._pdf.beginPath()
        path.rect(*self._at(x, y + height), width * POINTS_PER_MM, height * POINTS_PER_MM)
        self._pdf.clipPath(path, stroke=0, fill=0)
        yield
        self._pdf.restoreState()

    def text(  # noqa: PLR0913 - a word, its place and its looks
        self,
        x: float,
        baseline: float,
        words: str,
        size: float,
        *,
        bold: bool = False,
        colour: Colour = BLACK,
        align: float = 0.0,
        upwards: bool = False,
    ) -> None:
        """One line of text; `size` in points; `align` 0 begins at x, 0.5 is centred on it, 1 ends there.

        `upwards` writes from the foot to the head of the page.
        """
        font = BOLD if bold else REGULAR
        self._pdf.setFillColorRGB(*colour)
        self._pdf.setFont(font, size)
        shift = -align * self.width(words, size, bold=bold) * POINTS_PER_MM
        left, bottom = self._at(x, baseline)
        if not upwards:
            self._pdf.drawString(left + shift, bottom, words)
            return
        self._pdf.saveState()
        self._pdf.translate(left, bottom)
        self._pdf.rotate(90)
        self._pdf.drawString(shift, 0, words)
        self._pdf.restoreState()

    def width(self, words: str, size: float, *, bold: bool = False) -> float:
        """How long a line of text is, mm."""
        from reportlab.pdfbase.pdfmetrics import stringWidth  # noqa: PLC0415

        return float(stringWidth(words, BOLD if bold else REGULAR, size)) / POINTS_PER_MM

    def paragraph(  # noqa: PLR0913 - as a line of text
        self,
        x: float,
        baseline: float,
        words: str,
        size: float,
        *,
        width: float,
        bold: bool = False,
        colour: Colour = BLACK,
    ) -> float:
        """Text broken into lines of at most `width` mm; gives the baseline that a next line would have."""
        from reportlab.lib.utils import simpleSplit  # noqa: PLC0415

        for line in simpleSplit(words, BOLD if bold else REGULAR, size, width * POINTS_PER_MM):
            self.text(x, baseline, line, size, bold=bold, colour=colour)
            baseline += size * 1.28 / POINTS_PER_MM
        return baseline


def _register_fonts() -> None:
    """The screens' typeface, embedded in the document: made to be told apart, 0 from O and 1 from l."""
    import fontpkg  # type: ignore[import-untyped]  # noqa: PLC0415
    from reportlab.pdfbase import pdfmetrics  # noqa: PLC0415
    from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415

    for name, weight in ((REGULAR, 400), (BOLD, 700)):
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(fontpkg.path("Atkinson Hyperlegible", weight=weight))))
