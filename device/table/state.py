"""The whole of a table as one frozen value, folded from events and from nothing else.

The parts are msgspec structs: a step replaces a few fields of each, and that must not cost more than the step itself.
"""

import msgspec

from device.rules.card import Card
from device.rules.foreign import Foreign
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.table.shoe_state import NONE_SEEN, Shoe
from device.table.vocabulary import CoupKind, IncidentKind, Option, Phase, ReadIdentity


class Lying(msgspec.Struct, frozen=True, kw_only=True):
    """A card in a hand; `card` is None while it is neither read nor named."""

    card: Card | None
    nth: int = 0
    """Which card of the shoe it is."""
    up: bool = True
    """Whether the screens may show it."""


class Coup(msgspec.Struct, frozen=True, kw_only=True):
    """The coup on the table, from its first card until the next coup is opened."""

    number: int
    kind: CoupKind
    dealer: str | None = None
    face_down: bool = False
    """Whether its cards lie face down until they are turned; what follows from a face is unknown until then."""
    player: tuple[Lying, ...] = ()
    banker: tuple[Lying, ...] = ()
    due: Hand | None = Hand.PLAYER
    """Whose card is next; None when no more is due, and while that depends on cards that are not turned."""
    reasons: tuple[str, ...] = ()
    outcome: Outcome | None = None
    """None until the result is shown, and for a void coup."""
    corrected_by: str = ""
    """The two people who put its hands right; empty: nobody had to."""
    corrected_why: str = ""
    manual: bool = False
    """Whether a card of it was dealt by hand, without the reader."""

    def lying(self, hand: Hand) -> tuple[Lying, ...]:
        """The cards of a hand, in the order in which they left."""
        return self.player if hand is Hand.PLAYER else self.banker

    def cards(self, hand: Hand) -> tuple[Card, ...]:
        """The faces of a hand that the table knows, turned or not."""
        return tuple([one.card for one in self.lying(hand) if one.card is not None])

    def shown(self, hand: Hand) -> tuple[Card | None, ...]:
        """The faces of a hand that may be seen; None for a card that lies face down or is not named yet."""
        return tuple([one.card if one.up else None for one in self.lying(hand)])

    def turned(self, hand: Hand) -> tuple[Card | None, ...]:
        """The faces that everybody at the table has seen: all of a face-up game, though its screens may be later."""
        return self.shown(hand) if self.face_down else self.cards(hand)

    @property
    def dealt(self) -> int:
        """How many cards lie in both hands."""
        return len(self.player) + len(self.banker)

    @property
    def two_each(self) -> bool:
        """Whether the first four cards are out."""
        return len(self.player) >= 2 and len(self.banker) >= 2

    @property
    def unturned(self) -> bool:
        """Whether a card must be turned, or named after it was turned, before anybody knows what follows."""
        if not self.face_down:
            return False
        return any(not one.up or one.card is None for one in (*self.player, *self.banker))

    @property
    def complete(self) -> bool:
        """Whether no more card is due and nothing is left to be turned."""
        return self.due is None and not self.unturned

    @property
    def is_open(self) -> bool:
        """Whether the coup still awaits its result."""
        return self.outcome is None and self.kind is not CoupKind.VOID


class Burn(msgspec.Struct, frozen=True, kw_only=True):
    """A burn under way; `expected` is None until the indicator card is out."""

    expected: int | None
    done: int = 0
    indicator: Card | None = None
    left: bool = False
    """The dealer went on before it was complete."""
    bets_closed: bool = False
    """With `left`: and said no more bets."""


class Inspection(msgspec.Struct, frozen=True, kw_only=True):
    """The packs pass the reader: how much was counted so far, which no view tells by class."""

    closing: bool
    counted: int = 0
    classes: tuple[int, ...] = NONE_SEEN
    """By `Card.index`. Only in memory: after a restart they are lost, and the count begins anew."""
    tags: frozenset[str] = frozenset()
    packs: frozenset[str] = frozenset()
    aside: tuple[tuple[Card | None, str | None], ...] = ()
    """Cards whose tag passed before, in the order in which people are asked about them."""


class Incident(msgspec.Struct, frozen=True, kw_only=True):
    """An incident that holds the table; `hidden` is the card bound to it, if one was read."""

    id: int
    kind: IncidentKind
    options: tuple[Option, ...]
    hidden: Card | None = None
    has_card: bool = False
    since_s: float = 0.0
    nth: int = 0
    hand: Hand | None = None
    index: int = 0
    seen_by: str | None = None
    """The supervisor who acknowledged it."""
    missing: tuple[Card, ...] = ()
    surplus: tuple[Card, ...] = ()
    picked_up: int = 0
    """Of a coup picked up too early: how many cards lay there then."""
    detail: str = ""
    """Of a card that is none of ours: why, or the code it has. A face is never in it."""
    foreign: Foreign | None = None
    """Of such a card: why, where that is known."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """An incident that holds nothing and that no supervisor has acknowledged."""

    id: int
    kind: IncidentKind


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """A passage that waits for the hold to end, in order; no card and no cut: it was not read."""

    hidden: Card | None
    cut: bool
    since_s: float
    nth: int = 0
    code: str = ""
    foreign: Foreign | None = None


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A card that was put aside unseen: drawn in error, for the next coup; or left too early, for this coup's turns."""

    hidden: Card | None
    free: bool = False
    nth: int = 0


class CoupRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A coup of this shoe whose result is public."""

    coup: int
    kind: CoupKind
    outcome: Outcome | None
    natural: bool
    player_pair: bool
    banker_pair: bool
    player: tuple[Card | None, ...] = ()
    """None for a card that was never turned."""
    banker: tuple[Card | None, ...] = ()
    dealer: str | None = None
    last_of_shoe: bool = False
    corrected: bool = False
    manual: bool = False


class TakeBack(msgspec.Struct, frozen=True, kw_only=True):
    """The dealer's last press, while it can be taken back, and what was so before it."""

    order: str
    """``no-more-bets`` or ``next``."""
    phase: Phase
    shoe: Shoe
    coup: Coup | None
    burn: Burn | None
    inspection: Inspection | None = None
    notices: tuple[IncidentKind, ...]
    free_next: bool


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the table knows; `INITIAL` is a table that has never seen a shoe."""

    phase: Phase = Phase.CLOSED
    shoe: Shoe = Shoe()
    coup: Coup | None = None
    burn: Burn | None = None
    inspection: Inspection | None = None
    """Set while cards are counted; None again once the packs are."""
    incidents: tuple[Incident, ...] = ()
    """Those that hold the table, oldest first."""
    waiting: tuple[Waiting, ...] = ()
    kept: tuple[Kept, ...] = ()
    """Cards drawn in error that open the next coup, unseen until that coup's bets are closed."""
    before_turn: tuple[Kept, ...] = ()
    """Cards that left before the turns which say whether they are due."""
    coups: tuple[CoupRecord, ...] = ()
    notices: tuple[IncidentKind, ...] = ()
    """Incidents of this coup that hold nothing, for the staff to see."""
    unseen: tuple[Notice, ...] = ()
    """Those of this shoe that no supervisor has acknowledged, oldest first."""
    face_up: tuple[int, ...] = ()
    """Which cards of the shoe lie face up in it, as staff reported, until they have their place."""
    exposed: tuple[int, ...] = ()
    """Which cards of the shoe lay face up in it: everybody has seen them, wherever they wait."""
    next_incident: int = 1
    last_read: ReadIdentity | None = None
    dealer: str | None = None
    supervisor_called: bool = False
    free_next: bool = False
    retired: tuple[str, ...] = ()
    """Packs that are retired and that the registry does not have as such yet: they outlive shoes and files."""
    by_hand: bool = False
    """Manual play: the reader is lost and a supervisor names each card, or it is back and nobody has looked yet."""
    take_back: TakeBack | None = None
    """Kept until a card leaves or anything else changes the table."""

    @property
    def held(self) -> bool:
        """Whether a person must decide before dealing goes on."""
        return bool(self.incidents)

    @property
    def coup_open(self) -> bool:
        """Whether a coup has begun and awaits its result."""
        return self.coup is not None and self.coup.is_open

    @property
    def between_shoes(self) -> bool:
        """Whether no shoe is in play and nothing of the last one awaits anybody: a new file may go on from here."""
        waits = (
            self.incidents or self.waiting or self.kept or self.before_turn or self.supervisor_called or self.by_hand
        )
        return self.shoe.over and self.phase in (Phase.CLOSED, Phase.SHOE_OVER) and not waits

    @property
    def on_last_coup(self) -> bool:
        """Whether the coup on the table, or the one to come, is the shoe's last."""
        if self.shoe.last_coup is None:
            return False
        number = self.shoe.coups_begun if self.coup is not None else self.shoe.coups_begun + 1
        return number >= self.shoe.last_coup

    @property
    def last_coup_is_next(self) -> bool:
        """Whether to announce the last hand: it is being dealt, or comes next; from a result on, bets are for the next.

        Nothing is announced once the shoe is over.
        """
        if self.shoe.last_coup is None or self.shoe.over:
            return False
        return self.shoe.coups_begun + (0 if self.coup_open else 1) >= self.shoe.last_coup


INITIAL = State()
