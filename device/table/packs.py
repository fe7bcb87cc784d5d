"""The packs that a shoe is made of: whether a card is of one of them, and when they leave play for good.

A pack's name tells no face, so what follows from it is decided at once, be the card turned or not. Only the first
card of each pack is on record with it: which later card is of which pack nobody needs to know.
"""

from device.rules.choices import RetirePacks
from device.rules.foreign import Foreign, WhyForeign
from device.table import commands as cmd
from device.table import events as ev
from device.table.draft import Draft
from device.table.state import State
from device.table.tags import is_foreign
from device.table.vocabulary import IncidentKind, Option, Phase

_NO_SHOE = (Phase.CLOSED, Phase.SHOE_OVER)


def why_foreign(draft: Draft, *, tag: str, pack: str) -> Foreign | None:
    """Why a card that is known to the registry is no card of this shoe; None: it is one."""
    if is_foreign(draft, tag):
        return Foreign(why=WhyForeign.NOT_COUNTED, pack=pack)
    return _why_other_pack(draft.state, pack) if pack else None


def _why_other_pack(state: State, pack: str) -> Foreign | None:
    shoe, counting = state.shoe, state.inspection
    if (shoe.packs_retired and pack in shoe.pack_ids) or pack in state.retired:
        return Foreign(why=WhyForeign.PLAYED, pack=pack)
    if pack in shoe.refused_packs:
        return shoe.refused_packs[pack]
    seen = shoe.pack_ids if counting is None or counting.closing else counting.packs
    if state.phase not in _NO_SHOE and pack not in seen and len(seen) >= shoe.decks:
        return Foreign(why=WhyForeign.PACK_TOO_MANY, pack=pack, decks=shoe.decks)
    return None


def note_pack(draft: Draft, pack: str) -> None:
    """Put on record that a pack is in the shoe, when its first card leaves."""
    state = draft.state
    if pack and state.phase not in _NO_SHOE and pack not in state.shoe.pack_ids:
        draft.add(ev.PackSeen(pack=pack))


def retire_packs(draft: Draft, *, now: bool = False) -> None:
    """Once the shoe is over and its cards are gone, and counted where the house does that: retire its packs.

    `now`: another shoe is about to be opened.
    """
    state, shoe = draft.state, draft.state.shoe
    if draft.profile.retire_packs is RetirePacks.NEVER or not shoe.over or shoe.packs_retired or not shoe.pack_ids:
        return
    if now or (state.phase is Phase.SHOE_OVER and state.inspection is None):
        unseen = max(0, shoe.decks - len(shoe.pack_ids))
        draft.add(ev.PacksRetired(packs=shoe.pack_ids, unseen=unseen))


def pack_refused(draft: Draft, command: cmd.PackRefused) -> None:
    """The registry knows better: the pack is at another table, or was retired. Its cards may lie in a hand already.

    After the shoe nothing can be decided about it any more, and it is on record alone.
    """
    state, foreign = draft.state, command.foreign
    pack, why = foreign.pack, foreign.sentence
    if pack in state.shoe.refused_packs or pack not in state.shoe.pack_ids:
        return
    draft.add(ev.PackRefused(pack=pack, why=why, foreign=foreign))
    if state.phase in _NO_SHOE or state.shoe.over:
        draft.notice(IncidentKind.CODE_UNKNOWN, detail=why, foreign=foreign)
    else:
        draft.hold(IncidentKind.CODE_UNKNOWN, Option.RESUME, Option.VOID, detail=why, foreign=foreign)
