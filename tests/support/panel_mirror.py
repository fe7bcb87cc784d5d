"""What a person at the panel must be seeing: the panel's own step and pictures, fed with what its process is fed with.

It shares nothing with the process but the pure code: views and answers come from the relay between process and table,
fingers and keys from whoever drives both. So any difference on the glass is a fault of the process or of the mirror.
"""

import time
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec
import pygame

from device.screen.dealer.machine import MachineWatch
from device.screen.dealer.pages.options import PanelOptions
from device.screen.dealer.pages.picture import no_data_picture, panel_picture
from device.screen.dealer.state import (
    START,
    Answered,
    ChangeVolume,
    KeyPressed,
    PanelInput,
    PanelState,
    Say,
    Seen,
    Ticked,
    Touched,
    Wire,
)
from device.screen.dealer.step import step
from device.screen.dealer.targets import Action, PanelPicture
from device.screen.dealer.touch import MOUSE, NO_FINGERS, finger_down, finger_moved, finger_up, time_passed
from device.screen.drawing.paint import Painter
from device.screen.look.layout import Size
from device.screen.look.moment import Moment
from device.screen.look.shapes import Box, Progress, Scene
from device.screen.look.theme import THEMES
from device.screen.showing.subscription import Reason
from device.screen.sound.loudness import AS_SET, STEP
from device.screen.view import Kind, StaffView, view_from_json
from device.words import load_words

_REPLY = b'{"reply"'


@dataclass(frozen=True, slots=True, kw_only=True)
class Glass:
    """What the glass must show, and where something moves by itself, which is not looked at."""

    pixels: bytes
    moving: tuple[Box, ...]


def pixels(picture: pygame.Surface, without: tuple[Box, ...]) -> bytes:
    """A picture in bytes that can be compared, with these boxes made black."""
    for box in without:
        picture.fill((0, 0, 0), (box.x, box.y, box.w, box.h))
    return pygame.image.tobytes(picture, "RGB")


class PanelMirror:
    """The panel's state as it must be now."""

    def __init__(self, size: Size, language: str, options: PanelOptions) -> None:
        """`options`: what the settings say of the panel."""
        self.state: PanelState = START
        self.view: StaffView | None = None
        self.said: list[dict[str, object]] = []
        """Every line that the panel must have said, in order."""
        self._size = size
        self._language = language
        self._options = options
        self._loudness = AS_SET
        self._machine = MachineWatch()
        self._fingers = NO_FINGERS
        self._painters: dict[str, Painter] = {}
        self._last: tuple[Scene, Glass] | None = None

    # What happens to the panel.

    def can_hear(self, line: bytes) -> bool:
        """Whether this line is none that answers what the panel is still to say."""
        if not line.startswith(_REPLY):
            return True
        return any(one["id"] == msgspec.json.decode(line)["reply"] for one in reversed(self.said))

    def hear(self, wire: Wire, line: bytes) -> None:
        """A line of the table: a view, or an answer."""
        if line.startswith(_REPLY):
            fields = msgspec.json.decode(line)
            answer = Answered(
                id=str(fields["reply"]),
                ok=fields.get("ok") is True,
                why=str(fields.get("why", "")),
                refusal=str(fields.get("refusal", "")),
                fields=tuple(fields.items()),
            )
            self._happen(answer)
        elif wire is Wire.STAFF:
            view = view_from_json(line, Kind.STAFF)
            assert isinstance(view, StaffView)
            if view != self.view:
                self.view = view
                self._happen(Seen(shown=view))

    def pass_time(self) -> None:
        """Time goes by."""
        self._happen(Ticked())
        if self._fingers.target is not None:
            self._fingers, action = time_passed(self._fingers, self.picture(), time.monotonic())
            self._act(action)

    def down(self, at: tuple[int, int]) -> None:
        """The mouse's button goes down."""
        self._fingers = finger_down(self._fingers, self.picture(), MOUSE, at, time.monotonic())

    def moved(self, at: tuple[int, int]) -> None:
        """The mouse moves."""
        self._fingers = finger_moved(self._fingers, self.picture(), MOUSE, at)

    def up(self, at: tuple[int, int]) -> None:
        """The mouse's button comes up."""
        self._fingers, action = finger_up(self._fingers, self.picture(), MOUSE, at)
        self._act(action)

    def press_key(self, key: str, *, keypad: bool) -> None:
        """A key of the keyboard."""
        self._happen(KeyPressed(key=key, keypad=keypad))

    # What it shows.

    def picture(self) -> PanelPicture:
        """The page that is open, as it is at this moment."""
        words, now_s = load_words(self.language), time.monotonic()
        options = replace(
            self._options,
            machine=self._machine.state(now_s),
            volume=round(self._loudness.level / STEP),
            muted=self._loudness.muted,
        )
        moment = Moment(clock=f"{datetime.now():%H:%M}")
        if self.view is None:
            return no_data_picture(Reason.CONNECTING, words, self._size, options=options, moment=moment)
        return panel_picture(
            self.view,
            self.state,
            words,
            self._size,
            options=options,
            moment=moment,
            fingers=self._fingers,
            now_s=now_s,
        )

    def glass(self) -> Glass:
        """The same in pixels."""
        scene = self.picture().scene
        moving = tuple(shape.box for shape in scene.shapes if isinstance(shape, Progress))
        # How far something has come is not looked at; so it is no reason to paint anew either.
        still = replace(scene, shapes=tuple(shape for shape in scene.shapes if not isinstance(shape, Progress)))
        if self._last is None or self._last[0] != still or self._last[1].moving != moving:
            painter = self._painters.setdefault(self.language, Painter(THEMES["standard"], self.language))
            self._last = still, Glass(pixels=pixels(painter.picture(still), moving), moving=moving)
        return self._last[1]

    @property
    def language(self) -> str:
        """The language that the panel speaks."""
        return self.state.language or self._language

    @property
    def is_holding(self) -> bool:
        """Whether a press-and-hold is under way."""
        target = self._fingers.pressed()
        return target is not None and target.hold

    def _act(self, action: Action | None) -> None:
        if action is not None:
            self._happen(Touched(action=action))

    def _happen(self, given: PanelInput) -> None:
        self.state, effects = step(self.state, given, self.view, time.monotonic())
        for effect in effects:
            if isinstance(effect, Say):
                self.said.append(effect.line)
            elif isinstance(effect, ChangeVolume):
                self._loudness = self._loudness.turned(effect.by)
