"""What happens to a shoe: opening, burn, cut card, end."""

from device.rules.card import Card
from device.table.events.event import Event
from device.table.vocabulary import Origin, ReadIdentity, ShoeEnd, Source


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
    profiles: tuple[tuple[str, int, str], ...] = ()
    """Each house rules that were ever played by: name, version, and the hash they had the last time."""
    dealer: str | None = None
    last_read: ReadIdentity | None = None
    seat: int = 1
    order_kept: tuple[str, ...] = ()
    """The order of the last shoe's cards, as commitments: the next shoe is compared with it."""
    retired: tuple[str, ...] = ()
    """Packs that are retired and that the registry does not have as such yet; no more than were opened in it."""
    backup_of: str = ""
    """When the copy was made that the record was put back from; empty: the file before simply came to its end."""
    shoe_left_open: bool = False
    """Of a record that was put back: whether shoe `shoe` was in play in it. It is over then, for nobody knows what
    left it since."""
    coup_left_open: int = 0
    """And the number of the coup that awaited its result; 0: none did."""
    aside_epoch: str = ""
    aside_seq: int = 0
    aside_hash: str = ""
    """The end of the record that was there and lies aside now: it can be asked for, and is known when it is shown.
    Empty and 0: there was none, or its end could not be read."""


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
    by_hand: bool = False
    """Whether manual play goes on."""
    seat: int = 1
    """Who has the shoe, where it goes from seat to seat."""
    order_before: tuple[str, ...] = ()
    """The order of the cards of the shoe before, as commitments (`sequences.commitments`)."""
    retired: tuple[str, ...] = ()
    """Packs that are retired and that the registry does not have as such yet."""


class InspectionBegan(Event, frozen=True, kw_only=True):
    """Every card of the packs is to pass the reader and be counted, before play or (`closing`) after it.

    `again`: the count that was under way is lost, and every card must pass once more.
    """

    KIND = "inspection-began"
    closing: bool = False
    again: bool = False


class CardInspected(Event, frozen=True, kw_only=True):
    """A card passed the reader and was counted; which one is never on record, for nobody may know the sequence."""

    KIND = "card-inspected"
    UNRECORDED = ("card", "tag", "pack")
    card: Card | None = None
    tag: str | None = None
    pack: str | None = None
    source: Source = Source.SHOE
    aside: bool = False
    """Its tag passed before: it is not counted unless people say so."""


class InspectionEnded(Event, frozen=True, kw_only=True):
    """The packs are counted: how many of each class there were, and which tags, in no order."""

    KIND = "inspection-ended"
    closing: bool = False
    cards: int
    counts: dict[Card, int]
    """By class, in the order of a new pack; 0 where none passed."""
    tags: tuple[str, ...] = ()
    packs: tuple[str, ...] = ()
    """Which packs of the registry the cards were of, in no order that tells anything."""
    exact: bool
    """Whether every class was there exactly once a pack."""


class ShoePassed(Event, frozen=True, kw_only=True):
    """The shoe goes on to the next participant after coup `coup` (004 §1.1)."""

    KIND = "shoe-passed"
    seat: int
    coup: int


class BurnBegan(Event, frozen=True, kw_only=True):
    """Cards are to be set aside; `expected` is None until the indicator card says how many."""

    KIND = "burn-began"
    expected: int | None = None


class TagRead(Event, frozen=True, kw_only=True):
    """Which single card it is that left as number `nth`: who has the packs' register reads its face from that."""

    KIND = "tag-read"
    nth: int
    hidden_tag: str | None


class IndicatorBurned(Event, frozen=True, kw_only=True):
    """The exposed card that gives the number: `expected` cards leave in all, this one among them."""

    KIND = "indicator-burned"
    card: Card
    expected: int
    origin: Origin
    source: Source = Source.SHOE
    nth: int = 0


class CardBurned(Event, frozen=True, kw_only=True):
    """A card was set aside unseen (None: it was not read, and burned cards are not asked for)."""

    KIND = "card-burned"
    VERSION = 2
    hidden: Card | None
    origin: Origin
    nth: int = 0


class BurnLeft(Event, frozen=True, kw_only=True):
    """The dealer went on while cards were still to be burned; the next card is held until somebody has looked.

    `bets_closed`: by saying no more bets, and not by asking for the next coup.
    """

    KIND = "burn-left"
    bets_closed: bool


class BurnEnded(Event, frozen=True, kw_only=True):
    """The burn is complete."""

    KIND = "burn-ended"
    cards: int
    indicator: Card | None = None


class PackShuffled(Event, frozen=True, kw_only=True):
    """All cards are back and shuffled: counts start anew (profiles that shuffle every coup)."""

    KIND = "pack-shuffled"


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


class RemainingSet(Event, frozen=True, kw_only=True):
    """Tests only: the number of cards left was set."""

    KIND = "remaining-set"
    cards: int
