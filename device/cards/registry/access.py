"""The registry opened for one step or one look: the rows, and the key that belongs to them."""

import contextlib
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from hmac import compare_digest
from pathlib import Path

from device.cards.errors import DamagedError, ForeignError, SecretError, UnknownPackError
from device.cards.keys.secret import SiteSecret
from device.cards.keys.secret_file import key_path, read_secret
from device.cards.pack import Pack, PackKind
from device.cards.registry import registry_file, rows
from device.cards.registry.boxes import Lock, each_mark, has_mark
from device.cards.registry.rows import Row, SiteRow
from device.readers.labels import parse_label
from device.rules.card import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """The registry within one transaction."""

    path: Path
    connection: sqlite3.Connection
    site: SiteRow
    secret: SiteSecret
    lock: Lock

    def row(self, id: str) -> Row:
        """One pack, its id in any case; raises UnknownPackError."""
        row = rows.read_row(self.connection, id.upper()) if id.isascii() else None
        if row is None:
            raise UnknownPackError(f"{self.path}: there is no pack {id[:20]!r}: `zapato cards list` tells which are")
        return row

    def cards_of(self, row: Row) -> dict[str, Card]:
        """The cards of a pack; raises DamagedError when its box does not open."""
        codes = self.lock.open(row.box, rows.about(row.pack, row.label_generation))
        if codes is None or len(codes) != row.pack.cards:
            raise DamagedError(
                f"pack {row.pack.id} is damaged or was changed by hand: its cards do not open; put back a backup "
                "(`zapato cards restore`), or enrol the pack anew under another name"
            )
        return codes

    def find(self, code: str) -> Row | None:
        """The pack of a code, given as `proper_code` gives it."""
        label = parse_label(code)
        if label is None:
            return next((row for row, _ in self.find_tags((code,))), None)
        row = rows.read_row(self.connection, label.pack)
        return row if row is not None and has_mark(row.marks, self.lock.mark(code)) else None

    def find_tags(self, codes: Collection[str]) -> Iterator[tuple[Row, str]]:
        """The packs that have any of these tags, each with one of them; looks once through the marks of all packs."""
        wanted = {self.lock.mark(code) for code in codes}
        single = next(iter(wanted)) if len(wanted) == 1 else None
        found = self.connection.execute("SELECT id, marks FROM packs WHERE kind = ?", (PackKind.TAGS.value,))
        for id_, marks in found:
            if wanted.isdisjoint(each_mark(marks)) if single is None else not has_mark(marks, single):
                continue
            row = self.row(id_)
            common = self.cards_of(row).keys() & set(codes)
            if common:
                yield row, min(common)

    def write(self, pack: Pack, codes: Mapping[str, Card], label_generation: int | None, *, new: bool = False) -> None:
        """Write the pack with its cards under lock."""
        row = Row(
            pack=pack,
            label_generation=label_generation,
            marks=self.lock.marks(codes),
            box=self.lock.close(codes, rows.about(pack, label_generation)),
        )
        rows.write_row(self.connection, row, new=new)


@contextlib.contextmanager
def access(path: Path, *, writing: bool) -> Iterator[Access]:
    """Open the registry for one step or one look; raises CardsError.

    The secret is read each time: another process may have changed it since.
    """
    registry_file.check_access(path)
    with registry_file.transaction(path, writing=writing) as connection:
        site = rows.read_site(connection)
        secret = read_secret(path)
        yield Access(
            path=path,
            connection=connection,
            site=site,
            secret=secret,
            lock=lock_of(path, site, secret),
        )


def lock_of(path: Path, site: SiteRow, secret: SiteSecret) -> Lock:
    """The registry's lock; raises ForeignError and SecretError where the secret is not the registry's."""
    key = key_path(path)
    if site.site != secret.site:
        raise ForeignError(
            f"{path}: it belongs to site {site.site}, and the secret beside it to site {secret.site}: put back the "
            "registry and the secret that belong together, from a backup (`zapato cards restore`)"
        )
    try:
        lock = Lock(secret.registry_key(site.generation), site=site.site, generation=site.generation)
    except SecretError as error:
        raise SecretError(f"{key}: {error}") from None
    if not compare_digest(lock.proof, site.proof):
        raise SecretError(
            f"{key}: it is not the secret that the registry was written with, though of the same site: put back the "
            "one that belongs to it, from a backup (`zapato cards restore`)"
        )
    return lock
