"""What the contact sheets show besides the phases: other sizes, moments, a result as it plays, the panel's pages."""

from collections.abc import Iterator

from screen.conftest import STAFF
from screen.test_screen_tasks_fit import pictures
from support.panel_states import HOMES, MIRROR, OPTIONS, PAGES, state_of
from support.phases import PHASES, public_of

from device.rules.hand import Hand
from device.screen.dealer.pages.picture import no_data_picture, panel_picture
from device.screen.dealer.scene import PANEL
from device.screen.dealer.state import START
from device.screen.look.layout import LANDSCAPE, Size
from device.screen.look.moment import Moment, Show
from device.screen.look.shapes import Scene
from device.screen.players.scene import no_data_scene, players_scene
from device.screen.showing.subscription import Reason
from device.screen.view import staff_view
from device.words import Words

Named = tuple[str, Scene]

OTHER_SIZES: tuple[Size, ...] = ((1366, 768), (1280, 720), (1080, 1920), (3840, 2160), (1024, 768), (320, 240))
SEVEN_INCHES_FINE: Size = (1024, 600)
_AT_OTHER_SIZES = ("place-your-bets", "card-to-player", "banker-wins", "held", "demo")
_RESULTS = ("banker-wins", "player-natural", "tie")
_PLAYS_S = (0.0, 0.08, 0.16, 0.3, 0.45, 0.7, 1.0, 1.4)


def moments(words: Words, second: Words | None) -> Iterator[Named]:
    """The players' screen at every moment that is no phase: rules, countdown, cards that turn, results that play."""
    for size in (LANDSCAPE, (1080, 1920)):
        for phase in ("new-shoe", "closed"):
            moment = Moment(show=Show.RULES)
            yield f"rules, {phase}", players_scene(public_of(phase), words, size, second=second, moment=moment)
    for left in (20, 3, 0):
        moment = Moment(countdown_s=left)
        yield f"countdown {left}", players_scene(public_of("countdown"), words, LANDSCAPE, second=second, moment=moment)
    for part in (0.25, 0.75):
        moment = Moment(turning=part, fresh=frozenset({(Hand.PLAYER, 2)}))
        yield f"turning {part}", players_scene(public_of("banker-wins"), words, LANDSCAPE, moment=moment)
    yield "dim", players_scene(public_of("closed"), words, LANDSCAPE, second=second, moment=Moment(dim=0.6))
    for reason in Reason:
        yield f"no data, {reason.value}", no_data_scene(reason.value, words, LANDSCAPE)


def celebrations(words: Words, second: Words | None) -> Iterator[Named]:
    """Each result while it plays."""
    for phase in _RESULTS:
        for at_s in _PLAYS_S:
            moment = Moment(result_s=at_s)
            yield f"{phase} {at_s}", players_scene(public_of(phase), words, LANDSCAPE, second=second, moment=moment)


def other_sizes(words: Words, second: Words | None) -> Iterator[Named]:
    """The players' screen on other displays."""
    for size in OTHER_SIZES:
        for phase in _AT_OTHER_SIZES:
            yield f"{size} {phase}", players_scene(public_of(phase), words, size, second=second)


def upright(words: Words, second: Words | None) -> Iterator[Named]:
    """Every phase on a display that stands."""
    for phase in PHASES:
        yield phase, players_scene(public_of(phase), words, (1080, 1920), second=second)


def homes(words: Words, size: Size = PANEL) -> Iterator[Named]:
    """Every look of the panel's first page."""
    for name, changes in HOMES.items():
        view = staff_view(STAFF | changes)
        yield name, panel_picture(view, state_of(name), words, size, options=OPTIONS, now_s=1.0).scene


def mirrored(words: Words) -> Iterator[Named]:
    """The first page as a dealer opposite sees the hands."""
    for name, changes in HOMES.items():
        view = staff_view(STAFF | changes)
        yield name, panel_picture(view, state_of(name), words, PANEL, options=MIRROR, now_s=1.0).scene


def pages(words: Words, size: Size = PANEL) -> Iterator[Named]:
    """Every page of the panel that shows something, and what it says without a table."""
    for name, (home, state) in PAGES.items():
        view = staff_view(STAFF | HOMES[home])
        yield name, panel_picture(view, state, words, size, options=OPTIONS, now_s=1.0).scene
    for reason in Reason:
        yield f"no data, {reason.value}", no_data_picture(reason, words, size, options=OPTIONS).scene
    yield "no data, kept", no_data_picture(Reason.CLOSED, words, size, kept=True).scene
    for size_too in (SEVEN_INCHES_FINE, (320, 240)):
        yield f"{size_too}", panel_picture(staff_view(STAFF), START, words, size_too, options=OPTIONS).scene


def tasks(words: Words) -> Iterator[Named]:
    """Every page of the panel that asks something."""
    for name, picture in pictures(words):
        yield name, picture.scene
