"""The side bets on the players' screen: open, closed at their round, won and what that pays. Pure."""

import enum
from collections.abc import Iterator
from dataclasses import dataclass, replace

from device.rules.outcome import Outcome
from device.screen.look.layout import FEW_BETS, PlayersZones, split
from device.screen.look.setting import text_width
from device.screen.look.shapes import Align, Box, Fill, Icon, Label, Shape, Symbol
from device.screen.look.theme import ON, Ink
from device.screen.players.odds import short_pays
from device.screen.players.says import Spoken
from device.screen.view import Paid, Pay, PublicView

MOST_SHOWN = 12
"""Side bets that the block has room for; no house has more."""


class BetState(enum.Enum):
    """What players want to know of a side bet."""

    OPEN = "open"
    """It is taken now."""
    OFFERED = "offered"
    """This round has it, and no more bets are taken."""
    CLOSED = "closed"
    """Its last round of this shoe is over."""
    WON = "won"


SIGNS = {BetState.OPEN: Symbol.TICK, BetState.OFFERED: None, BetState.CLOSED: Symbol.CROSS, BetState.WON: Symbol.TICK}
"""The sign before a bet: its state is never told by colour alone."""

_MAIN = frozenset(outcome.value for outcome in Outcome)


def side_bets(view: PublicView) -> tuple[Pay, ...]:
    """The paytable without the main bets."""
    return tuple(pay for pay in view.paytable if pay.wager not in _MAIN)[:MOST_SHOWN]


def bets_block(view: PublicView, spoken: Spoken, zones: PlayersZones) -> Iterator[Shape]:
    """The block of side bets; nothing where the table offers none."""
    at, box, bets = zones.canvas, zones.bets, side_bets(view)
    if box is None or not bets:
        return
    yield Fill(box=box, ink=Ink.PANEL, radius=at.px(12), edge=Ink.PANEL_EDGE, edge_width=at.px(1))
    inner = box.inset(at.px(12), at.px(8))
    title = Box(inner.x, inner.y, inner.w, at.px(28))
    betting = view.phase == "betting"
    yield from _title(bets, spoken, title, zones, betting=betting)
    across = 3 if zones.portrait else 1 if len(bets) <= FEW_BETS else 2
    down = -(-len(bets) // across)
    body = Box(inner.x, title.bottom + at.px(5), inner.w, max(0, inner.bottom - title.bottom - at.px(5)))
    height = min(body.h, down * at.px(64))
    body = Box(body.x, body.y, body.w, height)
    # The first bets of a layout, the pairs, have the shortest names.
    cells = split(body, across, down, at.px(4 if down > 3 else 8), first=0.86 if across == 2 else 1.0)
    for cell in cells[1:across]:
        yield Fill(box=Box(cell.x - at.px(3 if down > 3 else 5), body.y, at.px(2), body.h), ink=Ink.PANEL_EDGE)
    paid = {one.wager: one for one in view.paid}
    # Column after column: the two bets of a pair of hands stand below one another.
    for index, bet in enumerate(bets):
        cell = cells[index % down * across + index // down]
        line = _line(bet, paid.get(bet.wager), spoken, betting=betting)
        if line.state is BetState.CLOSED and across == 1:
            line = replace(line, pays=spoken.say("bet.closed"))
        yield from _bet(line, cell, zones)


def _title(bets: tuple[Pay, ...], spoken: Spoken, box: Box, zones: PlayersZones, *, betting: bool) -> Iterator[Shape]:
    """The title, and at its right what the signs before the bets mean, as far as there are such bets."""
    at = zones.canvas
    signs = []
    narrow = len(bets) <= FEW_BETS and not zones.portrait  # then each line has room to say it itself
    if betting and any(bet.open for bet in bets) and not narrow:
        signs.append((spoken.say("bet.open"), Symbol.TICK))
    if any(not bet.open for bet in bets) and not narrow:
        signs.append((spoken.say("bet.closed"), Symbol.CROSS))
    right = box.right - at.px(8)  # where the figures end
    for text, symbol in reversed(signs):
        size = at.px(16)
        wide = min(at.px(150), size + at.px(8) + round(text_width(text.upper(), at.px(18)) * 1.1))
        area = Box(right - wide, box.y, wide, box.h)
        sign = Box(area.x, area.y + (area.h - size) // 2, size, size)
        yield Icon(box=sign, symbol=symbol, ink=Ink.TEXT if symbol is Symbol.TICK else Ink.MUTED)
        label = Box(sign.right + at.px(6), area.y, max(0, area.right - sign.right - at.px(6)), area.h)
        yield Label(box=label, text=text.upper(), size=at.px(18), ink=Ink.MUTED, align=Align.RIGHT)
        right = area.x - at.px(14)
    name = Box(box.x, box.y, max(0, right - box.x), box.h)
    key = "label.side-bets"
    text = spoken.both(key) if name.w > at.px(430) else spoken.say(key)
    yield Label(box=name, text=text.upper(), size=at.px(22), ink=Ink.MUTED, align=Align.LEFT)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A bet as the block shows it."""

    name: str
    pays: str
    state: BetState


def _line(bet: Pay, paid: Paid | None, spoken: Spoken, *, betting: bool) -> _Line:
    name = spoken.wager(bet.wager)
    if paid is not None and paid.result == "win":
        return _Line(name=name, pays=paid.pays, state=BetState.WON)
    if not bet.open:
        return _Line(name=name, pays="–", state=BetState.CLOSED)
    return _Line(name=name, pays=short_pays(bet.pays), state=BetState.OPEN if betting else BetState.OFFERED)


def _bet(line: _Line, box: Box, zones: PlayersZones) -> Iterator[Shape]:
    at = zones.canvas
    won = line.state is BetState.WON
    if won:
        yield Fill(box=box, ink=Ink.WINNER, radius=min(at.px(8), box.h // 4))
    ink = ON[Ink.WINNER] if won else Ink.MUTED if line.state is BetState.CLOSED else Ink.TEXT
    size = min(at.px(28), max(at.px(19), round(box.h * 0.5)))
    inner = box.inset(at.px(8), 0)
    sign = min(at.px(17), box.h)
    symbol = SIGNS[line.state]
    if symbol is not None:
        place = Box(inner.x, box.y + (box.h - sign) // 2, sign, sign)
        yield Icon(box=place, symbol=symbol, ink=ink)
    wide = round(size * 4.4)
    figures = Box(inner.right - wide, box.y, wide, box.h)
    x = inner.x + sign + at.px(7)
    # A name may reach under the room that long odds need, as the odds of the longest names are short.
    name = Box(x, box.y, max(0, inner.right - round(size * 2.8) - x), box.h)
    yield Label(box=name, text=line.name, size=size, ink=ink, bold=won, align=Align.LEFT)
    yield Label(box=figures, text=line.pays, size=size, ink=ink, align=Align.RIGHT)
