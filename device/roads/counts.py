"""The counters beside the roads."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from device.roads.rounds import Round
from device.rules.outcome import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many coups each hand won, how many were ties, and how many had each mark, ties included."""

    banker: int
    player: int
    tie: int
    banker_pair: int
    player_pair: int
    natural: int


def count(rounds: Iterable[Round]) -> Counts:
    """Count the coups that stand on the roads."""
    banker = player = tie = banker_pairs = player_pairs = naturals = 0
    for one in rounds:
        match one.outcome:
            case Outcome.BANKER:
                banker += 1
            case Outcome.PLAYER:
                player += 1
            case Outcome.TIE:
                tie += 1
            case never:
                assert_never(never)
        banker_pairs += one.banker_pair
        player_pairs += one.player_pair
        naturals += one.natural
    return Counts(
        banker=banker,
        player=player,
        tie=tie,
        banker_pair=banker_pairs,
        player_pair=player_pairs,
        natural=naturals,
    )
