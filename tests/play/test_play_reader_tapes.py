"""Tapes of readers that are not lines and not our shoe deal the coups that their notes name."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.cards.pack import NewPack, PackKind, PackState
from device.cards.registry.registry import Registry
from device.cli.replay import command
from device.line.tape import Tape, read_tape

TAPES = Path(__file__).parents[1] / "tapes"
COUNTED = {
    "grow-gm65-answers": "bad-checksum 1, duplicate 2, good 10",
    "em4100-rdm6300": "all-zero 1, bad-checksum 1, duplicate 41, good 10, resync 1, unknown-card 3",
    "twn4-simple-protocol": "duplicate 14, good 9, no-read 118, unknown-card 3",
    "pn532-hsu-polled": "duplicate 35, good 11, no-answer 2",
    "ssi-acknowledged": "ack 2, answer 10, good 10, no-read 1, resync 1",
    "angel-eye-two-games": "bad-checksum 1, duplicate 33, good 17",
}


def tape_of(name: str) -> Tape:
    return read_tape((TAPES / f"{name}.tape").read_text(encoding="utf-8"))


def cards_of(tape: Tape) -> list[list[str]]:
    return [line.split() for line in re.findall(r"Cards:((?: \w\w)+)", "\n".join(tape.head.notes))]


def in_order(player: list[str], banker: list[str]) -> list[str]:
    return [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]


def replayed(*words: str) -> tuple[Result, list[list[str]]]:
    """What replay says, and the cards of its coups in the order in which they were dealt."""
    result = CliRunner().invoke(command, [*words, "--quick"])
    assert result.exit_code == 0, result.output
    lines: list[dict[str, Any]] = [json.loads(line) for line in result.stdout.splitlines()]
    assert not [line for line in lines if line["type"] == "incident"]
    return result, [in_order(line["player"], line["banker"]) for line in lines if line["type"] == "coup"]


@pytest.mark.parametrize("name", COUNTED)
def test_a_tape_of_a_reader_deals_its_coups(name: str) -> None:
    result, coups = replayed(str(TAPES / f"{name}.tape"))
    assert coups == cards_of(tape_of(name))
    assert set(COUNTED[name].split(", ")) <= set(result.stderr.strip().partition(": ")[2].split(", "))


def test_every_kept_tape_of_a_reader_is_played() -> None:
    kept = {path.stem for path in TAPES.glob("*.tape") if not path.stem.startswith(("line-", "shoe-"))}
    assert kept <= COUNTED.keys()


def test_a_tape_of_tags_is_played_by_the_registry_of_a_site(tmp_path: Path) -> None:
    name = "em4100-rdm6300"
    tape = tape_of(name)
    text = (TAPES / f"{name}.tape").read_text(encoding="utf-8")
    untold = tmp_path / "field.tape"
    untold.write_text("\n".join(line for line in text.splitlines() if not line.startswith("# Tags:")), "utf-8")
    result, coups = replayed(str(untold))
    assert coups == []
    assert "a tag is a card by the registry of packs only: add --registry packs.sqlite3" in result.stderr
    registry = Registry(tmp_path / "packs.sqlite3", create=True)
    new = NewPack(kind=PackKind.TAGS, state=PackState.PRINTED, codes=dict(tape.head.tags))
    registry.add(new, by="sup1", at="2026-11-30T12:00:00.000Z")
    result, coups = replayed(str(untold), "--registry", str(tmp_path / "packs.sqlite3"))
    assert coups == cards_of(tape)
    assert "unknown-card 3" in result.stderr
    assert "--registry" not in result.stderr


def test_a_registry_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    words = [str(TAPES / "em4100-rdm6300.tape"), "--registry", str(tmp_path / "none.sqlite3")]
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 2
    assert "none.sqlite3" in result.stderr
    assert not (tmp_path / "none.sqlite3").exists()
