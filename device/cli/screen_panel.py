"""The dealer's panel, put together."""

import time
from collections.abc import Callable
from pathlib import Path

from device.screen.dealer.pages.options import PanelOptions
from device.screen.drawing.fonts import languages_offered
from device.screen.showing.hearing import Hearing
from device.screen.showing.languages import Languages
from device.screen.showing.orders_line import OrdersLine
from device.screen.showing.panel_play import PanelPlay
from device.screen.showing.subscription import Subscription
from device.settings import ScreenSettings
from device.words import load_words


def panel_options(screen: ScreenSettings) -> PanelOptions:
    """What the settings say of the panel, and the languages that can be drawn here, each by its own name."""
    return PanelOptions(
        mirror=screen.mirror,
        collection_reminder=screen.collection_reminder,
        languages=tuple((code, load_words(code).language_name) for code in languages_offered()),
        volume=None if screen.sound.device is None else 10,
    )


def panel_play(
    screen: ScreenSettings, feed: Subscription, panel: Path | None, languages: Languages, report: Callable[[str], None]
) -> PanelPlay:
    """The panel on this feed; `panel`: the socket for its presses."""
    return PanelPlay(
        feed=feed,
        line=OrdersLine(feed, panel, time.monotonic, report=report),
        languages=languages,
        hearing=Hearing(screen.sound, calls=screen.sound.panel_calls),
        options=panel_options(screen),
        report=report,
        shifts=screen.burn_in_shift,
    )
