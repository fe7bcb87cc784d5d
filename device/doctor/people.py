"""The users and groups of this machine, and what each of them may do with a file by its mode."""

import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

READ, WRITE, ENTER = 4, 2, 1
"""The bits of a permission."""


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A line of the user list."""

    name: str
    uid: int
    gid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A line of the group list; `members` are those named there, not those whose first group it is."""

    name: str
    gid: int
    members: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Who there is, as the machine's own files say."""

    users: Mapping[str, User]
    groups: Mapping[str, Group]

    def gids_of(self, name: str) -> frozenset[int]:
        """The groups of a user by number, the first one included."""
        user = self.users.get(name)
        own = {user.gid} if user is not None else set()
        return frozenset(own | {group.gid for group in self.groups.values() if name in group.members})

    def with_services(self, joined: Mapping[str, Iterable[str]]) -> "People":
        """The same people, with users in the groups that their services give them besides (by user, group names)."""
        groups = dict(self.groups)
        for user, names in joined.items():
            for name in names:
                if name in groups:
                    group = groups[name]
                    groups[name] = Group(name=name, gid=group.gid, members=group.members | {user})
        return People(users=self.users, groups=groups)

    def members_of(self, gid: int) -> list[str]:
        """Everybody in a group, those too whose first group it is."""
        named = {name for group in self.groups.values() if group.gid == gid for name in group.members}
        return sorted(named | {user.name for user in self.users.values() if user.gid == gid})

    def may(self, name: str, mode: int, uid: int, gid: int, wanted: int) -> bool:
        """Whether a user may do all of `wanted` with a file of this mode and owner; root may everything."""
        user = self.users.get(name)
        if user is None and name.isdigit():  # a number that has no name, as `owner` gives it
            user = User(name=name, uid=int(name), gid=-1)
        if user is None or user.uid == 0:
            return user is not None
        shift = 6 if uid == user.uid else 3 if gid in self.gids_of(name) else 0
        return (mode >> shift) & wanted == wanted

    def barred_at(self, name: str, path: Path) -> Path | None:
        """The first folder on the way to `path` that a user may not enter; None where the way is free.

        Raises OSError where the way cannot be looked at.
        """
        for folder in reversed(path.parents):
            found = folder.stat()
            if not self.may(name, found.st_mode, found.st_uid, found.st_gid, ENTER):
                return folder
        return None

    def who_may(self, path: Path, wanted: int) -> list[str]:
        """Everybody but root who may do `wanted` with a file and get to it, by name; raises OSError."""
        found = path.stat()
        names = (user.name for user in self.users.values() if user.uid)
        return sorted(
            name
            for name in names
            if self.may(name, found.st_mode, found.st_uid, found.st_gid, wanted) and self.barred_at(name, path) is None
        )

    def owner(self, found_uid: int) -> str:
        """The name of a user's number."""
        return next((user.name for user in self.users.values() if user.uid == found_uid), f"{found_uid}")

    def group(self, found_gid: int) -> str:
        """The name of a group's number."""
        return next((group.name for group in self.groups.values() if group.gid == found_gid), f"{found_gid}")


def mode_of(mode: int) -> str:
    """A mode as `chmod` takes it: ``0640``."""
    return f"{stat.S_IMODE(mode):04o}"


def read_people(passwd: str, groups: str) -> People:
    """The people in the texts of /etc/passwd and /etc/group; a line that is none is passed over."""
    users = {}
    for line in passwd.splitlines():
        words = line.split(":")
        if len(words) >= 4 and words[2].isdigit() and words[3].isdigit():
            users[words[0]] = User(name=words[0], uid=int(words[2]), gid=int(words[3]))
    found = {}
    for line in groups.splitlines():
        words = line.split(":")
        if len(words) == 4 and words[2].isdigit():
            members = frozenset(filter(None, words[3].split(",")))
            found[words[0]] = Group(name=words[0], gid=int(words[2]), members=members)
    return People(users=users, groups=found)
