"""The scoreboards: bead plate, big road, the three derived roads and the ask road, from the coups of a shoe. Pure."""

from device.roads.all_roads import Roads, draw_roads
from device.roads.ask_road import AskRoad, NextMarks, ask_road
from device.roads.bead_plate import Bead, bead_plate
from device.roads.big_road import BigRoadCell, big_road
from device.roads.counts import Counts, count
from device.roads.derived_roads import DerivedCell, DerivedRoad, Mark, derived_marks, derived_road
from device.roads.grid import ROWS, Cell
from device.roads.rounds import CoupOnRecord, Round, rounds_of, run_lengths
from device.roads.window import last_columns

__all__ = [
    "ROWS",
    "AskRoad",
    "Bead",
    "BigRoadCell",
    "Cell",
    "Counts",
    "CoupOnRecord",
    "DerivedCell",
    "DerivedRoad",
    "Mark",
    "NextMarks",
    "Roads",
    "Round",
    "ask_road",
    "bead_plate",
    "big_road",
    "count",
    "derived_marks",
    "derived_road",
    "draw_roads",
    "last_columns",
    "rounds_of",
    "run_lengths",
]
