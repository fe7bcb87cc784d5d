"""The line that the service manager shows of a table, as `systemctl status`: for whoever looks after machines."""

from device.table.health import Health
from device.table.state import State


def status_line(name: str, state: State, health: Health) -> str:
    """What the table is doing, or what holds it, in one line; it tells no card and no result that is not out.

    After it what holds nothing and is still not well: a part that warns, and what staff should know since the start.
    """
    parts = (("record", health.journal), ("reader", health.reader), ("panel", health.panel), ("clock", health.clock))
    troubles = [part.detail or f"{what}: out of order" for what, part in parts if not part.ok]
    if health.starting and health.journal.ok:
        troubles = [f"waiting for the reader: {health.reader.detail}" if health.reader.detail else "starting"]
    if state.incidents:
        troubles.append(f"held until people decide: {', '.join(one.kind.value for one in state.incidents)}")
    warned = [part.detail for _, part in parts if part.ok and part.detail]
    troubles += [f"note: {said}" for said in (*warned, *health.notes)]
    shoe, coup = state.shoe, state.coup
    where = state.phase.value
    if not shoe.over:
        where += f", shoe {shoe.number}" + ("" if coup is None else f" coup {coup.number}")
    return " ".join(f"{name}: {where}; {'; '.join(troubles) or 'all is well'}".split())
