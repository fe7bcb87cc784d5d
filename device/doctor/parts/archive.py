"""The ended files of the record: do they join, is one missing, may one leave, is one due."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise

from device.doctor.finding import Finding, Teller
from device.doctor.world import World
from device.journal import joins, next_file, retention
from device.journal.joins import Ends, NotJoinedError
from device.journal.retention import KeptError
from device.ports.journal import JournalError

_TELL = Teller("archive")


def look(world: World) -> Iterator[Finding]:
    """From the oldest file that is there to the one in use: both ends of each, and nothing between them."""
    if world.settings is None or world.profile is None:
        yield _TELL.note("no-settings")
        return
    journal = world.settings.journal.path.resolve()
    if not journal.exists():
        return
    with journal.open("rb"):
        pass  # what may not be read is told as such, and not as a fault of the file
    try:
        files = joins.series(journal, next_file.archive_of(journal))
        gone = {str(line.get("epoch")) for line in retention.removed(journal)}
        strays = retention.strays(journal)
    except (JournalError, KeptError) as error:
        yield _TELL.bad("said", says=str(error))
        return
    yield from judge(files, gone, keep_days=world.profile.retention_days, now=world.now)
    for stray in strays:
        yield _TELL.bad("archive-stray", name=stray.name)


def judge(files: list[Ends], gone: set[str], *, keep_days: int, now: datetime) -> Iterator[Finding]:
    """`gone`: the epochs of files that left by a person's word."""
    first = files[0].follows
    if first is not None and first.epoch_before not in gone:
        yield _TELL.bad("archive-missing", name=first.file)
    for older, newer in pairwise(files):
        try:
            joins.check_join(older, newer)
        except NotJoinedError as error:
            yield _TELL.bad("archive-torn", name=newer.path.name, says=str(error))
    ended = files[:-1]
    yield _TELL.ok("archive", count=len(ended), size_mb=round(sum(one.path.stat().st_size for one in ended) / 1e6, 1))
    old = [one for one in ended if one.last is not None and _age(one.last.at, now) > timedelta(days=keep_days)]
    if old:
        yield _TELL.note("archive-old", count=len(old), name=old[0].path.name, days=keep_days)


def _age(at: str, now: datetime) -> timedelta:
    try:
        return now - datetime.fromisoformat(at)
    except ValueError:
        return timedelta()
