"""The simulated dealer's moves, and who makes them."""

from dataclasses import dataclass, field
from typing import Any

from device.sim.mistakes import Mistake


@dataclass(frozen=True, slots=True, kw_only=True)
class Staff:
    """Who signs what; a decision that needs two people gets two who are not the dealer."""

    dealer: str = "d14"
    supervisor: str = "sup1"
    second: str = "pit2"


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """What the dealer does besides what the view asks for."""

    staff: Staff = Staff()
    presses_next: bool = True
    shuffles_every_coup: bool = False
    """The profile shuffles before every coup: the shoe is filled anew each time."""
    turns_banker_first: bool = False
    """The profile has Banker's hand turned before Player's."""
    late_result_s: float = 6.5
    """How long a forgotten result stays forgotten; must be longer than the profile's `late_result_after_s`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Take the next card out of the shoe, after letting at least `after_s` pass."""

    after_s: float = 0.0
    mistake: Mistake | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """Fill the shoe anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gather:
    """Put all cards in as they lie, for every one of them to be counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Send:
    """Give an order at the panel or as a supervisor.

    `order` has no id yet; `by` and `second` in it name who signs, the dealer where they are left out. Whoever gives the
    order has them sign in.
    """

    order: dict[str, Any] = field(hash=False)
    names_for: int | None = None
    """The incident whose unread card this order names or disposes of."""
    mistake: Mistake | None = None
    shows: bool = True
    """Whether the view shows that the order was taken; otherwise there is nothing to wait for."""

    @property
    def key(self) -> str:
        """Tells one order from another."""
        return repr(sorted(self.order.items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Do nothing until the view changes; with `for_s`, no longer than that, then `give_up`."""

    why: str
    for_s: float | None = None


Action = Draw | Fill | Gather | Send | Wait
