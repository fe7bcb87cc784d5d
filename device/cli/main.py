"""The command `zapato`: finds the command's file and turns every expected error into one plain line."""

import errno
import importlib
import io
import os
import sys
from collections.abc import Mapping
from typing import TextIO

import click

import device
from device.files.system_faults import sudo_for

COMMANDS: Mapping[str, str] = {
    # One line each, in the order a newcomer meets them; the module holds a click command called `command`.
    "demo": "A simulated shoe deals; table and screens run.",
    "play": "Run a table script: one line, one thing that happens at the table.",
    "setup": "Set a table up, step by step: reader, lamps, people and all.",
    "table": "The table process: reader, lamps, record.",
    "order": "One order to a running table, as a staff screen gives it.",
    "staff": "The people of a table: roles, PINs, badges.",
    "cards": "The house's own marked cards: labels, packs, their state.",
    "screen": "The players' or the dealer's screen.",
    "sounds": "Hear the screens' sounds, or write them to a file.",
    "readers": "Which reader is on which port, and writing it into the settings.",
    "sim": "The simulated shoe board, or another simulated reader, alone.",
    "firmware": "The shoe board's own program onto its Pico.",
    "settings": "Print a commented example of table.toml.",
    "check": "Check a table's settings or a profile.",
    "profiles": "List the house-rule profiles, or show one with its hash.",
    "settle": "Settle bets on a coup, to the cent.",
    "odds": "The exact chances and returns of every wager in a fresh shoe.",
    "roads": "The scoreboards of a list of results.",
    "decode": "Bytes of a reader in, lines out.",
    "replay": "Run a recorded tape through the reader and the table.",
    "doctor": "Look at every part of the machine, say what is wrong and what to do.",
    "verify": "Check a journal: chain, signatures, fold, projections.",
    "archive": "The ended files of a table's record: list, check, remove.",
    "backup": "A backup of the whole table, made while it deals.",
    "restore": "Put a table back from a backup, here or on another device.",
    "show": "Read a journal: shoes, coups, cards.",
    "manual": "The dealer's page, to be printed.",
    "acceptance": "The log of the run in which real hardware is accepted.",
    "release": "Whether the installed program is what was signed.",
    "bench": "Measure speeds against floors taken in the same run.",
}


class _Commands(click.Group):
    """Loads a command's module only when it is used: the table process never imports the screen's libraries."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's own signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"device.cli.{cmd_name}")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(device.__version__, prog_name="zapato")
def zapato() -> None:
    """zapato: a Punto Banco table that reads its shoe, knows the drawing rules and keeps the record."""


def main() -> None:
    """Run the command line; exit codes as documented: 0 done, 1 the answer is no, 2 bad usage or bad input."""
    _open_closed_streams()
    _insist_on_utf8()
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        # What this terminal has no letter for, or a file's name that is no text, is a question mark and no end.
        sys.stdout.reconfigure(errors="replace")
    try:
        try:
            zapato.main(standalone_mode=True)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output went away, as `| head` does; Python would complain at exit
        sys.exit(0)
    except OSError as error:
        if isinstance(error, PermissionError) and error.filename is not None:
            # What may not even be looked at: a folder of the table's, for whoever is not its user.
            name = ascii(os.fsdecode(error.filename))
            sudo = sudo_for(error.filename) or "sudo"
            remedy = f"type {sudo} before the command, or let that user read it"
            _tell(f"Error: {name}: no permission for user {os.geteuid()}: {remedy}")
            sys.exit(2)
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
            raise
        _tell(f"Error: the output cannot be written: {error.strerror}; what was printed is not whole")
        _lead_nowhere(sys.stdout)
        sys.exit(2)


def _tell(what: str) -> None:
    """To standard error, which may lie on the very disk that is full: the exit code says it all the same."""
    try:
        print(what, file=sys.stderr, flush=True)
    except OSError:
        _lead_nowhere(sys.stderr)


def _lead_nowhere(stream: TextIO) -> None:
    """What could not be written is still with it: Python would try once more at exit, and give a code of its own."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _insist_on_utf8() -> None:
    """Begin anew where names of files would be read in another way: what settings name could not even be asked for."""
    if sys.getfilesystemencoding() != "utf-8":
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


def _open_closed_streams() -> None:
    """Where a standard stream was closed by whoever started us (``>&-``), let it lead nowhere.

    Otherwise the next file that is opened would get its number, and a word meant for people might end up in a journal.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number, inheritable=True)
                os.close(nowhere)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - ours to the end
