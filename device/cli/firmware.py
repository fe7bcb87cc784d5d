"""`zapato firmware`: the shoe board's own program onto its Pico."""

import sys
from pathlib import Path

import click

from device.cli.bad_input import BadInput
from device.files.system_faults import in_words
from device.line.flash.errors import FlashedButSilentError, FlashError
from device.line.flash.flashing import flash
from device.line.flash.program import READERS, load_program
from device.line.flash.wish import Wish
from device.settings.files import MOST_BYTES, read_at_most


@click.group()
def command() -> None:
    """The shoe board's own program."""


@command.command("flash")
@click.option("--port", required=True, metavar="PATH|usb:VID:PID", help="The Pico's port, such as usb:2e8a:0005.")
@click.option("--reader", type=click.Choice(READERS), help="The kind of reader in this shoe; kept when left out.")
@click.option(
    "--pins",
    "pins_path",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A pins.py of your own; the board keeps the one it has when left out.",
)
@click.option("--replace", is_flag=True, help="Overwrite another program that is on the Pico.")
def flash_command(port: str, reader: str | None, pins_path: Path | None, *, replace: bool) -> None:
    """Bring the program onto a Raspberry Pi Pico with MicroPython, check it, start it and wait for its hello.

    The table must not be running, or it holds the port. A Pico without MicroPython gets it first: firmware/README.md.

    \b
    Example: zapato firmware flash --port usb:2e8a:0005 --reader line

    Exit code 0 when the shoe says hello with this version, 1 when it was copied and says nothing.
    """
    try:
        pins = read_at_most(pins_path, MOST_BYTES) if pins_path is not None else None
        program = load_program()
        wish = Wish(port=port, program=program, pins=pins, reader=reader, replaces=replace)
        hello = flash(wish, lambda text: click.echo(text, err=True))
    except FlashedButSilentError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(1)
    except FlashError as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{pins_path}: cannot be read: {in_words(error)}") from error
    details = dict(hello.details)
    click.echo(f"the shoe says hello: firmware {details['fw']}, build {program.build}, board {details.get('uid', '?')}")
