"""The bead plate and the counters, from the finished coups of the shoe. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from device.rules.outcome import Outcome
from device.screen.view import Coup
from device.words import HandNames


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How often each thing happened in this shoe."""

    outcomes: Mapping[Outcome, int]
    player_pairs: int
    banker_pairs: int
    naturals: int


def counting(coups: Sequence[Coup]) -> tuple[tuple[Coup, Outcome], ...]:
    """The coups that stand on the scoreboards, with their results: no void coup and none dealt without bets."""
    return tuple(
        (coup, coup.outcome) for coup in coups if coup.outcome is not None and coup.kind not in ("void", "free")
    )


def counts(coups: Sequence[Coup]) -> Counts:
    """Count results, pairs and naturals."""
    counted = counting(coups)
    results = [outcome for _, outcome in counted]
    return Counts(
        outcomes={outcome: results.count(outcome) for outcome in Outcome},
        player_pairs=sum(coup.player_pair for coup, _ in counted),
        banker_pairs=sum(coup.banker_pair for coup, _ in counted),
        naturals=sum(coup.natural for coup, _ in counted),
    )


def bead_plate(coups: Sequence[Coup], columns: int, rows: int) -> Iterator[tuple[int, int, Coup, Outcome]]:
    """Column, row, coup and result of every bead: down, then right; when full, whole columns scroll away."""
    counted = counting(coups)
    scrolled = max(0, -(-len(counted) // rows) - columns)
    for index, (coup, outcome) in enumerate(counted[scrolled * rows :]):
        yield index // rows, index % rows, coup, outcome


def bead_letters(names: HandNames) -> dict[Outcome, str]:
    """The letter of each result: the first of its name, as the counters beside it show; P, B, T if two are the same."""
    letters = {outcome: names.of(outcome.value)[:1].upper() for outcome in Outcome}
    if len(set(letters.values())) < 3 or not all(letters.values()):
        return {Outcome.PLAYER: "P", Outcome.BANKER: "B", Outcome.TIE: "T"}
    return letters
