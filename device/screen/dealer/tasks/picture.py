"""The picture of a task: the one page that asks what is to be known next. Pure."""

from device.screen.dealer.pages.options import DEFAULTS, PanelOptions
from device.screen.dealer.pages.pieces import Sheet
from device.screen.dealer.signatures import ALWAYS_PROVES, signer
from device.screen.dealer.signing_in import signing_of
from device.screen.dealer.state import Need, PanelState, Stage
from device.screen.dealer.targets import PanelPicture, Task
from device.screen.dealer.tasks.board import Board, title
from device.screen.dealer.tasks.cards import card_page, hands_page
from device.screen.dealer.tasks.lists import list_page, names_page, reason_page
from device.screen.dealer.tasks.pads import letters_page, pin_page
from device.screen.dealer.tasks.summary import confirm_page, what_is_signed
from device.screen.dealer.touch import NO_FINGERS, Fingers
from device.screen.look.layout import Size
from device.screen.look.moment import STILL, Moment
from device.screen.view import StaffView
from device.words import Words


def task_picture(  # noqa: PLR0913 - what a picture depends on
    view: StaffView,
    state: PanelState,
    words: Words,
    size: Size,
    *,
    options: PanelOptions = DEFAULTS,
    moment: Moment = STILL,  # noqa: ARG001 - what every picture of the panel is given; a task shows no clock
    fingers: Fingers = NO_FINGERS,
    now_s: float = 0.0,
) -> PanelPicture:
    """The task under way, with what the table wants now always in sight. Without an errand: an empty page."""
    sheet = Sheet(size=size, words=words, fingers=fingers, now_s=now_s)
    errand = state.errand
    if errand is None:
        return sheet.picture()
    board = Board(sheet=sheet, view=view, state=state, errand=errand, options=options)
    sheet.head(title(board), view)
    _page(board)
    return sheet.picture()


def _page(board: Board) -> None:
    need = board.need
    match need:
        case Need.SIGN | Need.SECOND:
            _sign(board, second=need is Need.SECOND)
        case Need.CARD:
            card_page(board)
        case Need.HANDS:
            hands_page(board)
        case Need.REASON if board.errand.typed:
            typed = board.errand.typed
            letters_page(board, typed, board.say("ask.reason"), can=bool(typed.strip()))
        case Need.REASON:
            reason_page(board)
        case Need.CONFIRM | None:
            confirm_page(board)
        case _:
            list_page(board, need)


def _sign(board: Board, *, second: bool) -> None:
    signing = signing_of(board.errand, board.state, second=second)
    first = signer(board.errand, board.state, board.view)
    question = _who(board, first, second=second)
    match signing.stage:
        case Stage.LIST:
            names_page(board, signing, question, without=first if second else "")
        case Stage.SPELL:
            letters_page(board, signing.typed, board.say("ask.name"), can=bool(signing.typed.strip()))
        case _:
            about_a_person = board.errand.task in ALWAYS_PROVES
            pin_page(board, signing, question, "" if about_a_person else what_is_signed(board))


def _who(board: Board, first: str, *, second: bool) -> str:
    """Whose name is asked for."""
    if second:
        return board.say("ask.second", name=first)
    task = board.errand.task
    if task is Task.DEALER and board.errand.value("on") != "no":
        return board.say("ask.sign-dealer")
    return board.say("ask.sign-self" if task in (Task.SIGN_IN, Task.CHANGE_PIN) else "ask.sign")
