"""What each cue sounds like. A new sound is a few notes here.

They are made to be told apart with the back turned. Calls are bells and wood, results are soft and go where the result
goes (up for Player, down for Banker, level for a tie), alarms are reeds, which nothing else at a table sounds like.
"""

import itertools
from array import array
from collections.abc import Mapping, Sequence
from functools import cache

from device.screen.sound.cue import Cue
from device.screen.sound.synthesis import RATE_HZ, Note, Partial, Timbre, samples

BELL = Timbre(
    partials=(
        Partial(ratio=1.0, strength=1.0),
        Partial(ratio=2.0, strength=0.55, lasts=0.7),
        Partial(ratio=2.76, strength=0.28, lasts=0.45),
        Partial(ratio=5.4, strength=0.14, lasts=0.2),
    ),
    attack_s=0.003,
)
"""A struck bar of metal."""

WOOD = Timbre(
    partials=(
        Partial(ratio=1.0, strength=1.0),
        Partial(ratio=3.93, strength=0.35, lasts=0.3),
        Partial(ratio=9.2, strength=0.1, lasts=0.1),
    ),
    attack_s=0.002,
)
"""A struck bar of wood."""

SOFT = Timbre(partials=(Partial(ratio=1.0), Partial(ratio=2.0, strength=0.18, lasts=0.5)), attack_s=0.012)
"""Hardly more than a sine."""

REED = Timbre(
    partials=tuple(Partial(ratio=odd, strength=1 / odd) for odd in (1, 3, 5, 7)), attack_s=0.006, sustained=True
)
"""Hollow and steady, heard through talk."""

RASP = Timbre(
    partials=tuple(Partial(ratio=every, strength=every**-0.7) for every in range(1, 11)), attack_s=0.004, sustained=True
)
"""A buzz; its upper partials are what a small loudspeaker gives."""

B4, C5, D5, E5, G5, A5 = 493.88, 523.25, 587.33, 659.26, 783.99, 880.0
G4, A4, D6, G6, A6 = 392.0, 440.0, 1174.66, 1567.98, 1760.0
DIS5, CIS4, E6, C6 = 622.25, 277.18, 1318.51, 1046.5


def _tune(timbre: Timbre, *pitches: float, every_s: float, for_s: float, last_s: float | None = None) -> list[Note]:
    """Notes at even distances; the last may be longer."""
    return [
        Note(
            timbre=timbre, hz=hz, at_s=every_s * place, for_s=last_s if last_s and place == len(pitches) - 1 else for_s
        )
        for place, hz in enumerate(pitches)
    ]


_TUNES: Mapping[Cue, tuple[list[Note], float]] = {
    # Each with its peak. What may sound at the same time, a tune and an answer, stays below 1 together.
    Cue.PLACE_YOUR_BETS: (_tune(WOOD, G4, C5, every_s=0.13, for_s=0.45), 0.34),
    Cue.NO_MORE_BETS: (_tune(BELL, E5, C5, every_s=0.34, for_s=0.75, last_s=1.1), 0.6),
    Cue.TEN_SECONDS: (_tune(WOOD, C6, C6, every_s=0.14, for_s=0.16), 0.4),
    Cue.TICK: (_tune(WOOD, E6, every_s=0.0, for_s=0.07), 0.45),
    Cue.LAST_HAND: (_tune(BELL, C5, E5, G5, every_s=0.19, for_s=0.6, last_s=0.9), 0.45),
    Cue.PLAYER_WINS: (_tune(SOFT, D5, A5, every_s=0.15, for_s=0.3, last_s=0.55), 0.36),
    Cue.BANKER_WINS: (_tune(SOFT, D5, A4, every_s=0.15, for_s=0.3, last_s=0.55), 0.36),
    Cue.TIE: (_tune(SOFT, D5, D5, every_s=0.15, for_s=0.3, last_s=0.55), 0.36),
    Cue.NATURAL: (_tune(SOFT, G5, C6, E6, G6, every_s=0.075, for_s=0.3, last_s=0.6), 0.42),
    Cue.ERROR: (_tune(REED, *(A5, E5) * 3, every_s=0.125, for_s=0.115), 0.55),
    Cue.SUPERVISOR: (_tune(BELL, G6, G6, every_s=0.21, for_s=0.35, last_s=0.6), 0.5),
    Cue.LOST: (_tune(REED, G5, DIS5, B4, every_s=0.17, for_s=0.16, last_s=0.34), 0.55),
    Cue.REFUSED: (_tune(RASP, CIS4, every_s=0.0, for_s=0.17), 0.38),
    Cue.CLICK: (_tune(WOOD, A6, every_s=0.0, for_s=0.03), 0.3),
    Cue.READ: (_tune(SOFT, A6, D6 * 2, every_s=0.045, for_s=0.05, last_s=0.09), 0.24),
}

SILENCE_S = 0.35
"""Between one sound and the next where several are written after each other."""


@cache
def wave(cue: Cue) -> "array[int]":
    """The cue's samples, made when it is first asked for."""
    notes, peak = _TUNES[cue]
    return samples(notes, peak=peak)


def length_s(cue: Cue) -> float:
    """How long the cue is heard."""
    return len(wave(cue)) / RATE_HZ


def row(cues: Sequence[tuple[Cue, float]]) -> "array[int]":
    """Cues one after the other, each at its gain, with silence between them."""
    silence = array("h", [0]) * round(SILENCE_S * RATE_HZ)
    parts = [array("h", [int(value * gain) for value in wave(cue)]) + silence for cue, gain in cues]
    return array("h", itertools.chain.from_iterable(parts))
