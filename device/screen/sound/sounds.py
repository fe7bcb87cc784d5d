"""The sounds of a screen: hands cues to its speaker, a process of its own, and never waits for it."""

import contextlib
import datetime
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from device.screen.sound.cue import Cue
from device.screen.sound.log import say
from device.screen.sound.loudness import AS_SET, Loudness, gain, volume
from device.settings.sound import SoundSettings

STUCK_S = 10.0
"""A speaker that has not answered for so long is ended: its sound device does not answer either."""

RESTART_S = 60.0
"""How long after its start a speaker that ended is started again at the soonest."""

LEAVE_S = 0.3
"""How long a speaker may take to end by itself."""

_ROOT = Path(__file__).parents[3]


class Sounds:
    """What a screen plays its cues with. `loudness` may be set at any time; nothing here raises or blocks."""

    def __init__(
        self,
        settings: SoundSettings,
        loudness: Loudness = AS_SET,
        *,
        now_s: Callable[[], float] = time.monotonic,
        local_time: Callable[[], datetime.time] = lambda: datetime.datetime.now().time(),
    ) -> None:
        """Starts the speaker, unless the settings say that there is none; `now_s` is the machine's monotonic clock."""
        self.loudness = loudness
        self._settings = settings
        self._now_s = now_s
        self._local_time = local_time
        self._speaker: subprocess.Popen[bytes] | None = None
        self._leaving: list[subprocess.Popen[bytes]] = []
        self._started_s: float | None = None
        self._unanswered = 0
        self._waiting_since_s = 0.0
        self._trouble_said = False
        if settings.device is not None:
            self._start()

    def play(self, cues: Iterable[Cue]) -> None:
        """Let these be heard, as loud as settings, dealer and time of day say."""
        at = self._local_time()
        lines = []
        for cue in cues:
            factor = gain(volume(cue.kind, self._settings, self.loudness, at))
            if factor > 0:
                lines.append(f"{cue.value} {factor:.3f} {self._now_s():.3f}\n")
        if lines and self._settings.device is not None and self._is_there():
            self._tell("".join(lines).encode(), len(lines))

    @property
    def pid(self) -> int | None:
        """The speaker's process; None while there is none."""
        return None if self._speaker is None else self._speaker.pid

    def close(self) -> None:
        """End the speaker; a sound that plays is cut off."""
        self._hang_up()
        for speaker in self._leaving:
            try:
                speaker.wait(LEAVE_S)
            except subprocess.TimeoutExpired:
                speaker.kill()
                with contextlib.suppress(subprocess.TimeoutExpired):  # in a driver that lets nobody go
                    speaker.wait(LEAVE_S)
        self._leaving.clear()

    def _start(self) -> None:
        self._started_s = self._now_s()
        self._unanswered = 0
        name = self._settings.device
        arguments = [] if name is None or name == "on" else [name]
        try:
            self._speaker = subprocess.Popen(
                [sys.executable, "-P", "-m", "device.screen.sound.speaker", *arguments],
                env={**os.environ, "PYTHONPATH": os.pathsep.join([str(_ROOT), *_inherited()])},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            self._say(f"no sound: its process cannot be started: {error.strerror or error}")
            return
        assert self._speaker.stdin is not None
        assert self._speaker.stdout is not None
        os.set_blocking(self._speaker.stdin.fileno(), False)
        os.set_blocking(self._speaker.stdout.fileno(), False)

    def _is_there(self) -> bool:
        """Whether there is a speaker to tell; one that ended or hangs is replaced, at most once a minute."""
        self._leaving = [one for one in self._leaving if one.poll() is None]
        speaker = self._speaker
        if speaker is not None and speaker.poll() is not None:
            self._say(f"no sound: its process ended with {speaker.returncode}")
            self._hang_up()
        elif speaker is not None:
            assert speaker.stdout is not None
            with contextlib.suppress(OSError):
                self._unanswered -= len(speaker.stdout.read(4096) or b"")
            if self._unanswered > 0 and self._now_s() - self._waiting_since_s > STUCK_S:
                self._say("no sound: the sound device does not answer")
                speaker.kill()
                self._hang_up()
        if self._speaker is None and (self._started_s is None or self._now_s() - self._started_s >= RESTART_S):
            self._start()
        return self._speaker is not None

    def _tell(self, data: bytes, lines: int) -> None:
        assert self._speaker is not None
        assert self._speaker.stdin is not None
        if self._unanswered <= 0:
            self._unanswered, self._waiting_since_s = 0, self._now_s()
        with contextlib.suppress(OSError):  # full, or its end is gone: seen to with the next cue
            self._speaker.stdin.write(data)
            self._unanswered += lines

    def _hang_up(self) -> None:
        """Let the speaker go its way; it is not waited for, which might be waiting for its device."""
        if self._speaker is None:
            return
        for pipe in (self._speaker.stdin, self._speaker.stdout):
            if pipe is not None:
                pipe.close()
        self._leaving.append(self._speaker)
        self._speaker = None

    def _say(self, text: str) -> None:
        if not self._trouble_said:
            say(f"{text}; tried again now and then")
        self._trouble_said = True


def _inherited() -> list[str]:
    path = os.environ.get("PYTHONPATH")
    return [path] if path else []
