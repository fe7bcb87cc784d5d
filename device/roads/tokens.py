"""Coups as people type them: ``B P Bb T Ppn``."""

import unicodedata
from collections.abc import Mapping

from device.roads.rounds import Round
from device.rules.outcome import Outcome

LETTERS: Mapping[Outcome, str] = {Outcome.BANKER: "B", Outcome.PLAYER: "P", Outcome.TIE: "T"}
_OUTCOMES = {letter: outcome for outcome, letter in LETTERS.items()}
_MARKS = {"b": "banker_pair", "p": "player_pair", "n": "natural"}
_BLANKS = " \t\r\n"
_LOOK_ALIKES = dict(zip("ВРТΒΡΤЬрρ", "BPTBPTbpp", strict=True))  # Cyrillic and Greek, which keyboards and fonts mix up
_HOW = "write B, P or T for each coup, then b, p, n for Banker pair, Player pair, natural: B P Bb T Ppn"


class RoadTextError(ValueError):
    """A text that is no list of results; the message names the place, what stands there and what may."""


def parse_rounds(text: str) -> tuple[Round, ...]:
    """Read results: a capital B, P or T starts a coup, b, p, n right after it mark it; blanks are free between coups.

    Raises RoadTextError at the first character that cannot stand where it does.
    """
    rounds: list[Round] = []
    outcome: Outcome | None = None
    marks: dict[str, bool] = {}
    after_blank = True
    for at, letter in enumerate(text):
        if letter in _OUTCOMES:
            if outcome is not None:
                rounds.append(Round(outcome=outcome, **marks))
            outcome, marks = _OUTCOMES[letter], {}
        elif letter not in _BLANKS:
            mark = _MARKS.get(letter)
            if mark is None:
                raise RoadTextError(f"{_place(text, at)}: {_foreign(letter)}; {_HOW}")
            if after_blank or outcome is None:
                raise RoadTextError(
                    f"{_place(text, at)}: {letter!r} marks a coup and must stand right after its B, P or T; {_HOW}"
                )
            if mark in marks:
                raise RoadTextError(
                    f"{_place(text, at)}: {letter!r} a second time for coup {len(rounds) + 1}; write each mark once"
                )
            marks[mark] = True
        after_blank = letter in _BLANKS
    if outcome is not None:
        rounds.append(Round(outcome=outcome, **marks))
    return tuple(rounds)


def format_round(one: Round) -> str:
    """Write a coup as it is read: its capital, then the marks in the order b, p, n."""
    marks = ("b" if one.banker_pair else "", "p" if one.player_pair else "", "n" if one.natural else "")
    return LETTERS[one.outcome] + "".join(marks)


def _place(text: str, at: int) -> str:
    line = text.count("\n", 0, at)
    character = f"character {at - text.rfind(chr(10), 0, at)}"
    return f"line {line + 1}, {character}" if "\n" in text.rstrip(_BLANKS) else character


def _foreign(letter: str) -> str:
    """Name a character so that it is known even when it looks like another one, or like nothing."""
    if letter.isascii() and letter.isprintable():
        if letter.upper() in _OUTCOMES:
            return f"{letter!r} starts no coup; that takes the capital {letter.upper()}"
        return f"{letter!r} is neither a result nor a mark"
    shown = f"{letter!r} " if letter.isprintable() else ""
    called = unicodedata.name(letter, "")
    code = f"U+{ord(letter):04X}{' ' if called else ''}{called}"
    named = f"{shown}({code})" if shown else code
    meant = _LOOK_ALIKES.get(letter) or unicodedata.normalize("NFKC", letter)
    if meant in _OUTCOMES or meant in _MARKS:
        return f"{named} only looks like {meant!r}"
    if meant.isspace():
        return f"{named} is no ordinary blank"
    return f"{named} is neither a result nor a mark"
