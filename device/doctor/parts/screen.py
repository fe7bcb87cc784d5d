"""The screens: graphics card, monitor, the libraries, and the kernel's own blanking."""

from collections.abc import Iterator
from importlib import util

from device.doctor.finding import Finding, Teller
from device.doctor.people import READ, WRITE
from device.doctor.world import SCREEN_USERS, World

_TELL = Teller("screen")
_DESKTOP = ("DISPLAY", "WAYLAND_DISPLAY")


def look(world: World) -> Iterator[Finding]:
    """What keeps a screen dark. No window is opened."""
    if util.find_spec("pygame") is None:
        yield _TELL.warn("screen-library")
    cards = sorted(world.at("dev/dri").glob("card*"))
    status = {path.parent.name: world.text(path) for path in world.at("sys/class/drm").glob("card*-*/status")}
    yield from judge_cards([card.name for card in cards], status, environment=world.environment)
    people = world.people
    for user in [one for one in SCREEN_USERS if one in people.users]:
        for card in cards:
            found = card.stat()
            if not people.may(user, found.st_mode, found.st_uid, found.st_gid, READ | WRITE):
                yield _TELL.bad("screen-closed", card=card.name, user=user, group=people.group(found.st_gid))
    blank = world.text("sys/module/kernel/parameters/consoleblank")
    if blank not in ("", "0") and "consoleblank=0" not in world.text("proc/cmdline").split():
        yield _TELL.warn("screen-blanks", after_s=blank)
    settings = world.settings.screen if world.settings is not None else None
    connected = sum(state == "connected" for state in status.values())
    if settings is not None and settings.display is not None and status and settings.display > connected:
        yield _TELL.bad("screen-display", display=settings.display, connected=connected)


def judge_cards(cards: list[str], status: dict[str, str], *, environment: dict[str, str]) -> Iterator[Finding]:
    """`status`: by plug, what the kernel says of a monitor on it."""
    monitors = sorted(plug for plug, state in status.items() if state == "connected")
    if not cards and not any(environment.get(name) for name in _DESKTOP):
        yield _TELL.warn("screen-no-card")
    elif status and not monitors:
        yield _TELL.warn("screen-no-monitor", plugs=", ".join(sorted(status)))
    else:
        yield _TELL.ok("screen", cards=", ".join(cards) or "-", monitors=", ".join(monitors) or "-")
