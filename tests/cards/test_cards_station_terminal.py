"""What a station's terminal says beside the cards: how the reader stands, what was not understood, and to shuffle."""

import pytest

from device.cards.pack import Pack, PackKind, PackState
from device.cards.station.checking import Checked, Tally
from device.cards.station.inspecting import Inspecting
from device.cli import cards_check
from device.cli.station_terminal import StationTerminal
from device.readers.marks import CardMarks
from device.service.reading_station import ReaderStands
from device.service.station_words import StationWords
from device.words import languages, load_words


@pytest.fixture
def words() -> StationWords:
    return StationWords(load_words("en"), symbols=True)


@pytest.fixture
def terminal(words: StationWords) -> StationTerminal:
    return StationTerminal(words, as_json=False, quiet=False, keys="keys-inspect")


def test_a_port_that_is_opened_in_a_moment_is_no_trouble(
    terminal: StationTerminal, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal.reader(ReaderStands(up=False, detail="reader: the port is not open"))
    assert capsys.readouterr().out == ""
    terminal.reader(ReaderStands(up=False, detail="reader: port in use by another program"))
    assert capsys.readouterr().out == "Reader: port in use by another program\a\n"


@pytest.mark.parametrize("typed", ["?", "help", "u"])
def test_what_is_not_understood_is_answered_with_the_keys(
    terminal: StationTerminal, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    task = Inspecting(1, find=None, class_of=CardMarks().look_up, classes=True)
    terminal.steps(task.say(typed), task)
    assert capsys.readouterr().out.splitlines() == [
        f"0/52  Not understood: {typed}\a",
        "Pass every card. end: no card is left, again begins anew, q breaks off",
    ]


@pytest.mark.parametrize("state", list(PackState))
def test_who_saw_an_opened_pack_card_by_card_shuffles_it(
    terminal: StationTerminal, words: StationWords, capsys: pytest.CaptureFixture[str], state: PackState
) -> None:
    pack = Pack(id="7QX4", kind=PackKind.TAGS, state=state, cards=52, added_at="", added_by="ana")
    tally = Tally(pack=pack, seen=52, missing=(), again=(), named=True)
    cards_check._tell(terminal, words, Checked(tallies=(tally,), unknown=0, not_named=0))
    told = capsys.readouterr().out.splitlines()
    shuffle = "Opened packs were shown card by card: shuffle them before play"
    assert (shuffle in told) == (state in (PackState.OPENED, PackState.IN_PLAY))


def test_every_language_says_it() -> None:
    said = {load_words(code).say("station.shuffle") for code in languages()}
    assert len(said) == len(languages())
