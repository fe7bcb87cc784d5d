"""The last coups of this shoe, and one of them large: what lay there, what came out, who dealt. Pure."""

from device.rules.hand import Hand
from device.screen.dealer.guidance import result_text
from device.screen.dealer.pages.hands import sides
from device.screen.dealer.pages.pieces import HEAD, Area, Look, Sheet
from device.screen.dealer.state import PanelState
from device.screen.dealer.targets import Begin, Open, Page, Task
from device.screen.look.hand_cards import card_shape
from device.screen.look.layout import card_boxes
from device.screen.look.shapes import Align, Bead, Fill, Symbol
from device.screen.look.theme import INKS, ON, Ink
from device.screen.players.roads import bead_letters
from device.screen.view import Recall, StaffView
from device.words import HandNames, Words

LISTED = 10
_ROW = 82.0


def recall(sheet: Sheet, view: StaffView, state: PanelState, *, mirror: bool) -> None:
    """Lay out the list, or the coup that was chosen from it."""
    coup = next((one for one in view.recall if one.coup == state.coup), None)
    if coup is None:
        _list(sheet, view)
    else:
        _one(sheet, view, coup, mirror=mirror)


def marks(coup: Recall, words: Words, names: HandNames, *, pairs: bool = True) -> tuple[str, ...]:
    """What is to be known of a coup besides its result; its pairs too, where no bead shows them."""
    found: list[str] = []
    if coup.kind != "normal":
        found.append(words.say(f"kind.{coup.kind}"))
    if coup.natural:
        found.append(words.say("label.natural"))
    if pairs and coup.player_pair:
        found.append(words.say("label.pair", hand=names.player))
    if pairs and coup.banker_pair:
        found.append(words.say("label.pair", hand=names.banker))
    if coup.corrected:
        found.append(words.say("label.corrected"))
    if coup.manual:
        found.append(words.say("label.by-hand"))
    return tuple(found)


def _names(sheet: Sheet, view: StaffView) -> HandNames:
    return sheet.words.names(view.names.player, view.names.banker)


def _list(sheet: Sheet, view: StaffView) -> None:
    words = sheet.words
    sheet.head(words.say("page.recall"), view)
    if not view.recall:
        sheet.prose((40, 200, 720, 80), words.say("label.no-coup"), 26, ink=Ink.MUTED, align=Align.CENTRE)
    for index, coup in enumerate(view.recall[:LISTED]):
        # Down the left column first, so that the newest stands at the top left and time runs as on the bead plate.
        x, y = 8 + 396 * (index // 5), HEAD + 5 + _ROW * (index % 5)
        _row(sheet, view, coup, (x, y, 388, _ROW - 6))


def _row(sheet: Sheet, view: StaffView, coup: Recall, area: Area) -> None:
    words, names = sheet.words, _names(sheet, view)
    x, y, w, h = area
    target = sheet.target(area, Open(page=Page.RECALL, coup=coup.coup))
    down = sheet.pressed(target)
    face, ink = (Ink.TEXT, Ink.KEY) if down else (Ink.KEY, Ink.TEXT)
    at = sheet.at
    sheet.put(Fill(box=at.box(*area), ink=face, radius=at.px(9), edge=Ink.KEY_EDGE, edge_width=at.px(1)))
    sheet.text((x + 8, y, 62, h), str(coup.coup), 30, ink=ink, bold=True, align=Align.CENTRE)
    if coup.outcome is None:
        sheet.icon((x + 76, y + 16, 44, 44), Symbol.CROSS, ink)
        said = words.say(f"kind.{coup.kind}")
    else:
        letter = bead_letters(names)[coup.outcome]
        sheet.put(
            Bead(
                box=at.box(x + 76, y + 14, 48, 48),
                outcome=coup.outcome,
                letter=letter,
                player_pair=coup.player_pair,
                banker_pair=coup.banker_pair,
            )
        )
        said = result_text(coup, coup.outcome, words, names)
    more = " · ".join(mark for mark in marks(coup, words, names, pairs=False) if mark != said)
    left, width = x + 138, w - 150
    if more:
        sheet.text((left, y + 6, width, h * 0.5), said, 22, ink=ink, bold=True)
        sheet.text((left, y + h * 0.5, width, h * 0.42), more, 17, ink=ink)
    else:
        sheet.text((left, y, width, h), said, 22, ink=ink, bold=True)


def _one(sheet: Sheet, view: StaffView, coup: Recall, *, mirror: bool) -> None:
    words, names = sheet.words, _names(sheet, view)
    sheet.head(f"{words.say('label.hand')} {coup.coup}", view)
    ink = INKS[coup.outcome] if coup.outcome is not None else Ink.PANEL
    sheet.put(Fill(box=sheet.at.box(8, HEAD + 4, 784, 56), ink=ink, radius=sheet.at.px(9)))
    said = words.say(f"kind.{coup.kind}") if coup.outcome is None else result_text(coup, coup.outcome, words, names)
    sheet.text((24, HEAD + 4, 752, 56), said, 30, ink=ON[ink], bold=True)
    for hand, x in zip(sides(mirror=mirror), (8.0, 404.0), strict=True):
        _hand(sheet, coup, hand, names.of(hand.value), x)
    dealer = words.say("label.dealer", name=coup.dealer) if coup.dealer else words.say("label.no-dealer")
    known = (*(mark for mark in marks(coup, words, names) if mark != said), dealer)
    sheet.prose((16, 336, 768, 44), " · ".join(known), 21, ink=Ink.MUTED)
    given = (("coup", str(coup.coup)),)
    live = coup.kind != "void"
    void = Look(text=words.say("act.void"), symbol=Symbol.CROSS, note=words.say("label.two-people"), size=22)
    correct = Look(text=words.say("act.correct"), symbol=Symbol.PEN, note=words.say("label.two-people"), size=22)
    sheet.key((8, 388, 256, 84), void, Begin(task=Task.VOID, given=given) if live else None)
    sheet.key((272, 388, 256, 84), correct, Begin(task=Task.CORRECT, given=given) if live else None)
    _neighbours(sheet, view, coup)


def _neighbours(sheet: Sheet, view: StaffView, coup: Recall) -> None:
    """The coups before and after it, as far as they can be looked back at."""
    numbers = [one.coup for one in view.recall[:LISTED]]
    at = numbers.index(coup.coup)
    earlier = numbers[at + 1] if at + 1 < len(numbers) else None
    later = numbers[at - 1] if at > 0 else None
    for x, key, number in ((536.0, "key.earlier", earlier), (668.0, "key.later", later)):
        action = Open(page=Page.RECALL, coup=number) if number is not None else None
        sheet.key((x, 388, 124, 84), Look(text=sheet.words.say(key), size=19), action)


def _hand(sheet: Sheet, coup: Recall, hand: Hand, name: str, x: float) -> None:
    player = hand is Hand.PLAYER
    cards = coup.player if player else coup.banker
    total = coup.player_total if player else coup.banker_total
    at = sheet.at
    y, w, h = HEAD + 68.0, 388.0, 204.0
    ink = Ink.PLAYER if player else Ink.BANKER
    sheet.put(Fill(box=at.box(x, y, w, h), ink=ink, radius=at.px(9)))
    sheet.text((x + 14, y + 2, w - 28, 36), name.upper(), 24, ink=ON[ink], bold=True)
    sheet.put(Fill(box=at.box(x + 4, y + 40, w - 8, h - 44), ink=Ink.PANEL, radius=at.px(6)))
    sheet.text(
        (x + w - 96, y + 40, 88, h - 44), "" if total is None else str(total), 104, bold=True, align=Align.CENTRE
    )
    for index, place in enumerate(card_boxes(at.box(x + 6, y + 42, w - 104, h - 48), at.px(8))):
        if index < max(2, len(cards)):
            sheet.put(card_shape(cards, index, place))
