"""The players' screen, put together."""

from collections.abc import Callable

from device.screen.players.stage import Options
from device.screen.showing.hearing import Hearing
from device.screen.showing.languages import Languages
from device.screen.showing.players_play import PlayersPlay, StagedMotion
from device.screen.showing.subscription import Subscription
from device.settings import ScreenSettings


def players_play(
    screen: ScreenSettings, feed: Subscription, languages: Languages, report: Callable[[str], None]
) -> PlayersPlay:
    """The players' screen on this feed."""
    options = Options(
        reduced_motion=screen.reduced_motion,
        burn_in_shift=screen.burn_in_shift,
        dim=screen.dim / 100,
        rules_page_s=screen.rules_page_s,
    )
    return PlayersPlay(
        feed=feed,
        languages=languages,
        motion=StagedMotion(options),
        hearing=Hearing(screen.sound, calls=True),
        report=report,
    )
