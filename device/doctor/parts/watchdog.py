"""The hardware's watchdog, which starts a machine anew that hangs as a whole."""

import re
from collections.abc import Iterator

from device.doctor.finding import Finding, Teller
from device.doctor.world import World

_TELL = Teller("watchdog")
LONGEST_S = 15.0
_UNITS_S = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}


def look(world: World) -> Iterator[Finding]:
    """Is there one, and does somebody feed it."""
    device = world.at("dev/watchdog0").exists() or world.at("dev/watchdog").exists()
    set_s = None
    if world.has_systemd:
        shown = world.run(("systemctl", "show", "--property=RuntimeWatchdogUSec"), 5.0)
        set_s = seconds_of(shown.out.partition("=")[2].strip())
    yield from judge(is_there=device, has_systemd=world.has_systemd, set_s=set_s)
    state = world.text("sys/class/watchdog/watchdog0/state")
    if device and set_s and state == "inactive":
        yield _TELL.warn("watchdog-inactive")


def seconds_of(text: str) -> float | None:
    """A time as systemd prints it (``1min 30s``, ``infinity``) or a number of µs; None: off, or not understood."""
    if text.isdigit():
        return int(text) / 1e6 or None
    parts = re.findall(r"([0-9.]+)(us|ms|s|min|h)\b", text)
    return sum(float(number) * _UNITS_S[unit] for number, unit in parts) or None


def judge(*, is_there: bool, has_systemd: bool, set_s: float | None) -> Iterator[Finding]:
    """`set_s`: after how long without a sign of life from systemd the hardware acts."""
    if not is_there:
        yield _TELL.warn("watchdog-none")
    elif set_s is None:
        yield _TELL.warn("watchdog-off") if has_systemd else _TELL.note("watchdog-off")
    elif set_s > LONGEST_S:
        yield _TELL.warn("watchdog-long", set_s=set_s, longest_s=LONGEST_S)
    else:
        yield _TELL.ok("watchdog", set_s=set_s)
