"""Tapes of readers that are not lines and not our shoe deal the coups that their notes name."""

import json
import re
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from device.cli.house_rules import journal_opener, profile_of
from device.cli.replay import command
from device.line.tape import Tape, read_tape, tape_inputs
from device.play.fed_table import FedTable, HandClock
from device.ports.line import BytesIn, LineOpened
from device.readers import speeches
from device.readers.gateless_link import GatelessLink
from device.readers.marks import CardMarks, MemoryRegistry
from device.rules.card import Card
from device.settings import ReaderKind
from device.table import events as ev

TAPES = Path(__file__).parents[1] / "tapes"


def tape_of(name: str) -> Tape:
    return read_tape((TAPES / name).read_text(encoding="utf-8"))


def cards_of(tape: Tape) -> list[list[str]]:
    return [line.split() for line in re.findall(r"Cards:((?: \w\w)+)", "\n".join(tape.head.notes))]


def in_order(player: list[str], banker: list[str]) -> list[str]:
    return [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]


def test_a_grow_tape_deals_its_coups() -> None:
    result = CliRunner().invoke(command, [str(TAPES / "grow-gm65-answers.tape"), "--quick"])
    assert result.exit_code == 0, result.output
    lines: list[dict[str, Any]] = [json.loads(line) for line in result.stdout.splitlines()]
    coups = [in_order(line["player"], line["banker"]) for line in lines if line["type"] == "coup"]
    assert coups == cards_of(tape_of("grow-gm65-answers.tape"))
    assert not [line for line in lines if line["type"] == "incident"]
    assert "bad-checksum 1" in result.stderr
    assert "duplicate 2" in result.stderr


def test_a_tape_of_tags_with_a_registry_deals_its_coups() -> None:
    tape = tape_of("em4100-rdm6300.tape")
    named = re.findall(r"(\w\w)=([0-9A-F]{10})", "\n".join(tape.head.notes))
    tags = {tag: Card.parse(name) for name, tag in named}
    marks = CardMarks(registry=MemoryRegistry(tags))
    clock = HandClock()
    table = FedTable(
        profile=profile_of("live", (), quick=True),
        open_journal=journal_opener(None, clock),
        clock=clock,
        reader=ReaderKind.LINE,
        opens_shoes=True,
        tags=tags,
    )
    link = table.link = GatelessLink(
        speeches.em4100(),
        boot="0BADCAFE",
        is_serialised=marks.is_serialised,
        knows=lambda code: marks.look_up(code) is not None,
        tags=True,
    )
    for heard in tape_inputs(tape, clock.monotonic_s()):
        clock.move_to(heard.at_s)
        table.pass_time()
        match heard:
            case LineOpened(at_s=at_s):
                link.opened(at_s)
            case BytesIn(data=data, at_s=at_s):
                table.heard(link.feed(data, at_s))
            case _:
                pass
    shown = [record.event for record in table.take()]
    coups = [event for event in shown if isinstance(event, ev.ResultShown)]
    assert [in_order([str(c) for c in e.player], [str(c) for c in e.banker]) for e in coups] == cards_of(tape)
    assert not [event for event in shown if isinstance(event, ev.IncidentRaised)]
    counters = link.counters
    assert (counters["good"], counters["resync"], counters["bad-checksum"]) == (10, 1, 1)
    assert (counters["unknown-card"], counters["all-zero"]) == (3, 1)
    table.die()
