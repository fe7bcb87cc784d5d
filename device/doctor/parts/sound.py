"""The sound: is there a card, and may the screens' user open it. Nothing is played."""

from collections.abc import Iterator

from device.doctor.finding import Finding, Teller
from device.doctor.people import READ, WRITE
from device.doctor.world import SCREEN_USERS, World

_TELL = Teller("sound")


def look(world: World) -> Iterator[Finding]:
    """What keeps the screens silent."""
    if world.settings is not None and world.settings.screen.sound.device is None:
        yield _TELL.note("sound-off")
        return
    names = [line.split("]: ")[-1].strip() for line in world.text("proc/asound/cards").splitlines() if "]: " in line]
    if not names:
        yield _TELL.warn("sound-none")
        return
    yield _TELL.ok("sound", cards=", ".join(names))
    people = world.people
    for user in [one for one in SCREEN_USERS if one in people.users]:
        for control in sorted(world.at("dev/snd").glob("control*")):
            found = control.stat()
            if not people.may(user, found.st_mode, found.st_uid, found.st_gid, READ | WRITE):
                yield _TELL.warn("sound-closed", user=user, group=people.group(found.st_gid))
                break
