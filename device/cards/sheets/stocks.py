"""Paper that labels are printed on: plain or adhesive sheets to be cut, and sheets of ready-cut labels."""

from dataclasses import dataclass

INCH_MM = 25.4
UNPRINTABLE_MM = 4.3
"""Office printers leave a sixth of an inch along each edge of the paper white."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """A sheet, mm. `columns` is 0 for a sheet without ready-cut labels; else the grid of its labels."""

    name: str
    page_width_mm: float
    page_height_mm: float
    columns: int = 0
    rows: int = 0
    label_width_mm: float = 0.0
    label_height_mm: float = 0.0
    left_mm: float = 0.0
    top_mm: float = 0.0
    pitch_x_mm: float = 0.0
    pitch_y_mm: float = 0.0
    like: str = ""
    """Which product has this grid."""

    @property
    def is_plain(self) -> bool:
        """Whether the whole sheet is ours to divide."""
        return self.columns == 0

    @property
    def per_sheet(self) -> int:
        """How many ready-cut labels a sheet has."""
        return self.columns * self.rows


_A4 = (210.0, 297.0)
_LETTER = (8.5 * INCH_MM, 11 * INCH_MM)


def _grid(  # noqa: PLR0913, PLR0917 - a grid is these numbers
    name: str,
    page: tuple[float, float],
    grid: tuple[int, int],
    label: tuple[float, float],
    corner: tuple[float, float],
    pitch: tuple[float, float],
    like: str,
) -> Stock:
    return Stock(
        name=name,
        page_width_mm=page[0],
        page_height_mm=page[1],
        columns=grid[0],
        rows=grid[1],
        label_width_mm=label[0],
        label_height_mm=label[1],
        left_mm=corner[0],
        top_mm=corner[1],
        pitch_x_mm=pitch[0],
        pitch_y_mm=pitch[1],
        like=like,
    )


STOCKS = {
    one.name: one
    for one in (
        Stock(name="a4", page_width_mm=_A4[0], page_height_mm=_A4[1]),
        Stock(name="letter", page_width_mm=_LETTER[0], page_height_mm=_LETTER[1]),
        # Avery L7651, Label Planet LP65/38: margins 4.75 and 10.7, pitch 40.6 × 21.2 (the maker's template; and they
        # fill the sheet: 2 × 4.75 + 4 × 40.6 + 38.1 = 210, 2 × 10.7 + 13 × 21.2 = 297).
        _grid("a4-65", _A4, (5, 13), (38.1, 21.2), (4.75, 10.7), (40.6, 21.2), "Avery L7651"),
        # Tanex TW-2044 and others: 44 labels edge to edge, in the middle of the sheet (2 × 8 + 4 × 48.5 = 210,
        # 2 × 8.8 + 11 × 25.4 = 297). Not Avery 3657, which has only ten rows of the same labels.
        _grid("a4-44", _A4, (4, 11), (48.5, 25.4), (8.0, 8.8), (48.5, 25.4), "Tanex TW-2044"),
        # Avery L7160: margins 7.2 and 15.1, pitch 66.0 × 38.1 (2 × 7.25 + 2 × 66 + 63.5 = 210; 15.15 by the same).
        _grid("a4-21", _A4, (3, 7), (63.5, 38.1), (7.25, 15.15), (66.0, 38.1), "Avery L7160"),
        # Avery 5160: 1 × 2⅝ inches, margins 3/16 and 1/2, an eighth between columns.
        _grid(
            "letter-30",
            _LETTER,
            (3, 10),
            (2.625 * INCH_MM, INCH_MM),
            (0.1875 * INCH_MM, 0.5 * INCH_MM),
            (2.75 * INCH_MM, INCH_MM),
            "Avery 5160",
        ),
        # Avery 5167: ½ × 1¾ inches, margins 9/32 and 1/2, columns 2 1/16 apart.
        _grid(
            "letter-80",
            _LETTER,
            (4, 20),
            (1.75 * INCH_MM, 0.5 * INCH_MM),
            (0.28125 * INCH_MM, 0.5 * INCH_MM),
            (2.0625 * INCH_MM, 0.5 * INCH_MM),
            "Avery 5167",
        ),
    )
}
