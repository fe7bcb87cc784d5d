"""Views of a table for tasks on the panel, and a hand that stands before it."""

from typing import Any

from screen.conftest import STAFF
from support.panel_hand import PanelHand

from device.screen.dealer.errands import open_need
from device.screen.dealer.state import Need, PanelState
from device.screen.dealer.targets import Task
from device.screen.view import StaffView, staff_view

COUPS = [
    {
        "coup": number,
        "player": ["4h", "9c", "8d"],
        "banker": ["2s", "Ad"],
        "player_total": 1,
        "banker_total": 3,
        "outcome": "banker",
        "dealer": "d14",
    }
    for number in (7, 6, 5)
]


def table(**changes: Any) -> StaffView:
    return staff_view({**STAFF, "recall": COUPS, **changes})


def held(kind: str, *options: str, number: int = 3, **more: Any) -> StaffView:
    two = [one for one in options if one in ("void", "accept", "close-shoe")]
    incident = {"id": number, "kind": kind, "options": list(options), "two": two, "why": two, "holds": True}
    return table(instruction="held", held=True, phase="dealing", incidents=[incident], **more)


def hand(view: StaffView | None = None, *names: str) -> PanelHand:
    return PanelHand(view or table(), state=PanelState(recent=names or ("d14", "sup1", "pit2")))


def need(panel: PanelHand) -> Need | None:
    assert panel.state.errand is not None, panel.state
    assert panel.view is not None
    return open_need(panel.state.errand, panel.state, panel.view)


def void_to_the_summary(panel: PanelHand) -> None:
    panel.begin(Task.VOID)
    panel.choose("6")
    panel.choose("Dispute")
    panel.signs("sup1")
    panel.signs("pit2")
    assert need(panel) is Need.CONFIRM


def texts(panel: PanelHand) -> list[str]:
    return [str(getattr(shape, "text", "")) for shape in panel.picture.scene.shapes]
