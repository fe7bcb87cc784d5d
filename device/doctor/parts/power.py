"""The supply of a Raspberry Pi: too little voltage now or since its start, and a processor that was slowed down."""

import re
from collections.abc import Iterator

from device.doctor.finding import Finding, Teller
from device.doctor.world import World

_TELL = Teller("power")
_LOW_NOW, _SLOW_NOW = 0x1, 0x2 | 0x4 | 0x8
_LOW_SINCE, _SLOW_SINCE = 0x10000, 0x20000 | 0x40000 | 0x80000


def look(world: World) -> Iterator[Finding]:
    """What the firmware says."""
    flags = _flags(world)
    if flags is None:
        yield _TELL.note("power-untold")
        return
    yield from judge(flags)


def judge(flags: int) -> Iterator[Finding]:
    """The firmware's flags: the low four bits are now, the same from bit 16 on since the start."""
    if flags & _LOW_NOW:
        yield _TELL.bad("power-low", flags=hex(flags))
    elif flags & _LOW_SINCE:
        yield _TELL.warn("power-was-low", flags=hex(flags))
    if flags & _SLOW_NOW:
        yield _TELL.warn("power-slow", flags=hex(flags))
    elif flags & _SLOW_SINCE:
        yield _TELL.note("power-was-slow", flags=hex(flags))
    if not flags:
        yield _TELL.ok("power")


def _flags(world: World) -> int | None:
    said = world.text("sys/devices/platform/soc/soc:firmware/get_throttled")
    if not said:
        said = world.run(("vcgencmd", "get_throttled"), 3.0).out.partition("=")[2]
    said = said.strip().removeprefix("0x")
    return int(said, 16) if re.fullmatch("[0-9a-fA-F]{1,8}", said) else None
