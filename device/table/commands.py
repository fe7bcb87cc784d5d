"""What can happen to a table: passages of the shoe, the dealer's presses, orders of staff, timers.

Commands are never refused as values: `decide` answers an order that is not allowed with an `OrderRefused` event.
"""

import msgspec

from device.rules.card import Card
from device.rules.outcome import Outcome
from device.table.vocabulary import Option, ReadIdentity


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all commands."""


class Passage(Command):
    """Something the shoe reported.

    `since_s` is how long, on the shoe's own time, after the table's last turning point it happened (the coup complete,
    the result shown, the coup voided); it decides between the next coup's first card and a card drawn in error.
    """

    read: ReadIdentity | None = None
    since_s: float = 0.0


class CardLeft(Passage):
    """A card left the shoe and its code was understood."""

    card: Card


class UnreadLeft(Passage):
    """Something without a readable code left the shoe."""


class UnknownCodeLeft(Passage):
    """A card left the shoe whose code names no card of ours."""

    code: str


class CutCardLeft(Passage):
    """The cut card came out."""


class TwoLeft(Passage):
    """Two cards left in one passage; None stands for one that was not read. Their order is the board's guess."""

    cards: tuple[Card | None, Card | None]


class WentBack(Passage):
    """A card was drawn and pushed back; its face is not kept."""


class CardPushedIn(Passage):
    """Something entered the shoe from outside."""


class ReadsMissing(Passage):
    """Reports `first` to `last` of the board never arrived: cards may have left unseen."""

    first: int
    last: int


class BoardRestarted(Passage):
    """The board started anew."""


class ShoeTrouble(Passage):
    """The shoe itself reports trouble: ``jam``, ``lid`` or ``gate-fault``; `cleared` when it is over."""

    what: str
    cleared: bool = False


class DiagnosticSeen(Passage):
    """A report that changes nothing at the table but must be on record before it is acknowledged."""

    what: str


class TableRestarted(Command):
    """The table process started again on this state."""


class OpenShoe(Command):
    """A new shoe is put into play with the profile given to `decide`."""

    by: str | None = None


class EndShoe(Command):
    """The shoe is taken out of play before its last coup."""

    by: str | None = None


class NoMoreBets(Command):
    """The dealer's button."""


class CallSupervisor(Command):
    """The dealer's button."""


class ShowResult(Command):
    """The dealer asks for the result, or calls it."""

    called: Outcome | None = None


class ResultDue(Command):
    """The time after which the result shows itself has passed."""

    coup: int


class Next(Command):
    """The dealer goes on to the next coup."""


class Enter(Command):
    """A card is named by eye."""

    card: Card
    by: str | None = None


class Resolve(Command):
    """A person decides about the oldest incident that offers `option`."""

    option: Option
    by: str | None = None
    second: str | None = None
    reason: str | None = None
    exposed: bool | None = None
    """Whether the players saw the card; None: not said, every option stands."""


class Void(Command):
    """The coup is cancelled and every bet returned."""

    by: str | None = None
    second: str | None = None
    reason: str | None = None


class FreeHand(Command):
    """The next coup has no bets."""

    by: str | None = None


class ChangeDealer(Command):
    """Another dealer takes over; None: nobody is at the table."""

    dealer: str | None


class SetRemaining(Command):
    """Tests only: sets how many cards are left in the shoe."""

    cards: int
