"""Tapes: the text, the recorder, the player, and the tapes that are kept beside the tests."""

import io
import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.line.tape import Tape, TapeEntry, TapeError, TapeHead, Way, read_tape, tape_inputs, write_tape
from device.line.tape_line import Pace, TapeLine
from device.line.tape_recorder import TapeRecorder
from device.ports.line import BytesIn, LineInput, LineLost, LineOpened
from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.tableau import next_step

TAPES = sorted((Path(__file__).parent.parent / "tapes").glob("line-*.tape"))
HEAD = "# Name: a tape\n# Reader: line\n# Device: none\n# Date: 2025-11-30\n# Notes:\n"


class HandClock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def monotonic_s(self) -> float:
        return self.now_s

    def wall_at(self) -> str:
        return "2025-11-30T12:00:00.000Z"


def codes_of(tape: Tape) -> list[str]:
    """The codes a person finds in a tape's bytes; a code cut off by the loss of the line is none."""
    lives: list[bytes] = [b""]
    for entry in tape.entries:
        if entry.way is Way.FROM_DEVICE:
            lives[-1] += entry.data
        elif entry.way is Way.LOST:
            lives.append(b"")
    found: list[str] = []
    for life in lives:
        clean = re.sub(rb"\x02\x00\x00\x01\x0031|\][CQ]\d|\\0000\d\d|\xef\xbb\xbf|[\x00\xff\x02\x03]", b"", life)
        whole, _, _cut_off = clean.rpartition(re.findall(rb"[\r\n\t]", clean)[-1])
        found += [code.decode("ascii").upper() for code in re.split(rb"[\r\n\t]+", whole) if code]
    return found


@pytest.mark.parametrize("path", TAPES, ids=lambda path: path.stem)
def test_kept_tapes_are_read_and_written_without_a_change(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert write_tape(read_tape(text)) == text


@pytest.mark.parametrize("path", TAPES, ids=lambda path: path.stem)
def test_kept_tapes_hold_the_coups_that_their_notes_name(path: Path) -> None:
    tape = read_tape(path.read_text(encoding="utf-8"))
    named = [note.removeprefix("Cards: ").split() for note in tape.head.notes if note.startswith("Cards: ")]
    for coup in named:
        hands: dict[Hand, list[Card]] = {Hand.PLAYER: [], Hand.BANKER: []}
        for text in coup:
            due = next_step(hands[Hand.PLAYER], hands[Hand.BANKER]).due
            assert due is not None, f"{text}: the coup was complete before"
            hands[due].append(Card.parse(text))
        assert next_step(hands[Hand.PLAYER], hands[Hand.BANKER]).due is None
    codes = codes_of(tape)
    assert [Card.parse(code) for code in codes if code != "CUT"] == [
        Card.parse(card) for coup in named for card in coup
    ]
    assert len(codes) >= 6


def test_there_is_a_tape_for_each_way_engines_send_codes() -> None:
    assert {path.stem for path in TAPES} >= {"line-cr", "line-crlf-aim", "line-eci-noise", "line-glued-acks"}


words = st.lists(st.text(st.characters(exclude_categories=["Cs", "Z", "Cc", "Cf"]), min_size=1), min_size=1).map(
    " ".join
)


@given(
    head=st.builds(TapeHead, name=words, reader=words, device=words, date=words, notes=st.lists(words).map(tuple)),
    pieces=st.lists(
        st.one_of(
            st.tuples(st.integers(0, 10**9), st.sampled_from([Way.FROM_DEVICE, Way.TO_DEVICE]), st.binary(min_size=1)),
            st.tuples(st.integers(0, 10**9), st.sampled_from([Way.LOST, Way.OPENED]), st.just(b"")),
        )
    ),
)
def test_any_tape_comes_back_from_its_text(head: TapeHead, pieces: list[tuple[int, Way, bytes]]) -> None:
    ordered = sorted(pieces, key=lambda piece: piece[0])
    tape = Tape(head=head, entries=tuple(TapeEntry(at_ms=at, way=way, data=data) for at, way, data in ordered))
    assert read_tape(write_tape(tape)) == tape


def test_a_tape_written_by_hand_may_have_comments_spaces_and_either_case() -> None:
    text = "\ufeff# reader: line\r\n# from the log\n\n#Name: a tape\n  5   <  39 48 0D \n# then\n7 > 7E00\n"
    tape = read_tape(text)
    assert (tape.head.name, tape.head.reader, tape.head.notes) == ("a tape", "line", ())
    assert [(entry.at_ms, entry.way, entry.data) for entry in tape.entries] == [
        (5, Way.FROM_DEVICE, b"9H\r"),
        (7, Way.TO_DEVICE, b"\x7e\x00"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        (HEAD + "12 = 39\n", 6, "'<ms> < <hex>'"),
        (HEAD + "12 < 39\nabc < 39\n", 7, "'<ms> < <hex>'"),
        (HEAD + "12 < 394\n", 6, "pairs of hexadecimal digits"),
        (HEAD + "12 < 9H\n", 6, "pairs of hexadecimal digits"),
        (HEAD + "12 <\n", 6, "<hex>"),
        (HEAD + "12 < 39\n11 < 39\n", 7, "12 ms or later"),
        ("# Name: a tape\n12 < 39\n", 2, "'# Reader: …'"),
        ("# Reader: line\n", 2, "'# Name: …'"),
        ("", 1, "'# Name: …'"),
        ("# Name: a\n# Raeder: line\n", 2, "one of Name, Reader, Device, Date, Notes"),
        ("# Name: a\n# Reader: line\n# Reader: grow\n", 3, "each heading once"),
    ],
)
def test_a_text_that_is_no_tape_is_told_where_and_what_was_expected(text: str, line: int, expected: str) -> None:
    with pytest.raises(TapeError) as caught:
        read_tape(text)
    assert caught.value.line == line
    assert expected in caught.value.expected
    assert str(caught.value).startswith(f"line {line}: ")


def test_playing_keeps_the_tapes_own_times_and_the_loss_of_the_line() -> None:
    entries = [(0, "< 39"), (3, "> 41"), (5, "lost"), (900, "opened"), (1250, "< 480d")]
    lines = [f"# {at} line {what}" if what.isalpha() else f"{at} {what}" for at, what in entries]
    inputs = list(tape_inputs(read_tape(HEAD + "\n".join(lines)), 50.0))
    assert [type(item) for item in inputs] == [LineOpened, BytesIn, LineLost, LineOpened, BytesIn, LineLost]
    assert [item.at_s for item in inputs] == pytest.approx([50.0, 50.0, 50.005, 50.9, 51.25, 51.25])


@pytest.mark.parametrize("pace", list(Pace))
def test_a_tape_plays_through_a_line_at_either_pace(pace: Pace) -> None:
    clock, got, pauses = HandClock(), list[LineInput](), list[float]()

    def wait(stop: threading.Event, seconds: float) -> None:
        pauses.append(seconds)
        clock.now_s += seconds

    line = TapeLine(read_tape(HEAD + "100 < 39\n350 < 480d\n"), got.append, clock, pace, wait)
    line.start()
    assert line.finished.wait(10)
    line.send(b"$?\n")
    line.close()
    assert b"".join(item.data for item in got if isinstance(item, BytesIn)) == b"9H\r"
    assert isinstance(got[-1], LineLost)
    assert line.sent == (b"$?\n",)
    assert pauses == (pytest.approx([0.1, 0.25]) if pace is Pace.REAL else [])


def test_a_tape_can_be_stopped_in_a_pause() -> None:
    pausing = threading.Event()

    def wait(stop: threading.Event, _seconds: float) -> None:
        pausing.set()
        assert stop.wait(10)

    got = list[LineInput]()
    line = TapeLine(read_tape(HEAD + "3600000 < 39\n"), got.append, HandClock(), Pace.REAL, wait)
    line.start()
    assert pausing.wait(10)
    line.close()
    assert [type(item) for item in got] == [LineOpened]


class LoopbackLine:
    """A line whose test says what it hears."""

    def __init__(self, put: Callable[[LineInput], None]) -> None:
        self.put = put
        self.sent: list[bytes] = []

    def start(self) -> None:
        self.put(LineOpened(port="here", at_s=100.0))

    def send(self, data: bytes) -> None:
        self.sent.append(data)

    def close(self) -> None:
        pass


class KeptText(io.StringIO):
    """A text file whose text can be read after it is closed, with a disk that fills after some writes."""

    def __init__(self, room: int = 10**6) -> None:
        super().__init__()
        self.room = room
        self.text = ""

    def write(self, text: str) -> int:
        if len(self.text) + len(text) > self.room:
            raise OSError(28, "No space left on device")
        self.text += text
        return len(text)


def record(file: KeptText, troubles: list[str]) -> tuple[list[LineInput], list[bytes]]:
    """A short life of a line, recorded; what reached the table and what reached the line."""
    clock, inbox = HandClock(), list[LineInput]()
    inner = list[LoopbackLine]()

    def make(put: Callable[[LineInput], None]) -> LoopbackLine:
        inner.append(LoopbackLine(put))
        return inner[0]

    recorder = TapeRecorder(file, TapeHead(name="a tape", reader="line"), clock, troubles.append)
    line = recorder.around(make, inbox.append)
    line.start()
    clock.now_s = 100.5
    line.send(b"$?\n")
    inner[0].put(BytesIn(data=b"9H\r", at_s=100.498))  # read before the sending, put after it
    inner[0].put(LineLost(detail="gone", at_s=101.0))
    inner[0].put(LineLost(detail="not allowed", at_s=101.5))
    inner[0].put(LineOpened(port="here", at_s=102.0))
    inner[0].put(BytesIn(data=b"TD\r", at_s=103.25))
    line.close()
    recorder.close()
    return inbox, inner[0].sent


def test_a_recorder_writes_a_tape_of_what_came_and_went() -> None:
    file, troubles = KeptText(), list[str]()
    inbox, sent = record(file, troubles)
    assert [(entry.at_ms, entry.way, entry.data) for entry in read_tape(file.text).entries] == [
        (500, Way.TO_DEVICE, b"$?\n"),
        (500, Way.FROM_DEVICE, b"9H\r"),
        (1000, Way.LOST, b""),
        (2000, Way.OPENED, b""),
        (3250, Way.FROM_DEVICE, b"TD\r"),
    ]
    assert (len(inbox), sent, troubles, file.closed) == (6, [b"$?\n"], [], True)


def test_a_full_disk_is_told_once_and_the_line_goes_on() -> None:
    file, troubles = KeptText(room=80), list[str]()
    inbox, sent = record(file, troubles)
    assert (len(inbox), sent) == (6, [b"$?\n"])
    assert len(troubles) == 1
    assert "No space left on device" in troubles[0]
    assert read_tape(file.text).head.name == "a tape"


def test_a_disk_that_hangs_ends_the_tape_but_delays_and_fills_nothing() -> None:
    hanging, go_on = threading.Event(), threading.Event()

    class HangingText(KeptText):
        def write(self, text: str) -> int:
            hanging.set()
            assert go_on.wait(20)
            return super().write(text)

    file, troubles = HangingText(), list[str]()
    recorder = TapeRecorder(file, TapeHead(name="a tape", reader="line"), HandClock(), troubles.append)
    assert hanging.wait(10)
    for _ in range(20_000):
        recorder.heard(BytesIn(data=b"9H\r", at_s=100.0))
    assert len(troubles) == 1
    assert "too slow" in troubles[0]
    go_on.set()
    recorder.close()
    assert file.text.startswith("# Name: a tape\n")
