"""Who else talks to serial ports: login shells, the kernel, ModemManager, scanners that type."""

from collections.abc import Iterator

from device.doctor.finding import Finding, Teller
from device.doctor.world import World
from device.line.find.candidates import find_candidates
from device.line.find.obstacles import ObstacleKind, obstacles_of, obstacles_of_machine

_TELL = Teller("console")
_OF_A_PORT = (ObstacleKind.LOGIN_SHELL, ObstacleKind.KERNEL_CONSOLE)


def look(world: World) -> Iterator[Finding]:
    """What concerns every port; on the table's own port it is a fault, and told there."""
    candidates = find_candidates(world.ports)
    own = world.settings.reader.port if world.settings is not None else ""
    found = False
    for obstacle in obstacles_of_machine(candidates, world.ports):
        found = True
        tell = _TELL.note if obstacle.kind is ObstacleKind.KEYBOARD else _TELL.warn
        yield tell("said", says=obstacle.says)
    for candidate in candidates:
        if own in (candidate.name, candidate.device):
            continue
        for obstacle in obstacles_of(candidate, world.ports, may_open=lambda _device: True):
            if obstacle.kind in _OF_A_PORT:
                found = True
                yield _TELL.note("said", says=obstacle.says)
    if not found:
        yield _TELL.ok("console-free", ports=len(candidates))
