"""The running table, as it says of itself."""

from collections.abc import Iterator, Mapping
from typing import Any

from device.doctor.finding import Finding, Teller
from device.doctor.table_seen import TableSeen, TableState
from device.doctor.world import World

_TELL = Teller("table")
_PARTS = ("reader", "journal", "panel")
_SHOWN_COUNTERS = 12


def look(world: World) -> Iterator[Finding]:
    """What its newest view says."""
    yield from judge(world.table)


def judge(table: TableSeen) -> Iterator[Finding]:
    """One finding for its state, and one for each part that it complains of."""
    match table.state:
        case TableState.UNKNOWN:
            yield _TELL.note("table-unknown")
        case TableState.STOPPED:
            yield _TELL.note("table-stopped")
        case TableState.CLOSED:
            yield _TELL.note("table-closed")
        case TableState.BUSY:
            yield _TELL.note("table-busy")
        case TableState.HANGS:
            yield _TELL.bad("table-hangs")
        case TableState.RUNS:
            yield from _view(table.view)


def _view(view: Mapping[str, Any]) -> Iterator[Finding]:
    yield _TELL.ok("table-runs", phase=str(view.get("phase", "?")), software=str(view.get("software", "?")))
    health: Mapping[str, Any] = view.get("health") or {}
    for name in _PARTS:
        part = health.get(name) or {}
        detail = str(part.get("detail", ""))
        if not part.get("ok", True):
            yield _TELL.bad("table-part", name=name, says=detail)
        elif detail:
            yield _TELL.warn("table-part", name=name, says=detail)
    for note in view.get("notes") or ():
        yield _TELL.warn("said", says=str(note))
    held = [str(one.get("kind", "?")) for one in view.get("incidents") or ()]
    if held:
        yield _TELL.note("table-held", kinds=", ".join(held))
    counters = {str(name): count for name, count in (view.get("counters") or {}).items() if count}
    if counters:
        most = sorted(counters.items(), key=lambda one: -int(one[1]))[:_SHOWN_COUNTERS]
        yield _TELL.note("table-counters", counts=", ".join(f"{name} {count}" for name, count in most))
