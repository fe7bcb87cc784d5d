"""How warm the machine is."""

from collections.abc import Iterator

from device.doctor.finding import Finding, Teller
from device.doctor.world import World

_TELL = Teller("temperature")
_WARM, _HOT = 75.0, 82.0
"""°C; a Raspberry Pi slows itself down from 80 to 85."""


def look(world: World) -> Iterator[Finding]:
    """The warmest of the machine's own thermometers."""
    zones = world.at("sys/class/thermal").glob("thermal_zone*/temp")
    found = [number / 1000 for zone in zones if (number := world.number(zone)) is not None]
    yield judge(max(found, default=None))


def judge(degrees: float | None) -> Finding:
    """°C; None where no thermometer is."""
    if degrees is None:
        return _TELL.note("temperature-untold")
    if degrees >= _HOT:
        return _TELL.bad("temperature-hot", degrees=round(degrees, 1))
    if degrees >= _WARM:
        return _TELL.warn("temperature-warm", degrees=round(degrees, 1))
    return _TELL.ok("temperature", degrees=round(degrees, 1))
