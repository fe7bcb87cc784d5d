"""The pages that are lists: the numbered errors, the languages, and the loudness. Pure."""

from device.screen.dealer.error_numbers import Numbered, numbered
from device.screen.dealer.pages.options import PanelOptions
from device.screen.dealer.pages.pieces import HEAD, Look, Sheet
from device.screen.dealer.state import PanelState
from device.screen.dealer.targets import Choose
from device.screen.look.shapes import Align, Fill, Symbol
from device.screen.look.theme import Ink
from device.screen.view import StaffView

ERRORS_A_PAGE = 6
LOUDEST = 10


def errors(sheet: Sheet, view: StaffView, state: PanelState) -> None:
    """What can go wrong, by number, with what to do; the numbers are those that the first page shows."""
    words = sheet.words
    lines = numbered()
    pages = -(-len(lines) // ERRORS_A_PAGE)
    page = min(state.scroll, pages - 1)
    sheet.head(words.say("page.errors"), view)
    shown = lines[page * ERRORS_A_PAGE : (page + 1) * ERRORS_A_PAGE]
    for index, line in enumerate(shown):
        _error(sheet, line, HEAD + 6 + 69 * index)
    where = f"{page + 1} / {pages}"
    sheet.scroll_keys((672, HEAD + 6, 120, 408), earlier=page > 0, later=page + 1 < pages, where=where)


def _error(sheet: Sheet, line: Numbered, y: float) -> None:
    words = sheet.words
    hands = words.names("", "")
    sheet.plate((8, y, 654, 63))
    sheet.put(Fill(box=sheet.at.box(16, y + 12, 76, 38), ink=Ink.ALARM, radius=sheet.at.px(7)))
    sheet.text((16, y + 12, 76, 38), line.number, 22, ink=Ink.ON_ALARM, bold=True, align=Align.CENTRE)
    meaning = words.say(line.meaning, player=hands.player, banker=hands.banker, tie=hands.tie)
    remedy = words.optional(line.remedy)
    if not remedy:  # the sentence says both
        sheet.prose((106, y + 4, 546, 55), meaning, 20, bold=True)
        return
    sheet.text((106, y + 3, 546, 28), meaning, 20, bold=True)
    sheet.text((106, y + 31, 546, 27), remedy, 18, ink=Ink.MUTED)


def language(sheet: Sheet, view: StaffView, options: PanelOptions) -> None:
    """All languages that can be drawn here, each by its own name."""
    words = sheet.words
    sheet.head(words.say("page.language"), view)
    for index, (code, name) in enumerate(options.languages[:10]):
        x, y = 8 + 396 * (index % 2), HEAD + 10 + 80 * (index // 2)
        now = code == words.language
        look = Look(text=name, size=26, lit=now, symbol=Symbol.TICK if now else None)
        sheet.key((x, y, 388, 72), look, Choose(value=code))


def sound(sheet: Sheet, view: StaffView, options: PanelOptions) -> None:
    """How loud the panel is, in steps; what warns is never mute."""
    words = sheet.words
    sheet.head(words.say("page.sound"), view)
    volume = options.volume
    if volume is None:
        sheet.prose((40, 190, 720, 90), words.say("label.no-sound"), 26, ink=Ink.MUTED, align=Align.CENTRE)
        return
    sheet.icon((24, 106, 72, 72), Symbol.MUTE if options.muted else Symbol.SOUND)
    for step in range(LOUDEST):
        height = 30 + 9 * step
        on = step < volume and not options.muted
        box = sheet.at.box(124 + 66 * step, 198 - height, 54, height)
        ink, edge = (Ink.WINNER, None) if on else (Ink.PANEL, Ink.PANEL_EDGE)
        sheet.put(Fill(box=box, ink=ink, radius=sheet.at.px(6), edge=edge, edge_width=sheet.at.px(2)))
    softer, louder = Look(text=words.say("key.softer"), size=26), Look(text=words.say("key.louder"), size=26)
    mute = Look(
        text=words.say("key.unmute" if options.muted else "key.mute"), symbol=Symbol.MUTE, size=24, lit=options.muted
    )
    sheet.key((8, 236, 256, 110), softer, Choose(value="softer") if volume > 0 else None)
    sheet.key((272, 236, 256, 110), louder, Choose(value="louder") if volume < LOUDEST else None)
    sheet.key((536, 236, 256, 110), mute, Choose(value="mute"))
    sheet.prose((24, 366, 752, 90), words.say("hint.alarms-stay"), 23, ink=Ink.MUTED, align=Align.CENTRE)
