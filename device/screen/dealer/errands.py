"""What each task asks, in which order, and the line that it becomes. Pure; `task_steps` says what touches do to it."""

from dataclasses import replace

from device.screen.dealer.grounds import coups, first_incident, ground, incident_of, unacknowledged
from device.screen.dealer.hands_by_eye import is_open_coup
from device.screen.dealer.signatures import ALWAYS_PROVES, signer, token_of
from device.screen.dealer.state import SILENCE, Errand, Need, PanelState, Said
from device.screen.dealer.targets import Task
from device.screen.view import StaffView

FINAL_OPTIONS = frozenset({"void", "burn", "free-coup", "cut", "accept", "close-shoe", "remove-read"})
"""Decisions that take something from the game for good: they are pressed and held."""

REPORTS = ("stuck", "floor", "face-up", "double", "jam", "lid", "picked-up")
"""What the dealer reports, the most usual first."""

MOST_PICKED_UP = 6

_KEYS = {
    Need.COUP: "coup",
    Need.EXPOSED: "exposed",
    Need.OPTION: "option",
    Need.COUNT: "cards",
    Need.CARD: "card",
    Need.HANDS: "player",
    Need.REASON: "reason",
    Need.CONFIRM: "confirm",
}
_WHAT = {Task.REPORT: "what", Task.DEALER: "on", Task.ACKNOWLEDGE: "kind", Task.SIGN_OUT: "name"}
_BEFORE = {
    Task.RESOLVE: ("option",),
    Task.VOID: ("coup",),
    Task.CORRECT: ("coup",),
    Task.REPORT: ("what",),
    Task.ACKNOWLEDGE: ("kind",),
    Task.DEALER: ("on",),
    Task.SIGN_OUT: ("name",),
}
"""What a page may know already when it begins a task."""


def key_of(task: Task, need: Need) -> str:
    """Under which name the answer to this need is kept: as the order's field is spelt."""
    return _WHAT.get(task, "what") if need is Need.WHAT else _KEYS[need]


# What is asked.


def needs(errand: Errand, view: StaffView) -> tuple[Need, ...]:
    """Everything that this errand asks, in its order, whether it is known already or not."""
    two = (Need.REASON, Need.SIGN, Need.SECOND, Need.CONFIRM)
    match errand.task:
        case Task.SHOE | Task.END_SHOE | Task.PAUSE:
            return (Need.SIGN, Need.CONFIRM)
        case Task.DEALER:
            return (Need.WHAT, Need.SIGN)
        case Task.FREE | Task.SIGN_IN | Task.CHANGE_PIN:
            return (Need.SIGN,)
        case Task.SIGN_OUT:
            return (Need.WHAT,)
        case Task.ENTER:
            return (Need.CARD, Need.SIGN)
        case Task.VOID:
            return (Need.COUP, *two)
        case Task.CORRECT:
            return (Need.COUP, Need.HANDS, *two)
        case Task.REPORT:
            counted = (Need.COUNT,) if errand.value("what") == "picked-up" else ()
            return (Need.WHAT, *counted, Need.SIGN, Need.CONFIRM)
        case Task.ACKNOWLEDGE:
            return (Need.WHAT, *(two if needs_two(errand, view) else (Need.SIGN, Need.CONFIRM)))
        case Task.RESOLVE:
            asked = (Need.EXPOSED, Need.OPTION) if _asks_exposed(errand, view) else (Need.OPTION,)
            return (*asked, *(two if needs_two(errand, view) else (Need.SIGN, Need.CONFIRM)))


def needs_two(errand: Errand, view: StaffView) -> bool:
    """Whether two people sign it, with a reason."""
    match errand.task:
        case Task.VOID | Task.CORRECT:
            return True
        case Task.ACKNOWLEDGE:
            return errand.value("kind") == "pack-count"
        case Task.RESOLVE:
            incident = incident_of(errand, view)
            return incident is not None and errand.value("option") in incident.two
        case _:
            return False


def _asks_exposed(errand: Errand, view: StaffView) -> bool:
    """Whether it matters if the players saw the card: only while it could still open the next hand unseen."""
    incident = incident_of(errand, view)
    return incident is not None and incident.kind == "card-drawn-in-error" and "next" in incident.options


def open_need(errand: Errand, state: PanelState, view: StaffView) -> Need | None:
    """The first thing that is not known yet: the page that is shown. None: everything is."""
    for need in needs(errand, view):
        match need:
            case Need.SIGN:
                known = bool(signer(errand, state, view))
            case Need.SECOND:
                known = token_of(state, errand.second) is not None
            case _:
                known = errand.value(key_of(errand.task, need)) is not None
        if not known:
            return need
    return None


def choices(errand: Errand, need: Need, state: PanelState, view: StaffView) -> tuple[str, ...]:
    """The answers that a list offers for this need, in order; empty where the need is no list of the table's words."""
    match need:
        case Need.WHAT if errand.task is Task.REPORT:
            return REPORTS
        case Need.WHAT if errand.task is Task.DEALER:
            return ("yes", "no") if view.dealer else ("yes",)
        case Need.WHAT if errand.task is Task.ACKNOWLEDGE:
            return unacknowledged(view)
        case Need.WHAT if errand.task is Task.SIGN_OUT:
            return tuple(person.name for person in state.people)
        case Need.COUP:
            return coups(view)
        case Need.EXPOSED:
            return ("no", "yes")
        case Need.OPTION:
            return _options(errand, view)
        case Need.COUNT:
            return tuple(str(number) for number in range(1, MOST_PICKED_UP + 1))
        case _:
            return ()


def _options(errand: Errand, view: StaffView) -> tuple[str, ...]:
    incident = incident_of(errand, view)
    if incident is None:
        return ()
    exposed = errand.value("exposed")
    shut = {"yes": {"next"}, "no": {"free-coup", "void"}}.get(exposed or "", set())
    return tuple(option for option in incident.options if option not in shut)


def is_final(errand: Errand, view: StaffView) -> bool:
    """Whether it cannot be taken back, so that it is confirmed by a press that lasts."""
    match errand.task:
        case Task.END_SHOE:
            return True
        case Task.SHOE:
            return view.phase not in ("closed", "shoe-over")
        case Task.RESOLVE:
            return needs_two(errand, view) or errand.value("option") in FINAL_OPTIONS
        case _:
            return needs_two(errand, view)


# Beginning and going back.


def begin(task: Task, given: tuple[tuple[str, str], ...], state: PanelState, view: StaffView) -> Errand | Said:
    """The task as it begins now, or why it cannot."""
    known = {key: value for key, value in given if key in _BEFORE.get(task, ())}
    if task is Task.RESOLVE and known.get("option") == "enter":
        task, known = Task.ENTER, {}
    why = _why_not(task, state, view)
    if why:
        return Said(key=why)
    errand = Errand(
        task=task, given=tuple(known.items()), fixed=len(known), ground=ground(task, view, known.get("option"))
    )
    for need in needs(errand, view):
        if need not in (Need.WHAT, Need.COUP):
            break
        key, offered = key_of(task, need), choices(errand, need, state, view)
        if errand.value(key) is None and len(offered) == 1:
            errand = replace(errand, given=(*errand.given, (key, offered[0])), fixed=errand.fixed + 1)
        elif errand.value(key) is not None and errand.value(key) not in offered:
            return Said(key="note.gone")
    option = errand.value("option")
    if task is Task.RESOLVE and option is not None and option not in _options(errand, view):
        return Said(key="refusal.not-offered")
    return errand


def _why_not(task: Task, state: PanelState, view: StaffView) -> str:
    match task:
        case Task.RESOLVE if first_incident(view) is None:
            return "refusal.nothing-held"
        case Task.ENTER if not ground(task, view):
            return "refusal.no-card-to-enter"
        case Task.VOID | Task.CORRECT if not coups(view):
            return "refusal.no-coup"
        case Task.ACKNOWLEDGE if not unacknowledged(view):
            return "refusal.nothing-to-acknowledge"
        case Task.DEALER if view.phase in ("dealing", "reveal"):
            return "refusal.coup-open"
        case Task.SHOE | Task.END_SHOE if is_open_coup(view):
            return "refusal.coup-open"
        case Task.END_SHOE | Task.FREE if view.phase in ("closed", "shoe-over"):
            return "refusal.no-shoe"
        case Task.SIGN_OUT if not state.people:
            return "note.nobody-here"
        case _:
            return ""


def back(errand: Errand, state: PanelState, view: StaffView) -> Errand | None:
    """The errand one question earlier; None where it was the first one."""
    now = open_need(errand, state, view)
    before: list[Need] = []
    for need in needs(errand, view):
        if need is now:
            break
        before.append(need)
    for need in reversed(before):
        if need is Need.SECOND:
            return replace(errand, second="", signing=None, trouble=SILENCE)
        if need is Need.SIGN:
            if errand.by or errand.task in ALWAYS_PROVES:
                return replace(errand, by="", asks_anew=True, signing=None, trouble=SILENCE)
            continue  # who was signed in anyway is not asked again
        key = key_of(errand.task, need)
        where = next(index for index, (known, _) in enumerate(errand.given) if known == key)
        if where >= errand.fixed:
            given = tuple(one for one in errand.given[:where])
            return replace(errand, given=given, signing=None, typed="", scroll=0, trouble=SILENCE)
    return None


def without(errand: Errand, *keys: str, trouble: Said = SILENCE) -> Errand:
    """The errand as if these things had not been said, with the reason why."""
    fixed = sum(1 for key, _ in errand.given[: errand.fixed] if key not in keys)
    given = tuple(one for one in errand.given if one[0] not in keys)
    return replace(errand, given=given, fixed=fixed, trouble=trouble)


# The line.


def order(errand: Errand, state: PanelState, view: StaffView) -> dict[str, object]:
    """The order that the errand amounts to, signed; all its needs are known."""
    known = {key: value for key, value in errand.given if key != "confirm"}
    line: dict[str, object] = {"order": errand.task.value}
    line |= {key: value for key, value in known.items() if key not in ("coup", "cards", "exposed", "on")}
    line |= {key: int(known[key]) for key in ("coup", "cards") if key in known}
    line |= {key: known[key] == "yes" for key in ("exposed", "on") if key in known}
    line["session"] = token_of(state, signer(errand, state, view)) or ""
    if Need.SECOND in needs(errand, view):
        line["second_session"] = token_of(state, errand.second) or ""
    return line
