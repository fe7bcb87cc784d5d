"""The record alone, put back once more: the same ended file, and nothing changed where the copy lies."""

import shutil
from pathlib import Path

from backup.backup_tools import Site

from device.backup.restoring import Device
from device.journal import checking, joins, next_file
from device.journal.signing import Signer, key_path


def contents(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in folder.iterdir()}


def test_a_record_alone_that_is_put_back_again_is_the_same_ended_file(site: Site, fast: Path) -> None:
    (fast / "card").mkdir()
    card = fast / "card" / "journal.sqlite3"
    shutil.copy(site.journal, card)
    before = contents(fast / "card")
    first = site.restore(card, onto=Device.THIS).first
    archive = next_file.archive_of(site.journal)
    ended = contents(archive)
    again = site.restore(card, onto=Device.THIS).first
    assert first is not None and again is not None
    assert (again.file, contents(archive)) == (first.file, ended)
    assert contents(fast / "card") == before
    key = frozenset({Signer(key_path(site.journal)).public})
    for one in joins.series(site.journal, archive):
        checking.verify_file(one.path, trusted=key)
