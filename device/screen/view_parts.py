"""The parts of a view as a screen reads them: frozen, each with defaults, so that an older table's view is one too."""

from dataclasses import dataclass
from typing import Annotated

import msgspec

from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.outcome import Outcome

Cards = Annotated[tuple[Card | None, ...], msgspec.Meta(max_length=3)]
Packs = Annotated[tuple[Card, ...], msgspec.Meta(max_length=10_000)]
Total = Annotated[int, msgspec.Meta(ge=0, le=9)]
Count = Annotated[int, msgspec.Meta(ge=0, le=999_999)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """The least and the most that may be staked on a wager, as the table writes money."""

    wager: str
    min: str
    max: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay:
    """What a wager pays, as ``8:1``; `open`: the round now or next takes it; `closes_after`: the last one that does."""

    wager: str
    pays: str
    open: bool = True
    closes_after: Count | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """What the result on show means to a wager: ``win`` at those odds, ``lose``, ``push`` or ``closed``."""

    wager: str
    result: str
    pays: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commission:
    """What the house keeps of a Banker win with that stake, as the table writes money."""

    stake: str
    commission: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The table's own name and limits."""

    name: str = ""
    limits: tuple[Limit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The house rules in force and the hash that identifies them."""

    name: str
    version: int
    sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """How the house calls the two hands; empty where it says nothing."""

    player: str = ""
    banker: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Burn:
    """The burn at the start of a shoe: the turned card that gives the number, how many in all, how many done."""

    indicator: Card | None = None
    total: Count | None = None
    done: Count = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Coup:
    """A finished coup of this shoe, as the scoreboards need it."""

    coup: Count
    kind: str = "normal"
    outcome: Outcome | None = None
    natural: bool = False
    player_pair: bool = False
    banker_pair: bool = False
    corrected: bool = False
    manual: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall(Coup):
    """A coup to look back at, with its cards: null for one that was never turned. Totals are null where unknown."""

    player: Cards = ()
    banker: Cards = ()
    player_total: Total | None = None
    banker_total: Total | None = None
    dealer: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign:
    """Why a card is none of this table's, with its pack and where that is or was; null where that is no part of it."""

    why: str
    pack: str | None = None
    table: str | None = None
    shoe: Count | None = None
    on: str | None = None
    decks: Count | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """Something a person has to decide or to know, and the decisions the house allows, its default first."""

    id: int
    kind: str
    card: Card | None = None
    options: tuple[str, ...] = ()
    two: tuple[str, ...] = ()
    """The options that two people decide; `why`: those that need a reason."""
    why: tuple[str, ...] = ()
    holds: bool = False
    hand: Hand | None = None
    """The hand in which the card lies that it is about, with its place from 1."""
    place: Count | None = None
    acknowledged_by: str | None = None
    missing: Packs = ()
    surplus: Packs = ()
    detail: str = ""
    """Of a card that is none of this table's: why, in English; a screen says `foreign` in its own words."""
    foreign: Foreign | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """Packs that pass the reader: how many of how many cards were counted, before play or (`closing`) after it."""

    counted: Count = 0
    total: Count = 0
    closing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Whether a part of the table works; `detail` names cause and remedy."""

    ok: bool = True
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The state of the machine, apart from the game."""

    reader: Part = Part()
    journal: Part = Part()
    panel: Part = Part()
    clock: Part = Part()
