"""The first page's frame: the status line, the instruction, the four buttons and the log line. Pure."""

from dataclasses import replace

from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.screen.dealer.error_numbers import incident_number, trouble_number
from device.screen.dealer.guidance import (
    AFTER_RESULT,
    Guidance,
    guidance,
    stopping_incident,
    troubles,
    what_follows,
    winner_text,
)
from device.screen.dealer.machine import Machine
from device.screen.dealer.pages.meanings import Meaning, meanings
from device.screen.dealer.pages.options import PanelOptions
from device.screen.dealer.pages.pieces import Look, Sheet
from device.screen.dealer.state import PanelState
from device.screen.dealer.targets import Choose, Open, Page, Press
from device.screen.look.columns import columns
from device.screen.look.shapes import Align, Arrow, Fill, Light, Symbol
from device.screen.look.theme import INKS, ON, Ink
from device.screen.view import StaffView
from device.words import Words

BUTTON_TOP = 340.0


def button_area(index: int) -> tuple[float, float, float, float]:
    """Where a button stands, always."""
    return (8 + 198 * index, BUTTON_TOP, 190, 92)


def status_line(sheet: Sheet, view: StaffView, state: PanelState, options: PanelOptions, clock: str) -> None:
    """Which table, shoe and hand; whether its parts work; who is signed in; the time. A touch tells the versions."""
    words = sheet.words
    touched = sheet.target((0, 0, 722, 48), Open(page=Page.ABOUT))
    if sheet.pressed(touched):
        sheet.put(Fill(box=touched.box, ink=Ink.KEY))
    name = (view.table.name or words.say("label.game")).upper()
    if view.demo:
        _demo(sheet, name)
    else:
        sheet.text((12, 0, 138, 48), name, 25, bold=True)
    shoe = f"{words.say('label.shoe')} {view.shoe or '–'} · {words.say('label.hand')} {view.hand or '–'}"
    sheet.text((156, 0, 192, 48), shoe, 20)
    parts = [(name, well, 27 + columns(name) * 9.0) for name, well, _ in troubles(view, words)]
    x = 644 - sum(width + 8 for _, _, width in parts)
    for name, well, width in parts:
        sheet.put(Light(box=sheet.at.box(x, 14, 20, 20), well=well))
        sheet.text((x + 25, 0, width - 25, 48), name, 17, ink=Ink.TEXT if well else Ink.ALARM, bold=not well)
        x += width + 8
    left = machine_lights(sheet, options.machine)
    if state.people:
        sheet.icon((left, 12, 24, 24), Symbol.PERSON, Ink.WINNER)
    _clock_and_language(sheet, options, clock)


def _clock_and_language(sheet: Sheet, options: PanelOptions, clock: str) -> None:
    """The time, and under it the language: one touch speaks the next one, as often as it takes to come round."""
    codes = [code for code, _ in options.languages]
    now = sheet.words.language
    if len(codes) < 2 or now not in codes:
        sheet.text((722, 0, 68, 48), clock, 22, bold=True, align=Align.RIGHT)
        return
    target = sheet.target((722, 0, 78, 48), Choose(value=codes[(codes.index(now) + 1) % len(codes)]))
    if sheet.pressed(target):
        sheet.put(Fill(box=target.box, ink=Ink.KEY))
    sheet.text((722, 2, 68, 22), clock, 19, bold=True, align=Align.RIGHT)
    sheet.icon((730, 25, 19, 19), Symbol.GLOBE, Ink.MUTED)
    sheet.text((752, 23, 38, 23), sheet.words.language_short, 17, bold=True, align=Align.RIGHT)


def _demo(sheet: Sheet, name: str) -> None:
    """A badge instead of the table's large name, so that nobody takes a demonstration for the game."""
    sheet.text((12, 3, 138, 16), name, 15, ink=Ink.MUTED, bold=True)
    px = sheet.at.px
    sheet.put(
        Fill(box=sheet.at.box(12, 20, 128, 25), ink=Ink.NOTICE, radius=px(12), edge=Ink.ON_NOTICE, edge_width=px(2))
    )
    said = sheet.words.say("label.demo").upper()
    sheet.text((18, 20, 116, 25), said, 19, ink=Ink.ON_NOTICE, bold=True, align=Align.CENTRE)


def machine_lights(sheet: Sheet, machine: Machine) -> float:
    """Network and power, as far as they are known; returns where the next sign may stand."""
    left = 652.0
    known = ((Symbol.NETWORK, machine.network), (Symbol.POWER, machine.power))
    for symbol, good in known:
        if good is not None:
            sheet.icon((left, 12, 24, 24), symbol, Ink.TEXT if good else Ink.ALARM)
            if not good:
                sheet.icon((left + 13, 22, 16, 16), Symbol.CROSS, Ink.ALARM)
            left += 30
    return left


def instruction(sheet: Sheet, view: StaffView, *, mirror: bool, reminder: bool) -> None:
    """What to do now in large letters, and why; the side it concerns has its colour, and an arrow points there."""
    told = _told(view, sheet.words)
    shown = view.outcome if view.instruction in AFTER_RESULT else None
    ink = INKS[shown] if shown is not None else told.ink
    sheet.put(Fill(box=sheet.at.box(0, 48, 800, 112), ink=ink))
    on = ON[ink]
    if shown is not None:
        _result(sheet, view, shown, mirror=mirror, reminder=reminder)
        return
    left, width = _arrow(sheet, told, on, mirror=mirror)
    number = _number(view)
    if number:
        width -= 86
        chip = (sheet.at.px(2), sheet.at.px(8))
        sheet.put(
            Fill(box=sheet.at.box(706, 66, 78, 40), ink=ink, edge=on, edge_width=chip[0], radius=chip[1]),
        )
        sheet.text((706, 66, 78, 40), number, 25, ink=on, bold=True, align=Align.CENTRE)
    sheet.text((left, 51, width, 66), told.line.upper(), 58, ink=on, bold=True)
    sheet.prose((left, 116, 752 if number else width, 40), told.reason, 28, ink=on)


def _told(view: StaffView, words: Words) -> Guidance:
    """What the dealer is told, with more on this panel's second line than a page of text has room for."""
    told = guidance(view, words)
    if view.instruction in AFTER_RESULT and view.kind == "void":
        return replace(told, line=words.say("result.void"), reason=words.say("result.bets-returned"))
    if view.instruction == "do-not-deal" and (part := _broken(view)):
        return replace(told, reason=words.say(f"remedy.{part}"))
    return told


def _broken(view: StaffView) -> str:
    """The part of the machine that stops the dealing; empty when all work."""
    parts = (("reader", view.health.reader), ("journal", view.health.journal))
    return next((name for name, part in parts if not part.ok), "")


def _result(sheet: Sheet, view: StaffView, shown: Outcome, *, mirror: bool, reminder: bool) -> None:
    """Who won, the totals on the sides where the hands are, and what comes next."""
    words, on = sheet.words, ON[INKS[shown]]
    names = words.names(view.names.player, view.names.banker)
    sheet.text((24, 51, 560, 66), winner_text(shown, words, names).upper(), 58, ink=on, bold=True)
    if view.player_total is not None and view.banker_total is not None:
        left, right = (view.player_total, view.banker_total)[:: -1 if mirror else 1]
        totals = f"{left} : {right}"
        sheet.text((596, 51, 180, 66), totals, 58, ink=on, bold=True, align=Align.RIGHT)
    hint = words.say("hint.collect") if reminder else what_follows(view, words)
    sheet.prose((24, 116, 752, 40), hint[:1].upper() + hint[1:], 28, ink=on)


def _arrow(sheet: Sheet, told: Guidance, on: Ink, *, mirror: bool) -> tuple[float, float]:
    """Where the text begins and how wide it is, beside the arrow."""
    if told.side is None:
        return 24, 752
    to_left = (told.side is Hand.PLAYER) is not mirror
    sheet.put(Arrow(box=sheet.at.box(24 if to_left else 704, 70, 72, 68), ink=on, to_left=to_left))
    return (116 if to_left else 24), 660


def _number(view: StaffView) -> str:
    """The number of what stops the table, to be said on the telephone and looked up."""
    incident = stopping_incident(view)
    if view.instruction == "held" and incident is not None:
        return incident_number(incident.kind)
    return trouble_number(_broken(view)) if view.instruction == "do-not-deal" else ""


def four_buttons(sheet: Sheet, view: StaffView) -> None:
    """The four buttons; their meaning changes with the phase and their place never does."""
    names = sheet.words.names(view.names.player, view.names.banker)
    for index, meaning in enumerate(meanings(view)):
        name = names.of(meaning.hand.value) if meaning.hand is not None else ""
        look = Look(
            text=sheet.words.say(meaning.says, hand=name),
            symbol=meaning.symbol,
            ink=_ink(meaning),
            lit=meaning.lit,
            size=24,
        )
        action = (
            (Open(page=Page.MENU) if meaning.button == "menu" else Press(button=meaning.button))
            if meaning.works
            else None
        )
        sheet.key(button_area(index), look, action, hold=meaning.hold)


def _ink(meaning: Meaning) -> Ink:
    if meaning.hand is not None:
        return Ink.PLAYER if meaning.hand is Hand.PLAYER else Ink.BANKER
    if meaning.lit:
        return Ink.ALARM
    return Ink.NOTICE if meaning.button == "call" else Ink.KEY
