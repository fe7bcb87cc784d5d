"""What is heard: every sound is audible, unlike the others, and neither clicks nor clips."""

import itertools
import math
import wave as wave_files
from array import array
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.main import zapato
from device.screen.sound.cue import Cue, CueClass
from device.screen.sound.loudness import ALARM_FLOOR, gain
from device.screen.sound.synthesis import FULL, RATE_HZ, Note, samples
from device.screen.sound.tunes import BELL, REED, row, wave

EACH = pytest.mark.parametrize("cue", Cue)
SEMITONES_HZ = [261.63 * 2 ** (step / 12) for step in range(45)]


def strength(samples: "array[int]", hz: float) -> float:
    """How strong one pitch is in the samples, as an amplitude (Goertzel)."""
    turn = 2 * math.cos(math.tau * hz / RATE_HZ)
    one = two = 0.0
    for value in samples:
        one, two = value + turn * one - two, one
    return 2 * math.sqrt(max(0.0, one * one + two * two - turn * one * two)) / len(samples)


def power(samples: "array[int]") -> float:
    return math.sqrt(sum(value * value for value in samples) / max(1, len(samples)))


@EACH
def test_each_is_audible_and_leaves_room_above(cue: Cue) -> None:
    made = wave(cue)
    assert 0.2 * FULL < max(map(abs, made)) < 0.65 * FULL
    assert power(made) > 0.04 * FULL


@EACH
def test_none_begins_or_ends_with_a_click(cue: Cue) -> None:
    made = wave(cue)
    assert made[0] == made[-1] == 0
    loudest = max(map(abs, made))
    assert max(map(abs, made[:8])) < 0.25 * loudest
    assert max(map(abs, made[-20:])) < 0.05 * loudest
    assert abs(sum(made)) / len(made) < 0.01 * loudest, "the loudspeaker would be pushed to one side"


@EACH
def test_each_is_short(cue: Cue) -> None:
    longest_s = {CueClass.CALLS: 1.5, CueClass.RESULTS: 0.9, CueClass.ALARMS: 1.0, CueClass.TOUCHES: 0.15}
    assert 0.02 < len(wave(cue)) / RATE_HZ <= longest_s[cue.kind]


def test_a_tune_and_an_answer_together_do_not_clip() -> None:
    tunes = max(max(map(abs, wave(cue))) for cue in Cue if not cue.answers)
    answers = max(max(map(abs, wave(cue))) for cue in Cue if cue.answers)
    assert tunes + answers <= FULL


def ear(cue: Cue) -> list[float]:
    """What an ear keeps of a sound: how strong each semitone is, in each 70 ms of its first half second."""
    made = wave(cue)
    step = round(0.07 * RATE_HZ)
    return [
        strength(made[begin : begin + step], hz) if begin < len(made) else 0.0
        for begin in range(0, 7 * step, step)
        for hz in SEMITONES_HZ
    ]


def test_no_two_are_alike() -> None:
    heard = {cue: ear(cue) for cue in Cue}
    for one, other in itertools.combinations(Cue, 2):
        lengths = [math.hypot(*heard[cue]) for cue in (one, other)]
        likeness = sum(a * b for a, b in zip(heard[one], heard[other], strict=True)) / (lengths[0] * lengths[1])
        assert likeness < 0.7, f"{one.value} sounds like {other.value}: {likeness:.2f}"


def test_results_go_where_the_result_goes() -> None:
    first, second = slice(0, round(0.14 * RATE_HZ)), slice(round(0.3 * RATE_HZ), round(0.6 * RATE_HZ))
    heard = {Cue.PLAYER_WINS: (587.33, 880.0), Cue.BANKER_WINS: (587.33, 440.0), Cue.TIE: (587.33, 587.33)}
    pitches = (440.0, 587.33, 880.0)
    for cue, (begins, ends) in heard.items():
        for part, pitch in ((first, begins), (second, ends)):
            assert max(pitches, key=lambda hz: strength(wave(cue)[part], hz)) == pitch


def test_no_more_bets_is_a_bell_of_two_tones_and_the_loudest_call() -> None:
    made = wave(Cue.NO_MORE_BETS)
    high, low = made[: round(0.3 * RATE_HZ)], made[round(0.5 * RATE_HZ) : RATE_HZ]
    assert strength(high, 659.26) > 5 * strength(high, 523.25)
    assert strength(low, 523.25) > 2 * strength(low, 659.26)
    assert max(map(abs, made)) == max(max(map(abs, wave(cue))) for cue in Cue if cue.kind is CueClass.CALLS)


def test_an_alarm_at_its_floor_is_still_heard_over_the_calls() -> None:
    quietest = min(power(wave(cue)) for cue in (Cue.ERROR, Cue.LOST)) * gain(ALARM_FLOOR)
    assert quietest > power(wave(Cue.NO_MORE_BETS))


def test_what_is_above_half_the_rate_is_left_out() -> None:
    high = Note(timbre=BELL, hz=4000, for_s=0.1)  # its last partial would be at 21,600 and come back at 450
    assert strength(samples([high], peak=0.5), 450) < 0.001 * FULL
    steady = Note(timbre=REED, hz=2000, for_s=0.1)
    made = samples([steady], peak=0.5)
    assert strength(made[200:-400], 6000) > 0.2 * strength(made[200:-400], 2000)


def test_sounds_in_a_row_have_silence_between_them() -> None:
    both = row([(Cue.TICK, 1.0), (Cue.CLICK, 0.5)])
    tick, click = wave(Cue.TICK), wave(Cue.CLICK)
    assert both[: len(tick)] == tick
    rest = both[len(tick) :]
    begin = next(place for place, value in enumerate(rest) if value) - 1
    assert 0.3 < begin / RATE_HZ < 0.4
    assert max(map(abs, rest)) == pytest.approx(max(map(abs, click)) / 2, abs=1)


def run(*arguments: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(zapato, ["sounds", *map(str, arguments)])
    return done.exit_code, done.output


def test_the_sounds_as_a_file(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text("[screen.sound]\ncalls = 100\ntouches = 0\n")
    code, said = run("--out", tmp_path / "out.wav", "--config", config, "tick", "click")
    assert code == 0, said
    assert '{"cue":"tick","class":"calls","volume":100,"seconds":0.07}' in said
    with wave_files.open(str(tmp_path / "out.wav")) as written:
        assert (written.getnchannels(), written.getsampwidth(), written.getframerate()) == (1, 2, RATE_HZ)
        assert array("h", written.readframes(10**6)) == row([(Cue.TICK, 1.0), (Cue.CLICK, 0.0)])


def test_what_the_command_cannot_use_is_named(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[screen.sound]\ndevice = "off"\n')
    for arguments, told in (
        (["--config", config], 'device = "off"'),
        (["--out", tmp_path / "no" / "out.wav"], "No such file or directory"),
        (["--config", tmp_path / "no.toml"], "there is no such file"),
        (["bell"], "'bell' is not one of"),
    ):
        code, said = run(*arguments)
        assert code == 2
        assert told in said
