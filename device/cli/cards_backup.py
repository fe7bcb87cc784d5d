"""`zapato cards backup|restore`: registry, secret and key of receipts under a passphrase, and put back."""

import os
from pathlib import Path

import click

from device.cards.backup.backup_file import check_passphrase, check_whole, decode
from device.cards.backup.making import make_backup, read_backup, write_backup
from device.cards.backup.restoring import Restored, restore, restore_secret
from device.cards.errors import BackupError
from device.cards.moment import now_at
from device.cards.registry.registry import Registry
from device.cli.asking import ask
from device.cli.bad_input import BadInput
from device.cli.cards_registry import BY, plainly, print_line, registry_options, registry_path
from device.files import private
from device.files.system_faults import in_words

_LONGEST_PASSPHRASE = 1000
_FILE = click.argument("file", type=click.Path(path_type=Path))
_PASSPHRASE = click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path),
    help="A file of mode 0600 whose first line is the passphrase; otherwise it is asked for.",
)


@click.command()
@_FILE
@_PASSPHRASE
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@registry_options
def backup(
    *, file: Path, passphrase_file: Path | None, force: bool, registry: Path | None, config: Path | None
) -> None:
    """Write registry, site's secret and key of receipts to FILE, under a passphrase of at least 12 characters.

    Keep it on another machine, and the passphrase apart from it: both together tell which label is which card.
    """
    path = registry_path(registry, config)
    with plainly():
        packs = Registry(path).packs()
        if os.path.lexists(file) and not force:
            raise BackupError(f"{file}: there is a file already: choose another name, or --force to write over it")
        passphrase = _passphrase(passphrase_file, twice=True)
        check_passphrase(passphrase)
        data = make_backup(path, passphrase, at=now_at())
        write_backup(file, data, force=force)
    print_line({"backup": str(file), "packs": len(packs), "bytes": len(data)})


@click.command("restore")
@_FILE
@BY
@_PASSPHRASE
@click.option("--force", is_flag=True, help="Keep what is there aside, and put the backup in its place.")
@click.option(
    "--keep-opened",
    is_flag=True,
    help="Leave packs opened and in play as they were in the backup: only when none was retired since.",
)
@click.option("--only-secret", is_flag=True, help="Put the secrets back beside a registry that is well.")
@registry_options
def restore_backup(
    *,
    file: Path,
    by: str,
    passphrase_file: Path | None,
    force: bool,
    keep_opened: bool,
    only_secret: bool,
    registry: Path | None,
    config: Path | None,
) -> None:
    """Put registry, secret and key of receipts back from a backup. Stop the tables of this registry before.

    What happened after the backup is not in it. A pack that was retired since would be valid again, so every pack that
    was opened or in play comes back retired.
    """
    if only_secret and keep_opened:
        raise BadInput("--only-secret leaves all packs as they are, so --keep-opened has no meaning with it")
    path = registry_path(registry, config)
    with plainly():
        data = read_backup(file)
        try:
            check_whole(data)
            contents = decode(data, _passphrase(passphrase_file, twice=False))
        except BackupError as error:
            raise BackupError(f"{file}: {error}") from None
        if only_secret:
            done = restore_secret(path, contents, at=now_at(), force=force)
        else:
            done = restore(path, contents, by=by, at=now_at(), keep_opened=keep_opened, force=force)
    _tell(done, only_secret=only_secret)


def _tell(done: Restored, *, only_secret: bool) -> None:
    print_line(
        {
            "site": done.site,
            "backup_of": done.made_at,
            "packs": {state.value: number for state, number in done.packs.items()},
            "retired": list(done.retired),
            "receipt_key": done.has_receipt_key,
            "kept_aside": [str(path) for path in done.aside],
        }
    )
    if only_secret:
        return
    click.echo(
        f"Not in it: what happened since {done.made_at}. Cards of packs added since are foreign cards now. A pack that "
        "is enrolled here may have been opened, used and retired since: look at its cards before it is opened.",
        err=True,
    )
    if done.retired:
        click.echo(f"Retired, as they may have been since: {' '.join(done.retired)}", err=True)


def _passphrase(file: Path | None, *, twice: bool) -> str:
    if file is None:
        return ask("Passphrase of the backup", twice=twice)
    try:
        found = private.look(file)
        if found is not None and found.is_file and not found.is_private:  # a pipe has nobody else at it
            raise BadInput(f"{file}: others may read the passphrase: run `chmod 600 {file}`")
        with file.open(encoding="utf-8", errors="surrogateescape") as opened:
            line = opened.readline(_LONGEST_PASSPHRASE + 1)
    except OSError as error:
        raise BadInput(f"{file}: cannot be read: {in_words(error)}") from None
    if len(line) > _LONGEST_PASSPHRASE:
        raise BadInput(f"{file}: its first line is no passphrase: more than {_LONGEST_PASSPHRASE} characters")
    return line.rstrip("\r\n")
