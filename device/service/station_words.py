"""What a station says to the person at it: steps and counts in words, a line each."""

from collections.abc import Iterable, Mapping

from device.cards.station.station_steps import Step, StepKind
from device.rules.card import Card
from device.words import Words

_SUITS = str.maketrans("cdhs", "♣♦♥♠")


class StationWords:
    """The sentences of one language; `symbols`: whether suits can be written as such, else as letters."""

    def __init__(self, words: Words, *, symbols: bool) -> None:
        self._words = words
        self._symbols = symbols

    def card(self, card: Card) -> str:
        """``10♠``, or ``10s`` where there are no such characters."""
        text = str(card).replace("T", "10")
        return text.translate(_SUITS) if self._symbols else text

    def cards(self, cards: Iterable[Card]) -> str:
        """Several cards with blanks between."""
        return " ".join(map(self.card, cards))

    def numbers(self, cards: Mapping[Card, int]) -> str:
        """Cards and how many of each: ``5♠ 2×7♣``."""
        return " ".join(self.card(card) if many == 1 else f"{many}×{self.card(card)}" for card, many in cards.items())

    def say(self, key: str, **values: str | int) -> str:
        """Any other sentence of a station."""
        return self._words.say(f"station.{key}", **values)

    def state(self, state: str) -> str:
        """A pack's state."""
        return self._words.say(f"pack-state.{state}")

    def step(self, step: Step) -> str:
        """What came of a card or a key."""
        key = step.kind.value
        if step.kind is StepKind.AGAIN and step.card is None:
            key = "passed-before"
        if step.kind is StepKind.OTHER_PACK and not step.pack:
            key = "not-kept"
        return self.say(
            key,
            card="" if step.card is None else self.card(step.card),
            other="" if step.other is None else self.card(step.other),
            pack=step.pack,
            state="" if step.state is None else self.state(step.state.value),
            why=step.why,
        )
