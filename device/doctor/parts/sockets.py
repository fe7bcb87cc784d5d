"""The table's sockets: are they there, as the settings say, and who may open each."""

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device.doctor.finding import Finding, Teller
from device.doctor.people import READ, WRITE, mode_of
from device.doctor.table_seen import TableState
from device.doctor.world import World

_TELL = Teller("sockets")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A socket as the settings have it."""

    key: str
    path: Path
    mode: int
    group: str | None
    is_public: bool = False


def look(world: World) -> Iterator[Finding]:
    """Each of the three."""
    if world.settings is None:
        yield _TELL.note("no-settings")
        return
    feed = world.settings.feed
    wanted = (
        Wanted(key="public", path=feed.public, mode=feed.public_permissions, group=feed.public_group, is_public=True),
        Wanted(key="staff", path=feed.staff, mode=feed.staff_permissions, group=feed.staff_group),
        Wanted(key="panel", path=feed.panel, mode=feed.panel_permissions, group=feed.panel_group),
    )
    is_running = world.table.state in (TableState.RUNS, TableState.HANGS)
    for one in wanted:
        yield from _one(world, one, is_running=is_running)


def _one(world: World, wanted: Wanted, *, is_running: bool) -> Iterator[Finding]:
    people = world.people
    if wanted.group is not None and wanted.group not in people.groups:
        yield _TELL.bad("sockets-no-group", key=wanted.key, group=wanted.group)
    try:
        found = wanted.path.lstat()
    except FileNotFoundError:
        if is_running:
            yield _TELL.bad("sockets-gone", key=wanted.key, path=str(wanted.path))
        elif not wanted.path.parent.is_dir():
            yield _TELL.note("sockets-no-folder", key=wanted.key, path=str(wanted.path.parent))
        return
    except PermissionError:
        yield _TELL.note("not-allowed", path=str(wanted.path), user=world.user)
        return
    if not stat.S_ISSOCK(found.st_mode):
        yield _TELL.bad("sockets-file", key=wanted.key, path=str(wanted.path))
        return
    if world.table.state is TableState.STOPPED:
        yield _TELL.note("sockets-left", key=wanted.key, path=str(wanted.path))
        return
    yield from judge(wanted, found.st_mode, people.group(found.st_gid))
    if not found.st_mode & stat.S_IWOTH:  # else it is everybody, which is told
        who = people.who_may(wanted.path, READ | WRITE)
        yield _TELL.ok("sockets-who", key=wanted.key, who=", ".join(who) or "root", count=len(who))


def judge(wanted: Wanted, mode: int, group: str) -> Iterator[Finding]:
    """Whether a socket is as the settings have it, and shut to strangers."""
    if stat.S_IMODE(mode) != wanted.mode or (wanted.group is not None and group != wanted.group):
        yield _TELL.bad(
            "sockets-mode",
            key=wanted.key,
            found=f"{mode_of(mode)} {group}",
            wanted=f"{mode_of(wanted.mode)} {wanted.group or group}",
        )
    if mode & stat.S_IWOTH:
        yield (_TELL.note if wanted.is_public else _TELL.bad)("sockets-open", key=wanted.key, mode=mode_of(mode))
