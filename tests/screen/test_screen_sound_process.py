"""The speaker's process: what comes out of it, and that whatever happens to it the screen goes on."""

import errno
import math
import os
import signal
import subprocess
import sys
import time
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.screen.sound.cue import Cue
from device.screen.sound.loudness import ALARM_FLOOR, AS_SET, gain
from device.screen.sound.sounds import RESTART_S, STUCK_S, Sounds
from device.screen.sound.synthesis import RATE_HZ
from device.screen.sound.tunes import wave
from device.settings import SoundSettings


class Clock:
    """The machine's clock, moved on by hand; the speaker compares it with its own."""

    ahead_s = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def opened() -> Iterator[list[Sounds]]:
    """What a test opens is closed after it."""
    made: list[Sounds] = []
    yield made
    for sounds in made:
        sounds.close()


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A device that writes what it plays into this file, four times as fast as it would sound."""
    file = tmp_path / "out.raw"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(file))
    monkeypatch.setenv("SDL_DISKAUDIODELAY", "10")
    return file


def until(condition: Callable[[], bool]) -> None:
    for _ in range(1000):
        if condition():
            return
        time.sleep(0.02)
    pytest.fail("it did not come to that")


def heard(file: Path) -> "array[int]":
    """What came out, without the silence before it."""
    if not file.exists():
        return array("h")
    data = file.read_bytes()
    begin = (len(data) - len(data.lstrip(b"\0"))) // 2 * 2
    return array("h", data[begin : len(data) // 2 * 2])


def process(sounds: Sounds) -> int | None:
    return sounds.pid  # read anew each time, where the type checker would believe the last answer


def strength(samples: "array[int]", hz: float) -> float:
    turn = 2 * math.cos(math.tau * hz / RATE_HZ)
    one = two = 0.0
    for value in samples:
        one, two = value + turn * one - two, one
    return 2 * math.sqrt(max(0.0, one * one + two * two - turn * one * two)) / len(samples)


def peak(samples: "array[int]") -> int:
    return max(map(abs, samples), default=0)


def test_no_more_bets_comes_out_as_a_bell_of_two_tones(out: Path, opened: list[Sounds]) -> None:
    sounds = Sounds(SoundSettings(calls=100))
    opened.append(sounds)
    sounds.play((Cue.NO_MORE_BETS,))
    until(lambda: len(heard(out)) > 1.6 * RATE_HZ)
    played = heard(out)
    first, second = played[: round(0.3 * RATE_HZ)], played[round(0.5 * RATE_HZ) : RATE_HZ]
    assert strength(first, 659.26) > 5 * strength(first, 523.25)
    assert strength(second, 523.25) > 2 * strength(second, 659.26)
    assert peak(played) == pytest.approx(peak(wave(Cue.NO_MORE_BETS)), rel=0.02)
    assert peak(played[round(1.5 * RATE_HZ) :]) == 0


def test_muted_only_the_alarm_comes_out_at_its_floor(out: Path, opened: list[Sounds]) -> None:
    sounds = Sounds(SoundSettings(), AS_SET.turned(0))
    opened.append(sounds)
    sounds.play((Cue.NO_MORE_BETS, Cue.ERROR, Cue.CLICK))
    until(lambda: len(heard(out)) > 1.0 * RATE_HZ)
    played = heard(out)
    assert peak(played) == pytest.approx(peak(wave(Cue.ERROR)) * gain(ALARM_FLOOR), rel=0.05)
    assert strength(played[: round(0.1 * RATE_HZ)], 880.0) > 0.5 * peak(played)
    assert peak(played[round(0.8 * RATE_HZ) :]) == 0


def test_turned_up_again_it_is_heard(out: Path, opened: list[Sounds]) -> None:
    sounds = Sounds(SoundSettings(results=100), AS_SET.turned(0))
    opened.append(sounds)
    sounds.play((Cue.TIE,))
    sounds.loudness = sounds.loudness.turned(0)
    sounds.play((Cue.PLACE_YOUR_BETS,))
    until(lambda: len(heard(out)) > 0.6 * RATE_HZ)
    assert peak(heard(out)) == pytest.approx(peak(wave(Cue.PLACE_YOUR_BETS)) * gain(80), rel=0.05)


def test_without_a_device_it_says_so_once_and_the_screen_goes_on(
    monkeypatch: pytest.MonkeyPatch, opened: list[Sounds], capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing")
    sounds = Sounds(SoundSettings())
    opened.append(sounds)
    for _ in range(3):
        sounds.play((Cue.ERROR, Cue.CLICK))
    said = ""

    def read() -> bool:
        nonlocal said
        said += capfd.readouterr().err
        return "no sound" in said

    until(read)
    sounds.close()
    read()
    assert len(said.splitlines()) == 1
    assert said.startswith("no sound: ")
    assert 'device = "off" in [screen.sound]; tried again now and then' in said


def test_off_is_no_process_at_all(opened: list[Sounds]) -> None:
    sounds = Sounds(SoundSettings(device=None))
    opened.append(sounds)
    sounds.play((Cue.ERROR,))
    assert sounds.pid is None


def test_a_speaker_that_dies_is_replaced_after_a_minute(
    out: Path, opened: list[Sounds], clock: Clock, capfd: pytest.CaptureFixture[str]
) -> None:
    sounds = Sounds(SoundSettings(), now_s=clock)
    opened.append(sounds)
    first = sounds.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
    sounds.play((Cue.TICK,))
    assert process(sounds) is None
    clock.ahead_s += RESTART_S - 1
    sounds.play((Cue.TICK,))
    assert process(sounds) is None
    clock.ahead_s += 1
    sounds.play((Cue.TICK,))
    assert process(sounds) not in (None, first)
    assert capfd.readouterr().err == "no sound: its process ended with -9; tried again now and then\n"


class FullLog:
    """Standard error on a disk that is full."""

    def write(self, _: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_log_that_takes_no_more_stops_no_screen(
    monkeypatch: pytest.MonkeyPatch, opened: list[Sounds], clock: Clock
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds(SoundSettings(), now_s=clock)
    opened.append(sounds)
    first = process(sounds)
    assert first is not None
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
    monkeypatch.setattr(sys, "stderr", FullLog())
    sounds.play((Cue.TICK,))
    assert process(sounds) is None


def test_a_speaker_that_hangs_never_holds_the_screen_up_and_is_replaced(
    out: Path, opened: list[Sounds], clock: Clock, capfd: pytest.CaptureFixture[str]
) -> None:
    sounds = Sounds(SoundSettings(), now_s=clock)
    opened.append(sounds)
    first = sounds.pid
    assert first is not None
    os.kill(first, signal.SIGSTOP)
    for _ in range(10_000):  # far more than the pipe holds
        sounds.play((Cue.CLICK,))
    assert process(sounds) == first
    clock.ahead_s += STUCK_S + 1
    sounds.play((Cue.CLICK,))
    assert process(sounds) is None
    clock.ahead_s += RESTART_S
    sounds.play((Cue.CLICK,))
    assert process(sounds) not in (None, first)
    assert capfd.readouterr().err == "no sound: the sound device does not answer; tried again now and then\n"


def test_a_speaker_that_answers_is_kept_however_long_nothing_was_asked(
    out: Path, opened: list[Sounds], clock: Clock
) -> None:
    sounds = Sounds(SoundSettings(), now_s=clock)
    opened.append(sounds)
    first = sounds.pid
    sounds.play((Cue.ERROR,))
    until(lambda: peak(heard(out)) > 0)
    clock.ahead_s += 3600
    sounds.play((Cue.ERROR,))
    assert process(sounds) == first


def test_closing_ends_the_process_and_can_be_done_twice(out: Path) -> None:
    sounds = Sounds(SoundSettings())
    pid = sounds.pid
    assert pid is not None
    sounds.close()
    sounds.close()
    sounds.play(())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


FULL_DISK = """
import resource, time
from device.screen.sound.mixer import Mixer, watch
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
watch()
mixer = Mixer(None)
mixer.open()
end_s = time.monotonic() + 20
while not mixer.is_gone() and time.monotonic() < end_s:
    time.sleep(0.01)
print(time.monotonic() < end_s)
mixer.close()
"""


def test_a_device_that_takes_no_more_is_noticed(out: Path) -> None:
    # The file that stands for the device may not grow any more, which is what a plug that is pulled is like.
    done = subprocess.run([sys.executable, "-c", FULL_DISK], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True\n", "")
