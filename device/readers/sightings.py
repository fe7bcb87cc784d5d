"""Whether a code that is read again is another card, for readers that see codes and no passages.

It cannot be known. A serialised code (of a label or a tag) seen again is the same card, however it flickers and
whatever else lies in view; only when it was away for long is it told again, and the table judges: the shoe may be
another one. A class code is another card when it was out of sight for a while or another code came between: the shoe
holds eight nines of hearts, and equal neighbours are common (`equal_neighbours`).
"""

from collections.abc import Callable

SAME_CARD_S = 30.0
MIN_GAP_S = 0.4

_MOST_KEPT = 64
"""More serialised codes than lie in view of any reader; the oldest is forgotten first."""


def equal_neighbours(decks: int) -> int:
    """How many pairs of cards of one rank and suit follow each other in a shuffled shoe, on average and exactly.

    Behind a card lie 52·decks - 1 others, of which decks - 1 are its like. There are 52·decks - 1 pairs of neighbours,
    each equal with the chance (decks - 1)/(52·decks - 1): together decks - 1.
    """
    return decks - 1


class Sightings:
    """What was seen and when; `is_serialised` says whether a code names one card of one pack."""

    def __init__(self, *, is_serialised: Callable[[str], bool], min_gap_s: float = MIN_GAP_S) -> None:
        self._is_serialised = is_serialised
        self._min_gap_s = min_gap_s
        self._last: tuple[str, float] | None = None
        self._serialised: dict[str, float] = {}

    def is_another_card(self, code: str, now_s: float) -> bool:
        """Take a read at `now_s`, on the host's monotonic clock; times never go back."""
        last, self._last = self._last, (code, now_s)
        if self._is_serialised(code):
            before_s = self._serialised.pop(code, None)
            self._serialised[code] = now_s
            if len(self._serialised) > _MOST_KEPT:
                del self._serialised[next(iter(self._serialised))]
            return before_s is None or round(now_s - before_s, 3) >= SAME_CARD_S
        return last is None or last[0] != code or round(now_s - last[1], 3) >= self._min_gap_s
