"""Pictures of the screens without a display, for `--snapshot`."""

import sys
from dataclasses import replace
from pathlib import Path

from device.cli.bad_input import BadInput
from device.cli.screen_look import NO_PYGAME, Look
from device.cli.screen_panel import panel_options
from device.files.system_faults import in_words
from device.screen.dealer.pages.picture import panel_picture
from device.screen.dealer.pages.pieces import PANEL
from device.screen.dealer.state import START, PanelState, Touched
from device.screen.dealer.step import step
from device.screen.dealer.targets import Begin, Page, Task
from device.screen.drawing.fonts import FontError, needs_cjk
from device.screen.look.layout import LANDSCAPE
from device.screen.look.shapes import Scene
from device.screen.players.scene import players_scene
from device.screen.view import Kind, PublicView, StaffView, ViewError, view_from_file
from device.settings import Settings
from device.settings.files import read_at_most

_LONGEST_STATE = 4_000_000


def snapshot(*, kind: Kind, state: Path, out: Path, look: Look, page: str | None, settings: Settings) -> None:
    """Draw the view in the file `state` (-: standard input) into the picture `out`; `page`: of the panel's pages.

    Raises BadInput, naming what cannot be read, drawn or written.
    """
    try:
        from device.screen.drawing.paint import PictureError, save_picture  # noqa: PLC0415 - pygame is an extra
    except ImportError:
        raise BadInput(NO_PYGAME) from None
    said = _read(state)
    try:
        view = view_from_file(said, kind)
        spoken = (words.language for words in (look.words, look.second) if words is not None)
        letters = next(filter(needs_cjk, spoken), "zh-Hans")
        save_picture(_scene(view, look, page, settings), look.theme, out, letters)
    except ViewError as error:
        raise BadInput(f"{state}: {error}") from None
    except (FontError, PictureError) as error:
        raise BadInput(str(error)) from None


def _read(state: Path) -> str:
    try:
        return sys.stdin.read() if str(state) == "-" else read_at_most(state, _LONGEST_STATE).decode()
    except OSError as error:
        raise BadInput(f"cannot read the view {state}: {in_words(error)}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{state}: expected a view, JSON in UTF-8") from None


def _scene(view: PublicView, look: Look, page: str | None, settings: Settings) -> Scene:
    if not isinstance(view, StaffView):
        return players_scene(view, look.words, look.size or LANDSCAPE, second=look.second)
    state = _panel_on(page, view)
    return panel_picture(view, state, look.words, look.size or PANEL, options=panel_options(settings.screen)).scene


def _panel_on(page: str | None, view: StaffView) -> PanelState:
    """The panel with this page open, as somebody's touch would open it."""
    if page is None:
        return START
    if page in {one.value for one in Page}:
        return replace(START, page=Page(page))
    state, _ = step(START, Touched(action=Begin(task=Task(page))), view, 0.0)
    if state.errand is None:
        raise BadInput(f"--page {page}: this view leaves nothing to do there; the panel has no such page now")
    return state
