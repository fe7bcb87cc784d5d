"""The ask road: what the next Banker or Player win would add to the derived roads."""

from collections.abc import Sequence
from dataclasses import dataclass

from device.roads.derived_roads import DerivedRoad, Mark, mark_of
from device.roads.rounds import Round, run_lengths
from device.rules.outcome import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class NextMarks:
    """The mark that one result would add to each derived road; None: it would add none, the road has not begun."""

    big_eye_boy: Mark | None
    small_road: Mark | None
    cockroach_road: Mark | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskRoad:
    """The two questions of the ask road. It says what would be marked and nothing about what will come."""

    banker: NextMarks
    player: NextMarks


def ask_road(rounds: Sequence[Round]) -> AskRoad:
    """The marks of the next win, for either winner; a tie never adds one."""
    lengths = run_lengths(rounds)
    last = next((one.outcome for one in reversed(rounds) if one.outcome is not Outcome.TIE), None)
    return AskRoad(
        banker=_if_wins(Outcome.BANKER, last, lengths),
        player=_if_wins(Outcome.PLAYER, last, lengths),
    )


def _if_wins(winner: Outcome, last: Outcome | None, lengths: Sequence[int]) -> NextMarks:
    run, bead = (len(lengths) - 1, lengths[-1]) if winner is last else (len(lengths), 0)
    return NextMarks(
        big_eye_boy=mark_of(lengths, run, bead, DerivedRoad.BIG_EYE_BOY.value),
        small_road=mark_of(lengths, run, bead, DerivedRoad.SMALL_ROAD.value),
        cockroach_road=mark_of(lengths, run, bead, DerivedRoad.COCKROACH_ROAD.value),
    )
