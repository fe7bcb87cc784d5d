"""The two hands on the dealer's panel: whole, narrow beside something else, or flat above what is to be decided."""

from dataclasses import dataclass

from device.rules.hand import Hand
from device.screen.dealer.guidance import stopping_incident
from device.screen.dealer.pages.pieces import Area, Sheet
from device.screen.look.hand_cards import card_shape
from device.screen.look.layout import card_boxes
from device.screen.look.shapes import Align, Box, Fill, Symbol
from device.screen.look.theme import ON, Ink
from device.screen.view import StaffView

TOP = 166.0
HEIGHT = 168.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLook:
    """How a hand is drawn besides its cards: `read`: say that the last card was read; `key`: it is a key, `down`."""

    name: str
    read: str = ""
    key: bool = False
    down: bool = False


def sides(*, mirror: bool) -> tuple[Hand, Hand]:
    """The hand on the left and the hand on the right."""
    return (Hand.BANKER, Hand.PLAYER) if mirror else (Hand.PLAYER, Hand.BANKER)


def last_dealt(view: StaffView) -> Hand | None:
    """The hand that the last card went to, by how many lie there: they are dealt by turns, then the thirds."""
    if not view.player and not view.banker:
        return None
    return Hand.PLAYER if len(view.player) > len(view.banker) else Hand.BANKER


def whole_hand(sheet: Sheet, view: StaffView, hand: Hand, area: Area, look: HandLook) -> None:
    """A hand with its name on top, its three places and its total; a winner has a gold edge."""
    x, y, w, h = area
    at = sheet.at
    ink = Ink.PLAYER if hand is Hand.PLAYER else Ink.BANKER
    face, on = (ON[ink], ink) if look.down else (ink, ON[ink])
    won = view.outcome is not None and view.outcome.value == hand.value
    edge, width = (Ink.WINNER, at.px(4)) if won else (ON[ink] if look.key else ink, at.px(2))
    sheet.put(Fill(box=at.box(*area), ink=face, radius=at.px(9), edge=edge, edge_width=width))
    read = 92 if look.read else 0
    sheet.text((x + 14, y + 3, w - 28 - read, 36), look.name.upper(), 25, ink=on, bold=True)
    if look.read:
        sheet.icon((x + w - 98, y + 12, 18, 18), Symbol.TICK, on)
        sheet.text((x + w - 76, y + 3, 66, 36), look.read, 19, ink=on)
    if not look.key:
        inner = at.box(x + 4, y + 40, w - 8, h - 44)
        sheet.put(Fill(box=inner, ink=Ink.PANEL, radius=at.px(6)))
    total = 84.0
    said = _total(view, hand)
    # Its cards keep their place while the total is not known: nothing jumps when it is.
    digit = on if look.key else Ink.TEXT
    sheet.text((x + w - total - 6, y + 40, total, h - 44), said, 104, ink=digit, bold=True, align=Align.CENTRE)
    _cards(sheet, view, hand, at.box(x + 6, y + 42, w - total - 14, h - 48), gap=8)


def strip(sheet: Sheet, view: StaffView, hand: Hand, area: Area, name: str) -> None:
    """A hand in one flat row: name, cards, total."""
    x, y, w, h = area
    at = sheet.at
    ink = Ink.PLAYER if hand is Hand.PLAYER else Ink.BANKER
    sheet.put(Fill(box=at.box(*area), ink=ink, radius=at.px(8)))
    sheet.put(Fill(box=at.box(x + 106, y + 3, w - 109, h - 6), ink=Ink.PANEL, radius=at.px(6)))
    sheet.text((x + 5, y, 98, h), name.upper(), 20, ink=ON[ink], bold=True, align=Align.CENTRE)
    sheet.text((x + w - 62, y, 54, h), _total(view, hand), 58, bold=True, align=Align.CENTRE)
    _cards(sheet, view, hand, at.box(x + 110, y + 4, w - 176, h - 8), gap=5)


def _total(view: StaffView, hand: Hand) -> str:
    total = view.player_total if hand is Hand.PLAYER else view.banker_total
    return "" if total is None else str(total)


def _cards(sheet: Sheet, view: StaffView, hand: Hand, body: Box, *, gap: float) -> None:
    cards = view.player if hand is Hand.PLAYER else view.banker
    asked = _asked_place(view, hand)
    for index, place in enumerate(card_boxes(body, sheet.at.px(gap))):
        due = view.due is hand and index == len(cards)
        if due or index == asked:
            # What an eye looks for has a wider rim than a painter draws by itself.
            rim = sheet.at.px(3)
            around = Box(place.x - rim, place.y - rim, place.w + 2 * rim, place.h + 2 * rim)
            sheet.put(Fill(box=around, ink=Ink.ALARM if index == asked else Ink.WINNER, radius=sheet.at.px(6)))
        sheet.put(card_shape(cards, index, place, due=due))


def _asked_place(view: StaffView, hand: Hand) -> int | None:
    """Which of the hand's cards the open incident is about, from 0."""
    incident = stopping_incident(view)
    if incident is None or incident.hand is not hand or not incident.place:
        return None
    return incident.place - 1
