"""How quickly the simulated dealer works."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Seconds the dealer lets pass before each kind of move; all zero: as fast as the table shows its views."""

    card_s: float = 0.0
    """Before a card, or a decision about an incident."""
    count_s: float = 0.0
    """Before a card that is only counted."""
    bets_s: float = 0.0
    """Bets stay open at least so long."""
    result_s: float = 0.0
    """From the last card to the call."""
    next_s: float = 0.0
    """From the result to the next coup."""
    coup_s: float = 0.0
    """From one coup's first move to the next one's, at least."""
    presses_next: bool = True
    """Goes on by the button even where the next coup's first card would do: a card so soon would be one in error."""


REAL = Pace(card_s=1.2, count_s=0.1, bets_s=6.0, result_s=1.5, next_s=4.0, coup_s=18.0, presses_next=False)
"""A mini table: a coup every 18 s."""
FAST = Pace(card_s=0.03, count_s=0.005, coup_s=0.5)
"""Two coups a second."""
MAX = Pace()

PACES = {"real": REAL, "fast": FAST, "max": MAX}
"""By the names of the command line."""
