"""Ten seconds at the wrong speed, an hour of half frames, bytes without end: told, kept small, and over in the end.

Each kind of reader at its link: what is told of the line, that nothing of it becomes a card, and that a card is read
when the line is good again.
"""

from collections.abc import Callable

import pytest

from device.readers import garbage, speeches
from device.readers.angel_eye import wrap
from device.readers.angel_eye_link import AngelEyeLink
from device.readers.gateless_link import GatelessLink, Speech
from device.readers.line_link import LineLink
from device.readers.link import ShoeLink
from device.readers.passages import CodePassed, LinkState
from device.readers.reader_link import LinkOutput, ReaderLink
from device.sim.board import Board

BOOT = "0BADCAFE"
SPEECHES: dict[str, Callable[[], Speech]] = {
    "em4100": speeches.em4100,
    "grow": lambda: speeches.grow(0.4),
    "ssi": speeches.ssi,
    "twn4": speeches.twn4,
}
CARDS = {
    "line": b"9H\r",
    "grow": b"9H\r",
    "em4100": b"\x020D00319CD070\x03",
    "ssi": bytes.fromhex("07 F3 00 00 01 39 48 FE 84"),
    "twn4": b"00014028050D00319CD0\r",
    "angel-eye": wrap(0x35, b"D\x03\x49") * 3,
}
STREAMS = {
    "zeros": b"\x00",
    "0x80": b"\x80",
    "0xf8": b"\xf8",
    "all three": b"\x00\x80\xf8",
    "ones": b"\xff",
    "inverted letters": bytes(byte ^ 0xFF for byte in b"9H\r"),
}
HALVES = {reader: card[: len(card) - 2 if reader != "angel-eye" else 5] for reader, card in CARDS.items()}


def opened(reader: str) -> ReaderLink:
    link: ReaderLink
    if reader == "line":
        link = LineLink(boot=BOOT, is_serialised=lambda _: False)
    elif reader == "angel-eye":
        link = AngelEyeLink(boot=BOOT)
    else:
        tags = reader in ("em4100", "twn4")
        link = GatelessLink(SPEECHES[reader](), boot=BOOT, is_serialised=lambda _: tags, tags=tags)
    link.opened(0.0)
    return link


def cards(out: list[LinkOutput]) -> list[str]:
    return [item.code for item in out if isinstance(item, CodePassed)]


def quiet(link: ReaderLink, from_s: float, for_s: float) -> list[LinkOutput]:
    return [item for step in range(round(for_s * 10)) for item in link.poll(from_s + step / 10)]


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("reader", CARDS)
def test_a_line_at_the_wrong_speed_is_told_is_no_card_and_is_over_when_it_ends(reader: str, stream: str) -> None:
    link = opened(reader)
    out = [item for n in range(100) for item in link.feed((STREAMS[stream] * 100)[:100], n * 0.1)]
    out += quiet(link, 10.0, 5.0)
    assert cards(out) == []
    assert garbage.UNREADABLE in [item.detail for item in out if isinstance(item, LinkState) and not item.up]
    quiet(link, 15.0, 15.0)
    assert len(cards([*link.feed(CARDS[reader], 31.0), *link.feed(CARDS[reader], 35.0)])) >= 1


@pytest.mark.parametrize("reader", CARDS)
def test_an_hour_of_half_frames_gives_no_card_and_hides_no_whole_one_behind_it(reader: str) -> None:
    link = opened(reader)
    out: list[LinkOutput] = []
    for second in range(0, 3600, 5):
        out += link.feed(HALVES[reader], float(second))
        out += quiet(link, second + 0.1, 0.2)
        out += quiet(link, second + 3.5, 0.1)
    assert cards(out) == []
    assert cards(link.feed(CARDS[reader], 3605.0)) != []
    assert sum(count for kind, count in link.counters.items() if kind not in ("good", "duplicate", "lost")) >= 719


@pytest.mark.parametrize("data", [b"$", b"$C,0A1B2C3D,1,", b"A", *(STREAMS[name] for name in STREAMS)])
def test_a_shoe_is_found_again_behind_a_line_of_garbage(data: bytes) -> None:
    link = ShoeLink(None)
    link.opened(0.0)
    out = [item for n in range(100) for item in link.feed((data * 100)[:100], n * 0.1)]
    assert garbage.UNREADABLE in [item.detail for item in out if isinstance(item, LinkState)]
    board = Board(boot="0A1B2C3D", now_ms=10_000)
    board.card_left("9H", 10_050)
    heard = link.feed(board.take_output(), 10.1)
    for step in range(1, 30):
        board.feed(link.take_output(), 10_100 + step * 50)
        board.tick(10_100 + step * 50)
        heard += link.feed(board.take_output(), 10.1 + step * 0.05)
    assert cards(heard) == ["9H"]
    assert link.state.up
