"""The screens' typefaces: found by path, never by a name that the system may answer with another face.

Latin letters come from a Python package. Chinese ones come from a face that the machine has, and 中文 is offered only
where one is installed.
"""

import functools
import os
import struct
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from mmap import ACCESS_READ, mmap
from pathlib import Path

from device.words import FIRST_CHINESE, languages, load_words

FAMILY = "Atkinson Hyperlegible"
"""Drawn so that letters and figures cannot be mistaken for one another, even by poor eyes."""

_CJK_ANY = ("notosanscjk", "sourcehansans", "wqymicrohei", "wqyzenhei", "droidsansfallbackfull", "droidsansfallback")
_CJK_FAMILIES: Mapping[str, tuple[str, ...]] = {
    "zh-Hans": ("notosanssc", "notosanscjksc", "sourcehansanssc", "sourcehansanscn", *_CJK_ANY),
    "zh-Hant": ("notosanstc", "notosanscjktc", "sourcehansanstc", "sourcehansanstw", *_CJK_ANY),
}
"""Families by how well they serve, written as `_plain` writes file names.

First those drawn for the language's own script; then the collections, which have a real bold but of which SDL can open
only the first face, whose strokes follow Japan's custom in places; then those that have no bold.
"""


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


def needs_cjk(language: str) -> bool:
    """Whether a language is written in Chinese characters, which the Latin face does not have."""
    return language in _CJK_FAMILIES


def cjk_path(language: str = "zh-Hans", *, bold: bool = False) -> Path | None:
    """The file of the installed face that writes this language's Chinese best; None when there is none.

    Only a face that has every character of the language's catalogue counts. With `bold` it is the family's real bold;
    a family that has none answers with its regular file, and the painter makes the strokes stronger. Of a collection
    (.ttc) the first face is meant. What is found is kept: a face installed later is seen at the next start.
    """
    found = _search(_font_folders(), language if needs_cjk(language) else "zh-Hans")
    return found[bold] if found is not None else None


def can_draw(language: str) -> bool:
    """Whether a language's letters can be drawn here."""
    return not needs_cjk(language) or cjk_path(language) is not None


def languages_offered() -> tuple[str, ...]:
    """The languages that can be drawn here, in the order in which a language key goes through them."""
    return tuple(filter(can_draw, languages()))


def missing_cjk_sentence() -> str:
    """What is not offered for want of a Chinese face, and the Debian packages that bring one."""
    return (
        "no typeface with Chinese characters is installed, so 中文 (zh-Hans, zh-Hant) is not offered; "
        "install one: sudo apt-get install fonts-noto-cjk, or the small fonts-wqy-microhei"
    )


def _font_folders() -> tuple[Path, ...]:
    home = Path(os.environ.get("HOME") or "/nonexistent")
    own = Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share")
    return own / "fonts", home / ".fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts")


@functools.cache
def _search(folders: tuple[Path, ...], language: str) -> tuple[Path, Path] | None:
    """The regular and the bold file of the first family that is installed and has every character needed."""
    files: dict[str, Path] = {}
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in sorted(names):
                if name.lower().endswith((".ttf", ".otf", ".ttc")):
                    files.setdefault(_plain(name), Path(place, name))
    words = load_words(language)
    needed = {ord(letter) for key in words.all_keys() for letter in words.template(key)}
    needed = {code for code in needed if code >= FIRST_CHINESE}
    for family in _CJK_FAMILIES[language]:
        regular = files.get(f"{family}regular") or files.get(family)
        if regular is None or not _has(regular, needed):
            continue
        bold = files.get(f"{family}bold")
        return regular, bold if bold is not None and _has(bold, needed) else regular
    return None


def _plain(name: str) -> str:
    """A font file's name without its ending, in small letters and digits alone: `NotoSansCJK-Bold.ttc` and its like."""
    return "".join(letter for letter in Path(name).stem.lower() if letter.isalnum())


def _has(path: Path, needed: set[int]) -> bool:
    try:
        return needed <= _read(path, sorted(needed))
    except (FontError, OSError):
        return False  # a file that cannot be read writes nothing; the next family may


def glyphs(path: Path) -> frozenset[int]:
    """The characters, as code points, for which a TrueType or OpenType file has a drawing; of a collection, its first.

    Reads the file's character map itself (formats 4 and 12): SDL draws an empty box for what is missing and says
    nothing. Raises FontError for a file of another kind, OSError when it cannot be read.
    """
    return _read(path, range(0x110000))


def _read(path: Path, wanted: Sequence[int]) -> frozenset[int]:
    """Those of the wanted characters, which are in ascending order, that a font file has."""
    try:
        with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
            return _mapped(data, wanted)
    except (KeyError, struct.error, ValueError) as error:  # ValueError: an empty file cannot be mapped
        raise FontError(f"{path} is no font file that can be read") from error


def _mapped(data: mmap, wanted: Sequence[int]) -> frozenset[int]:
    """The wanted characters in the map of a font file's bytes. Raises KeyError or struct.error where it has none."""
    (kind,) = struct.unpack_from(">4s", data, 0)
    (head,) = struct.unpack_from(">I", data, 12) if kind == b"ttcf" else (0,)
    tables = {
        tag: offset
        for tag, _, offset, _ in (
            struct.unpack_from(">4sIII", data, head + 12 + 16 * index)
            for index in range(struct.unpack_from(">H", data, head + 4)[0])
        )
    }
    cmap = tables[b"cmap"]
    found: set[int] = set()
    for index in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        start = cmap + struct.unpack_from(">I", data, cmap + 4 + 8 * index + 4)[0]
        form = struct.unpack_from(">H", data, start)[0]
        if form == 4:
            found.update(_segments(data, start, wanted))
        elif form == 12:
            (count,) = struct.unpack_from(">I", data, start + 12)
            for first, last, _ in struct.iter_unpack(">III", data[start + 16 : start + 16 + 12 * count]):
                found.update(_between(wanted, first, last))
    return frozenset(found)


def _segments(data: mmap, start: int, wanted: Sequence[int]) -> Iterator[int]:
    """Format 4: segments of code points; one with an offset looks its glyphs up, glyph 0 is the empty box."""
    count = struct.unpack_from(">H", data, start + 6)[0] // 2
    lasts, firsts, deltas, offsets = (
        struct.unpack_from(f">{count}H", data, start + at)
        for at in (14, 16 + 2 * count, 16 + 4 * count, 16 + 6 * count)
    )
    for index, (first, last, delta, offset) in enumerate(zip(firsts, lasts, deltas, offsets, strict=True)):
        table = start + 16 + 6 * count + 2 * index + offset  # counted from where the offset itself stands
        for code in _between(wanted, first, min(last, 0xFFFE)):
            glyph = struct.unpack_from(">H", data, table + 2 * (code - first))[0] if offset else code
            if glyph and (glyph + delta) % 65536:
                yield code


def _between(ordered: Sequence[int], first: int, last: int) -> Sequence[int]:
    """Those of some numbers in ascending order that are neither below `first` nor above `last`."""
    return ordered[bisect_left(ordered, first) : bisect_right(ordered, last)]
