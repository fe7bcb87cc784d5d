"""The speaker: a process of its own that plays what it is told, so that no sound device can hold up a picture.

On standard input it takes lines ``cue gain asked_s`` (`asked_s`: when it was asked for, on the machine's monotonic
clock, which all processes share) and answers each with a dot once it has seen to it. It ends when its input does. A
device that fails is said once on standard error and tried again with a later cue; silence meanwhile.
"""

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable

from device.screen.sound.cue import Cue, CueClass
from device.screen.sound.log import say
from device.screen.sound.mixer import Mixer, NoSoundError, watch
from device.screen.sound.programme import Asked, Programme
from device.screen.sound.tunes import length_s, wave

RETRY_S = 60.0
"""How long a failed device is left alone; an alarm tries again after `ALARM_RETRY_S`."""

ALARM_RETRY_S = 5.0

IDLE_S = 60.0
"""After so long without a sound the device is closed: others may want it, and an open one costs a little all night.

Not sooner: a screen on HDMI swallows the first half second after its sound was opened, and that may be the bell.
"""

LOOK_S = 5.0
"""How often an open device is looked after."""

LATE_S = 0.5
"""An answer that is so late is left out."""


class Speaker:
    """Plays cues on a mixer; `tend` is to be called whenever there may be something to do."""

    def __init__(self, mixer: Mixer, say: Callable[[str], None]) -> None:
        """`say` takes what the process's log should tell."""
        self._mixer = mixer
        self._say = say
        self._programme = Programme()
        self._failed_s: float | None = None
        self._last_s = 0.0

    def ask(self, cue: Cue, gain: float, asked_s: float, now_s: float) -> None:
        """A cue was asked for."""
        asked = Asked(cue=cue, gain=gain, for_s=length_s(cue))
        if not cue.answers:
            self._programme.ask(asked, asked_s)
        elif now_s - asked_s <= LATE_S and self._ready(now_s, urgent=cue.kind is CueClass.ALARMS):
            self._mixer.answer(asked)
            self._last_s = now_s

    def tend(self, now_s: float) -> float | None:
        """Begin what is due; the seconds until there may be more to do, None: until something is asked for."""
        begin = self._programme.next(now_s)
        if begin is not None:
            asked, cut = begin
            if self._ready(now_s, urgent=asked.cue.kind is CueClass.ALARMS):
                self._mixer.play(asked, cut=cut)
        if not self._programme.is_over(now_s):
            self._last_s = now_s
            wakes_s = self._programme.wakes_s(now_s)
            return LOOK_S if wakes_s is None else min(LOOK_S, wakes_s)
        if not self._mixer.is_open:
            return None
        if now_s - self._last_s >= IDLE_S or self._mixer.is_gone():
            self._mixer.close()
            return None
        return LOOK_S

    def open(self, now_s: float) -> bool:
        """Open the device; what is wrong with it is said once, and once when it is back."""
        try:
            self._mixer.open()
        except NoSoundError as error:
            if self._failed_s is None:
                self._say(f"{error}; tried again now and then")
            self._failed_s = now_s
            return False
        if self._failed_s is not None:
            self._say("the sound is back")
        self._failed_s = None
        self._last_s = now_s
        return True

    def _ready(self, now_s: float, *, urgent: bool) -> bool:
        if self._mixer.is_open:
            if not self._mixer.is_gone():
                return True
            self._mixer.close()
        retry_s = ALARM_RETRY_S if urgent else RETRY_S
        return (self._failed_s is None or now_s - self._failed_s >= retry_s) and self.open(now_s)


def read_line(line: str) -> tuple[Cue, float, float]:
    """One line of input: the cue, its gain, when it was asked for; raises ValueError."""
    cue, gain, asked_s = line.split()
    return Cue(cue), min(1.0, max(0.0, float(gain))), float(asked_s)


def run(device: str | None) -> None:
    """Play what standard input says until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the screen's, which closes our input
    watch()
    speaker = Speaker(Mixer(device), say)
    speaker.open(time.monotonic())
    unmade = list(Cue)
    buffer = b""
    while True:
        wait_s = speaker.tend(time.monotonic())
        if unmade and (wait_s is None or wait_s > 0.1):
            wait_s = 0.1  # nothing to do: make a sound that will be wanted
        if not select.select([0], [], [], wait_s)[0]:
            if unmade:
                wave(unmade.pop())
            continue
        data = os.read(0, 4096)
        if not data:
            return
        *lines, buffer = (buffer + data).split(b"\n")
        for line in lines:
            with contextlib.suppress(ValueError):  # a screen of another version may know other cues
                speaker.ask(*read_line(line.decode()), time.monotonic())
        try:
            os.write(1, b"." * len(lines))
        except BrokenPipeError:
            return  # the screen went without a word


if __name__ == "__main__":
    run(sys.argv[1] if len(sys.argv) > 1 else None)
