"""`zapato screen` as a window: the parts of the players' and of the dealer's screen put together."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device.cli.bad_input import BadInput
from device.cli.screen_pictures import NO_PYGAME, panel_options
from device.screen.drawing.fonts import FontError, languages_offered
from device.screen.look.layout import Size
from device.screen.look.theme import Theme
from device.screen.players.stage import Options
from device.screen.showing import drivers
from device.screen.showing.hearing import Hearing
from device.screen.showing.languages import Languages
from device.screen.showing.orders_line import OrdersLine
from device.screen.showing.panel_play import PanelPlay
from device.screen.showing.play import Play
from device.screen.showing.players_play import PlayersPlay, StagedMotion
from device.screen.showing.sparse_log import SparseLog
from device.screen.showing.stopping import Stopping
from device.screen.showing.subscription import Subscription
from device.screen.view import Kind
from device.settings import ScreenSettings, Settings

Report = Callable[[str], None]


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
    drivers.prepare(os.environ, accelerated=plan.settings.screen.framebuffer_acceleration)
    try:
        from device.screen.showing.display import Display, NoDisplayError  # noqa: PLC0415 - pygame is an extra
        from device.screen.showing.window import run_window  # noqa: PLC0415 - pygame is an extra
    except ImportError:
        raise BadInput(NO_PYGAME) from None
    report = SparseLog(time.monotonic)
    title = f"zapato {'dealer' if plan.kind is Kind.STAFF else 'players'}"
    try:
        run_window(
            play=_play(plan, report),
            display=Display(size=plan.size, title=title, number=plan.display),
            theme=plan.theme,
            stop=Stopping(),
            report=report,
        )
    except (NoDisplayError, FontError) as error:
        raise BadInput(str(error)) from None


def _options(screen: ScreenSettings) -> Options:
    return Options(
        reduced_motion=screen.reduced_motion,
        burn_in_shift=screen.burn_in_shift,
        dim=screen.dim / 100,
        rules_page_s=screen.rules_page_s,
    )


def _play(plan: WindowPlan, report: Report) -> Play:
    screen = plan.settings.screen
    feed = Subscription(plan.feed, plan.kind, time.monotonic, report=report)
    languages = Languages(plan.language, plan.second_language, languages_offered)
    if plan.kind is Kind.PUBLIC:
        hearing = Hearing(screen.sound, calls=True)
        motion = StagedMotion(_options(screen))
        return PlayersPlay(feed=feed, languages=languages, motion=motion, hearing=hearing, report=report)
    return PanelPlay(
        feed=feed,
        line=OrdersLine(feed, plan.panel, time.monotonic, report=report),
        languages=languages,
        hearing=Hearing(screen.sound, calls=screen.sound.panel_calls),
        options=panel_options(plan.settings),
        report=report,
    )
