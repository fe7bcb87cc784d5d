"""The inspection: every card of the packs passes the reader and is counted, before play and, in some houses, after it.

Counts by class and tags are kept; the sequence never is (004 §1.3.3), so a card's event holds its face in memory only,
and a restart in the middle means counting anew. It ends by itself when the packs are exactly right; otherwise the
dealer ends it, and two people answer for what is missing or one too many.
"""

from device.rules.card import Card
from device.rules.foreign import Foreign
from device.table import commands as cmd
from device.table import events as ev
from device.table.draft import Draft
from device.table.packs import why_foreign
from device.table.shoe_change import begin_burn, close_shoe
from device.table.state import Inspection
from device.table.tags import OPTIONS as REPEAT_OPTIONS
from device.table.vocabulary import IncidentKind, Option, Origin, ReadIdentity, ShoeEnd, Source

OPTIONS_OF_A_COUNT = (Option.ACCEPT, Option.CLOSE_SHOE)
"""What two people may decide about packs that are not complete before play; after it only the first."""


def inspect(draft: Draft, command: cmd.Passage) -> bool:
    """Count what passed, while packs are counted; False for what is no card, or when nothing is counted.

    A hold keeps no card waiting here, for no order may be kept.
    """
    if draft.state.inspection is None:
        return False
    match command:
        case cmd.CardLeft(card=card, tag=tag, pack=pack):
            _count_tagged(draft, card, tag, pack)
        case cmd.UnreadLeft():
            _hold_unread(draft)
        case cmd.UnknownCodeLeft(code=code, foreign=foreign):
            _hold_foreign(draft, code if foreign is None else foreign.sentence, foreign)
        case cmd.CutCardLeft():
            draft.add(ev.ReportNoted(what="cut-card", read=draft.read_of(Origin.SHOE)))
        case cmd.TwoLeft():
            each = zip(command.cards, command.tags, command.packs, command.foreign, strict=True)
            for one, its_tag, its_pack, why in each:
                if one is None and why is not None:
                    _hold_foreign(draft, why.sentence, why)
                elif one is None:
                    _hold_unread(draft)
                else:
                    _count_tagged(draft, one, its_tag, its_pack)
        case _:
            return False
    return True


def _count_tagged(draft: Draft, card: Card, tag: str, pack: str) -> None:
    """Count a card; one whose tag has passed is the same card once more, unless two people say otherwise.

    A card of a pack that is not played here is foreign before play as well as in it.
    """
    under_way = draft.state.inspection
    foreign = why_foreign(draft, tag="", pack=pack)
    if foreign is not None:
        _hold_foreign(draft, foreign.sentence, foreign)
        return
    if under_way is None or tag not in under_way.tags:
        count(draft, card, tag=tag or None, pack=pack or None, read=draft.read_of(Origin.SHOE))
        return
    draft.add(ev.CardInspected(card=card, tag=tag, aside=True, read=draft.read_of(Origin.SHOE)))
    draft.hold(IncidentKind.TAG_REPEATED, *REPEAT_OPTIONS)


def count(  # noqa: PLR0913 - a card and what tells it from others
    draft: Draft,
    card: Card,
    *,
    tag: str | None = None,
    pack: str | None = None,
    source: Source = Source.SHOE,
    read: ReadIdentity | None = None,
) -> None:
    """Count one card."""
    draft.add(ev.CardInspected(card=card, tag=tag, pack=pack, source=source, read=read))


def end_if_right(draft: Draft) -> None:
    """After each step: end the inspection, if every class is there once a pack and nothing holds the table."""
    under_way = draft.state.inspection
    if under_way is None or draft.state.held or not _is_exact(draft, under_way):
        return
    _end(draft, under_way)
    if under_way.closing:
        draft.add(ev.TableCleared())
    else:
        begin_burn(draft)


def end_by_hand(draft: Draft) -> None:
    """The dealer says that there are no more cards: two people answer for what is missing or one too many."""
    under_way = draft.state.inspection
    if under_way is None:
        return
    _end(draft, under_way)
    decks = draft.state.shoe.decks
    found = {card: under_way.classes[card.index] - decks for card in Card}
    missing = tuple(card for card, difference in found.items() for _ in range(-difference))
    surplus = tuple(card for card, difference in found.items() for _ in range(difference))
    draft.add(
        ev.IncidentRaised(
            id=draft.state.next_incident,
            incident=IncidentKind.PACK_COUNT,
            options=OPTIONS_OF_A_COUNT[:1] if under_way.closing else OPTIONS_OF_A_COUNT,
            holds=True,
            detail="; ".join(part for part in (_named("missing", missing), _named("surplus", surplus)) if part),
            missing=missing,
            surplus=surplus,
        )
    )


def accepted(draft: Draft) -> None:
    """Two people have answered for the count: the shoe is played with the cards there are, or is over."""
    if draft.state.shoe.over:
        draft.add(ev.TableCleared())
    else:
        begin_burn(draft)


def closed(draft: Draft, *, by: str) -> None:
    """Two people would not play these packs."""
    close_shoe(draft, ShoeEnd.PACK_COUNT, by=by)


def begin_anew(draft: Draft) -> None:
    """The process began anew and no record holds what was counted: every card passes once more."""
    under_way = draft.state.inspection
    if under_way is not None and (under_way.counted or under_way.aside):
        draft.add(ev.InspectionBegan(closing=under_way.closing, again=True))
        draft.notice(IncidentKind.INSPECTION_AGAIN)


def _hold_unread(draft: Draft) -> None:
    draft.hold(IncidentKind.CARD_UNREAD, Option.ENTER, Option.CUT)


def _hold_foreign(draft: Draft, said: str, foreign: Foreign | None) -> None:
    """A card that is none of ours: named by eye it counts; otherwise the packs are not played, or it is laid aside."""
    closing = draft.state.inspection is not None and draft.state.inspection.closing
    otherwise = Option.REMOVE_READ if closing else Option.VOID
    draft.hold(IncidentKind.CODE_UNKNOWN, Option.ENTER, otherwise, detail=said, foreign=foreign)


def _is_exact(draft: Draft, under_way: Inspection) -> bool:
    decks = draft.state.shoe.decks
    return under_way.counted == decks * len(Card) and all(number == decks for number in under_way.classes)


def _end(draft: Draft, under_way: Inspection) -> None:
    draft.add(
        ev.InspectionEnded(
            closing=under_way.closing,
            cards=under_way.counted,
            counts={card: under_way.classes[card.index] for card in Card},
            tags=tuple(sorted(under_way.tags)),
            packs=tuple(sorted(under_way.packs)),
            exact=_is_exact(draft, under_way),
        )
    )


def _named(what: str, cards: tuple[Card, ...]) -> str:
    return f"{what} {' '.join(card.value for card in cards)}" if cards else ""
