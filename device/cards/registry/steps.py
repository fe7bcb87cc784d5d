"""Which step a pack may take from where it stands."""

from dataclasses import replace

from device.cards.errors import PackStateError
from device.cards.pack import CARDS_IN_PACK, Pack, PackState

_WAYS = {
    PackState.ENROLLED: {PackState.PRINTED},
    # A pack that the house rules do not retire comes out of its shoe, and goes into the next one.
    PackState.OPENED: {PackState.ENROLLED, PackState.IN_PLAY},
    PackState.IN_PLAY: {PackState.OPENED, PackState.IN_PLAY},
    PackState.RETIRED: set(PackState) - {PackState.RETIRED},
}
_FIRST = {
    PackState.PRINTED: "enrol it first: `zapato cards enrol {id}`",
    PackState.ENROLLED: "open it first: `zapato cards open {id}`",
    PackState.OPENED: "it is open already",
    PackState.IN_PLAY: "its cards are in play already",
    PackState.RETIRED: "a retired pack stays retired: take another pack",
}


def step(  # noqa: PLR0913 - when, where and why of one step
    pack: Pack, to: PackState, *, at: str, why: str = "", table: str = "", shoe: int = 0
) -> Pack | None:
    """The pack one step on; None where it has taken this step already. Raises PackStateError."""
    place = (table, shoe or None)
    if pack.state is to and (to is not PackState.IN_PLAY or (pack.table, pack.shoe) == place):
        return None
    if pack.state not in _WAYS.get(to, set()):
        first = _FIRST[pack.state].format(id=pack.id)
        raise PackStateError(f"pack {pack.id} is {pack.state.value} and cannot become {to.value}: {first}")
    if to is PackState.IN_PLAY and pack.state is to and pack.table != table:
        raise PackStateError(
            f"pack {pack.id} is in play at table {pack.table}, shoe {pack.shoe}: a pack is in one shoe at a time"
        )
    if to is PackState.ENROLLED and pack.cards < CARDS_IN_PACK:
        raise PackStateError(
            f"pack {pack.id} is not whole: {CARDS_IN_PACK - pack.cards} of its {CARDS_IN_PACK} cards have no mark yet: "
            f"`zapato cards enrol {pack.id}`"
        )
    match to:
        case PackState.IN_PLAY:
            return replace(pack, state=to, table=table, shoe=shoe or None)
        case PackState.RETIRED:
            return replace(pack, state=to, retired_at=at, why=why)
        case _:
            return replace(pack, state=to, table="", shoe=None)


def check_new(id: str, state: PackState, cards: int) -> None:
    """Raise PackStateError unless a new pack may begin here."""
    if state not in (PackState.PRINTED, PackState.ENROLLED):
        raise PackStateError(f"pack {id} cannot begin as {state.value}: it is printed or enrolled first")
    if state is PackState.ENROLLED and cards < CARDS_IN_PACK:
        raise PackStateError(
            f"pack {id} is not whole: {CARDS_IN_PACK - cards} of its {CARDS_IN_PACK} cards have no mark"
        )
