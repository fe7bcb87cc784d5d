"""What the panel makes of the table's answers."""

from dataclasses import replace

from device.screen.dealer.sending import REFUSED, Change, done, with_note
from device.screen.dealer.state import Answered, Errand, PanelState, Said
from device.screen.dealer.task_answers import answered_task
from device.screen.view import StaffView

UNDO_S = 3.0
"""How long a press can be taken back."""


def answered(state: PanelState, answer: Answered, view: StaffView | None, now_s: float) -> Change:
    """The table answered a press, a task, or one that was left meanwhile."""
    button = next((button for id, button in state.pressed if id == answer.id), None)
    if button is not None:
        return _press_answered(state, button, answer, view, now_s)
    if state.errand is not None and state.errand.waits_for == answer.id:
        return answered_task(state, state.errand, answer, view, now_s)
    if state.shelved is not None and state.shelved.waits_for == answer.id:
        return _shelf_answered(state, state.shelved, answer, now_s)
    return state, ()


def _press_answered(state: PanelState, button: str, answer: Answered, view: StaffView | None, now_s: float) -> Change:
    state = replace(state, pressed=tuple(one for one in state.pressed if one[0] != answer.id))
    if answer.lost:
        return with_note(state, Said(key="note.lost"), now_s), (REFUSED,)
    if not answer.ok:
        said = Said(key=f"refusal.{answer.refusal}" if answer.refusal else "", text=answer.why)
        return with_note(state, said, now_s), (REFUSED,)
    if view is not None and view.undo and button in ("bets", "show"):
        state = replace(state, undo=view.undo, undo_until_s=now_s + UNDO_S)
    return state, ()


def _shelf_answered(state: PanelState, errand: Errand, answer: Answered, now_s: float) -> Change:
    """The answer to an errand that was left while it waited: it is said, and what was refused can be mended."""
    if answer.ok:
        return with_note(replace(state, shelved=None), done(errand), now_s), ()
    said = Said(key="note.lost")
    if not answer.lost:
        said = Said(key=f"refusal.{answer.refusal}" if answer.refusal else "", text=answer.why)
    return with_note(replace(state, shelved=replace(errand, waits_for=None)), said, now_s), (REFUSED,)
