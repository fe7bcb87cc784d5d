"""The panel's picture: the page that is open, or the task under way, for a view; or that there is no view. Pure."""

from typing import assert_never

from device.screen.dealer.pages import lists
from device.screen.dealer.pages.about import about
from device.screen.dealer.pages.home import home
from device.screen.dealer.pages.menu import menu
from device.screen.dealer.pages.no_data import no_data
from device.screen.dealer.pages.options import DEFAULTS, PanelOptions
from device.screen.dealer.pages.pays import pays
from device.screen.dealer.pages.pieces import Sheet
from device.screen.dealer.pages.recall import recall
from device.screen.dealer.state import PanelState
from device.screen.dealer.targets import Page, PanelPicture
from device.screen.dealer.tasks.picture import task_picture
from device.screen.dealer.touch import NO_FINGERS, Fingers
from device.screen.look.layout import Size
from device.screen.look.moment import STILL, Moment
from device.screen.showing.subscription import Reason
from device.screen.view import StaffView
from device.words import Words


def panel_picture(  # noqa: PLR0913 - what a picture depends on
    view: StaffView,
    state: PanelState,
    words: Words,
    size: Size,
    *,
    options: PanelOptions = DEFAULTS,
    moment: Moment = STILL,
    fingers: Fingers = NO_FINGERS,
    now_s: float = 0.0,
) -> PanelPicture:
    """The whole panel at this moment, and what can be touched. It holds no face that the view does not hold."""
    if state.errand is not None:
        return task_picture(view, state, words, size, options=options, moment=moment, fingers=fingers, now_s=now_s)
    sheet = Sheet(size=size, words=words, fingers=fingers, now_s=now_s)
    match state.page:
        case Page.HOME:
            home(sheet, view, state, options, moment.clock)
        case Page.MENU:
            menu(sheet, view, state)
        case Page.PAYS:
            pays(sheet, view, options)
        case Page.RECALL:
            recall(sheet, view, state, mirror=options.mirror)
        case Page.ERRORS:
            lists.errors(sheet, view, state)
        case Page.ABOUT:
            about(sheet, view, state, options)
        case Page.SOUND:
            lists.sound(sheet, view, options)
        case Page.LANGUAGE:
            lists.language(sheet, view, options)
        case _:
            assert_never(state.page)
    return sheet.picture()


def no_data_picture(  # noqa: PLR0913 - what a picture depends on
    reason: Reason,
    words: Words,
    size: Size,
    *,
    options: PanelOptions = DEFAULTS,
    moment: Moment = STILL,
    kept: bool = False,
) -> PanelPicture:
    """The panel while the table says nothing that it can answer for: it shows no hand, and nothing can be touched.

    `kept`: a task is open, and what was said for it is kept until the table is back.
    """
    sheet = Sheet(size=size, words=words)
    no_data(sheet, reason, options, moment.clock, kept=kept)
    return sheet.picture()
