"""What a shoe or a reader tells us, once its bytes are understood: the vocabulary shared by every reader."""

import functools
from dataclasses import dataclass, field

from device.rules.outcome import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadId:
    """The identity a board gives one event: drawn boot number and count since then. Repeats carry the same one."""

    boot: str
    """Eight upper-case hex digits, drawn at each start of the board (a plain reader's link draws its own)."""
    seq: int
    """1 to 65535; after 65535 comes 1. 0 stands for "nothing yet of this boot" and occurs in `BoardStarted` only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Something the shoe reported once, in order; `at_s` is when it happened on the host's monotonic clock.

    `at_s` is the board's own time carried over to the host's clock by the link, so a report that waited out an unplug
    still says when the card left.
    """

    id: ReadId
    at_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CodePassed(Passage):
    """A card with a readable code left the shoe."""

    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCodePassed(Passage):
    """Something left the shoe without a readable code: an unreadable card, or the cut card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PulledBack(Passage):
    """A card was touched or drawn out and went back; its code stays on the board."""

    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PushedIn(Passage):
    """Something entered the shoe through its mouth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoAtOnce(Passage):
    """Two cards left in one passage; `codes` may hold fewer than two."""

    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Jam(Passage):
    """A gate has been blocked for over 3 s, or is free again."""

    gate: str
    cleared: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LidMoved(Passage):
    """The shoe's lid was opened or closed."""

    opened: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GateFault(Passage):
    """A light gate does not work: passages can no longer be trusted."""

    gate: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayCode(Passage):
    """A code was seen without a passage: diagnosis only, never a card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonMoved(Passage):
    """A button on the shoe went down or up."""

    button: str
    pressed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult(Passage):
    """A shoe that knows the game says how one ended; `outcome` is None when it was broken off at the shoe."""

    outcome: Outcome | None
    player_pair: bool
    banker_pair: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadsLost(Passage):
    """The board's count jumped: `first` to `last` never arrived and never will.

    Its id is that of `last`, so that an id on record means that everything up to it is accounted for. After the wrap
    `last` may be the smaller number.
    """

    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardStarted(Passage):
    """The board speaks under another boot number than before: it was reset, or it is another board.

    Its id names the new boot and the number up to which that boot is already accounted for: 0 unless this board was
    here before.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """Bytes that were no message; counted and shown, never a card."""

    kind: str
    """``bad-checksum``, ``resync``, ``overlong``, ``ack``, ``no-read``, ``unknown-frame``, ``not-text``, ``stale`` …"""
    bytes: int


@functools.lru_cache(maxsize=256)
def noise(kind: str, length: int) -> Noise:
    """The same as `Noise`, made once for all alike: a bad line makes hundreds of thousands."""
    return Noise(kind=kind, bytes=length)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One code from a reader without gates, before the link has made a passage of it."""

    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkState:
    """How the connection to the reader stands: what lamps and screens show as "reader lost"."""

    up: bool
    detail: str = ""
    """Why it is down and what to do, one plain sentence; while up empty, or a warning."""
    numbered: ReadId | None = None
    """The number that the board had given last when it answered: what carries a later one happened since. None while
    down, and of a reader that keeps nothing to tell it later."""
    counters: dict[str, int] = field(default_factory=dict)
    """Since start: good, bad-checksum, overlong, resync, duplicate, lost …"""
