"""All the scoreboards of a shoe at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from device.roads.ask_road import AskRoad, ask_road
from device.roads.bead_plate import Bead, bead_plate
from device.roads.big_road import BigRoadCell, big_road
from device.roads.counts import Counts, count
from device.roads.derived_roads import DerivedCell, DerivedRoad, derived_road
from device.roads.rounds import Round, run_lengths
from device.rules.choices import Tails


@dataclass(frozen=True, slots=True, kw_only=True)
class Roads:
    """Every road of the whole shoe, in the order in which the beads fell; `last_columns` takes what a screen shows."""

    bead_plate: tuple[Bead, ...]
    big_road: tuple[BigRoadCell, ...]
    big_eye_boy: tuple[DerivedCell, ...]
    small_road: tuple[DerivedCell, ...]
    cockroach_road: tuple[DerivedCell, ...]
    ask_road: AskRoad
    counts: Counts


def draw_roads(rounds: Sequence[Round], tails: Tails = Tails.REDESCEND) -> Roads:
    """Draw the five roads and the ask road, and count, from all coups of the shoe that stand on the roads."""
    lengths = run_lengths(rounds)
    return Roads(
        bead_plate=bead_plate(rounds),
        big_road=big_road(rounds, tails),
        big_eye_boy=derived_road(lengths, DerivedRoad.BIG_EYE_BOY, tails),
        small_road=derived_road(lengths, DerivedRoad.SMALL_ROAD, tails),
        cockroach_road=derived_road(lengths, DerivedRoad.COCKROACH_ROAD, tails),
        ask_road=ask_road(rounds),
        counts=count(rounds),
    )
