"""The players' screen as data: a view and a language's words in, a picture's shapes out. Pure."""

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.screen.look.layout import LANDSCAPE, PORTRAIT, Canvas, Size, players_zones, stack
from device.screen.look.moment import STILL, Moment, Show
from device.screen.look.shapes import Box, Fill, Label, Scene, Shape, Veil, Watermark
from device.screen.look.theme import Ink
from device.screen.players.bets import side_bets
from device.screen.players.centre import centre
from device.screen.players.hands import hand_shapes, total_shapes
from device.screen.players.header import header
from device.screen.players.result import has_result, result_shapes, winners_light
from device.screen.players.rules_page import rules_page
from device.screen.players.says import Spoken
from device.screen.players.scoreboards import scoreboards
from device.screen.view import PublicView, public_view
from device.words import Words


def players_scene(
    view: Mapping[str, object] | PublicView,
    words: Words,
    size: Size,
    *,
    second: Words | None = None,
    moment: Moment = STILL,
) -> Scene:
    """The players' screen for a public view, in pixels of a screen of this size, at one moment of it.

    `second`: another language, small beside the first. The picture holds no face that the view does not hold. Raises
    ViewError when the view is none.
    """
    seen = public_view(view)
    spoken = Spoken.of(seen, words, second)
    zones = players_zones(size, side_bets=len(side_bets(seen)))
    winner = Hand.BANKER if seen.outcome is Outcome.BANKER else Hand.PLAYER  # drawn last, over its light
    between = result_shapes(seen, spoken, zones, moment) if has_result(seen) else centre(seen, spoken, zones)
    below = rules_page(seen, spoken, zones) if moment.show is Show.RULES else scoreboards(seen, spoken, zones)
    shapes = [
        *header(seen, spoken, zones, moment),
        *hand_shapes(seen, winner.other, spoken, zones, moment),
        *winners_light(seen, zones, moment),
        *hand_shapes(seen, winner, spoken, zones, moment),
        *between,
        *total_shapes(seen, Hand.PLAYER, zones, moment),
        *total_shapes(seen, Hand.BANKER, zones, moment),
        *below,
    ]
    if seen.demo:
        whole = Box(0, 0, *size)
        shapes.append(Watermark(box=whole, text=words.say("label.demo").upper(), size=zones.canvas.px(430)))
    return Scene(width=size[0], height=size[1], shapes=tuple(in_its_moment(shapes, size, moment)))


def in_its_moment(shapes: Sequence[Shape], size: Size, moment: Moment) -> Iterator[Shape]:
    """The picture moved by the moment's shift and as dark as it says."""
    if moment.shift == (0, 0):
        yield from shapes
    else:
        for shape in shapes:
            yield _moved(shape, *moment.shift)
    if moment.dim > 0:
        yield Veil(box=Box(0, 0, *size), part=moment.dim)


@functools.lru_cache(maxsize=2_000)
def _moved(shape: Shape, dx: int, dy: int) -> Shape:
    """Kept, as most of a picture stays where it is until the next shift."""
    return replace(shape, box=Box(shape.box.x + dx, shape.box.y + dy, shape.box.w, shape.box.h))


def no_data_scene(reason: str, words: Words, size: Size) -> Scene:
    """The screen that stands for nothing: no view, or none that it can answer for. `reason` is a code of ``feed``."""
    at = Canvas.fit(size, LANDSCAPE if size[0] >= size[1] else PORTRAIT)
    middle = Box(0, 0, *size)
    rows = stack(middle, (at.px(190), at.px(70), at.px(50), at.px(44)), at.px(28))
    sign = Box((size[0] - at.px(940)) // 2, rows[0].y, at.px(940), rows[0].h)
    shapes: tuple[Shape, ...] = (
        Fill(box=sign, ink=Ink.ALARM, radius=at.px(24)),
        Label(box=sign.inset(at.px(40), 0), text=words.say("feed.no-data").upper(), size=at.px(128), ink=Ink.ON_ALARM),
        Label(box=rows[1].inset(at.px(24), 0), text=words.say("feed.waiting"), size=at.px(56), ink=Ink.TEXT),
        Label(
            box=rows[2].inset(at.px(24), 0), text=words.say(f"feed.{reason}"), size=at.px(38), ink=Ink.TEXT, bold=False
        ),
        Label(
            box=rows[3].inset(at.px(24), 0),
            text=words.say("feed.waiting-hint"),
            size=at.px(34),
            ink=Ink.MUTED,
            bold=False,
        ),
    )
    return Scene(width=size[0], height=size[1], shapes=shapes)
