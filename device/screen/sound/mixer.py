"""The sound device, through SDL's mixer. Blocks, so only the speaker's process and `zapato sounds` may use it.

SDL's mixer opens a device under Python's lock: a sound server that does not answer stops every thread of a process.
"""

import contextlib
import os
import time
from collections.abc import Iterator

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from pygame._sdl2 import audio

from device.screen.sound.cue import Cue
from device.screen.sound.programme import Asked
from device.screen.sound.synthesis import RATE_HZ
from device.screen.sound.tunes import wave

BUFFER = 1024
"""Samples that are mixed at a time: 46 ms, and 0.1 % of a core."""

CUT_MS = 20
"""How fast a tune that is cut off dies away."""

_OVERDUE_S, _LOOK_S = 5.0, 0.02
_CHANNELS = 4
_TUNES, _ANSWERS = (0, 1), (2, 3)


class NoSoundError(RuntimeError):
    """There is no device to play on; says why and what else can be done."""


class Mixer:
    """One device, opened and closed as often as need be."""

    def __init__(self, device: str | None) -> None:
        """`device`: its name as the system says it; None: the one that the system takes."""
        self._device = device
        self._sounds: dict[Cue, pygame.mixer.Sound] = {}
        self._tune = self._answer = 0

    @property
    def is_open(self) -> bool:
        """Whether there is a device to play on."""
        return pygame.mixer.get_init() is not None

    def open(self) -> None:
        """Open the device; raises NoSoundError."""
        try:
            with _quiet():
                pygame.mixer.init(RATE_HZ, -16, 1, BUFFER, self._device, 0)
        except pygame.error as error:
            pygame.mixer.quit()
            raise NoSoundError(self._trouble(error)) from error
        pygame.mixer.set_num_channels(_CHANNELS)

    def play(self, asked: Asked, *, cut: bool = False) -> None:
        """Begin a tune; with `cut` the one that plays dies away first."""
        if cut:
            pygame.mixer.Channel(_TUNES[self._tune]).fadeout(CUT_MS)
        self._tune = 1 - self._tune
        self._begin(asked, _TUNES[self._tune])

    def answer(self, asked: Asked) -> None:
        """Begin an answer beside whatever is heard."""
        self._answer = 1 - self._answer
        self._begin(asked, _ANSWERS[self._answer])

    def play_through(self, asked: Asked) -> None:
        """Play a cue and wait until it is over; raises NoSoundError where the device does not come to its end."""
        self.play(asked)
        end_s = time.monotonic() + asked.for_s + _OVERDUE_S
        while pygame.mixer.get_busy():
            if time.monotonic() > end_s:
                raise NoSoundError("no sound: the device was opened and plays nothing; choose another one")
            time.sleep(_LOOK_S)

    def is_gone(self) -> bool:
        """Whether the device went away since it was opened; needs `watch`."""
        told = pygame.event.get()  # all of them: what is not taken would pile up
        return any(event.type == pygame.AUDIODEVICEREMOVED and not event.iscapture for event in told)

    def close(self) -> None:
        """Let the device go."""
        self._sounds.clear()
        pygame.mixer.quit()

    def _begin(self, asked: Asked, channel: int) -> None:
        sound = self._sounds.get(asked.cue)
        if sound is None:
            sound = self._sounds[asked.cue] = pygame.mixer.Sound(buffer=wave(asked.cue).tobytes())
        sound.set_volume(asked.gain)
        pygame.mixer.Channel(channel).play(sound)

    def _trouble(self, error: pygame.error) -> str:
        if self._device is None:
            return f'no sound: {error}; connect a loudspeaker, or set device = "off" in [screen.sound]'
        names = ", ".join(f'"{name}"' for name in devices()) or "none"
        return f'no sound: device "{self._device}" in [screen.sound]: {error}; devices here: {names}'


def watch() -> None:
    """Hear when a device goes away. SDL tells it as an event, and events need a display: one that shows nothing."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()


def devices() -> list[str]:
    """The names of the devices that can be chosen."""
    if pygame.mixer.get_init() is not None:
        return list(audio.get_audio_device_names(iscapture=False))
    try:
        with _quiet():
            pygame.mixer.init(RATE_HZ, -16, 1, BUFFER, None, 0)
            return list(audio.get_audio_device_names(iscapture=False))
    except pygame.error:
        return []
    finally:
        pygame.mixer.quit()


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep the system's sound library from writing on standard error; what went wrong is said in one line instead."""
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(nowhere)
        os.close(kept)
