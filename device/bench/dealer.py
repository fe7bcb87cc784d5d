"""The dealer of the benchmarks: makes no mistake, waits for nothing but the table, and never thinks.

The simulated dealer of `zapato demo` can err and keep a pace; what is measured here must not include that.
"""

from collections.abc import Mapping
from typing import Final

from device.bench.report import BenchError
from device.bench.staff_client import StaffClient, View


class Draw:
    """The next card leaves the shoe."""


DRAW: Final = Draw()
_ATTEMPTS = 5


def open_first_shoe(staff: StaffClient) -> View:
    """Open a shoe as soon as the table has found its reader; returns the view that shows it.

    The very first view may say so before the port was looked at; then the order is refused, and is given again.
    """
    why: str | None = ""
    for _ in range(_ATTEMPTS):
        staff.view(lambda view: bool(view["health"]["reader"]["ok"]))
        why = staff.ask({"order": "shoe"})
        if why is None:
            return staff.view(lambda view: bool(view["phase"] == "burning"))
    raise BenchError(f"the table opens no shoe: {why}")


def next_move(view: View) -> Draw | Mapping[str, str]:
    """What the dealer does at this view, by the profile `live`: draw, or give this order.

    Raises BenchError when the table is held, for nothing goes wrong in a benchmark.
    """
    if view["held"]:
        kinds = [incident["kind"] for incident in view["incidents"]] or [
            part["detail"] for part in view["health"].values() if not part["ok"]
        ]
        raise BenchError(f"the table is held: {', '.join(kinds)}")
    match view["phase"]:
        case "closed" | "shoe-over":
            return {"order": "shoe"}
        case "result":
            return {"order": "next"}
        case "dealing" if view["complete"]:
            return {"order": "result", "called": _outcome(view)}
        case _:
            return DRAW


def _outcome(view: View) -> str:
    player, banker = view["player_total"], view["banker_total"]
    return "tie" if player == banker else "player" if player > banker else "banker"


def differs(before: View, now: View) -> bool:
    """Whether the table has taken the move made at `before`: every move changes something of this."""
    return _sight(before) != _sight(now)


def _sight(view: View) -> tuple[object, ...]:
    return (
        view["shoe"],
        view["hand"],
        view["phase"],
        len(view["player"]),
        len(view["banker"]),
        view["burn"]["done"] if view["burn"] is not None else None,
        view["last_hand"],
        len(view["incidents"]),
    )
