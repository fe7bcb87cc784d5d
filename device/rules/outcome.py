"""How a coup ends."""

import enum
from collections.abc import Sequence

from device.rules.card import Card
from device.rules.hand import total


class Outcome(enum.Enum):
    """The three results a coup can have; a void coup has none."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


def outcome(player: Sequence[Card], banker: Sequence[Card]) -> Outcome:
    """The higher total wins, equal totals tie (000, 001 §04, 003, 004 §2.2): for two complete hands."""
    player_total, banker_total = total(player), total(banker)
    if player_total > banker_total:
        return Outcome.PLAYER
    return Outcome.BANKER if banker_total > player_total else Outcome.TIE
