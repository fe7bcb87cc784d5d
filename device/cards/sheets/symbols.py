"""A code as the black and white modules of its symbol; the library makes them, nothing here knows paper.

Code 128 is read by every barcode engine; Data Matrix wants a camera engine and takes a quarter of the length.
"""

import enum
from dataclasses import dataclass
from typing import Any


class Symbol(enum.Enum):
    """The two symbologies that labels are printed in."""

    CODE128 = "code128"
    DATAMATRIX = "datamatrix"


@dataclass(frozen=True, slots=True, kw_only=True)
class Modules:
    """The modules of one symbol without its quiet zone, rows from the top; Code 128 is one row. True is black."""

    symbol: Symbol
    rows: tuple[tuple[bool, ...], ...]

    @property
    def width(self) -> int:
        """How many modules a row has."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def runs(self) -> tuple[tuple[int, int, int], ...]:
        """Each unbroken run of black: column, row and length in modules."""
        found = []
        for y, row in enumerate(self.rows):
            start = None
            for x, black in enumerate((*row, False)):
                if black and start is None:
                    start = x
                elif not black and start is not None:
                    found.append((start, y, x - start))
                    start = None
        return tuple(found)


def modules_of(code: str, symbol: Symbol) -> Modules:
    """Make the symbol of a code of printable ASCII.

    A Data Matrix is always square: some engines must be told first that there are oblong ones. A label of 12
    characters gives 16 × 16 modules, a class code 10 × 10; as Code 128 they are 167 and 57 modules long at most.
    """
    import zxingcpp  # noqa: PLC0415 - an extra: a table that prints no labels needs none

    if symbol is Symbol.DATAMATRIX:
        barcode = zxingcpp.create_barcode(code, zxingcpp.BarcodeFormat.DataMatrix, force_square=True)
    else:
        barcode = zxingcpp.create_barcode(code, zxingcpp.BarcodeFormat.Code128)
    image: Any = barcode.to_image(scale=1, add_quiet_zones=False)
    picture: Any = memoryview(image).tolist()
    rows = tuple(tuple(value == 0 for value in row) for row in picture)
    modules = Modules(symbol=symbol, rows=rows if symbol is Symbol.DATAMATRIX else rows[:1])
    if symbol is Symbol.DATAMATRIX and modules.width != modules.height:
        raise AssertionError("the library made an oblong Data Matrix although a square one was asked for")
    return modules
