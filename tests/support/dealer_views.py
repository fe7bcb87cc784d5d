"""Staff views as far as the simulated dealer looks at them, and what it does at each."""

from typing import Any

from device.sim.dealer import next_action
from device.sim.mind import Mind, notice
from device.sim.moves import Habits, Send
from device.sim.sim_shoe import Drawn

HABITS = Habits()


def view(instruction: str, **more: Any) -> dict[str, Any]:
    """A staff view in the middle of a shoe, as far as the dealer looks at it."""
    phases = {"open-shoe": "closed", "burn-more": "burning", "wait-for-bets": "betting", "next-hand": "result"}
    usual = {
        "shoe": 3,
        "hand": 12,
        "phase": "shoe-over" if instruction == "shoe-over" else phases.get(instruction, "dealing"),
        "instruction": instruction,
        "kind": "normal",
        "player": ["9h", "8c"],
        "banker": ["Ks", "Ad"],
        "player_total": 7,
        "banker_total": 1,
        "outcome": None,
        "last_hand": False,
        "burn": None,
        "coups": [],
        "incidents": [],
        "notices": [],
        "waiting": 0,
        "kept": 0,
        "dealer": "d14",
        "free_next": False,
        "bets_close": "button",
        "reveal_by": "as-dealt",
        "result_by": "button",
        "next_by": "button",
    }
    return usual | more


def drawn(*cards: str, read: bool = True, lost: bool = False, next_face_up: bool = False) -> Drawn:
    return Drawn(cards=cards or ("9H",), read=read, boot="1A2B3C4D", seq=1, lost=lost, next_face_up=next_face_up)


def action(seen: dict[str, Any], mind: Mind | None = None, habits: Habits = HABITS) -> Any:
    return next_action(seen, notice(mind or Mind(), seen), habits)


def order(seen: dict[str, Any], mind: Mind | None = None, habits: Habits = HABITS) -> dict[str, Any]:
    sent = action(seen, mind, habits)
    assert isinstance(sent, Send), sent
    return sent.order


def held(kind: str, *options: str, **more: Any) -> dict[str, Any]:
    return view("held", incidents=[{"id": 7, "kind": kind, "options": list(options), "holds": True}], **more)
