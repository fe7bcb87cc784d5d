"""What plays when: the pure programme, and the speaker on a mixer that only writes down what it is told."""

import pytest

from device.screen.sound.cue import Cue
from device.screen.sound.mixer import Mixer, NoSoundError
from device.screen.sound.programme import Asked, Programme
from device.screen.sound.speaker import ALARM_RETRY_S, IDLE_S, LATE_S, LOOK_S, RETRY_S, Speaker, read_line
from device.screen.sound.tunes import length_s


def asked(cue: Cue, for_s: float = 1.0) -> Asked:
    return Asked(cue=cue, gain=1.0, for_s=for_s)


def begun(programme: Programme, now_s: float) -> tuple[Cue, bool] | None:
    found = programme.next(now_s)
    return None if found is None else (found[0].cue, found[1])


def test_tunes_follow_each_other() -> None:
    programme = Programme()
    programme.ask(asked(Cue.NO_MORE_BETS), 10.0)
    programme.ask(asked(Cue.PLAYER_WINS), 10.5)
    assert begun(programme, 10.5) == (Cue.NO_MORE_BETS, False)
    assert begun(programme, 10.6) is None
    assert programme.wakes_s(10.6) == pytest.approx(0.9)
    assert begun(programme, 11.5) == (Cue.PLAYER_WINS, False)
    assert programme.wakes_s(11.5) is None
    assert not programme.is_over(12.4)
    assert programme.is_over(12.5)


def test_an_alarm_cuts_off_a_call_and_waits_for_another_alarm() -> None:
    programme = Programme()
    programme.ask(asked(Cue.NO_MORE_BETS), 0.0)
    programme.next(0.0)
    programme.ask(asked(Cue.TIE), 0.1)
    programme.ask(asked(Cue.ERROR), 0.2)
    assert begun(programme, 0.2) == (Cue.ERROR, True)
    programme.ask(asked(Cue.SUPERVISOR), 0.3)
    assert begun(programme, 0.3) is None
    assert begun(programme, 1.2) == (Cue.SUPERVISOR, False)


def test_what_would_come_late_is_left_out() -> None:
    programme = Programme()
    programme.ask(asked(Cue.ERROR, 3.0), 0.0)
    programme.next(0.0)
    for cue in (Cue.TICK, Cue.NO_MORE_BETS, Cue.TIE):
        programme.ask(asked(cue), 0.5)
    programme.ask(asked(Cue.SUPERVISOR), 0.6)
    assert begun(programme, 3.0) == (Cue.SUPERVISOR, False)
    assert begun(programme, 4.0) is None
    assert programme.is_over(4.0)


def test_nothing_piles_up() -> None:
    programme = Programme()
    for _ in range(20):
        programme.ask(asked(Cue.ERROR), 0.0)
    assert begun(programme, 0.0) == (Cue.ERROR, False)
    assert begun(programme, 1.0) is None


class Notebook(Mixer):
    """A mixer without a device, or with one that can be pulled out."""

    def __init__(self) -> None:
        super().__init__(None)
        self.plugged = True
        self.opened = False
        self.played: list[Cue] = []
        self.tried = 0

    @property
    def is_open(self) -> bool:
        return self.opened

    def open(self) -> None:
        self.tried += 1
        if not self.plugged:
            raise NoSoundError("no sound: nothing is plugged in")
        self.opened = True

    def play(self, asked: Asked, *, cut: bool = False) -> None:  # noqa: ARG002 - a mixer's own signature
        self.played.append(asked.cue)

    def answer(self, asked: Asked) -> None:
        self.played.append(asked.cue)

    def is_gone(self) -> bool:
        return self.opened and not self.plugged

    def close(self) -> None:
        self.opened = False


class Stage:
    """A speaker, its mixer and its log."""

    def __init__(self) -> None:
        self.mixer = Notebook()
        self.log: list[str] = []
        self.speaker = Speaker(self.mixer, self.log.append)

    def ask(self, cue: Cue, now_s: float, late_s: float = 0.0) -> float | None:
        self.speaker.ask(cue, 1.0, now_s - late_s, now_s)
        return self.speaker.tend(now_s)


@pytest.fixture
def stage() -> Stage:
    return Stage()


def test_an_answer_sounds_beside_a_tune(stage: Stage) -> None:
    stage.ask(Cue.NO_MORE_BETS, 0.0)
    stage.ask(Cue.REFUSED, 0.1)
    stage.ask(Cue.CLICK, 0.1)
    assert stage.mixer.played == [Cue.NO_MORE_BETS, Cue.REFUSED, Cue.CLICK]


def test_an_answer_that_comes_late_is_left_out(stage: Stage) -> None:
    stage.ask(Cue.CLICK, 5.0, late_s=LATE_S + 0.1)
    stage.ask(Cue.CLICK, 5.0, late_s=LATE_S - 0.1)
    assert stage.mixer.played == [Cue.CLICK]


def test_the_next_tune_begins_when_the_speaker_said_that_it_would_look(stage: Stage) -> None:
    stage.ask(Cue.TEN_SECONDS, 0.0)
    wait_s = stage.ask(Cue.NO_MORE_BETS, 0.1)
    assert wait_s is not None
    assert wait_s == pytest.approx(length_s(Cue.TEN_SECONDS) - 0.1)
    stage.speaker.tend(0.1 + wait_s)
    assert stage.mixer.played == [Cue.TEN_SECONDS, Cue.NO_MORE_BETS]


def test_without_a_device_it_is_said_once_and_tried_again_after_a_minute(stage: Stage) -> None:
    stage.mixer.plugged = False
    assert not stage.speaker.open(0.0)
    for second in range(1, 60, 10):
        assert stage.ask(Cue.PLACE_YOUR_BETS, float(second)) is not None
    assert stage.mixer.tried == 1
    stage.ask(Cue.PLACE_YOUR_BETS, RETRY_S)
    assert stage.mixer.tried == 2
    assert stage.log == ["no sound: nothing is plugged in; tried again now and then"]
    stage.mixer.plugged = True
    stage.ask(Cue.NO_MORE_BETS, 2 * RETRY_S)
    assert stage.mixer.played == [Cue.NO_MORE_BETS]
    assert stage.log[1:] == ["the sound is back"]


def test_an_alarm_does_not_wait_a_minute_for_a_device(stage: Stage) -> None:
    stage.mixer.plugged = False
    stage.speaker.open(0.0)
    stage.mixer.plugged = True
    stage.ask(Cue.ERROR, ALARM_RETRY_S)
    assert stage.mixer.played == [Cue.ERROR]


def test_a_device_that_is_pulled_out_is_left_and_found_again(stage: Stage) -> None:
    stage.ask(Cue.TICK, 0.0)
    stage.mixer.plugged = False
    assert stage.speaker.tend(LOOK_S) is None
    stage.ask(Cue.TICK, 10.0)
    assert (stage.mixer.played, len(stage.log)) == ([Cue.TICK], 1)
    stage.mixer.plugged = True
    stage.ask(Cue.TICK, 10.0 + RETRY_S)
    assert (stage.mixer.played, len(stage.log)) == ([Cue.TICK] * 2, 2)


def test_after_a_minute_of_silence_the_device_is_closed_and_nothing_wakes(stage: Stage) -> None:
    stage.ask(Cue.TICK, 0.0)
    assert (stage.speaker.tend(IDLE_S - 1), stage.mixer.opened) == (LOOK_S, True)
    assert (stage.speaker.tend(IDLE_S + 1), stage.mixer.opened) == (None, False)
    stage.ask(Cue.TICK, 500.0)
    assert stage.mixer.played == [Cue.TICK] * 2


def test_a_line_of_the_pipe() -> None:
    assert read_line("no-more-bets 0.5 12.25") == (Cue.NO_MORE_BETS, 0.5, 12.25)
    assert read_line("tick 7 0") == (Cue.TICK, 1.0, 0.0)
    for wrong in ("", "tick", "bell 1 1", "tick loud 1"):
        with pytest.raises(ValueError):
            read_line(wrong)
