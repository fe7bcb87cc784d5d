"""What the two screens' pictures are made of, with the settings that they depend on."""

from device.screen.dealer.scene import dealer_scene
from device.screen.dealer.state import PanelEffect, PanelInput, PanelState
from device.screen.dealer.targets import PanelPicture
from device.screen.dealer.touch import Fingers
from device.screen.look.layout import Size
from device.screen.players.scene import no_data_scene
from device.screen.showing.subscription import Reason
from device.screen.view import StaffView
from device.words import Words


def panel_picture(
    shown: StaffView | Reason, state: PanelState, words: Words, size: Size, *, fingers: Fingers, now_s: float
) -> PanelPicture:
    """The panel."""
    del state, fingers, now_s
    scene = no_data_scene(shown.value, words, size) if isinstance(shown, Reason) else dealer_scene(shown, words, size)
    return PanelPicture(scene=scene, targets=())


def panel_step(state: PanelState, given: PanelInput, now_s: float) -> tuple[PanelState, tuple[PanelEffect, ...]]:
    """The panel shows and is not pressed."""
    del given, now_s
    return state, ()
