"""`zapato readers`: which reader is on which port, and writing it into a table's settings."""

import json
import sys
from collections.abc import Sequence
from difflib import unified_diff
from math import isfinite
from pathlib import Path

import click

from device.cli.asking import at_a_terminal
from device.cli.bad_input import BadInput
from device.line.find.candidates import Candidate, Roots, find_candidates
from device.line.find.obstacles import obstacles_of_machine
from device.line.find.search import PortReport, as_plain, look, search
from device.line.port_name import PortNameError
from device.readers.kinds import features_of
from device.readers.line import Suffix
from device.settings import SettingsError
from device.settings.reader_choice import ReaderChoice, plan_change, text_before, write_change

_PORT = click.option(
    "--port", "ports", multiple=True, metavar="PATH|usb:VID:PID", help="Only this port; may be given again."
)
_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object a port.")


@click.group()
def command() -> None:
    """Which reader is on which port?"""


@command.command("list")
@_PORT
@_JSON
def list_ports(ports: tuple[str, ...], as_json: bool) -> None:
    """The serial ports of this machine, and what is in the way on each. Nothing is opened.

    Exit code 0 when at least one port can be used, else 1.
    """
    roots = Roots()
    candidates = _candidates(roots, ports)
    reports = look(candidates, roots)
    _show(reports, as_json=as_json)
    _hint(candidates, roots)
    if all(any(obstacle.blocks for obstacle in report.obstacles) for report in reports):
        sys.exit(1)


@command.command()
@_PORT
@click.option(
    "--listen",
    "listen_s",
    type=click.FloatRange(1, 600),
    default=None,
    is_flag=False,
    flag_value=30,
    metavar="[SECONDS]",
    help="Where nothing answers, wait so long (30) for a card that you show.",
)
@click.option("--write", "write_to", type=click.Path(path_type=Path), help="Settings file to write the reader into.")
@click.option("--choose", metavar="PORT", help="Which of several readers to write.")
@click.option("--yes", is_flag=True, help="Write without asking.")
@_JSON
def find(
    *,
    ports: tuple[str, ...],
    listen_s: float | None,
    write_to: Path | None,
    choose: str | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Ask each serial port what is there, in a way that changes no reader, and say what is in the way.

    Ports are named as they should stand in the settings. Exit code 0 when a reader was found, else 1.

    \b
    zapato readers find
    zapato readers find --listen                 a plain scanner or tag reader: show it a card
    zapato readers find --write table.toml       kind, port and baud into the settings
    """
    if choose is not None and write_to is None:
        raise BadInput("--choose says which reader is written: name the file with --write table.toml")
    if listen_s is not None and not isfinite(listen_s):
        raise BadInput("--listen nan: a number of seconds is needed, 1 to 600")
    if write_to is not None:
        try:
            text_before(write_to)  # what is wrong with it is better said before the search than after it
        except SettingsError as error:
            raise BadInput(str(error)) from None
    roots = Roots()
    candidates = _candidates(roots, ports)
    reports = search(look(candidates, roots), tell=_Progress(), listen_s=listen_s or 0.0)
    _show(reports, as_json=as_json)
    _hint(candidates, roots)
    found = [report for report in reports if report.found is not None]
    if write_to is not None and found:
        _write(write_to, _chosen(found, choose), yes=yes)
    if not found:
        if write_to is not None:
            print(f"{write_to} is left as it is: no reader was found", file=sys.stderr)
        sys.exit(1)


class _Progress:
    """Tells on standard error what is done on each port, each thing once."""

    def __init__(self) -> None:
        self._told: dict[str, str] = {}

    def __call__(self, port: str, text: str) -> None:
        if self._told.get(port) != text:
            self._told[port] = text
            sys.stderr.write(f"{port}: {text}\n")  # at once: other ports' threads tell too
            sys.stderr.flush()


def _candidates(roots: Roots, ports: tuple[str, ...]) -> list[Candidate]:
    try:
        return find_candidates(roots, ports)
    except PortNameError as error:
        raise BadInput(f"--port {error}") from None


def _show(reports: Sequence[PortReport], *, as_json: bool) -> None:
    for report in reports:
        if as_json:
            print(json.dumps(as_plain(report), ensure_ascii=False, separators=(",", ":")))
            continue
        candidate = report.candidate
        behind = [candidate.device] if candidate.device not in ("", candidate.name) else []
        about = ", ".join([*behind, *([candidate.about] if candidate.about else [])])
        says = report.says.removeprefix(f"{candidate.name}: ")
        print(f"{candidate.name}{f' ({about})' if about else ''}: {says}")


def _hint(candidates: Sequence[Candidate], roots: Roots) -> None:
    if not candidates:
        print("no serial port on this machine: plug the reader in; a scanner must be set to USB-COM", file=sys.stderr)
    for obstacle in obstacles_of_machine(candidates, roots):
        print(obstacle.says, file=sys.stderr)


def _chosen(found: Sequence[PortReport], choose: str | None) -> PortReport:
    names = [report.candidate.name for report in found]
    if choose is None:
        if len(found) > 1:
            raise BadInput(f"several readers were found: say which with --choose PORT: {', '.join(names)}")
        return found[0]
    for report in found:
        if choose in (report.candidate.name, report.candidate.device):
            return report
    raise BadInput(f"--choose {choose}: no reader was found there; found are {', '.join(names)}")


def _write(path: Path, report: PortReport, *, yes: bool) -> None:
    found = report.found
    assert found is not None
    suffix = Suffix.NONE if found.unended else Suffix.ANY
    choice = ReaderChoice(kind=found.kind, port=report.candidate.name, baud=found.baud, suffix=suffix)
    try:
        change = plan_change(path, choice)
        if change.before == change.after:
            print(f"{path} says so already", file=sys.stderr)
            return
        if not change.is_new:
            before, after = (text.splitlines(keepends=True) for text in (change.before, change.after))
            print("".join(unified_diff(before, after, str(path), str(path), n=1)), file=sys.stderr, end="")
        else:
            print(f"{path} is new: the example of all settings, with this reader", file=sys.stderr)
        if not yes:
            if not at_a_terminal():
                raise BadInput(f"{path} is left as it is: nobody can be asked here; --yes writes without asking")
            if not click.confirm(f"Write {path}?", err=True):
                print(f"{path} is left as it is", file=sys.stderr)
                sys.exit(1)
        write_change(change)
    except SettingsError as error:
        raise BadInput(str(error)) from None
    print(f"{path} is written: zapato check {path}", file=sys.stderr)
    if features_of(found.kind).tags:
        print("tags are cards by the registry of packs only: enrol them with zapato cards enrol", file=sys.stderr)
