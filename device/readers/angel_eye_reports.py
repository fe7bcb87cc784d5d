"""What an Angel Eye II-EX shoe reports, as values.

A card that left without a rank and suit that make sense is still a card that left: its `card` is None.
"""

import enum
from dataclasses import dataclass
from typing import assert_never

from device.rules.card import Card


class Target(enum.Enum):
    """For whom, by the shoe's own reckoning, a card was drawn."""

    PLAYER = "player"
    BANKER = "banker"
    BURN = "burn"
    FIRST_CARD = "first-card"
    """The card whose rank says how many are burned."""
    BURN_COUNT = "burn-count"
    UNKNOWN = "unknown"


class ShoeMode(enum.Enum):
    """In which state a card left the shoe outside a game."""

    LOCKED = "locked"
    ERROR = "error"
    SETTING = "setting"
    UNKNOWN = "unknown"


class ShoeOutcome(enum.Enum):
    """How a game ended by the shoe's own reckoning."""

    PLAYER = "player"
    TIE = "tie"
    BANKER = "banker"
    FORCED_QUIT = "forced-quit"
    UNKNOWN = "unknown"


class ShoeError(enum.Enum):
    """What the shoe stopped for; the numbers are the wire's."""

    number: int

    UNREAD = "unread", 1
    OVERDRAW = "overdraw", 2
    BUTTON = "button", 3
    REVERSE_AT_EXIT = "reverse-at-exit", 4
    REVERSE_MIDWAY = "reverse-midway", 5
    CARD_CODE = "card-code", 6
    TIME_OUT = "time-out", 7
    OTHER = "other", 0

    def __new__(cls, text: str, number: int) -> "ShoeError":
        """An error with its number on the wire."""
        error = object.__new__(cls)
        error._value_ = text
        error.number = number
        return error


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Anything the shoe reported; `seq` is the byte that its three copies share."""

    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Report):
    """The shoe was switched on, or its line was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingBy(Report):
    """The shoe waits for a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(Report):
    """A card left the shoe in a game: the `index`-th of its target, from 1."""

    target: Target
    index: int
    card: Card | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOutside(Report):
    """A card left the shoe while no game was on."""

    mode: ShoeMode
    index: int
    card: Card | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardAgain(Report):
    """A card told before, told again (`RMeans.CARD_AGAIN`)."""

    target: Target
    index: int
    card: Card | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Redealt(Report):
    """The shoe begins the game anew (`RMeans.REDEAL`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCardDrawn(Report):
    """The cut card left the shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(Report):
    """The shoe's own result."""

    outcome: ShoeOutcome
    player_pair: bool
    banker_pair: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorShown(Report):
    """The shoe stopped for an error, or shows one; `number` is its own."""

    error: ShoeError
    number: int
    stopped: bool
    """Whether the shoe is in its error state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorCleared(Report):
    """The error was cleared at the shoe."""

    error: ShoeError
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LockTurned(Report):
    """The shoe was locked or unlocked."""

    locked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetChanged(Report):
    """A value of the shoe's set-up was changed."""

    address: str
    value: str


AnyReport = (
    Started
    | StandingBy
    | CardDrawn
    | CardOutside
    | CardAgain
    | Redealt
    | CutCardDrawn
    | GameEnded
    | ErrorShown
    | ErrorCleared
    | LockTurned
    | PresetChanged
)


def describe_report(report: AnyReport) -> dict[str, object]:
    """A report as plain values for JSON."""
    match report:
        case Started():
            return {"report": "start"}
        case StandingBy():
            return {"report": "standby"}
        case CardDrawn(target=target, index=index, card=card):
            return {"report": "card", "target": target.value, "index": index, "card": _text(card)}
        case CardOutside(mode=mode, index=index, card=card):
            return {"report": "card-outside", "mode": mode.value, "index": index, "card": _text(card)}
        case CardAgain(target=target, index=index, card=card):
            return {"report": "card-again", "target": target.value, "index": index, "card": _text(card)}
        case Redealt():
            return {"report": "redeal"}
        case CutCardDrawn():
            return {"report": "cut"}
        case GameEnded(outcome=outcome, player_pair=player_pair, banker_pair=banker_pair):
            pairs = {"player_pair": player_pair, "banker_pair": banker_pair}
            return {"report": "result", "outcome": outcome.value, **pairs}
        case ErrorShown(error=error, number=number, stopped=stopped):
            return {"report": "error", "error": error.value, "number": number, "stopped": stopped}
        case ErrorCleared(error=error, number=number):
            return {"report": "error-cleared", "error": error.value, "number": number}
        case LockTurned(locked=locked):
            return {"report": "lock", "locked": locked}
        case PresetChanged(address=address, value=value):
            return {"report": "preset", "address": address, "value": value}
        case _:
            assert_never(report)


def _text(card: Card | None) -> str | None:
    return card.value if card else None
