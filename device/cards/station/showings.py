"""When a card is laid on a reader at a station: reads, many a second and now and then a false one, become showings.

A station has no gates, so what a read means is told by the reads around it:

    nothing ──read──▶ seen ──as many reads as needed, nothing else between──▶ SHOWN ──not read for `gap_s`──▶ nothing
                       │
                       └──its reads and another card's by turns──▶ TWO TOGETHER, until one of them is gone

A reader of 125 kHz tags makes up ids out of noise, each of them once: its reads count from the second on, 50 ms or more
after the first. Of two cards that lie on the reader together nobody knows which is meant: neither counts, and what
counted a moment ago is named, to be taken back.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

APART_S = 0.05
"""A read sooner than this after the first one says nothing more: it may be the same noise."""
GAP_S = 0.4
"""A card that was not read for so long is gone."""
PATIENCE_S = 5.0
"""So long a single read waits for its second; some readers send a tag once each time it is held to them."""
OVERLAP_S = 1.0
"""Two cards found together: what counted within this time may have been the wrong one of them."""

_MOST_KEPT = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class CardShown:
    """A card was laid on the reader."""

    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenOnce:
    """A code was read once and not again: a false read, or a card that was gone too soon; told before other cards."""

    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoTogether:
    """Two cards lie on the reader. `take_back`: which of them were told as shown a moment ago."""

    codes: tuple[str, ...]
    take_back: tuple[str, ...] = ()


Showing = CardShown | SeenOnce | TwoTogether


@dataclass(slots=True, kw_only=True)
class _Seen:
    needed: int
    """How many reads make a showing."""
    last_s: float
    streak_from_s: float
    reads: int = 1
    """In this stay."""
    streak: int = 1
    """Since another code was read."""
    shown_at_s: float | None = None
    told_once: bool = False
    together: set[str] = field(default_factory=set)
    """With whom it was found together."""


class Showings:
    """Reads in, showings out; times never go back, codes come in any case.

    `reads`: how many reads of this code make a showing. `one_at_a_time`: whether two cards on the reader together are
    looked for; where each card stands for itself it does not matter which of them is meant.
    """

    def __init__(self, *, reads: Callable[[str], int], one_at_a_time: bool = True, gap_s: float = GAP_S) -> None:
        self._reads = reads
        self._one_at_a_time = one_at_a_time
        self._gap_s = gap_s
        self._seen: dict[str, _Seen] = {}
        self._last = ""

    def read(self, code: str, now_s: float) -> list[Showing]:
        """Take one read."""
        out = self.pass_time(now_s)
        code = code.upper()
        seen = self._seen.get(code)
        before, self._last = self._last, code
        if seen is None:
            self._seen[code] = seen = _Seen(needed=self._reads(code), last_s=now_s, streak_from_s=now_s)
            if len(self._seen) > _MOST_KEPT:
                del self._seen[next(iter(self._seen))]
        else:
            seen.last_s = now_s
            seen.reads += 1
            if before == code:
                seen.streak += 1
            else:
                seen.streak, seen.streak_from_s = 1, now_s
                if self._one_at_a_time:
                    out += self._find_together(code, seen, before, now_s)
        if seen.shown_at_s is None and not seen.together and _suffices(seen, now_s):
            seen.shown_at_s = now_s
            out += [single for name, other in self._seen.items() if name != code for single in _single(name, other)]
            out.append(CardShown(code=code))
        return out

    def pass_time(self, now_s: float) -> list[Showing]:
        """Let time pass: cards go, and a read that stayed the only one is told."""
        out: list[Showing] = []
        for code, seen in list(self._seen.items()):
            away_s = round(now_s - seen.last_s, 3)
            if away_s < self._gap_s:
                continue
            out += _single(code, seen)
            waits = seen.told_once and seen.shown_at_s is None
            if not waits or away_s >= PATIENCE_S:
                del self._seen[code]
                for other in seen.together & self._seen.keys():
                    self._left_alone(self._seen[other], code)
        return out

    def forget(self) -> None:
        """The reader was lost: whatever lay on it may have been changed."""
        self._seen.clear()
        self._last = ""

    def _find_together(self, code: str, seen: _Seen, before: str, now_s: float) -> list[Showing]:
        """Whether the code read before this one lies there too: it came between two reads of this one."""
        other = self._seen.get(before)
        if other is None or round(now_s - other.last_s, 3) >= self._gap_s or other.reads < other.needed:
            return []
        if before in seen.together:
            return []
        seen.together.add(before)
        other.together.add(code)
        pair = ((code, seen), (before, other))
        fresh = [
            (name, one) for name, one in pair if one.shown_at_s is not None and now_s - one.shown_at_s <= OVERLAP_S
        ]
        for _, one in fresh:
            one.shown_at_s = None
        return [TwoTogether(codes=tuple(sorted((code, before))), take_back=tuple(sorted(name for name, _ in fresh)))]

    @staticmethod
    def _left_alone(seen: _Seen, gone: str) -> None:
        seen.together.discard(gone)
        seen.reads = seen.streak = 0


def _suffices(seen: _Seen, now_s: float) -> bool:
    if seen.needed == 1:
        return True
    return seen.streak >= seen.needed and round(now_s - seen.streak_from_s, 3) >= APART_S


def _single(code: str, seen: _Seen) -> list[Showing]:
    if seen.shown_at_s is not None or seen.told_once or seen.together or not seen.streak:
        return []
    seen.told_once = True
    return [SeenOnce(code=code)]
