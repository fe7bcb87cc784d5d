"""The first page's last line: what was refused, what else should be known, who deals; and for a while the way back."""

from device.rules.outcome import Outcome
from device.screen.dealer.error_numbers import refusal_number
from device.screen.dealer.guidance import foreign_hint, notes, result_text, stopping_incident
from device.screen.dealer.notes import note
from device.screen.dealer.pages.pieces import Look, Sheet
from device.screen.dealer.state import PanelState
from device.screen.dealer.targets import Press
from device.screen.look.shapes import Progress, Symbol
from device.screen.look.theme import Ink
from device.screen.view import StaffView
from device.words import Words

LOG_TOP = 433.0
UNDO_S = 3.0
"""How long a press can be taken back."""


def log_line(sheet: Sheet, view: StaffView, state: PanelState) -> None:
    """The last refusal in words, else what should be known besides; who deals, or for a while the way back."""
    words = sheet.words
    said = note(state, words, sheet.now_s)
    undo = view.undo is not None and state.undo_until_s > sheet.now_s
    width = 580.0
    if said:
        number = (
            refusal_number(state.note.key.removeprefix("refusal.")) if state.note.key.startswith("refusal.") else ""
        )
        said = f"{number} · {said}" if number else said
        sheet.prose((12, LOG_TOP, width, 47), said, 21, ink=Ink.WINNER, bold=True)
    else:
        known = _known(view, state, words)
        sheet.prose((12, LOG_TOP, width, 47), known or _quiet(view, words), 20, ink=Ink.TEXT if known else Ink.MUTED)
    if undo:
        area = (602.0, LOG_TOP + 3, 190.0, 41.0)
        sheet.key(
            area,
            Look(text=words.say("key.undo"), symbol=Symbol.UNDO, size=21, ink=Ink.CALL),
            Press(button="undo"),
            touch=(602, LOG_TOP, 190, 47),
        )
        left = min(1.0, (state.undo_until_s - sheet.now_s) / UNDO_S)
        sheet.put(Progress(box=sheet.at.box(612, LOG_TOP + 36, 170, 3), part=left, ink=Ink.ALARM))
        return
    sheet.icon((606, LOG_TOP + 13, 22, 22), Symbol.PERSON, Ink.MUTED if view.dealer else Ink.DISABLED)
    dealer = words.say("label.dealer", name=view.dealer) if view.dealer else words.say("label.no-dealer")
    sheet.text((636, LOG_TOP, 156, 47), dealer, 20, ink=Ink.MUTED)


_MOST_NOTES = 4


def _known(view: StaffView, state: PanelState, words: Words) -> str:
    """What should be known besides: where the card lies that is asked about, what is wrong, what is left unfinished."""
    names = words.names(view.names.player, view.names.banker)
    said: list[str] = []
    incident = stopping_incident(view)
    if incident is not None and incident.hand is not None and incident.place:
        said.append(words.say("label.place", hand=names.of(incident.hand.value), place=incident.place))
    if incident is not None and (hint := foreign_hint(incident, words)):
        said.append(hint.rstrip(".。"))
    if len(view.incidents) > 1:
        said.append(words.say("label.more-to-decide", count=len(view.incidents) - 1))
    # In the dealer's words; what the machine says of itself stands on the page about it, for a technician.
    health = view.health
    parts = ("reader", health.reader), ("journal", health.journal), ("panel", health.panel), ("clock", health.clock)
    said += [words.say(f"trouble.{part}") for part, one in parts if not one.ok]
    if state.shelved is not None:
        said.append(words.say("label.unfinished", task=words.say(f"task.{state.shelved.task.value}")))
    said += notes(view, words)
    more = ["…"] if len(said) > _MOST_NOTES else []
    return " · ".join(said[:_MOST_NOTES] + more)


def _quiet(view: StaffView, words: Words) -> str:
    """When there is nothing else: what the house keeps of usual stakes, after Banker won; else the coup before."""
    names = words.names(view.names.player, view.names.banker)
    if view.phase == "result":
        if view.outcome is Outcome.BANKER and view.commission:
            listed = " · ".join(f"{_short(one.stake)}: {_short(one.commission)}" for one in view.commission[:5])
            return f"{words.say('label.commission')} – {listed}"
        return ""
    if not view.recall:
        return ""
    last = view.recall[0]
    number = f"{words.say('label.hand')} {last.coup}"
    if last.outcome is None:
        return f"{number}: {words.say(f'kind.{last.kind}')}"
    return f"{number}: {result_text(last, last.outcome, words, names)}"


def _short(amount: str) -> str:
    """An amount without cents that are nought."""
    return amount.removesuffix(".00").removesuffix(",00")
