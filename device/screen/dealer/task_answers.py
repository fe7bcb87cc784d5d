"""What the table's answers and its newest view do to the task that is open. Pure and total."""

from dataclasses import replace

from device.screen.dealer.errands import open_need, without
from device.screen.dealer.grounds import is_gone
from device.screen.dealer.sending import REFUSED, Change, done, finish
from device.screen.dealer.signatures import is_called, signer
from device.screen.dealer.signing_in import answered_sign
from device.screen.dealer.state import Answered, Errand, Need, PanelState, Said
from device.screen.dealer.targets import Task
from device.screen.view import StaffView

_SIGNERS = frozenset(
    {
        "second-is-first",
        "second-missing",
        "dealer-of-coup",
        "not-entitled",
        "person-disabled",
        "supervisor-missing",
        "name-missing",
    }
)
"""Refusals that are about the people and not about what they ordered."""

_SESSIONS = frozenset({"not-signed-in", "stolen-session"})


def answered_task(state: PanelState, errand: Errand, answer: Answered, view: StaffView | None, now_s: float) -> Change:
    """The table's answer to the line that this errand sent."""
    if answer.lost or view is None:
        return interrupted(state, errand), ()
    if open_need(errand, state, view) in (Need.SIGN, Need.SECOND):
        state, effects = answered_sign(state, errand, answer, view, now_s)
        return state, effects if answer.ok else (*effects, REFUSED)
    if answer.ok:
        signer_is = signer(errand, state, view)
        people = (replace(one, signed_s=now_s) if is_called(one.name, signer_is) else one for one in state.people)
        state = replace(state, people=tuple(people))
        return finish(state, view, done(errand), now_s)
    said = Said(key=f"refusal.{answer.refusal}" if answer.refusal else "", text=answer.why)
    if answer.refusal in _SESSIONS:
        over = (signer(errand, state, view), errand.second)
        state = replace(state, people=tuple(one for one in state.people if one.name not in over))
        errand = replace(errand, by="", second="", asks_anew=True)
    errand = _mended(replace(errand, waits_for=None, trouble=said), answer.refusal)
    if open_need(errand, state, view) is None:
        state, effects = finish(replace(state, errand=errand), view, said, now_s)
        return state, (*effects, REFUSED)
    return replace(state, errand=errand), (REFUSED,)


def _mended(errand: Errand, refusal: str) -> Errand:
    """The errand without what the table refused, so that it is asked again."""
    if refusal in _SIGNERS:
        return replace(errand, by="", second="", asks_anew=True, signing=None)
    if refusal == "reason-missing":
        return without(errand, "reason", trouble=errand.trouble)
    if refusal in ("exposed-card", "unexposed-card", "not-offered"):
        return without(errand, "option", "exposed", trouble=errand.trouble)
    match errand.task:
        case Task.ENTER:
            return replace(without(errand, "card", trouble=errand.trouble), draft=None)
        case Task.CORRECT:
            return without(errand, "player", "banker", "reason", trouble=errand.trouble)
        case _:
            return errand


def interrupted(state: PanelState, errand: Errand) -> PanelState:
    """The connection went: what was said is kept, signatures are given anew, and nothing is sent twice by itself."""
    trouble = Said(key="note.lost") if errand.waits_for is not None else errand.trouble
    signing = None if errand.signing is None else replace(errand.signing, typed="", pin="", new_pin="")
    errand = replace(errand, by="", second="", waits_for=None, signing=signing, trouble=trouble)
    return replace(state, errand=errand)


def seen_in_task(state: PanelState, view: StaffView, now_s: float) -> Change:
    """A new view: what the errand is about may be settled, and then there is nothing left to do."""
    if state.shelved is not None and state.shelved.waits_for is None and is_gone(state.shelved, view):
        state = replace(state, shelved=None)
    errand = state.errand
    if errand is None or errand.waits_for is not None or not is_gone(errand, view):
        return state, ()
    return finish(state, view, Said(key="note.gone"), now_s)
