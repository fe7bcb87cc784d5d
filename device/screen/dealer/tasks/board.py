"""What every page of a task shares: its head, what it asks, what went wrong, and plain keys in rows. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from device.rules.hand import Hand
from device.screen.dealer.errands import open_need
from device.screen.dealer.notes import say
from device.screen.dealer.pages.options import PanelOptions
from device.screen.dealer.pages.pieces import Area, Look, Sheet
from device.screen.dealer.state import Errand, Need, PanelState
from device.screen.dealer.targets import Action, Go
from device.screen.look.shapes import Symbol
from device.screen.look.theme import Ink
from device.screen.view import StaffView

LEFT, WIDTH, BOTTOM = 8.0, 784.0, 472.0
ASK_TOP, ASK_HEIGHT = 62.0, 42.0
BODY = 110.0
"""Where what is to be touched begins."""
GAP = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A page of a task while it is laid out."""

    sheet: Sheet
    view: StaffView
    state: PanelState
    errand: Errand
    options: PanelOptions

    @property
    def need(self) -> Need | None:
        """What is asked."""
        return open_need(self.errand, self.state, self.view)

    def say(self, key: str, **values: str | int) -> str:
        """Words of the catalogue."""
        return self.sheet.words.say(key, **values)

    def optional(self, key: str, **values: str | int) -> str:
        """Words of the catalogue, empty where it has none."""
        return self.sheet.words.optional(key, **values)


def title(board: Board) -> str:
    """What is being done, and with which hand."""
    name, coup = board.say(f"task.{board.errand.task.value}"), board.errand.value("coup")
    return name if coup is None else f"{name} · {coup}"


def asked(board: Board, question: str) -> None:
    """The line below the head: what went wrong, else what is asked."""
    sheet = board.sheet
    wrong = say(board.errand.trouble, sheet.words, board.view)
    area = (LEFT, ASK_TOP, WIDTH, ASK_HEIGHT)
    if not wrong:
        sheet.text((LEFT + 8, ASK_TOP, WIDTH - 16, ASK_HEIGHT), question, 23, ink=Ink.TEXT, bold=True)
        return
    sheet.plate(area, ink=Ink.ALARM, edge=None)
    sheet.icon((LEFT + 10, ASK_TOP + 8, 26, 26), Symbol.STOP, Ink.ON_ALARM)
    sheet.text((LEFT + 46, ASK_TOP, WIDTH - 58, ASK_HEIGHT), wrong, 21, ink=Ink.ON_ALARM, bold=True)


def row(area: Area, widths: Sequence[float], gap: float = GAP) -> tuple[Area, ...]:
    """Areas side by side, as wide as these shares of the row."""
    x, y, w, h = area
    unit = (w - gap * (len(widths) - 1)) / sum(widths)
    found: list[Area] = []
    for share in widths:
        found.append((x, y, unit * share, h))
        x += unit * share + gap
    return tuple(found)


def grid(area: Area, columns: int, rows: int, gap: float = GAP) -> tuple[Area, ...]:
    """Areas of one size, row after row."""
    x, y, w, h = area
    high = (h - gap * (rows - 1)) / rows
    return tuple(
        cell for index in range(rows) for cell in row((x, y + index * (high + gap), w, high), [1] * columns, gap)
    )


def go_on(board: Board, area: Area, *, can: bool = True, text: str = "") -> None:
    """The key that says: this is it."""
    look = Look(text=text or board.say("key.accept"), symbol=Symbol.TICK, size=23, ink=Ink.CALL)
    action: Action | None = Go.ACCEPT if can else None
    board.sheet.key(area, look, action)


def erase(board: Board, area: Area, *, can: bool = True) -> None:
    """The key that takes the last thing back."""
    board.sheet.key(area, Look(symbol=Symbol.ERASE), Go.ERASE if can else None)


def sides(board: Board) -> tuple[Hand, Hand]:
    """The hand on the left and the hand on the right, as the dealer sees them."""
    return (Hand.BANKER, Hand.PLAYER) if board.options.mirror else (Hand.PLAYER, Hand.BANKER)
