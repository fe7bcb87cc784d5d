"""How a result is celebrated: parts of a second turned into parts of a picture. Pure; nothing flashes.

Everything here ends where a picture without time begins, so a still picture is the last one of the celebration.
"""

import math

from device.screen.look.moment import RESULT_PLAYS_S, Moment
from device.screen.look.shapes import Box

GROWS_S = 0.45
"""How long the block of the result grows over the hands' inner parts."""

SWEEPS_S = 1.2
"""How long the line under the winner's name runs along its hand."""

PULSES = 2
"""How often the winner's light swells while the result plays: well below three times a second."""


def grown(moment: Moment) -> float:
    """How far the block has grown, 0 to 1: quickly at first, then slower."""
    if moment.result_s is None:
        return 1.0
    part = min(1.0, max(0.0, moment.result_s / GROWS_S))
    return 1.0 - (1.0 - part) ** 3


def swept(moment: Moment) -> float:
    """How far the line under the winner's name has run, 0 to 1."""
    if moment.result_s is None:
        return 1.0
    part = min(1.0, max(0.0, moment.result_s / SWEEPS_S))
    return part * part * (3.0 - 2.0 * part)


def swell(moment: Moment) -> float:
    """How much more light the winner has than when it stands still, 0 to 1; dies away to the end."""
    if moment.result_s is None or not 0 <= moment.result_s < RESULT_PLAYS_S:
        return 0.0
    part = moment.result_s / RESULT_PLAYS_S
    return (1.0 - part) * (0.5 - 0.5 * math.cos(2 * math.pi * PULSES * part))


def between(one: Box, other: Box, part: float) -> Box:
    """A box on its way from one to the other, in whole pixels."""
    x, y = round(one.x + (other.x - one.x) * part), round(one.y + (other.y - one.y) * part)
    right = round(one.right + (other.right - one.right) * part)
    bottom = round(one.bottom + (other.bottom - one.bottom) * part)
    return Box(x, y, right - x, bottom - y)
