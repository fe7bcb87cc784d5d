"""The first page: what the dealer works by. Pure.

From top to bottom: how the table is, what to do, the hands – or what is to be decided – the four buttons, the log line.
"""

from device.rules.hand import Hand
from device.screen.dealer.errands import begin
from device.screen.dealer.guidance import stopping_incident
from device.screen.dealer.pages import frame
from device.screen.dealer.pages.counted import counted
from device.screen.dealer.pages.hands import HEIGHT, TOP, HandLook, last_dealt, sides, strip, whole_hand
from device.screen.dealer.pages.log import log_line
from device.screen.dealer.pages.meanings import is_called_now
from device.screen.dealer.pages.options import PanelOptions
from device.screen.dealer.pages.paylist import paid_lines
from device.screen.dealer.pages.pieces import Look, Sheet
from device.screen.dealer.state import PanelState, Said
from device.screen.dealer.targets import Begin, Open, Page, Press, Task
from device.screen.look.shapes import Align, Fill, Symbol
from device.screen.look.theme import ON, Ink
from device.screen.view import Incident, StaffView

_MOST_PAID = 4


def home(sheet: Sheet, view: StaffView, state: PanelState, options: PanelOptions, clock: str) -> None:
    """Lay the first page out."""
    frame.status_line(sheet, view, state, options, clock)
    frame.instruction(sheet, view, mirror=options.mirror, reminder=options.collection_reminder and bool(view.paid))
    incident = stopping_incident(view)
    if view.instruction == "held" and incident is not None:
        if incident.missing or incident.surplus:
            counted(sheet, incident)
        else:
            _strips(sheet, view, mirror=options.mirror)
        _options(sheet, incident)
    elif _is_dealt_by_hand(view):
        _strips(sheet, view, mirror=options.mirror)
        _by_hand(sheet, view, state)
    elif is_called_now(view):
        _calls(sheet, view, mirror=options.mirror)
    elif view.phase == "result" and view.paid:
        _beside(sheet, view, state, mirror=options.mirror, width=286)
        _paid(sheet, view)
    else:
        _beside(sheet, view, state, mirror=options.mirror, width=388)
    frame.four_buttons(sheet, view)
    log_line(sheet, view, state)


def _names(sheet: Sheet, view: StaffView) -> dict[Hand, str]:
    names = sheet.words.names(view.names.player, view.names.banker)
    return {hand: names.of(hand.value) for hand in Hand}


def _beside(sheet: Sheet, view: StaffView, state: PanelState, *, mirror: bool, width: float) -> None:
    """Both hands at the edges, as wide as that; what is between them is for something else."""
    names = _names(sheet, view)
    tick = last_dealt(view) if state.read_until_s > sheet.now_s else None
    for hand, x in zip(sides(mirror=mirror), (8, 792 - width), strict=True):
        lies_hidden = None in (view.player if hand is Hand.PLAYER else view.banker)
        read = sheet.words.say("label.read") if tick is hand and lies_hidden else ""
        whole_hand(sheet, view, hand, (x, TOP, width, HEIGHT), HandLook(name=names[hand], read=read))


def _strips(sheet: Sheet, view: StaffView, *, mirror: bool) -> None:
    """Both hands flat, at the sides where they always are, with room below them."""
    names = _names(sheet, view)
    for hand, x in zip(sides(mirror=mirror), (8, 404), strict=True):
        strip(sheet, view, hand, (x, TOP, 388, 78), names[hand])


def _calls(sheet: Sheet, view: StaffView, *, mirror: bool) -> None:
    """The hands themselves become the keys by which their result is called, with the tie between them."""
    names = _names(sheet, view)
    for hand, x in zip(sides(mirror=mirror), (8, 472), strict=True):
        area = (float(x), TOP, 320.0, HEIGHT)
        target = sheet.target(area, Press(button=hand.value))
        whole_hand(sheet, view, hand, area, HandLook(name=names[hand], key=True, down=sheet.pressed(target)))
    tie = Look(text=sheet.words.say("hand.tie").upper(), ink=Ink.TIE, size=27)
    sheet.key((336, TOP, 128, HEIGHT), tie, Press(button="tie"))


def _paid(sheet: Sheet, view: StaffView) -> None:
    """What this result pays, between the hands; a touch shows all of it."""
    area = (302.0, TOP, 196.0, HEIGHT)
    touched = sheet.target(area, Open(page=Page.PAYS))
    down = sheet.pressed(touched)
    face = Ink.TEXT if down else Ink.PAPER
    sheet.put(Fill(box=sheet.at.box(*area), ink=face, radius=sheet.at.px(9)))
    sheet.text((312, TOP + 4, 176, 30), sheet.words.say("label.pays"), 19, ink=Ink.PAPER_TEXT, bold=True)
    lines = [line for line in paid_lines(view, sheet.words) if line.result in ("win", "push")]
    shown = lines if len(lines) <= _MOST_PAID else lines[: _MOST_PAID - 1]
    for index, line in enumerate(shown):
        y = TOP + 34 + 32 * index
        sheet.put(Fill(box=sheet.at.box(312, y, 176, 1), ink=Ink.PAPER_LINE))
        # What is returned is said in a word: longer than odds, and only short names have it.
        name, size = (86, 17) if line.result == "push" else (116, 20)
        sheet.text((312, y, name, 32), line.name, 18, ink=Ink.PAPER_TEXT)
        sheet.text((312 + name, y, 176 - name, 32), line.said, size, ink=Ink.PAPER_TEXT, bold=True, align=Align.RIGHT)
    if len(shown) < len(lines):
        more = sheet.words.say("label.more", count=len(lines) - len(shown))
        sheet.text((312, TOP + 34 + 32 * len(shown), 176, 32), more, 18, ink=Ink.PAPER_TEXT)


def _options(sheet: Sheet, incident: Incident) -> None:
    """A key for each decision that the house allows, its default first and in the alarm's colour."""
    words = sheet.words
    options = incident.options[:4]
    width = (784 - 8 * (len(options) - 1)) / max(1, len(options))
    for index, option in enumerate(options):
        two = option in incident.two
        look = Look(
            text=words.say(f"option.{option}"),
            note=words.say("label.two-people") if two else "",
            ink=Ink.ALARM if index == 0 else Ink.KEY,
            size=22,
        )
        sheet.key((8 + (width + 8) * index, TOP + 84, width, 84), look, _decide(option))
    if not options:
        sheet.plate((8, TOP + 84, 784, 84))
        sheet.text((24, TOP + 84, 752, 84), words.say("label.nothing-to-decide"), 22, ink=Ink.MUTED)


def _decide(option: str) -> Begin:
    if option == "enter":
        return Begin(task=Task.ENTER)
    return Begin(task=Task.RESOLVE, given=(("option", option),))


def _is_dealt_by_hand(view: StaffView) -> bool:
    """Whether the reader is away in a shoe that a supervisor may carry on by naming each card."""
    in_play = view.phase in ("burning", "betting", "dealing", "result")
    return in_play and not view.health.reader.ok and view.health.journal.ok and not view.incidents


def _by_hand(sheet: Sheet, view: StaffView, state: PanelState) -> None:
    words = sheet.words
    enter = Begin(task=Task.ENTER)
    is_due = not isinstance(begin(enter.task, enter.given, state, view), Said)
    sheet.key(
        (8, TOP + 84, 289, 84),
        Look(text=words.say("option.enter"), symbol=Symbol.EYE, size=22),
        enter if is_due else None,
    )
    sheet.prose((314, TOP + 84, 470, 84), words.say("hint.by-hand"), 22, ink=ON[Ink.BACKGROUND])
