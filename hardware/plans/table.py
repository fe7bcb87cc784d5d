"""The table from above, to scale, with everything that stands on it; the identification plate; where the seals are."""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from plans import panel
from plans.paper import Paper

LENGTH, DEPTH = 1450, 800
"""The table in mm (004 §1.2.1)."""
SCALE = 4
"""So many mm of the table are one on paper."""
PLACES = 7
PARTS = {"A3", "A4", "M10", "M11", "M12"}
BLUE, RED, GREEN = panel.BLUE, panel.RED, panel.GREEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """Something on the table: its rectangle in mm from the corner at the dealer's right hand."""

    name: str
    x: float
    y: float
    w: float
    h: float
    fill: str = "#F2F2F2"


# Seen from above, the dealer at the upper edge and facing down: the dealer's left hand is at the right of the paper.
THINGS = (
    Thing(name="discard", x=60, y=60, w=130, h=110),
    Thing(name="chip tray", x=210, y=30, w=270, h=150),
    Thing(name="dealer's panel", x=500, y=20, w=panel.WIDE, h=panel.HIGH, fill="#E4E9F2"),
    Thing(name="shoe on its mount", x=930, y=50, w=474, h=120, fill="#D9D9D9"),
    Thing(name="cards of PUNTO / PLAYER", x=400, y=220, w=300, h=110, fill="#E6EEFA"),
    Thing(name="cards of BANCA / BANKER", x=750, y=220, w=300, h=110, fill="#FAE8E8"),
)
BANDS = (("EMPATE · TIE", 360, 90, GREEN), ("BANCA · BANKER", 470, 130, RED), ("PUNTO · PLAYER", 620, 140, BLUE))


def layout() -> Paper:
    """The table on a sheet of A3, one to four."""
    paper = Paper(420, 297)
    left, top = (420 - LENGTH / SCALE) / 2 + 4, 42.0

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x / SCALE, top + y / SCALE

    paper.box(left, top, LENGTH / SCALE, DEPTH / SCALE, fill="#EAF3EC", pen=0.8, r=5)
    paper.text(left + LENGTH / SCALE / 2, top - 27, "dealer", size=5, at="middle")
    paper.text(left + LENGTH / SCALE / 2, top + DEPTH / SCALE + 7, "players, seats 1 to 7", size=5, at="middle")
    for thing in THINGS:
        x, y = at(thing.x, thing.y)
        paper.box(x, y, thing.w / SCALE, thing.h / SCALE, fill=thing.fill, pen=0.4, r=1)
        if thing.name not in {"dealer's panel", "shoe on its mount"}:
            paper.text(x + thing.w / SCALE / 2, y + thing.h / SCALE / 2 + 1, thing.name, size=3.2, at="middle")
    for words, y, high, ink in BANDS:
        for place in range(PLACES):
            wide = (LENGTH - 140) / PLACES
            x0, y0 = at(70 + place * wide, y)
            paper.box(x0 + 0.7, y0, wide / SCALE - 1.4, high / SCALE, fill="white", pen=0.5, ink=ink, r=2)
            paper.text(
                x0 + wide / SCALE / 2, y0 + high / SCALE / 2 + 1.2, words, size=3.4, at="middle", bold=True, ink=ink
            )
            if ink == BLUE:
                paper.text(x0 + wide / SCALE / 2, y0 + high / SCALE - 3, str(place + 1), size=4, at="middle")
    panel.place(paper, *at(500, 20), SCALE)
    _shoe(paper, *at(930, 50))
    # Behind the dealer and below the top.
    x, y = at(900, -95)
    paper.box(x, y, 540 / SCALE, 50 / SCALE, fill="#333333", pen=0.3)
    paper.text(
        x + 67,
        y - 2,
        "A4 players' screen, 24 inch, lower edge 300 mm above the table, towards the players",
        size=2.8,
        at="middle",
    )
    x, y = at(560, -60)
    paper.path(f"M{x} {y}h75v13h-75z", dash="2 1.2")
    paper.text(x + 37, y + 5, "M12 box of the table, below the top:", size=2.6, at="middle")
    paper.text(x + 37, y + 9.5, "A1, G1, G2, G3, fuses, driver board", size=2.6, at="middle")
    x, y = at(420, -60)
    paper.path(f"M{x} {y}h30v13h-30z", dash="2 1.2")
    paper.text(x + 15, y + 5, "S8 foot switch,", size=2.6, at="middle")
    paper.text(x + 15, y + 9.5, "on the floor", size=2.6, at="middle")
    # From the left edge along the dealer's row: the panel and the shoe.
    desk, shoe = (next(one for one in THINGS if one.name.startswith(name)) for name in ("dealer", "shoe"))
    marks = (0.0, desk.x, desk.x + desk.w, shoe.x, shoe.x + shoe.w, float(LENGTH))
    for (begin, end), words in zip(pairwise(marks), ("", "panel ", "", "mount ", ""), strict=True):
        paper.measure(*at(begin, 350), *at(end, 350), f"{words}{end - begin:g}", size=2.6)
    foot = top + DEPTH / SCALE + 16
    paper.measure(left, foot, left + LENGTH / SCALE, foot, f"{LENGTH} mm", size=4)
    paper.measure(left - 8, top, left - 8, top + DEPTH / SCALE, f"{DEPTH} mm", size=4)
    paper.title("The table", "layout 1 of 3, 1 : 4 on A3", f"{LENGTH} × {DEPTH} mm · AGPL-3.0-or-later")
    return paper


def _shoe(paper: Paper, x: float, y: float) -> None:
    # The toe with the gates points to the middle of the table, where the cards go.
    paper.box(x + 54 / SCALE, y + 1, 420 / SCALE, 28, fill="#C4C4C4", pen=0.3)
    paper.text(x + 66, y + 14, "shoe, 8 decks, on its mount", size=3.2, at="middle")
    paper.text(x + 66, y + 19, "M1, A2, B3", size=2.6, at="middle")
    for name, place in (("B", 7), ("A", 24)):
        paper.line(x + place / SCALE, y + 2, x + place / SCALE, y + 28, pen=0.3, ink=RED)
        paper.text(x + place / SCALE, y + 33.5, name, size=2.4, at="middle", ink=RED)
    paper.path(f"M{x - 2} {y + 15}h-9m3 -2l-3 2l3 2", pen=0.5)


def plate() -> Paper:
    """The identification plate, 80 × 40 mm, twice as large as it is."""
    paper = Paper(160, 80)
    paper.box(1, 1, 158, 78, pen=0.8, r=4)
    for cx in (7, 153):
        for cy in (7, 73):
            paper.disc(cx, cy, 3)
    paper.text(16, 15, "zapato", size=10, bold=True)
    paper.text(144, 14, "shoe board / table box", size=5, at="end")
    lines = ("Table", "Serial number", "Built in, by", "Firmware · build", "Seals")
    for n, words in enumerate(lines):
        y = 27 + 8.5 * n
        paper.text(16, y, words, size=4.6)
        paper.line(58, y + 1, 144, y + 1)
    paper.text(16, 72, "Shoe: USB 5 V DC 0.5 A, lock 24 V DC 0.25 A · Box: 100–240 V ~ 1 A, F1 T 2.5 A", size=3.1)
    return paper


def seals() -> Paper:
    """Where the six seals go: box and shoe, from the side that is opened."""
    paper = Paper(297, 210)
    paper.text(20, 24, "Table box M12, from the front", size=5, bold=True)
    paper.box(20, 30, 110, 80, pen=0.6, fill="#F2F2F2", r=2)
    paper.line(20, 42, 130, 42)
    paper.text(75, 38, "lid", size=3.5, at="middle")
    paper.box(40, 85, 18, 12, fill="white")
    paper.text(49, 92, "X0", size=3, at="middle")
    paper.box(70, 85, 14, 9, fill="white")
    paper.text(77, 91, "USB (A1)", size=2.4, at="middle")
    for cx, name in ((98, "X4"), (114, "X5")):
        paper.disc(cx, 90, 5, fill="white")
        paper.text(cx, 91, name, size=3, at="middle")
    paper.box(32, 52, 40, 20, fill="white")
    paper.text(52, 63, "M10 plate", size=3, at="middle")
    paper.text(160, 24, "Shoe on its mount, the dealer's side", size=5, bold=True)
    paper.box(201, 90, 76, 20, fill="#D9D9D9", pen=0.6)
    paper.path("M277 90v-7h-22v7", fill="#D9D9D9", pen=0.6)
    paper.box(160, 40, 95, 50, fill="#F7F7F7", pen=0.6)
    paper.text(207, 66, "shoe: bears the house's own seal", size=3, at="middle")
    paper.box(209, 94, 32, 13, fill="white")
    paper.text(225, 102, "M10 plate", size=3, at="middle")
    paper.line(201, 108.5, 277, 108.5)
    paper.text(201, 116, "floor M2, screwed from below with 4 × M7", size=3)
    places = (
        ("1", 26, 42, "box: lid to wall, left"),
        ("2", 124, 42, "box: lid to wall, right"),
        ("3", 77, 96, "box: over the USB plug of W6"),
        ("4", 271, 108.5, "shoe: floor to plinth, front"),
        ("5", 207, 108.5, "shoe: floor to plinth, back"),
        ("6", 266, 83, "shoe: over a screw of the bridge (the other one: a drop of varnish)"),
    )
    rows = [["seal M11", "where", "number", "put on (date, two names)", "checked"]]
    for name, x, y, where in places:
        paper.box(x - 4.5, y - 2, 9, 4, fill="#FFE08A", pen=0.3)
        paper.text(x, y + 1.1, name, size=3, at="middle", bold=True)
        rows.append([name, where, "", "", ""])
    paper.table(20, 130, [20, 112, 30, 65, 30], rows, size=3.2, step=7)
    paper.text(
        20,
        186,
        "A broken or missing seal: the table is not opened until somebody has looked and written it down.",
        size=3.2,
    )
    paper.title("Seals and plates", "layout 2 of 3")
    return paper


def draw(folder: Path) -> None:
    """Write table, plate, seals and panel."""
    layout().save(folder / "table.svg")
    plate().save(folder / "identification-plate.svg")
    seals().save(folder / "seals.svg")
    panel.drilling().save(folder / "panel.svg")
