"""The dealer's panel as data: a staff view and a language's words in, a picture's shapes out. Pure."""

from collections.abc import Iterator, Mapping

from device.rules.hand import Hand
from device.screen.dealer.guidance import guidance, identity, incident_lines, notes, troubles
from device.screen.look.columns import wrap
from device.screen.look.hand_cards import card_shape
from device.screen.look.layout import Canvas, Size, card_boxes
from device.screen.look.shapes import Align, Arrow, Box, Fill, Label, Light, Scene, Shape
from device.screen.look.theme import ON, Ink
from device.screen.view import StaffView, staff_view
from device.words import HandNames, Words

PANEL: Size = (800, 480)
"""A seven-inch touch panel; other sizes scale."""

_MOST_LINES = 3
_LETTERS = 66
"""Letters of the small type that a line holds."""


def dealer_scene(view: Mapping[str, object] | StaffView, words: Words, size: Size) -> Scene:
    """The dealer's panel for a staff view. It holds no face that the view does not hold; ViewError if it is none."""
    seen = staff_view(view)
    names = words.names(seen.names.player, seen.names.banker)
    at = Canvas.fit(size, PANEL)
    shapes = (
        *_status(seen, words, at),
        *_instruction(seen, words, at),
        *_hand(seen, Hand.PLAYER, names, at),
        *_hand(seen, Hand.BANKER, names, at),
        *_incidents(seen, words, at),
        Label(
            box=at.box(12, 444, 776, 32),
            text=identity(seen, words),
            size=at.px(19),
            ink=Ink.MUTED,
            bold=False,
            align=Align.LEFT,
        ),
    )
    return Scene(width=size[0], height=size[1], shapes=shapes)


def _status(view: StaffView, words: Words, at: Canvas) -> Iterator[Shape]:
    yield Label(
        box=at.box(12, 0, 178, 48),
        text=(view.table.name or words.say("label.game")).upper(),
        size=at.px(27),
        ink=Ink.TEXT,
        align=Align.LEFT,
    )
    shoe = f"{words.say('label.shoe')} {view.shoe or '–'} · {words.say('label.hand')} {view.hand or '–'}"
    if view.demo:
        shoe = f"{words.say('label.demo').upper()} · {shoe}"
    yield Label(box=at.box(200, 0, 250, 48), text=shoe, size=at.px(20), ink=Ink.TEXT, bold=False, align=Align.LEFT)
    for index, (name, well, _) in enumerate(troubles(view, words)):
        x = 456 + 114 * index
        yield Light(box=at.box(x, 13, 22, 22), well=well)
        ink = Ink.TEXT if well else Ink.ALARM
        yield Label(box=at.box(x + 27, 0, 84, 48), text=name, size=at.px(18), ink=ink, align=Align.LEFT)


def _instruction(view: StaffView, words: Words, at: Canvas) -> Iterator[Shape]:
    told = guidance(view, words)
    yield Fill(box=at.box(0, 48, 800, 112), ink=told.ink)
    left, width = (112, 676) if told.side is Hand.PLAYER else (24, 676 if told.side is not None else 752)
    if told.side is not None:
        to_left = told.side is Hand.PLAYER
        yield Arrow(box=at.box(24 if to_left else 704, 72, 72, 64), ink=ON[told.ink], to_left=to_left)
    yield Label(
        box=at.box(left, 52, width, 66),
        text=told.line.upper(),
        size=at.px(58),
        ink=ON[told.ink],
        align=Align.LEFT,
    )
    yield Label(
        box=at.box(left, 116, width, 38),
        text=told.reason,
        size=at.px(26),
        ink=ON[told.ink],
        bold=False,
        align=Align.LEFT,
    )


def _hand(view: StaffView, hand: Hand, names: HandNames, at: Canvas) -> Iterator[Shape]:
    left = hand is Hand.PLAYER
    x = 8 if left else 404
    cards, total = (view.player, view.player_total) if left else (view.banker, view.banker_total)
    ink = Ink.PLAYER if left else Ink.BANKER
    yield Fill(box=at.box(x, 168, 388, 168), ink=ink, radius=at.px(8))
    yield Label(
        box=at.box(x + 12, 168, 364, 38),
        text=names.of(hand.value).upper(),
        size=at.px(25),
        ink=ON[ink],
        align=Align.LEFT,
    )
    yield Fill(box=at.box(x + 3, 206, 382, 127), ink=Ink.PANEL, radius=at.px(6))
    if total is not None:
        yield Label(box=at.box(x + 296, 206, 86, 127), text=str(total), size=at.px(112), ink=Ink.TEXT)
    for index, place in enumerate(card_boxes(at.box(x + 3, 206, 292, 127), at.px(9))):
        yield card_shape(cards, index, place, due=view.due is hand and index == len(cards))


def _incidents(view: StaffView, words: Words, at: Canvas) -> Iterator[Shape]:
    """Where a later panel has its buttons: what is to be decided, else what else should be known."""
    lines = [line for incident in incident_lines(view, words) for line in wrap(incident, _LETTERS)]
    bold = len(lines)
    lines += [f"{name}: {said or words.say('health.bad')}" for name, well, said in troubles(view, words) if not well]
    lines += notes(view, words)
    if len(lines) > _MOST_LINES:
        lines[_MOST_LINES - 1 :] = [f"{lines[_MOST_LINES - 1]} …"]
    box = at.box(8, 344, 784, 96)
    edge = Ink.ALARM if view.incidents else Ink.PANEL_EDGE
    yield Fill(box=box, ink=Ink.PANEL, radius=at.px(8), edge=edge, edge_width=at.px(2))
    if not lines:
        yield Label(box=box, text=words.say("label.nothing-to-decide"), size=at.px(22), ink=Ink.MUTED, bold=False)
    for index, line in enumerate(lines):
        row = Box(box.x + at.px(14), box.y + at.px(6 + 28 * index), box.w - at.px(28), at.px(28))
        yield Label(box=row, text=line, size=at.px(21), ink=Ink.TEXT, bold=index < bold, align=Align.LEFT)
