"""The scoreboards of the players' text screen: fourteen rows from the bead plate to the ask road. Pure.

A cell is a letter, so colour says nothing that letters do not: derived roads have `o` for red and `x` for blue.
"""

from collections.abc import Mapping, Sequence

from device.roads import DerivedCell, DerivedRoad, Mark, Roads, last_columns
from device.rules.outcome import Outcome
from device.screen.look.columns import columns, cut
from device.screen.plain.page import Page, Style
from device.screen.players.roads import bead_letters, roads_of
from device.screen.players.scoreboards import TITLES
from device.screen.view import PublicView
from device.words import HandNames, Words

RESULT_STYLES = {Outcome.PLAYER: Style.PLAYER, Outcome.BANKER: Style.BANKER, Outcome.TIE: Style.TIE}
_MARKS = {Mark.RED: ("o", Style.RED), Mark.BLUE: ("x", Style.BLUE)}
_BEADS_X, _BEAD_COLUMNS = 1, 12
_BIG_X, _BIG_COLUMNS = 27, 15
_DERIVED_X, _DERIVED_COLUMNS, _DERIVED_APART = 1, 18, 19
_SIDE_X, _NAME_LETTERS = 59, 14


def put_roads(page: Page, view: PublicView, words: Words, names: HandNames, y: int) -> None:
    """Write all scoreboards from row y on: seven rows of bead plate, big road and counters, seven of the others."""
    roads = roads_of(view)
    letters = _narrow_letters(names)
    page.put(_BEADS_X, y, words.say("label.beads").upper(), Style.PALE)
    for bead in last_columns(roads.bead_plate, _BEAD_COLUMNS):
        pair = "*" if bead.round.player_pair or bead.round.banker_pair else " "
        outcome = bead.round.outcome
        _two(page, _BEADS_X, bead.column, y + 1 + bead.row, (letters[outcome], pair, RESULT_STYLES[outcome]))
    page.put(_BIG_X, y, words.say("label.big-road").upper(), Style.PALE)
    for cell in last_columns(roads.big_road, _BIG_COLUMNS):
        pair = "*" if cell.player_pair or cell.banker_pair else " "
        ties = "" if not cell.ties else str(cell.ties) if cell.ties < 10 else "+"
        winner = cell.winner or Outcome.TIE
        _two(page, _BIG_X, cell.column, y + 1 + cell.row, (letters[winner], ties or pair, RESULT_STYLES[winner]))
    _counters(page, roads, words, (names, letters), y + 1)
    for place, (road, cells) in enumerate(
        (
            (DerivedRoad.BIG_EYE_BOY, roads.big_eye_boy),
            (DerivedRoad.SMALL_ROAD, roads.small_road),
            (DerivedRoad.COCKROACH_ROAD, roads.cockroach_road),
        )
    ):
        x = _DERIVED_X + _DERIVED_APART * place
        page.put(x, y + 7, cut(words.say(TITLES[road]).upper(), _DERIVED_COLUMNS), Style.PALE)
        _derived(page, cells, x, y + 8)
    _ask_road(page, roads, words, letters, y + 7)


def _two(page: Page, x: int, column: int, y: int, look: tuple[str, str, Style]) -> None:
    """A cell two letters wide: the result in its colour, and its mark."""
    letter, mark, style = look
    page.put(x + 2 * column, y, letter, style)
    page.put(x + 2 * column + 1, y, mark)


def _derived(page: Page, cells: Sequence[DerivedCell], x: int, y: int) -> None:
    for cell in last_columns(cells, _DERIVED_COLUMNS):
        page.put(x + cell.column, y + cell.row, *_MARKS[cell.mark])


def _narrow_letters(names: HandNames) -> dict[Outcome, str]:
    """The results' letters; P, B, T where a name's own would take the column in which the mark of a pair stands."""
    letters = bead_letters(names)
    if all(columns(letter) == 1 for letter in letters.values()):
        return letters
    return bead_letters(HandNames(player="", banker="", tie=""))


def _counters(page: Page, roads: Roads, words: Words, named: tuple[HandNames, Mapping[Outcome, str]], y: int) -> None:
    counts, (names, letters) = roads.counts, named
    numbers = {Outcome.PLAYER: counts.player, Outcome.BANKER: counts.banker, Outcome.TIE: counts.tie}
    rows = (
        *((_keyed(names.of(outcome.value), letters[outcome]), number) for outcome, number in numbers.items()),
        (words.say("label.pair", hand=names.player), counts.player_pair),
        (words.say("label.pair", hand=names.banker), counts.banker_pair),
        (words.say("label.natural"), counts.natural),
    )
    for row, (name, number) in enumerate(rows, y):
        page.put(_SIDE_X, row, cut(name, _NAME_LETTERS))
        page.right(row, str(number), Style.BOLD)


def _keyed(name: str, letter: str) -> str:
    """A result's name, with the letter that the roads have for it where the name does not begin with it."""
    return name if name.upper().startswith(letter) else f"{letter} {name}"


def _ask_road(page: Page, roads: Roads, words: Words, letters: dict[Outcome, str], y: int) -> None:
    page.put(_SIDE_X, y, cut(words.say("label.ask-road").upper(), _NAME_LETTERS), Style.PALE)
    for x, winner, marks in (
        (_SIDE_X + 16, Outcome.BANKER, roads.ask_road.banker),
        (_SIDE_X + 19, Outcome.PLAYER, roads.ask_road.player),
    ):
        page.put(x, y + 1, letters[winner], RESULT_STYLES[winner])
        for row, mark in enumerate((marks.big_eye_boy, marks.small_road, marks.cockroach_road), y + 2):
            page.put(x, row, *(("-", Style.PALE) if mark is None else _MARKS[mark]))
    for row, title in enumerate(TITLES.values(), y + 2):
        page.put(_SIDE_X, row, cut(words.say(title), _NAME_LETTERS))
    page.put(_SIDE_X, y + 6, f"o {words.say('label.red')}  x {words.say('label.blue')}", Style.PALE)
