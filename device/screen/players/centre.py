"""What stands between the hands while there is no result: what the main bets pay, the burn, or the phase. Pure."""

from collections.abc import Iterator

from device.rules.outcome import Outcome
from device.screen.look.hand_cards import card_shape
from device.screen.look.layout import CARD_RATIO, PlayersZones, split, stack
from device.screen.look.shapes import Align, Bead, Box, Fill, Icon, Label, Paragraph, Shape, Symbol
from device.screen.look.theme import ON, Ink
from device.screen.players.hands import block_covers_hands
from device.screen.players.header import edge_of
from device.screen.players.odds import spaced
from device.screen.players.roads import bead_letters
from device.screen.players.says import BANNER_INKS, Spoken, banner_lines
from device.screen.view import Burn, PublicView

_MAIN = frozenset(outcome.value for outcome in Outcome)


def centre(view: PublicView, spoken: Spoken, zones: PlayersZones) -> Iterator[Shape]:
    """The block between the hands, while there is no result."""
    if view.burn is not None and view.phase == "burning":
        yield from _burn(view.burn, spoken, zones)
    elif is_waiting(view):
        yield from _waits(view, spoken, zones)
    elif block_covers_hands(view) or not any(pay.wager in _MAIN for pay in view.paytable):
        yield from _phase(view, spoken, zones)
    else:
        yield from _pays(view, spoken, zones)


def is_waiting(view: PublicView) -> bool:
    """Whether a hand stands still, so that players want to know why and what becomes of their bets."""
    return BANNER_INKS.get(view.banner) is Ink.ALARM and not block_covers_hands(view)


def _waits(view: PublicView, spoken: Spoken, zones: PlayersZones) -> Iterator[Shape]:
    """Why nothing is dealt, and what players do meanwhile: in quiet colours, as the banner has said it loudly."""
    at, box = zones.canvas, zones.centre
    yield Fill(box=box, ink=Ink.PANEL, radius=at.px(20), edge=Ink.ALARM, edge_width=at.px(3))
    key, bets = f"wait.{view.banner}", "wait.bets"
    small = " · ".join(text for text in (spoken.small(key), spoken.small(bets)) if text)
    inner = box.inset(at.px(16), at.px(12))
    if zones.portrait:
        heights, sizes = ((40, 62, 42), (48, 32)) if not small else ((34, 54, 38, 34), (42, 30, 24))
    else:
        heights, sizes = ((52, 112, 70), (33, 26)) if not small else ((38, 86, 56, 48), (31, 23, 18))
    rows = stack(inner, tuple(map(at.px, heights)), at.px(5))
    yield Icon(box=rows[0], symbol=Symbol.PAUSE, ink=Ink.ALARM)
    told = (spoken.say(key), Ink.TEXT, True), (spoken.say(bets), Ink.TEXT, False), (small, Ink.MUTED, False)
    for (text, ink, bold), row, size in zip(told, rows[1:], sizes, strict=False):
        yield Paragraph(box=row, text=text, size=at.px(size), ink=ink, bold=bold, align=Align.CENTRE)


def _phase(view: PublicView, spoken: Spoken, zones: PlayersZones) -> Iterator[Shape]:
    at, box = zones.canvas, zones.result.block
    banner = BANNER_INKS.get(view.banner, Ink.PANEL)
    # So large an area is loud enough in the ink of a panel; what stops the game keeps its own.
    ink = Ink.ALARM if banner is Ink.ALARM else Ink.PANEL
    on = Ink.ON_NOTICE if banner is Ink.NOTICE else ON[ink]
    yield Fill(box=box, ink=ink, radius=at.px(20), edge=edge_of(banner), edge_width=at.px(2))
    large, small = banner_lines(view, spoken)
    inner = box.inset(at.px(24), 0)
    if not small:
        yield Label(box=inner, text=large.upper(), size=at.px(58), ink=on)
        return
    upper, lower = stack(inner, (at.px(60), at.px(40)), at.px(24))
    yield Label(box=upper, text=large.upper(), size=at.px(58), ink=on)
    yield Label(box=lower, text=small.upper(), size=at.px(36), ink=on, bold=False)


def _burn(burn: Burn, spoken: Spoken, zones: PlayersZones) -> Iterator[Shape]:
    """The indicator at the left; at the right how many cards are burned, in figures and as little cards."""
    at, box = zones.canvas, zones.result.block
    yield Fill(box=box, ink=Ink.PANEL, radius=at.px(20), edge=Ink.PANEL_EDGE, edge_width=at.px(2))
    card_h = max(1, box.h - at.px(40))
    card = Box(box.x + at.px(28), box.y + (box.h - card_h) // 2, max(1, int(card_h / CARD_RATIO)), card_h)
    yield card_shape((burn.indicator,) if burn.indicator is not None else (), 0, card)
    left = card.right + at.px(32)
    side = Box(left, box.y, max(1, box.right - at.px(28) - left), box.h)
    # Upright the block is lower: then everything in it is smaller.
    tight = min(at.scale, max(0, box.h - at.px(36)) / 230)
    heights = [max(1, round(tight * high)) for high in (40, 88, 46, 26)]
    title, figures, row, small = stack(side, tuple(heights), round(tight * 10))
    yield Label(box=title, text=spoken.say("label.burn").upper(), size=heights[0], ink=Ink.TEXT, align=Align.LEFT)
    text = spoken.say("label.burned", done=burn.done, total="?" if burn.total is None else burn.total)
    yield Label(box=figures, text=text.upper(), size=heights[1], ink=Ink.TEXT, align=Align.LEFT)
    if burn.total is not None and burn.total <= _MOST_LITTLE_CARDS:
        high, gap = row.h, at.px(8)
        wide = max(1, min(round(high / CARD_RATIO), (row.w - gap * (burn.total - 1)) // max(1, burn.total)))
        for index in range(burn.total):
            place = Box(row.x + index * (wide + gap), row.y, wide, high)
            ink = Ink.BACK_LINE if index < burn.done else Ink.PANEL
            yield Fill(box=place, ink=ink, radius=at.px(4), edge=Ink.BACK_LINE, edge_width=at.px(2))
    other = spoken.small("label.burn").upper()
    if other:
        yield Label(box=small, text=other, size=heights[3], ink=Ink.MUTED, bold=False, align=Align.LEFT)


_MOST_LITTLE_CARDS = 13


def _pays(view: PublicView, spoken: Spoken, zones: PlayersZones) -> Iterator[Shape]:
    at, box = zones.canvas, zones.centre
    yield Fill(box=box, ink=Ink.PANEL, radius=at.px(20), edge=Ink.PANEL_EDGE, edge_width=at.px(2))
    pays = {pay.wager: pay.pays for pay in view.paytable}
    rows = [(outcome, pays[outcome.value]) for outcome in Outcome if outcome.value in pays]
    letters = bead_letters(spoken.names)
    inner = box.inset(at.px(18), at.px(10))
    title = Box(inner.x, inner.y, inner.w, at.px(34))
    yield Label(box=title, text=spoken.both("label.pays").upper(), size=at.px(26), ink=Ink.MUTED)
    inner = Box(inner.x, title.bottom + at.px(4), inner.w, max(0, inner.bottom - title.bottom - at.px(4)))
    wide = zones.portrait
    cells = split(inner, len(rows) if wide else 1, 1 if wide else len(rows), at.px(4))
    for (outcome, pay), cell in zip(rows, cells, strict=True):
        size = max(1, min(at.px(88 if wide else 62), cell.h - at.px(4)))
        bead = Box(cell.x + at.px(2), cell.y + (cell.h - size) // 2, size, size)
        text = Box(bead.right + at.px(16), cell.y, max(0, cell.right - bead.right - at.px(16)), cell.h)
        small, large = (30, 56) if wide else (22, 42)
        name, value = stack(text, (at.px(small), at.px(large)), at.px(10 if wide else 3))
        yield Bead(box=bead, outcome=outcome, letter=letters[outcome])
        called = spoken.hand(outcome.value).upper()
        yield Label(box=name, text=called, size=at.px(small), ink=Ink.MUTED, align=Align.LEFT)
        first, _, rest = spaced(pay).partition(", ")
        if not rest:
            yield Label(box=value, text=first, size=at.px(large), ink=Ink.TEXT, align=Align.LEFT)
            continue
        half = value.w * 2 // 5
        main, extra = Box(value.x, value.y, half, value.h), Box(value.x + half, value.y, value.w - half, value.h)
        yield Label(box=main, text=first, size=at.px(38), ink=Ink.TEXT, align=Align.LEFT)
        other = rest.removeprefix("6 pays ")
        yield Label(box=extra, text=f"6 = {other}", size=at.px(26), ink=Ink.TEXT, align=Align.RIGHT)
