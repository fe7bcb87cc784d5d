"""The players' screen as data: a view and a language's words in, a picture's shapes out. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from device.rules.hand import Hand
from device.screen.look.hand_cards import card_shape
from device.screen.look.layout import (
    LANDSCAPE,
    PORTRAIT,
    Canvas,
    PlayersZones,
    Size,
    card_boxes,
    players_zones,
    split,
    stack,
)
from device.screen.look.moment import STILL, Moment
from device.screen.look.shapes import Align, Box, Fill, Label, Scene, Shape, Veil, Watermark
from device.screen.look.theme import ON, Ink
from device.screen.players.blocks import banner_text, centre, edge_of
from device.screen.players.scoreboards import scoreboards
from device.screen.view import PublicView, public_view
from device.words import HandNames, Words

BANNER_INKS = {
    "place-your-bets": Ink.CALL,
    "no-more-bets": Ink.NOTICE,
    "last-hand": Ink.NOTICE,
    "end-of-shoe": Ink.NOTICE,
    "supervisor-called": Ink.ALARM,
    "held": Ink.ALARM,
    "card-drawn-in-error": Ink.ALARM,
    "reader-lost": Ink.ALARM,
    "table-recovered": Ink.ALARM,
    "do-not-deal": Ink.ALARM,
}
"""The banners that are more than news; any other stands on a plain panel."""


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
    names = words.names(seen.names.player, seen.names.banker)
    zones = players_zones(size)
    shapes = [
        *_header(seen, words, zones),
        *_hand(seen, Hand.PLAYER, names, zones, second),
        *centre(seen, words, names, zones),
        *_hand(seen, Hand.BANKER, names, zones, second),
        *scoreboards(seen, words, names, zones),
    ]
    if seen.demo:
        whole = Box(0, 0, *size)
        shapes.append(Watermark(box=whole, text=words.say("label.demo").upper(), size=zones.canvas.px(430)))
    return Scene(width=size[0], height=size[1], shapes=tuple(in_its_moment(shapes, size, moment)))


def in_its_moment(shapes: Sequence[Shape], size: Size, moment: Moment) -> Iterator[Shape]:
    """The picture moved by the moment's shift and as dark as it says."""
    dx, dy = moment.shift
    for shape in shapes:
        box = Box(shape.box.x + dx, shape.box.y + dy, shape.box.w, shape.box.h)
        yield replace(shape, box=box) if (dx, dy) != (0, 0) else shape
    if moment.dim > 0:
        yield Veil(box=Box(0, 0, *size), part=moment.dim)


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


def badges(view: PublicView, words: Words) -> tuple[str, ...]:
    """What must be said besides the banner: a demonstration, a hand without bets, the shoe's last hand."""
    found = []
    if view.demo:
        found.append(words.say("label.demo"))
    if view.kind in ("free", "training"):
        found.append(words.say(f"kind.{view.kind}"))
    if view.last_hand and view.banner != "last-hand":
        found.append(words.say("label.last-hand"))
    return tuple(found)


def _header(view: PublicView, words: Words, zones: PlayersZones) -> Iterator[Shape]:
    at = zones.canvas
    title = view.table.name or words.say("label.game")
    yield Label(box=zones.title, text=title.upper(), size=at.px(48), ink=Ink.TEXT, align=Align.LEFT)
    yield from _badges(badges(view, words), zones)
    ink = BANNER_INKS.get(view.banner, Ink.PANEL)
    yield Fill(box=zones.banner, ink=ink, radius=at.px(12), edge=edge_of(ink), edge_width=at.px(2))
    text = banner_text(view, words).upper()
    yield Label(box=zones.banner.inset(at.px(20), 0), text=text, size=at.px(46), ink=ON[ink])
    shoe = f"{words.say('label.shoe')} {view.shoe or '–'}"
    hand = f"{words.say('label.hand')} {view.hand or '–'}"
    text = f"{shoe}   {hand}".upper()
    row = zones.round if view.table.limits else Box(zones.round.x, zones.title.y, zones.round.w, zones.title.h)
    yield Label(box=row, text=text, size=at.px(36), ink=Ink.TEXT, align=Align.RIGHT)
    names = words.names(view.names.player, view.names.banker)
    text = "   ".join(
        f"{words.say(f'wager.{limit.wager}', player=names.player, banker=names.banker)} {limit.min} – {limit.max}"
        for limit in view.table.limits
    )
    yield Label(box=zones.limits, text=text, size=at.px(24), ink=Ink.MUTED, bold=False, align=Align.RIGHT)


def _badges(texts: Sequence[str], zones: PlayersZones) -> Iterator[Shape]:
    if not texts:
        return
    at = zones.canvas
    # From the right, so that a single badge stands next to the banner.
    boxes = reversed(split(zones.badges, max(2, len(texts)), 1, at.px(10)))
    for text, box in zip(reversed(texts), boxes, strict=False):
        yield Fill(box=box, ink=Ink.NOTICE, radius=box.h // 2, edge=Ink.ON_NOTICE, edge_width=at.px(2))
        yield Label(box=box.inset(at.px(12), 0), text=text.upper(), size=at.px(21), ink=Ink.ON_NOTICE)


def _hand(view: PublicView, hand: Hand, names: HandNames, zones: PlayersZones, second: Words | None) -> Iterator[Shape]:
    at = zones.canvas
    left = hand is Hand.PLAYER
    box, cards = (zones.player, view.player) if left else (zones.banker, view.banker)
    total = view.player_total if left else view.banker_total
    ink = Ink.PLAYER if left else Ink.BANKER
    if view.outcome is not None and view.outcome.value == hand.value and view.kind != "void":
        yield Fill(box=box.inset(-at.px(8)), ink=Ink.WINNER, radius=at.px(28))
    yield Fill(box=box, ink=ink, radius=at.px(20))
    head = Box(box.x, box.y, box.w, zones.hand_head)
    body = Box(box.x + at.px(6), head.bottom, box.w - 2 * at.px(6), box.h - head.h - at.px(6))
    yield Fill(box=body, ink=Ink.PANEL, radius=at.px(15))
    # Both totals stand next to the result, where they are compared.
    if zones.total_beside:
        wide = at.px(186)
        score = Box(body.right - wide if left else body.x, body.y, wide, body.h)
        places = Box(body.x if left else body.x + wide, body.y, body.w - wide, body.h)
        title, size, ink_of_score = head.inset(at.px(28), 0), at.px(46), Ink.TEXT
    else:
        wide = at.px(130)
        score = Box(head.right - wide if left else head.x, head.y, wide, head.h)
        places = body
        title = Box(head.x + (at.px(24) if left else wide), head.y, head.w - wide - at.px(24), head.h)
        size, ink_of_score = at.px(60), ON[ink]
    outward = Align.LEFT if left else Align.RIGHT
    yield Label(box=title, text=names.of(hand.value).upper(), size=size, ink=ON[ink], align=outward)
    if second is not None and zones.total_beside:
        inward = Align.RIGHT if left else Align.LEFT
        small = Box(title.x + (title.w // 2 if left else 0), title.y, title.w // 2, title.h)
        own = second.say(f"hand.{hand.value}").upper()
        yield Label(box=small, text=own, size=at.px(30), ink=ON[ink], bold=False, align=inward)
    if total is not None:
        yield Label(box=score, text=str(total), size=at.px(168 if zones.total_beside else 124), ink=ink_of_score)
    for index, place in enumerate(card_boxes(places, at.px(14))):
        yield card_shape(cards, index, place)
