"""What the roads are drawn from: the shoe's completed coups, each no more than its result and its marks."""

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from device.rules.outcome import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One coup as the roads see it: who won, whether either hand's first two cards were a pair, whether a natural."""

    outcome: Outcome
    banker_pair: bool = False
    player_pair: bool = False
    natural: bool = False


class CoupOnRecord(Protocol):
    """A coup as the table's state or a feed's view holds it; no outcome: void, or not shown yet."""

    @property
    def kind(self) -> str | enum.Enum:
        """``normal``, ``free``, ``void`` or ``training``, as a word or as a member with that value."""

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def banker_pair(self) -> bool: ...

    @property
    def player_pair(self) -> bool: ...

    @property
    def natural(self) -> bool: ...


def rounds_of(coups: Iterable[CoupOnRecord], *, free_coups_on_roads: bool) -> tuple[Round, ...]:
    """The coups that stand on the roads: no void one, and coups without bets only where the house marks them.

    `free_coups_on_roads` is the profile's field of that name.
    """
    left_out = {"void"} if free_coups_on_roads else {"void", "free"}
    return tuple(
        Round(
            outcome=coup.outcome,
            banker_pair=coup.banker_pair,
            player_pair=coup.player_pair,
            natural=coup.natural,
        )
        for coup in coups
        if coup.outcome is not None and _word(coup.kind) not in left_out
    )


def run_lengths(rounds: Iterable[Round]) -> list[int]:
    """How many coups in a row the same hand won, run after run of the whole shoe; ties do not count."""
    return lengths_of([one.outcome for one in rounds if one.outcome is not Outcome.TIE])


def lengths_of(sequence: Iterable[enum.Enum]) -> list[int]:
    """How long the same member stands in a row, again and again to the end."""
    lengths: list[int] = []
    last: enum.Enum | None = None
    for one in sequence:
        if one is last:
            lengths[-1] += 1
        else:
            lengths.append(1)
            last = one
    return lengths


def _word(kind: str | enum.Enum) -> object:
    return kind.value if isinstance(kind, enum.Enum) else kind
