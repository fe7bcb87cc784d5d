"""What the result on show pays, all of it; what the house keeps of usual stakes; how the table is cleared. Pure."""

from device.screen.dealer.guidance import result_text
from device.screen.dealer.pages.options import PanelOptions
from device.screen.dealer.pages.paylist import paid_lines
from device.screen.dealer.pages.pieces import HEAD, Sheet
from device.screen.look.shapes import Align, Fill
from device.screen.look.theme import INKS, ON, Ink
from device.screen.view import StaffView

_ROW = 34.0
_MOST = 10
_FLOOR = 472.0


def pays(sheet: Sheet, view: StaffView, options: PanelOptions) -> None:
    """Lay the page out: the wagers on the left, the commission on the right."""
    words = sheet.words
    sheet.head(words.say("page.pays"), view)
    names = words.names(view.names.player, view.names.banker)
    top = HEAD + 8
    if view.outcome is not None and view.paid:
        ink = INKS[view.outcome]
        sheet.put(Fill(box=sheet.at.box(8, top, 488, 44), ink=ink, radius=sheet.at.px(8)))
        said = result_text(view, view.outcome, words, names)
        sheet.text((22, top, 460, 44), said, 24, ink=ON[ink], bold=True)
        _paid(sheet, view, top + 50)
    else:
        _paytable(sheet, view, top)
    _commission(sheet, view, top, _FLOOR - 80 if options.collection_reminder else _FLOOR)
    if options.collection_reminder:
        sheet.prose((516, _FLOOR - 72, 276, 72), words.say("hint.collect"), 20, ink=Ink.MUTED, bold=True)


def _paid(sheet: Sheet, view: StaffView, top: float) -> None:
    lines = paid_lines(view, sheet.words)[:_MOST]
    sheet.plate((8, top, 488, 480 - 8 - top))
    for index, line in enumerate(lines):
        y = top + 6 + _ROW * index
        won = line.result == "win"
        ink = Ink.TEXT if line.result in ("win", "push") else Ink.MUTED
        sheet.text((22, y, 330, _ROW), line.name, 21, ink=ink, bold=won)
        sheet.text((352, y, 130, _ROW), line.said, 22 if won else 19, ink=ink, bold=won, align=Align.RIGHT)


def _paytable(sheet: Sheet, view: StaffView, top: float) -> None:
    """Between results: what each wager pays at this table."""
    words = sheet.words
    names = words.names(view.names.player, view.names.banker)
    sheet.plate((8, top, 488, 480 - 8 - top))
    sheet.text((22, top + 4, 460, 30), words.say("label.pays"), 19, ink=Ink.MUTED, bold=True)
    for index, one in enumerate(view.paytable[:_MOST]):
        y = top + 36 + 36 * index
        ink = Ink.TEXT if one.open else Ink.MUTED
        name = words.say(f"wager.{one.wager}", player=names.player, banker=names.banker)
        sheet.text((22, y, 330, 36), name, 21, ink=ink)
        said = one.pays if one.open else words.say("paid.closed")
        sheet.text((352, y, 130, 36), said, 21, ink=ink, bold=True, align=Align.RIGHT)


def _commission(sheet: Sheet, view: StaffView, top: float, floor: float) -> None:
    words = sheet.words
    sheet.plate((508, top, 284, floor - top if view.commission else 112), ink=Ink.PAPER, edge=None)
    sheet.text((522, top + 4, 256, 34), words.say("label.commission"), 20, ink=Ink.PAPER_TEXT, bold=True)
    if not view.commission:
        sheet.prose((522, top + 44, 256, 60), words.say("label.no-commission"), 19, ink=Ink.PAPER_TEXT, top=True)
        return
    listed = view.commission[:8]
    height = min(40.0, 276 / len(listed))
    for index, one in enumerate(listed):
        y = top + 42 + height * index
        sheet.put(Fill(box=sheet.at.box(522, y, 256, 1), ink=Ink.PAPER_LINE))
        sheet.text((522, y, 126, height), one.stake, 21, ink=Ink.PAPER_TEXT)
        sheet.text((652, y, 126, height), one.commission, 21, ink=Ink.PAPER_TEXT, bold=True, align=Align.RIGHT)
