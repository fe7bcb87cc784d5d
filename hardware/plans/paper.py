"""A sheet of paper in millimetres, written as SVG: lines, shapes, texts, other drawings, a title block."""

import re
from html import escape
from pathlib import Path

FONT = "DejaVu Sans, Verdana, sans-serif"
INK = "#111111"
REVISION = "B"
"""Of all drawings together; the next letter when a part, a wire or a measure changes."""


class Paper:
    """A sheet; every length is in mm, the origin at the top left. Texts and lines are dark ink unless said."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._body: list[str] = []

    def line(self, x1: float, y1: float, x2: float, y2: float, *, pen: float = 0.3, ink: str = INK) -> None:
        """A straight line, `pen` mm thick."""
        self._body.append(f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="{ink}" stroke-width="{pen:g}"/>')

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        *,
        fill: str = "none",
        pen: float = 0.3,
        ink: str = INK,
        r: float = 0,
    ) -> None:
        """A rectangle, its corners rounded by `r`."""
        self._body.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}" fill="{fill}" stroke="{ink}" '
            f'stroke-width="{pen:g}"/>'
        )

    def disc(self, x: float, y: float, radius: float, *, fill: str = "none", pen: float = 0.3) -> None:
        """A circle."""
        self._body.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{INK}" stroke-width="{pen:g}"/>'
        )

    def path(self, d: str, *, fill: str = "none", pen: float = 0.3, ink: str = INK, dash: str = "") -> None:
        """An SVG path."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self._body.append(f'<path d="{d}" fill="{fill}" stroke="{ink}" stroke-width="{pen:g}"{dashed}/>')

    def text(
        self, x: float, y: float, words: str, *, size: float = 3, at: str = "start", bold: bool = False,
        ink: str = INK, turn: float = 0,
    ) -> None:  # fmt: skip
        """Words on one line, `size` mm high; `at`: start, middle or end stands at x; `turn` in degrees."""
        weight = ' font-weight="bold"' if bold else ""
        turned = f' transform="rotate({turn:g} {x:g} {y:g})"' if turn else ""
        self._body.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{at}" fill="{ink}"{weight}{turned}>'
            f"{escape(words)}</text>"
        )

    def measure(self, x1: float, y1: float, x2: float, y2: float, words: str = "", *, size: float = 3) -> None:
        """A dimension, level or upright: a line with ticks at its ends and the length, or `words`, beside it."""
        self.line(x1, y1, x2, y2, pen=0.002 * self.width / 1.5 + 0.05)
        tick = size / 2
        for x, y in ((x1, y1), (x2, y2)):
            self.line(x - tick, y + tick, x + tick, y - tick, pen=0.002 * self.width / 1.5 + 0.1)
        shown = words or f"{abs(x2 - x1) + abs(y2 - y1):g}"
        if y1 == y2:
            self.text((x1 + x2) / 2, y1 - size * 0.4, shown, size=size, at="middle")
        else:
            self.text(x1 - size * 0.4, (y1 + y2) / 2, shown, size=size, at="middle", turn=-90)

    def place(self, svg: str, x: float, y: float, w: float, h: float) -> None:
        """Another drawing, made as large as fits into the rectangle and put in its middle."""
        inner = re.sub(r"<\?xml[^>]*>|<!DOCTYPE[^>]*>", "", svg).strip()
        head, rest = inner.split(">", 1)
        view = re.search(r'viewBox="([^"]+)"', head)
        assert view is not None, "a drawing without a viewBox"
        self._body.append(
            f'<svg x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" viewBox="{view[1]}" '
            f'preserveAspectRatio="xMidYMid meet">{rest}'
        )

    def table(
        self, x: float, y: float, widths: list[float], rows: list[list[str]], *, size: float = 2.6, step: float = 4.2
    ) -> None:
        """Rows of words under each other, the first row a heading."""
        total = sum(widths)
        for number, row in enumerate(rows):
            top = y + number * step
            if number == 0:
                self.box(x, top, total, step, fill="#E6E6E6", pen=0.15)
            left = x
            for width, words in zip(widths, row, strict=True):
                self.text(left + 1, top + step * 0.72, words, size=size, bold=number == 0)
                left += width
            self.line(x, top + step, x + total, top + step, pen=0.15)
        left = x
        for width in [0.0, *widths]:
            left += width
            self.line(left, y, left, y + step * len(rows), pen=0.15)

    def title(self, name: str, sheet: str, notes: str = "") -> None:
        """A frame, and at its foot what the drawing is called."""
        self.box(5, 5, self.width - 10, self.height - 10, pen=0.5)
        top = self.height - 17
        self.line(5, top, self.width - 5, top, pen=0.5)
        self.text(9, top + 8, name, size=5, bold=True)
        self.text(self.width - 9, top + 5, f"zapato · {sheet} · revision {REVISION}", size=3, at="end")
        self.text(self.width - 9, top + 9.5, notes or "AGPL-3.0-or-later · not to scale", size=2.4, at="end")

    def svg(self) -> str:
        """The whole sheet."""
        view = f"0 0 {self.width:g} {self.height:g}"
        size = f'width="{self.width:g}mm" height="{self.height:g}mm"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{view}" font-family="{FONT}">'
        ground = f'<rect width="{self.width:g}" height="{self.height:g}" fill="white"/>'
        return "\n".join([head, ground, *self._body, "</svg>", ""])

    def save(self, path: Path) -> None:
        """Write the sheet."""
        path.write_text(self.svg(), encoding="utf-8")
