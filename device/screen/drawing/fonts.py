"""The screens' typeface: found in its Python package by path, never by a name that the system may answer otherwise."""

import struct
from pathlib import Path

FAMILY = "Atkinson Hyperlegible"
"""Drawn so that letters and figures cannot be mistaken for one another, even by poor eyes."""


class FontError(RuntimeError):
    """The typeface is not there or cannot be read; says what to install."""


def font_path(*, bold: bool) -> Path:
    """The typeface's file; raises FontError when its package is not installed."""
    try:
        import fontpkg  # type: ignore[import-untyped]  # noqa: PLC0415 - an extra: a table without screens has none

        return Path(fontpkg.path(FAMILY, weight=700 if bold else 400))
    except (ImportError, LookupError) as error:
        raise FontError(
            f"the screens' typeface {FAMILY} is missing; install it: pip install 'zapato[screen]'"
        ) from error


def glyphs(path: Path) -> frozenset[int]:
    """The characters, as code points, for which a TrueType or OpenType file has a drawing.

    Reads the file's character map itself (formats 4 and 12): SDL draws an empty box for what is missing and says
    nothing. Raises FontError for a file of another kind.
    """
    data = path.read_bytes()
    try:
        tables = {
            data[at : at + 4]: struct.unpack_from(">I", data, at + 8)[0]
            for at in range(12, 12 + 16 * struct.unpack_from(">H", data, 4)[0], 16)
        }
        cmap = tables[b"cmap"]
        found: set[int] = set()
        for index in range(struct.unpack_from(">H", data, cmap + 2)[0]):
            start = cmap + struct.unpack_from(">I", data, cmap + 4 + 8 * index + 4)[0]
            kind = struct.unpack_from(">H", data, start)[0]
            if kind == 4:
                found |= _segments(data, start)
            elif kind == 12:
                for group in range(struct.unpack_from(">I", data, start + 12)[0]):
                    first, last = struct.unpack_from(">II", data, start + 16 + 12 * group)
                    found |= set(range(first, last + 1))
    except (KeyError, struct.error) as error:
        raise FontError(f"{path} is no font file that can be read") from error
    return frozenset(found)


def _segments(data: bytes, start: int) -> set[int]:
    """Format 4: segments of code points; one with an offset looks its glyphs up, glyph 0 is the empty box."""
    count = struct.unpack_from(">H", data, start + 6)[0] // 2
    found: set[int] = set()
    for index in range(count):
        ends, starts = start + 14 + 2 * index, start + 16 + 2 * count + 2 * index
        last, first = struct.unpack_from(">H", data, ends)[0], struct.unpack_from(">H", data, starts)[0]
        delta = struct.unpack_from(">H", data, starts + 2 * count)[0]
        where = starts + 4 * count
        offset = struct.unpack_from(">H", data, where)[0]
        for code in range(first, last + 1):
            if code == 0xFFFF:
                continue
            glyph = struct.unpack_from(">H", data, where + offset + 2 * (code - first))[0] if offset else code
            if glyph and (glyph + delta) % 65536:
                found.add(code)
    return found
