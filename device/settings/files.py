"""Files that people name: read whole, but never without end."""

from pathlib import Path

MOST_BYTES = 64_000
"""The largest settings file or profile; the shipped ones have a tenth of it."""


_BYTE_ORDER_MARK = "\ufeff"


class TooLargeError(OSError):
    """The file is larger than anything this command could have been meant to read."""


def read_at_most(path: Path, most_bytes: int) -> bytes:
    """The file's bytes; raises OSError as opening does, and TooLargeError past `most_bytes` (devices never end)."""
    with path.open("rb") as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise TooLargeError(27, f"larger than {most_bytes:,} bytes; is it the right file?")
    return data


def text_of(data: bytes) -> str:
    """The text in UTF-8; the mark that some editors put before it is left out. Raises UnicodeDecodeError."""
    return data.decode().removeprefix(_BYTE_ORDER_MARK)
