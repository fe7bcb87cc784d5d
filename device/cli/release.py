"""`zapato release`: whether the installed program is what was signed."""

import dataclasses
import json
import sys
from pathlib import Path

import click

from device.cli.bad_input import BadInput
from device.system.release import ReleaseReport, Signature, check_release, installed_release

_KEY = Path("/etc/zapato/release.pub")
_WORDS = {
    Signature.GOOD: "signed with this key",
    Signature.BAD: "its signature is not good",
    Signature.NO_KEY: "signed, and there is no key to check that with: --key FILE",
    Signature.UNSIGNED: "installed from a clone, not a signed release",
    Signature.NO_MANIFEST: "no installed release: it has no list of files that could be read",
}


@click.group("release")
def command() -> None:
    """The installed program against its signed list of files."""


@command.command("check")
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option("--key", type=click.Path(path_type=Path), help=f"The public key, a PEM file; usually {_KEY}.")
def check(folder: Path | None, key: Path | None) -> None:
    """Look at every file of the release in FOLDER, by default the one this program runs from.

    Prints one line of JSON. Exit 0: every file is as it was installed, and the list is signed with the key or was made
    from a clone, which `signature` tells; 1: something was changed, added or taken away; 2: there is no such folder.
    """
    root = installed_release() if folder is None else folder
    if root is None:
        raise BadInput("this program runs from a clone and not from an installed release; name a release's folder")
    if not root.is_dir():
        raise BadInput(f"{root}: there is no such folder")
    if key is None and _KEY.exists():
        key = _KEY
    report = check_release(root, key)
    click.echo(json.dumps(_line(report), ensure_ascii=False, separators=(",", ":")))
    click.echo(f"{root}: {_WORDS[report.signature]}{'' if report.fault is None else f': {report.fault}'}", err=True)
    sys.exit(0 if report.is_intact else 1)


def _line(report: ReleaseReport) -> dict[str, object]:
    line: dict[str, object] = {"release": str(report.root), "ok": report.is_intact}
    for field in dataclasses.fields(report):
        value = getattr(report, field.name)
        if field.name != "root" and value not in (None, ()):
            line[field.name] = value.value if isinstance(value, Signature) else value
    return line
