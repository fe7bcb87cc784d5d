"""Who may sign what on the panel: it asks whoever can, and the table judges. Pure."""

from device.screen.dealer.state import Errand, PanelState
from device.screen.dealer.targets import Task
from device.screen.view import StaffView
from device.staff.people import Role, folded
from device.staff.signing import SIGNS, Act, Signature

ALWAYS_PROVES = frozenset({Task.DEALER, Task.SIGN_IN, Task.CHANGE_PIN})
"""Tasks that are about a person: whoever is meant types the PIN, whether signed in or not."""

_ACTS = {
    Task.SHOE: Act.SHOE,
    Task.END_SHOE: Act.END_SHOE,
    Task.DEALER: Act.DEALER,
    Task.FREE: Act.FREE,
    Task.ENTER: Act.ENTER,
    Task.VOID: Act.VOID,
    Task.CORRECT: Act.CORRECT,
    Task.PAUSE: Act.PAUSE,
    Task.REPORT: Act.REPORT,
    Task.ACKNOWLEDGE: Act.ACKNOWLEDGE,
    Task.RESOLVE: Act.RESOLVE_RESUME,
}


def signature(errand: Errand, view: StaffView) -> Signature | None:
    """Whose name the errand needs; None where it is only about who somebody is."""
    act = _ACTS.get(errand.task)
    incident = next((one for one in view.incidents if errand.ground == f"incident {one.id}"), None)
    option = errand.value("option")
    if errand.task is Task.RESOLVE and incident is not None:
        if option in incident.two:
            act = Act.VOID
        elif option == "resume" and incident.kind == "recovered":
            act = Act.RESOLVE_RESUME_RECOVERED
    if errand.task is Task.ACKNOWLEDGE and errand.value("kind") == "pack-count":
        act = Act.ACKNOWLEDGE_COUNT
    return None if act is None else SIGNS[act]


def dealer_of(errand: Errand, view: StaffView) -> str | None:
    """Who dealt the coup that the errand is about, as far as the view tells."""
    coup = errand.value("coup")
    recalled = next((one.dealer for one in view.recall if str(one.coup) == coup), None)
    return recalled or view.dealer


def token_of(state: PanelState, name: str) -> str | None:
    """The session of whoever is called that; None: nobody of that name is signed in."""
    return next((one.token for one in state.people if name and folded(one.name) == folded(name)), None)


def signer(errand: Errand, state: PanelState, view: StaffView) -> str:
    """Who signs first: who was asked, else somebody signed in who may; empty: nobody yet."""
    if errand.by:
        return errand.by if token_of(state, errand.by) is not None else ""
    needed = signature(errand, view)
    off = errand.task is Task.DEALER and errand.value("on") == "no"
    if needed is None or errand.asks_anew or (errand.task in ALWAYS_PROVES and not off):
        return ""
    able = [
        (not frozenset(one.roles) & {role.value for role in needed.one_is}, one.name)
        for one in state.people
        if frozenset(one.roles) & {role.value for role in needed.by}
        and not (needed.not_dealer and is_called(one.name, dealer_of(errand, view)))
    ]
    if off:  # the dealer who is on goes off, or a supervisor takes them off
        allowed = {one.name for one in state.people if Role.SUPERVISOR.value in one.roles}
        able = [one for one in able if is_called(one[1], view.dealer) or one[1] in allowed]
    return min(able)[1] if able else ""


def may_sign(name: str, errand: Errand, state: PanelState, view: StaffView, first: str = "") -> bool:
    """Whether this person may put a name to the errand, as far as the panel knows; `first`: who has signed already.

    It only keeps names that would be refused out of sight: whoever's roles are not known here may, and the table
    judges. A card may be the dealer's to enter, which the view does not tell.
    """
    needed = signature(errand, view)
    if needed is None or errand.task in ALWAYS_PROVES or errand.task is Task.ENTER:
        return True
    if needed.not_dealer and is_called(name, dealer_of(errand, view)):
        return False
    held = {folded(one.name): frozenset(one.roles) for one in state.people}
    roles = held.get(folded(name))
    if roles is None:
        return True
    one_is = {role.value for role in needed.one_is}
    enough = not first or bool((roles | held.get(folded(first), frozenset())) & one_is)
    return enough and bool(roles & {role.value for role in needed.by})


def is_called(name: str, other: str | None) -> bool:
    """Whether two names mean the same person."""
    return other is not None and folded(name) == folded(other)


def names(state: PanelState, without: str = "") -> tuple[str, ...]:
    """The names to choose from: who is signed in, then who was lately; `without` is one who cannot be meant."""
    found: dict[str, str] = {}
    for name in (*(one.name for one in state.people), *state.recent):
        found.setdefault(folded(name), name)
    found.pop(folded(without), None)
    return tuple(found.values())
