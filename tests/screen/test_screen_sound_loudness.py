"""How loud: classes, the dealer's keys, the night, and the floor that alarms keep under all of it."""

import datetime
from pathlib import Path

import pytest

from device.screen.sound.cue import Cue, CueClass
from device.screen.sound.loudness import ALARM_FLOOR, AS_SET, STEP, Loudness, gain, volume
from device.settings import SettingsError, SoundSettings, parse_settings

NOON, MIDNIGHT = datetime.time(12), datetime.time(0)
NIGHT = SoundSettings(night_from="23:00", night_to="08:00", night_volume=20)


def parsed(text: str) -> SoundSettings:
    return parse_settings(f"[screen.sound]\n{text}", "table.toml", Path("/srv/bac")).screen.sound


def test_each_class_has_its_own_volume() -> None:
    settings = SoundSettings(calls=11, results=22, alarms=77, touches=44)
    assert [volume(kind, settings, AS_SET, NOON) for kind in CueClass] == [11, 22, 77, 44]


def test_the_dealer_turns_it_in_steps_and_never_past_the_ends() -> None:
    loudness = AS_SET.turned(-1)
    assert loudness.level == 100 - STEP
    assert volume(CueClass.CALLS, SoundSettings(calls=50), loudness, NOON) == 45
    assert AS_SET.turned(1).level == 100
    assert AS_SET.turned(-99).level == 0
    assert volume(CueClass.CALLS, SoundSettings(), AS_SET.turned(-99), NOON) == 0


def test_mute_goes_and_comes_back_and_turning_ends_it() -> None:
    muted = Loudness(level=70).turned(0)
    assert (muted.muted, muted.level, muted.shown) == (True, 70, 0)
    assert volume(CueClass.RESULTS, SoundSettings(), muted, NOON) == 0
    assert muted.turned(0) == Loudness(level=70)
    assert muted.turned(1) == Loudness(level=80)
    assert muted.turned(-1) == Loudness(level=60)


@pytest.mark.parametrize(
    ("at", "night"),
    [
        ("22:59:59", False),
        ("23:00", True),
        ("00:00", True),
        ("07:59:59", True),
        ("08:00", False),
        ("12:00", False),
    ],
)
def test_a_night_goes_over_midnight(at: str, night: bool) -> None:
    assert NIGHT.is_night(datetime.time.fromisoformat(at)) is night
    assert volume(CueClass.CALLS, NIGHT, AS_SET, datetime.time.fromisoformat(at)) == (20 if night else 80)


def test_a_night_within_a_day_a_night_without_end_and_none() -> None:
    siesta = SoundSettings(night_from="14:00", night_to="17:00")
    assert siesta.is_night(datetime.time(15))
    assert not siesta.is_night(datetime.time(17))
    assert not siesta.is_night(MIDNIGHT)
    always = SoundSettings(night_from="08:00", night_to="08:00")
    assert always.is_night(NOON)
    assert always.is_night(MIDNIGHT)
    assert not SoundSettings().is_night(MIDNIGHT)


def test_the_night_is_a_limit_and_no_volume() -> None:
    assert volume(CueClass.TOUCHES, SoundSettings(touches=5, night_from="00:00"), AS_SET, MIDNIGHT) == 5


@pytest.mark.parametrize("alarms", [0, 10, 100])
@pytest.mark.parametrize("loudness", [AS_SET, Loudness(level=0), Loudness(muted=True), Loudness(level=0, muted=True)])
@pytest.mark.parametrize("at", [NOON, MIDNIGHT])
def test_nothing_silences_an_alarm(alarms: int, loudness: Loudness, at: datetime.time) -> None:
    settings = SoundSettings(alarms=alarms, night_from="23:00", night_volume=0)
    assert volume(CueClass.ALARMS, settings, loudness, at) >= ALARM_FLOOR
    assert gain(ALARM_FLOOR) > 0.3


def test_a_gain_follows_the_ear() -> None:
    assert (gain(0), gain(100)) == (0.0, 1.0)
    gains = [gain(percent) for percent in range(0, 101, 10)]
    assert gains == sorted(gains)
    assert gain(50) ** 0.6 == pytest.approx(0.5)


def test_errors_are_alarms_and_a_press_is_answered_at_once() -> None:
    alarms = {cue for cue in Cue if cue.kind is CueClass.ALARMS}
    assert alarms == {Cue.ERROR, Cue.SUPERVISOR, Cue.LOST, Cue.REFUSED}
    assert {cue for cue in Cue if cue.answers} == {Cue.REFUSED, Cue.CLICK, Cue.READ}


def test_the_file_says_it_all() -> None:
    settings = parsed('calls = 0\nnight_from = "23:30"\nnight_to = "07:00"\ndevice = "HDMI 1"\npanel_calls = true\n')
    assert (settings.calls, settings.night_from, settings.night_to) == (0, "23:30", "07:00")
    assert (settings.device, settings.panel_calls) == ("HDMI 1", True)
    assert parsed('device = "off"\nnight_from = "off"\n') == SoundSettings(device=None)


@pytest.mark.parametrize(
    "line",
    [
        "calls = 101",
        "alarms = -1",
        'night_from = "7:00"',
        'night_to = "24:00"',
        'night_to = "off"',
        'device = ""',
        "volume = 3",
    ],
)
def test_what_cannot_be_is_refused_by_its_key(line: str) -> None:
    with pytest.raises(SettingsError, match=rf"table.toml: screen.sound.{line.split(maxsplit=1)[0]}: "):
        parsed(line)
