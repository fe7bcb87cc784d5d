"""`zapato archive`: the ended files of a table's record."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from device.cli.bad_input import BadInput
from device.cli.options import config_option
from device.cli.verify import verify_files
from device.journal import checking, joins, next_file, retention
from device.journal.archive import ArchivingJournal
from device.journal.removed_list import LIST
from device.journal.retention import Archived, KeptError
from device.journal.sqlite import SqliteJournal
from device.ports.journal import JournalError
from device.settings import ArchivePeriod, ProfileError, Settings, SettingsError, load_profile, load_settings
from device.system.clock import SystemClock

_CONFIG = config_option()


@click.group()
def command() -> None:
    """The ended files of a table's record: one a period, as `journal.archive` in table.toml says.

    Between two shoes the table goes on in a new file, which begins with the signed end of the one before; that one lies
    in the folder `archive` beside the record. `zapato show` and `zapato verify` take ended files too. Nothing is ever
    removed by itself.
    """


@command.command("list")
@_CONFIG
def list_files(config: Path) -> None:
    """List the ended files, oldest first, one JSON line each, and until when the house rules keep them."""
    with _plainly():
        settings, journal = _record(config)
        for one in retention.archived(journal, retention_days=_retention_days(settings)):
            _print(_about(one))


@command.command()
@_CONFIG
def verify(config: Path) -> None:
    """Check every ended file and the one in use, and that each goes on where the one before it ends.

    Exit 1 when one does not verify or join, or when one is missing.
    """
    with _plainly():
        _, journal = _record(config)
        record = joins.series(journal, next_file.archive_of(journal))
        try:
            gone = {str(line["epoch"]): line for line in retention.removed(journal)}
        except KeptError as error:
            _print({"file": LIST, "ok": False, "what": str(error)})
            sys.exit(1)
        follows = record[0].follows
        if follows is not None:
            line = gone.get(follows.epoch_before)
            if line is None:
                _print(
                    {"file": follows.file, "ok": False, "what": "missing: it is not in the archive and never left it"}
                )
                sys.exit(1)
            click.echo(f"{follows.file} left on {line['removed_at']}; its copy is {line['copied_to']}", err=True)
        for stray in retention.strays(journal):
            _print({"file": stray.name, "ok": False, "what": "the file after it is missing in the archive"})
            sys.exit(1)
        verify_files(tuple(one.path for one in record))


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--copied-to",
    "copy",
    type=click.Path(path_type=Path),
    required=True,
    help="Its copy elsewhere, compared byte by byte.",
)
@_CONFIG
def remove(file: Path, copy: Path, config: Path) -> None:
    """Remove FILE, the oldest of the archive, once the house rules no longer keep it and it lies elsewhere.

    It must verify, its successor must go on from it, and its copy must be the same to the last byte. What leaves is put
    on the list `removed.jsonl` in the archive, which is signed with the table's key.
    """
    with _plainly():
        settings, journal = _record(config)
        if not file.is_file():
            raise BadInput(f"{file}: there is no such file; `zapato archive list` names them")
        try:
            line = retention.remove(
                journal, file, copy=copy, retention_days=_retention_days(settings), now_at=SystemClock().wall_at()
            )
        except KeptError as error:
            click.echo(f"Error: {error}", err=True)
            sys.exit(1)
        if copy.stat().st_dev == journal.stat().st_dev:
            click.echo(f"{copy}: the copy lies on the journal's own disk: put one elsewhere", err=True)
        _print(line)


@command.command()
@_CONFIG
def now(config: Path) -> None:
    """End the file in use and begin the next, with the table stopped and no shoe in play.

    For a record that was put back from a backup: what it then goes on with is another file, and says so.
    """
    with _plainly():
        settings, journal = _record(config)
        clock = SystemClock()
        record = ArchivingJournal(
            SqliteJournal(journal, clock=clock),
            period=ArchivePeriod.NEVER,
            table=settings.table.name,
            clock=clock,
            on_trouble=lambda _: None,
        )
        try:
            name = record.begin_next()
        finally:
            record.close()
        if name is None:
            click.echo(
                f"Error: {journal}: a shoe is in play, a card that left after the last one is under seal until the "
                "next shoe is opened, or nothing is on record yet: end the shoe first",
                err=True,
            )
            sys.exit(1)
        _print({"archived": str(next_file.archive_of(journal) / name), "journal": str(journal)})


def _record(config: Path) -> tuple[Settings, Path]:
    settings = load_settings(config)
    journal = settings.journal.path.resolve()
    if not journal.exists():
        raise BadInput(f"{journal}: there is no record yet; journal.path in {config} names it")
    return settings, journal


def _retention_days(settings: Settings) -> int:
    return load_profile(settings.profile).retention_days


def _about(one: Archived) -> dict[str, object]:
    first, last, until = one.ends.first, one.ends.last, one.kept_until
    return {
        "file": str(one.ends.path),
        "from": first.at if first is not None else None,
        "to": last.at if last is not None else None,
        "events": last.seq if last is not None else 0,
        "shoes": one.shoes,
        "bytes": one.bytes,
        "retention_days": one.retention_days,
        "kept_until": f"{until:%Y-%m-%d}" if until is not None else None,
    }


def _print(line: dict[str, object]) -> None:
    click.echo(json.dumps(line, ensure_ascii=False, separators=(",", ":")))


@contextmanager
def _plainly() -> Iterator[None]:
    try:
        yield
    except (SettingsError, ProfileError, KeptError) as error:
        raise BadInput(str(error)) from None
    except JournalError as error:
        raise BadInput(checking.describe(error, Path("archive"))) from error
