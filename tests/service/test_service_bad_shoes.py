"""A shoe's port with anything else on it, and a shoe whose wire is bad: every card is on record once, in order."""

import random
from collections.abc import Iterator

import pytest
from service.board_tools import LiveBoard
from service.process_tools import Rig
from support.house import wait_until

from device.readers import garbage
from device.sim.frames import encode
from device.table import events as ev

NMEA = b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
BOOT = "0A1B2C3D"
OTHER = "FFEEDDCC"


def noise(length: int) -> bytes:
    return random.Random("noise").randbytes(length)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """A table process for a shoe that is not plugged in yet."""
    rig = Rig(tmp_path_factory.mktemp("shoes"), kind="shoe")
    try:
        rig.open()
        yield rig
        rig.end()
    finally:
        rig.clean_up()


@pytest.fixture(scope="module")
def shoe(table: Rig) -> Iterator[LiveBoard]:
    """The shoe; in the end the record is held against what left it, card by card."""
    shoe = LiveBoard(table)
    try:
        yield shoe
        wait_until(shoe.all_acknowledged, "the host to have every card")
        assert table.cards_on_record() == shoe.left
    finally:
        shoe.close()


@pytest.fixture
def in_play(table: Rig, shoe: LiveBoard) -> LiveBoard:
    """The shoe is plugged in and filled."""
    if not table.port.attached:
        shoe.plug()
    table.new_shoe()
    return shoe


STRANGERS = {
    "another product": (encode(f"H,{BOOT},0,scale,1,fw=3.1"), "says it is 'scale', not a shoe; choose another port"),
    "another protocol": (encode(f"H,{BOOT},0,shoe,2,fw=9.0"), "the shoe speaks protocol 2, this software 1"),
    "login shell": (b"\r\n\r\nraspberrypi login: ", garbage.SHELL),
    "noise": (noise(10_000), garbage.UNREADABLE),
    "wrong baud": (bytes(random.Random("baud").choices([0x00, 0x80, 0xF8, 0xFF], k=1000)), garbage.UNREADABLE),
    "NMEA": (NMEA * 5, garbage.UNREADABLE),
    "modem": (b"AT\r\r\nOK\r\n", "no shoe answers on this port; check cable, port and the shoe's power"),
    "a shoe's frames without a hello": (
        encode(f"C,{BOOT},1,100,200,9H") * 3 + encode(f"B,{BOOT},5000,1,ok") * 3,
        "the shoe has not answered yet",
    ),
}


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_stranger_on_the_port_is_named_and_nothing_is_dealt(table: Rig, shoe: LiveBoard, stranger: str) -> None:
    data, says = STRANGERS[stranger]
    shoe.unplug()
    before = len(table.events()) if table.journal.exists() else 0
    table.port.plug()
    asked = bytearray()

    def is_asked() -> bool:
        table.port.look()
        asked.extend(table.port.read())
        return b"$?*" in asked

    wait_until(is_asked, "the question who is there")
    table.send(data)
    view = table.reader_is(says)
    assert (view["banner"], view["instruction"]) == ("reader-lost", "do-not-deal")
    assert set(bytes(asked).split()) == {encode("?").strip()}, "a stranger is told nothing but the question"
    assert len(table.events()) == before
    shoe.plug()
    table.new_shoe()
    shoe.coup()


ON_THE_WIRE = {
    "noise": noise(10_000),
    "half a frame": encode(f"C,{BOOT},9,100,200,9H")[:12],
    "a frame without its end": b"$C,",
    "a wrong checksum": encode(f"B,{BOOT},5000,1,ok").replace(b"*", b"*0", 1),
    "too long a frame": b"$" + b"C" * 5000 + b"\n",
    "no frame that we know": encode("Z,1,2,3") + encode("C,1"),
    "a modem's probing": b"AT\r\n\x7e\x00\x78\xf0\x7eATE0\r\n",
    "a login shell": b"\r\nraspberrypi login: ",
    "NMEA": NMEA * 5,
    "zero bytes": bytes(500),
    "another board's card": encode(f"C,{OTHER},7,100,200,2S") + encode(f"B,{OTHER},5000,7,ok"),
    "another product's hello": encode(f"H,{OTHER},0,scale,1,fw=3.1"),
    "our own words": encode("?") + encode(f"A,{OTHER},3"),
}


@pytest.mark.parametrize("what", ON_THE_WIRE)
def test_what_comes_between_frames_costs_no_card(table: Rig, in_play: LiveBoard, what: str) -> None:
    data = ON_THE_WIRE[what]
    in_play.deal("9C")
    in_play.say(data)
    in_play.deal("8D")
    in_play.say(data)
    in_play.deal("TC TD")
    table.sees(lambda view: view["coups"], "the coup")
    wait_until(in_play.all_acknowledged, "the acknowledgement")
    table.reader_is("")


def test_a_wire_that_spoils_frames_delays_cards_and_changes_none(table: Rig, in_play: LiveBoard) -> None:
    dice = random.Random("wire")

    def spoil(said: bytes) -> bytes:
        place = dice.randrange(len(said))
        return said[:place] + bytes((said[place] ^ 1 << dice.randrange(8),)) + said[place + 1 :]

    in_play.spoil = spoil
    try:
        in_play.deal("9C 8D TC TD 2C 3D 4C 5D")
        table.sees(lambda view: view["counters"].get("bad-checksum", 0) >= 3, "spoilt frames")
    finally:
        in_play.spoil = bytes
    wait_until(in_play.all_acknowledged, "the acknowledgement")


def test_a_plug_pulled_in_the_middle_of_a_coup_costs_nothing(table: Rig, in_play: LiveBoard) -> None:
    in_play.deal("9C 8D")
    in_play.unplug()
    table.reader_is("disconnected")
    in_play.deal("TC")
    in_play.plug()
    in_play.deal("TD")
    table.sees(lambda view: view["coups"], "the coup")


def test_no_card_was_ever_held_for_a_wire(table: Rig, in_play: LiveBoard) -> None:
    raised = [event.incident for event in table.events() if isinstance(event, ev.IncidentRaised) and event.holds]
    assert raised == []
