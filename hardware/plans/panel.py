"""The dealer's panel: where its holes are, to drill from; the table's layout shows the same ones."""

from dataclasses import dataclass

from plans.paper import Paper

WIDE, HIGH = 350.0, 170.0
"""The panel in mm."""
HOLE = 22.0
"""Diameter of every round hole, in mm."""
BEZEL = 30.0
"""What a lamp or button of 22 mm covers above the panel; so far apart they must be."""
OPENING = (98.0, 58.0, 155.0, 87.0)
"""What is seen of the touch screen A3: x, y, width, height."""
MODULE = (93.0, 48.0, 165.0, 107.0)
"""What A3 takes below the panel."""
BLUE, RED, GREEN, AMBER, GREY = "#0054C8", "#C81616", "#00794A", "#F0A000", "#BBBBBB"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hole:
    """A lamp, button or buzzer: its middle in mm from the panel's upper left corner, the dealer's side above."""

    name: str
    x: float
    y: float
    fill: str


HOLES = (
    *(Hole(name=f"S{n + 1}", x=28 + 49 * n, y=24, fill=GREY) for n in range(7)),
    Hole(name="H1", x=17, y=74, fill=BLUE),
    Hole(name="H3", x=47, y=74, fill="white"),
    Hole(name="H2", x=77, y=74, fill=RED),
    Hole(name="H4", x=17, y=126, fill=BLUE),
    Hole(name="H5", x=47, y=126, fill=GREEN),
    Hole(name="H6", x=77, y=126, fill=RED),
    Hole(name="H7", x=278, y=66, fill="white"),
    Hole(name="H8", x=322, y=66, fill=AMBER),
    Hole(name="H9", x=278, y=104, fill=AMBER),
    Hole(name="H10", x=322, y=104, fill="white"),
    Hole(name="H11", x=300, y=142, fill="#555555"),
)


def place(paper: Paper, x: float, y: float, scale: float) -> None:
    """The panel's screen, lamps and buttons on a sheet where a mm of paper is `scale` mm."""
    left, top, wide, high = (value / scale for value in OPENING)
    paper.box(x + left, y + top, wide, high, fill="#223044", pen=0.3)
    paper.text(x + left + wide / 2, y + top + high / 2 + 1, "A3 · 7 inch", size=3.4, at="middle", ink="white")
    for hole in HOLES:
        cx, cy = x + hole.x / scale, y + hole.y / scale
        paper.disc(cx, cy, HOLE / 2 / scale, fill=hole.fill)
        paper.text(cx, cy + (HOLE / 2 + 9) / scale, hole.name, size=9 / scale, at="middle")


def drilling() -> Paper:
    """The panel one to two, with every hole's place."""
    paper = Paper(297, 210)
    left, top, scale = 20.0, 22.0, 2.0
    paper.text(left + WIDE / scale / 2, top - 9, "dealer", size=4, at="middle")
    paper.box(left, top, WIDE / scale, HIGH / scale, pen=0.6, r=2)
    place(paper, left, top, scale)
    x, y, w, h = MODULE
    paper.path(f"M{left + x / scale} {top + y / scale}h{w / scale}v{h / scale}h{-w / scale}z", dash="2 1.2", pen=0.2)
    for hole in HOLES:
        cx, cy = left + hole.x / scale, top + hole.y / scale
        paper.line(cx - 7, cy, cx + 7, cy, pen=0.12)
        paper.line(cx, cy - 7, cx, cy + 7, pen=0.12)
    foot = top + HIGH / scale
    x, y, w, h = OPENING
    paper.measure(left, foot + 8, left + x / scale, foot + 8, f"{x:g}")
    paper.measure(left + x / scale, foot + 8, left + (x + w) / scale, foot + 8, f"{w:g}")
    paper.measure(left, foot + 16, left + WIDE / scale, foot + 16, f"{WIDE:g}")
    side = left + WIDE / scale
    paper.measure(side + 8, top, side + 8, top + y / scale, f"{y:g}")
    paper.measure(side + 8, top + y / scale, side + 8, top + (y + h) / scale, f"{h:g}")
    paper.measure(side + 16, top, side + 16, foot, f"{HIGH:g}")
    rows = [["hole", "x", "y"], *([hole.name, f"{hole.x:g}", f"{hole.y:g}"] for hole in HOLES)]
    paper.table(232, top, [20, 16, 16], rows, step=5.2)
    notes = (
        f"All round holes {HOLE:g} mm, x and y in mm from the upper left corner. Aluminium or plywood, 2 to 4 mm.",
        f"Dashed: A3 below the panel, {MODULE[2]:g} × {MODULE[3]:g} mm. Measure yours before sawing the opening;",
        "lamps and buttons keep 30 mm from each other.",
    )
    for row, words in enumerate(notes):
        paper.text(left, foot + 28 + 5 * row, words, size=3)
    paper.title(
        "The dealer's panel, seen from above", "layout 3 of 3, 1 : 2 on A4", "measures in mm · AGPL-3.0-or-later"
    )
    return paper
