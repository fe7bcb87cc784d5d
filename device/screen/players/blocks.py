"""What stands between the hands on the players' screen, and what a hand is made of. Pure."""

from collections.abc import Iterator, Sequence

from device.rules.hand import is_pair
from device.rules.outcome import Outcome
from device.screen.look.columns import wrap
from device.screen.look.hand_cards import card_shape
from device.screen.look.layout import PlayersZones, split, stack
from device.screen.look.shapes import Align, Bead, Box, Fill, Label, Shape
from device.screen.look.theme import INKS, ON, Ink
from device.screen.players.roads import bead_letters
from device.screen.view import PublicView
from device.words import HandNames, Words


def banner_text(view: PublicView, words: Words) -> str:
    """The phase banner's words; while burning, how far the burn has come."""
    if view.banner == "burning" and view.burn is not None and view.burn.total is not None:
        return words.say("banner.burning-count", done=view.burn.done, total=view.burn.total)
    return words.say(f"banner.{view.banner}")


def result_notes(view: PublicView, words: Words, names: HandNames) -> tuple[str, ...]:
    """What players with side bets look for in a result: a natural, pairs (by rank, of the first two cards)."""
    notes = [words.say("result.natural")] if view.natural else []
    for name, cards in ((names.player, view.player), (names.banker, view.banker)):
        if is_pair([card for card in cards[:2] if card is not None]):
            notes.append(words.say("result.pair", hand=name))
    return tuple(notes)


def edge_of(ink: Ink) -> Ink | None:
    """The edge that an area in this ink has: a loud area needs none, a dark one is told from the background by it."""
    return Ink.ON_NOTICE if ink is Ink.NOTICE else Ink.PANEL_EDGE if ink is Ink.PANEL else None


def centre(view: PublicView, words: Words, names: HandNames, zones: PlayersZones) -> Iterator[Shape]:
    """The block between the hands: the result, the burn, or else what the main bets pay."""
    if view.kind == "void" and view.phase == "result":
        lines = [(line, 46, True) for line in wrap(words.say("result.void"), 11)]
        lines += [(line, 32, False) for line in wrap(words.say("result.bets-returned"), 14)]
        yield from _stacked(lines, Ink.PANEL, zones)
    elif view.outcome is not None:
        yield from _stacked(_result_lines(view, view.outcome, words, names), INKS[view.outcome], zones)
    elif view.burn is not None and view.phase == "burning":
        yield from _burn(view, words, zones)
    elif not any(pay.wager == outcome.value for pay in view.paytable for outcome in Outcome):
        lines = [(line, 44, True) for line in wrap(banner_text(view, words), 11)]
        yield from _stacked(lines, Ink.PANEL, zones)
    else:
        yield from _pays(view, words, names, zones)


def _result_lines(
    view: PublicView, outcome: Outcome, words: Words, names: HandNames
) -> tuple[tuple[str, int, bool], ...]:
    lines = [(names.of(outcome.value), 52, True)]
    if outcome is not Outcome.TIE:
        wins = (words.say("result.wins"), 38, True)
        lines.insert(0 if words.say("result.place") == "above" else 1, wins)
    if view.player_total is not None and view.banker_total is not None:
        lines.append((f"{view.player_total} : {view.banker_total}", 84, True))
    lines.extend((note, 28, False) for note in result_notes(view, words, names))
    return tuple(lines)


def _stacked(lines: Sequence[tuple[str, int, bool]], ink: Ink, zones: PlayersZones) -> Iterator[Shape]:
    """A block of centred lines; where there are too many for its height they stand closer and smaller."""
    at, box = zones.canvas, zones.result
    gap = at.px(14)
    yield Fill(box=box, ink=ink, radius=at.px(20), edge=edge_of(ink), edge_width=at.px(2))
    wanted = sum(at.px(size) for _, size, _ in lines) + gap * (len(lines) - 1)
    squeeze = min(1.0, (box.h - at.px(16)) / wanted)
    heights = tuple(max(1, int(at.px(size) * squeeze)) for _, size, _ in lines)
    rows = stack(box.inset(at.px(14), 0), heights, int(gap * squeeze))
    for (text, _, bold), row in zip(lines, rows, strict=True):
        yield Label(box=row, text=text.upper(), size=row.h, ink=ON[ink], bold=bold)


def _burn(view: PublicView, words: Words, zones: PlayersZones) -> Iterator[Shape]:
    burn = view.burn
    assert burn is not None
    at, box = zones.canvas, zones.result
    yield Fill(box=box, ink=Ink.PANEL, radius=at.px(20), edge=Ink.PANEL_EDGE, edge_width=at.px(2))
    wide = box.w > 2 * box.h  # then the words stand at the card's sides, else above and below it
    card_h = max(1, box.h - at.px(24) if wide else box.h - at.px(124))
    card_w = max(1, int(card_h / 1.4))
    card = Box(box.x + (box.w - card_w) // 2, box.y + (box.h - card_h) // 2, card_w, card_h)
    yield card_shape((burn.indicator,) if burn.indicator is not None else (), 0, card)
    above = Box(box.x, box.y, card.x - box.x, box.h) if wide else Box(box.x, box.y, box.w, card.y - box.y)
    below = Box(card.right, box.y, card.x - box.x, box.h) if wide else Box(box.x, card.bottom, box.w, card.y - box.y)
    yield Label(box=above, text=words.say("label.burn").upper(), size=at.px(36), ink=Ink.TEXT)
    text = words.say("label.burned", done=burn.done, total="?" if burn.total is None else burn.total)
    yield Label(box=below, text=text.upper(), size=at.px(38), ink=Ink.TEXT)


def _pays(view: PublicView, words: Words, names: HandNames, zones: PlayersZones) -> Iterator[Shape]:
    at, box = zones.canvas, zones.result
    yield Fill(box=box, ink=Ink.PANEL, radius=at.px(20), edge=Ink.PANEL_EDGE, edge_width=at.px(2))
    pays = {pay.wager: pay.pays for pay in view.paytable}
    rows = [(outcome, pays[outcome.value]) for outcome in Outcome if outcome.value in pays]
    letters = bead_letters(names)
    wide = box.w > 2 * box.h
    inner = box.inset(at.px(18), at.px(8))
    title = Box(inner.x, inner.y, inner.w, at.px(36))
    yield Label(box=title, text=words.say("label.pays").upper(), size=at.px(28), ink=Ink.MUTED)
    inner = Box(inner.x, title.bottom + at.px(4), inner.w, max(0, inner.bottom - title.bottom - at.px(4)))
    cells = split(inner, len(rows) if wide else 1, 1 if wide else len(rows), at.px(6))
    for (outcome, pay), cell in zip(rows, cells, strict=True):
        size = max(1, min(at.px(60), cell.h))
        bead = Box(cell.x + at.px(4), cell.y + (cell.h - size) // 2, size, size)
        text = Box(bead.right + at.px(16), cell.y, max(0, cell.right - bead.right - at.px(16)), cell.h)
        name, value = stack(text, (at.px(24), at.px(40)), at.px(2))
        yield Bead(box=bead, outcome=outcome, letter=letters[outcome])
        yield Label(box=name, text=names.of(outcome.value).upper(), size=at.px(22), ink=Ink.MUTED, align=Align.LEFT)
        yield Label(box=value, text=pay.replace(":", " : "), size=at.px(38), ink=Ink.TEXT, align=Align.LEFT)
