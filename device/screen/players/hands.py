"""The two hands on the players' screen: names, cards in their places, totals. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from device.rules.card import Card
from device.rules.hand import Hand, total
from device.screen.look.hand_cards import card_shape
from device.screen.look.layout import CAP_HEIGHT, PlayersZones, card_boxes
from device.screen.look.moment import Moment
from device.screen.look.shapes import Align, Box, Fill, Label, Shape
from device.screen.look.theme import ON, Ink
from device.screen.players.celebration import between, grown, swept
from device.screen.players.says import Spoken
from device.screen.view import PublicView

TOTAL_CAP = 153
"""How high a total's figure is: comfortable to read from five metres on a 24-inch screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """Where the pieces of one hand stand."""

    body: Box
    places: Box
    name: Box
    small: Box
    score: Box


def hand_shapes(view: PublicView, hand: Hand, spoken: Spoken, zones: PlayersZones, moment: Moment) -> Iterator[Shape]:
    """A hand with its cards, without its total; the winner's has a line under its name."""
    at = zones.canvas
    left = hand is Hand.PLAYER
    box, ink = (zones.player, Ink.PLAYER) if left else (zones.banker, Ink.BANKER)
    parts = _parts(hand, zones, covered=block_covers_hands(view))
    won = is_winner(view, hand)
    yield Fill(box=box, ink=ink, radius=at.px(20))
    yield Fill(box=parts.body, ink=Ink.PANEL, radius=at.px(15))
    outward, inward = (Align.LEFT, Align.RIGHT) if left else (Align.RIGHT, Align.LEFT)
    name = spoken.hand(hand.value).upper()
    size = at.px(46 if not zones.portrait else 56)
    yield Label(box=parts.name, text=name, size=size, ink=ON[ink], align=outward)
    small = spoken.small_hand(hand.value).upper()
    if small:
        align = inward if not zones.portrait else outward
        yield Label(box=parts.small, text=small, size=at.px(30), ink=ON[ink], bold=False, align=align)
    if won:
        run = round(parts.body.w * swept(moment))
        line = Box(parts.body.x if left else parts.body.right - run, parts.body.y - at.px(6), run, at.px(6))
        yield Fill(box=line, ink=Ink.WINNER)
    cards = view.player if left else view.banker
    for index, place in enumerate(card_boxes(parts.places, at.px(9), at.px(20))):
        part = moment.turning if (hand, index) in moment.fresh else 1.0
        yield card_shape(cards, index, place, part=part)


def total_shapes(view: PublicView, hand: Hand, zones: PlayersZones, moment: Moment) -> Iterator[Shape]:
    """A hand's total as far as its cards are turned.

    In landscape it keeps its place when the result's block grows under it; upright it has its place in the hand's head.
    """
    at = zones.canvas
    left = hand is Hand.PLAYER
    ink = Ink.PLAYER if left else Ink.BANKER
    shown = shown_total(view, hand, moment)
    if shown is None:
        return
    box, cap, on = _parts(hand, zones).score, TOTAL_CAP, Ink.TEXT
    if zones.portrait:
        cap, on = 86, ON[ink]
    elif view.outcome is not None and view.kind != "void":
        box = between(box, zones.result.player if left else zones.result.banker, grown(moment))
        block = between(zones.centre, zones.result.block, grown(moment))
        # Until the block is below it, a total stands on the hand's own dark ground.
        if block.x <= box.x and box.right <= block.right:
            on = ON[OUTCOME_INK[view.outcome.value]]
    elif view.kind == "void" and view.phase == "result":
        return
    yield Label(box=box, text=str(shown), size=at.px(cap / CAP_HEIGHT), ink=on)


OUTCOME_INK = {"player": Ink.PLAYER, "banker": Ink.BANKER, "tie": Ink.TIE}


def block_covers_hands(view: PublicView) -> bool:
    """Whether the block between the hands lies over their inner parts: with a result, or while there is no hand."""
    silent = view.phase in SILENT_PHASES and not view.player and not view.banker
    return view.outcome is not None or view.phase == "result" or silent


SILENT_PHASES = ("closed", "inspection", "burning", "shoe-over")
"""Phases without a hand; the block between the hands then says large what goes on."""


def is_winner(view: PublicView, hand: Hand) -> bool:
    """Whether this hand has won a coup that counts."""
    return view.outcome is not None and view.outcome.value == hand.value and view.kind != "void"


def shown_total(view: PublicView, hand: Hand, moment: Moment) -> int | None:
    """The total of a hand; while a card of it is being turned, that of the others, so that it does not run ahead."""
    cards, told = (view.player, view.player_total) if hand is Hand.PLAYER else (view.banker, view.banker_total)
    turning = {index for one, index in moment.fresh if one is hand} if moment.turning < 0.5 else set()
    if told is None or not turning:
        return told
    others = _faces([card for index, card in enumerate(cards) if index not in turning])
    return total(others) if others else None


def _faces(cards: Sequence[Card | None]) -> list[Card]:
    return [card for card in cards if card is not None]


def _parts(hand: Hand, zones: PlayersZones, *, covered: bool = False) -> _Parts:
    at = zones.canvas
    left = hand is Hand.PLAYER
    box = zones.player if left else zones.banker
    head = Box(box.x, box.y, box.w, zones.hand_head)
    body = Box(box.x + at.px(6), head.bottom, box.w - 2 * at.px(6), box.h - head.h - at.px(6))
    if zones.portrait:
        wide = at.px(130)
        score = Box(head.right - wide if left else head.x, head.y, wide, head.h)
        text = Box(head.x + (at.px(24) if left else wide), head.y, head.w - wide - at.px(24), head.h)
        name = Box(text.x, text.y + at.px(12), text.w, at.px(58))
        small = Box(text.x, name.bottom + at.px(4), text.w, at.px(36))
        return _Parts(body=body, places=body, name=name, small=small, score=score)
    # Both totals stand next to the result, where they are compared.
    wide = at.px(180)
    score = Box(body.right - wide if left else body.x, body.y, wide, body.h)
    places = Box(body.x if left else body.x + wide, body.y, body.w - wide, body.h)
    # A block that has grown over the hands covers the inner part of a head.
    block = zones.result.block
    edge = (block.x if left else block.right) if covered else (head.right if left else head.x)
    text = Box(head.x, head.y, edge - head.x, head.h) if left else Box(edge, head.y, head.right - edge, head.h)
    text = text.inset(at.px(26), 0)
    name_w = round(text.w * 0.6)
    name = Box(text.x if left else text.right - name_w, text.y, name_w, text.h)
    small = Box(name.right if left else text.x, text.y, text.w - name_w, text.h)
    return _Parts(body=body, places=places, name=name, small=small, score=score)
