"""What schematic drawings are made of: wires, parts with designations and ratings, supplies, connectors."""

import re
from dataclasses import dataclass, field
from itertools import pairwise

import schemdraw
from schemdraw import elements as elm

from plans.tables import expand

schemdraw.use("svg")
schemdraw.svgconfig.text = "text"

Point = tuple[float, float]
VIEW = re.compile(r'viewBox="([^"]+)"')
EDGE = 60
"""Points of paper left free at the left and right of a circuit."""
SMALL = 10
"""Type of ratings and remarks, in points; designations are a little larger."""


@dataclass(slots=True)
class Circuit:
    """A drawing in the making. Lengths are schemdraw's: a resistor with its leads is 3 long."""

    drawing: schemdraw.Drawing = field(default_factory=lambda: schemdraw.Drawing(show=False, fontsize=11, lw=1.4))
    parts: set[str] = field(default_factory=set)

    def wire(self, *points: Point) -> None:
        """A line through the points."""
        for start, end in pairwise(points):
            self.drawing += elm.Line().at(start).to(end)

    def dot(self, at: Point) -> None:
        """A joint."""
        self.drawing += elm.Dot().at(at)

    def two(
        self, kind: type[elm.Element2Term], start: Point, end: Point, ids: str, words: str, *, side: str = "top"
    ) -> None:
        """A part of two ends with its designation and rating; `ids` may name several, with commas or an ellipsis."""
        self.name(ids)
        shown = f"{ids}\n{words}" if words else ids
        self.drawing += kind().at(start).to(end).label(shown, loc=side, fontsize=SMALL)

    def name(self, ids: str) -> None:
        """Note that these parts are on the sheet."""
        self.parts |= set(expand(ids))

    def tag(self, at: Point, words: str, *, left: bool = True, width: float = 3.2) -> None:
        """A signal's name at the end of its wire, pointing away from it."""
        tag = elm.Tag(width=width, height=0.7).at(at)
        self.drawing += (tag.left() if left else tag.right()).label(words, fontsize=SMALL)

    def up(self, at: Point, net: str) -> None:
        """A supply above."""
        self.drawing += elm.Vdd().theta(0).at(at).label(net, fontsize=SMALL)

    def earth(self, at: Point, words: str) -> None:
        """Protective earth, and what is joined to it."""
        self.drawing += elm.GroundChassis().theta(0).at(at)
        self.words((at[0] + 0.6, at[1] - 0.2), words)

    def ground(self, at: Point, net: str = "GND") -> None:
        """A return below: GND for logic, 0VL for lamps and lock; two symbols, for they are never joined."""
        symbol = elm.GroundSignal() if net == "0VL" else elm.Ground()
        self.drawing += symbol.theta(0).at(at).label(net, loc="right", fontsize=SMALL)

    def words(self, at: Point, text: str, *, size: float = SMALL, left: bool = True) -> None:
        """A remark."""
        self.drawing += elm.Label().theta(0).at(at).label(text, fontsize=size, halign="left" if left else "center")

    def block(self, corner: Point, size: Point, ids: str, words: str) -> None:
        """A box for a bought device, its designation and rating inside."""
        self.name(ids)
        (x, y), (w, h) = corner, size
        self.drawing += elm.Rect(corner1=(0, 0), corner2=(w, h)).theta(0).at((x, y))
        self.words((x + w / 2, y + h / 2), f"{ids}\n{words}", left=False)

    def plug(self, at: Point, ids: str, words: str = "") -> None:
        """A contact of a connector, its designation above it."""
        self.drawing += elm.Terminal().theta(0).at(at)
        if not ids:
            return
        self.name(ids.partition(":")[0])
        self.words((at[0], at[1] + 0.45), f"{ids}{'  ' + words if words else ''}", left=False)

    def schmitt(self, at: Point, words: str) -> None:
        """An inverter with hysteresis, 3 long from input to output."""
        x, y = at
        self.wire((x, y), (x + 0.6, y))
        corners = [(x + 0.6, y + 0.8), (x + 2.0, y), (x + 0.6, y - 0.8), (x + 0.6, y + 0.8)]
        self.wire(*corners)
        self.drawing += elm.Line(lw=1).at((x + 0.8, y - 0.2)).to((x + 1.1, y - 0.2))
        self.drawing += elm.Line(lw=1).at((x + 1.1, y - 0.2)).to((x + 1.1, y + 0.2))
        self.drawing += elm.Line(lw=1).at((x + 0.95, y - 0.2)).to((x + 0.95, y + 0.2))
        self.drawing += elm.Line(lw=1).at((x + 0.95, y + 0.2)).to((x + 1.25, y + 0.2))
        self.drawing += elm.Dot(open=True, radius=0.12).at((x + 2.12, y))
        self.wire((x + 2.24, y), (x + 3.0, y))
        self.words((x + 0.7, y + 1.05), words)

    def barrier(self, x: float, below: Point, above: Point, words: str) -> None:
        """The line that no conductor crosses, below and above the part that bridges it by light or by a transformer."""
        for low, high in (below, above):
            self.drawing += elm.Line(ls="--", lw=1).at((x, low)).to((x, high))
        self.words((x, below[0] - 0.55), words, left=False)

    def svg(self) -> str:
        """The circuit as SVG."""
        svg = self.drawing.get_imagedata("svg").decode("utf-8")
        # schemdraw guesses the width of texts and cuts long ones at the edge.
        x, y, w, h = map(float, VIEW.search(svg)[1].replace(",", " ").split())  # type: ignore[index]
        return VIEW.sub(f'viewBox="{x - EDGE:g} {y - 12:g} {w + 2 * EDGE:g} {h + 24:g}"', svg, count=1)
