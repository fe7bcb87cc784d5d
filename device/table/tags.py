"""Tags: what tells one card from every other of its class, so that a card that passes twice is known.

Which single card it is tells its face to whoever has the packs' register. So a tag is compared with those of turned
cards only, and when its own card is turned: nothing before may depend on it. What never was turned is compared when the
shoe is over.
"""

from device.rules.card import Card
from device.table import events as ev
from device.table.draft import Draft
from device.table.shoe_state import Shoe
from device.table.state import Lying
from device.table.vocabulary import IncidentKind, Option, Origin

OPTIONS = (Option.REMOVE_READ, Option.ACCEPT)
"""What may be decided about a tag that was read twice."""

NEVER_TURNED = "of cards that were never turned; the audit of the shoe names them"


def note_tag(draft: Draft, tag: str) -> None:
    """Put on record which single card leaves now, before anything is said of the card itself."""
    if tag:
        draft.add(ev.TagRead(nth=draft.nth_of(Origin.SHOE), hidden_tag=tag))


def is_foreign(draft: Draft, tag: str) -> bool:
    """Whether the packs were counted by their tags, and this one was not among them."""
    packs = draft.state.shoe.packs
    return bool(tag and packs) and tag not in packs


def is_repeated(shoe: Shoe, nth: int, *, tag: str | None = None) -> bool:
    """Whether the card that is turned now was turned before under another number, and nobody has accepted that."""
    tag = tag or shoe.tags.get(nth)
    if tag is None or nth in shoe.accepted:
        return False
    return any(other != nth and seen == tag for other, seen in shoe.turned_tags.items())


def hold_repeated(draft: Draft, card: Card, *, origin: Origin, since_s: float) -> None:
    """Stop for a card that is about to be turned and was turned before."""
    draft.hold(IncidentKind.TAG_REPEATED, *OPTIONS, hidden=card, origin=origin, since_s=since_s)


def repeats_of(shoe: Shoe, cards: tuple[Lying, ...]) -> dict[int, int]:
    """Of cards that are turned together: those that were turned before, with the number of the later read of each."""
    seen = {tag: nth for nth, tag in shoe.turned_tags.items()}
    found: dict[int, int] = {}
    for one in cards:
        tag = shoe.tags.get(one.nth)
        if tag is None:
            continue
        if tag in seen:
            found[one.nth] = max(one.nth, seen[tag])
        seen[tag] = one.nth
    return found


def look_at_unturned(draft: Draft) -> None:
    """When the shoe is over: say what could not be said of cards that were never turned."""
    shoe = draft.state.shoe
    if not shoe.over or not any(isinstance(event, ev.ShoeEnded) for event in draft.events):
        return
    open_kinds = {one.kind for one in draft.state.incidents}
    if IncidentKind.TAG_REPEATED not in open_kinds and _repeats_unturned(shoe):
        draft.notice(IncidentKind.TAG_REPEATED, detail=NEVER_TURNED)
    decided = {event.incident for event in draft.events if isinstance(event, ev.IncidentResolved)}
    if IncidentKind.CARD_IMPOSSIBLE not in open_kinds | decided and is_surplus(shoe):
        draft.notice(IncidentKind.CARD_IMPOSSIBLE, detail=NEVER_TURNED)


def _repeats_unturned(shoe: Shoe) -> bool:
    read = [tag for nth, tag in (shoe.tags | shoe.turned_tags).items() if nth not in shoe.accepted]
    return len(set(read)) < len(read)


def is_surplus(shoe: Shoe) -> bool:
    """Whether more of a class was seen than the shoe holds."""
    return any(shoe.seen[card.index] > shoe.room_for(card) for card in Card)
