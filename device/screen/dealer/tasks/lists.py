"""Pages of a task that ask for one of several things: what, which hand, yes or no, how many, why, who. Pure."""

from device.rules.card import Card
from device.screen.dealer.errands import choices
from device.screen.dealer.hands_by_eye import hands_of, is_being_dealt
from device.screen.dealer.pages.pieces import Area, Look
from device.screen.dealer.signatures import may_sign, names, token_of
from device.screen.dealer.signing_in import SOMEBODY_ELSE
from device.screen.dealer.state import Need, SigningIn
from device.screen.dealer.targets import Choose, Task
from device.screen.dealer.task_steps import OWN_WORDS
from device.screen.dealer.tasks.board import BODY, BOTTOM, GAP, LEFT, WIDTH, Board, asked, grid, sides
from device.screen.look.shapes import Align, Back, Face, Symbol
from device.screen.look.theme import ON, Ink

REASONS = (
    "misdeal",
    "card-exposed",
    "wrong-draw",
    "misread",
    "wrong-payout",
    "dispute",
    "equipment",
)
"""Reasons that are given again and again; others are written."""

_ROWS = 4
_SCROLL = 96.0
_NAMES = 11


def list_page(board: Board, need: Need) -> None:
    """A key for each thing that can be chosen."""
    if need is Need.COUP:
        _coups(board)
        return
    if need is Need.EXPOSED:
        _yes_no(board)
        return
    asked(board, board.say(_question(board, need)))
    offered = choices(board.errand, need, board.state, board.view)
    if need is Need.COUNT:
        for area, value in zip(grid((LEFT, BODY, WIDTH, 240), 3, 2), offered, strict=True):
            board.sheet.key(area, Look(text=value, size=64), Choose(value=value))
        return
    columns = 1 if len(offered) <= 3 else 2
    rows = max(3, -(-len(offered) // columns)) if len(offered) <= _ROWS * columns else _ROWS
    shown, area = _scrolled(board, offered, columns * rows)
    for cell, value in zip(grid(area, columns, rows), shown, strict=False):
        board.sheet.key(cell, _look(board, need, value), Choose(value=value))


def _question(board: Board, need: Need) -> str:
    return f"ask.{need.value}-{board.errand.task.value}" if need is Need.WHAT else f"ask.{need.value}"


def _look(board: Board, need: Need, value: str) -> Look:
    task = board.errand.task
    if need is Need.OPTION:
        incident = next((one for one in board.view.incidents if board.errand.ground == f"incident {one.id}"), None)
        two = incident is not None and value in incident.two
        first = incident is not None and incident.options[:1] == (value,)
        return Look(text=board.say(f"option.{value}"), size=26, two=two, ink=Ink.ALARM if first else Ink.KEY)
    if task is Task.REPORT:
        return Look(text=board.say(f"report.{value}"), size=24)
    if task is Task.ACKNOWLEDGE:
        return Look(text=board.say(f"incident.{value}"), size=24, two=value == "pack-count")
    if task is Task.DEALER:
        if value == "yes":
            return Look(text=board.say("ask.dealer-on"), symbol=Symbol.SWAP, size=26, above=True)
        off = board.say("ask.dealer-off", name=board.view.dealer or "")
        return Look(text=off, symbol=Symbol.EXIT, size=26, above=True)
    return Look(text=value, symbol=Symbol.PERSON, size=24)


def _scrolled(board: Board, offered: tuple[str, ...], room: int) -> tuple[tuple[str, ...], Area]:
    """What of a list is in sight, with keys to move it beside it where it is longer than its place."""
    if len(offered) <= room:
        return offered, (LEFT, BODY, WIDTH, BOTTOM - BODY)
    last = -(-len(offered) // room) - 1
    at = min(board.errand.scroll, last)
    area = (LEFT + WIDTH - _SCROLL, BODY, _SCROLL, BOTTOM - BODY)
    board.sheet.scroll_keys(area, earlier=at > 0, later=at < last, where=f"{at + 1}/{last + 1}")
    return offered[at * room : (at + 1) * room], (LEFT, BODY, WIDTH - _SCROLL - GAP, BOTTOM - BODY)


def _coups(board: Board) -> None:
    asked(board, board.say("ask.coup"))
    offered = choices(board.errand, Need.COUP, board.state, board.view)
    shown, area = _scrolled(board, offered, _ROWS * 2)
    for cell, coup in zip(grid(area, 2, _ROWS), shown, strict=False):
        board.sheet.key(cell, Look(), Choose(value=coup))
        _coup(board, cell, coup)


def _coup(board: Board, area: Area, coup: str) -> None:
    """A hand in a row: its number and how it ended, and its cards as the dealer sees them."""
    x, y, w, h = area
    sheet, view = board.sheet, board.view
    down = next((one for one in sheet.targets if one.action == Choose(value=coup)), None)
    ink = ON[Ink.KEY] if down is None or not sheet.pressed(down) else Ink.KEY
    sheet.text((x + 12, y + 6, 78, h * 0.5), coup, 30, ink=ink, bold=True)
    recalled = next((one for one in view.recall if str(one.coup) == coup), None)
    if recalled is None or is_being_dealt(coup, view):
        said = board.say("label.now")
    else:
        names = sheet.words.names(view.names.player, view.names.banker)
        said = names.of(recalled.outcome.value) if recalled.outcome is not None else "–"
    sheet.text((x + 12, y + h * 0.5, 86, h * 0.42), said, 18, ink=ink)
    player, banker = hands_of(coup, view)
    hands = {"player": player, "banker": banker}
    left, high = x + 102, h - 20
    between = 20.0  # far more than between two cards: where one hand ends must be seen at a glance
    room = (w - 112 - between) / 2
    for index, hand in enumerate(sides(board)):
        _small_cards(board, (left + index * (room + between), y + 10, room, high), hands[hand.value])


def _small_cards(board: Board, area: Area, cards: tuple[Card | None, ...]) -> None:
    x, y, w, h = area
    wide = min((w - 8) / 3, h / 1.4)
    for index, card in enumerate(cards[:3]):
        box = board.sheet.at.box(x + index * (wide + 4), y + (h - wide * 1.4) / 2, wide, wide * 1.4)
        board.sheet.put(Back(box=box) if card is None else Face(box=box, card=card))


def _yes_no(board: Board) -> None:
    asked(board, board.say("ask.exposed"))
    for area, value in zip(grid((LEFT, BODY, WIDTH, 200), 2, 1), ("no", "yes"), strict=True):
        symbol = Symbol.EYE if value == "yes" else Symbol.CARDS
        look = Look(text=board.say(f"ask.exposed-{value}"), symbol=symbol, size=28, above=True)
        board.sheet.key(area, look, Choose(value=value))
    board.sheet.prose(
        (LEFT + 16, BODY + 216, WIDTH - 32, 130), board.say("ask.exposed-hint"), 22, ink=Ink.MUTED, top=True
    )


def reason_page(board: Board) -> None:
    """Why: one of the usual reasons, or words of one's own."""
    asked(board, board.say("ask.reason"))
    cells = grid((LEFT, BODY, WIDTH, BOTTOM - BODY), 2, _ROWS)
    for cell, code in zip(cells, REASONS, strict=False):
        said = board.say(f"why.{code}")
        board.sheet.key(cell, Look(text=said, size=24), Choose(value=said))
    own = Look(text=board.say("why.own"), symbol=Symbol.PEN, size=24)
    board.sheet.key(cells[len(REASONS)], own, Choose(value=OWN_WORDS))


def names_page(board: Board, signing: SigningIn, question: str, *, without: str) -> None:
    """Who: those who are signed in, who was here lately, or somebody else."""
    asked(board, question)
    state, view = board.state, board.view
    found = [one for one in names(state, without) if may_sign(one, board.errand, state, view, without)]
    shown = found[:_NAMES]
    rows = 3 if len(shown) < 9 else _ROWS
    cells = grid((LEFT, BODY, WIDTH, BOTTOM - BODY - 44), 3, rows)
    for cell, name in zip(cells, shown, strict=False):
        here = token_of(board.state, name) is not None
        look = Look(text=name, symbol=Symbol.PERSON, size=24, lit=here)
        board.sheet.key(cell, look, Choose(value=name))
    other = Look(text=board.say("ask.somebody-else"), symbol=Symbol.PEN, size=22)
    board.sheet.key(cells[min(len(shown), len(cells) - 1)], other, Choose(value=SOMEBODY_ELSE))
    hint = board.say("ask.badge" if not signing.changes else "ask.no-badge")
    board.sheet.text((LEFT, BOTTOM - 36, WIDTH, 32), hint, 20, ink=Ink.MUTED, align=Align.CENTRE)
