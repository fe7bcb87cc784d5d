"""`zapato backup`: a backup of the whole table, made while it deals."""

import json
import logging
import signal
import sys
import threading
from pathlib import Path

import click

from device.backup import following, making, manifest, recovery, where
from device.backup.errors import BackupError, NotWholeError
from device.backup.keeping import Keep
from device.cli.asking import ask
from device.cli.bad_input import BadInput
from device.cli.options import config_option
from device.cli.progress import Progress
from device.settings import Settings, SettingsError, load_settings
from device.system.clock import SystemClock
from device.system.signals import told_of

_INTERRUPTED = 130
_USUAL = Keep()


@click.command()
@config_option("The settings.")
@click.option("--into", type=click.Path(path_type=Path), help="The folder for backups; it must be there.")
@click.option("--name", default="", help="The folder in it.  [default: the table's name]")
@click.option("--other-disk", is_flag=True, help="Refuse a folder on the record's own disk: a stick not mounted.")
@click.option("--keep-daily", type=click.IntRange(0), default=_USUAL.daily, show_default=True, help="Days that stay.")
@click.option("--keep-weekly", type=click.IntRange(0), default=_USUAL.weekly, show_default=True, help="Weeks.")
@click.option("--keep-monthly", type=click.IntRange(0), default=_USUAL.monthly, show_default=True, help="Months.")
@click.option("--make-recovery", is_flag=True, help="Make the recovery key and print it, once.")
@click.option("--check-recovery", is_flag=True, help="Type the recovery key from its paper, to see that it is right.")
@click.option(
    "--follow",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Keep a copy of the record in DIR up to the second, until stopped: for a program that carries it further.",
)
@click.option("--force", is_flag=True, help="With --make-recovery: another key in place of the one there is.")
def command(
    *,
    config: Path,
    into: Path | None,
    name: str,
    other_disk: bool,
    keep_daily: int,
    keep_weekly: int,
    keep_monthly: int,
    make_recovery: bool,
    check_recovery: bool,
    follow: Path | None,
    force: bool,
) -> None:
    """Copy record, ended files, settings, people, packs and keys into a folder, while the table deals.

    What is secret goes in under the recovery key alone, which `zapato backup --make-recovery` makes: without one the
    backup says what is missing from it. Each backup is put back once for trial and checked as `zapato verify` does;
    only then it gets its name. Old ones leave by days, weeks and months, never the newest. Prints one line of JSON.
    Exit 0: made and verified; 1: what was made is not whole, and is kept as `….bad`; 2: none could be made.

    \b
    zapato backup --make-recovery > /dev/lp0        # once; keep the paper away from the device
    zapato backup --into /var/backups/zapato        # each night
    """
    try:
        settings = load_settings(config)
        if make_recovery:
            _make_recovery(settings, force=force)
        elif check_recovery:
            _check_recovery(settings)
        elif follow is not None:
            _follow(settings, follow)
        elif into is None:
            raise BadInput("name a folder for the backup with --into")
        else:
            keep = Keep(daily=keep_daily, weekly=keep_weekly, monthly=keep_monthly)
            _back_up(settings, config, into, name, keep, other_disk=other_disk)
    except (SettingsError, BackupError) as error:
        raise BadInput(str(error)) from None


def _back_up(settings: Settings, config: Path, into: Path, name: str, keep: Keep, *, other_disk: bool) -> None:
    if "/" in name or name in (".", "..") or name.startswith("."):
        raise BadInput(f"--name {name!r}: a folder's name is wanted, not a path")
    progress = Progress()
    job = making.Job(
        settings=settings,
        config=config,
        into=into,
        name=name,
        other_disk=other_disk,
        clock=SystemClock(),
        keep=keep,
        step=progress,
    )
    try:
        made = making.make(job)
    except NotWholeError as error:
        progress.end()
        kept = next(iter(getattr(error, "__notes__", ())), None)
        _print({"backup": kept, "ok": False, "what": str(error)})
        sys.exit(1)
    except KeyboardInterrupt:
        progress.end()
        click.echo("Interrupted: nothing was left behind, and the backups that are there are as they were", err=True)
        sys.exit(_INTERRUPTED)
    finally:
        progress.end()
    for remark in made.remarks:
        click.echo(remark, err=True)
    for missing in made.manifest.missing:
        click.echo(f"Missing in it: {missing}", err=True)
    verified = made.verified
    _print(
        {
            "backup": str(made.path),
            "events": verified.events if verified else 0,
            "shoes": verified.shoes if verified else 0,
            "coups": verified.coups if verified else 0,
            "head": manifest.json_of(made.manifest.head),
            "bytes": made.bytes,
            "ended_files": len(made.manifest.archive),
            "ended_files_copied": list(made.stored),
            "missing": list(made.manifest.missing),
            "removed": list(made.removed),
            "ok": True,
        }
    )


def _follow(settings: Settings, folder: Path) -> None:
    """Follow until SIGTERM or Ctrl-C; trouble is told once and tried again, for it may heal."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s: %(message)s")
    if not folder.is_dir():
        raise BadInput(f"{folder}: no such folder: is its disk mounted?")
    where.check_apart(settings.journal.path.resolve(), folder)
    stop = threading.Event()
    with told_of((signal.SIGTERM, signal.SIGINT), lambda _number, _frame: stop.set()):
        following.follow(settings.journal.path, folder, stop)


def _make_recovery(settings: Settings, *, force: bool) -> None:
    key = making.make_recovery(settings, at=SystemClock().wall_at(), force=force)
    click.echo(f"Recovery key of table {settings.table.name}, {recovery.name_of(key.public)}")
    click.echo()
    for line in key.paper():
        click.echo(f"    {line}")
    click.echo()
    click.echo("Keep this paper away from the device. It is shown this once; it opens the secrets in every backup.")
    click.echo(
        f"The public half is in {recovery.recovery_file(settings.journal.path)}. See that the paper is right: "
        "zapato backup --check-recovery",
        err=True,
    )


def _check_recovery(settings: Settings) -> None:
    public = making.recovery_public(settings)
    if public is None:
        raise BadInput("no recovery key was made on this device: zapato backup --make-recovery")
    key = recovery.read_paper(ask("Recovery key, its four lines one after another"))
    if key.public != public:
        click.echo(
            f"Error: this is another key, {recovery.name_of(key.public)}; here it is {recovery.name_of(public)}",
            err=True,
        )
        sys.exit(1)
    _print({"recovery_key": recovery.name_of(public), "ok": True})


def _print(line: dict[str, object]) -> None:
    click.echo(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
