"""What the folds of events share: where each is registered, and the count of cards.

One small function an event, in the `fold_…` files beside this one; bookkeeping only, no rule of the game.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from device.rules.card import Card
from device.table.events import Event
from device.table.shoe_state import Shoe
from device.table.state import Inspection, State
from device.table.vocabulary import Origin, Source

E = TypeVar("E", bound=Event)
FOLDS: dict[type[Event], Callable[[State, Any], State]] = {}


def folds(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    """Register the function that folds events of `kind`."""

    def register(fold: Callable[[State, E], State]) -> Callable[[State, E], State]:
        FOLDS[kind] = fold
        return fold

    return register


def taken(state: State, origin: Origin | None, *, card: Card | None = None) -> State:
    """A card reaches a place: it leaves where it was, and its class is counted once it is known where it ends."""
    shoe = state.shoe
    waiting, kept, before_turn = state.waiting, state.kept, state.before_turn
    if origin is Origin.SHOE:
        left = max(0, shoe.cards_left - 1)
        shoe = replace(shoe, drawn=shoe.drawn + 1, cards_out=shoe.cards_out + 1, cards_left=left)
    elif origin is Origin.WAITING:
        waiting = waiting[1:]
    elif origin is Origin.KEPT:
        kept = kept[1:]
    elif origin is Origin.BEFORE_TURN:
        before_turn = before_turn[1:]
    if card is not None:
        shoe = counted(shoe, card)
    return replace(state, shoe=shoe, waiting=waiting, kept=kept, before_turn=before_turn)


def counted(shoe: Shoe, *cards: Card | None, by: int = 1) -> Shoe:
    """The classes of `cards` are counted as seen (or, with `by` -1, no longer)."""
    seen = list(shoe.seen)
    for card in cards:
        if card is not None:
            seen[card.index] += by
    return replace(shoe, seen=tuple(seen))


def named_by_eye(state: State, source: Source) -> State:
    if source is Source.SHOE:
        return state
    return replace(state, shoe=replace(state.shoe, entered=state.shoe.entered + 1))


def turned(shoe: Shoe, cards: dict[int, Card]) -> Shoe:
    """These cards, by number, are seen by everybody now, and so is which single cards they are."""
    cards = {nth: card for nth, card in cards.items() if nth and shoe.faces.get(nth) is not card}
    if not cards:
        return shoe
    if not shoe.tags:
        return replace(shoe, faces=shoe.faces | cards)
    shown = {nth: tag for nth, tag in shoe.tags.items() if nth in cards}
    tags = {nth: tag for nth, tag in shoe.tags.items() if nth not in cards} if shown else shoe.tags
    return replace(shoe, faces=shoe.faces | cards, tags=tags, turned_tags=shoe.turned_tags | shown)


def not_turned(shoe: Shoe, nths: tuple[int, ...]) -> Shoe:
    """These cards, by number, are as if nobody had seen them: they are to be turned again."""
    back = {nth: tag for nth, tag in shoe.turned_tags.items() if nth in nths}
    turned_tags = {nth: tag for nth, tag in shoe.turned_tags.items() if nth not in nths} if back else shoe.turned_tags
    faces = {nth: card for nth, card in shoe.faces.items() if nth not in nths}
    return replace(shoe, faces=faces, tags=shoe.tags | back, turned_tags=turned_tags)


def laid_aside(shoe: Shoe, nth: int, card: Card | None) -> Shoe:
    """A card is out of play and nobody has seen it: it is counted when the shoe is over."""
    if card is None:
        return shoe
    if shoe.over or not nth:
        return counted(shoe, card)
    return replace(shoe, unturned=shoe.unturned | {nth: card})


def gone(shoe: Shoe, nth: int) -> Shoe:
    """What was read as number `nth` was no card."""
    kept = ({n: value for n, value in each.items() if n != nth} for each in (shoe.tags, shoe.turned_tags))
    tags, turned_tags = kept
    faces = {n: card for n, card in shoe.faces.items() if n != nth}
    return replace(shoe, tags=tags, turned_tags=turned_tags, faces=faces)


def count_one(under_way: Inspection, card: Card | None, tag: str | None, pack: str | None = None) -> Inspection:
    """One card more passed; None when folded from a record, which never holds which."""
    classes = list(under_way.classes)
    if card is not None:
        classes[card.index] += 1
    tags = under_way.tags | {tag} if tag is not None else under_way.tags
    packs = under_way.packs | {pack} if pack and pack not in under_way.packs else under_way.packs
    return replace(under_way, counted=under_way.counted + 1, classes=tuple(classes), tags=tags, packs=packs)
