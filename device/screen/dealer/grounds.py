"""What tasks are about: an incident, a shoe, a coup; and whether it is still there. Pure."""

from device.screen.dealer.hands_by_eye import is_open_coup
from device.screen.dealer.state import Errand
from device.screen.dealer.targets import Task
from device.screen.view import Incident, StaffView


def first_incident(view: StaffView, option: str | None = None) -> Incident | None:
    """The incident decided next, or the one this option goes to: a coup picked up before others, else the oldest."""
    holding = [one for one in view.incidents if one.holds and (option in one.options if option else one.options)]
    return next((one for one in holding if one.kind == "picked-up"), holding[0] if holding else None)


def incident_of(errand: Errand, view: StaffView) -> Incident | None:
    """The incident that an errand is about, as long as it is open."""
    return next((one for one in view.incidents if errand.ground == f"incident {one.id}"), None)


def ground(task: Task, view: StaffView, option: str | None = None) -> str:
    """What a task begun now is about; a different text later means that this is gone."""
    match task:
        case Task.RESOLVE:
            incident = first_incident(view, option) or first_incident(view)
            return "" if incident is None else f"incident {incident.id}"
        case Task.ENTER:
            unnamed = next((one for one in view.incidents if "enter" in one.options), None)
            if unnamed is not None:
                return f"incident {unnamed.id}"
            if not (view.by_hand or not view.health.reader.ok):
                return ""
            burned = 0 if view.burn is None else view.burn.done
            return f"place {view.shoe} {view.hand} {len(view.player)} {len(view.banker)} {burned}"
        case Task.SHOE | Task.END_SHOE | Task.VOID | Task.CORRECT | Task.FREE | Task.ACKNOWLEDGE:
            return f"shoe {view.shoe}"
        case _:
            return "table"


def is_gone(errand: Errand, view: StaffView) -> bool:
    """Whether what the errand is about was settled otherwise meanwhile."""
    if errand.ground.startswith("incident"):
        return incident_of(errand, view) is None
    if ground(errand.task, view) != errand.ground:
        return True
    if errand.task in (Task.VOID, Task.CORRECT):
        coup = errand.value("coup")
        return coup is not None and coup not in coups(view)
    if errand.task is Task.ACKNOWLEDGE:
        kind = errand.value("kind")
        return kind is not None and kind not in unacknowledged(view)
    return False


def coups(view: StaffView) -> tuple[str, ...]:
    """The numbers of the coups that can be voided or put right, the newest first."""
    recalled = tuple(str(one.coup) for one in view.recall if one.kind != "void")
    return (str(view.hand), *recalled) if is_open_coup(view) and str(view.hand) not in recalled else recalled


def unacknowledged(view: StaffView) -> tuple[str, ...]:
    """The kinds of incident that no supervisor has acknowledged, what holds the table first."""
    kinds = [one.kind for one in view.incidents if one.acknowledged_by is None]
    return tuple(dict.fromkeys((*kinds, *view.to_acknowledge)))
