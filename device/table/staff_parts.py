"""Parts of the staff's view that are more than a field: open incidents, counted packs, the coups just dealt."""

import msgspec

from device.rules.card import Card
from device.rules.foreign import Foreign
from device.rules.hand import total
from device.table.state import CoupRecord, State
from device.table.tags import is_surplus
from device.table.two_people import needs_reason, needs_two
from device.table.vocabulary import CoupKind, IncidentKind

RECALLED = 10
"""How many coups staff can look back at."""


class ForeignView(msgspec.Struct, frozen=True, kw_only=True):
    """Why a card is none of this table's, and the pack that it belongs to, as far as either is known."""

    why: str
    pack: str | None = None
    table: str | None = None
    """Where that pack is in play, and below in which shoe."""
    shoe: int | None = None
    on: str | None = None
    """The day on which it was retired, as ``2026-03-02``."""
    decks: int | None = None
    """Of one pack too many: how many the shoe has."""


class IncidentView(msgspec.Struct, frozen=True, kw_only=True):
    """An open incident; its card has no face here."""

    id: int
    kind: str
    options: tuple[str, ...]
    two: tuple[str, ...]
    """Those of the options that two different people decide; below those that need a reason."""
    why: tuple[str, ...]
    holds: bool
    hand: str | None = None
    """The hand in which the card lies that it is about, with `place` from 1; null when it lies in none."""
    place: int | None = None
    card: None = None
    acknowledged_by: str | None = None
    """The supervisor who has seen it; that decides nothing."""
    missing: tuple[Card, ...] = ()
    """Of an inspection that is over: each card that was not there, and below each that was one too many."""
    surplus: tuple[Card, ...] = ()
    detail: str = ""
    """Of a card that is none of this table's: why, in one English sentence, or the code it has; never a face."""
    foreign: ForeignView | None = None
    """Why in parts, for other languages; null where nothing is known of the code."""


class RecallView(msgspec.Struct, frozen=True, kw_only=True):
    """A finished coup of this shoe as staff look back at it; a card that was never turned has no face here either."""

    coup: int
    kind: str
    player: tuple[Card | None, ...]
    banker: tuple[Card | None, ...]
    player_total: int | None
    """Null of a void coup, and where a card of that hand is unknown; `banker_total` likewise."""
    banker_total: int | None
    outcome: str | None
    natural: bool
    player_pair: bool
    banker_pair: bool
    dealer: str | None
    corrected: bool
    manual: bool


class InspectionView(msgspec.Struct, frozen=True, kw_only=True):
    """Packs that pass the reader: how many cards of how many, and never which; `closing`: after play."""

    counted: int
    total: int
    closing: bool


def incident_views(state: State) -> tuple[IncidentView, ...]:
    """The open incidents, oldest first."""
    return tuple(
        IncidentView(
            id=one.id,
            kind=one.kind.value,
            options=tuple(option.value for option in one.options),
            two=tuple(option.value for option in one.options if needs_two(one, option)),
            why=tuple(option.value for option in one.options if needs_reason(one, option)),
            holds=True,
            hand=one.hand.value if one.hand is not None else None,
            place=one.index + 1 if one.hand is not None else None,
            acknowledged_by=one.seen_by,
            missing=one.missing,
            surplus=one.surplus,
            detail=one.detail,
            foreign=_foreign(one.foreign),
        )
        for one in state.incidents
    )


def _foreign(found: Foreign | None) -> ForeignView | None:
    if found is None:
        return None
    return ForeignView(
        why=found.why.value,
        pack=found.pack or None,
        table=found.table or None,
        shoe=found.shoe or None,
        on=found.on or None,
        decks=found.decks or None,
    )


def inspection_view(state: State) -> InspectionView | None:
    """How far the count is; None when nothing is counted."""
    under_way = state.inspection
    if under_way is None:
        return None
    return InspectionView(counted=under_way.counted, total=state.shoe.decks * 52, closing=under_way.closing)


def inventory(state: State) -> str:
    """``consistent``, or ``surplus``: there is one more of a class than there can be.

    Of a shoe in play nothing more is told, and nothing of it depends on cards that were never turned.
    """
    asked = any(one.kind is IncidentKind.CARD_IMPOSSIBLE for one in state.incidents)
    return "surplus" if asked or state.shoe.surplus or is_surplus(state.shoe) else "consistent"


def recall(state: State) -> tuple[RecallView, ...]:
    """The last coups whose result is public, newest first."""
    return tuple(_recalled(one) for one in reversed(state.coups[-RECALLED:]))


def _recalled(record: CoupRecord) -> RecallView:
    return RecallView(
        coup=record.coup,
        kind=record.kind.value,
        player=record.player,
        banker=record.banker,
        player_total=_total(record, record.player),
        banker_total=_total(record, record.banker),
        outcome=record.outcome.value if record.outcome is not None else None,
        natural=record.natural,
        player_pair=record.player_pair,
        banker_pair=record.banker_pair,
        dealer=record.dealer,
        corrected=record.corrected,
        manual=record.manual,
    )


def _total(record: CoupRecord, hand: tuple[Card | None, ...]) -> int | None:
    known = [card for card in hand if card is not None]
    return None if record.kind is CoupKind.VOID or not known or len(known) < len(hand) else total(known)
