"""What physically left the shoe, written by the shoe itself: the truth that a journal is compared with.

One JSON object a line, only ever appended, each line handed to the system before the board says a word about it; so
the file is whole after the board is killed, and it is never ahead of nor rebuilt from any journal. Lines::

    {"fill":1,"seed":"7/1","decks":8,"cut":14}                                    the shoe was filled
    {"card":"9H","boot":"1A2B3C4D","seq":3,"read":true,"taken":true}              a card left (read: with its code)
    {"acknowledged":["1A2B3C4D",3]}                                               the host has it
    {"reset":"5E6F7A8B","dropped":[["1A2B3C4D",4]]}                               the board lost its memory

Two cards in one passage are two lines under one number. ``taken`` false: the ring was full. A card named on the
control channel carries ``"loose":true``: it is not of the pack.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from device.sim.ring import EventId


class PassageLogError(Exception):
    """The file cannot be used; the message names file, cause and remedy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOut:
    """One card that left the shoe, in order; `card` is what is printed on it."""

    card: str
    boot: str
    seq: int
    read: bool
    taken: bool
    loose: bool = False
    acknowledged: bool = False
    dropped: bool = False
    """The board was reset before the host had it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A filling of the shoe, and how many cards of it have left."""

    number: int
    seed: str
    decks: int
    cut_depth: int | None
    out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Passages:
    """A whole log read back: every card that left, and the shoe as it stands."""

    cards: tuple[CardOut, ...] = ()
    filled: Filled | None = None


def read_passages(path: Path) -> Passages:
    """Read a log; a last line without its end, cut off by a kill, does not count.

    Raises PassageLogError, naming the line, for a file that is no passage log.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PassageLogError(f"{path}: cannot be read: {error.strerror}") from error
    cards: list[CardOut] = []
    places: dict[tuple[str, int], list[int]] = {}
    filled: Filled | None = None
    for number, line in enumerate(data[: data.rfind(b"\n") + 1].splitlines(), start=1):
        try:
            entry = json.loads(line)
            if "fill" in entry:
                filled = Filled(number=entry["fill"], seed=entry["seed"], decks=entry["decks"], cut_depth=entry["cut"])
            elif "card" in entry:
                card = CardOut(**entry)
                cards.append(card)
                if card.taken:
                    places.setdefault((card.boot, card.seq), []).append(len(cards) - 1)
                if filled is not None and not card.loose:
                    filled = replace(filled, out=filled.out + 1)
            elif "acknowledged" in entry:
                for place in places.get(tuple(entry["acknowledged"]), ()):
                    cards[place] = replace(cards[place], acknowledged=True)
            else:
                for boot, seq in entry["dropped"]:
                    for place in places.get((boot, seq), ()):
                        cards[place] = replace(cards[place], dropped=True)
        except (ValueError, TypeError, KeyError) as error:
            raise PassageLogError(
                f"{path}, line {number}: this is no passage log ({error}); name another file or move this one away"
            ) from error
    return Passages(cards=tuple(cards), filled=filled)


class PassageLog:
    """The log while the board runs; with `path` None nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self.before = Passages()
        """What the file held when it was opened: the shoe survives its board's death."""
        self._fd: int | None = None
        self._waiting: set[EventId] = set()
        if path is None:
            return
        if path.exists() and not path.is_file():
            raise PassageLogError(f"{path}: cannot be written: it is no ordinary file; name another one")
        try:
            if path.exists():
                self.before = read_passages(path)
                self._cut_torn_tail(path)
            self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise PassageLogError(
                f"{path}: cannot be written: {error.strerror}; name a file in a folder of yours"
            ) from error

    @staticmethod
    def _cut_torn_tail(path: Path) -> None:
        data = path.read_bytes()
        if not data.endswith(b"\n"):
            os.truncate(path, data.rfind(b"\n") + 1)

    def fill(self, filled: Filled) -> None:
        """The shoe was filled."""
        self._write({"fill": filled.number, "seed": filled.seed, "decks": filled.decks, "cut": filled.cut_depth})

    def left(self, cards: Iterable[str], event: EventId, *, read: bool, loose: bool = False) -> None:
        """Cards left the shoe in one passage."""
        for card in cards:
            entry: dict[str, object] = {"card": card, "boot": event.boot, "seq": event.seq, "read": read}
            entry["taken"] = event.taken
            if loose:
                entry["loose"] = True
            self._write(entry)
        if event.taken:
            self._waiting.add(event)

    def acknowledged(self, events: Iterable[EventId]) -> None:
        """The host acknowledged events; those that were no card are not of this log."""
        for event in events:
            if event in self._waiting:
                self._waiting.discard(event)
                self._write({"acknowledged": [event.boot, event.seq]})

    def reset(self, boot: str, dropped: Iterable[EventId]) -> None:
        """The board was reset and forgot `dropped`."""
        cards = [[event.boot, event.seq] for event in dropped if event in self._waiting]
        self._waiting.clear()
        self._write({"reset": boot, "dropped": cards})

    def close(self) -> None:
        """Let go of the file."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def _write(self, entry: dict[str, object]) -> None:
        if self._fd is None:
            return
        line = json.dumps(entry, separators=(",", ":")).encode() + b"\n"
        # One write a line and no buffer of ours: a kill leaves whole lines.
        try:
            written = os.write(self._fd, line)
        except OSError as error:
            raise PassageLogError(f"the passage log cannot be written: {error.strerror}; make room for it") from error
        if written < len(line):
            raise PassageLogError("the passage log cannot be written: no room is left on its disk")
