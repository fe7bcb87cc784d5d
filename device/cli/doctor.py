"""`zapato doctor`: every part of a table's machine looked at, what is wrong, and what to do."""

import os
import sys
import time
from pathlib import Path

import click

from device.cli.asking import at_a_terminal
from device.cli.bad_input import BadInput, visible
from device.cli.language import language_of_system
from device.cli.options import config_if_any, json_option
from device.doctor.bundle.contents import Contents, collect
from device.doctor.bundle.writing import BundleError, packed, write
from device.doctor.catalogue import NAMES, PARTS
from device.doctor.finding import Level, worst
from device.doctor.looking import MAY_RUN, MUST_NOT_RUN, MUST_RUN, look_at_all, the_world
from device.doctor.telling import LANGUAGES, as_text, load_doctor_words, summary
from device.doctor.telling import as_json as line_of
from device.files.system_faults import is_there

_INTERRUPTED = 130
"""As shells say it of a program that Ctrl-C ended."""


@click.command()
@config_if_any(otherwise="none")
@json_option("One JSON object a finding.")
@click.option("--only", "names", type=click.Choice(NAMES), multiple=True, help="Only this part; may be given again.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the words.  [default: the table's]")
@click.option(
    "--table-running",
    "wish",
    type=click.Choice((MAY_RUN, MUST_RUN, MUST_NOT_RUN)),
    default=MAY_RUN,
    show_default=True,
    help="Whether a table may run meanwhile, must (for a watch over it), or must not (to try reader and lamps).",
)
@click.option(
    "--bundle",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write what a maker needs into FILE (tar.gz), without keys, PINs, cards and codes; lists what is in it.",
)
@click.option("--yes", is_flag=True, help="Write the bundle without asking.")
def command(
    *,
    config: Path | None,
    as_json: bool,
    names: tuple[str, ...],
    lang: str | None,
    wish: str,
    bundle: Path | None,
    yes: bool,
) -> None:
    """Look at every part of this machine and say what is wrong and what to do. Nothing is changed.

    While a table runs its reader is not touched: the table is asked instead. As root everything can be looked at; as
    another user it says what it may not see. Exit code 0: nothing to mend (there may be warnings), 1: something is bad.

    \b
    sudo zapato doctor
    zapato doctor --config table.toml --only reader --only disk
    zapato doctor --json --table-running must       for a program that watches over the table
    sudo zapato doctor --bundle /media/stick/table-12.tar.gz
    """
    if config is not None and not is_there(config):
        raise BadInput(f"{config}: there is no such file; `zapato settings` prints one to begin with")
    if bundle is not None and os.path.lexists(bundle):
        raise BadInput(f"{bundle}: there is something of that name: name another file")
    began_s = time.monotonic()
    world = the_world(config)
    language = lang or (world.settings.table.language.value if world.settings is not None else language_of_system())
    words = load_doctor_words(language)
    parts = [part for part in PARTS if not names or part.name in names]
    try:
        findings = look_at_all(world, parts, table_wish=wish, told=_Progress())
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)  # what was being looked at has ended too
    if as_json:
        for finding in findings:
            print(line_of(finding, words))
    else:
        for line in as_text(findings, words):
            print(visible(line))
        print(summary(findings, words, took_s=time.monotonic() - began_s))
    if bundle is not None:
        _write_bundle(bundle, collect(world, findings, words), yes=yes)
    if worst(findings) is Level.BAD:
        sys.exit(1)


def _write_bundle(path: Path, contents: Contents, *, yes: bool) -> None:
    for member in contents.members:
        print(f"{len(member.content):>9}  {member.name}", file=sys.stderr)
    for name in contents.kept_out:
        print(f"{name} is left out: a secret of this table is in it; please report this", file=sys.stderr)
    if not yes and at_a_terminal() and not click.confirm(visible(f"Write {path}?"), err=True):
        print("nothing is written", file=sys.stderr)
        sys.exit(1)
    try:
        write(path, packed(contents.members))
    except BundleError as error:
        raise BadInput(str(error)) from None
    print(visible(f"{path} is written"), file=sys.stderr)


class _Progress:
    """At a terminal, the part that is looked at now, on standard error; it is written over by the next one."""

    def __call__(self, name: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{name}\r")
            sys.stderr.flush()
