"""Compiled modules whose bytes depend on their source alone, so that whoever has the source can tell a forged one.

Python runs a module's ``.pyc`` and not its source. Neither the time nor the hash of the source in it proves that it was
made from that source: whoever may write the file may write both. So those of a release are made anew when it is looked
at, and compared byte for byte. That takes a form without references between objects (marshal's version 2), for those
depend on what else a process has in memory; and names of files that depend on no place.
"""

import importlib.util
import marshal
import sys
import warnings
from pathlib import Path, PurePosixPath

_PLAIN = 2
"""The newest version of marshal's format whose bytes depend on the object alone."""

_UNCHECKED = (1).to_bytes(4, "little")
"""Python does not look at the source when it loads such a file: the release's folder is read-only to it."""


def compiled(source: bytes, name: str) -> bytes | None:
    """The bytes of the ``.pyc``; None where the source is none for this Python (a template, an example of a fault).

    `name`: what stands for the file in messages until Python puts its place there.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(source, name, "exec", dont_inherit=True, optimize=0)
    except (SyntaxError, ValueError):
        return None
    head = importlib.util.MAGIC_NUMBER + _UNCHECKED + importlib.util.source_hash(source)
    return head + marshal.dumps(code, _PLAIN)


def place_of(source: PurePosixPath | Path) -> str:
    """Where this Python looks for the compiled form of `source`."""
    return str(source.parent / "__pycache__" / f"{source.stem}.{sys.implementation.cache_tag}.pyc")


def source_of(place: PurePosixPath) -> PurePosixPath | None:
    """The source of a compiled file; None where it lies in no ``__pycache__``, or is another Python's."""
    stem, _, tag = place.stem.rpartition(".")
    if place.parent.name != "__pycache__" or tag != sys.implementation.cache_tag or not stem:
        return None
    return place.parent.parent / f"{stem}.py"
