"""What the shoe asks of whoever decides which card a code belongs to.

codes.py does where cards rest before the reader, passing.py where they do not.
A board loads only the one that it needs: memory is scarce.
"""

DELAY_MS = 180
"""The slowest reader, from the card to the last byte of its code, where the site file names none."""


class Belonging:
    """The codes on the board; while `waits`, a card that has left is held back, and its code is `settled` after it."""

    waits = False
    settled: str | None = None

    def read(self, code: str, phase: int, leaving: bool, left_inner_ms: int, now_ms: int) -> bool:
        """Take a code from the reader; False when it has no card: a code without a passage.

        `leaving`: the end of a card has passed the inner beam, and not yet the outer one.
        """
        raise NotImplementedError

    def dealt(self, left_inner_ms: int, two: bool) -> tuple[str | None, str | None]:
        """The card has left, or (`two`) more than one: its code, and a second, different one of the same passage.

        When it `waits` after that the card is not to be told yet.
        """
        raise NotImplementedError

    def begins(self, at_ms: int) -> bool:
        """A card is at the inner beam; True when a code is told of no card because of that."""
        return False

    def followed(self) -> None:
        """Another card broke the inner beam before the first was out: what was read in between is its code."""

    def inner_passed(self, dark_ms: int, free_ms: int) -> bool:
        """The end of a card has passed the inner beam, broken since `dark_ms`; True when a code was of no card."""
        return False

    def went_back(self, drawn: bool) -> None:
        """The card lies inside again; `drawn`: it was out as far as the outer beam."""

    def gone(self, code: str, phase: int) -> bool:
        """A reader that sees tags come and go sees this one no more; True when it was the next card's."""
        raise NotImplementedError

    def forget(self, now_ms: int) -> None:
        """Other cards may be here now: the lid moved, something was pushed in, a gate did not see.

        A code on its way from the reader may then be that of a card that is not here any more.
        """

    def give_up(self) -> None:
        """Do not hold back a card any longer."""

    def tick(self, phase: int, now_ms: int) -> bool:
        """Let time pass; True when a code found no passage."""
        raise NotImplementedError
