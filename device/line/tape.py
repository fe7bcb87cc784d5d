"""Tapes: what went over a reader's line, as text that a person can read and a test can play.

Headings first, then one line for each piece of bytes, in order of happening::

    # Name: what this tape shows
    # Reader: line
    # Device: GM65 on USB, CR after each code
    # Date: 2025-11-30
    # Notes: anything worth knowing; may come more than once
    # Tags: 9h=0D00319CD0 Kd=083F6C4A
    0 > 7e0008010001
    1200 < 39480d

The number is milliseconds since the start, never less than the one before. ``<`` came from the device, ``>`` went to
it. Tags say which card each tag is, so that a tape of a reader of tags can be played without a registry of packs; they
may come more than once. Blank lines and other lines that begin with ``#`` are comments; two of them say what bytes
cannot, and are played: ``# 1500 line lost`` and ``# 2700 line opened``.
"""

import enum
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from device.ports.line import BytesIn, LineInput, LineLost, LineOpened
from device.rules.card import Card, CardError

_HEADING = re.compile(r"#\s*([A-Za-z]+):\s*(.*)")
_ENTRY = re.compile(r"(\d+)\s+([<>])\s+(.*)")
_MARK = re.compile(r"#\s*(\d+)\s+line (lost|opened)")
_HEADINGS = ("Name", "Reader", "Device", "Date", "Notes", "Tags")
_MAY_COME_AGAIN = ("Notes", "Tags")
_TAG = re.compile(r"(\w+)=([0-9A-Za-z][0-9A-Za-z._:-]*)")


class TapeError(ValueError):
    """A text that is no tape: the line number, from 1, and what was expected there."""

    def __init__(self, line: int, expected: str) -> None:
        super().__init__(f"line {line}: {expected}")
        self.line = line
        self.expected = expected


class Way(enum.Enum):
    """Which way an entry's bytes went, or what happened to the line itself."""

    FROM_DEVICE = "<"
    TO_DEVICE = ">"
    LOST = "lost"
    OPENED = "opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class TapeEntry:
    """One thing on the tape; `at_ms` counts from the tape's start, `data` is empty for LOST and OPENED alone."""

    at_ms: int
    way: Way
    data: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class TapeHead:
    """What a tape says about itself; `reader` is the name of the reader that understands it, as settings spell it."""

    name: str
    reader: str
    device: str = ""
    date: str = ""
    notes: tuple[str, ...] = ()
    tags: Mapping[str, Card] = field(default_factory=dict)
    """Which card each tag is, in upper case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tape:
    """A whole tape, its entries in order of happening."""

    head: TapeHead
    entries: tuple[TapeEntry, ...]


def read_tape(text: str) -> Tape:
    """Read a tape's text.

    Name and Reader must be there; Device, Date and Notes may be missing. Raises TapeError at the first line that is
    neither heading, entry nor comment, and where the headings end without Name and Reader.
    """
    found: dict[str, list[str]] = {}
    entries: list[TapeEntry] = []
    head: TapeHead | None = None
    number = 0
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        line = raw.strip()
        if not line or (line.startswith("#") and not _MARK.fullmatch(line)):
            if line and head is None:
                _take_heading(line, number, found)
            continue
        if head is None:
            head = _make_head(found, number)
        entries.append(_read_entry(line, number, entries[-1].at_ms if entries else 0))
    return Tape(head=head or _make_head(found, number + 1), entries=tuple(entries))


def _take_heading(line: str, number: int, found: dict[str, list[str]]) -> None:
    match = _HEADING.fullmatch(line)
    if match is None:
        return  # a comment among the headings
    title = match[1].capitalize()
    if title not in _HEADINGS:
        raise TapeError(number, f"unknown heading {match[1]!r}; expected one of {', '.join(_HEADINGS)}")
    if title in found and title not in _MAY_COME_AGAIN:
        raise TapeError(
            number, f"a second '# {title}:'; expected each heading once (only Notes and Tags may come again)"
        )
    if title == "Tags":
        for word in match[2].split():
            _read_tag(word, number)
    found.setdefault(title, []).append(match[2])


def _read_tag(word: str, number: int) -> tuple[str, Card]:
    match = _TAG.fullmatch(word)
    try:
        if match is not None:
            return match[2].upper(), Card.parse(match[1])
    except CardError:
        pass
    raise TapeError(number, f"expected which card each tag is, as '# Tags: 9h=0D00319CD0 Kd=083F6C4A', not {word!r}")


def _make_head(found: dict[str, list[str]], number: int) -> TapeHead:
    for title, example in (("Name", "what this tape shows"), ("Reader", "line")):
        if not found.get(title, [""])[0]:
            raise TapeError(
                number, f"expected a heading '# {title}: …' before this, for example '# {title}: {example}'"
            )
    notes = tuple(note for note in found.get("Notes", ()) if note)
    tags = dict(_read_tag(word, number) for words in found.get("Tags", ()) for word in words.split())
    one = {title: values[0] for title, values in found.items()}
    return TapeHead(
        name=one["Name"],
        reader=one["Reader"],
        device=one.get("Device", ""),
        date=one.get("Date", ""),
        notes=notes,
        tags=tags,
    )


def _read_entry(line: str, number: int, before_ms: int) -> TapeEntry:
    mark, match = _MARK.fullmatch(line), _ENTRY.fullmatch(line)
    if mark is not None:
        entry = TapeEntry(at_ms=int(mark[1]), way=Way(mark[2]))
    elif match is not None:
        entry = TapeEntry(at_ms=int(match[1]), way=Way(match[2]), data=_read_hex(match[3], number))
    else:
        raise TapeError(number, f"expected '<ms> < <hex>' or '<ms> > <hex>', for example '1200 < 39480d', not {line!r}")
    if entry.at_ms < before_ms:
        raise TapeError(
            number, f"expected {before_ms} ms or later, as time does not go back on a tape, not {entry.at_ms}"
        )
    return entry


def _read_hex(text: str, number: int) -> bytes:
    try:
        data = bytes.fromhex(text)
    except ValueError:
        data = b""
    if not data:
        raise TapeError(
            number, f"expected the bytes as pairs of hexadecimal digits, for example '39480d', not {text!r}"
        )
    return data


def write_head(head: TapeHead) -> str:
    """The headings as text, each on its line; a line break within a value becomes a space."""
    lines = [("Name", head.name), ("Reader", head.reader), ("Device", head.device), ("Date", head.date)]
    lines += [("Notes", note) for note in head.notes or ("",)]
    lines += [("Tags", f"{card.value}={tag}") for tag, card in head.tags.items()]
    return "".join(f"# {title}: {' '.join(value.split())}".rstrip() + "\n" for title, value in lines)


def write_entry(entry: TapeEntry) -> str:
    """One entry as its line of text, with the line break."""
    match entry.way:
        case Way.FROM_DEVICE | Way.TO_DEVICE:
            return f"{entry.at_ms} {entry.way.value} {entry.data.hex()}\n"
        case Way.LOST | Way.OPENED:
            return f"# {entry.at_ms} line {entry.way.value}\n"


def write_tape(tape: Tape) -> str:
    """The whole tape as text; reading it gives the same tape again."""
    return write_head(tape.head) + "".join(map(write_entry, tape.entries))


def tape_inputs(tape: Tape, start_s: float) -> Iterator[LineInput]:
    """What the line told the table when this was recorded: opened, bytes, and the line's end as the last.

    `start_s` is the monotonic time that stands for the tape's zero; each input bears the tape's own time on that clock,
    so pauses between cards count as they did then, however fast the tape is played. Sent bytes are left out.
    """
    port = f"tape {tape.head.name}"
    yield LineOpened(port=port, at_s=start_s)
    at_s, lost = start_s, False
    for entry in tape.entries:
        at_s = start_s + entry.at_ms / 1000
        match entry.way:
            case Way.FROM_DEVICE:
                yield BytesIn(data=entry.data, at_s=at_s)
            case Way.LOST:
                yield LineLost(detail=f"{port}: the line was lost here when this was recorded", at_s=at_s)
            case Way.OPENED:
                yield LineOpened(port=port, at_s=at_s)
            case Way.TO_DEVICE:
                pass
        lost = entry.way is Way.LOST or (lost and entry.way is not Way.OPENED)
    if not lost:
        yield LineLost(detail=f"{port}: played to its end", at_s=at_s)
