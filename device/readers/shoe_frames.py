"""The messages of SHOE/1, the wire of our own shoe board, as values: one class a kind of frame.

Times are the board's: milliseconds since its start, wrapping (`ticks_ms`). Texts are already free of escapes.
"""

from dataclasses import dataclass

from device.readers.passages import ReadId

HIGHEST_SEQ = 65535
"""After this number comes 1."""

PRODUCT = "shoe"
MAJOR = 1
"""The protocol this software knows; a board that says another major number is left alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """Who the board is. It is no event: `id` carries the number given last (0 before the first event)."""

    id: ReadId
    product: str
    major: int
    details: tuple[tuple[str, str], ...] = ()
    """Pairs such as ``fw`` and ``uid``, in the board's order; unknown keys are kept and mean nothing."""

    @property
    def is_simulated(self) -> bool:
        """Whether the board says that it is a program: with the key ``simulated``, which no real one sends."""
        return any(key == "simulated" for key, _ in self.details)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heartbeat:
    """Each second: the board lives; `last_seq` is the number given last (0 before the first event)."""

    boot: str
    uptime_ms: int
    last_seq: int
    flags: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeFrame:
    """``C``: a card passed both gates and its code is known."""

    id: ReadId
    in_ticks_ms: int
    out_ticks_ms: int
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCodeFrame:
    """``N``: a passage without a code: the cut card, or a card that could not be read."""

    id: ReadId
    in_ticks_ms: int
    out_ticks_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PulledFrame:
    """``P``: pulled and put back; the code stays on the board."""

    id: ReadId
    ticks_ms: int
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PushedFrame:
    """``X``: something was pushed in through the mouth."""

    id: ReadId
    ticks_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoFrame:
    """``D``: two cards in one passage, with those of their codes that were read (none to two)."""

    id: ReadId
    ticks_ms: int
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class JamFrame:
    """``J``, or ``j`` when cleared: a gate has been blocked for over 3 s, or is free again."""

    id: ReadId
    ticks_ms: int
    gate: str
    cleared: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LidFrame:
    """``T``: the lid was opened (1) or closed (0)."""

    id: ReadId
    ticks_ms: int
    opened: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GateFaultFrame:
    """``G``: a light gate does not work."""

    id: ReadId
    ticks_ms: int
    gate: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayFrame:
    """``R``: a code was seen without a passage; which one stays on the board."""

    id: ReadId
    ticks_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonFrame:
    """``K``: a button on the shoe went down (1) or up (0)."""

    id: ReadId
    ticks_ms: int
    button: str
    pressed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoAreYou:
    """Host to board, ``?``: say hello."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledge:
    """Host to board, ``A``: everything up to this id is on durable record and may be forgotten."""

    id: ReadId


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamps:
    """Host to board, ``L``: exactly these lamps and locks on the shoe are on; sent as names joined by ``+``."""

    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfTest:
    """Host to board, ``S``: test lamps and gates."""


EventFrame = (
    CodeFrame
    | NoCodeFrame
    | PulledFrame
    | PushedFrame
    | TwoFrame
    | JamFrame
    | LidFrame
    | GateFaultFrame
    | StrayFrame
    | ButtonFrame
)
"""Frames that carry a number of their own, are kept by the board and sent again until acknowledged."""

HostFrame = WhoAreYou | Acknowledge | Lamps | SelfTest

Frame = Hello | Heartbeat | EventFrame | HostFrame


def event_ticks_ms(frame: EventFrame) -> int:
    """When the event happened, on the board's clock; of a passage, when the card had left."""
    if isinstance(frame, CodeFrame | NoCodeFrame):
        return frame.out_ticks_ms
    return frame.ticks_ms
