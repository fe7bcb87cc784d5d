"""Which reports of the shoe tell of cards that a supervisor dealt already, by naming each while the reader was lost.

The board kept them and tells them when it is back. Its own count says which they are: it answers with the number that
it gave last, and whatever leaves from then on nobody has dealt. Times would not do, since a card may leave in the very
moment in which the board answers.
"""

from device.readers.event_order import ahead
from device.readers.passages import Passage, ReadId
from device.table import commands as cmd
from device.table.decide import AnyPassage

_OF_CARDS = cmd.CardLeft | cmd.UnreadLeft | cmd.UnknownCodeLeft | cmd.TwoLeft | cmd.ReadsMissing | cmd.BoardRestarted
"""What manual play stands for. A lid that was opened, or a card pushed in, is told whoever dealt."""


class HandDealt:
    """The end of the manual play under way, or of the last one, as the reader tells it."""

    __slots__ = ("_is_back", "_last")

    def __init__(self) -> None:
        self._is_back = False
        self._last: ReadId | None = None

    def began(self) -> None:
        """A supervisor deals by hand from now on."""
        self._is_back, self._last = False, None

    def reader_back(self, numbered: ReadId | None) -> None:
        """The reader works again; `numbered` is the number it gave last, None for a reader that keeps nothing.

        Only the first time counts in one manual play: from then on nobody deals by hand before people have looked.
        """
        if not self._is_back:
            self._is_back, self._last = True, numbered

    def includes(self, command: AnyPassage, passage: Passage, *, by_hand: bool) -> bool:
        """Whether the card of this report was dealt by hand; `by_hand`: manual play is not over."""
        if not self._is_back:
            return by_hand and isinstance(command, _OF_CARDS)
        last = self._last
        if last is None or passage.id.boot != last.boot:
            return False
        if ahead(passage.id.seq, last.seq) > 0:
            self._last = None  # numbers come in order: none of that time can follow, though they begin again one day
            return False
        return isinstance(command, _OF_CARDS)
