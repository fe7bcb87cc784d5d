"""What the screens' benchmarks show: a players' view late in a shoe, and a hand dealt in it card by card."""

from collections.abc import Mapping
from typing import Any

import msgspec

from device.bench.shoes import shuffled
from device.bench.table_machine import Machine
from device.settings import load_profile
from device.table.health import HEALTHY
from device.table.views import TableInfo, public_view

COUPS = 70
View = dict[str, Any]


def late_in_a_shoe(coups: int = COUPS) -> View:
    """The public view while bets are taken, so many coups into a shoe, as the feed has it."""
    profile = load_profile("live")
    machine = Machine(profile)
    machine.deal(shuffled(0), most_coups=coups)
    view: View = msgspec.json.decode(
        msgspec.json.encode(public_view(machine.state, HEALTHY, profile, TableInfo(name="BAC 1"), demo=True))
    )
    cleared: Mapping[str, object] = {
        "phase": "betting",
        "banner": "place-your-bets",
        "player": [],
        "banker": [],
        "player_total": None,
        "banker_total": None,
        "outcome": None,
        "natural": False,
        "paid": [],
    }
    return view | dict(cleared)


def a_hand(view: View) -> list[View]:
    """The views of one hand after this one: each card, the result, the next bets."""
    dealing = view | {"phase": "dealing", "banner": "dealing"}
    cards: tuple[tuple[list[str], list[str], int, int | None], ...] = (
        (["4h"], [], 4, None),
        (["4h"], ["2s"], 4, 2),
        (["4h", "9c"], ["2s"], 3, 2),
        (["4h", "9c"], ["2s", "Kd"], 3, 2),
        (["4h", "9c", "8d"], ["2s", "Kd"], 1, 2),
        (["4h", "9c", "8d"], ["2s", "Kd", "Js"], 1, 2),
    )
    hand = [
        dealing | {"player": player, "banker": banker, "player_total": one, "banker_total": other}
        for player, banker, one, other in cards
    ]
    result = hand[-1] | {"phase": "result", "banner": "result", "outcome": "banker"}
    return [*hand, result, view]
