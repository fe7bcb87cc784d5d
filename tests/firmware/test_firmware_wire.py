"""The board's side of SHOE/1: the host's own vectors, what a frame may carry, what is kept and for how long."""

import json
from pathlib import Path
from typing import Any

import pytest
from desk import Desk
from hypothesis import given
from hypothesis import strategies as st
from shoe import ticks
from shoe.frame import Ear, checksum, encode, escape
from shoe.outbox import Outbox

from device.readers import shoe_frames as sf
from device.readers.shoe import ShoeDecoder
from device.readers.shoe_body import escape as host_escape

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors" / "shoe1.json").read_text(encoding="utf-8"))
FRAMES = [frame for frame in VECTORS["frames"] if not frame["line"].startswith("$C,1A2B3C4D,40")]
CARD = "a+; wait 12; b+; wait 60; a-; wait 12; b-; wait 30; "


def hear(data: bytes) -> tuple[list[str], Ear]:
    ear = Ear()
    return [body for body in map(ear.feed, data) if body is not None], ear


def host_reads(desk: Desk) -> list[object]:
    return list(ShoeDecoder().feed(b"".join(map(encode, desk.told))))


def test_the_checksum_is_that_of_the_vectors() -> None:
    of = VECTORS["checksum"]["of"].encode()
    assert f"{checksum(of, 0, len(of)):04X}" == VECTORS["checksum"]["is"]


@pytest.mark.parametrize("frame", FRAMES, ids=[frame["name"] for frame in FRAMES])
def test_frames_are_written_and_read_as_in_the_vectors(frame: dict[str, Any]) -> None:
    line = frame["line"].encode("latin-1")
    body = frame["line"][1:-6]
    assert encode(body) == line
    assert hear(line)[0] == [body]


@pytest.mark.parametrize("frame", VECTORS["refused"], ids=[frame["name"] for frame in VECTORS["refused"]])
def test_what_the_host_would_refuse_makes_the_board_do_nothing(frame: dict[str, Any]) -> None:
    desk = Desk()
    desk.run("wait 20; answers no; read 9H; " + CARD)
    desk.host_says(frame["line"].encode("latin-1"))
    assert desk.shoe.outbox.kept == 1
    assert desk.run("wait 50") == []


@given(st.text(max_size=20))
def test_escapes_are_the_hosts(text: str) -> None:
    assert escape(text) == host_escape(text)


@given(st.lists(st.sampled_from([b"$?*C7BC\n", b"AT\r\n", b"\x03", b"7E\x00", b"$A,1", b"\n", b"$" * 3, b"x" * 120])))
def test_frames_are_heard_through_whatever_else_is_on_the_line(pieces: list[bytes]) -> None:
    bodies, ear = hear(b"".join(pieces) + b"\n$S*6A96\n")
    assert bodies[-1] == "S"
    assert bodies.count("?") <= pieces.count(b"$?*C7BC\n")
    assert ear.good == len(bodies)


@given(st.binary(max_size=400))
def test_no_bytes_raise(data: bytes) -> None:
    desk = Desk()
    desk.host_says(data)
    desk.reader_says(data)
    desk.run("wait 30")
    assert hear(data)[1].good < 3


def test_a_body_that_is_too_long_is_refused() -> None:
    assert len(encode("x" * 96)) == 103
    with pytest.raises(ValueError, match="too long"):
        encode("x" * 97)


def test_the_hello_says_product_major_version_number_and_build() -> None:
    desk = Desk()
    desk.run("wait 10")
    (hello,) = host_reads(desk)
    assert isinstance(hello, sf.Hello)
    assert (hello.product, hello.major, hello.is_simulated) == ("shoe", 1, False)
    assert dict(hello.details) == {"fw": "0.1.0", "uid": "E6614C311B7D5A2F", "build": "desk"}
    assert len(encode("H,1A2B3C4D,65535,shoe,1,fw=10.20.30,uid=E6614C311B7D5A2F,build=0123456789AB")) <= 103


def test_every_kind_of_event_is_read_by_the_host() -> None:
    desk = Desk()
    desk.run(
        "wait 1000; read 9H; wait 99; read 8H; " + CARD + "wait 300; " + CARD + "wait 600; read 1; a+; wait 9; read 2;"
    )
    desk.run("b+; wait 50; a-; wait 9; b-; wait 300; a+; wait 9; a-; wait 99; b+; wait 9; b-; wait 99")
    desk.run("a+; wait 4000; a-; wait 99; lid open; wait 99; press 0; wait 99; blind a; host S; wait 2500")
    frames = host_reads(desk)
    assert not any(type(frame).__name__ == "Noise" for frame in frames)
    kinds = {body[0] for body in desk.told}
    assert kinds == set("HBCNPXDJjTGRK")


def test_the_heartbeat_comes_each_second_and_says_what_is_wrong() -> None:
    desk = Desk()
    desk.run("wait 3100; lid open; host-bytes 24 41 0A; wait 1000; lid closed; host ?; wait 1000")
    beats = [body.split(",", 4)[2:] for body in desk.told if body[0] == "B"]
    assert [beat[0] for beat in beats] == ["1000", "2000", "3000", "4000", "5000"]
    assert [beat[2] for beat in beats] == ["ok", "ok", "no-host", "lid+bad=1", "bad=1"]
    assert beats[-1][1] == "2"


def test_a_heartbeat_holds_every_flag_at_once_however_high_the_counts_are() -> None:
    desk = Desk("pn532")
    desk.run("wait 1000; lid open; a+; wait 20; b+; wait 65000")
    desk.shoe.ear.bad_crc = desk.shoe.outbox.lost = 1 << 40
    desk.run("wait 1100")
    flags = [body for body in desk.told if body[0] == "B"][-1].split(",")[4]
    assert flags == "no-host+lost=9999+lid+jam=A+gate=A+jam=B+gate=B+reader+bad=9999"
    assert not any(type(frame).__name__ == "Noise" for frame in host_reads(desk))


def test_a_host_that_asks_without_end_gets_events_and_heartbeats_all_the_same() -> None:
    desk = Desk()
    desk.run("wait 1000; answers no; " + ("wait 600; read 9H; wait 99; " + CARD) * 3)
    said = []
    for _ in range(2000):
        desk.host_says(b"$?*C7BC\n" * 8)
        desk.wait(1000)
        said.append((desk.shoe.next_frame() or b"  ")[1:2])
    assert said.count(b"C") >= 3 * 2000 // 250
    assert said.count(b"B") >= 2
    assert said.count(b"H") == 20


def test_unacknowledged_events_come_again_every_250_ms_until_they_are_acknowledged() -> None:
    desk = Desk()
    desk.run("wait 100; answers no; read 9H; " + CARD)
    frames = []
    for _ in range(1000):
        desk.wait(1000)
        frame = desk.shoe.next_frame()
        if frame is not None and frame[1] == 0x43:
            frames.append(frame)
    assert 4 <= len(frames) <= 5
    assert len(set(frames)) == 1
    desk.run("host A,1A2B3C4D,1")
    assert desk.shoe.outbox.kept == 0


@pytest.mark.parametrize(
    "body", ["A,1A2B3C4D,2", "A,1A2B3C4E,1", "A,1A2B3C4D,0", "A,1A2B3C4D,-1", "A,1A2B3C4D", "A,,", "A"]
)
def test_another_acknowledgement_means_nothing(body: str) -> None:
    desk = Desk()
    desk.run("wait 100; answers no; read 9H; " + CARD)
    desk.host_says(encode(body))
    assert desk.shoe.outbox.kept == 1


def test_64_events_outlast_a_minute_of_silence_and_the_newest_is_not_taken() -> None:
    desk = Desk()
    desk.run("wait 1000; answers no")
    events = desk.run("".join(f"read {number}; wait 300; " + CARD for number in range(66)) + "wait 60000")
    assert events == [f"C {number}" for number in range(64)] + ["lost C 64", "lost C 65"]
    assert desk.lamps.fault
    desk.told.clear()
    desk.run("host ?; answers yes; wait 1100; read KD; wait 300;" + CARD)
    cards = [body.split(",") for body in desk.told if body[0] == "C"]
    assert [int(card[2]) for card in cards] == [*range(1, 65), 67], "numbers 65 and 66 are missing, so the host sees it"
    assert [card[5] for card in cards] == [*map(str, range(64)), "KD"]
    assert any(body.endswith("lost=2") for body in desk.told if body[0] == "B")


def test_a_hole_stays_narrower_than_the_window_however_much_is_lost() -> None:
    box = Outbox("1A2B3C4D")
    for _ in range(500):
        box.put("N", "1,2")
    assert (box.kept, box.lost, box.last_seq) == (64, 436, 64 + 62)


def test_65535_is_followed_by_1() -> None:
    box = Outbox("1A2B3C4D", last_seq=65533)
    for _ in range(4):
        box.put("N", "1,2")
    assert box.last_seq == 2
    assert box.acknowledge("1A2B3C4D", 65535) == 2
    assert box.acknowledge("1A2B3C4D", 65534) == 0, "late, and means nothing any more"
    assert box.acknowledge("1A2B3C4D", 2) == 2


def test_lamps_are_the_hosts_and_go_out_without_it_but_the_lock_stays() -> None:
    desk = Desk()
    desk.run("host L,lock+ready+tie-wins; wait 10")
    assert (desk.lamps.levels, desk.lamps.fault) == ([True, False, True], False)
    desk.run("wait 3000")
    assert (desk.lamps.levels, desk.lamps.fault) == ([False, False, True], True)
    desk.run("host L,; wait 10")
    assert (desk.lamps.levels, desk.lamps.fault) == ([False, False, False], False)


def test_a_self_test_lights_every_lamp_for_a_second_and_moves_no_lock() -> None:
    desk = Desk()
    desk.run("host S; wait 500")
    assert (desk.lamps.levels, desk.lamps.fault) == ([True, True, False], True)
    desk.run("host ?; wait 600")
    assert (desk.lamps.levels, desk.lamps.fault) == ([False, False, False], False)


def test_the_prompt_is_given_to_who_knows_the_boot_and_never_while_events_wait() -> None:
    desk = Desk()
    desk.run("wait 10; host F,1A2B3C4E; host F; wait 10")
    assert not desk.shoe.leave
    desk.run("answers no; read 9H; " + CARD + "host F,1A2B3C4D")
    assert not desk.shoe.leave
    desk.run("answers yes; wait 300; host F,1A2B3C4D")
    assert desk.shoe.leave


def test_bytes_03_are_bytes() -> None:
    desk = Desk()
    desk.run("wait 10; host-bytes 03 03 24 3F 03 2A; host ?; wait 100")
    assert [body[0] for body in desk.told] == ["H", "H"]
    assert all(b"\x03" not in encode(body) for body in desk.told)


@given(st.integers(0, (1 << 30) - 1), st.integers(-(1 << 29), (1 << 29) - 1))
def test_ticks_count_across_the_wrap(start: int, by: int) -> None:
    later = (start + by) % (1 << 30)
    assert ticks.diff(later, start) == by
    assert ticks.back(later, by) == start if by >= 0 else True
    assert ticks.since(later, start) == (by if by >= 0 else (1 << 29) - 1)
