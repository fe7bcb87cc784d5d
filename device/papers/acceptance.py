"""The log of the run in which real hardware is accepted: what left the shoe against what was read, and the verdict.

Cards are passed through the shoe in an order that is known, and each passage is one line of a CSV file::

    shoe,passage,expected,read,at_ms
    1,1,Ac,Ac,2310
    1,2,2c,??,2984

`expected` is the card that lay there, `read` the one that the board said. ``??`` is a card that passed unread, ``--``
under `read` one of whose passage the board said nothing, ``--`` under `expected` a passage that no card made. `shoe`
counts the fillings and `passage` the lines of each, both from 1; `at_ms` is the recording's own clock. Lines that begin
with ``#`` are remarks, and the heading may come again, so that files can be put one behind another.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from device.rules.card import Card, CardError

UNREAD = "??"
NOTHING = "--"
CUT = "cut"
HEADING = "shoe,passage,expected,read,at_ms"

PASSAGES_WANTED = 100_000
UNREAD_AT_MOST = 1 / 10_000
"""Unread cards a passage that may be, at the very most; of wrong faces, missed and invented passages none may be."""
CONFIDENCE = 0.95

_MATCHES, _NO_READ, _OTHER_FACE, _ALONE = 0, 1, 3, 4
"""What it costs to think two lists differ so; a wrong face is more likely than a card missed and one invented."""


class LogError(ValueError):
    """A log that cannot be used: the line, from 1, and what was expected there."""

    def __init__(self, line: int, expected: str) -> None:
        super().__init__(f"line {line}: {expected}")
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One line of the log; see the module."""

    shoe: int
    passage: int
    expected: str
    read: str
    at_ms: int

    def as_csv(self) -> str:
        """The line, without its end."""
        return f"{self.shoe},{self.passage},{self.expected},{self.read},{self.at_ms}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a log shows; counts of passages."""

    shoes: int
    passages: int
    """Cards that left the shoe."""
    wrong: int
    unread: int
    missed: int
    """Cards of whose passage nothing was said."""
    invented: int
    """Passages that no card made."""

    @property
    def is_accepted(self) -> bool:
        """Enough passages, no wrong face, none missed or invented, few enough unread."""
        enough = self.passages >= PASSAGES_WANTED and self.unread <= self.passages * UNREAD_AT_MOST
        return enough and not (self.wrong or self.missed or self.invented)

    def why_not(self) -> list[str]:
        """What is in the way, for people; empty when it is accepted."""
        found = []
        if self.passages < PASSAGES_WANTED:
            found.append(f"{PASSAGES_WANTED - self.passages} passages are still to be made")
        for count, what in ((self.wrong, "wrong faces"), (self.missed, "missed"), (self.invented, "invented")):
            if count:
                found.append(f"{what}: {count}, none may be")
        if self.unread > self.passages * UNREAD_AT_MOST:
            found.append(f"unread: {self.unread}, at most 1 in {round(1 / UNREAD_AT_MOST)} may be")
        return found


def upper_bound(count: int, of: int, confidence: float = CONFIDENCE) -> float:
    """The largest rate that is still believable after `count` in `of`: one-sided Clopper and Pearson, exact.

    The rate at which so few would be seen with a chance of 1 - `confidence`; 1 where nothing speaks against it.
    """
    if of == 0 or count >= of:
        return 1.0
    low, high = count / of, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        if _at_most(count, of, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def _at_most(count: int, of: int, rate: float) -> float:
    """The chance of at most `count` in `of`."""
    if rate >= 1:
        return 0.0
    total = 0.0
    for seen in range(count + 1):
        ways = math.lgamma(of + 1) - math.lgamma(seen + 1) - math.lgamma(of - seen + 1)
        total += math.exp(ways + seen * (math.log(rate) if seen else 0.0) + (of - seen) * math.log1p(-rate))
    return total


def read_log(lines: Iterable[str]) -> Iterator[Passage]:
    """Every passage of a log; raises LogError at the first line that is none, or out of its order."""
    last = (0, 0)
    for number, raw in enumerate(lines, start=1):
        line = raw.strip()
        if not line or line.startswith("#") or line == HEADING:
            continue
        parts = line.split(",")
        if len(parts) != 5 or not all(part.isascii() and part.isdigit() for part in (*parts[:2], parts[4])):
            raise LogError(number, f"expected {HEADING}, as 1,2,Ac,??,2984")
        shoe, passage, at_ms = int(parts[0]), int(parts[1]), int(parts[4])
        if (shoe, passage) not in ((last[0], last[1] + 1), (last[0] + 1, 1)):
            raise LogError(number, f"expected passage {last[1] + 1} of shoe {last[0]}, or a new shoe's first")
        expected, read = (_face(part, number) for part in parts[2:4])
        if expected == UNREAD or (expected, read) == (NOTHING, NOTHING):
            raise LogError(number, "expected the card that lay there; it is known")
        last = (shoe, passage)
        yield Passage(shoe=shoe, passage=passage, expected=expected, read=read, at_ms=at_ms)


def judge(passages: Iterable[Passage]) -> Verdict:
    """Count a log."""
    shoes = cards = wrong = unread = missed = invented = 0
    for one in passages:
        shoes = max(shoes, one.shoe)
        cards += one.expected != NOTHING
        if one.expected == NOTHING:
            invented += 1
        elif one.read == NOTHING:
            missed += 1
        elif one.read == UNREAD:
            unread += one.expected != CUT  # a cut card without a label is told by its place
        else:
            wrong += one.read != one.expected
    return Verdict(shoes=shoes, passages=cards, wrong=wrong, unread=unread, missed=missed, invented=invented)


def read_order(text: str) -> list[str]:
    """The cards of a known order, in words; ``cut`` is the cut card. Raises LogError."""
    return [
        _face(word, number)
        for number, line in enumerate(text.splitlines(), start=1)
        for word in line.partition("#")[0].replace(",", " ").split()
    ]


def in_line(order: Sequence[str], said: Sequence[tuple[str, int]], shoe: int) -> list[Passage]:
    """Lay what was said beside what lay there, one filling, so that they differ as little as they can.

    `said` is a face or `UNREAD` and its time in ms each. A card that no passage tells of keeps the time before it.
    """
    found: list[Passage] = []
    at_ms = 0
    for expected, heard in _pairs(order, said):
        at_ms = at_ms if heard is None else heard[1]
        read = NOTHING if heard is None else heard[0]
        found.append(Passage(shoe=shoe, passage=len(found) + 1, expected=expected or NOTHING, read=read, at_ms=at_ms))
    return found


def _pairs(
    order: Sequence[str], said: Sequence[tuple[str, int]]
) -> Iterator[tuple[str | None, tuple[str, int] | None]]:
    """The cheapest way to lay two lists beside each other; the shorter way round a tie is that nothing was missed."""
    rows, columns = len(order), len(said)
    # Of what is left from there on; below the last row only what was said is left.
    cost = [[_ALONE * (columns - column) for column in range(columns + 1)] for _ in range(rows + 1)]
    for row in range(rows - 1, -1, -1):
        for column in range(columns, -1, -1):
            best = cost[row + 1][column] + _ALONE
            if column < columns:
                best = min(best, cost[row][column + 1] + _ALONE)
                best = min(best, cost[row + 1][column + 1] + _price(order[row], said[column][0]))
            cost[row][column] = best
    row = column = 0
    while row < rows or column < columns:
        if row < rows and column < columns:
            together = cost[row + 1][column + 1] + _price(order[row], said[column][0])
            if cost[row][column] == together:
                yield order[row], said[column]
                row, column = row + 1, column + 1
                continue
        if row < rows and cost[row][column] == cost[row + 1][column] + _ALONE:
            yield order[row], None
            row += 1
        else:
            yield None, said[column]
            column += 1


def _price(expected: str, read: str) -> int:
    if read == expected:
        return _MATCHES
    return _NO_READ if read == UNREAD else _OTHER_FACE


def _face(text: str, line: int) -> str:
    if text in (UNREAD, NOTHING, CUT):
        return text
    try:
        return str(Card.parse(text))
    except CardError as error:
        raise LogError(line, f"{text}: {error}") from None
