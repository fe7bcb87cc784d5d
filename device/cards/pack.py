"""A pack of 52 cards and its way through the house: printed, enrolled, opened, in play, retired.

printed ──every label seen──▶ enrolled ──opened──▶ opened ──its first card leaves a shoe──▶ in-play
                                                     ▲                                        │
                                                     └── its shoe is over, played again ──────┤
   retired ◀── from any state by a person's order, or after a shoe where the profile says so ─┘
"""

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from device.rules.card import Card

CARDS_IN_PACK = 52


class PackState(enum.Enum):
    """Where a pack stands on its way."""

    PRINTED = "printed"
    """Its labels were printed; nobody has seen yet that each is on its card."""
    ENROLLED = "enrolled"
    """Every one of its cards has passed a reader."""
    OPENED = "opened"
    """Taken out for play, by a person's order."""
    IN_PLAY = "in-play"
    """Cards of it have left a shoe that is not over."""
    RETIRED = "retired"
    """Never again; a card of it is a foreign card."""


class PackKind(enum.Enum):
    """What marks the cards of a pack."""

    LABELS = "labels"
    """Labels printed here: pack, serial number and keyed check."""
    TAGS = "tags"
    """Ids that the makers of tags gave them; which card each is stands in the registry alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """What the registry tells of a pack without its faces."""

    id: str
    """Four characters of A–Z and 0–9, drawn by chance."""
    kind: PackKind
    state: PackState
    cards: int
    """How many of its cards have a mark: 52, or fewer while they are enrolled."""
    added_at: str
    """Wall time, UTC; so are all ``_at``."""
    added_by: str
    training: bool = False
    """Its marks can be told by eye or scanner: for lessons only."""
    note: str = ""
    """What a person wrote of it: the colour of its backs, its maker's number."""
    table: str = ""
    shoe: int | None = None
    """Where it is or was in play."""
    retired_at: str | None = None
    why: str = ""
    """Why it was retired."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the registry knows of a code."""

    card: Card
    pack: Pack


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPack:
    """A pack to be put into the registry: which card each code is. `id` None: the registry draws one."""

    kind: PackKind
    state: PackState
    codes: Mapping[str, Card]
    id: str | None = None
    training: bool = False
    note: str = ""


class Packs(Protocol):
    """The registry of a site's packs; every change is one transaction, on the disk when it returns.

    All raise CardsError: UnknownPackError for a pack that is not there, PackStateError for a step that its state does
    not allow, TakenCodeError for a code of another pack.
    """

    def packs(self) -> tuple[Pack, ...]:
        """All packs, by their id."""
        ...

    def pack(self, id: str) -> Pack:
        """One pack; its id in any case."""
        ...

    def find(self, code: str) -> Known | None:
        """What a code is, in any case; None: nothing of this site."""
        ...

    def codes_of(self, id: str) -> dict[str, Card]:
        """Which card each code of the pack is, in no order that tells anything."""
        ...

    def add(self, new: NewPack, *, by: str, at: str) -> Pack:
        """Put a pack into the registry."""
        ...

    def mark(self, id: str, codes: Mapping[str, Card], *, by: str, at: str) -> Pack:
        """Give more cards of the pack their codes, while it is enrolled."""
        ...

    def unmark(self, id: str, codes: Collection[str], *, by: str, at: str) -> Pack:
        """Take codes off the pack again, while it is enrolled (state printed): a card was laid down wrongly."""
        ...

    def move(  # noqa: PLR0913 - who, when, where and why of one step
        self, ids: tuple[str, ...], to: PackState, *, by: str, at: str, why: str = "", table: str = "", shoe: int = 0
    ) -> tuple[Pack, ...]:
        """Take all of these packs one step on, or none; a step that was taken already changes nothing."""
        ...
