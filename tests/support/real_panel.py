"""A hand at a panel whose lines go to a real table process, and tables with rules for it."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from service.process_tools import Rig, write_quick_profile
from support.house import wait_until
from support.panel_hand import PanelHand

from device.screen.dealer.state import Answered, PanelEffect, PanelInput, PanelState, Say, Wire
from device.screen.dealer.targets import Begin, Open, Page, Task
from device.screen.view import StaffView, staff_view

PEOPLE = ("d14", "d15", "sup1", "pit2")


class RealPanel(PanelHand):
    """A hand at a panel whose lines go to a table."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.wires = {wire: _connected(rig.folder / f"{wire.value}.sock") for wire in Wire}
        self.rest = dict.fromkeys(Wire, b"")
        self.replies: list[dict[str, Any]] = []
        self.newest: StaffView | None = None
        wait_until(lambda: self.hears() is not None, "the first view")
        first = self.hears()
        assert first is not None
        super().__init__(first, state=PanelState(recent=PEOPLE))

    def breaks(self) -> None:
        """The connection goes, and is made again."""
        self.close()
        self.cut_off()
        self.wires = {wire: _connected(self.rig.folder / f"{wire.value}.sock") for wire in Wire}
        self.rest = dict.fromkeys(Wire, b"")
        self.until(lambda view: view is not None, "a view")

    def close(self) -> None:
        """Hang up."""
        for wire in self.wires.values():
            wire.close()

    def happens(self, input: PanelInput) -> tuple[PanelEffect, ...]:
        followed = super().happens(input)
        for effect in followed:
            if isinstance(effect, Say):
                self.wires[effect.wire].sendall(json.dumps(effect.line).encode() + b"\n")
        return followed

    def hears(self) -> StaffView | None:
        """Take in what has come: replies, and the newest view."""
        for wire, connection in self.wires.items():
            try:
                self.rest[wire] += connection.recv(1 << 20)
            except BlockingIOError:
                continue
            *lines, self.rest[wire] = self.rest[wire].split(b"\n")
            for line in lines:
                said = json.loads(line)
                if "view" in said:
                    self.newest = staff_view(said)
                else:
                    self.replies.append(said)
        return self.newest

    def settles(self) -> None:
        """Until nothing is waited for; what the table said is taken in."""

        def done() -> bool:
            self.hears()
            for said in self.replies:
                fields = tuple((key, value) for key, value in said.items() if key not in ("reply", "ok"))
                self.happens(
                    Answered(
                        id=said["reply"],
                        ok=said["ok"],
                        why=said.get("why", ""),
                        refusal=said.get("refusal", ""),
                        fields=fields,
                    )
                )
            self.replies.clear()
            if self.newest is not None and self.newest != self.view:
                self.sees(self.newest)
            errand = self.state.errand
            return not self.state.pressed and (errand is None or errand.waits_for is None)

        wait_until(done, "an answer of the table")

    def until(self, true: Any, what: str) -> None:
        """Until a view of which this holds was taken in."""

        def seen() -> bool:
            self.settles()
            return self.view is not None and bool(true(self.view))

        wait_until(seen, what)

    def let_in(self, name: str) -> None:
        self.settles()
        assert any(one.name == name for one in self.state.people), self.state

    def signs(self, name: str, pin: str = "") -> None:
        super().signs(name, pin or self.rig.pins[name])

    def done(self, key: str) -> None:
        """The task is over, with this word."""
        self.settles()
        assert self.state.errand is None, self.state.errand
        assert self.state.note.key == key, self.state.note

    def menu(self, task: Task) -> None:
        """Through the menu, touch by touch."""
        assert self.state.page is Page.HOME
        self.touch(Open(page=Page.MENU))
        self.touch(Begin(task=task))
        self.settles()


def _connected(path: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(str(path))
    connection.settimeout(0)
    return connection


def table_of(folder: Path, name: str, **rules: str) -> Iterator[Rig]:
    """A table process of a house whose rules are quick ones but for these."""
    rig = Rig(folder, profile=f"{name}.toml")
    file = folder / f"{name}.toml"
    write_quick_profile(file)
    lines = [line for line in file.read_text().splitlines() if line.split(" ")[0] not in (*rules, "name")]
    file.write_text(
        "\n".join([f'name = "{name}"', *lines, *(f"{key} = {value}" for key, value in rules.items())]) + "\n"
    )
    try:
        rig.open()
        rig.plug()
        yield rig
        rig.end()
        log = (folder / "table.log").read_text()
        assert not [pin for pin in rig.pins.values() if pin in log]
    finally:
        rig.clean_up()
