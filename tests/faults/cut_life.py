"""Lives of a real `zapato table`, with all that it did to its disk written down, and what it had told the shoe by when.

The table's port is a file of the watched folder like any other: each acknowledgement stands in the log, between the
writes and syncs of its card.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cards.cards_tools import AT, add_labels
from faults import fault_shim
from journal.archive_tools import Calendar, Table
from journal.shim import disk_shim
from journal.shim.disk_shim import Entry
from service.board_tools import LiveBoard, now_ms
from service.process_tools import Rig
from support.house import wait_until

from device.cards.pack import PackState
from device.cards.registry.registry import Registry
from device.rules.card import Card
from device.table import commands as cmd
from device.table import events as ev

PACKS = ("AAA1", "AAA2")
COUP = ("9c", "8d", "Tc", "Td")
_THANKS = re.compile(rb"\$A,([0-9A-F]{8}),(\d+)\*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What a table did to its disk."""

    folder: Path
    before: dict[str, bytes]
    entries: list[Entry]
    """Its changes, in order, without what it wrote to the port."""
    told: list[tuple[str, int] | None]
    """Up to which card the shoe had been thanked when so many changes were made."""
    heard: frozenset[tuple[str, int]]
    """The cards for which the shoe itself says that it was thanked."""
    dealt: Mapping[tuple[str, int], str]
    """The code of every card that left, in order."""


def one_by_one(libraries: str, folder: Path, log: Path, *, packs: bool) -> Written:
    """A table's life: from no record at all, or with packs and a record of years ago, which begins a new file."""
    rig = Rig(folder, kind="shoe")
    codes = _with_packs(rig) if packs else [{card: str(card).upper() for card in Card}] * 2
    board = LiveBoard(rig)
    dealt: dict[tuple[str, int], str] = {}
    try:
        before = {str(one): one.read_bytes() for one in folder.iterdir() if one.is_file() and not one.is_symlink()}
        before = {name: data for name, data in before.items() if not name.endswith(".lock")}
        plan = log.with_name("plan")
        fault_shim.Plan(plan)
        rig.start_table(env=fault_shim.environment(libraries, folder, plan, log=log))
        wait_until(rig.serves, "the table's feed")
        board.plug()
        for number, of_shoe in enumerate(codes, 1):
            _deal_shoe(rig, board, of_shoe, dealt)
            if packs and number == 1:
                wait_until(lambda: _on_record(rig, ev.RetirementKept), "the registry's word")
        reply = rig.eyes.say({"order": "sign-in", "name": "sup1", "pin": "00000000"})
        assert not reply["ok"]
        rig.end()
    finally:
        board.close()
        rig.clean_up()
    return _sorted_out(folder, before, disk_shim.read_log(log), board, dealt)


def _with_packs(rig: Rig) -> list[dict[Card, str]]:
    registry = Registry(rig.folder / "packs.sqlite3", create=True)
    codes = [{card: code for code, card in add_labels(registry, pack).items()} for pack in PACKS]
    registry.move(PACKS, PackState.OPENED, by="ana", at=AT)
    rig.config.write_text(rig.config.read_text() + '[cards]\naccept = "both"\n')
    earlier = Table(rig.journal, Calendar("2019-01-15"))
    earlier.give(cmd.ChangeDealer(dealer="d14"))
    earlier.shoe()
    earlier.close()
    return codes


def _on_record(rig: Rig, kind: type[ev.Event]) -> bool:
    return any(isinstance(event, kind) for event in rig.events())


def _deal_shoe(rig: Rig, board: LiveBoard, codes: Mapping[Card, str], dealt: dict[tuple[str, int], str]) -> None:
    rig.new_shoe()
    for card in map(Card, COUP):
        with board._guard:
            event = board.board.card_left(codes[card], now_ms())
        dealt[event.boot, event.seq] = codes[card]
        wait_until(board.all_acknowledged, f"the acknowledgement; {rig.last_words()}")
    rig.order(order="end-shoe", by="sup1")


def _sorted_out(
    folder: Path, before: dict[str, bytes], log: list[Entry], board: LiveBoard, dealt: dict[tuple[str, int], str]
) -> Written:
    entries: list[Entry] = []
    told: list[tuple[str, int] | None] = [None]
    for entry in log:
        if entry.path.startswith(str(folder / "port")):
            for boot, seq in _THANKS.findall(entry.data):
                told[-1] = boot.decode(), int(seq)
        elif entry.op != "M":
            entries.append(entry)
            told.append(told[-1])
    heard = frozenset((one.boot, one.seq) for one in board.board.take_acknowledged())
    return Written(folder=folder, before=before, entries=entries, told=told, heard=heard, dealt=dealt)
