"""Free text without what must stay at the table: whatever has the shape of a card, a code, a tag, a PIN or a key.

Shapes, and not known values: a text may tell of a card that nobody here knows. What is harmless and looks like it goes
too; a log with holes still tells what happened.
"""

import re
from collections.abc import Iterable, Iterator

LONGEST_LINE = 500
_LOOKED_AT = 2 * LONGEST_LINE
"""So much of a line is looked at before it is cut: what the cut goes through has its whole shape then."""

_TIMED = re.compile(r"^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S{0,6} \S+ [\w@./-]+(?:\[\d+\])?: )(.*)$", re.DOTALL)
"""How `journalctl -o short-iso` begins a line: its figures are a time and a process, and stay."""

_PLACES = r"(?!/(?:opt|var|run|dev|etc|usr|home|sys|proc|lib|tmp|boot|mnt|media)/)"
_EDGE, _END = r"(?<![0-9A-Za-z])", r"(?![0-9A-Za-z])"
_SHAPES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        (r"\$argon2\S*", "‹hash›"),
        (r"-----BEGIN [A-Z ]+-----.*", "‹key›"),
        (
            r"(?i)\b(pin|new_pin|session|second_session|pass(?:phrase|word)?|secret|token|badge|card|cards|tag|code|codes"
            r"|face|hidden|salt|box|commit|label|key)\b(\"?\s*[=:]\s*)(\"[^\"]*\"|'[^']*'|\[[^\]]*\]|\S+)",
            r"\1\2‹…›",
        ),
        (rf"{_PLACES}[A-Za-z0-9+/_=-]{{24,}}", "‹text›"),
        (r"(?:[0-9A-Fa-f]{2}[: -]){3,}[0-9A-Fa-f]{2}", "‹id›"),
        (rf"(?i){_EDGE}(?=[0-9a-z-]*\d)[0-9a-z]{{2,8}}(?:-[0-9a-z]{{2,8}}){{2,}}{_END}", "‹label›"),
        (rf"(?i){_EDGE}(?=[a-f]*\d)[0-9a-f]{{6,}}{_END}", "‹id›"),
        (rf"{_EDGE}(?:(?:10|[2-9TJQKAtjqka])[cdhsCDHS♣♦♥♠♧♢♡♤])+{_END}", "‹card›"),
        (r"(?:10|[2-9TJQKA])\s?[♣♦♥♠♧♢♡♤]\ufe0f?", "‹card›"),
        (
            r"(?i)\b(?:ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two|deuce|\d+)\s+of\s+"
            r"(?:clubs|diamonds|hearts|spades)\b",
            "‹card›",
        ),
        (rf"{_EDGE}(?=[A-Z]*\d)(?=\d*[A-Z])[0-9A-Z]{{4}}{_END}", "‹pack›"),
        (r"\d{4,}", "‹number›"),
    )
)


def scrub(text: str) -> str:
    """The text with holes; a line that is longer than anybody reads is cut."""
    return "\n".join(_scrub_line(line) for line in text.split("\n"))


def scrub_log(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a log with holes; their times and processes stay."""
    for line in lines:
        begun = _TIMED.match(line)
        yield begun[1] + _scrub_line(begun[2]) if begun else _scrub_line(line)


def _scrub_line(line: str) -> str:
    line = line[:_LOOKED_AT]
    for shape, put in _SHAPES:
        line = shape.sub(put, line)
    return line[:LONGEST_LINE]
