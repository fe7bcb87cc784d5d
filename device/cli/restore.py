"""`zapato restore`: a table put back from a backup, on this device or another."""

import json
import sys
from pathlib import Path

import click

from device.backup import belonging, beside, looking, manifest, recovery, restoring
from device.backup.errors import BackupError, NotWholeError
from device.backup.here import lacks_secrets
from device.backup.looking import Backup
from device.backup.restoring import Device, Order, Restored
from device.backup.secrets_of import Secrets
from device.cli.asking import ask
from device.cli.bad_input import BadInput
from device.cli.cards_texts import NAME
from device.cli.options import config_option, keys_option
from device.cli.progress import Progress
from device.files import private
from device.files.system_faults import in_words
from device.journal import signing
from device.ports.journal import JournalError
from device.settings import ProfileError, Settings, SettingsError, load_profile, load_settings
from device.system.clock import SystemClock

_INTERRUPTED = 130
_LONGEST = 4000


@click.command()
@click.argument("source", metavar="BACKUP", type=click.Path(path_type=Path, readable=False))
@config_option("The settings; where there are none, the backup's are put there.")
@click.option(
    "--as",
    "onto",
    type=click.Choice([one.value for one in Device]),
    default=Device.THIS.value,
    show_default=True,
    help="this-device: what is here and well stays; other-device: all that is in the backup comes.",
)
@click.option("--by", type=NAME, metavar="NAME", help="Who does it; stands on record.")
@click.option("--recovery", "paper", type=click.Path(path_type=Path), help="A file of mode 0600 with the recovery key.")
@click.option("--without-secrets", is_flag=True, help="Go on without keys, people and packs of the backup.")
@click.option("--without-spoilt", is_flag=True, help="Leave out ended files of the backup that its disk has spoilt.")
@click.option("--renamed", is_flag=True, help="The backup is this table's, under a name that it had before.")
@click.option("--keep-opened", is_flag=True, help="Do not retire the packs that were opened in the backup.")
@keys_option("A public key that backup and record must be signed with, as `zapato verify` takes it.")
@click.option(
    "--quick",
    is_flag=True,
    help="For a spare that must take over at once: the record is not followed from its first event on.",
)
@click.option("--check", "only_check", is_flag=True, help="Look at the backup, change nothing.")
def command(
    *,
    source: Path,
    config: Path,
    onto: str,
    by: str | None,
    paper: Path | None,
    without_secrets: bool,
    without_spoilt: bool,
    renamed: bool,
    keep_opened: bool,
    keys: tuple[Path, ...],
    quick: bool,
    only_check: bool,
) -> None:
    """Put a table back from BACKUP, a folder that `zapato backup` made, or a copy of a record alone.

    Stop the table before. The backup is checked first; what is there is kept aside under another name. The record goes
    on in a new file that says which backup it comes from, and a shoe that was in play in the backup is over: the table
    is held until people have decided. Prints one line of JSON. Exit 1: the backup is not whole, and nothing changed.

    \b
    zapato restore /media/usb/BAC-1/20261130T221400Z --by inst1                                  # damaged record
    zapato restore /media/usb/BAC-1/20261130T221400Z --as other-device --by inst1                # a spare unit
    zapato restore /media/usb/BAC-1/20261130T221400Z --check
    zapato restore /media/usb/follow/record-0123456789abcdef.sqlite3 --quick --by inst1
    """
    progress = Progress()
    try:
        trusted = frozenset(signing.read_public_key(key) for key in keys)
        backup = _opened(source, trusted)
        if isinstance(backup, Backup):
            verified = looking.check(
                backup, trusted=trusted, step=progress, archive=not without_spoilt, record=not quick
            )
        elif quick:
            verified = None  # its end is looked at when it is put back
        else:
            verified = looking.check_journal(backup, trusted=trusted, step=progress)
        progress.end()
        if only_check and quick:
            raise BadInput("--check looks at everything, so --quick has no meaning with it")
        if only_check:
            events, coups = (verified.events, verified.coups) if verified else (0, 0)
            line: dict[str, object] = {"backup": str(source), "events": events, "coups": coups}
            if isinstance(backup, Backup):
                line |= {"backup_of": backup.manifest.made_at, "head": manifest.json_of(backup.manifest.head)}
                line |= {"missing": list(backup.manifest.missing), "signed_by": backup.public_key}
            _print(line | {"ok": True})
            return
        if by is None:
            raise BadInput("say who puts the table back: --by NAME")
        order, remarks = _prepared(
            backup,
            config,
            Device(onto),
            trusted,
            by=by,
            paper=paper,
            without_secrets=without_secrets,
            without_spoilt=without_spoilt,
            renamed=renamed,
            keep_opened=keep_opened,
            progress=progress,
        )
        done = restoring.restore(order)
    except NotWholeError as error:
        progress.end()
        _print({"backup": str(source), "ok": False, "what": str(error)})
        sys.exit(1)
    except (BackupError, SettingsError, ProfileError, JournalError) as error:
        progress.end()
        raise BadInput(str(error)) from None
    except KeyboardInterrupt:
        progress.end()
        click.echo("Interrupted: run it again", err=True)
        sys.exit(_INTERRUPTED)
    progress.end()
    if quick:
        remarks += ("Not followed from its first event on: run `zapato archive verify` when there is time",)
    _tell(done, remarks)


def _prepared(
    backup: Backup | Path,
    config: Path,
    onto: Device,
    trusted: frozenset[str],
    *,
    by: str,
    paper: Path | None,
    without_secrets: bool,
    without_spoilt: bool,
    renamed: bool,
    keep_opened: bool,
    progress: Progress,
) -> tuple[Order, tuple[str, ...]]:
    """The order to put it back, and what is to be said; the settings are written once nothing of it can be wrong."""
    settings = beside.settings_for(backup, config) if isinstance(backup, Backup) else load_settings(config)
    journal = settings.journal.path.resolve()
    belonging.refuse_anothers(journal.parent, settings.staff.path.parent, settings.cards.registry.parent)
    belonging.check_table(backup, settings, renamed=renamed)
    if onto is Device.THIS:
        belonging.check_signer(backup, journal, trusted=trusted)
    secrets = _secrets(backup, settings, onto, paper, without=without_secrets)
    remarks: tuple[str, ...] = ()
    if isinstance(backup, Backup):
        profile = beside.profile_for(backup, settings)
        remarks += beside.put_beside_settings(backup, settings)
        remarks += beside.put_settings(backup, config, otherwise=journal.parent)
    else:
        profile = load_profile(settings.profile)
    order = Order(
        source=backup,
        settings=settings,
        profile=profile,
        onto=onto,
        secrets=secrets,
        by=by,
        clock=SystemClock(),
        without_spoilt=without_spoilt,
        keep_opened=keep_opened,
        step=progress,
    )
    return order, remarks


def _opened(source: Path, trusted: frozenset[str]) -> Backup | Path:
    """A backup's folder, or a record's file."""
    belonging.refuse_unreadable(source)
    if source.is_file() and source.name != manifest.MANIFEST:
        return source
    return looking.open_backup(source, trusted=trusted)


def _secrets(
    backup: Backup | Path, settings: Settings, onto: Device, paper: Path | None, *, without: bool
) -> Secrets | None:
    if not isinstance(backup, Backup) or without:
        return None
    if backup.manifest.entry(manifest.SECRETS) is None:
        click.echo("This backup has no keys, people and packs: no recovery key was made on its device", err=True)
        return None
    if paper is None and onto is Device.THIS and not lacks_secrets(settings):
        return None
    try:
        box = private.read(backup.path / manifest.SECRETS, most=recovery.MOST_BYTES)
        key = recovery.read_paper(_paper(paper, recovery.name_of(recovery.public_of(box))))
        return beside.opened_secrets(backup, settings.journal.path.resolve().parent, recovery.unseal(box, key))
    except OSError as error:
        raise BackupError(f"{error.filename or backup.path}: {in_words(error)}") from None


def _paper(file: Path | None, name: str) -> str:
    if file is None:
        if not sys.stdin.isatty():
            raise BadInput(
                f"keys, people and packs are sealed to the recovery key {name}: name a file with it (--recovery FILE), "
                "or go on without them (--without-secrets)"
            )
        return ask(f"Recovery key {name}, its four lines one after another")
    try:
        found = private.look(file)
        if found is not None and found.is_file and not found.is_private:
            raise BadInput(f"{file}: others may read the recovery key: run `chmod 600 {file}`")
        text = private.read(file, most=_LONGEST).decode("utf-8", "replace")
    except OSError as error:
        raise BadInput(f"{file}: cannot be read: {in_words(error)}") from None
    lines = [line.strip() for line in text.splitlines()]
    return " ".join(line for line in lines if recovery.is_a_line(line)) or text


def _tell(done: Restored, remarks: tuple[str, ...]) -> None:
    for remark in (*remarks, *done.remarks):
        click.echo(remark, err=True)
    line: dict[str, object] = {"journal": str(done.journal), "put_back": list(done.put)}
    if done.first is not None:
        first = done.first
        line |= {"backup_of": first.backup_of, "follows": first.file, "events_before": first.seq_before}
        line |= {"shoe": first.shoe, "shoe_left_open": first.shoe_left_open, "coup_left_open": first.coup_left_open}
        click.echo(
            f"Not on record: what was dealt since {first.backup_of}. The table is held until people have decided"
            + (f"; shoe {first.shoe} is over, open a new one after that" if first.shoe_left_open else ""),
            err=True,
        )
    _print(line | {"kept_aside": [str(path) for path in done.aside]})


def _print(line: dict[str, object]) -> None:
    click.echo(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
