"""What goes wrong, what waits for it to be decided, and what people do."""

from device.rules.card import Card
from device.rules.foreign import Foreign
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.table.events.event import Event
from device.table.vocabulary import IncidentKind, Option, Origin, Refusal


class CardWaits(Event, frozen=True, kw_only=True):
    """A card left while the table is held: counted, kept in order, dealt when the hold ends."""

    KIND = "card-waits"
    VERSION = 2
    hidden: Card | None
    cut: bool = False
    since_s: float = 0.0
    nth: int = 0
    origin: Origin = Origin.SHOE
    """INCIDENT: it was held by one, left before all that wait, and comes before them."""
    code: str = ""
    """What its code says, where that names no card of ours, or why it does not."""
    foreign: Foreign | None = None
    """Why it names none, where that is known."""


class CardKept(Event, frozen=True, kw_only=True):
    """The card of an incident stays unseen and opens the next coup (`free`: a coup without bets).

    `for_turn`: it waits for the turns of this coup instead, which say whether it is due.
    """

    KIND = "card-kept"
    incident: int
    free: bool = False
    for_turn: bool = False


class IncidentRaised(Event, frozen=True, kw_only=True):
    """Something went wrong; `holds` stops dealing until one of `options` is chosen."""

    KIND = "incident-raised"
    VERSION = 2
    id: int
    incident: IncidentKind
    options: tuple[Option, ...] = ()
    holds: bool = False
    hidden: Card | None = None
    origin: Origin | None = None
    """Set when a card is bound to the incident."""
    since_s: float = 0.0
    detail: str = ""
    foreign: Foreign | None = None
    """Of a card that is none of ours: why, where that is known; `detail` says it in a sentence."""
    nth: int = 0
    hand: Hand | None = None
    """Set, with `index`, when the incident is about a card that lies in a hand."""
    index: int = 0
    by: str | None = None
    """Who reported it, or stopped the table."""
    missing: tuple[Card, ...] = ()
    """Of an inspection: each card that was not there."""
    surplus: tuple[Card, ...] = ()
    """Of an inspection: each card that was there once too often."""
    first: int = 0
    """Of a run of cards: the number of its first, and below how many there are."""
    cards: int = 0
    picked_up: int = 0
    """Of a coup picked up: how many cards lay there then."""


class IncidentResolved(Event, frozen=True, kw_only=True):
    """A person decided."""

    KIND = "incident-resolved"
    VERSION = 2
    id: int
    incident: IncidentKind
    option: Option
    by: str
    second: str | None = None
    reason: str | None = None
    exposed: bool | None = None
    hidden: Card | None = None
    """The card as it was named by eye."""
    nth: int = 0


class IncidentsSeen(Event, frozen=True, kw_only=True):
    """A supervisor has seen these incidents, all of one kind; that decides nothing about them."""

    KIND = "incidents-seen"
    incident: IncidentKind
    ids: tuple[int, ...]
    by: str
    second: str | None = None
    reason: str | None = None


class FaceUpReported(Event, frozen=True, kw_only=True):
    """Staff say that card `nth` of the shoe, the next one to leave, lies face up in it."""

    KIND = "face-up-reported"
    nth: int
    by: str | None = None


class SupervisorCalled(Event, frozen=True, kw_only=True):
    """The dealer asks for the supervisor."""

    KIND = "supervisor-called"


class DealerChanged(Event, frozen=True, kw_only=True):
    """Who deals from now on."""

    KIND = "dealer-changed"
    dealer: str | None
    by: str | None = None


class OrderRefused(Event, frozen=True, kw_only=True):
    """An order that changes nothing, and why."""

    KIND = "order-refused"
    order: str
    why: Refusal
    by: str | None = None
    called: Outcome | None = None
    detail: str = ""
    """The rule or the card that is in the way, of what the order itself said."""


class ReportNoted(Event, frozen=True, kw_only=True):
    """A report of the shoe that changes nothing at the table: pulled back, stray code, lid closed."""

    KIND = "report-noted"
    what: str
