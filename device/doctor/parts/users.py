"""The users and groups of an installed machine: each may do what it must, and nobody more than that."""

from collections.abc import Iterator

from device.doctor.finding import Finding, Teller
from device.doctor.people import People
from device.doctor.world import SCREEN_USERS, TABLE_USER, World

_TELL = Teller("users")
SOCKET_GROUPS = ("zapato-public", "zapato-staff", "zapato-panel")
_TABLE_GROUPS = ("dialout", "gpio")
_SCREEN_GROUPS = {
    "zapato-players": ("video", "render", "audio"),
    "zapato-dealer": ("video", "render", "audio", "input"),
}


def look(world: World) -> Iterator[Finding]:
    """Who is there, and in which groups."""
    yield from judge(world.people_listed, world.people)
    if world.is_root and not world.at("opt/zapato").exists():
        yield _TELL.note("users-root")


def judge(people: People, running: People | None = None) -> Iterator[Finding]:
    """What the lists of users and groups say; `running`: with the groups that services give, for what a user needs."""
    running = running or people
    if TABLE_USER not in people.users:
        yield _TELL.note("users-none", user=TABLE_USER)
        return
    yield from _groups(running, TABLE_USER, _TABLE_GROUPS)
    for screen in SCREEN_USERS:
        if screen in people.users:
            yield from _groups(running, screen, _SCREEN_GROUPS[screen])
        else:
            yield _TELL.note("users-none", user=screen)
    if people.users[TABLE_USER].uid == 0:
        yield _TELL.bad("users-is-root", user=TABLE_USER)
    for name in SOCKET_GROUPS:
        if name not in people.groups:
            yield _TELL.warn("users-no-group", group=name)
            continue
        members = [one for one in people.members_of(people.groups[name].gid) if one != TABLE_USER]
        if members:
            yield _TELL.note("users-in-group", group=name, who=", ".join(members))
    keys = people.gids_of(TABLE_USER) - {people.users[TABLE_USER].gid}
    shared = [one for one in people.members_of(people.users[TABLE_USER].gid) if one != TABLE_USER]
    if shared:
        yield _TELL.warn("users-share", group=TABLE_USER, who=", ".join(shared))
    if {"sudo", "adm", "wheel"} & {group.name for group in people.groups.values() if group.gid in keys}:
        yield _TELL.bad("users-too-much", user=TABLE_USER)


def _groups(people: People, user: str, wanted: tuple[str, ...]) -> Iterator[Finding]:
    """A group that this machine has and the user is not in keeps a device from it."""
    having = people.gids_of(user)
    lacks = [name for name in wanted if name in people.groups and people.groups[name].gid not in having]
    if lacks:
        yield _TELL.warn("users-lack", user=user, groups=", ".join(lacks), list=",".join(lacks))
    else:
        yield _TELL.ok("users-groups", user=user)
