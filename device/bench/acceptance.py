"""`acceptance…`: what the log of an acceptance run on a real table says, and how sure one can be of it.

The log is a CSV file in UTF-8 with a first line of names. Needed are `passage` (from 1, without a gap), `laid` (the
card that went through the shoe, as `9h`, known from the order in which the cards were laid, never from the table) and
`read` (what the table has on record for this passage; empty: it was not read). `laid` empty: nothing went through, and
the table told a card. Rows whose `laid` is `cut` are the cut card's, and not counted. Other columns are for people.
"""

import csv
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device.bench.report import BenchError, Goal, Line, Side
from device.rules.card import Card

PASSAGES = 100_000
NO_READS_IN = 10_000
"""One passage without a read in so many is allowed, and no wrong face at all."""
CONFIDENCE = 0.95
COLUMNS = ("passage", "laid", "read")
_CUT = "cut"
_STEPS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What a log holds."""

    passages: int
    wrong: tuple[int, ...]
    """The passages with another face than was laid, or with a card that never was."""
    unread: int


def upper_bound(found: int, tried: int, confidence: float = CONFIDENCE) -> float:
    """The largest chance of a failure that `found` failures in `tried` leave possible: Clopper and Pearson, one-sided.

    With a larger chance so few failures would come about less often than in ``1 - confidence`` of all such runs. It is
    exact: none in 100,000 leaves 3.0 in 100,000 possible, at 95 %.
    """
    if found >= tried:
        return 1.0
    low, high = found / tried, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _chance_of_at_most(found, tried, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def _chance_of_at_most(found: int, tried: int, chance: float) -> float:
    if chance >= 1:
        return 0.0
    if chance <= 0:
        return 1.0
    choose = math.lgamma(tried + 1)
    return math.fsum(
        math.exp(
            choose
            - math.lgamma(k + 1)
            - math.lgamma(tried - k + 1)
            + k * math.log(chance)
            + (tried - k) * math.log1p(-chance)
        )
        for k in range(found + 1)
    )


def tally(log: Path) -> Tally:
    """Count a log; raises BenchError, naming the line and what was expected there."""
    wrong: list[int] = []
    passages = unread = 0
    try:
        with log.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if missing:
                raise BenchError(f"{log}, line 1: the columns {', '.join(COLUMNS)} are needed; missing: {missing[0]}")
            for due, row in enumerate(rows, 1):
                where = f"{log}, line {rows.line_num}"
                if row["passage"] != str(due):
                    raise BenchError(
                        f"{where}: passage {due} was expected, not {row['passage']!r}: none may be left out"
                    )
                laid, read = (_face(row[name], f"{where}: {name}") for name in ("laid", "read"))
                if laid == _CUT:
                    continue
                passages += laid != ""
                unread += laid != "" and read == ""
                if read not in ("", laid):
                    wrong.append(due)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BenchError(f"{log}: cannot be read: {error}; name the log of an acceptance run") from None
    if not passages:
        raise BenchError(f"{log}: there is no passage in it")
    return Tally(passages=passages, wrong=tuple(wrong), unread=unread)


def _face(text: str | None, where: str) -> str:
    face = (text or "").strip().lower()
    if face in ("", _CUT):
        return face
    try:
        return str(Card.parse(face).value)
    except ValueError:
        raise BenchError(f"{where}: a card as 9h, cut, or nothing, not {text!r}") from None


def measure(log: Path) -> Iterator[Line]:
    """Three lines: whether there are passages enough, the wrong faces, the passages without a read."""
    found = tally(log)
    wrong, tried = len(found.wrong), found.passages
    yield Line(
        name="acceptance-passages",
        value=tried,
        unit="passages",
        goal=Goal(side=Side.AT_LEAST, limit=PASSAGES),
    )
    first = f"; the first is passage {found.wrong[0]}" if found.wrong else ""
    yield Line(
        name="acceptance-wrong",
        value=wrong,
        unit="faces",
        goal=Goal(side=Side.AT_MOST, limit=0),
        note=f"{_sure(wrong, tried)}{first}",
        more={"at_most_in_a_million": upper_bound(wrong, tried) * 1e6},
    )
    yield Line(
        name="acceptance-unread",
        value=found.unread * NO_READS_IN / tried,
        unit=f"in {NO_READS_IN:,}",
        goal=Goal(side=Side.AT_MOST, limit=1),
        note=f"{found.unread} in {tried:,}; {_sure(found.unread, tried)}",
        more={"unread": found.unread, "at_most_in_a_million": upper_bound(found.unread, tried) * 1e6},
    )


def _sure(found: int, tried: int) -> str:
    most = upper_bound(found, tried) * 1e6
    return f"with {CONFIDENCE:.0%} confidence fewer than {most:,.1f} in a million"
