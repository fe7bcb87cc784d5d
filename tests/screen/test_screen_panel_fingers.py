"""SDL's finger events at the panel's window: five at once, beside everything, sliding, lost; only a touch presses."""

import select
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from support.table_ends import TableEnds, Time

from device.screen.dealer.machine import MachineWatch
from device.screen.dealer.pages.options import DEFAULTS
from device.screen.dealer.pages.picture import panel_picture
from device.screen.dealer.state import START, Wire
from device.screen.dealer.targets import Press
from device.screen.look.theme import THEMES
from device.screen.showing.display import Display
from device.screen.showing.hearing import Hearing
from device.screen.showing.languages import Languages
from device.screen.showing.orders_line import OrdersLine
from device.screen.showing.panel_play import PanelPlay
from device.screen.showing.subscription import Subscription
from device.screen.showing.window import Window
from device.screen.view import Kind, staff_view
from device.settings.sound import SoundSettings
from device.words import load_words

View = dict[str, Any]
ViewMaker = Callable[..., View]
SIZE = (800, 480)
GLASS = 7
"""The touch panel's number, as SDL gives one to each."""
BESIDE = ((2, 332), (398, 400), (200, 300), (2, 436), (797, 335))


class Glass(TableEnds):
    """The panel in a window, its table, and fingers on it."""

    def __init__(self, folder: Path, view: View) -> None:
        super().__init__(folder)
        self.time = Time(10.0)
        feed = Subscription(folder / "staff.sock", Kind.STAFF, self.time)
        self.play = PanelPlay(
            feed=feed,
            line=OrdersLine(feed, folder / "panel.sock", self.time),
            languages=Languages("en", None, lambda: ("en",)),
            hearing=Hearing(SoundSettings(device=None), calls=False),
            options=DEFAULTS,
            report=lambda _: None,
            machine=MachineWatch(folder),
            clock=lambda: "21:04",
        )
        self.window = Window(play=self.play, display=Display(size=SIZE, title="dealer"), theme=THEMES["standard"])
        self.window.open()
        self.play.serve(self.time.now_s)
        self.accept(*Wire)
        self.send(Wire.STAFF, view)
        while not self.play.serve(self.time.now_s):
            select.select(*self.play.descriptors(), [], 0.01)
        self.picture = panel_picture(staff_view(view), START, load_words("en"), SIZE, options=DEFAULTS)
        self.turn()

    def turn(self) -> None:
        self.time.now_s += 0.02
        self.play.serve(self.time.now_s)
        assert self.window.turn(self.time.now_s, news=True)

    def finger(self, kind: int, finger: int, at: tuple[float, float]) -> None:
        x, y = at[0] / SIZE[0], at[1] / SIZE[1]
        event = pygame.event.Event(kind, touch_id=GLASS, finger_id=finger, x=x, y=y, dx=0.0, dy=0.0, pressure=1.0)
        assert pygame.event.post(event)

    def bets(self) -> tuple[float, float]:
        box = next(one.box for one in self.picture.targets if one.action == Press(button="bets"))
        return box.x + box.w / 2, box.y + box.h / 2

    def pressed(self) -> bool:
        """Whether anything was said to the table."""
        self.turn()
        ends = [self.end(wire) for wire in Wire]
        return bool(select.select(ends, [], [], 0)[0])

    def close(self) -> None:
        self.window.close(self.time.now_s)
        self.play.close()
        super().close()


@pytest.fixture
def glass(tmp_path: Path, staff: ViewMaker, monkeypatch: pytest.MonkeyPatch) -> Iterator[Glass]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    glass = Glass(tmp_path, staff(bets_close="button"))
    yield glass
    glass.close()
    pygame.quit()


def assert_a_touch_still_presses(glass: Glass) -> None:
    glass.finger(pygame.FINGERDOWN, 90, glass.bets())
    glass.finger(pygame.FINGERUP, 90, glass.bets())
    assert glass.pressed()
    assert glass.heard(Wire.PANEL)["press"] == "bets"


def test_five_fingers_beside_every_key_press_nothing(glass: Glass) -> None:
    assert [glass.picture.target_at(*at) for at in BESIDE] == [None] * 5
    for finger, at in enumerate(BESIDE):
        glass.finger(pygame.FINGERDOWN, finger, at)
    glass.turn()
    for finger, at in enumerate(BESIDE):
        glass.finger(pygame.FINGERUP, finger, at)
    assert not glass.pressed()
    assert_a_touch_still_presses(glass)


def test_a_whole_hand_on_a_key_presses_nothing(glass: Glass) -> None:
    x, y = glass.bets()
    for finger in range(5):
        glass.finger(pygame.FINGERDOWN, finger, (x + 3 * finger, y))
        glass.turn()
    for finger in range(5):
        glass.finger(pygame.FINGERUP, finger, (x + 3 * finger, y))
    assert not glass.pressed()
    assert_a_touch_still_presses(glass)


def test_fingers_that_slide_onto_a_key_or_off_it_press_nothing(glass: Glass) -> None:
    for begin, end in ((BESIDE[2], glass.bets()), (glass.bets(), BESIDE[2])):
        glass.finger(pygame.FINGERDOWN, 1, begin)
        glass.finger(pygame.FINGERMOTION, 1, end)
        glass.finger(pygame.FINGERUP, 1, end)
        assert not glass.pressed()
    assert_a_touch_still_presses(glass)


def test_what_a_broken_touch_panel_reports_presses_nothing_and_breaks_nothing(glass: Glass) -> None:
    for at in ((-4000.0, 335.0), (9e9, 9e9), (float("nan"), 335.0)):
        glass.finger(pygame.FINGERDOWN, 5, at)
        glass.finger(pygame.FINGERDOWN, 5, at)
        glass.finger(pygame.FINGERUP, 6, at)
        glass.finger(pygame.FINGERMOTION, 8, at)
        glass.finger(pygame.FINGERUP, 5, at)
    assert not glass.pressed()
    assert_a_touch_still_presses(glass)
