"""`zapato verify`: whether a journal is what was written."""

import json
import sys
from pathlib import Path

import click

from device.cli.bad_input import BadInput
from device.cli.options import keys_option
from device.cli.progress import Progress
from device.cli.settings_place import record_file
from device.journal import checking, held_heads, joins, signing
from device.ports.journal import JournalError

_INTERRUPTED = 130
"""As shells say it of a program that Ctrl-C ended."""


@click.command("verify")
@click.argument("journals", metavar="[JOURNAL…]", type=click.Path(path_type=Path), nargs=-1)
@click.option("--rebuild", is_flag=True, help="Make the derived tables anew from the events first.")
@keys_option(
    "A public key that every signed head must be signed with, and there must be one: a PEM file, or 64 hex digits "
    "in a file."
)
@click.option(
    "--head",
    "kept",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A file with signed ends that the record must still reach: MANIFEST.json or backups.jsonl of its backups.",
)
def command(journals: tuple[Path, ...], rebuild: bool, keys: tuple[Path, ...], kept: tuple[Path, ...]) -> None:
    """Check JOURNAL from its first record to its last: chain, signatures, fold, derived tables.

    Without one: the table's own. Several are checked one after another, the oldest first, and each must go on where the
    one before it ends. Prints one line of JSON for each. Exit 0: all is as it was written; 1: it is not, and the first
    bad record is named; 2: it is no journal, or it cannot be read.
    """
    journals = journals or (record_file(),)
    try:
        trusted = frozenset(signing.read_public_key(key) for key in keys)
    except JournalError as error:
        raise BadInput(str(error)) from error
    verify_files(journals, rebuild=rebuild, trusted=trusted)
    for file in kept:
        _require_heads(journals, file, trusted)


def _require_heads(journals: tuple[Path, ...], file: Path, trusted: frozenset[str]) -> None:
    """Insist that the records still hold every signed end in `file` that is of one of them; one must be."""
    try:
        ends = held_heads.read_heads(file)
        checked = [held_heads.check(journal, ends, trusted=trusted) for journal in journals]
    except checking.NotVerifiedError as error:
        click.echo(_compact({"heads": str(file), "ok": False, "seq": error.seq, "what": error.what}))
        sys.exit(1)
    except JournalError as error:
        raise BadInput(str(error)) from error
    if not sum(checked):
        raise BadInput(f"{file}: it holds no signed end of these records")
    click.echo(_compact({"heads": str(file), "checked": sum(checked), "ok": True}))


def verify_files(journals: tuple[Path, ...], *, rebuild: bool = False, trusted: frozenset[str] = frozenset()) -> None:
    """Check files one after another, the oldest first, and that they join; the process ends at the first that fails."""
    older: Path | None = None
    for journal in journals:
        _verify(journal, older, rebuild=rebuild, trusted=trusted)
        older = journal


def _verify(journal: Path, older: Path | None, *, rebuild: bool, trusted: frozenset[str]) -> None:
    progress = Progress()

    def told(stage: checking.Stage, done: int, total: int) -> None:
        progress(stage.value, done, total)

    try:
        if rebuild:
            checking.rebuild(journal, trusted=trusted, progress=told)
        verified = checking.verify_file(journal, trusted=trusted, progress=told)
        if older is not None:
            joins.check_files(older, journal)
    except checking.NotVerifiedError as error:
        progress.end()
        click.echo(_compact({"journal": str(journal), "ok": False, "seq": error.seq, "what": error.what}))
        sys.exit(1)
    except joins.NotJoinedError as error:
        progress.end()
        click.echo(_compact({"journal": str(journal), "ok": False, "seq": 1, "what": str(error)}))
        sys.exit(1)
    except JournalError as error:
        progress.end()
        raise BadInput(checking.describe(error, journal)) from error
    except KeyboardInterrupt:
        progress.end()
        sys.exit(_INTERRUPTED)  # not 1: that would be an answer
    progress.end()
    if trusted and verified.signed_to < verified.events:
        after = f"records {verified.signed_to + 1} to {verified.events} are newer than the last signature"
        click.echo(f"{journal}: {after}; a key proves nothing about them yet", err=True)
    if len(verified.keys) > 1:
        click.echo(f"{journal}: signed with {len(verified.keys)} keys; name the right ones with --key", err=True)
    line = {"journal": str(journal), "events": verified.events, "shoes": verified.shoes, "coups": verified.coups}
    if verified.follows:
        line["follows"] = verified.follows
    if verified.lost_seals:
        line["lost_seals"] = verified.lost_seals
        click.echo(
            f"{journal}: {verified.lost_seals} hidden faces can never be shown: the sealing key was lost, which is on "
            "record as faces-lost",
            err=True,
        )
    click.echo(_compact(line | {"head": verified.head, "ok": True}))


def _compact(line: dict[str, object]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))
