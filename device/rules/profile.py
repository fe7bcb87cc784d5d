"""The house rules of a table: every rule that is not the drawing table is a field here, never a condition in code.

A profile is one TOML file. A field's default is the value of the profile `live`, so that a site's own file need only
name what differs; it must give its own name and version, and list the side bets it offers. Cited: the documents 000,
001, 003 and 004 by section; "France", "Macau", "Spain" and "US" are the regulations and the practice that use a value.
"""

import hashlib
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Annotated

from msgspec import Meta, Struct, field

from device.rules.choices import (
    BetsClose,
    BurnMode,
    CommissionRounding,
    CutPolicy,
    Deal,
    EarlyCard,
    ErrorCardExposed,
    ErrorCardUnexposed,
    FaceUpInShoe,
    Inspection,
    NaturalBets,
    NextMode,
    NumberFormat,
    Positions,
    ResultMode,
    RetirePacks,
    Reveal,
    RevealOrder,
    ShoePasses,
    Shuffle,
    StuckCards,
    Tails,
    ThirdCard,
    UnreadCard,
)
from device.rules.paytable import closing, paytable
from device.rules.profile_text import QUICK, canonical
from device.rules.structs import plain
from device.rules.wagers import SideBets

__all__ = [
    "QUICK",
    "BetsClose",
    "BurnMode",
    "CommissionRounding",
    "CutPolicy",
    "Deal",
    "EarlyCard",
    "ErrorCardExposed",
    "ErrorCardUnexposed",
    "FaceUpInShoe",
    "Inspection",
    "Names",
    "NaturalBets",
    "NextMode",
    "NumberFormat",
    "Positions",
    "Profile",
    "ResultMode",
    "RetirePacks",
    "Reveal",
    "RevealOrder",
    "ShoePasses",
    "Shuffle",
    "SideBets",
    "StuckCards",
    "Tails",
    "ThirdCard",
    "UnreadCard",
]

Seconds = Annotated[float, Meta(ge=0, le=600)]
Word = Annotated[str, Meta(min_length=1, max_length=24)]


class Names(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the two hands are called at this table (000, 003 and 004: Jugador; 001: Punto)."""

    player: Word = "Jugador"
    banker: Word = "Banca"


class Profile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """One table's house rules; a value that can be compared, hashed and kept.

    Made by `parse_profile` or `with_settings`, which refuse what cannot be; the fields are the keys of the file.
    """

    name: Annotated[
        str,
        Meta(
            pattern="^[a-z0-9][a-z0-9-]{0,39}$", extra={"allowed": "lower-case letters, digits and hyphens, up to 40"}
        ),
    ]
    """How commands and the record call it."""
    version: Annotated[int, Meta(ge=1, le=999_999)]
    """Goes up whenever the site changes the file."""
    title: Annotated[str, Meta(max_length=120)] = ""
    """What a person reads in a list."""

    training: bool = False
    """For lessons and demonstrations, not for money (001 §02): a table in production refuses it."""

    # The shoe
    decks: Annotated[int, Meta(ge=1, le=12)] = 8
    """Packs of 52 in the shoe (000, 001, 004 §1.3.1: 8; 003: 6; 004 §3.5.1: 1)."""
    shuffle: Shuffle = Shuffle.AT_CUT_CARD
    """When cards are shuffled: at the end of the shoe (000), or at every coup (001 §02, 003): no cut card then."""
    inspection: Inspection = Inspection.NONE
    """Whether every card is counted through the reader before play, or before and after (004 §1.3.3)."""
    retire_packs: RetirePacks = RetirePacks.AFTER_SHOE
    """Whether packs in the registry, told by labels or tags, leave play for good with their shoe (live practice)."""
    burn: BurnMode = BurnMode.FACE_VALUE
    """What a new shoe burns: as many as the first card says (000, tens and courts 10), a number, one a deck, none."""
    burn_cards: Annotated[int, Meta(ge=1, le=10)] = 1
    """How many cards `burn = fixed` burns, unseen."""
    ace_burns: Annotated[int, Meta(extra={"accepts": (1, 11).__contains__, "allowed": "1 or 11"})] = 1
    """What an ace says as the indicator card."""
    indicator_included: bool = False
    """Whether the indicator card is one of the cards it asks for, or leaves besides them."""
    burn_every_coup: Annotated[int, Meta(ge=0, le=1)] = 0
    """Cards burned between two coups."""
    cut_depth: Annotated[int, Meta(ge=0, le=623)] = 14
    """Cards behind the cut card (US 14, France 10 to 11, Macau 12, 004 §3.3.5: 52)."""
    cut_policy: CutPolicy = CutPolicy.CURRENT_LAST
    """Which coup is the last: the current one (000, France), one more (Macau), one more unless first, two more."""
    virtual_cut: Annotated[int, Meta(ge=1, le=623)] | None = None
    """Cards left at which a cut card never seen is missed; None: not counted."""
    virtual_cut_acts: bool = False
    """Whether reaching `virtual_cut` acts as the cut card instead of only warning."""

    # The deal
    deal: Deal = Deal.FACE_UP
    """How the first four cards lie (face up: 001 §03, 004 §3.5.3; face down: 004 §1.3.2)."""
    reveal: Reveal = Reveal.AS_DEALT
    """When a card is turned for the screens: as it is dealt, or when the dealer presses."""
    reveal_order: RevealOrder = RevealOrder.PLAYER_FIRST
    """Which hand is turned first in a face-down game (004 §1.3.2: Player's)."""
    third_card: ThirdCard = ThirdCard.FACE_UP
    """How third cards lie in a face-down game; without meaning in a face-up one."""
    bets_close: BetsClose = BetsClose.FIRST_CARD
    """What closes the bets: the dealer's button, or the coup's first card (one press a coup less)."""
    result: ResultMode = ResultMode.CALL
    """How the result is shown: a button, the dealer's call that must be right, or by itself after `result_after_s`."""
    result_after_s: Seconds = 0
    """With `result = auto`, seconds from the last card to the result."""
    next: NextMode = NextMode.FIRST_CARD
    """What opens the next coup: a button, or its first card."""
    next_after_s: Seconds = 3
    """With `next = first-card`, seconds from the result in which a card is still a card drawn in error."""
    late_result_after_s: Seconds = 5
    """Seconds from a coup's last card after which a further card posts the forgotten result and opens the next coup."""

    # When dealing goes wrong
    early_card: EarlyCard = EarlyCard.PLAY_ON
    """A card while bets are open: the coup has begun (Spain, France), the table is held, or the card is burned."""
    unread_card: UnreadCard = UnreadCard.SUPERVISOR
    """Who may enter an unread card by eye."""
    error_card_unexposed: ErrorCardUnexposed = ErrorCardUnexposed.NEXT
    """A card in error that nobody saw: the next coup's first card (US), or burned (France)."""
    error_card_exposed: ErrorCardExposed = ErrorCardExposed.FREE_COUP
    """A card in error that was seen: opens a coup without bets (US), is burned, or voids the coup."""
    face_up_in_shoe: FaceUpInShoe = FaceUpInShoe.VALID
    """A card found face up in the shoe: valid (Macau), or burned (Spain, US)."""
    stuck_cards: StuckCards = StuckCards.RESTORE
    """Two cards stuck together: put right, or the coup is void (Spain)."""
    sequence_alarm: Annotated[int, Meta(ge=1_000, le=1_000_000_000_000)] | None = 1_000_000
    """Cards in the order of a new pack, or of the shoe before, warn the pit where a shuffle leaves such a run once in
    so many shoes or more seldom; None: never."""
    free_coups: Annotated[int, Meta(ge=0, le=10)] = 0
    """Coups without bets at the start of each shoe (Macau: 3)."""
    free_coups_on_roads: bool = False
    """Whether coups without bets are marked on the roads."""

    # Bets
    commission_rate: Annotated[
        Decimal,
        Meta(extra={"accepts": lambda rate: 0 <= rate < 1, "allowed": "an exact rate from 0 to below 1, as 0.05"}),
    ] = Decimal("0.05")
    """The part of a winning Banker bet's pay that the house keeps (000, 001 §05, 003: 5 %)."""
    commission_rounding: CommissionRounding = CommissionRounding.HALF_UP
    """How a commission between two units is rounded."""
    commission_unit: Annotated[
        Decimal, Meta(extra={"accepts": lambda unit: unit > 0, "allowed": "an exact amount above 0, as 0.01"})
    ] = Decimal("0.01")
    """The smallest amount a commission is taken in."""
    tie_pays: Annotated[int, Meta(ge=1, le=100)] = 8
    """What a tie pays to one (000, 001 §05: 8; 003: 9)."""
    banker_six_pays: Fraction | None = None
    """What Banker's win with 6 pays instead of even money (000 without commission: 1:2)."""
    positions: Positions = Positions.MANY
    """Whether one person may bet on several of Player, Banker and tie (003: on one only)."""
    differential_limit: bool = True
    """Whether the limit counts the difference between Player and Banker stakes (000 "Suplementario")."""
    natural_bets: NaturalBets = NaturalBets.WIN
    """When a bet on a natural wins: whatever the result (000 as written), or as the other words say."""
    side_bets: SideBets = field(default_factory=SideBets)
    """The side bets on offer, what each pays and after which round it closes (000 "Pagos"); empty: none."""

    # The table
    players: Annotated[int, Meta(ge=1, le=14)] = 14
    """Seats (004 §2.1.4: up to 14)."""
    shoe_passes: ShoePasses = ShoePasses.NO
    """Whether the shoe goes round the seats (004 §1.1: clockwise)."""
    names: Names = field(default_factory=Names)
    """How the hands are called."""
    tails: Tails = Tails.REDESCEND
    """Whether a run that had to turn right in the big road goes down again when it can."""
    lock: bool = False
    """Whether the shoe's lock is engaged while no card is due."""
    retention_days: Annotated[int, Meta(ge=1, le=36500)] = 365
    """How long the record is kept."""
    currency: Annotated[str, Meta(max_length=8)] = ""
    """The sign or code written with amounts; empty: none."""
    number_format: NumberFormat = NumberFormat.COMMA_POINT
    """How amounts are written (000 "Suplementario": 1,234.00)."""

    @property
    def cards(self) -> int:
        """Cards in a full shoe."""
        return 52 * self.decks

    @property
    def has_cut_card(self) -> bool:
        """Whether a cut card, its depth and the least number of cards for a coup mean anything here."""
        return self.shuffle is Shuffle.AT_CUT_CARD

    @cached_property
    def canonical(self) -> str:
        """Every field in one spelling and order, as compact JSON: what the hash is taken over.

        A field that came later is left out at its default, so that rules written before it keep their hash.
        """
        return canonical(plain(self))

    @cached_property
    def sha256(self) -> str:
        """64 hex digits that change with any field, and not with a file's comments, order or spelling."""
        return hashlib.sha256(self.canonical.encode()).hexdigest()

    @cached_property
    def paytable(self) -> tuple[tuple[str, str], ...]:
        """Each wager on offer and what it pays, in words for a screen: ``("banker", "0.95:1")``."""
        return paytable(self.commission_rate, self.banker_six_pays, self.tie_pays, self.side_bets)

    @cached_property
    def closing(self) -> dict[str, int]:
        """The last round of the shoe in which each wager that closes is taken."""
        return closing(self.side_bets)
