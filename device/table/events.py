"""What happened, as facts that fold to the same state whatever the rules code says later.

A face that nobody may see yet is always in a field called `hidden`; a turned card is in `card`, `player` or `banker`.
Whoever writes or shows events relies on that name.
"""

from typing import ClassVar

import msgspec

from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.table.vocabulary import (
    BetsClosedBy,
    CoupKind,
    IncidentKind,
    Option,
    Origin,
    ReadIdentity,
    Refusal,
    ShoeEnd,
    ShownBy,
    Source,
)


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of all events; `KIND` is the name on record, `VERSION` the shape of the body."""

    KIND: ClassVar[str]
    VERSION: ClassVar[int] = 1

    read: ReadIdentity | None = None
    """The report of the shoe that this event is the first answer to; None for what people and timers do."""


class RecordContinued(Event, frozen=True, kw_only=True):
    """The first fact of a file that goes on where another ended: that file's signed end, and what outlives it."""

    KIND = "record-continued"
    file: str
    """The name of the file before, as it lies in the archive."""
    epoch_before: str
    seq_before: int
    hash_before: str
    signed_at: str
    public_key: str
    signature: str
    """Over the end of the file before, as signed heads are."""
    shoe: int
    """The last shoe's number; numbers go on across files."""
    dealer: str | None = None
    last_read: ReadIdentity | None = None


class ShoeOpened(Event, frozen=True, kw_only=True):
    """A shoe is in play; carries over what a restart needs from before it."""

    KIND = "shoe-opened"
    shoe: int
    profile: str
    profile_version: int
    profile_hash: str
    house_rules: str = ""
    """The whole profile as the hash is taken over it; empty in records of older software."""
    decks: int
    free_coups: int = 0
    by: str | None = None
    dealer: str | None = None
    last_read: ReadIdentity | None = None


class BurnBegan(Event, frozen=True, kw_only=True):
    """Cards are to be set aside; `expected` is None until the indicator card says how many."""

    KIND = "burn-began"
    expected: int | None = None


class IndicatorBurned(Event, frozen=True, kw_only=True):
    """The exposed card that gives the number: `expected` cards leave in all, this one among them."""

    KIND = "indicator-burned"
    card: Card
    expected: int
    origin: Origin
    source: Source = Source.SHOE


class CardBurned(Event, frozen=True, kw_only=True):
    """A card was set aside unseen (None: it was not read, and burned cards are not asked for)."""

    KIND = "card-burned"
    hidden: Card | None
    origin: Origin


class BurnEnded(Event, frozen=True, kw_only=True):
    """The burn is complete."""

    KIND = "burn-ended"
    cards: int
    indicator: Card | None = None


class PackShuffled(Event, frozen=True, kw_only=True):
    """All cards are back and shuffled: counts start anew (profiles that shuffle every coup)."""

    KIND = "pack-shuffled"


class BetsOpened(Event, frozen=True, kw_only=True):
    """Bets are taken for the coming coup; what lay on the table is cleared."""

    KIND = "bets-opened"
    coup: int


class FreeCoupOpened(Event, frozen=True, kw_only=True):
    """The coming coup is dealt without bets; what lay on the table is cleared."""

    KIND = "free-coup-opened"
    coup: int


class FreeCoupOrdered(Event, frozen=True, kw_only=True):
    """A supervisor made the next coup free."""

    KIND = "free-coup-ordered"
    by: str


class BetsClosed(Event, frozen=True, kw_only=True):
    """No more bets."""

    KIND = "bets-closed"
    how: BetsClosedBy


class CoupBegan(Event, frozen=True, kw_only=True):
    """The coup has its number from now on, whatever becomes of it."""

    KIND = "coup-began"
    coup: int
    coup_kind: CoupKind
    dealer: str | None = None


class CardDealt(Event, frozen=True, kw_only=True):
    """A card is turned in its hand; `due` is whose card is next, None when the coup is complete."""

    KIND = "card-dealt"
    hand: Hand
    card: Card
    due: Hand | None
    reasons: tuple[str, ...] = ()
    origin: Origin = Origin.SHOE
    source: Source = Source.SHOE


class ResultShown(Event, frozen=True, kw_only=True):
    """The coup's result is public; the whole coup once more, so that a record of coups needs no other event."""

    KIND = "result-shown"
    coup: int
    coup_kind: CoupKind
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    player_total: int
    banker_total: int
    outcome: Outcome
    natural: bool
    player_pair: bool
    banker_pair: bool
    last_of_shoe: bool
    how: ShownBy
    dealer: str | None = None


class CoupVoided(Event, frozen=True, kw_only=True):
    """A person cancelled the coup; its number stays used and its cards on record."""

    KIND = "coup-voided"
    coup: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    by: str
    second: str
    reason: str
    last_of_shoe: bool
    dealer: str | None = None


class CutCardOut(Event, frozen=True, kw_only=True):
    """The cut card came out (`counted`: the profile's count stands for it); `last_coup` is the shoe's last one."""

    KIND = "cut-card-out"
    last_coup: int
    origin: Origin | None = None
    counted: bool = False
    again: bool = False
    """It changes nothing: a second cut card, or one where the shoe is over."""


class ShoeEnded(Event, frozen=True, kw_only=True):
    """No further coup is dealt from this shoe."""

    KIND = "shoe-ended"
    why: ShoeEnd
    by: str | None = None


class TableCleared(Event, frozen=True, kw_only=True):
    """The last coup's cards are gone and the shoe is over."""

    KIND = "table-cleared"


class CardWaits(Event, frozen=True, kw_only=True):
    """A card left while the table is held: counted, kept in order, dealt when the hold ends."""

    KIND = "card-waits"
    hidden: Card | None
    cut: bool = False
    since_s: float = 0.0


class CardKept(Event, frozen=True, kw_only=True):
    """The card of an incident stays unseen and opens the next coup (`free`: a coup without bets)."""

    KIND = "card-kept"
    incident: int
    free: bool = False


class IncidentRaised(Event, frozen=True, kw_only=True):
    """Something went wrong; `holds` stops dealing until one of `options` is chosen."""

    KIND = "incident-raised"
    id: int
    incident: IncidentKind
    options: tuple[Option, ...] = ()
    holds: bool = False
    hidden: Card | None = None
    origin: Origin | None = None
    """Set when a card is bound to the incident."""
    since_s: float = 0.0
    detail: str = ""


class IncidentResolved(Event, frozen=True, kw_only=True):
    """A person decided."""

    KIND = "incident-resolved"
    id: int
    incident: IncidentKind
    option: Option
    by: str
    second: str | None = None
    reason: str | None = None
    exposed: bool | None = None
    hidden: Card | None = None
    """The card as it was named by eye."""


class SupervisorCalled(Event, frozen=True, kw_only=True):
    """The dealer asks for the supervisor."""

    KIND = "supervisor-called"


class DealerChanged(Event, frozen=True, kw_only=True):
    """Who deals from now on."""

    KIND = "dealer-changed"
    dealer: str | None


class OrderRefused(Event, frozen=True, kw_only=True):
    """An order that changes nothing, and why."""

    KIND = "order-refused"
    order: str
    why: Refusal
    by: str | None = None
    called: Outcome | None = None


class ReportNoted(Event, frozen=True, kw_only=True):
    """A report of the shoe that changes nothing at the table: pulled back, stray code, lid closed."""

    KIND = "report-noted"
    what: str


class RemainingSet(Event, frozen=True, kw_only=True):
    """Tests only: the number of cards left was set."""

    KIND = "remaining-set"
    cards: int


EVENTS: dict[str, type[Event]] = {
    event.KIND: event
    for event in (
        RecordContinued, ShoeOpened, BurnBegan, IndicatorBurned, CardBurned, BurnEnded, PackShuffled, BetsOpened,
        FreeCoupOpened, FreeCoupOrdered, BetsClosed, CoupBegan, CardDealt, ResultShown, CoupVoided, CutCardOut,
        ShoeEnded, TableCleared, CardWaits, CardKept, IncidentRaised, IncidentResolved, SupervisorCalled, DealerChanged,
        OrderRefused, ReportNoted, RemainingSet,
    )
}  # fmt: skip
"""Every kind of event by its name on record."""
