"""Both screens as text for a terminal of 80 × 24. Pure; the same views, words and rules of sight as the pictures."""

from collections.abc import Mapping

from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.screen.dealer.guidance import guidance, identity, incident_lines, notes, result_text, troubles
from device.screen.look.columns import columns, cut, wrap
from device.screen.look.theme import Ink
from device.screen.plain.page import COLUMNS, Page, Style
from device.screen.plain.text_roads import RESULT_STYLES, put_roads
from device.screen.players.says import BANNER_INKS, badges, banner_text, result_notes
from device.screen.view import PublicView, StaffView, public_view, staff_view
from device.words import HandNames, Words

_STYLES = {
    Ink.PLAYER: Style.PLAYER,
    Ink.BANKER: Style.BANKER,
    Ink.TIE: Style.TIE,
    Ink.CALL: Style.LOUD,
    Ink.NOTICE: Style.LOUD,
    Ink.ALARM: Style.ALARM,
}
_SUITS = str.maketrans("cdhs", "♣♦♥♠")

_DIGITS = (
    "█▀█ ▀█  ▀▀█ ▀▀█ █ █ █▀▀ █▀▀ ▀▀█ █▀█ █▀█",
    "█ █  █  █▀▀ ▀▀█ ▀▀█ ▀▀█ █▀█   █ █▀█ ▀▀█",
    "▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀",
)
"""Zero to nine, three rows each, four columns apart: totals that are seen from the other side of the table."""


def players_text(view: Mapping[str, object] | PublicView, words: Words, *, colour: bool = False) -> str:
    """The players' screen as 24 lines of at most 80 letters; with `colour`, a terminal's escape codes in them.

    Raises ViewError when the view is none.
    """
    seen = public_view(view)
    names = words.names(seen.names.player, seen.names.banker)
    page = Page()
    _head(page, seen, words)
    page.centre(0, banner_text(seen, words).upper(), _STYLES.get(BANNER_INKS.get(seen.banner, Ink.PANEL), Style.BOLD))
    page.rule(1, "  ".join(badge.upper() for badge in badges(seen, words)))
    _hands(page, seen, names, 2, 3)
    text, style = _middle_line(seen, words, names)
    page.centre(8, text, style)
    put_roads(page, seen, words, names, 9)
    limits = (f"{_wager(words, names, limit.wager)} {limit.min} – {limit.max}" for limit in seen.table.limits)
    page.put(1, 23, "   ".join(limits))
    return page.text(colour=colour)


def dealer_text(view: Mapping[str, object] | StaffView, words: Words, *, colour: bool = False) -> str:
    """The dealer's screen as 24 lines of at most 80 letters: what to do now, why, the hands, what is to be decided.

    Raises ViewError when the view is none.
    """
    seen = staff_view(view)
    names = words.names(seen.names.player, seen.names.banker)
    page = Page()
    _head(page, seen, words)
    phase = words.say(f"phase.{seen.phase}")
    page.centre(0, f"{words.say('label.demo').upper()} · {phase}" if seen.demo else phase)
    told = guidance(seen, words)
    style = _STYLES.get(told.ink, Style.BOLD)
    for y in range(1, 6):
        page.bar(y, style)
    page.put(0, 1, "─" * COLUMNS, style)
    page.put(0, 5, "─" * COLUMNS, style)
    page.centre(2, " ".join(told.line.upper()), style)
    page.centre(4, told.reason, style)
    if told.side is not None:
        page.put(*((2, 2, "<<<", style) if told.side is Hand.PLAYER else (COLUMNS - 5, 2, ">>>", style)))
    _hands(page, seen, names, 6, 8)
    page.rule(13)
    lines = [(line, Style.BOLD) for incident in incident_lines(seen, words) for line in wrap(incident, COLUMNS - 4)]
    lines += [(line, Style.PLAIN) for line in notes(seen, words)]
    page.put(1, 14, words.say("label.to-decide" if seen.incidents else "label.nothing-to-decide").upper(), Style.PALE)
    room = 5
    if len(lines) > room:
        lines[room - 1 :] = [("…", Style.BOLD)]
    for y, (line, look) in enumerate(lines, 15):
        page.put(3, y, line, look)
    page.rule(20)
    x = 1
    for name, well, _ in troubles(seen, words):
        text = f"{name}: {words.say('health.good' if well else 'health.bad')}"
        page.put(x, 21, text, Style.PLAIN if well else Style.ALARM)
        x += columns(text) + 3
    page.put(1, 22, "   ".join(said for _, well, said in troubles(seen, words) if not well), Style.BOLD)
    page.put(1, 23, identity(seen, words), Style.PALE)
    return page.text(colour=colour)


def no_data_text(reason: str, words: Words, *, colour: bool = False) -> str:
    """The page that stands for nothing: no view, or none that can be answered for. `reason` is a code of ``feed``."""
    page = Page()
    for y in range(8, 13):
        page.bar(y, Style.ALARM)
    page.centre(8, "─" * COLUMNS, Style.ALARM)
    page.centre(12, "─" * COLUMNS, Style.ALARM)
    page.centre(10, " ".join(words.say("feed.no-data").upper()), Style.ALARM)
    page.centre(14, words.say("feed.waiting"), Style.BOLD)
    page.centre(15, words.say(f"feed.{reason}"))
    page.centre(17, words.say("feed.waiting-hint"))
    return page.text(colour=colour)


def _head(page: Page, view: PublicView, words: Words) -> None:
    page.put(1, 0, cut((view.table.name or words.say("label.game")).upper(), 24), Style.BOLD)
    shoe = f"{words.say('label.shoe')} {view.shoe or '–'}  {words.say('label.hand')} {view.hand or '–'}"
    page.right(0, shoe.upper(), Style.BOLD)


def _hands(page: Page, view: PublicView, names: HandNames, y: int, cards_y: int) -> None:
    """Both hands: their names in row y, their cards and totals in the five rows from `cards_y` on."""
    for x, hand, cards, total in (
        (1, Hand.PLAYER, view.player, view.player_total),
        (42, Hand.BANKER, view.banker, view.banker_total),
    ):
        page.put(x, y, " " * 37, _STYLES[_INK[hand]])
        page.put(x, y, cut(f" {names.of(hand.value).upper()} ", 37), _STYLES[_INK[hand]])
        for index, card in enumerate(cards):
            _card(page, x + 8 * index, cards_y, card)
        if total is not None:
            for row, line in enumerate(_DIGITS):
                page.put(x + 30, cards_y + 1 + row, line[4 * total : 4 * total + 3], Style.BOLD)


_INK = {Hand.PLAYER: Ink.PLAYER, Hand.BANKER: Ink.BANKER}


def _card(page: Page, x: int, y: int, card: Card | None) -> None:
    style = Style.RED if card is not None and card.suit.value in "dh" else Style.BOLD
    page.put(x, y, "┌────┐")
    for row in range(1, 4):
        page.put(x, y + row, "│    │" if card is not None else "│▒▒▒▒│")
    page.put(x, y + 4, "└────┘")
    if card is not None:
        rank = "10" if card.rank.value == "T" else card.rank.value
        page.put(x + 1, y + 2, f"{rank:>2}{card.suit.value.translate(_SUITS)} ", style)


def _middle_line(view: PublicView, words: Words, names: HandNames) -> tuple[str, Style]:
    if view.kind == "void" and view.phase == "result":
        return f" {words.say('result.void')} · {words.say('result.bets-returned')} ", Style.ALARM
    if view.outcome is not None:
        parts = (result_text(view, view.outcome, words, names), *result_notes(view, words, names))
        return f" {' · '.join(parts).upper()} ", RESULT_STYLES[view.outcome]
    if view.phase == "burning" and view.burn is not None:
        total = "?" if view.burn.total is None else view.burn.total
        text = f"{words.say('label.burn')} {words.say('label.burned', done=view.burn.done, total=total)}"
        indicator = view.burn.indicator
        return (f"{_spelt(indicator)}   {text}" if indicator is not None else text), Style.BOLD
    pays = {pay.wager: pay.pays for pay in view.paytable}
    shown = [f"{names.of(outcome.value)} {pays[outcome.value]}" for outcome in Outcome if outcome.value in pays]
    return (f"{words.say('label.pays')}:  {'   '.join(shown)}" if shown else ""), Style.PLAIN


def _spelt(card: Card) -> str:
    rank = "10" if card.rank.value == "T" else card.rank.value
    return rank + card.suit.value.translate(_SUITS)


def _wager(words: Words, names: HandNames, wager: str) -> str:
    return words.say(f"wager.{wager}", player=names.player, banker=names.banker)
