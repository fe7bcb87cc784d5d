"""A hand at the dealer's panel: a real screen process on a virtual display, driven by what a person there would see.

Theory of operation. A mirror of the panel (`panel_mirror`) says at every moment what the glass must show and what can
be touched on it; nothing is touched before the glass, pixel by pixel, shows just that. So a target is pressed where a
person would press it, and every picture on the way is checked.
"""

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pygame
from support.house import House
from support.panel_mirror import PanelMirror, pixels
from support.panel_relay import PanelRelay
from support.virtual_display import VirtualDisplay

from device.cli.screen_panel import panel_options
from device.screen.dealer.errands import open_need
from device.screen.dealer.signing_in import SOMEBODY_ELSE, signing_of
from device.screen.dealer.slips import ASKED_S, UNASKED_S
from device.screen.dealer.state import Need, PanelState, Stage, Wire
from device.screen.dealer.step import TWICE_S
from device.screen.dealer.targets import Action, Choose, Go, PanelPicture, Press, Target, Type
from device.screen.view import StaffView
from device.settings import load_settings

SIZE = (800, 480)
LONGEST_S = 30.0
POLL_S = 0.004
_MORE_S = 0.03
"""A hand waits so much longer than it has to: a clock is read only now and then."""

_PROGRAM = "from device.cli.main import main; main()"

Point = tuple[int, int]


class PanelDriver:
    """One panel at one table, and the hand that works it."""

    def __init__(self, house: House, language: str = "en", pictures: Path | None = None) -> None:
        """`pictures`: a folder that gets a picture of every step."""
        self._house = house
        self._pictures = pictures
        self._shots = 0
        self._said: list[dict[str, object]] = []
        self._checked = 0
        self._times = (-math.inf, 0.0)
        self._moved_by_s = self._pressed_by_s = 0.0
        folder = house.folder
        self.display = VirtualDisplay(folder, SIZE)
        table = {Wire.STAFF: folder / "staff.sock", Wire.PANEL: folder / "panel.sock"}
        self._relay = PanelRelay(folder, table)
        self._mirror = PanelMirror(SIZE, language, panel_options(load_settings(house.config).screen))
        sockets = ["--feed", str(self._relay.paths[Wire.STAFF]), "--panel", str(self._relay.paths[Wire.PANEL])]
        words = ["screen", "dealer", "--config", str(house.config), "--lang", language, *sockets]
        environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        with (folder / "panel.log").open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _PROGRAM, *words],
                stdout=log,
                stderr=log,
                env={**environment, **self.display.environment, "SDL_AUDIODRIVER": "dummy"},
            )
        try:
            self._wait(lambda: self._mirror.view is not None, "the first view")
            self.looks_right("the first picture")
        except BaseException:
            self.close()  # a screen that is left behind would wait for the next display of this number
            raise

    # What there is to see.

    @property
    def state(self) -> PanelState:
        """The panel as it must be."""
        return self._mirror.state

    @property
    def view(self) -> StaffView:
        """The newest view that the panel was given."""
        assert self._mirror.view is not None
        return self._mirror.view

    @property
    def picture(self) -> PanelPicture:
        """What can be touched now."""
        return self._mirror.picture()

    def sees(self, true: Callable[[StaffView], object], what: str) -> StaffView:
        """Wait for a view of which `true` holds, and until the glass shows it."""
        self._wait(lambda: bool(true(self.view)), what)
        self.looks_right(what)
        return self.view

    def looks_right(self, what: str) -> None:
        """Wait until the glass shows exactly what it must, and the panel has said exactly what it must."""
        try:
            self._wait(self._agrees, what)
        except AssertionError:
            self._keep_difference()
            raise
        self._note_times()
        self._shoot(what)

    # What hands do.

    def touch(self, action: Action) -> None:
        """Touch what means this."""
        at = _middle(self.target(action))
        self.click(at, f"touched {action}")

    def click(self, at: Point, what: str) -> None:
        """A short click there, whatever it means."""
        self._rests()
        self.display.do("mousemove", *_words(at), "mousedown", "1", "mouseup", "1")
        self._mirror.down(at)
        self._mirror.up(at)
        self.looks_right(what)

    def touch_twice(self, action: Action) -> None:
        """Touch what means this with a finger that bounces."""
        at = _middle(self.target(action))
        self.display.do("mousemove", *_words(at), "click", "--repeat", "2", "--delay", "1", "1")
        for _ in range(2):
            self._mirror.down(at)
            self._mirror.up(at)
        self.looks_right(f"touched twice {action}")

    def hold(self, action: Action) -> None:
        """Press what means this until it has its effect."""
        target = self.target(action)
        assert target.hold, f"{action} needs no holding"
        at = _middle(target)
        self._rests()
        self.display.do("mousemove", *_words(at), "mousedown", "1")
        self._mirror.down(at)
        self.looks_right(f"pressing {action}")
        self._wait(lambda: not self._mirror.is_holding, f"{action} held long enough")
        self.looks_right(f"held {action}")
        self.display.do("mouseup", "1")
        self._mirror.up(at)
        self.looks_right(f"let go of {action}")

    def drag(self, begin: Point, *to: Point) -> None:
        """Press at one place, let go at another."""
        self._rests()
        self.display.do("mousemove", *_words(begin), "mousedown", "1")
        self._mirror.down(begin)
        for at in to:
            self.display.do("mousemove", *_words(at))
            self._mirror.moved(at)
        self.display.do("mouseup", "1")
        self._mirror.up(to[-1])
        self.looks_right(f"dragged from {begin} to {to[-1]}")

    def key(self, name: str, key: str, *, keypad: bool = False) -> None:
        """Press a key: as X calls it, and as the panel does."""
        self._rests()
        self.display.do("key", name)
        self._mirror.press_key(key, keypad=keypad)
        self.looks_right(f"pressed {name}")

    def offers(self, action: Action) -> bool:
        """Whether something that can be touched now means this."""
        return any(target.action == action for target in self.picture.targets)

    def target(self, action: Action) -> Target:
        """Where this is touched; it must be there."""
        found = [target for target in self.picture.targets if target.action == action]
        assert found, f"nothing means {action}; there is {[target.action for target in self.picture.targets]}"
        return found[0]

    # What people do.

    def press(self, button: str) -> None:
        """Touch a button of the table; the same one again only when it counts again."""
        if button == self.state.last_press:
            again_s = self._pressed_by_s + TWICE_S + _MORE_S
            self._wait(lambda: time.monotonic() >= again_s, "the button counts again")
        self.touch(Press(button=button))

    def type(self, text: str) -> None:
        """Touch letters or digits one after another, and then the key that goes on."""
        for letter in text:
            shown = [letter, letter.upper()]
            self.touch(next(Type(text=one) for one in shown if self.offers(Type(text=one))))
        self.touch(Go.ACCEPT)

    def sign(self, name: str) -> None:
        """Prove to be this person: the name from the list or spelt, then the PIN; waits until the table has looked."""
        errand = self.state.errand
        assert errand is not None
        need = open_need(errand, self.state, self.view)
        assert need in (Need.SIGN, Need.SECOND), need
        signing = signing_of(errand, self.state, second=need is Need.SECOND)
        if signing.stage is Stage.LIST:
            known = self.offers(Choose(value=name))
            self.touch(Choose(value=name if known else SOMEBODY_ELSE))
            if not known:
                self.type(name)
        elif signing.stage is Stage.SPELL:
            self.type(name)
        self.type(self._house.pins[name])
        self.answered()

    def answered(self) -> None:
        """Wait until the table has answered what the task on the glass has sent."""
        self._wait(lambda: self.state.errand is None or self.state.errand.waits_for is None, "the table's answer")
        self.looks_right("answered")

    # The end.

    def said(self) -> list[dict[str, object]]:
        """Every line that the panel process has said to the table."""
        while self._relay.to_table:
            self._said.append(json.loads(self._relay.to_table.popleft()[1]))
        return self._said

    def end(self) -> str:
        """End the process as its user would; what it has logged."""
        self.process.terminate()
        assert self.process.wait(30) == 0
        return (self._house.folder / "panel.log").read_text()

    def close(self) -> None:
        """Clean up, whatever happened."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._relay.close()
        self.display.close()

    # Inside.

    def _note_times(self) -> None:
        """What the mirror has done the process has done by now, too, since it shows and has said the same."""
        times = (self.state.moved_s, self.state.last_press_s)
        if times[0] != self._times[0]:
            self._moved_by_s = time.monotonic()
        if times[1] != self._times[1]:
            self._pressed_by_s = time.monotonic()
        self._times = times

    def _rests(self) -> None:
        """A hand needs longer than what the panel takes for a slip, by both clocks."""
        free_s = self._moved_by_s + (UNASKED_S if self.state.moved_by_table else ASKED_S) + _MORE_S
        self._wait(lambda: time.monotonic() > free_s, "a hand's rest")

    def _wait(self, true: Callable[[], bool], what: str) -> None:
        deadline_s = time.monotonic() + LONGEST_S
        while not self._look(true):
            assert time.monotonic() < deadline_s, f"waited {LONGEST_S:.0f} s in vain: {what}; {self._log()}"
            assert self.process.poll() is None, f"the panel ended: {self._log()}"
            time.sleep(POLL_S)

    def _look(self, true: Callable[[], bool]) -> bool:
        # An answer may be here before the mirror, whose clock is its own, knows the question.
        while self._relay.to_panel and self._mirror.can_hear(self._relay.to_panel[0][1]):
            self._mirror.hear(*self._relay.to_panel.popleft())
        if self._mirror.view is not None:
            self._mirror.pass_time()
        return true()

    def _agrees(self) -> bool:
        seen, wanted = self._both()
        if seen != wanted:
            return False
        said, must = self.said(), self._mirror.said
        for one, other in zip(said[self._checked :], must[self._checked :], strict=False):
            assert one == other, "the panel said something else than its step"
            self._checked += 1
        return len(said) == len(must)

    def _both(self) -> tuple[bytes, bytes]:
        glass = self._mirror.glass()
        return pixels(self.display.picture(), glass.moving), glass.pixels

    def _shoot(self, what: str) -> None:
        if self._pictures is None:
            return
        self._shots += 1
        name = "".join(letter if letter.isalnum() else "-" for letter in what)[:60]
        self.display.save(self._pictures / f"{self._shots:04d}-{name}.png")

    def _keep_difference(self) -> None:
        folder = self._pictures or self._house.folder
        for name, content in zip(("seen", "wanted"), self._both(), strict=True):
            pygame.image.save(pygame.image.frombytes(content, SIZE, "RGB"), folder / f"{name}.png")

    def _log(self) -> str:
        state = (self.state.page, self.state.errand, self.state.note)
        view = self._mirror.view
        table = "no view" if view is None else f"{view.phase}, {view.instruction}, {view.health}"
        waiting = list(self._relay.to_panel)[:1]
        return f"{state}; {table}; unheard: {waiting}; {(self._house.folder / 'panel.log').read_text()[-2000:]}"


def _middle(target: Target) -> Point:
    return target.box.x + target.box.w // 2, target.box.y + target.box.h // 2


def _words(at: Point) -> tuple[str, str]:
    return str(at[0]), str(at[1])
