"""A result: the winner's name as large as the back rows need it, between the totals what it means. Pure."""

from collections.abc import Iterator, Sequence

from device.rules.outcome import Outcome
from device.screen.look.layout import PlayersZones, stack
from device.screen.look.moment import Moment
from device.screen.look.setting import text_width
from device.screen.look.shapes import Box, Fill, Label, Shape
from device.screen.look.theme import INKS, ON, Ink
from device.screen.players.celebration import between, grown, swell
from device.screen.players.odds import spaced
from device.screen.players.says import Spoken, result_notes
from device.screen.view import PublicView
from device.words import is_chinese

NAME_SIZE = 116
"""The winner's name: its capitals are as high as can still be read from five metres on a 24-inch screen."""


def has_result(view: PublicView) -> bool:
    """Whether the block between the hands tells a result, or that there is none to come."""
    return view.outcome is not None or (view.kind == "void" and view.phase == "result")


def result_block(zones: PlayersZones, moment: Moment) -> Box:
    """The result's block as far as it has grown over the hands."""
    return zones.result.block if zones.portrait else between(zones.centre, zones.result.block, grown(moment))


def winners_light(view: PublicView, zones: PlayersZones, moment: Moment) -> Iterator[Shape]:
    """The light around the hand that won, and around the result's block that grows out of it; it lies under both."""
    if view.outcome is None or view.outcome is Outcome.TIE or view.kind == "void":
        return
    hand = zones.player if view.outcome is Outcome.PLAYER else zones.banker
    if zones.portrait:
        yield _light(hand, zones, moment)
        return
    block = result_block(zones, moment)
    left, right = min(hand.x, block.x), max(hand.right, block.right)
    yield _light(Box(left, hand.y, right - left, hand.h), zones, moment)


def _light(box: Box, zones: PlayersZones, moment: Moment) -> Shape:
    at = zones.canvas
    glow = at.px(7) + round(at.px(4) * swell(moment))
    return Fill(box=box.inset(-glow), ink=Ink.WINNER, radius=at.px(20) + glow)


def result_shapes(view: PublicView, spoken: Spoken, zones: PlayersZones, moment: Moment) -> Iterator[Shape]:
    """The block with the result, without the totals."""
    if view.kind == "void" or view.outcome is None:
        yield from _void(spoken, zones)
        return
    at, outcome = zones.canvas, view.outcome
    ink = INKS[outcome]
    part = grown(moment)
    block = result_block(zones, moment)
    if outcome is Outcome.TIE or zones.portrait:
        yield _light(block, zones, moment)
    yield Fill(box=block, ink=ink, radius=at.px(20))
    name = zones.result.name
    room = max(1, min(name.w, block.w - 2 * at.px(24)))
    name = Box(name.x + (name.w - room) // 2, name.y, room, name.h)
    text = spoken.hand(outcome.value).upper()
    whole = min(at.px(NAME_SIZE), round(name.h * 0.95)) if is_chinese(text) else at.px(NAME_SIZE)
    size = max(1, whole * room // max(1, zones.result.name.w))
    yield Label(box=name, text=text, size=size, ink=ON[ink])
    if zones.portrait:
        scores = (view.player_total, zones.result.player), (view.banker_total, zones.result.banker)
        for total, box in scores:
            if total is not None:
                yield Label(box=box, text=str(total), size=at.px(200), ink=ON[ink])
    if part >= 1.0:
        yield from _lines(tuple(_notes(view, outcome, spoken)), zones.result.notes, ink, zones)


def _notes(view: PublicView, outcome: Outcome, spoken: Spoken) -> Iterator[tuple[str, int, bool]]:
    if outcome is not Outcome.TIE:
        yield spoken.say("result.wins"), 44, True
    small = spoken.small_hand(outcome.value)
    if small and spoken.second is not None and outcome is not Outcome.TIE:
        wins = spoken.second.say("result.wins")
        above = spoken.second.say("result.place") == "above"
        space = "" if is_chinese(small) else " "
        small = f"{wins}{space}{small}" if above else f"{small}{space}{wins}"
    if small:
        yield small, 26, False
    won = next((paid.pays for paid in view.paid if paid.wager == outcome.value and paid.result == "win"), "")
    if won:
        yield f"{spoken.say('label.pays')} {spaced(won)}", 32, True
    if view.kind not in ("normal", "void"):
        yield spoken.say(f"kind.{view.kind}"), 32, True
    for note in result_notes(view, spoken.words, spoken.names):
        yield note, 30, True


def _lines(lines: Sequence[tuple[str, int, bool]], box: Box, ink: Ink, zones: PlayersZones) -> Iterator[Shape]:
    """Centred lines; where there are too many for the height they stand closer and smaller, upright side by side."""
    at = zones.canvas
    if not lines:
        return
    if zones.portrait:
        lines = _side_by_side([text for text, _, _ in lines], box.w, at.px(30))
    gap = at.px(8)
    wanted = sum(at.px(size) for _, size, _ in lines) + gap * (len(lines) - 1)
    squeeze = min(1.0, box.h / max(1, wanted))
    heights = tuple(max(1, int(at.px(size) * squeeze)) for _, size, _ in lines)
    for (text, _, bold), row in zip(lines, stack(box, heights, int(gap * squeeze)), strict=True):
        yield Label(box=row, text=text.upper(), size=row.h, ink=ON[ink], bold=bold)


def _side_by_side(texts: Sequence[str], width: int, size: int) -> list[tuple[str, int, bool]]:
    """As few lines as hold the texts."""
    rows: list[str] = []
    for text in texts:
        longer = f"{rows[-1]}  ·  {text}" if rows else text
        if rows and text_width(longer.upper(), size) * 1.1 <= width:
            rows[-1] = longer
        else:
            rows.append(text)
    return [(row, 30, True) for row in rows]


def _void(spoken: Spoken, zones: PlayersZones) -> Iterator[Shape]:
    at, box = zones.canvas, zones.result.block
    yield Fill(box=box, ink=Ink.NOTICE, radius=at.px(20), edge=Ink.ON_NOTICE, edge_width=at.px(4))
    inner = box.inset(at.px(26), 0)
    lines = [(spoken.say("result.void"), 74, True), (spoken.say("result.bets-returned"), 38, True)]
    other = [spoken.small("result.void"), spoken.small("result.bets-returned")]
    if any(other):
        lines.append((" · ".join(text for text in other if text), 26, False))
    heights = tuple(at.px(size) for _, size, _ in lines)
    for (text, _, bold), row in zip(lines, stack(inner, heights, at.px(12 if zones.portrait else 24)), strict=True):
        yield Label(box=row, text=text.upper(), size=row.h, ink=Ink.ON_NOTICE, bold=bold)
