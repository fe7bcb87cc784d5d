"""The counters: how often each hand won, pairs, naturals, and how many hands there were. Pure."""

from collections.abc import Iterator

from device.roads import Roads
from device.rules.outcome import Outcome
from device.screen.look.layout import PlayersZones, split
from device.screen.look.shapes import Align, Bead, Box, Fill, Label, Shape
from device.screen.look.theme import Ink
from device.screen.players.roads import bead_letters
from device.screen.players.says import Spoken

DIGITS = 52


def counters(roads: Roads, spoken: Spoken, zones: PlayersZones) -> Iterator[Shape]:
    """Two blocks: the three results with their beads, and what else is counted."""
    at, counts, letters = zones.canvas, roads.counts, bead_letters(spoken.names)
    numbers = {Outcome.PLAYER: counts.player, Outcome.BANKER: counts.banker, Outcome.TIE: counts.tie}
    boxes = split(zones.counters, 3, 1, at.px(10)) if zones.portrait else split(zones.counters, 1, 3, at.px(10))
    for outcome, box in zip(Outcome, boxes, strict=True):
        yield _ground(box, zones)
        size = min(at.px(52), max(1, box.h - at.px(14)))
        bead = Box(box.x + at.px(12), box.y + (box.h - size) // 2, size, size)
        yield Bead(box=bead, outcome=outcome, letter=letters[outcome])
        left = bead.right + at.px(8)
        rest = Box(left, box.y, max(0, box.right - at.px(12) - left), box.h)
        yield from _count(spoken.hand(outcome.value), numbers[outcome], rest, zones, Ink.TEXT)
    others = (
        (spoken.say("label.pair", hand=spoken.names.player), counts.player_pair),
        (spoken.say("label.pair", hand=spoken.names.banker), counts.banker_pair),
        (spoken.say("label.natural"), counts.natural),
        (spoken.say("label.hands"), counts.player + counts.banker + counts.tie),
    )
    boxes = split(zones.others, 4, 1, at.px(10)) if zones.portrait else split(zones.others, 1, 4, at.px(8))
    for (name, number), box in zip(others, boxes, strict=True):
        yield _ground(box, zones)
        yield from _count(name, number, box.inset(at.px(14), 0), zones, Ink.MUTED)


def _ground(box: Box, zones: PlayersZones) -> Shape:
    at = zones.canvas
    return Fill(box=box, ink=Ink.PANEL, radius=at.px(12), edge=Ink.PANEL_EDGE, edge_width=at.px(1))


def _count(name: str, number: int, box: Box, zones: PlayersZones, ink: Ink) -> Iterator[Shape]:
    """A name and its number side by side, or the number below the name where there is no room beside it."""
    at = zones.canvas
    figures = at.px(98 if number > 99 else 66)
    if box.w >= at.px(200) and box.h < at.px(90):
        size = at.px(26 if box.w - figures >= at.px(190) else 18)
        title = Box(box.x, box.y, max(0, box.w - figures), box.h)
        digits = Box(box.right - figures, box.y, figures, box.h)
        yield Label(box=title, text=name.upper(), size=size, ink=ink, align=Align.LEFT)
    else:
        above = at.px(18)
        title = Box(box.x, box.y + at.px(5), box.w, above)
        digits = Box(box.x, title.bottom, box.w, max(1, box.bottom - title.bottom - at.px(1)))
        yield Label(box=title, text=name.upper(), size=at.px(17), ink=ink, align=Align.RIGHT)
    yield Label(box=digits, text=str(number), size=at.px(DIGITS), ink=Ink.TEXT, align=Align.RIGHT)
