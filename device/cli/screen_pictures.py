"""Pictures of the screens without a display, for `--snapshot`; and what the panel's pictures take from the settings."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path

from device.cli.bad_input import BadInput
from device.screen.dealer.pages.options import PanelOptions
from device.screen.dealer.pages.picture import panel_picture
from device.screen.dealer.pages.pieces import PANEL
from device.screen.dealer.state import START, PanelState, Touched
from device.screen.dealer.step import step
from device.screen.dealer.targets import Begin, Page, Task
from device.screen.drawing.fonts import FontError, languages_offered, needs_cjk
from device.screen.look.layout import LANDSCAPE, Size
from device.screen.look.shapes import Scene
from device.screen.look.theme import Theme
from device.screen.players.scene import players_scene
from device.screen.view import Kind, PublicView, StaffView, ViewError, view_from_file
from device.settings import Settings
from device.settings.files import read_at_most
from device.words import Words, load_words

NO_PYGAME = "windows and pictures need pygame-ce; install it: pip install 'zapato[screen]', or use --text"

PAGES = tuple(one.value for one in (*Page, *Task))
"""What `--page` may name: what the panel shows, and the first page of each of its tasks."""

_LONGEST_STATE = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a screen looks; `second`: the language beside the first; `size` None: the whole display, or as designed."""

    words: Words
    second: Words | None
    theme: Theme
    size: Size | None


def panel_options(settings: Settings) -> PanelOptions:
    """What the settings say of the panel, and the languages that can be drawn here, each by its own name."""
    return PanelOptions(
        mirror=settings.screen.mirror,
        collection_reminder=settings.screen.collection_reminder,
        languages=tuple((code, load_words(code).language_name) for code in languages_offered()),
        volume=None if settings.screen.sound.device is None else 10,
    )


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
        raise BadInput(f"cannot read the view {state}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{state}: expected a view, JSON in UTF-8") from None


def _scene(view: PublicView, look: Look, page: str | None, settings: Settings) -> Scene:
    if not isinstance(view, StaffView):
        return players_scene(view, look.words, look.size or LANDSCAPE, second=look.second)
    state = _panel_on(page, view)
    return panel_picture(view, state, look.words, look.size or PANEL, options=panel_options(settings)).scene


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
