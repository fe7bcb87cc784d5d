"""Pads of a task: the digits of a PIN, and letters for a name or a reason. Pure."""

import math

from device.screen.dealer.pages.pieces import Look
from device.screen.dealer.signing_in import LONGEST_PIN, SHORTEST_PIN
from device.screen.dealer.state import SigningIn, Stage
from device.screen.dealer.targets import Go, Type
from device.screen.dealer.tasks.board import BODY, BOTTOM, GAP, LEFT, WIDTH, Board, asked, erase, go_on, grid, row
from device.screen.look.shapes import Align, Fill, Symbol
from device.screen.look.theme import Ink

_DIGITS = "123456789"
_LETTERS = ("1234567890", "qwertyuiop", "asdfghjklñ", "zxcvbnm-'.")
_ACCENTS = ("àáâãäåæçè", "éêëìíîïðø", "òóôõöùúûü", "ýÿß,:;()/")


def pin_page(board: Board, signing: SigningIn, question: str, signs: str) -> None:
    """The digits, and a dot for each that was typed; what is signed by them; during a wait, how long it lasts."""
    sheet = board.sheet
    asked(board, question)
    left_s = math.ceil(signing.wait_until_s - sheet.now_s)
    waits = board.errand.waits_for is not None
    who = signing.name or (board.say("ask.badge-read") if signing.badge else "")
    sheet.plate((LEFT, BODY, 376, BOTTOM - BODY))
    sheet.icon((LEFT + 164, BODY + 22, 48, 48), Symbol.PERSON, Ink.MUTED)
    sheet.text((LEFT + 12, BODY + 76, 352, 40), who, 30, bold=True, align=Align.CENTRE)
    sheet.text((LEFT + 12, BODY + 122, 352, 34), _stage(board, signing), 22, ink=Ink.MUTED, align=Align.CENTRE)
    if left_s > 0:
        said = board.say("entry.wait-left", seconds=left_s)
        sheet.text((LEFT + 12, BODY + 168, 352, 60), said, 34, ink=Ink.ALARM, bold=True, align=Align.CENTRE)
    elif waits:
        sheet.text((LEFT + 12, BODY + 168, 352, 60), board.say("note.checking"), 24, align=Align.CENTRE)
    else:
        _dots(board, len(signing.typed))
    said = signs or board.say("ask.pin-hint")
    ink = Ink.TEXT if signs else Ink.MUTED
    sheet.prose((LEFT + 20, BODY + 240, 336, 112), said, 20, ink=ink, align=Align.CENTRE)
    free = not waits and left_s <= 0
    cells = grid((LEFT + 384, BODY, WIDTH - 384, BOTTOM - BODY), 3, 4)
    for cell, digit in zip(cells, _DIGITS, strict=False):
        sheet.key(cell, Look(text=digit, size=40), Type(text=digit) if free else None)
    erase(board, cells[9], can=free and bool(signing.typed))
    sheet.key(cells[10], Look(text="0", size=40), Type(text="0") if free else None)
    can = free and len(signing.typed) >= SHORTEST_PIN
    sheet.key(cells[11], Look(symbol=Symbol.TICK, ink=Ink.CALL), Go.ACCEPT if can else None)


def _stage(board: Board, signing: SigningIn) -> str:
    if signing.stage is Stage.PIN:
        return board.say("entry.present-pin" if signing.changes else "entry.pin")
    return board.say("entry.new-pin" if signing.stage is Stage.NEW_PIN else "entry.new-pin-again")


def _dots(board: Board, typed: int) -> None:
    """Filled dots for what was typed, on a line that has room for the longest PIN: its length is not told before."""
    sheet, size, gap = board.sheet, 18.0, 9.0
    shown = max(typed, SHORTEST_PIN)
    left = LEFT + (376 - shown * size - (shown - 1) * gap) / 2
    for index in range(min(shown, LONGEST_PIN)):
        box = sheet.at.box(left + index * (size + gap), BODY + 189, size, size)
        ink = Ink.TEXT if index < typed else Ink.PANEL
        sheet.put(Fill(box=box, ink=ink, radius=box.w // 2, edge=Ink.MUTED, edge_width=sheet.at.px(2)))


def letters_page(board: Board, typed: str, question: str, *, can: bool) -> None:
    """Letters, as on a keyboard; a second layer has those with marks."""
    sheet = board.sheet
    asked(board, question)
    sheet.plate((LEFT, BODY, WIDTH, 50), ink=Ink.PAPER, edge=None)
    shown = typed.strip()
    sheet.text((LEFT + 14, BODY, WIDTH - 28, 50), f"{shown}|", 27, ink=Ink.PAPER_TEXT, bold=True)
    marks = board.errand.scroll % 2 == 1
    top, high = BODY + 58, (BOTTOM - BODY - 58 - 4 * GAP) / 5
    capital = not shown
    for index, letters in enumerate(_ACCENTS if marks else _LETTERS):
        cells = row((LEFT, top + index * (high + GAP), WIDTH, high), [1] * len(letters), 6)
        for cell, letter in zip(cells, letters, strict=True):
            said = letter.upper() if capital and len(letter.upper()) == 1 else letter
            sheet.key(cell, Look(text=said, size=28), Type(text=said))
    last = row((LEFT, top + 4 * (high + GAP), WIDTH, high), [2, 4, 2, 3], 6)
    other = Look(text="abc" if marks else "áéñ", size=24)
    sheet.key(last[0], other, Go.EARLIER if marks else Go.LATER)
    sheet.key(last[1], Look(text=board.say("key.space"), size=20), Type(text=" ") if shown else None)
    erase(board, last[2], can=bool(shown))
    go_on(board, last[3], can=can)
