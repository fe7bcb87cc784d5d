"""What a count of the packs found, drawn where the hands lie else: the missing cards, and those that are too many."""

from device.rules.card import Card
from device.screen.dealer.pages.hands import TOP
from device.screen.dealer.pages.pieces import Sheet
from device.screen.look.shapes import Align, Face
from device.screen.look.theme import Ink
from device.screen.view import Incident

_ROOM = 5
"""Faces that stand beside a name; the record and the receipt have them all."""


def counted(sheet: Sheet, incident: Incident) -> None:
    """Both lists side by side; one of them alone takes the whole width."""
    lists = (("missing", incident.missing), ("surplus", incident.surplus))
    found = [(name, cards) for name, cards in lists if cards]
    width = (784 - 8 * (len(found) - 1)) / len(found)
    for index, (name, cards) in enumerate(found):
        _row(sheet, 8 + (width + 8) * index, width, sheet.words.say(f"label.{name}"), cards)


def _row(sheet: Sheet, x: float, width: float, name: str, cards: tuple[Card, ...]) -> None:
    sheet.plate((x, TOP, width, 78))
    sheet.text((x + 12, TOP, 104, 78), name, 22, ink=Ink.ALARM, bold=True)
    room = _ROOM if width < 500 else 2 * _ROOM + 2
    shown = cards if len(cards) <= room else cards[: room - 1]
    for index, card in enumerate(shown):
        sheet.put(Face(box=sheet.at.box(x + 122 + 52 * index, TOP + 5, 48, 68), card=card))
    if len(shown) < len(cards):
        more = f"+{len(cards) - len(shown)}"
        sheet.text((x + 122 + 52 * len(shown), TOP, 52, 78), more, 24, bold=True, align=Align.CENTRE)
