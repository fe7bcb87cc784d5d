"""A house's own colours over a theme's, and how well what is written in them can be read. Pure."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from device.rules.faults import Fault, FaultsError, near
from device.screen.look.theme import ON, Ink, Theme, contrast, rgb

READS_WELL = 4.5
"""The contrast from which letters read well; WCAG 2's level AA."""

_ON_CARD = (Ink.CARD_RED, Ink.CARD_BLACK)
_ON_PAPER = (Ink.ROAD_RED, Ink.ROAD_BLUE, Ink.ROAD_GREEN)

WRITTEN: tuple[tuple[Ink, Ink], ...] = (
    *ON.items(),
    (Ink.BACKGROUND, Ink.MUTED),
    (Ink.PANEL, Ink.MUTED),
    *((Ink.CARD, ink) for ink in _ON_CARD),
    *((Ink.PAPER, ink) for ink in _ON_PAPER),
)
"""Every ground that something is written or marked on, with the ink of the writing."""


def theme_with(theme: Theme, colours: Mapping[str, str]) -> Theme:
    """The theme with some inks in other colours, ``{"player": "#0054C8"}``.

    Raises FaultsError, at ``screen.colours``, with every ink that there is not and every colour that is none.
    """
    inks = {ink.value: ink for ink in Ink}
    faults = []
    for name, colour in colours.items():
        path = f"screen.colours.{name}"
        if name not in inks:
            hint = near(name, [*inks])
            remedy = "correct it or take it out" if hint else f"the inks are {', '.join(inks)}"
            faults.append(Fault(path=path, found=f"unknown ink{hint}", allowed=remedy))
        elif re.fullmatch("#[0-9A-Fa-f]{6}", colour) is None:
            faults.append(Fault(path=path, found=repr(colour), allowed='allowed: red, green and blue as "#0054C8"'))
    if faults:
        raise FaultsError(faults)
    return replace(theme, colours={**theme.colours, **{inks[name]: rgb(colour) for name, colour in colours.items()}})


def hard_to_read(theme: Theme, changed: Collection[str]) -> Iterator[str]:
    """What a person should know of colours of their own: which writing has too little contrast, a sentence each.

    `changed`: the inks' names; what a theme itself has is tested.
    """
    for ground, writing in WRITTEN:
        found = contrast(theme[ground], theme[writing])
        named = [ink.value for ink in (writing, ground) if ink.value in changed]
        if named and found < READS_WELL:
            other = ground.value if named[0] == writing.value else writing.value
            yield (
                f"screen.colours.{named[0]}: {writing.value} on {ground.value} has a contrast of {found:.1f}, hard to "
                f"read from afar; {READS_WELL} reads well: make {named[0]} or {other} lighter or darker"
            )
