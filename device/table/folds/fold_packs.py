"""Folds of the packs of a shoe."""

from msgspec.structs import replace

from device.rules.foreign import Foreign, WhyForeign
from device.table import events as ev
from device.table.folds.registry import folds
from device.table.state import State


@folds(ev.PackSeen)
def _pack_seen(state: State, event: ev.PackSeen) -> State:
    packs = tuple(sorted({*state.shoe.pack_ids, event.pack}))
    return replace(state, shoe=replace(state.shoe, pack_ids=packs))


@folds(ev.PackRefused)
def _pack_refused(state: State, event: ev.PackRefused) -> State:
    shoe = state.shoe
    packs = tuple([pack for pack in shoe.pack_ids if pack != event.pack])
    why = event.foreign or Foreign(why=WhyForeign.REFUSED, pack=event.pack)
    return replace(state, shoe=replace(shoe, pack_ids=packs, refused_packs=shoe.refused_packs | {event.pack: why}))


@folds(ev.PacksRetired)
def _packs_retired(state: State, event: ev.PacksRetired) -> State:
    retired = tuple(sorted({*state.retired, *event.packs}))
    return replace(state, retired=retired, shoe=replace(state.shoe, packs_retired=True))


@folds(ev.RetirementKept)
def _retirement_kept(state: State, event: ev.RetirementKept) -> State:
    return replace(state, retired=tuple([pack for pack in state.retired if pack not in event.packs]))
