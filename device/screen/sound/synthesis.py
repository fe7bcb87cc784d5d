"""Notes to samples: decaying partials, added up. Pure; a second of bell takes about 10 ms.

Theory of operation. A struck thing sounds as a handful of partials, sines that each die away at their own pace. The
powers of one complex number walk along a spiral whose height is such a sine; `accumulate` multiplies them without a
step of Python's own. A note begins at zero under a short ramp and ends under a longer one, so nothing clicks.
"""

import cmath
import itertools
import math
import operator
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

RATE_HZ = 22_050
"""Samples a second, one channel, 16 bits: nothing here sounds above 8 kHz."""

FULL = 32_767
"""The greatest sample there is."""

_LEFT_AT_END = 1e-3
"""What is left of a partial after its time: 60 dB less."""

_RELEASE_S = 0.012


@dataclass(frozen=True, slots=True, kw_only=True)
class Partial:
    """One sine of a timbre: its frequency and strength against the note's, and how much of the note's time it lasts."""

    ratio: float
    strength: float = 1.0
    lasts: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Timbre:
    """What a note is struck or blown on. `sustained` partials do not die away but hold until the note ends."""

    partials: tuple[Partial, ...]
    attack_s: float
    sustained: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A note: what it is struck on, its pitch, how long it is heard, and when it begins in its tune."""

    timbre: Timbre
    hz: float
    for_s: float
    at_s: float = 0.0


def samples(notes: Sequence[Note], *, peak: float) -> "array[int]":
    """The tune as signed 16-bit samples whose greatest is `peak` of what is possible; first and last are zero."""
    parts = [(round(note.at_s * RATE_HZ), _note(note.timbre, note.hz, note.for_s)) for note in notes]
    wave = _silence(max(at + len(part) for at, part in parts))
    for at, part in parts:
        end = at + len(part)
        wave[at:end] = array("d", map(operator.add, wave[at:end], part))
    scale = peak * FULL / max(map(abs, wave))
    return array("h", (int(value * scale) for value in wave))


@lru_cache(maxsize=8)  # within a tune notes come again; its samples are kept elsewhere
def _note(timbre: Timbre, hz: float, for_s: float) -> "array[float]":
    length = round(for_s * RATE_HZ)
    wave = _silence(length)
    for partial in timbre.partials:
        pitch_hz = hz * partial.ratio
        if pitch_hz >= RATE_HZ / 2:
            continue  # it would come back as another pitch
        lasts = length if timbre.sustained else max(1, round(length * partial.lasts))
        decay = 1.0 if timbre.sustained else _LEFT_AT_END ** (1 / lasts)
        turn = cmath.rect(decay, math.tau * pitch_hz / RATE_HZ)
        spiral = itertools.accumulate(
            itertools.repeat(turn, lasts - 1), operator.mul, initial=complex(partial.strength)
        )
        heights = map(operator.attrgetter("imag"), spiral)
        wave[:lasts] = array("d", map(operator.add, wave[:lasts], heights))
    _fade(wave, round(timbre.attack_s * RATE_HZ), min(length // 2, round(_RELEASE_S * RATE_HZ)))
    return wave


def _silence(length: int) -> "array[float]":
    return array("d", bytes(8 * length))


def _fade(wave: "array[float]", attack: int, release: int) -> None:
    """Let a note rise over its first samples and fall to zero over its last, both along half a cosine."""
    for place in range(min(attack, len(wave))):
        wave[place] *= 0.5 - 0.5 * math.cos(math.pi * place / attack)
    for place in range(release):
        wave[-1 - place] *= 0.5 - 0.5 * math.cos(math.pi * place / release)
