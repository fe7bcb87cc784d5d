"""What a picture depends on besides the view: the time, as far as it shows. Pure; who keeps the time says it here."""

import enum
from dataclasses import dataclass

from device.rules.hand import Hand

RESULT_PLAYS_S = 1.5
"""How long a result is celebrated; after that it stands still until the next hand."""


class Show(enum.Enum):
    """What the lower part of the players' screen shows."""

    ROADS = "roads"
    RULES = "rules"
    """The rules and the paytable of this table, for a while between two hands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One moment of a screen.

    `result_s`: seconds since the result came, None when it stands still; `turning`: how far the newest cards are
    turned, 0 to 1, and `fresh`: the places where they lie, hand and index from 0; `countdown_s`: whole seconds until
    the bets close, None without a countdown; `shift`: pixels by which everything is moved, so that nothing burns in;
    `dim`: how much darker than usual, 0 to 1; `clock`: the local time as staff read it.
    """

    result_s: float | None = None
    turning: float = 1.0
    fresh: frozenset[tuple[Hand, int]] = frozenset()
    countdown_s: int | None = None
    show: Show = Show.ROADS
    shift: tuple[int, int] = (0, 0)
    dim: float = 0.0
    clock: str = ""


STILL = Moment()
"""A picture without time: what a snapshot shows, and every screen with reduced motion."""
