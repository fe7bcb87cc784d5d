"""What a table knows of its shoe: a part of `state.State`."""

import msgspec

from device.rules.card import Card
from device.rules.foreign import Foreign
from device.table.vocabulary import IncidentKind

NONE_SEEN = (0,) * 52


class Shoe(msgspec.Struct, frozen=True, kw_only=True):
    """The shoe in play, or the last one."""

    number: int = 0
    """1 for the first shoe of the record; 0: there has been none."""
    profile: str = ""
    profile_version: int = 0
    profile_hash: str = ""
    decks: int = 0
    drawn: int = 0
    """How many cards have left, and never fewer: the number that the next one gets."""
    cards_out: int = 0
    cards_left: int = 0
    seen: tuple[int, ...] = NONE_SEEN
    """How often each class (by `Card.index`) has found its place; never shown while the shoe is in play."""
    cut_seen: bool = False
    cut_missing_said: bool = False
    last_coup: int | None = None
    coups_begun: int = 0
    free_left: int = 0
    """Free coups at the start of the shoe that are still to come."""
    entered: int = 0
    """Cards named by eye in this shoe."""
    over: bool = True
    seat: int = 1
    """Who has the shoe, where it goes from seat to seat."""
    passed_after: int = 0
    """The last coup after which it went on."""
    inspected: bool = False
    """Whether the packs were counted before play."""
    surplus: bool = False
    """Whether one more of a class was counted before or after play than the packs have."""
    packs: frozenset[str] = frozenset()
    """The tags that were counted before play, if every card had one: a card with another tag is none of these packs."""
    tags: dict[int, str] = {}
    """Tags of cards that nobody has seen yet, by number; and below of those that are turned."""
    turned_tags: dict[int, str] = {}
    pack_ids: tuple[str, ...] = ()
    """The packs that are known to be in it, sorted: counted before play, or seen by a card."""
    refused_packs: dict[str, Foreign] = {}
    """Packs that the registry does not let this table play, and why."""
    packs_retired: bool = False
    """Whether the packs of this shoe, which is over, never come back."""
    accepted: tuple[int, ...] = ()
    """Numbers of cards whose tag was read before and which two people took for cards all the same."""
    faces: dict[int, Card] = {}
    """Cards that everybody has seen, by number; nowhere shown as such."""
    unturned: dict[int, Card] = {}
    """Cards set aside or never turned, by number; they are counted when the shoe is over, and nothing depends on them
    before."""
    order_before: tuple[str, ...] = ()
    """The order of the shoe before, as `sequences.commitments`; and below that of a shoe whose file has ended."""
    order_kept: tuple[str, ...] = ()
    runs_told: tuple[tuple[IncidentKind, int, int], ...] = ()
    """Runs of cards that the pit was warned of: which, the number of the first card, how many."""
    holds: tuple[int, ...] = ()
    """How many of each class (by `Card.index`) were counted and accepted before play; empty: one a deck."""

    def room_for(self, card: Card) -> int:
        """How many of this card's class the shoe holds in all."""
        return self.holds[card.index] if self.holds else self.decks
