"""What of a road fits on a screen: its newest columns."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from device.roads.grid import Cell

AnyCell = TypeVar("AnyCell", bound=Cell)


def last_columns(cells: Sequence[AnyCell], columns: int) -> tuple[AnyCell, ...]:
    """The cells of a whole road that its last `columns` columns show, numbered anew from 0 at the window's left edge.

    Whole columns scroll away and nothing else changes: the road stays drawn from the whole shoe. Where an old tail
    reaches so far to the right that the newest bead would be scrolled away, the window stays back at that bead.
    Raises ValueError when `columns` is less than 1.
    """
    if columns < 1:
        raise ValueError(f"a window of {columns} columns shows nothing")
    if not cells:
        return ()
    width = max(cell.column for cell in cells) + 1
    first = max(0, min(width - columns, cells[-1].column))
    return tuple(
        replace(cell, column=cell.column - first) if first else cell
        for cell in cells
        if first <= cell.column < first + columns
    )
