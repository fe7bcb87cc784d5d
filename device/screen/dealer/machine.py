"""Network and power of the machine that the panel runs on, for its status line; read from /sys, which costs little.

What the system does not tell is unknown, and is not shown: no light says “well” that nobody looked at.
"""

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

SYS = Path("/sys/class")

REREAD_S = 5.0
"""How often it is worth looking: cables are not pulled more often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """Whether a network is up and whether the power is good; None: unknown."""

    network: bool | None = None
    power: bool | None = None


UNKNOWN = Machine()


def machine_state(links: Iterable[str], undervoltage: Iterable[str], supplies: Iterable[tuple[str, str]]) -> Machine:
    """What these texts of /sys say together.

    `links`: ``operstate`` of every wired or wireless link; one that is ``up`` is a network. `undervoltage`: the alarms
    of the board's voltage monitor, ``0`` or ``1``. `supplies`: type and ``online`` of every power supply; a mains
    supply that is offline means that a battery carries the table.
    """
    states = [text.strip() for text in links]
    known = [state for state in states if state in ("up", "down", "dormant", "lowerlayerdown")]
    bad = [text.strip() == "1" for text in undervoltage if text.strip() in ("0", "1")]
    bad += [
        online.strip() == "0" for kind, online in supplies if kind.strip() == "Mains" and online.strip() in ("0", "1")
    ]
    return Machine(network="up" in known if known else None, power=not any(bad) if bad else None)


def read_machine(sys: Path = SYS) -> Machine:
    """Look once; whatever cannot be read is unknown."""
    links = [
        _text(link / "operstate")
        for link in _entries(sys / "net")
        if (link / "device").exists()  # real ones: no loopback, no bridge of containers
    ]
    monitors = [one for one in _entries(sys / "hwmon") if _text(one / "name").strip() == "rpi_volt"]
    supplies = [(_text(one / "type"), _text(one / "online")) for one in _entries(sys / "power_supply")]
    return machine_state(links, [_text(one / "in0_lcrit_alarm") for one in monitors], supplies)


class MachineWatch:
    """Looks again when `REREAD_S` are over, and answers from memory meanwhile."""

    def __init__(self, sys: Path = SYS) -> None:
        self._sys = sys
        self._seen = UNKNOWN
        self._next_s: float | None = None

    def state(self, now_s: float) -> Machine:
        """The machine's state as of at most `REREAD_S` ago."""
        if self._next_s is None or now_s >= self._next_s:
            self._next_s = now_s + REREAD_S
            self._seen = read_machine(self._sys)
        return self._seen


def _entries(folder: Path) -> list[Path]:
    with contextlib.suppress(OSError):
        return sorted(folder.iterdir())
    return []


def _text(path: Path) -> str:
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return path.read_text("ascii")
    return ""
