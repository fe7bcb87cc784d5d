"""What can happen to a table: passages of the shoe, the dealer's presses, orders of staff, timers.

Commands are never refused as values: `decide` answers an order that is not allowed with an `OrderRefused` event.
"""

import msgspec

from device.rules.card import Card
from device.rules.foreign import Foreign
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.table.vocabulary import IncidentKind, Option, ReadIdentity, ReportKind


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all commands."""


class Passage(Command, frozen=True, kw_only=True):
    """Something the shoe reported.

    `since_s` is how long, on the shoe's own time, after the table's last turning point it happened (the coup complete,
    the result shown, the coup voided); it decides between the next coup's first card and a card drawn in error.
    """

    read: ReadIdentity | None = None
    since_s: float = 0.0


class CardLeft(Passage, frozen=True, kw_only=True):
    """A card left the shoe and its code was understood."""

    card: Card
    tag: str = ""
    """What tells this card from every other one of its class; empty: its code only says the class."""
    pack: str = ""
    """The pack of the registry that it belongs to; empty: not known."""


class UnreadLeft(Passage, frozen=True, kw_only=True):
    """Something without a readable code left the shoe."""


class UnknownCodeLeft(Passage, frozen=True, kw_only=True):
    """A card left the shoe whose code names no card of ours."""

    code: str
    foreign: Foreign | None = None
    """Why it is none, where that is known: it goes on record in the code's place."""


class CutCardLeft(Passage, frozen=True, kw_only=True):
    """The cut card came out."""


class TwoLeft(Passage, frozen=True, kw_only=True):
    """Two cards left in one passage; None stands for one that was not read. Their order is the board's guess."""

    cards: tuple[Card | None, Card | None]
    tags: tuple[str, str] = ("", "")
    packs: tuple[str, str] = ("", "")
    foreign: tuple[Foreign | None, Foreign | None] = (None, None)
    """Of one that is read and is none of ours: why, as of `UnknownCodeLeft`."""


class WentBack(Passage, frozen=True, kw_only=True):
    """A card was drawn and pushed back; its face is not kept."""


class CardPushedIn(Passage, frozen=True, kw_only=True):
    """Something entered the shoe from outside."""


class ReadsMissing(Passage, frozen=True, kw_only=True):
    """Reports `first` to `last` of the board never arrived: cards may have left unseen."""

    first: int
    last: int


class BoardRestarted(Passage, frozen=True, kw_only=True):
    """The board started anew."""


class ShoeTrouble(Passage, frozen=True, kw_only=True):
    """The shoe itself reports trouble: ``jam``, ``lid`` or ``gate-fault``; `cleared` when it is over."""

    what: str
    cleared: bool = False


class ShoeSaysResult(Passage, frozen=True, kw_only=True):
    """A shoe that knows the game ended one by its own reckoning; `outcome` is None when it was broken off there."""

    outcome: Outcome | None
    player_pair: bool = False
    banker_pair: bool = False


class DiagnosticSeen(Passage, frozen=True, kw_only=True):
    """A report that changes nothing at the table but must be on record before it is acknowledged."""

    what: str


class TableRestarted(Command, frozen=True, kw_only=True):
    """The table process started again on this state; `faces_lost`: hidden faces could not be read back into it."""

    faces_lost: bool = False


class ReaderBack(Command, frozen=True, kw_only=True):
    """The reader works again; within manual play people look before it deals."""


class PackRefused(Command, frozen=True, kw_only=True):
    """The registry says of a pack in the shoe, `foreign.pack`, that this table must not play it."""

    foreign: Foreign


class OpenShoe(Command, frozen=True, kw_only=True):
    """A new shoe is put into play with the profile given to `decide`.

    `hash_before`: the hash that this profile's name and version had when the record last met them; None: never.
    """

    by: str | None = None
    hash_before: str | None = None


class EndShoe(Command, frozen=True, kw_only=True):
    """The shoe is taken out of play before its last coup."""

    by: str | None = None


class NoMoreBets(Command, frozen=True, kw_only=True):
    """The dealer's button."""


class CallSupervisor(Command, frozen=True, kw_only=True):
    """The dealer's button."""


class Turn(Command, frozen=True, kw_only=True):
    """The dealer turns a hand's two cards, or its third."""

    hand: Hand
    third: bool = False


class ShowResult(Command, frozen=True, kw_only=True):
    """The dealer asks for the result, or calls it."""

    called: Outcome | None = None


class ResultDue(Command, frozen=True, kw_only=True):
    """The time after which the result shows itself has passed."""

    coup: int


class CountdownDue(Command, frozen=True, kw_only=True):
    """Bets on the coming coup, which gets this number, have been open for as long as the table keeps them."""

    coup: int


class Next(Command, frozen=True, kw_only=True):
    """The dealer goes on to the next coup."""


class Enter(Command, frozen=True, kw_only=True):
    """A card is named by eye: one that could not be read or, `by_hand`, the next one while the reader is lost.

    `since_s` is how long after the table's last turning point a card is dealt by hand.
    """

    card: Card
    by: str | None = None
    by_hand: bool = False
    since_s: float = 0.0


class Resolve(Command, frozen=True, kw_only=True):
    """A person decides about the oldest incident that offers `option`."""

    option: Option
    by: str | None = None
    second: str | None = None
    reason: str | None = None
    exposed: bool | None = None
    """Whether the players saw the card; None: not said, every option stands."""


class Void(Command, frozen=True, kw_only=True):
    """A coup is cancelled and every bet returned: the one on the table, or with `coup` that one of this shoe."""

    coup: int | None = None
    by: str | None = None
    second: str | None = None
    reason: str | None = None


class Correct(Command, frozen=True, kw_only=True):
    """The hands of a coup are put right: what lay on the table was not what is on record."""

    coup: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    by: str | None = None
    second: str | None = None
    reason: str | None = None


class Undo(Command, frozen=True, kw_only=True):
    """The last press, no more bets or next, is taken back; `since_s` is how long ago it was."""

    by: str | None = None
    since_s: float = 0.0


class Pause(Command, frozen=True, kw_only=True):
    """Staff stop the table."""

    by: str | None = None


class Report(Command, frozen=True, kw_only=True):
    """Staff say what happened at the table."""

    what: ReportKind
    by: str | None = None
    cards: int = 4
    """Of a coup picked up: how many cards lay there then; those dealt to it since are none of its own."""


class Acknowledge(Command, frozen=True, kw_only=True):
    """A supervisor has seen the incidents of this kind."""

    kind: IncidentKind
    by: str | None = None
    second: str | None = None
    reason: str | None = None


class FreeHand(Command, frozen=True, kw_only=True):
    """The next coup has no bets."""

    by: str | None = None


class ChangeDealer(Command, frozen=True, kw_only=True):
    """Another dealer takes over; None: nobody is at the table."""

    dealer: str | None
    by: str | None = None


class SetRemaining(Command, frozen=True, kw_only=True):
    """Tests only: sets how many cards are left in the shoe."""

    cards: int
