"""Receipts under a key of somebody's own: a genuine seal makes nothing of them that a terminal would obey."""

from pathlib import Path

import msgspec
import pytest
from cards.cards_tools import AT
from click.testing import CliRunner, Result

from device.cards.keys.receipt_key import ReceiptKey, receipt_key_path
from device.cards.registry.registry import Registry
from device.cards.station.inspecting import Inspecting
from device.cards.station.receipt import Content, ReceiptError, Signer, content_of, read_receipt, write_receipt
from device.cli.cards import command
from device.readers.marks import CardMarks


@pytest.fixture(autouse=True)
def _here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def zapato(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


@pytest.fixture(scope="module")
def forger(tmp_path_factory: pytest.TempPathFactory) -> ReceiptKey:
    key = ReceiptKey(tmp_path_factory.mktemp("forger") / "receipts.key")
    key.ensure()
    return key


def _content() -> Content:
    task = Inspecting(8, find=None, class_of=CardMarks().look_up, classes=True)
    who = Signer(name="ana", signed=False)
    return content_of(
        task.result(),
        number="0A1B2C3D",
        kind="opening",
        station="pit 1",
        began_at=AT,
        ended_at=AT,
        dealer=who,
        supervisor=who,
        software="zapato",
    )


@pytest.mark.parametrize(
    "change",
    [
        {"station": "\x1b[2J"},
        {"number": "1\n2"},
        {"software": "\u202e"},
        {"station": "x" * 100_000},
        {"dealer": Signer(name="\x9b2J", signed=True)},
        {"counts": {}},
        {"counts": {"9h": 1}},
        {"missing": {"9h\n": 1}},
        {"surplus": {"ZZ": 1}},
        {"foreign": {"x": 1}},
        {"foreign": {"retired \x1b[2J": 1}},
    ],
    ids=ascii,
)
def test_a_genuine_seal_of_a_forger_s_own_makes_no_receipt_of_anything(
    forger: ReceiptKey, folder: Path, change: dict[str, object]
) -> None:
    data = write_receipt(msgspec.structs.replace(_content(), **change), forger)
    with pytest.raises(ReceiptError):
        read_receipt(data)
    Path("r.json").write_bytes(data)
    shown = zapato("receipt", "r.json")
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert shown.stderr.replace("\n", "").isprintable(), ascii(shown.stderr)


def test_the_forger_s_receipt_that_is_well_made_is_not_this_site_s(
    forger: ReceiptKey, registry: Registry, folder: Path
) -> None:
    ReceiptKey(receipt_key_path(registry.path)).ensure()
    Path("r.json").write_bytes(write_receipt(_content(), forger))
    shown = zapato("receipt", "r.json")
    assert shown.exit_code == 1
    assert "not a receipt of this site" in shown.stderr
