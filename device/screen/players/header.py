"""The top of the players' screen: which table, what is going on, which hand, what may be staked. Pure."""

from collections.abc import Iterator, Sequence

from device.screen.look.layout import PlayersZones, split
from device.screen.look.moment import Moment
from device.screen.look.setting import line_height, text_width
from device.screen.look.shapes import Align, Box, Fill, Label, Progress, Shape
from device.screen.look.theme import ON, Ink
from device.screen.players.says import BANNER_INKS, Spoken, badges, banner_lines, short_amount
from device.screen.view import PublicView
from device.words import is_chinese

LIMITS_SHOWN = 3
"""At most so many limits stand in the header; the page of rules shows them all."""

_HOUSE_BADGES = 4


def header(view: PublicView, spoken: Spoken, zones: PlayersZones, moment: Moment) -> Iterator[Shape]:
    """Everything above the hands."""
    told = badges(view, spoken.words)[-_HOUSE_BADGES:]
    yield from _title(view, spoken, zones, len(told))
    yield from _badges(told, zones)
    yield from _banner(view, spoken, zones, moment)
    yield from _round(view, spoken, zones)


def edge_of(ink: Ink) -> Ink | None:
    """The edge that an area in this ink has: a loud area needs none, a dark one is told from the background by it."""
    return Ink.ON_NOTICE if ink is Ink.NOTICE else Ink.PANEL_EDGE if ink is Ink.PANEL else None


def _title(view: PublicView, spoken: Spoken, zones: PlayersZones, told: int) -> Iterator[Shape]:
    at, box = zones.canvas, zones.title
    columns = -(-told // 2)
    wide = box.w if not columns else zones.badges.right - columns * (zones.badges.w // 2) - at.px(10) - box.x
    game = spoken.say("label.game").upper()
    name = view.table.name.upper() or game
    large = Box(box.x, box.y, max(1, wide), at.px(46))
    yield Label(box=large, text=name, size=at.px(48), ink=Ink.TEXT, align=Align.LEFT)
    if name != game:
        small = Box(box.x, box.y + at.px(48), large.w, at.px(22))
        yield Label(box=small, text=game, size=at.px(22), ink=Ink.MUTED, bold=False, align=Align.LEFT)


def _badges(told: Sequence[str], zones: PlayersZones) -> Iterator[Shape]:
    """Two rows and two columns that fill from the right, so that a single badge stands next to the banner."""
    at = zones.canvas
    left, right, below_left, below_right = split(zones.badges, 2, 2, at.px(8))
    order = [right, below_right, left, below_left]
    if len(told) == 1:
        order = [Box(right.x, zones.badges.y + (zones.badges.h - right.h) // 2, right.w, right.h)]
    for text, box in zip(reversed(told), order, strict=False):
        yield Fill(box=box, ink=Ink.NOTICE, radius=box.h // 2, edge=Ink.ON_NOTICE, edge_width=at.px(2))
        size = 20 if text_width(text.upper(), 20) * at.scale < box.w - at.px(30) else 17
        yield Label(box=box.inset(at.px(8), 0), text=text.upper(), size=at.px(size), ink=Ink.ON_NOTICE)


def _banner(view: PublicView, spoken: Spoken, zones: PlayersZones, moment: Moment) -> Iterator[Shape]:
    at, box = zones.canvas, zones.banner
    ink = BANNER_INKS.get(view.banner, Ink.PANEL)
    yield Fill(box=box, ink=ink, radius=at.px(14), edge=edge_of(ink), edge_width=at.px(2))
    inner = box.inset(at.px(18), at.px(2))
    if moment.countdown_s is not None:
        side = at.px(92)
        clock = Box(inner.right - side + at.px(8), inner.y, side, inner.h)
        yield Label(
            box=clock, text=str(moment.countdown_s), size=at.px(66 if moment.countdown_s < 100 else 46), ink=ON[ink]
        )
        if view.countdown_s:
            bar = Box(inner.x, box.bottom - at.px(9), inner.w - side - at.px(6), at.px(4))
            yield Progress(box=bar, part=moment.countdown_s / view.countdown_s, ink=ON[ink], radius=at.px(2))
        inner = Box(inner.x, inner.y, inner.w - side, inner.h)
    large, small = banner_lines(view, spoken)
    if not small:
        size = 48 if moment.countdown_s is None else 40
        yield Label(box=inner, text=large.upper(), size=at.px(size), ink=ON[ink])
        return
    # Two lines by the heights of their letters, higher where a bar runs below them.
    below = 0 if moment.countdown_s is None else at.px(7)
    first, second = (43, 23) if moment.countdown_s is None else (38, 21)
    first, second = (36 if is_chinese(large) else first), (22 if is_chinese(small) else second)
    if below and is_chinese(large + small):
        first, second = 34, 19
    high, low = line_height(large, at.px(first)), line_height(small, at.px(second))
    free = inner.h - high - low - below
    upper = Box(inner.x, inner.y + free // 3 + at.px(1), inner.w, high)
    lower = Box(inner.x, upper.bottom + free // 3, inner.w, low)
    yield Label(box=upper, text=large.upper(), size=at.px(first), ink=ON[ink])
    yield Label(box=lower, text=small.upper(), size=at.px(second), ink=ON[ink], bold=False)


def _round(view: PublicView, spoken: Spoken, zones: PlayersZones) -> Iterator[Shape]:
    at = zones.canvas
    shoe = f"{spoken.say('label.shoe')} {view.shoe or '–'}"
    hand = f"{spoken.say('label.hand')} {view.hand or '–'}"
    limits = [
        f"{spoken.wager(limit.wager)} {short_amount(limit.min)} – {short_amount(limit.max)}"
        for limit in view.table.limits[:LIMITS_SHOWN]
    ]
    while len(limits) > 1 and text_width("    ".join(limits), at.px(22)) * 1.03 > zones.limits.w:
        limits.pop()  # no more than stay legible
    row = zones.round if limits else Box(zones.round.x, zones.title.y, zones.round.w, zones.title.h)
    text = f"{shoe}   {hand}".upper()
    yield Label(box=row, text=text, size=at.px(36), ink=Ink.TEXT, align=Align.RIGHT)
    yield Label(
        box=zones.limits, text="    ".join(limits), size=at.px(22), ink=Ink.MUTED, bold=False, align=Align.RIGHT
    )
