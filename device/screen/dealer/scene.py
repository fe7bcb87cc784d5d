"""The dealer's panel as one still picture: a staff view and a language's words in, shapes out. Pure."""

from collections.abc import Mapping

from device.screen.dealer.pages.picture import panel_picture
from device.screen.dealer.pages.pieces import PANEL
from device.screen.dealer.state import START
from device.screen.look.layout import Size
from device.screen.look.shapes import Scene
from device.screen.view import StaffView, staff_view
from device.words import Words

__all__ = ["PANEL", "dealer_scene"]


def dealer_scene(view: Mapping[str, object] | StaffView, words: Words, size: Size) -> Scene:
    """The panel's first page for a staff view. It holds no face that the view does not hold; ViewError else."""
    return panel_picture(staff_view(view), START, words, size).scene
