"""A barcode reader's line that carries anything else: said in a sentence, never a card, and the table goes on after."""

import fcntl
import os
import pty
import random
import tty
from collections.abc import Iterator

import pytest
from service.process_tools import Rig

from device.readers import garbage
from device.table import events as ev

NMEA = b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
COUP = b"9C\r8D\rTC\rTD\r"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """A table process with a barcode reader that is not plugged in."""
    rig = Rig(tmp_path_factory.mktemp("lines"))
    try:
        rig.open()
        yield rig
        rig.end()
    finally:
        rig.clean_up()


@pytest.fixture
def no_card_comes_of_it(table: Rig) -> Iterator[None]:
    """The plug is in and a shoe in play; afterwards, with the plug put in anew if need be, a coup is all there is."""
    if not table.port.attached:
        table.plug()
    table.new_shoe()
    before = len(table.events())
    yield
    if not table.sees(lambda _: True, "a view")["health"]["reader"]["ok"]:
        table.unplug()
        table.plug()
    table.send(COUP)
    table.sees(lambda view: view["coups"], "the coup after it")
    events = table.events()[before:]
    assert sum(isinstance(event, ev.CardDealt) for event in events) == 4
    assert not any(isinstance(event, ev.IncidentRaised) for event in events)
    table.check_log()


def test_a_port_that_is_missing_is_named_and_found_when_it_appears(table: Rig) -> None:
    view = table.reader_is(f"{table.folder}/port is not there: no such device. Plug the reader in")
    assert (view["banner"], view["held"], view["instruction"]) == ("reader-lost", True, "do-not-deal")
    refused = table.eyes.order({"order": "shoe"})
    assert not refused["ok"]
    assert "reader" in refused["why"]
    table.plug()


def test_a_port_that_vanishes_and_comes_back_under_its_name_is_opened_again(
    table: Rig, no_card_comes_of_it: None
) -> None:
    table.send(b"9")  # half a code, and the plug is pulled
    for _ in range(2):
        table.unplug()
        table.plug()


def test_a_port_that_another_program_holds_is_named_with_that_program(table: Rig, no_card_comes_of_it: None) -> None:
    table.unplug()
    master, slave = pty.openpty()
    tty.setraw(slave)
    fcntl.flock(slave, fcntl.LOCK_EX)
    (table.folder / "port").symlink_to(os.ttyname(slave))
    view = table.reader_is("port in use by another program")
    assert f"process {os.getpid()}" in view["health"]["reader"]["detail"]
    fcntl.flock(slave, fcntl.LOCK_UN)
    table.reader_is("")
    (table.folder / "port").unlink()
    os.close(slave)
    os.close(master)
    table.reader_is("disconnected")
    table.plug()


def noise(length: int) -> bytes:
    return random.Random("noise").randbytes(length)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (noise(10_000), garbage.UNREADABLE),
        (bytes(random.Random("baud").choices([0x00, 0x80, 0xF8, 0xE0, 0xFF], k=1000)), garbage.UNREADABLE),
        (b"x" * 1000, garbage.UNREADABLE),
        (b"\r\n\r\nraspberrypi login: ", garbage.SHELL),
        (b"len=29&wh=128,128&kc=l&keypressms=0\r\n", garbage.SHELL),
        ("HA&&é\r".encode(), garbage.KEYBOARD),
        ("QC½157\r".encode("latin-1"), garbage.KEYBOARD),
        (b"MicroPython v1.22 on 2024-01-01; Raspberry Pi Pico\r\n>>> ", garbage.PROMPT),
    ],
    ids=["noise", "wrong baud", "endless", "login shell", "another program", "keyboard", "latin keyboard", "prompt"],
)
def test_what_is_no_reader_is_said_and_nothing_is_dealt(
    table: Rig, no_card_comes_of_it: None, data: bytes, says: str
) -> None:
    table.send(data)
    assert table.reader_is(says)["held"]


def test_codes_that_are_no_cards_are_counted_and_nothing_is_dealt(table: Rig, no_card_comes_of_it: None) -> None:
    strangers = [
        (NMEA * 5, 1),  # a GPS receiver that says the same again and again
        (b"AT\r\r\nOK\r\nATI\r\r\nQuectel\r\n", 4),  # a modem, and who looks for one
        (b"$H,0A1B2C3D,0,scale,1,fw=3*1234\n", 1),
        (b"5449000000996\r000000000079\r", 2),  # bottles
        (b"\x02\x30\x44\x30\x30\x33\x31\x39\x43\x44\x30\x37\x30\x03", 1),  # a reader of tags
    ]
    for data, _ in strangers:
        table.send(data)
    count = sum(codes for _, codes in strangers)
    table.sees(lambda view: view["counters"].get("unknown-code") == count, "all codes counted")


def test_a_stray_byte_does_not_cost_the_card_behind_it(table: Rig) -> None:
    table.new_shoe()
    table.send(b"\xff9C\r\xc2")
    table.send(b"\r8D\r\x00\x00TC\r\xff\xffTD\r")
    table.sees(lambda view: view["coups"], "the coup")
