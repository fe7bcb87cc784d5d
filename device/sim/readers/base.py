"""What all simulated readers share: bytes in, bytes out, time, what lies before them, and what would have changed them.

They stand for other people's devices, so they make and take their frames with code of their own and share none with
`device/readers`.
"""

from collections.abc import Callable

CTRL_C = 0x03


class ReaderOrderError(Exception):
    """An order that this reader cannot carry out; the message says what it takes."""


class SimReader:
    """One reader without its port. `changed`: what a host sent that a real one would have obeyed, in words.

    `now_ms` counts from any zero and never goes back; a code is what a card bears.
    """

    kind = ""
    baud = 9600
    """The speed it has as delivered."""

    def __init__(self) -> None:
        self.changed: list[str] = []
        self._out = bytearray()
        self._now_ms = 0
        self.orders: dict[str, Callable[[list[str]], None]] = {
            "card": self._one_word(self.card),
            "away": self._no_word(self.away),
            "no-read": self._no_word(self.no_read),
        }
        """What it can be told, beside what the port and its wire can."""

    def from_host(self, data: bytes, now_ms: int) -> None:
        """Take what the host sent."""
        self._now_ms = now_ms
        if CTRL_C in data:
            self.changed.append("byte 03: a board's program would have stopped")
        self._take(data)

    def tick(self, now_ms: int) -> None:
        """Let time pass."""
        self._now_ms = now_ms

    def take_output(self) -> bytes:
        """What it sends now; handed out once."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def card(self, code: str) -> None:
        """A card comes before the reader."""
        raise NotImplementedError

    def away(self) -> None:
        """The card is taken away."""

    def no_read(self) -> None:
        """A card passes that cannot be read."""

    def _take(self, data: bytes) -> None:
        """Understand what the host sent; a reader that only talks does not listen."""

    def _send(self, data: bytes) -> None:
        self._out += data

    def _one_word(self, act: Callable[[str], None]) -> Callable[[list[str]], None]:
        def obey(words: list[str]) -> None:
            if len(words) != 1:
                raise ReaderOrderError("say what the card bears: card CODE")
            act(words[0])

        return obey

    def _no_word(self, act: Callable[[], None]) -> Callable[[list[str]], None]:
        def obey(words: list[str]) -> None:
            if words:
                raise ReaderOrderError(f"{' '.join(words)!r} is too much: this order stands alone")
            act()

        return obey
