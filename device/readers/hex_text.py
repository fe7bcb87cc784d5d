"""Bytes written by people: hex with blanks, comments and pauses, as in trouble reports and test vectors."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

BARE_PAUSE_MS = 1000

_PAUSE = re.compile(r"--(?:\s+([0-9]{1,9}))?")
_BYTES = re.compile(r"(?:[0-9A-Fa-f]{2})+")


class HexError(ValueError):
    """A line that is neither hex nor a pause; `line` counts from 1, the message says what was expected."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Nothing comes for `ms` milliseconds."""

    ms: int


def parse_hex(text: str) -> Iterator[bytes | Pause]:
    """Read hex text line by line: blanks and case are free, ``#`` begins a comment.

    ``-- 60`` on a line of its own is a pause of 60 ms, a bare ``--`` one of 1000 ms. Raises HexError at the first
    line that is wrong.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.partition("#")[0].strip()
        if "--" in content:
            pause = _PAUSE.fullmatch(content)
            if pause is None:
                raise HexError(number, f"{content!r}: a pause stands alone on its line, -- or -- 60 (milliseconds)")
            yield Pause(ms=int(pause[1] or BARE_PAUSE_MS))
            continue
        for group in content.split():
            if not _BYTES.fullmatch(group):
                raise HexError(number, f"{group!r} is no hex; two digits a byte were expected, for example 0D or 30 44")
            yield bytes.fromhex(group)
