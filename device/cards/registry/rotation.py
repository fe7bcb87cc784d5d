"""Changing the site's secret: new keys, the registry written anew under them, old keys forgotten.

The steps, each durable before the next, so that whatever is cut short goes on: the secret with old and new keys; the
registry under the new key, one transaction, which also names its generation; the secret without the old registry key,
and without the label keys that no pack needs. All of it with the registry held, so no other step comes between.
"""

import contextlib
from pathlib import Path

from device.cards.errors import CardsError
from device.cards.keys.secret import SiteSecret
from device.cards.keys.secret_file import write_secret
from device.cards.registry import rows
from device.cards.registry.access import access
from device.cards.registry.boxes import Lock


def rotate(path: Path, *, at: str) -> SiteSecret:
    """Change the secret of the registry at `path`, or finish a change that was cut short; returns the secret.

    Takes as long as writing the whole file twice; others wait. Raises CardsError, and then the old secret still works.
    """
    with access(path, writing=True) as opened:
        secret = opened.secret
        if secret.newest.number == opened.site.generation:
            secret = secret.rotated(at=at)
            write_secret(path, secret)
        number = secret.newest.number
        lock = Lock(secret.registry_key(number), site=secret.site, generation=number)
        for row in tuple(rows.read_rows(opened.connection)):
            codes = opened.cards_of(row)
            box = lock.close(codes, rows.about(row.pack, row.label_generation))
            anew = rows.Row(pack=row.pack, label_generation=row.label_generation, marks=lock.marks(codes), box=box)
            rows.write_row(opened.connection, anew)
        opened.connection.execute("UPDATE site SET generation = ?, proof = ?", (number, lock.proof))
        rows.count_change(opened.connection)
    return _forget(path)


def forget_old_keys(path: Path) -> None:
    """Forget the keys that nothing needs any more; where that fails now, the next step of this kind does it."""
    with contextlib.suppress(CardsError):
        _forget(path)


def _forget(path: Path) -> SiteSecret:
    with access(path, writing=True) as opened:
        labels = rows.read_label_generations(opened.connection)
        secret = opened.secret.without_old_keys(registry=opened.site.generation, labels=labels)
        if secret != opened.secret:
            write_secret(path, secret)
        return secret
