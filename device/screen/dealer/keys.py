"""Keys in place of fingers: a numeric keypad, function keys, a keyboard, and a badge reader that types. Pure.

On the pages, the keypad's 1 2 3 4 are the four buttons (bets, show, call, menu), 7 8 9 call Player, tie, Banker when
the result is asked for, 0 takes back; F1 to F8 are the same in the same order. In a task Enter goes on, Escape goes
one step back, a number chooses that line of a list, and letters, digits, ranks and suits stand for themselves.
What cannot be taken back is confirmed on the glass alone, where it can be held.
"""

from dataclasses import replace

from device.screen.dealer import hands_by_eye as eye
from device.screen.dealer.errands import choices, is_final, open_need
from device.screen.dealer.signing_in import signing_of
from device.screen.dealer.state import Errand, KeyPressed, Need, PanelState, Stage, Wedge
from device.screen.dealer.targets import Action, Choose, Go, Open, Page, Press, Type
from device.screen.view import StaffView

BADGE_GAP_S = 0.05
"""A badge reader types faster than this from key to key; fingers do not."""
SHORTEST_BADGE, LONGEST_BADGE = 4, 64

_BUTTONS: dict[str, Action] = {
    "1": Press(button="bets"),
    "2": Press(button="show"),
    "3": Press(button="call"),
    "4": Open(page=Page.MENU),
    "7": Press(button="player"),
    "8": Press(button="tie"),
    "9": Press(button="banker"),
    "0": Press(button="undo"),
}
_FUNCTION_KEYS = dict(zip(("f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"), _BUTTONS, strict=True))
_CALLS = frozenset({"player", "tie", "banker"})
_ASKED = frozenset({"stand-call-result", "turn-player", "turn-banker", "turn-player-third", "turn-banker-third"})
"""The instructions under which the keys Player, tie and Banker mean something."""


def heard(wedge: Wedge, pressed: KeyPressed, now_s: float) -> tuple[Wedge, str]:
    """What a badge reader has typed with this key, and the badge when its Enter has come; empty: none."""
    fast = 0 <= now_s - wedge.last_s <= BADGE_GAP_S
    if pressed.key == "enter":
        badge = wedge.text if fast and SHORTEST_BADGE <= len(wedge.text) <= LONGEST_BADGE else ""
        return Wedge(), badge
    if len(pressed.key) != 1:
        return Wedge(), ""
    return Wedge(text=((wedge.text if fast else "") + pressed.key)[-LONGEST_BADGE - 1 :], last_s=now_s), ""


def is_burst(wedge: Wedge) -> bool:
    """Whether keys come faster than fingers: nobody knows yet whether they are a badge."""
    return 1 < len(wedge.text) <= LONGEST_BADGE


def as_before(state: PanelState) -> PanelState:
    """The panel as if the keys of a badge had not been pressed: the first one came before anybody knew."""
    wedge, errand = state.wedge, state.errand
    state = replace(state, wedge=Wedge())
    if wedge.before is None or errand is None or errand.task is not wedge.before.task or wedge.lines != state.lines:
        return state
    return replace(state, errand=wedge.before)


def types_pin(state: PanelState, view: StaffView | None) -> bool:
    """Whether a PIN is typed now: its digits count one by one, however fast they come."""
    errand = state.errand
    if errand is None or view is None:
        return False
    need = open_need(errand, state, view)
    if need not in (Need.SIGN, Need.SECOND):
        return False
    return signing_of(errand, state, second=need is Need.SECOND).stage not in (Stage.LIST, Stage.SPELL)


def action_of(state: PanelState, pressed: KeyPressed, view: StaffView | None, now_s: float) -> Action | None:
    """What a key means on the page that is open; None: nothing."""
    if state.errand is not None:
        return None if view is None else _in_task(state, state.errand, pressed.key, view)
    if pressed.key == "escape":
        return Go.BACK if state.page is not Page.HOME else None
    if pressed.key in ("up", "down"):
        return Go.EARLIER if pressed.key == "up" else Go.LATER
    digit = pressed.key if pressed.keypad else _FUNCTION_KEYS.get(pressed.key, "")
    action = _BUTTONS.get(digit)
    if isinstance(action, Press):
        if action.button in _CALLS and (view is None or view.instruction not in _ASKED):
            return None
        if action.button == "undo" and now_s >= state.undo_until_s:
            return None
    return action


_PLAIN: dict[str, Action] = {
    "escape": Go.BACK,
    "backspace": Go.ERASE,
    "up": Go.EARLIER,
    "down": Go.LATER,
}


def _in_task(state: PanelState, errand: Errand, key: str, view: StaffView) -> Action | None:
    if key in _PLAIN:
        return _PLAIN[key]
    need = open_need(errand, state, view)
    if key == "enter":
        return None if need is Need.CONFIRM and is_final(errand, view) else Go.ACCEPT
    if need in (Need.CARD, Need.HANDS):
        return _card_key(key)
    if len(key) != 1:
        return None
    if need is Need.SIGN or need is Need.SECOND or need is Need.REASON:
        return Type(text=key)
    offered = () if need is None else choices(errand, need, state, view)
    number = int(key) - 1 if key.isascii() and key.isdigit() else -1
    return Choose(value=offered[number]) if 0 <= number < len(offered) else None


def _card_key(key: str) -> Action | None:
    if len(key) != 1:
        return None
    if key.lower() in eye.SUITS:
        return Type(text=key.lower())
    rank = {"1": "T", "0": "T"}.get(key, key.upper())
    return Type(text=rank) if rank in eye.RANKS else None


def takes_badge(state: PanelState, view: StaffView | None) -> bool:
    """Whether a badge may be read now: on any page, and where a task asks who signs."""
    errand = state.errand
    if view is None:
        return False
    if errand is None:
        return True
    if errand.waits_for is not None:
        return False
    return open_need(errand, state, view) in (Need.SIGN, Need.SECOND)


def is_read_again(state: PanelState, badge: str) -> bool:
    """Whether the badge just read is the one whose PIN is being asked for: then it is no PIN."""
    signing = None if state.errand is None else state.errand.signing
    return signing is not None and signing.badge == badge
