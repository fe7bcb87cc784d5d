"""The panel without a table: it says why, and offers nothing. Pure."""

from device.screen.dealer.pages.frame import button_area, machine_lights
from device.screen.dealer.pages.hands import HEIGHT, TOP
from device.screen.dealer.pages.options import PanelOptions
from device.screen.dealer.pages.pieces import Look, Sheet
from device.screen.look.shapes import Align, Fill, Symbol
from device.screen.look.theme import Ink
from device.screen.showing.subscription import Reason

_KEYS = (
    ("key.no-more-bets", None),
    ("key.show-result", None),
    ("key.call", Symbol.BELL),
    ("key.menu", Symbol.MENU),
)


def no_data(sheet: Sheet, reason: Reason, options: PanelOptions, clock: str, *, kept: bool = False) -> None:
    """Lay out the panel of a table that does not answer; its keys are drawn where they are, without a use."""
    words = sheet.words
    sheet.text((12, 0, 400, 48), words.say("label.game").upper(), 25, bold=True)
    machine_lights(sheet, options.machine)
    sheet.text((722, 0, 68, 48), clock, 22, bold=True, align=Align.RIGHT)
    sheet.put(Fill(box=sheet.at.box(0, 48, 800, 112), ink=Ink.ALARM))
    sheet.text((24, 51, 752, 66), words.say("feed.no-data").upper(), 58, ink=Ink.ON_ALARM, bold=True)
    sheet.prose((24, 116, 752, 40), words.say("feed.waiting"), 28, ink=Ink.ON_ALARM)
    sheet.plate((8, TOP, 784, HEIGHT))
    sheet.prose((32, TOP + 24, 736, 60), words.say(f"feed.{reason.value}"), 28, bold=True, align=Align.CENTRE)
    hint = words.say("note.kept" if kept else "feed.waiting-hint")
    sheet.prose((32, TOP + 88, 736, 60), hint, 24, ink=Ink.MUTED, align=Align.CENTRE)
    for index, (key, symbol) in enumerate(_KEYS):
        sheet.key(button_area(index), Look(text=words.say(key), symbol=symbol, size=24), None)
