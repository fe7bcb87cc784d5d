"""The lamps and buttons: the chip of the pins, who may open it, the library. No pin is touched."""

from collections.abc import Iterator
from importlib import metadata, util

from device.doctor.finding import Finding, Teller
from device.doctor.people import READ, WRITE
from device.doctor.world import World
from device.panel.trouble import chip_trouble
from device.settings.panel import PinFactory

_TELL = Teller("lamps")
_STUB = (0, 2, 2)
"""Before this version lgpio was an empty package on some machines."""


def look(world: World) -> Iterator[Finding]:
    """What keeps the panel dark."""
    if world.settings is None:
        yield _TELL.note("no-settings")
        return
    panel = world.settings.panel
    if panel.factory is not PinFactory.LGPIO:
        yield _TELL.note("lamps-off" if panel.factory is PinFactory.OFF else "lamps-mock")
        return
    health = (world.table.view.get("health") or {}).get("panel")
    if health is not None:
        if not health.get("ok"):
            yield _TELL.bad("said", says=str(health.get("detail", "")))
        else:
            yield _TELL.ok("lamps-at-table", wires=len(panel.users()))
    yield from judge_library(_version("lgpio"), has_gpiozero=util.find_spec("gpiozero") is not None)
    chips = sorted(world.at("dev").glob("gpiochip*"))
    if not chips:
        yield _TELL.bad("said", says=chip_trouble(OSError("none"), world.at("dev")))
        return
    people = world.people
    user = world.table_user(people)
    closed = []
    for chip in chips:
        found = chip.stat()
        if not people.may(user, found.st_mode, found.st_uid, found.st_gid, READ | WRITE):
            closed.append(chip.name)
    if len(closed) == len(chips):
        yield _TELL.bad("lamps-closed", chips=", ".join(closed), user=user)
    else:
        yield _TELL.ok("lamps-chip", chips=", ".join(chip.name for chip in chips), wires=len(panel.users()))


def judge_library(lgpio: str | None, *, has_gpiozero: bool) -> Iterator[Finding]:
    """Whether pins can be moved at all: `lgpio` is its version, None where it is missing, empty where it tells none."""
    if lgpio is None or not has_gpiozero:
        yield _TELL.bad("lamps-library", name="lgpio" if lgpio is None else "gpiozero")
    elif lgpio and _numbers(lgpio) < _STUB:
        yield _TELL.bad("lamps-stub", version=lgpio)


def _version(name: str) -> str | None:
    if util.find_spec(name) is None:
        return None
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""  # a package of the system


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(one) for one in version.split(".") if one.isdigit())
