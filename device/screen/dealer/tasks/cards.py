"""Pages of a task on which cards are put in by eye: one card, or both hands of a coup. Pure."""

from device.rules.card import Card
from device.rules.hand import Hand, total
from device.rules.tableau import next_step
from device.screen.dealer import hands_by_eye as eye
from device.screen.dealer.notes import say
from device.screen.dealer.pages.pieces import Area, Look
from device.screen.dealer.state import Draft, Need
from device.screen.dealer.targets import Choose, Type
from device.screen.dealer.task_steps import draft_of, usable_places
from device.screen.dealer.tasks.board import BODY, BOTTOM, LEFT, WIDTH, Board, asked, erase, go_on, grid, row, sides
from device.screen.look.shapes import Align, Back, Face, Fill, Place, Symbol
from device.screen.look.theme import ON, Ink

_SUITS = {
    "c": (Symbol.CLUBS, Ink.CARD_BLACK),
    "d": (Symbol.DIAMONDS, Ink.CARD_RED),
    "h": (Symbol.HEARTS, Ink.CARD_RED),
    "s": (Symbol.SPADES, Ink.CARD_BLACK),
}


def card_page(board: Board) -> None:
    """One card: its rank, its suit, and the card as it will be."""
    asked(board, board.say("ask.card"))
    draft = draft_of(board.errand, Need.CARD, board.view)
    card = None if draft.rank else draft.cards[0]
    place = (LEFT + 19, BODY, 174, 243.6)
    board.sheet.put(_shape(board, place, card, due=True))
    if draft.rank:
        _half(board, place, draft.rank)
    accept = (LEFT, BODY + 258, 212, BOTTOM - BODY - 258)
    go_on(board, accept, can=card is not None)
    ranks = grid((LEFT + 224, BODY, WIDTH - 224, 250), 5, 3)
    for cell, rank in zip(ranks, eye.RANKS, strict=False):
        board.sheet.key(cell, _rank(rank, lit=rank == draft.rank), Type(text=rank))
    erase(board, ranks[14], can=bool(draft.rank) or card is not None)
    _suits(board, row((LEFT + 224, BODY + 258, WIDTH - 224, BOTTOM - BODY - 258), [1] * 4), can=_takes_suit(draft))


def hands_page(board: Board) -> None:
    """Both hands of a coup, card by card, over what is on record; with the totals and what the drawing table says."""
    sheet, view = board.sheet, board.view
    coup = board.errand.value("coup") or ""
    asked(board, board.say("ask.hands"))
    draft = draft_of(board.errand, Need.HANDS, view)
    usable = usable_places(board.errand, Need.HANDS, view)
    for hand, x in zip(sides(board), (LEFT, LEFT + 396), strict=True):
        _hand(board, hand, (x, BODY, 388, 142), draft, usable)
    wrong = eye.trouble(draft, coup, view)
    if not eye.is_unchanged(draft, coup, view):
        _verdict(board, draft, wrong is None, "" if wrong is None else say(wrong, sheet.words, view))
    for cell, rank in zip(row((LEFT, BODY + 190, WIDTH, 76), [1] * 13, 5), eye.RANKS, strict=True):
        sheet.key(cell, _rank(rank, lit=rank == draft.rank), Type(text=rank))
    last = row((LEFT, BODY + 274, WIDTH, BOTTOM - BODY - 274), [3, 3, 3, 3, 2.4, 5])
    _suits(board, last[:4], can=_takes_suit(draft))
    erase(board, last[4])
    go_on(board, last[5], can=wrong is None and not draft.rank)


def _hand(board: Board, hand: Hand, area: Area, draft: Draft, usable: tuple[int, ...]) -> None:
    x, y, w, h = area
    sheet, view = board.sheet, board.view
    ink = Ink.PLAYER if hand is Hand.PLAYER else Ink.BANKER
    names = sheet.words.names(view.names.player, view.names.banker)
    sheet.put(Fill(box=sheet.at.box(*area), ink=ink, radius=sheet.at.px(8)))
    sheet.put(Fill(box=sheet.at.box(x + 3, y + 34, w - 6, h - 37), ink=Ink.PANEL, radius=sheet.at.px(6)))
    sheet.text((x + 12, y, 132, 34), names.of(hand.value).upper(), 20, ink=ON[ink], bold=True)
    before = eye.hands_of(board.errand.value("coup") or "", view)[0 if hand is Hand.PLAYER else 1]
    _on_record(board, (x + 140, y, w - 150, 34), before, ON[ink])
    first = 0 if hand is Hand.PLAYER else 3
    for index in range(3):
        place = first + index
        slot = (x + 12 + index * 80, y + 40, 67, 93)
        at = place == draft.at
        if place in usable:
            sheet.target(slot, Choose(value=str(place)))
        card = None if at and draft.rank else draft.cards[place]
        if at and card is not None:
            edge = sheet.at.box(slot[0] - 4, slot[1] - 3, slot[2] + 8, slot[3] + 6)
            sheet.put(Fill(box=edge, ink=Ink.WINNER, radius=sheet.at.px(7)))
        if place in usable or card is not None:
            sheet.put(_shape(board, slot, card, due=at))
        if at and draft.rank:
            _half(board, slot, draft.rank)
    cards = eye.known(eye.hands(draft)[0 if hand is Hand.PLAYER else 1])
    if cards:
        sheet.text((x + w - 118, y + 36, 104, h - 42), str(total(cards)), 76, bold=True, align=Align.CENTRE)


def _on_record(board: Board, area: Area, cards: tuple[Card | None, ...], ink: Ink) -> None:
    """What stands on record now, small, at the right end of its line."""
    x, y, w, h = area
    sheet, each = board.sheet, 40.0
    left = x + w - each * len(cards)
    sheet.text((x, y, left - x - 8, h), board.say("label.on-record"), 18, ink=ink, align=Align.RIGHT)
    for index, card in enumerate(cards):
        at = left + index * each
        said = "?" if card is None else card.rank.value.replace("T", "10")
        sheet.text((at, y, 22, h), said, 18, ink=ink, bold=True, align=Align.RIGHT)
        if card is not None:
            sheet.icon((at + 23, y + (h - 14) / 2, 14, 14), _SUITS[card.suit.value][0], ink)


def _verdict(board: Board, draft: Draft, good: bool, wrong: str) -> None:
    """Whether the drawing table deals these hands, and by which rules; else what is not right with them."""
    sheet, area = board.sheet, (LEFT, BODY + 148, WIDTH, 36)
    names = sheet.words.names(board.view.names.player, board.view.names.banker)
    player, banker = (eye.known(hand) for hand in eye.hands(draft))
    sheet.icon((LEFT + 8, area[1] + 6, 24, 24), Symbol.TICK if good else Symbol.CROSS, Ink.TEXT if good else Ink.ALARM)
    said = wrong
    if good and len(player) >= 2 and len(banker) >= 2:
        steps = (next_step(player[:2], banker[:2]), next_step(player, banker[:2]))
        rules = dict.fromkeys(reason for step in steps for reason in step.reasons)
        said = " · ".join(sheet.words.reason(rule, names) for rule in rules)
    sheet.text((LEFT + 40, area[1], WIDTH - 48, 36), said, 20, ink=Ink.TEXT if good else Ink.ALARM, bold=not good)


def _takes_suit(draft: Draft) -> bool:
    return bool(draft.rank) or draft.cards[draft.at] is not None


def _rank(rank: str, *, lit: bool) -> Look:
    return Look(text=rank.replace("T", "10"), size=36, lit=lit)


def _suits(board: Board, cells: tuple[Area, ...], *, can: bool) -> None:
    """Suits on white, in the colours of cards."""
    for cell, suit in zip(cells, eye.SUITS, strict=True):
        symbol, ink = _SUITS[suit]
        look = Look(ink=Ink.PAPER)
        board.sheet.key(cell, look, Type(text=suit) if can else None)
        x, y, w, h = cell
        board.sheet.icon((x, y + h * 0.16, w, h * 0.68), symbol, ink if can else Ink.DISABLED)


def _shape(board: Board, area: Area, card: Card | None, *, due: bool) -> Face | Back | Place:
    box = board.sheet.at.box(*area)
    return Place(box=box, due=due) if card is None else Face(box=box, card=card)


def _half(board: Board, area: Area, rank: str) -> None:
    """A rank whose suit is still to be said."""
    board.sheet.text(area, rank.replace("T", "10"), area[3] * 0.42, bold=True, align=Align.CENTRE)
