"""What touches and keys do to the task that is open, and what the table's answer does. Pure and total."""

from dataclasses import replace

from device.screen.dealer import hands_by_eye as eye
from device.screen.dealer.errands import back, begin, choices, key_of, open_need, without
from device.screen.dealer.sending import (
    CLICK,
    NO_TABLE,
    REFUSED,
    Change,
    advance,
    shelve,
    with_note,
)
from device.screen.dealer.signing_in import (
    accept_sign,
    back_in_sign,
    choose_name,
    erase_sign,
    type_sign,
)
from device.screen.dealer.state import (
    SILENCE,
    Draft,
    Errand,
    Need,
    PanelState,
    Said,
)
from device.screen.dealer.targets import Action, Begin, Choose, Go, Task, Type
from device.screen.view import StaffView

LONGEST_REASON = 120
OWN_WORDS = ""
"""Chosen in the list of reasons: the reason is written."""
WRITING = " "
"""Stands for a reason of one's own that has no letter yet."""


def begin_task(state: PanelState, action: Begin, view: StaffView | None, now_s: float) -> Change:
    """A task begins, goes on where it was left, or is not to be had now."""
    if view is None:
        return with_note(state, NO_TABLE, now_s), (REFUSED,)
    state, effects = shelve(state, view) if state.errand is not None else (state, ())
    begun = begin(action.task, action.given, state, view)
    if isinstance(begun, Said):
        return with_note(state, begun, now_s), (*effects, REFUSED)
    left = state.shelved
    if left is not None and _is_same(left, begun):
        begun, left = left, None
    kept = left if left is not None and left.waits_for is not None else None  # its answer is still to be told
    state, more = advance(replace(state, errand=begun, shelved=kept), view, now_s)
    return state, (*effects, *more, CLICK)


def _is_same(left: Errand, begun: Errand) -> bool:
    """Whether what was left is what is begun now: the same task about the same thing, with what is said now in it."""
    if (left.task, left.ground) != (begun.task, begun.ground):
        return False
    return all(left.value(key) == value for key, value in begun.given)


def in_task(state: PanelState, errand: Errand, action: Action, view: StaffView | None, now_s: float) -> Change:
    """One touch while this errand is open; nothing but leaving is possible while it waits or the table is not there."""
    if action is Go.HOME:
        state, effects = shelve(state, view)
        return state, (*effects, CLICK)
    if errand.waits_for is not None:
        return state, ()
    if view is None:
        return with_note(state, NO_TABLE, now_s), (REFUSED,)
    need = open_need(errand, state, view)
    if action is Go.BACK:
        return _back(state, errand, need, view)
    if isinstance(action, Go) and action in (Go.EARLIER, Go.LATER):
        step = 1 if action is Go.LATER else -1
        return replace(state, errand=replace(errand, scroll=max(0, min(99, errand.scroll + step)))), (CLICK,)
    after, effects = _answered_need(state, errand, action, view, now_s)
    return after, (CLICK, *effects) if after != state or effects else ()


def _answered_need(state: PanelState, errand: Errand, action: Action, view: StaffView, now_s: float) -> Change:
    need = open_need(errand, state, view)
    match need:
        case Need.SIGN | Need.SECOND:
            return _sign(state, errand, action, view, now_s)
        case Need.CARD | Need.HANDS:
            return _cards(state, errand, action, view, now_s)
        case Need.REASON:
            return _reason(state, errand, action, view, now_s)
        case Need.CONFIRM if action is Go.ACCEPT:
            return _given(state, errand, (("confirm", "yes"),), view, now_s)
        case None | Need.CONFIRM:
            return state, ()
        case _ if isinstance(action, Choose) and action.value in choices(errand, need, state, view):
            return _given(state, errand, ((key_of(errand.task, need), action.value),), view, now_s)
        case _:
            return state, ()


def _given(
    state: PanelState, errand: Errand, said: tuple[tuple[str, str], ...], view: StaffView, now_s: float
) -> Change:
    """An answer: the errand asks the next thing, or is sent."""
    errand = replace(errand, given=(*errand.given, *said), trouble=SILENCE, typed="", scroll=0, signing=None)
    option = errand.value("option")
    if errand.task is Task.RESOLVE and option is not None and option not in choices(errand, Need.OPTION, state, view):
        # What was chosen before does not go with what is said now: it is chosen again.
        trouble = Said(key="refusal.exposed-card" if errand.value("exposed") == "yes" else "refusal.unexposed-card")
        errand = without(errand, "option", trouble=trouble)
    if "coup" in dict(said):
        errand = replace(errand, draft=None)
    return advance(replace(state, errand=errand), view, now_s)


def _sign(state: PanelState, errand: Errand, action: Action, view: StaffView, now_s: float) -> Change:
    second = open_need(errand, state, view) is Need.SECOND
    match action:
        case Choose(value=name):
            return choose_name(state, errand, name, view, now_s)
        case Type(text=text):
            return type_sign(state, errand, text, second=second), ()
        case Go.ERASE:
            return erase_sign(state, errand, second=second), ()
        case Go.ACCEPT:
            return accept_sign(state, errand, view, now_s)
        case _:
            return state, ()


def _reason(state: PanelState, errand: Errand, action: Action, view: StaffView, now_s: float) -> Change:
    match action:
        case Choose(value=value) if value == OWN_WORDS:
            return replace(state, errand=replace(errand, typed=errand.typed or WRITING, trouble=SILENCE)), ()
        case Choose(value=value):
            return _given(state, errand, (("reason", value.strip()[:LONGEST_REASON]),), view, now_s)
        case Type(text=text) if len(text) == 1 and text.isprintable():
            longer = f"{errand.typed or WRITING}{text}"[: LONGEST_REASON + 1]
            return replace(state, errand=replace(errand, typed=longer)), ()
        case Go.ERASE if errand.typed:
            return replace(state, errand=replace(errand, typed=errand.typed[:-1] or WRITING)), ()
        case Go.ACCEPT if errand.typed.strip():
            return _given(state, errand, (("reason", errand.typed.strip()),), view, now_s)
        case _:
            return state, ()


def draft_of(errand: Errand, need: Need, view: StaffView) -> Draft:
    """The cards as far as they are put in; a coup's hands begin as they are on record."""
    if errand.draft is not None:
        return errand.draft
    return Draft() if need is Need.CARD else eye.hands_draft(errand.value("coup") or "", view)


def usable_places(errand: Errand, need: Need, view: StaffView) -> tuple[int, ...]:
    """The places of the draft that take a card."""
    return (0,) if need is Need.CARD else eye.places(errand.value("coup") or "", view)


def _cards(state: PanelState, errand: Errand, action: Action, view: StaffView, now_s: float) -> Change:
    need = Need.CARD if errand.task is Task.ENTER else Need.HANDS
    draft, usable = draft_of(errand, need, view), usable_places(errand, need, view)
    match action:
        case Type(text=text):
            draft = eye.typed(draft, text, usable)
        case Go.ERASE:
            draft = eye.erased(draft, usable)
        case Choose(value=value) if value.isascii() and value.isdigit():
            draft = eye.at_place(draft, int(value), usable)
        case Go.ACCEPT:
            return _cards_said(state, replace(errand, draft=draft), draft, view, now_s)
        case _:
            return state, ()
    return replace(state, errand=replace(errand, draft=draft, trouble=SILENCE)), ()


def _cards_said(state: PanelState, errand: Errand, draft: Draft, view: StaffView, now_s: float) -> Change:
    if errand.task is Task.ENTER:
        card = draft.cards[0]
        if card is None or draft.rank:
            return state, ()
        return _given(state, errand, (("card", card.value),), view, now_s)
    wrong = eye.trouble(draft, errand.value("coup") or "", view)
    if wrong is not None or draft.rank:
        return replace(state, errand=replace(errand, trouble=wrong or SILENCE)), ()
    player, banker = ("".join(str(card) for card in hand) for hand in eye.hands(draft))
    return _given(state, errand, (("player", player), ("banker", banker)), view, now_s)


def _back(state: PanelState, errand: Errand, need: Need | None, view: StaffView) -> Change:
    """One step back: within what is being typed first, then to the question before, then out of the task."""
    if need in (Need.SIGN, Need.SECOND):
        within = back_in_sign(state, errand)
        if within is not None:
            return within, (CLICK,)
    if need is Need.REASON and errand.typed:
        return replace(state, errand=replace(errand, typed="")), (CLICK,)
    if need in (Need.CARD, Need.HANDS) and errand.draft is not None and errand.draft.rank:
        return replace(state, errand=replace(errand, draft=replace(errand.draft, rank=""))), (CLICK,)
    earlier = back(errand, state, view)
    if earlier is not None:
        return replace(state, errand=earlier), (CLICK,)
    page, coup, scroll = state.page, state.coup, state.scroll
    state, effects = shelve(state, view)
    return replace(state, page=page, coup=coup, scroll=scroll), (*effects, CLICK)
