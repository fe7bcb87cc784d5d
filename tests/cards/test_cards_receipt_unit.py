"""A receipt names the machine that counted, by a number that stays whatever its table is called; older ones do not."""

from pathlib import Path

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from device.cards.keys.receipt_key import ReceiptKey
from device.cards.station.receipt import ReceiptError, read_receipt, write_receipt
from device.cli.cards_receipt import page
from device.service.station_words import StationWords
from device.system.unit import unit_number
from device.words import load_words

OLD = (Path(__file__).parent / "data" / "receipt-without-unit.json").read_bytes()
WORDS = StationWords(load_words("en"), symbols=False)


def test_a_receipt_from_before_reads_as_it_was_sealed_and_tells_no_machine() -> None:
    content, public = read_receipt(OLD)
    assert content.unit is UNSET
    assert "Unit" not in page(content, public, WORDS)


def test_the_machine_stands_on_the_receipt_under_its_seal(tmp_path: Path) -> None:
    key = ReceiptKey(tmp_path / "key")
    key.ensure()
    data = write_receipt(replace(read_receipt(OLD)[0], unit="10000000ABCDEF01"), key)
    content, public = read_receipt(data)
    assert content.unit == "10000000ABCDEF01"
    assert "Unit 10000000ABCDEF01" in page(content, public, WORDS)
    for other in (b"10000000ABCDEF02", b""):
        with pytest.raises(ReceiptError):
            read_receipt(data.replace(b"10000000ABCDEF01", other))


def test_the_board_s_number_comes_first_and_the_system_s_is_never_told(tmp_path: Path) -> None:
    assert unit_number(tmp_path) == ""
    (tmp_path / "etc").mkdir()
    system = "0123456789abcdef" * 2
    (tmp_path / "etc/machine-id").write_text(f"{system}\n")
    made = unit_number(tmp_path)
    assert (len(made), made in system) == (16, False)
    assert unit_number(tmp_path) == made
    board = tmp_path / "proc/device-tree/serial-number"
    board.parent.mkdir(parents=True)
    board.write_bytes(b"0000000000000000\0")
    assert unit_number(tmp_path) == made
    board.write_bytes(b"10000000abcdef01\0")
    assert unit_number(tmp_path) == "10000000abcdef01"
