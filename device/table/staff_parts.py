"""Parts of the staff's view that are more than a field: open incidents, and packs that are counted."""

import msgspec

from device.rules.card import Card
from device.table.state import State
from device.table.tags import is_surplus
from device.table.vocabulary import IncidentKind


class IncidentView(msgspec.Struct, frozen=True, kw_only=True):
    """An open incident; its card has no face here."""

    id: int
    kind: str
    options: tuple[str, ...]
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
            holds=True,
            hand=one.hand.value if one.hand is not None else None,
            place=one.index + 1 if one.hand is not None else None,
            acknowledged_by=one.seen_by,
            missing=one.missing,
            surplus=one.surplus,
        )
        for one in state.incidents
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
