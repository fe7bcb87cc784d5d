"""The page between hands: this table's drawing rules, what its bets pay, its limits. Pure.

The rules come out of the same code that the table deals by, and the paytable out of its profile, so the page cannot say
anything else than what holds.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from device.rules.outcome import Outcome
from device.screen.look.layout import PlayersZones
from device.screen.look.setting import lines_needed
from device.screen.look.shapes import Align, Box, Fill, Label, Paragraph, Shape
from device.screen.look.theme import Ink
from device.screen.players.drawing_table import drawing_table
from device.screen.players.odds import commission_of, pays_lines
from device.screen.players.says import Spoken, short_amount
from device.screen.view import PublicView


def rules_page(view: PublicView, spoken: Spoken, zones: PlayersZones) -> Iterator[Shape]:
    """Three panels below the hands: the drawing table, the paytable, the limits and the goal of the game."""
    at, whole = zones.canvas, zones.rules
    gap = at.px(14)
    if zones.portrait:
        high = round(whole.h * 0.47)
        table = Box(whole.x, whole.y, whole.w, high)
        lower = Box(whole.x, table.bottom + gap, whole.w, whole.h - high - gap)
        wide = round(lower.w * 0.55)
        pays = Box(lower.x, lower.y, wide, lower.h)
        words = Box(pays.right + gap, lower.y, lower.right - pays.right - gap, lower.h)
    else:
        wide, side = round(whole.w * 0.455), round(whole.w * 0.285)
        table = Box(whole.x, whole.y, wide, whole.h)
        pays = Box(table.right + gap, whole.y, side, whole.h)
        words = Box(pays.right + gap, whole.y, whole.right - pays.right - gap, whole.h)
    for box in (table, pays, words):
        yield Fill(box=box, ink=Ink.PANEL, radius=at.px(16), edge=Ink.PANEL_EDGE, edge_width=at.px(1))
    yield from drawing_table(spoken, table.inset(at.px(24), at.px(16)), zones)
    yield from _paytable(view, spoken, pays.inset(at.px(24), at.px(16)), zones)
    yield from _words(view, spoken, words.inset(at.px(24), at.px(16)), zones)


def _title(key: str, spoken: Spoken, box: Box, zones: PlayersZones) -> tuple[Box, tuple[Shape, ...]]:
    """A panel's title and what remains of the panel below it."""
    at = zones.canvas
    row = Box(box.x, box.y, box.w, at.px(36))
    text = spoken.both(key).upper()
    label = Label(box=row, text=text, size=at.px(28), ink=Ink.MUTED, align=Align.LEFT)
    return Box(box.x, row.bottom + at.px(10), box.w, max(1, box.bottom - row.bottom - at.px(10))), (label,)


def _paytable(view: PublicView, spoken: Spoken, box: Box, zones: PlayersZones) -> Iterator[Shape]:
    at = zones.canvas
    box, title = _title("rules.pays", spoken, box, zones)
    yield from title
    rows = tuple(_pay_rows(view, spoken))
    if not rows:
        return
    if any(row.until for row in rows):
        head = Box(box.x, box.y - at.px(6), box.w - round(box.w * _FIGURES), at.px(22))
        text = spoken.both("rules.until")
        yield Label(box=head, text=text, size=at.px(17), ink=Ink.MUTED, bold=False, align=Align.RIGHT)
        box = Box(box.x, head.bottom, box.w, max(1, box.bottom - head.bottom))
    # A line below a bet is three quarters as high as the bet.
    unit = min(at.px(15), box.h / sum(4 if row.name else 3 for row in rows))
    size, below = max(1, min(at.px(30), round(unit * 2.5))), max(1, round(unit * 1.85))
    y: float = box.y
    for index, row in enumerate(rows):
        high = unit * (4 if row.name else 3)
        place = Box(box.x, round(y), box.w, round(y + high) - round(y))
        y += high
        if not row.name:
            yield Label(box=place, text=row.pays, size=below, ink=Ink.MUTED, bold=False, align=Align.RIGHT)
            continue
        if index:
            yield Fill(box=Box(place.x, place.y, place.w, max(1, at.px(1))), ink=Ink.PANEL_EDGE)
        wide = round(place.w * _FIGURES)
        name = Box(place.x, place.y, place.w - wide, place.h)
        figures = Box(name.right, place.y, wide, place.h)
        yield Label(box=name, text=row.name, size=size, ink=Ink.TEXT, bold=row.main, align=Align.LEFT)
        if row.until:
            yield Label(box=name, text=row.until, size=size, ink=Ink.MUTED, bold=False, align=Align.RIGHT)
        yield Label(box=figures, text=row.pays, size=size, ink=Ink.TEXT, align=Align.RIGHT)


_FIGURES = 0.32
"""The part of the paytable's width in which the odds stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A bet with what it pays, or without a name what is said below one."""

    name: str = ""
    pays: str
    main: bool = False
    until: str = ""
    """The last hand of a shoe that takes this bet."""


def _pay_rows(view: PublicView, spoken: Spoken) -> Iterator[_Row]:
    """What is said below two bets alike is said once, below the second."""
    waiting: tuple[str, ...] = ()
    for pay in view.paytable:
        odds, below = pays_lines(pay.pays, spoken)
        if waiting and below != waiting:
            yield from (_Row(pays=line) for line in waiting)
        until = "" if pay.closes_after is None else str(pay.closes_after)
        yield _Row(name=spoken.wager(pay.wager), pays=odds, main=pay.wager in _MAIN, until=until)
        waiting = below
        percent = commission_of(pay.pays) if pay.wager == Outcome.BANKER.value else ""
        if percent:
            yield _Row(pays=spoken.both("rules.commission", percent=percent))
    yield from (_Row(pays=line) for line in waiting)


_MAIN = frozenset(outcome.value for outcome in Outcome)


def _words(view: PublicView, spoken: Spoken, box: Box, zones: PlayersZones) -> Iterator[Shape]:
    """The limits, then what the game is about, in the second language too."""
    at = zones.canvas
    if view.table.limits:
        box, title = _title("rules.limits", spoken, box, zones)
        yield from title
        high = min(at.px(44), box.h // 3 // len(view.table.limits))
        for limit in view.table.limits:
            row = Box(box.x, box.y, box.w, high)
            half = row.w * 2 // 5
            name, amounts = Box(row.x, row.y, half, high), Box(row.x + half, row.y, row.w - half, high)
            size = max(1, min(at.px(28), round(high * 0.66)))
            yield Label(box=name, text=spoken.wager(limit.wager), size=size, ink=Ink.TEXT, bold=False, align=Align.LEFT)
            text = f"{short_amount(limit.min)} – {short_amount(limit.max)}"
            yield Label(box=amounts, text=text, size=size, ink=Ink.TEXT, align=Align.RIGHT)
            box = Box(box.x, row.bottom, box.w, max(1, box.bottom - row.bottom))
        box = Box(box.x, box.y + at.px(14), box.w, max(1, box.h - at.px(14)))
    box, title = _title("rules.game", spoken, box, zones)
    yield from title
    said = ("rules.goal", "rules.values", "rules.tie")
    texts = [(spoken.say(key), spoken.small(key)) for key in said]
    # The largest type at which all of it fits; a line is a quarter higher than its type.
    size, small = at.px(27), at.px(20)
    while size > at.px(14) and sum(_height(text, box.w, size, small, at.px(18)) for text in texts) > box.h:
        size, small = size - 1, max(1, min(small, (size - 1) * 4 // 5))
    y = box.y
    for large, other in texts:
        high = lines_needed(large, size, box.w) * round(size * 1.25)
        upper = Box(box.x, y, box.w, high)
        yield Paragraph(box=upper, text=large, size=size, ink=Ink.TEXT, top=True)
        y = upper.bottom + at.px(4)
        if other:
            lower = Box(box.x, y, box.w, lines_needed(other, small, box.w) * round(small * 1.25))
            yield Paragraph(box=lower, text=other, size=small, ink=Ink.MUTED, top=True)
            y = lower.bottom
        y += at.px(18)


def _height(texts: tuple[str, str], width: int, size: int, small: int, gap: int) -> int:
    large, other = texts
    below = lines_needed(other, small, width) * round(small * 1.25) if other else 0
    return lines_needed(large, size, width) * round(size * 1.25) + below + gap
