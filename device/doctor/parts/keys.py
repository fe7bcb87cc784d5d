"""The keys and private files: for the table's user alone, and no copies of them lying about."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device.cards.keys.secret_file import key_path as registry_key
from device.doctor.finding import Finding, Teller
from device.doctor.people import mode_of
from device.doctor.world import World
from device.journal.sealing import sealing_key_path
from device.journal.signing import key_path as signing_key
from device.settings import Settings
from device.staff.badges import key_path as badge_key

_TELL = Teller("keys")


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """A file that nobody but its owner may read."""

    path: Path
    mode: int
    owner: str
    is_file: bool
    links: int


def secrets_of(settings: Settings) -> list[Path]:
    """Where this table's keys and private databases are."""
    journal, staff, cards = settings.journal.path, settings.staff.path, settings.cards
    paths = [signing_key(journal), sealing_key_path(journal), staff, badge_key(staff)]
    return [*paths, cards.registry, registry_key(cards.registry)] if cards.uses_packs else paths


def look(world: World) -> Iterator[Finding]:
    """Each of those that are there."""
    if world.settings is None:
        yield _TELL.note("no-settings")
        return
    people = world.people
    user = world.table_user(people)
    seen = []
    for path in secrets_of(world.settings):
        try:
            found = path.stat()
        except FileNotFoundError:
            continue
        except PermissionError:
            yield _TELL.note("not-allowed", path=str(path), user=world.user)
            continue
        seen.append(
            Secret(
                path=path,
                mode=found.st_mode,
                owner=people.owner(found.st_uid),
                is_file=stat.S_ISREG(found.st_mode),
                links=found.st_nlink,
            )
        )
    wrong = [finding for secret in seen for finding in judge(secret, user)]
    yield from wrong
    if seen and not wrong:
        yield _TELL.ok("keys", count=len(seen), user=user)
    if world.settings.journal.path.exists():
        for path in (signing_key(world.settings.journal.path), sealing_key_path(world.settings.journal.path)):
            if not os.path.lexists(path):
                yield _TELL.warn("keys-gone", path=str(path))


def judge(secret: Secret, user: str) -> Iterator[Finding]:
    """What is wrong with one."""
    path = str(secret.path)
    if not secret.is_file:
        yield _TELL.bad("keys-no-file", path=path)
        return
    if secret.mode & 0o077:
        yield _TELL.bad("keys-open", path=path, mode=mode_of(secret.mode))
    if secret.owner != user:
        yield _TELL.bad("keys-owner", path=path, owner=secret.owner, user=user)
    if secret.links > 1:
        yield _TELL.warn("keys-linked", path=path, links=secret.links)
