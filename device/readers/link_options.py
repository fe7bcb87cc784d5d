"""What a site says of its reader, for the reader's link."""

from dataclasses import dataclass

from device.readers.angel_eye_readings import CommandBcc, RMeans
from device.readers.line import Suffix
from device.readers.sightings import MIN_GAP_S


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkOptions:
    """Each kind takes what concerns it."""

    min_gap_s: float = MIN_GAP_S
    """How long a class code must have been out of sight to count as another card."""
    every_read: bool = False
    """Whether each read is told and not each card: for a station off the table, which makes cards of reads itself."""
    suffix: Suffix = Suffix.ANY
    """`line`: what ends a code."""
    r_means: RMeans = RMeans.CARD_AGAIN
    """`angel-eye`: how its report R is read."""
    commands: CommandBcc | None = None
    """`angel-eye`: how the check of a command is taken; None: nothing is ever written to it."""
    refuses_simulated: bool = False
    """`shoe`: a board that says it is a program is left alone."""


USUAL_OPTIONS = LinkOptions()
"""Where a site says nothing."""
