"""Named faults with a rate each, the same for the same seed: what a bad cable, a bad reader or a tired hand do.

Faults of the wire (noise, loss, repeats) work on whole frames between board and port, in both directions, and depend on
nothing but the seed and the frames so far. Faults of the shoe (the rest) are decided for each card before it leaves.
"""

import enum
import random
from collections.abc import Mapping
from dataclasses import dataclass, field

MOST_WAITING_BYTES = 256


class Fault(enum.Enum):
    """A fault by its name on the command line."""

    NOISE = "noise"
    """Random bytes between frames and inside them."""
    LOSS = "loss"
    """Frames, or bytes of frames, that never arrive."""
    REPEATS = "repeats"
    """Frames that arrive twice or three times."""
    RESETS = "resets"
    """The board starts anew as a card leaves: just before it, or just after and forgets it."""
    UNPLUG = "unplug"
    """The plug is pulled as a card leaves, and put back."""
    RESET_ON_OPEN = "reset-on-open"
    """The board starts anew each time a program opens its port, as one does whose reset hangs on DTR."""
    UNREAD = "unread"
    """A card leaves and its code is not read."""
    TWO_CARDS = "two-cards"
    """Two cards leave in one passage."""
    PULL_BACK = "pull-back"
    """A card is drawn out and pushed back before it leaves."""
    FACE_UP = "face-up"
    """The card that leaves next lies face up in the shoe, for everybody to see."""


USUAL_RATES = {
    Fault.NOISE: 0.05,
    Fault.LOSS: 0.05,
    Fault.REPEATS: 0.05,
    Fault.RESETS: 0.002,
    Fault.UNPLUG: 0.002,
    Fault.RESET_ON_OPEN: 1.0,
    Fault.UNREAD: 0.005,
    Fault.TWO_CARDS: 0.002,
    Fault.PULL_BACK: 0.02,
    Fault.FACE_UP: 0.005,
}
"""How often a fault strikes when no rate is given: per frame on the wire, per card or per opening else."""

WIRE_FAULTS = (Fault.NOISE, Fault.LOSS, Fault.REPEATS)
CARD_FAULTS = (Fault.RESETS, Fault.UNPLUG, Fault.UNREAD, Fault.TWO_CARDS, Fault.PULL_BACK)


class FaultError(ValueError):
    """A list of faults that cannot be understood; the message lists the names."""


def parse_faults(text: str) -> dict[Fault, float]:
    """Read ``noise,loss:0.2``: names with their rates (0 to 1, per frame or per card); ``none`` or nothing: no faults.

    Raises FaultError listing the names, or saying what a rate is.
    """
    faults: dict[Fault, float] = {}
    if text.strip() in ("", "none"):
        return faults
    for item in text.split(","):
        name, colon, rate_text = item.strip().partition(":")
        try:
            fault = Fault(name)
        except ValueError:
            names = ", ".join(known.value for known in Fault)
            raise FaultError(f"there is no fault {name!r}; there are: {names}") from None
        rate = USUAL_RATES[fault]
        if colon:
            try:
                rate = float(rate_text)
            except ValueError:
                rate = -1.0
            if not 0 <= rate <= 1:
                raise FaultError(f"{item.strip()!r}: a rate is a number from 0 to 1, for example {name}:0.05")
        faults[fault] = rate
    return faults


def _source(seed: int | str, what: str) -> random.Random:
    """A source of its own for each fault: switching one on does not move the others."""
    return random.Random(f"{seed} {what}")


@dataclass(slots=True)
class _Direction:
    """One direction of the wire; bytes wait for the end of their frame, so chunking changes nothing."""

    rates: Mapping[Fault, float]
    sources: dict[Fault, random.Random]
    waiting: bytearray = field(default_factory=bytearray)

    def carry(self, data: bytes) -> bytes:
        self.waiting += data
        out = bytearray()
        while self.waiting:
            end = self.waiting.find(b"\n") + 1
            if end == 0:
                if len(self.waiting) <= MOST_WAITING_BYTES:
                    break
                end = len(self.waiting)
            frame = bytes(self.waiting[:end])
            del self.waiting[:end]
            out += self._suffer(frame)
        return bytes(out)

    def _struck_by(self, fault: Fault) -> random.Random | None:
        rate = self.rates.get(fault, 0.0)
        source = self.sources[fault]
        return source if rate and source.random() < rate else None

    def _suffer(self, frame: bytes) -> bytes:
        copies = 1
        if dice := self._struck_by(Fault.REPEATS):
            copies += dice.randint(1, 2)
        return b"".join(self._suffer_once(frame) for _ in range(copies))

    def _suffer_once(self, frame: bytes) -> bytes:
        if dice := self._struck_by(Fault.LOSS):
            if dice.random() < 0.5:
                return b""
            start = dice.randrange(len(frame))
            frame = frame[:start] + frame[start + dice.randint(1, 8) :]
        if dice := self._struck_by(Fault.NOISE):
            junk = dice.randbytes(dice.randint(1, 8))
            # A third hits the frame itself; the rest falls between frames.
            place = dice.randrange(len(frame)) if frame and dice.random() < 1 / 3 else 0
            frame = frame[:place] + junk + frame[place:]
        return frame


class FaultyWire:
    """What lies between the board's pins and the port."""

    def __init__(self, faults: Mapping[Fault, float], seed: int | str = 0) -> None:
        self._plain = not any(faults.get(fault) for fault in WIRE_FAULTS)
        self._out, self._in = (
            _Direction(faults, {fault: _source(seed, f"{way} {fault.value}") for fault in WIRE_FAULTS})
            for way in ("out", "in")
        )

    def to_host(self, data: bytes) -> bytes:
        """What arrives at the host of the board's frames."""
        return data if self._plain else self._out.carry(data)

    def to_board(self, data: bytes) -> bytes:
        """What arrives at the board of the host's bytes."""
        return data if self._plain else self._in.carry(data)


class Mishaps:
    """Decides, card by card, what goes wrong as it leaves."""

    def __init__(self, faults: Mapping[Fault, float], seed: int | str = 0) -> None:
        self._faults = faults
        self._sources: dict[Fault, random.Random] = {fault: _source(seed, fault.value) for fault in CARD_FAULTS}
        self._up = _source(seed, Fault.FACE_UP.value)
        self._side = _source(seed, "before or after")

    def for_next_card(self) -> frozenset[Fault]:
        """The faults that befall the next card; every source moves on by one, whatever the rates are."""
        return frozenset(
            fault for fault, source in self._sources.items() if source.random() < self._faults.get(fault, 0.0)
        )

    def next_lies_face_up(self) -> bool:
        """Whether the card that is now at the mouth lies face up."""
        return self._up.random() < self._faults.get(Fault.FACE_UP, 0.0)

    def reset_comes_first(self) -> bool:
        """Whether a reset falls before the card (nothing is lost) or just after it (the board forgets it)."""
        return self._side.random() < 0.5
