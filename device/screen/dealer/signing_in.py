"""Proving who one is at the panel: a name or a badge, the PIN, and a PIN of one's own in place of a one-time one. Pure.

The digits of a PIN stand in the state only while they are typed; the line that carries them takes them along.
"""

from dataclasses import replace

from device.screen.dealer.errands import open_need
from device.screen.dealer.sending import Change, advance, finish, say
from device.screen.dealer.signatures import ALWAYS_PROVES, is_called, names, signer, token_of
from device.screen.dealer.state import (
    SILENCE,
    Answered,
    Errand,
    Need,
    PanelState,
    Said,
    SignedIn,
    SigningIn,
    Stage,
    Wire,
)
from device.screen.dealer.targets import Task
from device.screen.view import StaffView

SHORTEST_PIN, LONGEST_PIN = 4, 12
LONGEST_NAME = 40
LONGEST_WAIT_S = 900.0
"""What a table may ask for; no answer shuts a person out of the panel for longer."""
SOMEBODY_ELSE = ""
"""Chosen in the list of names: the name is spelt."""

_MOST_RECENT = 12
_ENTRIES = frozenset({"wrong", "wait", "one-time-pin", "disabled", "busy"})
"""Why somebody is not let in, in words of their own; what else may be wrong is said as of any order."""


def signing_of(errand: Errand, state: PanelState, *, second: bool) -> SigningIn:
    """How far somebody is in proving who they are; at first a list of names, or the letters where there are none."""
    if errand.signing is not None:
        return errand.signing
    known = names(state, errand.by if second else "")
    return SigningIn(stage=Stage.LIST if known else Stage.SPELL, changes=errand.task is Task.CHANGE_PIN)


def choose_name(state: PanelState, errand: Errand, name: str, view: StaffView, now_s: float) -> Change:
    """A name of the list: whoever is signed in signs at once where that suffices, else the PIN is asked."""
    second = open_need(errand, state, view) is Need.SECOND
    signing = signing_of(errand, state, second=second)
    if name == SOMEBODY_ELSE:
        return _with(state, errand, replace(signing, stage=Stage.SPELL, typed="")), ()
    if not second and errand.task not in ALWAYS_PROVES and token_of(state, name) is not None:
        signed = replace(errand, by=name, signing=None, trouble=SILENCE)
        return advance(replace(state, errand=signed), view, now_s)
    return _with(state, errand, replace(signing, stage=Stage.PIN, name=name, badge="", typed="", wait_until_s=0.0)), ()


def badge_read(state: PanelState, errand: Errand, badge: str, *, second: bool) -> PanelState:
    """A badge says who it is; the PIN is asked all the same."""
    signing = signing_of(errand, state, second=second)
    if signing.changes:  # a PIN is changed under a name, which the badge does not tell
        return replace(state, errand=replace(errand, trouble=Said(key="entry.name-not-badge")))
    return _with(state, errand, SigningIn(stage=Stage.PIN, badge=badge))


def type_sign(state: PanelState, errand: Errand, text: str, *, second: bool) -> PanelState:
    """One letter of a name, or one digit of a PIN."""
    signing = signing_of(errand, state, second=second)
    if len(text) != 1 or not text.isprintable():
        return state
    match signing.stage:
        case Stage.LIST:
            return _with(state, errand, replace(signing, stage=Stage.SPELL, typed=text.strip()))
        case Stage.SPELL:
            longer = f"{signing.typed}{text}".lstrip()[:LONGEST_NAME]
            return _with(state, errand, replace(signing, typed=longer))
        case _:
            if not (text.isascii() and text.isdigit()):
                return state
            return _with(state, errand, replace(signing, typed=f"{signing.typed}{text}"[:LONGEST_PIN]))


def erase_sign(state: PanelState, errand: Errand, *, second: bool) -> PanelState:
    """The last letter or digit is taken back."""
    signing = signing_of(errand, state, second=second)
    return _with(state, errand, replace(signing, typed=signing.typed[:-1]))


def back_in_sign(state: PanelState, errand: Errand) -> PanelState | None:
    """One step back in proving who one is; None when that is the step before it."""
    signing = errand.signing
    if signing is None:
        return None
    match signing.stage:
        case Stage.AGAIN:
            back = replace(signing, stage=Stage.NEW_PIN, typed="", new_pin="")
        case Stage.NEW_PIN:
            back = replace(signing, stage=Stage.PIN, typed="", pin="", new_pin="")
        case Stage.PIN:
            back = SigningIn(stage=Stage.LIST, changes=signing.changes)
            if not (state.people or state.recent):
                back = replace(back, stage=Stage.SPELL, typed=signing.name)
        case Stage.SPELL if state.people or state.recent:
            back = SigningIn(stage=Stage.LIST, changes=signing.changes)
        case _:
            return None
    return _with(state, errand, back)


def accept_sign(state: PanelState, errand: Errand, view: StaffView, now_s: float) -> Change:
    """What was typed is complete."""
    second = open_need(errand, state, view) is Need.SECOND
    signing = signing_of(errand, state, second=second)
    typed = signing.typed.strip()
    match signing.stage:
        case Stage.LIST:
            return state, ()
        case Stage.SPELL:
            return choose_name(state, errand, typed, view, now_s) if typed else (state, ())
        case _ if now_s < signing.wait_until_s:
            return state, ()
        case _ if len(typed) < SHORTEST_PIN:
            return _with(state, errand, signing, Said(key="entry.too-short")), ()
        case Stage.PIN if signing.changes:
            return _with(state, errand, replace(signing, stage=Stage.NEW_PIN, pin=typed, typed="")), ()
        case Stage.PIN:
            who = {"badge": signing.badge} if signing.badge else {"name": signing.name}
            line: dict[str, object] = {"order": "sign-in", **who, "pin": typed}
        case Stage.NEW_PIN:
            return _with(state, errand, replace(signing, stage=Stage.AGAIN, new_pin=typed, typed="")), ()
        case Stage.AGAIN if typed != signing.new_pin:
            again = replace(signing, stage=Stage.NEW_PIN, new_pin="", typed="")
            return _with(state, errand, again, Said(key="entry.differ")), ()
        case _:
            line = {"order": "change-pin", "name": signing.name, "pin": signing.pin, "new_pin": typed}
    state, id, spoken = say(state, Wire.STAFF, line)
    emptied = replace(signing, stage=Stage.PIN, typed="", pin="", new_pin="")
    return replace(state, errand=replace(errand, signing=emptied, waits_for=id, trouble=SILENCE)), (spoken,)


def answered_sign(state: PanelState, errand: Errand, answer: Answered, view: StaffView, now_s: float) -> Change:
    """The table's answer to a sign-in, or to a new PIN."""
    signing = errand.signing or SigningIn()
    errand = replace(errand, waits_for=None)
    if answer.ok and signing.changes:
        if errand.task is Task.CHANGE_PIN:
            return finish(replace(state, errand=errand), view, Said(key="done.change-pin"), now_s)
        own = replace(signing, changes=False, stage=Stage.PIN, typed="")
        return _with(state, errand, own, Said(key="entry.sign-with-new")), ()
    if answer.ok:
        return _signed_in(state, errand, answer, view, now_s)
    fields = dict(answer.fields)
    wait_s = fields.get("wait_s")
    if isinstance(wait_s, int | float) and wait_s > 0:
        signing = replace(signing, wait_until_s=now_s + min(wait_s, LONGEST_WAIT_S))
    group = "entry" if answer.refusal in _ENTRIES else "refusal"
    trouble = Said(key=f"{group}.{answer.refusal}" if answer.refusal else "", text=answer.why)
    if answer.refusal == "one-time-pin":
        stage = Stage.PIN if signing.name else Stage.SPELL
        signing = replace(signing, changes=True, stage=stage, badge="")
    return _with(state, errand, replace(signing, typed=""), trouble), ()


def _signed_in(state: PanelState, errand: Errand, answer: Answered, view: StaffView, now_s: float) -> Change:
    second = open_need(errand, state, view) is Need.SECOND
    fields = dict(answer.fields)
    name, token, roles = fields.get("name"), fields.get("session"), fields.get("roles")
    if not (isinstance(name, str) and isinstance(token, str)):
        return _with(state, errand, SigningIn(), Said(text=answer.why)), ()
    held = tuple(str(role) for role in roles) if isinstance(roles, list | tuple) else ()
    before = tuple(one for one in state.people if is_called(one.name, name))
    effects = []
    for person in before:
        state, _, line = say(state, Wire.STAFF, {"order": "sign-out", "session": person.token})
        effects.append(line)
    others = tuple(one for one in state.people if one not in before)
    recent = (name, *(one for one in state.recent if not is_called(one, name)))[:_MOST_RECENT]
    state = replace(
        state,
        people=(*others, SignedIn(name=name, roles=held, token=token, signed_s=now_s)),
        recent=recent,
        errand=errand,
    )
    if second:
        if is_called(name, signer(errand, state, view)):
            return _with(state, errand, SigningIn(), Said(key="refusal.second-is-first")), tuple(effects)
        errand = replace(errand, second=name, signing=None, trouble=SILENCE)
    else:
        errand = replace(errand, by=name, signing=None, trouble=SILENCE)
    state, more = advance(replace(state, errand=errand), view, now_s)
    return state, (*effects, *more)


def _with(state: PanelState, errand: Errand, signing: SigningIn, trouble: Said = SILENCE) -> PanelState:
    return replace(state, errand=replace(errand, signing=signing, trouble=trouble))
