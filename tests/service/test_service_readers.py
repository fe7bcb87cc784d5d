"""Every reader at a real table: set up, dealt from, wrong in every way that readers are, and there again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from service.reader_tools import ReaderRig

from device.readers.garbage import UNREADABLE
from device.readers.gateless_link import NO_ANSWER
from device.readers.kinds import ReaderKind

K = ReaderKind
COUPS = (("2h", "Th", "3d", "7c", "4h"), ("9c", "8d", "Tc", "Td"))
WRONG_SPEED = {
    K.GROW: NO_ANSWER,
    K.SSI: NO_ANSWER,
    K.TWN4: NO_ANSWER,
    K.PN532: "reader: the PN532 has fallen silent",
    K.EM4100: UNREADABLE,
    K.ANGEL_EYE: UNREADABLE,
}
ANSWERS = {K.GROW: ("ack", "answer"), K.SSI: ("ack", "answer"), K.TWN4: ("no-read",)}
STRANGER = {K.EM4100: "01C8F00800", K.TWN4: "E0040150A1B2C3D4", K.PN532: "04A1B2C3D4E580", K.SSI: "5449000000996"}


@pytest.fixture(params=WRONG_SPEED, ids=lambda kind: kind.value)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ReaderRig]:
    rig = ReaderRig(tmp_path, request.param)
    try:
        rig.open()
        yield rig
        rig.end()
    finally:
        rig.clean_up()


def test_coups_are_dealt_and_trouble_is_told_and_mended(table: ReaderRig) -> None:
    table.reader_is("is not there")
    table.plug()
    table.new_shoe()

    table.deals(*COUPS[0])
    if table.kind is K.ANGEL_EYE:
        table.reader.say("result")
    table.sees(lambda view: view["coups"], "the first coup")

    # It was set up, and answers what it is asked.
    for name in ANSWERS.get(table.kind, ()):
        table.counts(name)

    # A card of nobody's, and a card that no reader can read.
    if table.kind in STRANGER:
        table.reader.say(f"card {STRANGER[table.kind]}")
        table.counts("unknown-card" if table.kind in (K.EM4100, K.TWN4) else "unknown-code")
        table.reader.say("away")
    if table.kind is not K.ANGEL_EYE:
        table.reader.say("no-read")

    # The wire at another speed, then the plug: nothing of it is a card.
    right = "4800" if table.kind is K.ANGEL_EYE else "115200" if table.kind in (K.TWN4, K.PN532) else "9600"
    table.reader.say("baud 19200")
    if table.kind is K.EM4100:
        table.reader.say(f"card {table.mark('Kd')}")
    elif table.kind is K.ANGEL_EYE:
        table.reader.say("garbage 300")  # no reports of its own: they would count as lost, and rightly
    assert table.reader_is(WRONG_SPEED[table.kind])["held"]
    table.reader.say("away", f"baud {right}")
    table.unplug()
    table.plug()

    assert table.dealt() == list(COUPS[0])
    if table.kind is K.ANGEL_EYE:
        table.reader.say("no-read")
        table.reader_is("the shoe shows error 1, it could not read a card; look at it and clear it at the shoe")
        table.deals(COUPS[1][0])  # somebody looked, and it was told after all: the same card
        table.reader.say("clear")
        table.reader_is("")
        table.deals(*COUPS[1][1:])
        table.reader.say("result")
    else:
        table.deals(*COUPS[1])
    table.sees(lambda view: len(view["coups"]) == 2, "the second coup")
    assert table.dealt() == [card for cards in COUPS for card in cards]
    assert table.incidents() == []
    table.check_log()
