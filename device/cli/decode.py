"""`zapato decode`: bytes of a reader in, one line of JSON out for each thing they say."""

import io
import json
import sys
from collections.abc import Iterator, Sequence
from typing import BinaryIO

import click

from device.readers.decoders import DECODERS
from device.readers.describe import Decoded, describe
from device.readers.hex_text import HexError, Pause, parse_hex

_CHUNK_BYTES = 4096


class BadInput(click.ClickException):
    """Input that cannot be decoded; one plain line, exit code 2."""

    exit_code = 2


def _input(file: BinaryIO, name: str, *, is_hex: bool) -> Iterator[bytes | Pause]:
    """The bytes as they come, so that a pipe from a live port is shown at once; hex is read to its end first."""
    if is_hex:
        try:
            yield from list(parse_hex(file.read().decode("utf-8", "replace")))
        except HexError as error:
            raise BadInput(f"{name}, line {error.line}: {error}") from None
        return
    while chunk := file.read1(_CHUNK_BYTES) if isinstance(file, io.BufferedReader) else file.read(_CHUNK_BYTES):
        yield chunk


def _show(items: Sequence[Decoded]) -> None:
    for item in items:
        print(json.dumps(describe(item), ensure_ascii=False, separators=(",", ":")))
    if items:
        sys.stdout.flush()


@click.command()
@click.option("--reader", type=click.Choice(list(DECODERS)), required=True, help="What the bytes come from.")
@click.option("--hex", "is_hex", is_flag=True, help="Input is hex text: blanks free, # comments, -- MS a pause.")
@click.argument("file", type=click.File("rb"), default="-")
def command(reader: str, is_hex: bool, file: BinaryIO) -> None:
    """Read bytes from FILE or standard input and print what the reader says, one JSON object a line.

    Repeats that a passage would make one card are all printed: decode shows what came.
    """
    decoder = DECODERS[reader]()
    for piece in _input(file, getattr(file, "name", "<stdin>"), is_hex=is_hex):
        _show(decoder.pause(piece.ms) if isinstance(piece, Pause) else decoder.feed(piece))
    _show(decoder.finish())
