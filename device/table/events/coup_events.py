"""What happens in a coup: bets, its cards, its result."""

from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.table.events.event import Event
from device.table.vocabulary import BetsClosedBy, CoupKind, Origin, ShownBy, Source


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


class WentOn(Event, frozen=True, kw_only=True):
    """The dealer pressed for the next coup; what that led to follows in the same step."""

    KIND = "went-on"


class PressTakenBack(Event, frozen=True, kw_only=True):
    """The dealer's last press never was: ``no-more-bets`` or ``next``; the table is as it was before it."""

    KIND = "press-taken-back"
    order: str
    by: str
    shuffled: bool = False
    """Whether the press had been taken as the word that the cards are shuffled."""


class ManualPlayBegan(Event, frozen=True, kw_only=True):
    """A supervisor carries the game on by naming each card at its turn, for the reader is lost."""

    KIND = "manual-play-began"
    by: str


class CoupBegan(Event, frozen=True, kw_only=True):
    """The coup has its number from now on, whatever becomes of it."""

    KIND = "coup-began"
    coup: int
    coup_kind: CoupKind
    dealer: str | None = None
    face_down: bool = False
    """Whether its cards lie face down until they are turned."""
    manual: bool = False
    """Whether it is dealt by hand, without the reader."""


class CardDealt(Event, frozen=True, kw_only=True):
    """A card is turned in its hand; `due` is whose card is next, None when the coup is complete."""

    KIND = "card-dealt"
    hand: Hand
    card: Card
    due: Hand | None
    reasons: tuple[str, ...] = ()
    origin: Origin = Origin.SHOE
    source: Source = Source.SHOE
    nth: int = 0
    shown: bool = True
    """False where the screens wait for the dealer's press though the card lies face up on the table."""


class CardLaid(Event, frozen=True, kw_only=True):
    """A card lies face down in its hand (None: it was not read); `due` whose is next, None until cards are turned."""

    KIND = "card-laid"
    VERSION = 2
    hand: Hand
    hidden: Card | None
    due: Hand | None
    origin: Origin = Origin.SHOE
    source: Source = Source.SHOE
    nth: int = 0


class HandTurned(Event, frozen=True, kw_only=True):
    """The two cards of a hand, or its third, are turned; `due` is whose card is next as far as that is known now.

    None among `cards`: it was not read, or cannot be, and is asked for by an incident of the same step.
    """

    KIND = "hand-turned"
    hand: Hand
    third: bool = False
    cards: tuple[Card | None, ...]
    nths: tuple[int, ...] = ()
    due: Hand | None = None
    reasons: tuple[str, ...] = ()


class CardNamed(Event, frozen=True, kw_only=True):
    """A card that was turned in its hand unread, or impossible, is named by eye; `index` counts from 0."""

    KIND = "card-named"
    hand: Hand
    index: int
    card: Card
    due: Hand | None = None
    reasons: tuple[str, ...] = ()
    source: Source
    nth: int = 0


class CardLifted(Event, frozen=True, kw_only=True):
    """What lay in a hand was no card of the coup; those dealt after it move up in the order out of the shoe.

    `player` and `banker` say which cards lie in each hand now.
    """

    KIND = "card-lifted"
    nth: int
    player: tuple[int, ...]
    banker: tuple[int, ...]
    due: Hand | None = None
    reasons: tuple[str, ...] = ()


class CardsMovedOn(Event, frozen=True, kw_only=True):
    """Cards that were dealt to a coup after it had been picked up: they open the next one, unseen until its bets close.

    `nths` in the order in which they left; `player` and `banker` say which cards lie in each hand still.
    """

    KIND = "cards-moved-on"
    nths: tuple[int, ...]
    player: tuple[int, ...]
    banker: tuple[int, ...]


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
    corrected_by: str = ""
    """The two people who put its hands right before the result; empty: nobody had to."""
    corrected_why: str = ""
    manual: bool = False


class HandsCorrected(Event, frozen=True, kw_only=True):
    """The hands of the coup that is being dealt were put right; `due` is worked out anew, and counts follow."""

    KIND = "hands-corrected"
    coup: int
    was_player: tuple[Card, ...]
    was_banker: tuple[Card, ...]
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    due: Hand | None = None
    reasons: tuple[str, ...] = ()
    by: str
    second: str
    reason: str


class CoupCorrected(Event, frozen=True, kw_only=True):
    """A coup whose result was public is put right: this stands now, and what stood before stays on record.

    `counts`: its cards are among those that are counted now, and the count follows.
    """

    KIND = "coup-corrected"
    coup: int
    coup_kind: CoupKind
    was_player: tuple[Card, ...]
    was_banker: tuple[Card, ...]
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    player_total: int
    banker_total: int
    outcome: Outcome
    natural: bool
    player_pair: bool
    banker_pair: bool
    last_of_shoe: bool
    counts: bool
    by: str
    second: str
    reason: str
    dealer: str | None = None
    manual: bool = False


class CoupVoided(Event, frozen=True, kw_only=True):
    """A person cancelled the coup; its number stays used and its cards on record."""

    KIND = "coup-voided"
    coup: int
    player: tuple[Card | None, ...]
    """None for a card that was never turned."""
    banker: tuple[Card | None, ...]
    by: str
    second: str
    reason: str
    last_of_shoe: bool
    dealer: str | None = None
    later: bool = False
    """It was no longer the coup on the table."""
    manual: bool = False
