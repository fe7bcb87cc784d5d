"""The line that the service manager shows of a table, as `systemctl status`: for whoever looks after machines."""

from device.table.health import Health
from device.table.state import State


def status_line(name: str, state: State, health: Health) -> str:
    """What the table is doing, or what holds it, in one line; it tells no card and no result that is not out."""
    parts = (("record", health.journal), ("reader", health.reader), ("panel", health.panel))
    troubles = [part.detail or f"{what}: out of order" for what, part in parts if not part.ok]
    if health.starting and health.journal.ok:
        troubles = [f"waiting for the reader: {health.reader.detail}" if health.reader.detail else "starting"]
    if state.incidents:
        troubles.append(f"held until people decide: {', '.join(one.kind.value for one in state.incidents)}")
    shoe, coup = state.shoe, state.coup
    where = state.phase.value
    if not shoe.over:
        where += f", shoe {shoe.number}" + ("" if coup is None else f" coup {coup.number}")
    return " ".join(f"{name}: {where}; {'; '.join(troubles) or 'all is well'}".split())
