"""The languages that one screen can be switched through: its own first, then the second one, then the others."""

from collections.abc import Callable, Sequence

from device.words import Words, load_words


class Languages:
    """Which language is first now, and which stands small beside it."""

    def __init__(self, first: str, second: str | None, offered: Callable[[], Sequence[str]]) -> None:
        """`offered`: the languages that can be drawn here, asked when somebody first switches (it reads typefaces).

        Raises WordsError for a language without a catalogue.
        """
        self._own = first
        self._second = None if second == first else second
        self._offered = offered
        self._order: tuple[str, ...] = ()
        self._now = first
        self._words = {code: load_words(code) for code in (first, second) if code is not None}

    @property
    def code(self) -> str:
        """The first language's code."""
        return self._now

    @property
    def first(self) -> Words:
        """The words of the language that is first now."""
        return self._of(self._now)

    @property
    def second(self) -> Words | None:
        """The words that stand small beside the first; None where the settings want one language alone.

        When the second one was made the first, they change places.
        """
        if self._second is None:
            return None
        return self._of(self._own if self._now == self._second else self._second)

    @property
    def letters(self) -> str:
        """The language whose Chinese characters are drawn, where there are any: its two scripts have own faces.

        Latin letters are the same in every language: a change between two such languages needs no other letters.
        """
        shown = [words.language for words in (self.first, self.second) if words is not None]
        return next((code for code in shown if code.startswith("zh")), "zh-Hans")

    def choose(self, code: str) -> None:
        """Make this language the first; one that cannot be drawn here changes nothing."""
        if code == self._own or code in self._all():
            self._now = code

    def next(self) -> None:
        """Make the next language the first, in a circle."""
        order = self._all()
        place = order.index(self._now) if self._now in order else -1
        self._now = order[(place + 1) % len(order)]

    def _all(self) -> tuple[str, ...]:
        if not self._order:
            wanted = [self._own, *([self._second] if self._second is not None else []), *self._offered()]
            self._order = tuple(dict.fromkeys(wanted))
        return self._order

    def _of(self, code: str) -> Words:
        if code not in self._words:
            self._words[code] = load_words(code)
        return self._words[code]
