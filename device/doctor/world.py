"""The machine as the parts see it: files under a root, programs that may be asked, the table's settings.

Nothing here changes anything. Tests put a folder of theirs in the place of the root, and answers of theirs in the place
of programs.
"""

import errno
import os
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from device.doctor.people import People, read_people
from device.doctor.table_seen import UNKNOWN_TABLE, TableSeen
from device.line.find.candidates import Roots
from device.rules.profile import Profile
from device.settings import Settings

MOST_TEXT_BYTES = 1 << 20
"""More than any file of the system that is read here."""

TABLE_USER = "zapato"
SCREEN_USERS = ("zapato-players", "zapato-dealer")
UNIT_FOLDERS = ("etc/systemd/system", "run/systemd/system", "usr/local/lib/systemd/system", "usr/lib/systemd/system")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What came of a program; `code` None: it is not there, or did not end in time."""

    code: int | None
    out: str = ""
    said: str = ""


RunProgram = Callable[[Sequence[str], float], Ran]


def run_program(words: Sequence[str], limit_s: float) -> Ran:
    """Ask a program something, in plain English, for so long at most; it gets no input."""
    plain = {"PATH": os.environ.get("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"), "LC_ALL": "C", "SYSTEMD_COLORS": "0"}
    try:
        done = subprocess.run(
            list(words), stdin=subprocess.DEVNULL, capture_output=True, timeout=limit_s, env=plain, check=False
        )
    except subprocess.TimeoutExpired:
        return Ran(code=None, said=f"no answer within {limit_s:.0f} s")
    except OSError as error:
        return Ran(code=None, said=error.strerror or str(error))
    return Ran(
        code=done.returncode, out=done.stdout.decode(errors="replace"), said=done.stderr.decode(errors="replace")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What is looked at."""

    root: Path = Path("/")
    config: Path | None = None
    """The settings file that was named or found."""
    settings: Settings | None = None
    """None: there are none that can be used."""
    settings_fault: str = ""
    profile: Profile | None = None
    table: TableSeen = UNKNOWN_TABLE
    run: RunProgram = run_program
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    user: str = "root"
    """Who looks."""
    is_root: bool = True
    environment: dict[str, str] = field(default_factory=dict)

    def at(self, path: str) -> Path:
        """A place of the system, below the root."""
        return self.root / path.lstrip("/")

    def text(self, path: str | Path) -> str:
        """What a file of the system says, its ends cut off; empty where there is none. Raises PermissionError."""
        where = self.at(path) if isinstance(path, str) else path
        return read_text(where).strip("\0\n ")

    def number(self, path: str | Path) -> int | None:
        """The whole number in a file of the system; None where there is none."""
        try:
            return int(self.text(path), 0)
        except ValueError:
            return None

    @property
    def people_listed(self) -> People:
        """The users and groups of this machine, as its lists say."""
        return read_people(self.text("etc/passwd"), self.text("etc/group"))

    @property
    def people(self) -> People:
        """The same with the groups that zapato's services give to the users that they run as."""
        joined: dict[str, set[str]] = {}
        for folder in UNIT_FOLDERS:
            for path in sorted(self.at(folder).glob("zapato-*")):
                files = sorted(path.glob("*.conf")) if path.is_dir() else [path]
                named = {
                    name
                    for file in files
                    for names in re.findall(r"^SupplementaryGroups=(.*)$", self.text(file), re.MULTILINE)
                    for name in names.split()
                }
                for user in _users_of(path.name):
                    joined.setdefault(user, set()).update(named)
        return self.people_listed.with_services(joined)

    @property
    def ports(self) -> Roots:
        """Where serial ports are looked for."""
        return Roots(root=self.root)

    @property
    def has_systemd(self) -> bool:
        """Whether systemd runs this machine."""
        return self.at("run/systemd/system").is_dir()

    def table_user(self, people: People) -> str:
        """Who the table runs as: the installed user, or who owns the record, or who looks."""
        if TABLE_USER in people.users:
            return TABLE_USER
        if self.settings is not None:
            try:
                return people.owner(self.settings.journal.path.stat().st_uid)
            except OSError:
                pass
        return self.user


def _users_of(unit: str) -> tuple[str, ...]:
    """Who runs what this unit file, or folder beside one, says; a template of the screens speaks of each of them."""
    if unit.startswith("zapato-table."):
        return (TABLE_USER,)
    if not unit.startswith("zapato-screen"):
        return ()
    return tuple(user for user in SCREEN_USERS if f"@{user.removeprefix('zapato-')}." in unit) or SCREEN_USERS


def read_text(path: Path, most: int = MOST_TEXT_BYTES) -> str:
    """The text of a file, so much of it at most; empty where there is none; raises PermissionError.

    A pipe or a device is not waited for.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except PermissionError:
        raise
    except OSError:
        return ""
    try:
        content = b""
        while len(content) < most and (more := os.read(handle, min(most - len(content), 65_536))):
            content += more
    except OSError as error:
        if error.errno in (errno.EPERM, errno.EACCES):
            raise PermissionError(error.errno, error.strerror, str(path)) from None
        return ""
    finally:
        os.close(handle)
    return content.decode(errors="replace")
