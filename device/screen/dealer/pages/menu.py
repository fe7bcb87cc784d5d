"""The menu: what staff do besides the four buttons, and what the panel tells. Pure."""

from dataclasses import dataclass

from device.screen.dealer.errands import begin
from device.screen.dealer.pages.pieces import Look, Sheet
from device.screen.dealer.state import PanelState, Said
from device.screen.dealer.targets import Action, Begin, Open, Page, Press, Task
from device.screen.look.setting import text_width
from device.screen.look.shapes import Symbol
from device.screen.look.theme import Ink
from device.screen.view import StaffView
from device.words import Words

ROWS = 4
_LABEL, _KEY, _PITCH = 20.0, 76.0, 103.0
_WIDTH, _STEP = 150.4, 158.4
_LARGEST, _BOLD = 18.0, 1.06


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A key of the menu: its word, its symbol, what it does; `hold`: it is pressed and held."""

    says: str
    symbol: Symbol
    action: Action
    hold: bool = False


def _task(task: Task, symbol: Symbol) -> Entry:
    return Entry(says=f"task.{task.value}", symbol=symbol, action=Begin(task=task))


def _page(page: Page, symbol: Symbol) -> Entry:
    return Entry(says=f"page.{page.value}", symbol=symbol, action=Open(page=page))


LAMP_TEST = Entry(says="key.lamp-test", symbol=Symbol.LAMP, action=Press(button="lamp-test"), hold=True)

GROUPS: tuple[tuple[str, tuple[Entry, ...]], ...] = (
    (
        "menu.hand",
        (
            _task(Task.ENTER, Symbol.EYE),
            _task(Task.FREE, Symbol.FREE),
            _task(Task.VOID, Symbol.CROSS),
            _task(Task.CORRECT, Symbol.PEN),
            _page(Page.RECALL, Symbol.LIST),
        ),
    ),
    (
        "menu.table",
        (
            _task(Task.PAUSE, Symbol.PAUSE),
            _task(Task.REPORT, Symbol.FLAG),
            _task(Task.ACKNOWLEDGE, Symbol.TICK),
            _task(Task.SHOE, Symbol.PLUS),
            _task(Task.END_SHOE, Symbol.STOP),
        ),
    ),
    (
        "menu.people",
        (
            _task(Task.DEALER, Symbol.SWAP),
            _task(Task.SIGN_IN, Symbol.PERSON),
            _task(Task.SIGN_OUT, Symbol.EXIT),
            _task(Task.CHANGE_PIN, Symbol.KEY),
            LAMP_TEST,
        ),
    ),
    (
        "menu.panel",
        (
            _page(Page.PAYS, Symbol.CHIP),
            _page(Page.ERRORS, Symbol.WARNING),
            _page(Page.SOUND, Symbol.SOUND),
            _page(Page.LANGUAGE, Symbol.GLOBE),
            _page(Page.ABOUT, Symbol.INFO),
        ),
    ),
)


def menu(sheet: Sheet, view: StaffView, state: PanelState) -> None:
    """Lay the menu out: a row a group; what the table would refuse now is drawn without a use."""
    words = sheet.words
    sheet.head(words.say("page.menu"), view)
    size = _size([_text(entry, words) for _, entries in GROUPS for entry in entries])
    for row, (title, entries) in enumerate(GROUPS):
        y = 66 + _PITCH * row
        sheet.text((12, y, 776, _LABEL), words.say(title), 16, ink=Ink.MUTED, bold=True)
        for column, entry in enumerate(entries):
            look = Look(text=_text(entry, words), symbol=entry.symbol, size=size, above=True)
            action = entry.action if offered(entry, view, state) else None
            sheet.key((8 + _STEP * column, y + _LABEL, _WIDTH, _KEY), look, action, hold=entry.hold)


def _text(entry: Entry, words: Words) -> str:
    """What stands on a key; a task's own name may be too long for it."""
    return words.optional(entry.says.replace("task.", "menu.")) or words.say(entry.says)


def _size(texts: list[str]) -> float:
    """One size for all the keys: as large as the longest text allows."""
    return min(_LARGEST, (_WIDTH - 22) / (max(text_width(text, 1) for text in texts) * _BOLD))


def offered(entry: Entry, view: StaffView, state: PanelState) -> bool:
    """Whether it is of use now, as far as the view tells."""
    match entry.action:
        case Begin(task=Task.SHOE | Task.END_SHOE) if view.held:
            return False
        case Begin(task=task, given=given):
            return not isinstance(begin(task, given, state, view), Said)
        case Press(button="lamp-test"):
            return view.phase not in ("dealing", "reveal") and not view.held
        case _:
            return True
