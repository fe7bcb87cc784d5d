"""What a step of a table script is: one thing that happens at the table, and the line that it stands on."""

from dataclasses import dataclass

from device.rules.card import Card
from device.table.decide import AnyOrder


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A card leaves the shoe and is read; the code is what stands on the card."""

    code: str
    tagged: bool = False
    """The code is the mark of this one card, and `card` says which card that is; None: nobody knows it."""
    card: Card | None = None
    pack: str = ""
    """With `tagged`: the pack that it is of; empty: of none that has a name."""
    up: bool = False
    """It lay face up in the shoe, and the dealer says so before it leaves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawUnread:
    """Something leaves the shoe without a code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PushBack:
    """A card is drawn out and pushed back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PushIn:
    """Something enters the shoe from outside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A press or an order of staff."""

    command: AnyOrder


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart:
    """The table process dies without warning and starts again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkChange:
    """The reader's link is lost, or back."""

    up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Time passes."""

    seconds: float


Deed = Draw | DrawUnread | PushBack | PushIn | Order | Restart | LinkChange | Wait


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line of a script."""

    line: int
    """Counted from 1, with comments and blank lines."""
    deed: Deed
