"""`zapato screen` as a window: the parts of the players' and of the dealer's screen put together."""

import contextlib
import faulthandler
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device.cli.bad_input import BadInput
from device.cli.screen_look import NO_PYGAME
from device.screen.drawing.fonts import FontError, languages_offered
from device.screen.look.layout import Size
from device.screen.look.theme import Theme
from device.screen.showing import drivers
from device.screen.showing.languages import Languages
from device.screen.showing.play import Play
from device.screen.showing.sparse_log import SparseLog
from device.screen.showing.stopping import Stopping
from device.screen.showing.subscription import Subscription
from device.screen.view import Kind
from device.settings import Settings
from device.system.notify import Notifier, Pulse

Report = Callable[[str], None]

STILL_S = 30.0
"""How long a screen may show the same without its loop going round, until a service manager starts it anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowPlan:
    """What a window shows and where; `panel`: the socket for the panel's presses, None where the table has none."""

    kind: Kind
    settings: Settings
    feed: Path
    panel: Path | None
    language: str
    second_language: str | None
    theme: Theme
    size: Size | None
    display: int | None


def show_window(plan: WindowPlan) -> None:
    """Open the window and show it until somebody closes it or asks the process to end; BadInput when that cannot be."""
    drivers.prepare(os.environ)
    try:
        from device.screen.showing.display import Display, NoDisplayError  # noqa: PLC0415 - pygame is an extra
        from device.screen.showing.window import run_window  # noqa: PLC0415 - pygame is an extra
    except ImportError:
        raise BadInput(NO_PYGAME) from None
    report = SparseLog(time.monotonic)
    # What stands still is ended with SIGABRT by the service manager: then the log says where it stood.
    with contextlib.suppress(ValueError, OSError):  # standard error is no file
        faulthandler.enable()
    title = f"zapato {'dealer' if plan.kind is Kind.STAFF else 'players'}"
    try:
        run_window(
            play=_play(plan, report),
            display=Display(
                size=plan.size,
                title=title,
                number=plan.display,
                accelerated=plan.settings.screen.framebuffer_acceleration,
            ),
            theme=plan.theme,
            stop=Stopping(),
            report=report,
            alive=Pulse(Notifier().say, time.monotonic, limit_s=STILL_S).beat,
        )
    except (NoDisplayError, FontError) as error:
        raise BadInput(str(error)) from None


def _play(plan: WindowPlan, report: Report) -> Play:
    """The screen's part; each kind loads only what it is made of, which is half of a screen's start."""
    feed = Subscription(plan.feed, plan.kind, time.monotonic, report=report)
    languages = Languages(plan.language, plan.second_language, languages_offered)
    if plan.kind is Kind.PUBLIC:
        from device.cli.screen_players import players_play  # noqa: PLC0415 - only where it is shown

        return players_play(plan.settings.screen, feed, languages, report)
    from device.cli.screen_panel import panel_play  # noqa: PLC0415 - only where it is shown

    return panel_play(plan.settings.screen, feed, plan.panel, languages, report)
