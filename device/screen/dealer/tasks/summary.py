"""The last page of a task: what will be done and who signs it, in whole words, and the key that does it. Pure."""

from device.rules.card import parse_cards
from device.rules.hand import total
from device.rules.outcome import outcome
from device.screen.dealer.errands import is_final
from device.screen.dealer.guidance import result_text, winner_text
from device.screen.dealer.hands_by_eye import hands_of, known
from device.screen.dealer.pages.pieces import Look
from device.screen.dealer.signatures import signer
from device.screen.dealer.targets import Go, Task
from device.screen.dealer.tasks.board import BODY, BOTTOM, LEFT, WIDTH, Board, asked, sides, title
from device.screen.look.shapes import Align, Face
from device.screen.look.theme import Ink


def facts(board: Board) -> tuple[tuple[str, str], ...]:
    """Everything that the errand says, as pairs of a word and what stands for it."""
    errand, view = board.errand, board.view
    found: list[tuple[str, str]] = []
    kind = next((one.kind for one in view.incidents if errand.ground == f"incident {one.id}"), errand.value("kind"))
    if kind:
        found.append((board.say("fact.incident"), board.say(f"incident.{kind}")))
    what = errand.value("what")
    if what:
        found.append((board.say("fact.report"), board.say(f"report.{what}")))
    if errand.value("cards"):
        found.append((board.say("fact.cards"), errand.value("cards") or ""))
    exposed = errand.value("exposed")
    if exposed:
        found.append((board.say("fact.exposed"), board.say(f"ask.exposed-{exposed}")))
    option = errand.value("option")
    if option:
        found.append((board.say("fact.option"), board.say(f"option.{option}")))
    if errand.task in (Task.SHOE, Task.END_SHOE):
        found.append((board.say("label.shoe"), str(view.shoe or "–")))
    if errand.value("reason"):
        found.append((board.say("fact.reason"), errand.value("reason") or ""))
    people = [name for name in (signer(errand, board.state, view), errand.second) if name]
    if people:
        found.append((board.say("fact.signed"), " · ".join(people)))
    return tuple(found)


def _results(board: Board) -> tuple[tuple[str, str], ...]:
    """Who wins by the hands as they are put right, and what stands on record: that is what money follows.

    Nothing for anything else than a correction, or while the coup is being dealt: then nobody has won yet.
    """
    player, banker = (parse_cards(board.errand.value(side) or "") for side in ("player", "banker"))
    if len(player) < 2 or len(banker) < 2:
        return ()
    words, view = board.sheet.words, board.view
    names = words.names(view.names.player, view.names.banker)
    said = f"{winner_text(outcome(player, banker), words, names)} · {total(player)} : {total(banker)}"
    coup = next((one for one in view.recall if str(one.coup) == board.errand.value("coup")), None)
    if coup is None or coup.outcome is None:
        return ()
    record = board.say("label.on-record")
    stands = result_text(coup, coup.outcome, words, names)
    return (board.say("fact.result"), said), (record[:1].upper() + record[1:], stands)


def what_is_signed(board: Board) -> str:
    """All that the errand says in one line, for whoever puts a name to it."""
    signed = board.say("fact.signed")
    return " · ".join((title(board), *(said for name, said in facts(board) if name != signed)))


def confirm_page(board: Board) -> None:
    """The summary and its key: a tap, or a press that lasts where nothing takes it back."""
    errand, view, sheet = board.errand, board.view, board.sheet
    asked(board, board.say(f"ask.confirm-{'hold' if is_final(errand, view) else 'tap'}"))
    sheet.plate((LEFT, BODY, WIDTH, 256))
    lines = (*_results(board), *facts(board))
    y = BODY + 10.0
    if errand.value("coup") is not None:
        _hands(board, y)
        y += 112
    high = min(46.0, (BODY + 250 - y) / max(1, len(lines)))
    for name, said in lines:
        sheet.text((LEFT + 20, y, 190, high), name, 20, ink=Ink.MUTED)
        sheet.text((LEFT + 216, y, WIDTH - 236, high), said, 24, bold=True)
        y += high
    final = is_final(errand, view)
    option = errand.value("option")
    does = board.say(f"act.{errand.task.value}") if option is None else board.say(f"option.{option}")
    look = Look(
        text=board.say("key.sending") if errand.waits_for else does,
        note="" if errand.waits_for or not final else board.say("key.hold"),
        ink=Ink.ALARM if final else Ink.CALL,
        size=30,
    )
    action = None if errand.waits_for is not None else Go.ACCEPT
    sheet.key((LEFT, BODY + 264, WIDTH, BOTTOM - BODY - 264), look, action, hold=final)


def _hands(board: Board, y: float) -> None:
    """The hands as they stand, or as they will: Player's and Banker's cards with their totals."""
    sheet, view = board.sheet, board.view
    coup = board.errand.value("coup") or ""
    hands = dict(zip(("player", "banker"), hands_of(coup, view), strict=True))
    for side in hands:
        corrected = board.errand.value(side)
        if corrected:
            hands[side] = parse_cards(corrected)
    names = sheet.words.names(view.names.player, view.names.banker)
    for hand, x in zip(sides(board), (LEFT + 20, LEFT + 404), strict=True):
        cards = hands[hand.value]
        sheet.text((x, y, 90, 100), names.of(hand.value), 22, bold=True)
        for index, card in enumerate(cards[:3]):
            if card is not None:
                sheet.put(Face(box=sheet.at.box(x + 96 + index * 62, y + 8, 58, 81), card=card))
        whole = known(cards)
        if whole:
            sheet.text((x + 300, y, 60, 100), str(total(whole)), 56, bold=True, align=Align.LEFT)
