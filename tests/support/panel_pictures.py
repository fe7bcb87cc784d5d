"""Pictures of the panel for tests: made of a moment by its name, and looked at for their texts."""

from collections.abc import Callable
from typing import Any

import pytest
from support.panel_states import HOMES, OPTIONS, state_of

from device.screen.dealer.pages.options import PanelOptions
from device.screen.dealer.pages.picture import panel_picture
from device.screen.dealer.pages.pieces import PANEL
from device.screen.dealer.state import PanelState
from device.screen.dealer.targets import PanelPicture
from device.screen.dealer.touch import NO_FINGERS, Fingers
from device.screen.drawing.fonts import needs_cjk
from device.screen.drawing.letters import SMALLEST
from device.screen.drawing.paint import Painter
from device.screen.look.layout import Size
from device.screen.look.moment import Moment
from device.screen.look.shapes import Label, Paragraph
from device.screen.view import staff_view
from device.words import Words, languages, load_words

View = dict[str, Any]
ViewMaker = Callable[..., View]
EN = load_words("en")

LANGUAGES = [
    pytest.param(code, marks=pytest.mark.needs("cjk-font")) if needs_cjk(code) else code for code in languages()
]


def picture(
    staff: ViewMaker,
    home: str,
    state: PanelState | None = None,
    words: Words = EN,
    size: Size = PANEL,
    *,
    options: PanelOptions = OPTIONS,
    fingers: Fingers = NO_FINGERS,
    now_s: float = 0.0,
) -> PanelPicture:
    """The panel in one of its moments."""
    view = staff_view(staff(**HOMES[home]))
    state = state if state is not None else state_of(home)
    moment = Moment(clock="23:58")
    return panel_picture(view, state, words, size, options=options, moment=moment, fingers=fingers, now_s=now_s)


def texts(shown: PanelPicture) -> list[str]:
    """Every text on a picture, in the order in which it is drawn."""
    return [shape.text for shape in shown.scene.shapes if isinstance(shape, Label | Paragraph)]


def cut(shown: PanelPicture, painter: Painter) -> list[str]:
    """Texts that lose letters, or leave their boxes from top to bottom."""
    found = []
    for shape in shown.scene.shapes:
        if not isinstance(shape, Label | Paragraph) or not shape.text:
            continue
        size, lines = painter.fitted(shape)
        whole = "".join(lines).replace(" ", "") == shape.text.replace(" ", "")
        if not whole or size * len(lines) > shape.box.h or size < shape.size * SMALLEST:
            found.append(shape.text)
    return found
