"""Mistakes the simulated dealer makes on request."""

import enum
import random


class Mistake(enum.Enum):
    """One slip within a coup; those a profile has no room for do not happen."""

    EXTRA_CARD = "extra-card"
    """Draws a card when none is due."""
    FORGOTTEN_RESULT = "forgotten-result"
    """Goes on without showing the result."""
    WRONG_CALL = "wrong-call"
    """Calls another result than the cards say."""
    EARLY_CARD = "early-card"
    """Draws while bets are open and a button should close them."""
    CARD_BEFORE_TURN = "card-before-turn"
    """Draws while cards that lie face down must be turned first."""
    WRONG_TURN = "wrong-turn"
    """Turns the other hand first."""
    SHORT_BURN = "short-burn"
    """Goes on before the burn is complete, and notices."""
    STUCK = "stuck"
    """Two cards stick together: the dealer says so."""
    PAUSE = "pause"
    """Something is in dispute: the dealer stops the game for it."""


class Slips:
    """Decides for each coup whether the dealer slips and how: `rate` 0 to 1, the same for the same seed."""

    def __init__(self, rate: float = 0.0, *, seed: int | str = 0, kinds: tuple[Mistake, ...] = tuple(Mistake)) -> None:
        self._rate = rate
        self._kinds = kinds
        self._dice = random.Random(f"mistakes {seed}")

    def for_next_coup(self) -> Mistake | None:
        """The next coup's slip, if there is one; moves on by one whatever the answer."""
        slips = self._dice.random() < self._rate
        kind = self._kinds[self._dice.randrange(len(self._kinds))] if self._kinds else None
        return kind if slips else None
