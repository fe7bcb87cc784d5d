"""The simulated readers against the decoders and links that real ones are read with: two ends written apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.readers import ssi as product_ssi
from device.readers.angel_eye import AngelEyeDecoder
from device.readers.angel_eye_reports import CardDrawn, GameEnded, ShoeOutcome
from device.readers.em4100 import Em4100Decoder
from device.readers.gateless_link import GatelessLink, Speech
from device.readers.grow import GrowDecoder, read_zone, same_code_after
from device.readers.line import LineDecoder
from device.readers.passages import CodePassed, Noise, Passage, Read
from device.readers.pn532_link import Pn532Link
from device.readers.reader_link import ReaderLink
from device.readers.speeches import em4100, grow, ssi, twn4
from device.readers.ssi import SsiDecoder
from device.sim.readers.angel_eye import AngelEyeShoe
from device.sim.readers.base import ReaderOrderError, SimReader
from device.sim.readers.em4100 import Em4100Reader
from device.sim.readers.grow import GrowEngine
from device.sim.readers.kinds import KINDS
from device.sim.readers.line import SUFFIXES, LineEngine
from device.sim.readers.pn532 import Pn532Reader
from device.sim.readers.ssi import SsiEngine
from device.sim.readers.twn4 import Twn4Reader
from device.sim.readers.wire import heard


def live(
    link: ReaderLink, reader: SimReader, script: dict[int, str], ms: int, *, acknowledge: bool = True
) -> list[str]:
    """The codes that a link makes of a reader which is told `script` at those times, both on one clock."""
    codes: list[str] = []
    link.opened(0.0)
    for now_ms in range(0, ms, 25):
        now_s = now_ms / 1000
        if now_ms in script:
            word, *words = script[now_ms].split()
            reader.orders[word](words)
        reader.tick(now_ms)
        out = [*link.feed(reader.take_output(), now_s), *link.poll(now_s)]
        for passage in out:
            if isinstance(passage, CodePassed):
                codes.append(passage.code)
            if isinstance(passage, Passage):
                link.acknowledge(passage.id)
        if sent := link.take_output():
            reader.from_host(sent, now_ms)
    return codes


def gateless(speech: Speech, *, tags: bool = False) -> GatelessLink:
    return GatelessLink(speech, boot="0000ABCD", is_serialised=lambda code: len(code) > 2, tags=tags)


def test_a_gm65_is_set_up_answers_and_is_read() -> None:
    reader, link = GrowEngine(), gateless(grow(0.4))
    assert live(link, reader, {1000: "card QH", 3000: "card QH", 4000: "no-read"}, 8000) == ["QH", "QH"]
    assert link.state.up and link.state.detail == ""
    assert reader.memory[0x13] == 0x82
    assert reader.changed == ["memory 0013 set to 82"]


def test_a_gm65_says_nothing_to_a_command_it_does_not_take() -> None:
    reader = GrowEngine()
    reader.from_host(bytes.fromhex("7E000801001385ABCE"), 0)
    reader.from_host(read_zone(0)[:-1] + b"\0", 1000)
    assert (reader.take_output(), reader.changed) == (b"", [])
    reader.from_host(same_code_after(200)[:5], 2000)
    reader.from_host(same_code_after(200)[5:], 2050)
    assert reader.take_output() == bytes.fromhex("02000001003331")
    reader.card("QH")
    assert GrowDecoder().feed(reader.take_output()) == [Read(code="QH")]


def test_a_gm65_half_a_command_is_forgotten() -> None:
    reader = GrowEngine()
    reader.from_host(same_code_after(200)[:5], 0)
    reader.from_host(same_code_after(200)[5:], 1000)
    assert (reader.take_output(), reader.changed) == (b"", [])


def test_a_zebra_is_woken_set_up_and_acknowledged() -> None:
    reader, link = SsiEngine(), gateless(ssi())
    assert live(link, reader, {1000: "card 9H", 3000: "card 9H", 4000: "no-read"}, 8000) == ["9H", "9H"]
    assert link.state.up
    assert [what.split()[0] for what in reader.changed] == ["parameters", "scanning"]


def test_a_zebra_repeats_what_is_not_acknowledged_and_gives_up() -> None:
    reader, decoder = SsiEngine(), SsiDecoder()
    reader.card("9H")
    items = []
    for now_ms in range(0, 9000, 100):
        reader.tick(now_ms)
        items += decoder.feed(reader.take_output())
    assert items == [Read(code="9H")]
    assert (decoder.repeats, decoder.to_acknowledge) == (2, 3)


def test_a_zebra_that_sleeps_loses_the_byte_that_wakes_it() -> None:
    reader = SsiEngine()
    reader.from_host(product_ssi.ASK_REVISION, 5000)
    assert reader.take_output() == b""
    reader.from_host(b"\0" + product_ssi.ASK_REVISION, 5500)
    assert SsiDecoder().feed(reader.take_output()) == [Noise(kind="answer", bytes=33)]
    assert reader.changed == []


def test_tags_of_a_twn4_come_and_go() -> None:
    reader, link = Twn4Reader(), gateless(twn4(), tags=True)
    script = {1000: "card 0C000621A5", 1500: "away", 3000: "card 0C000621A5"}
    assert live(link, reader, script, 4000) == ["0C000621A5"]  # one serialised card, back again
    assert link.state.up and not reader.changed


def test_cards_of_a_pn532_come_and_go() -> None:
    reader = Pn532Reader()
    link = Pn532Link(boot="0000ABCD", is_serialised=lambda _: True)
    assert live(link, reader, {1000: "card 083F6C4A", 2000: "away", 3000: "card 04112233445566"}, 5000) == [
        "083F6C4A",
        "04112233445566",
    ]
    assert link.state.up
    assert [what.split()[0] for what in reader.changed[:2]] == ["SAMConfiguration", "RFConfiguration"]


def test_a_pn532_that_sleeps_does_not_answer() -> None:
    reader = Pn532Reader()
    reader.from_host(bytes.fromhex("0000FF02FED4022A00"), 0)
    assert reader.take_output() == b""


def test_a_tag_before_an_rdm6300_is_told_every_65_ms() -> None:
    reader, decoder = Em4100Reader(), Em4100Decoder()
    reader.card("0D00319CD0")
    frames = []
    for now_ms in range(0, 650, 5):
        reader.tick(now_ms)
        frames += decoder.feed(reader.take_output())
    assert frames == [Read(code="0D00319CD0")] * 10
    link = gateless(em4100(), tags=True)
    assert live(link, Em4100Reader(), {500: "card 0D00319CD0", 2000: "away"}, 3000) == ["0D00319CD0"]


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("aim", ["", "]C0", "]Q1"])
def test_a_line_engine_sends_its_suffix_and_its_aim_identifier(suffix: str, aim: str) -> None:
    reader, decoder = LineEngine(suffix=suffix, aim=aim), LineDecoder()
    reader.card("TD")
    reads = decoder.feed(reader.take_output())
    assert reads == ([] if suffix == "none" else [Read(code="TD")])
    assert decoder.text == (f"{aim}TD".encode() if suffix == "none" else b"")


def test_an_angel_eye_deals_a_coup_and_tells_its_own_result() -> None:
    shoe, decoder = AngelEyeShoe(), AngelEyeDecoder()
    shoe.orders["coup"](["4h", "2s", "9c", "Ad", "8d"])
    reports = decoder.feed(shoe.take_output())
    cards = [
        (report.target.value, report.index, str(report.card.value))
        for report in reports
        if isinstance(report, CardDrawn) and report.card
    ]
    assert [where[:2] for where in cards] == [
        ("player", 1),
        ("banker", 1),
        ("player", 2),
        ("banker", 2),
        ("player", 3),
    ]
    assert isinstance(reports[-1], GameEnded) and reports[-1].outcome is ShoeOutcome.BANKER
    assert decoder.repeats == 2 * len(reports)


@pytest.mark.parametrize("kind", KINDS)
def test_what_no_reader_reads_is_refused_in_words(kind: str) -> None:
    for words in ([], ["§"], ["two", "words"]):
        with pytest.raises(ReaderOrderError):
            KINDS[kind]().orders["card"](words)


@given(st.binary(max_size=64), st.sampled_from([4800, 9600, 19200, 38400, 57600, 115200]))
def test_a_wire_at_one_speed_carries_everything(data: bytes, baud: int) -> None:
    assert heard(data, baud, baud) == data


@given(st.binary(min_size=4, max_size=200))
def test_a_receiver_three_percent_off_still_hears_everything(data: bytes) -> None:
    assert heard(data, 100_000, 102_000) == data


@given(st.binary(min_size=1, max_size=64))
def test_a_slower_sender_never_makes_a_ctrl_c(data: bytes) -> None:
    # The start bit is so long that the lowest bit of what a faster receiver makes of it is 0.
    assert 3 not in heard(data, 9600, 115200)


@given(st.binary(max_size=400), st.sampled_from(sorted(KINDS)))
def test_no_reader_falls_over_anything(data: bytes, kind: str) -> None:
    reader = KINDS[kind]()
    for at in range(0, len(data), 7):
        reader.from_host(data[at : at + 7], at * 30)
        reader.tick(at * 30)
    reader.take_output()
