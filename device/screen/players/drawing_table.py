"""The drawing rules in the form in which players know them: by totals, and Banker's against a third card. Pure."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from device.rules.tableau import BANKER_DRAWS_AGAINST, BANKER_DRAWS_ON_WHEN_PLAYER_STOOD, PLAYER_DRAWS_ON
from device.screen.look.layout import CARD_RATIO, PlayersZones
from device.screen.look.shapes import Align, Box, Fill, Label, Shape
from device.screen.look.theme import ON, Ink
from device.screen.players.says import Spoken

NATURALS = (8, 9)


def drawing_table(spoken: Spoken, box: Box, zones: PlayersZones) -> Iterator[Shape]:
    """Player's rule as three fields, Banker's as a table: a field with a card draws, one with a dash stands."""
    at = zones.canvas
    unit = box.h / 100
    title = Box(box.x, box.y, box.w, at.px(36))
    text = spoken.both("rules.third-title").upper()
    yield Label(box=title, text=text, size=at.px(28), ink=Ink.MUTED, align=Align.LEFT)
    rows = Box(box.x, title.bottom + at.px(10), box.w, max(1, box.bottom - title.bottom - at.px(10)))
    high = round(unit * 13)
    yield from _player(spoken, Box(rows.x, rows.y, rows.w, high), zones)
    legend = Box(rows.x, rows.bottom - round(unit * 7), rows.w, round(unit * 7))
    top = rows.y + high + round(unit * 3)
    yield from _banker(spoken, Box(rows.x, top, rows.w, max(1, legend.y - round(unit * 2) - top)), zones)
    yield from _legend(spoken, legend, zones)


def _player(spoken: Spoken, box: Box, zones: PlayersZones) -> Iterator[Shape]:
    at = zones.canvas
    name = _name_box(box)
    yield Fill(box=name, ink=Ink.PLAYER, radius=at.px(10))
    yield from _two((spoken.hand("player"), spoken.small_hand("player")), name, Ink.ON_PLAYER, 27, zones)
    stands = [total for total in range(8) if total not in PLAYER_DRAWS_ON]
    fields = ((sorted(PLAYER_DRAWS_ON), "rules.draws"), (stands, "rules.stands"), (NATURALS, "result.natural"))
    gap = at.px(8)
    left = name.right + at.px(12)
    wide = (box.right - left - 2 * gap) // 3
    for index, (totals, key) in enumerate(fields):
        field = Box(left + index * (wide + gap), box.y, wide, box.h)
        ink = Ink.PLAYER if key == "rules.draws" else Ink.BACKGROUND
        edge = None if ink is Ink.PLAYER else Ink.PANEL_EDGE
        yield Fill(box=field, ink=ink, radius=at.px(10), edge=edge, edge_width=1)
        figures = Box(field.x + at.px(10), field.y, field.w * 2 // 5 - at.px(10), field.h)
        yield Label(box=figures, text=_span(totals), size=at.px(35), ink=ON[ink])
        said = Box(figures.right, field.y, max(1, field.right - figures.right - at.px(8)), field.h)
        yield from _two((spoken.say(key), spoken.small(key)), said, ON[ink], 21, zones)


def _banker(spoken: Spoken, box: Box, zones: PlayersZones) -> Iterator[Shape]:
    at = zones.canvas
    rows = _rows()
    high = box.h // (len(rows) + 2)
    name = _name_box(Box(box.x, box.y, box.w, 2 * high - at.px(8)))
    yield Fill(box=name, ink=Ink.BANKER, radius=at.px(10))
    yield from _two((spoken.hand("banker"), spoken.small_hand("banker")), name, Ink.ON_BANKER, 27, zones)
    left = name.right + at.px(12)
    # The first column is for a Player that took no card; a little room parts it from the ten others.
    part = at.px(14)
    side = (box.right - left - part) // 11
    first = left + side + part
    # The last column ends where the fields above it do, to the pixel.
    columns = [left, *(first + index * (box.right + at.px(2) - first) // 10 for index in range(11))]
    over = Box(first, box.y, columns[-1] - first, high)
    yield Label(box=over, text=spoken.both("rules.third-of"), size=at.px(24), ink=Ink.MUTED, bold=False)
    none = Box(left - at.px(6), box.y + high, side + part, high)
    yield Label(box=none, text=spoken.say("rules.none"), size=at.px(22), ink=Ink.MUTED, bold=False)
    for value, (x, end) in enumerate(pairwise(columns[1:])):
        yield Label(box=Box(x, box.y + high, end - x, high), text=str(value), size=at.px(30), ink=Ink.TEXT)
    for index, (totals, draws) in enumerate(rows):
        y = box.y + (index + 2) * high
        yield Label(box=Box(name.x, y, name.w, high), text=_span(totals), size=at.px(36), ink=Ink.TEXT)
        for (x, end), drawn in zip(((left, left + side), *pairwise(columns[1:])), draws, strict=True):
            yield from _field(Box(x, y, end - x, high).inset(at.px(2)), drawn=drawn, zones=zones)


def _rows() -> tuple[tuple[tuple[int, ...], tuple[bool, ...]], ...]:
    """Banker's totals that draw alike, with what they do when Player stood and against each value of a third card."""
    found: list[tuple[list[int], tuple[bool, ...]]] = []
    for total, against in BANKER_DRAWS_AGAINST.items():
        draws = (total in BANKER_DRAWS_ON_WHEN_PLAYER_STOOD, *(value in against for value in range(10)))
        if found and found[-1][1] == draws:
            found[-1][0].append(total)
        else:
            found.append(([total], draws))
    return tuple((tuple(totals), draws) for totals, draws in found)


def _field(box: Box, *, drawn: bool, zones: PlayersZones) -> Iterator[Shape]:
    at = zones.canvas
    radius = at.px(6)
    if not drawn:
        yield Fill(box=box, ink=Ink.BACKGROUND, radius=radius, edge=Ink.PANEL_EDGE, edge_width=1)
        dash = Box(box.x + box.w * 3 // 8, box.y + box.h // 2 - at.px(1), max(1, box.w // 4), at.px(3))
        yield Fill(box=dash, ink=Ink.MUTED)
        return
    yield Fill(box=box, ink=Ink.BANKER, radius=radius)
    high = box.h * 5 // 8
    card = Box(
        box.x + (box.w - round(high / CARD_RATIO)) // 2, box.y + (box.h - high) // 2, round(high / CARD_RATIO), high
    )
    yield Fill(box=card, ink=Ink.CARD, radius=at.px(3), edge=Ink.CARD_EDGE, edge_width=1)


def _legend(spoken: Spoken, box: Box, zones: PlayersZones) -> Iterator[Shape]:
    at = zones.canvas
    half = box.w // 2
    for index, (key, drawn) in enumerate((("rules.draws", True), ("rules.stands", False))):
        field = Box(box.x + index * half, box.y, round(box.h * 1.25), box.h).inset(at.px(2))
        yield from _field(field, drawn=drawn, zones=zones)
        said = Box(field.right + at.px(12), box.y, max(1, half - field.w - at.px(20)), box.h)
        yield Label(box=said, text=spoken.both(key), size=at.px(24), ink=Ink.TEXT, bold=False, align=Align.LEFT)


def _name_box(box: Box) -> Box:
    return Box(box.x, box.y, round(box.w * 0.17), box.h)


def _two(texts: tuple[str, str], box: Box, ink: Ink, size: int, zones: PlayersZones) -> Iterator[Shape]:
    """A word, and the second language's below it."""
    at, (large, small) = zones.canvas, texts
    if not small:
        yield Label(box=box.inset(at.px(4), 0), text=large, size=at.px(size), ink=ink)
        return
    half = box.h // 2
    upper = Box(box.x, box.y + at.px(4), box.w, half).inset(at.px(4), 0)
    lower = Box(box.x, upper.bottom - at.px(4), box.w, box.h - half - at.px(4)).inset(at.px(4), 0)
    yield Label(box=upper, text=large, size=at.px(size), ink=ink)
    yield Label(box=lower, text=small, size=at.px(round(size * 0.7)), ink=ink, bold=False)


def _span(totals: Sequence[int]) -> str:
    return str(totals[0]) if len(totals) == 1 else f"{totals[0]}–{totals[-1]}"
