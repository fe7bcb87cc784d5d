"""What the tests of backups share: a table's folder with all that a table has, and a backup of it."""

import copy
import os
import shutil
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from journal.archive_tools import Calendar, Table
from staff.staff_tools import CHEAP

from device.backup import beside, looking, recovery, restoring
from device.backup import manifest as listing
from device.backup.making import Job, Made, make, make_recovery
from device.backup.recovery import RecoveryKey
from device.backup.restoring import Device, Order, Restored
from device.cards.registry.registry import Registry
from device.settings import Settings, load_profile, load_settings
from device.staff.people import Role
from device.staff.pins import PinHasher
from device.staff.store import StaffStore

SETTINGS = '[table]\nname = "BAC 1"\n[cards]\naccept = "both"\n'


class Site:
    """A table's folder."""

    def __init__(self, folder: Path, *, day: str = "2026-11-05") -> None:
        folder.mkdir()
        self.folder = folder
        self.config = folder / "table.toml"
        self.journal = folder / "journal.sqlite3"
        self.clock = Calendar(day)

    def copy_to(self, folder: Path) -> "Site":
        """Another folder with the same in it, whose clock goes on from here."""
        shutil.copytree(self.folder, folder)
        other = copy.copy(self)
        other.folder, other.config, other.journal = folder, folder / self.config.name, folder / self.journal.name
        other.clock = copy.copy(self.clock)
        return other

    def fill(self) -> "Site":
        """People, packs and settings."""
        self.config.write_text(SETTINGS)
        StaffStore(self.settings.staff.path, create=True, hasher=PinHasher(CHEAP)).add("sup1", [Role.SUPERVISOR])
        Registry(self.settings.cards.registry, create=True)
        return self

    @property
    def settings(self) -> Settings:
        return load_settings(self.config)

    def table(self) -> Table:
        return Table(self.journal, self.clock)

    def job(self, into: Path) -> Job:
        return Job(settings=self.settings, config=self.config, into=into, clock=self.clock)

    def back_up(self, into: Path, step: Callable[[str, int, int], None] | None = None) -> Made:
        return make(replace(self.job(into), step=step))

    def make_recovery(self) -> RecoveryKey:
        return make_recovery(self.settings, at=self.clock.wall_at(), force=False)

    def restore(
        self,
        source: Path,
        *,
        onto: Device = Device.OTHER,
        key: RecoveryKey | None = None,
        step: Callable[[str, int, int], None] | None = None,
        without_spoilt: bool = False,
    ) -> Restored:
        backup = looking.open_backup(source) if source.is_dir() else source
        secrets = None
        if isinstance(backup, looking.Backup):
            looking.check(backup, archive=not without_spoilt)
            beside.put_settings(backup, self.config, otherwise=self.folder)
            if key is not None:
                box = (source / listing.SECRETS).read_bytes()
                secrets = beside.opened_secrets(backup, self.folder, recovery.unseal(box, key))
        return restoring.restore(
            Order(
                source=backup,
                settings=self.settings,
                profile=load_profile(self.settings.profile),
                onto=onto,
                secrets=secrets,
                by="inst1",
                clock=self.clock,
                without_spoilt=without_spoilt,
                step=step,
            )
        )


def in_a_process(work: Callable[[], object]) -> int:
    """Run `work` in a process of its own, as the system sees it end: 0, or minus the signal that killed it."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def killed_at(number: int) -> Callable[[str, int, int], None]:
    """A step at which the process is killed, counted from 1."""
    left = number

    def step(_what: str, _done: int, _total: int) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return step
