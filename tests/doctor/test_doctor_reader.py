"""Reader, lamps, screens and the running table: what answers, what does not, and what is left alone."""

import fcntl
import os
import subprocess
import sys
import termios
import tty
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from doctor.doctor_tools import ENTRY, machine, said, write

from device.doctor.finding import Level
from device.doctor.looking import judge_wish
from device.doctor.parts import console, fonts, lamps, reader, screen, sound, table
from device.doctor.table_seen import TableSeen, TableState
from device.doctor.world import World
from device.line.find.candidates import Candidate
from device.line.find.search import PortReport, search
from device.readers.inquiry import Inquiry, NotFound, Patience, Why
from device.readers.kinds import ReaderKind
from device.settings.reader import ReaderSettings

BAD, WARN, NOTE, OK = Level.BAD, Level.WARN, Level.NOTE, Level.OK
HASTY = Patience(hello_s=0.1, banner_s=0.1, listen_s=0.05, report_s=0.1, answer_s=0.05, settle_s=0.1)


def world_of(root: Path, port: str, kind: str = "shoe", view: Mapping[str, object] | None = None) -> World:
    table = TableSeen(state=TableState.STOPPED) if view is None else TableSeen(state=TableState.RUNS, view=view)
    more = '[cards]\naccept = "packs"\n' if kind == "pn532" else ""
    return machine(root, config=f'[reader]\nkind = "{kind}"\nport = "{port}"\n{more}', table=table)


@pytest.fixture
def silent() -> Iterator[tuple[str, int]]:
    """A port behind which nobody is; its name and its far end."""
    far, near = os.openpty()
    tty.setraw(near)
    yield os.ttyname(near), far
    os.close(near)
    os.close(far)


@contextmanager
def simulated(*words: str) -> Iterator[str]:
    """A simulated reader in a process of its own; its port."""
    command = [sys.executable, "-c", ENTRY, "sim", *words, "--port", "pty", "--control", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdin is not None
        import json

        try:
            yield json.loads(process.stdout.readline())["port"]
        finally:
            process.stdin.close()
            process.wait(30)


def test_a_reader_that_answers_and_another_one_in_its_place(tmp_path: Path) -> None:
    with simulated("reader", "pn532") as port:
        assert said(reader.look(world_of(tmp_path, port, "pn532"))) == {"reader-answers": OK}
        assert said(reader.look(world_of(tmp_path / "b", port))) == {"reader-other": BAD}


def test_a_reader_that_answers_nothing(
    tmp_path: Path, silent: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    hasty = partial(search, make_inquiry=lambda listen_s: Inquiry(listen_s=listen_s, patience=HASTY))
    monkeypatch.setattr(reader, "search", hasty)
    assert said(reader.look(world_of(tmp_path, silent[0]))) == {"reader-silent": BAD}
    report = PortReport(candidate=Candidate(name="x", device="x"), outcome=NotFound(why=Why.SILENT, says="x"))
    assert said(reader.judge_answer(ReaderSettings(kind=ReaderKind.LINE), report)) == {"reader-quiet": NOTE}
    assert said(reader.judge_answer(ReaderSettings(), report)) == {"reader-silent": BAD}


def test_a_port_in_a_tables_hands_gets_no_byte(tmp_path: Path, silent: tuple[str, int]) -> None:
    name, far = silent
    os.set_blocking(far, False)
    for reader_health in ({"ok": True, "detail": ""}, {"ok": False, "detail": "the shoe does not answer"}):
        world = world_of(tmp_path, name, view={"health": {"reader": reader_health}})
        assert list(said(reader.look(world)).values()) == [OK if reader_health["ok"] else BAD]
    closed = replace(world_of(tmp_path, name), table=TableSeen(state=TableState.CLOSED))
    assert said(reader.look(closed)) == {"reader-left-alone": NOTE}
    with pytest.raises(BlockingIOError):
        os.read(far, 1)
    waiting = bytearray(4)
    fcntl.ioctl(far, termios.FIONREAD, waiting)
    assert waiting == bytes(4)


def test_a_port_that_is_not_there_or_no_port(tmp_path: Path) -> None:
    assert said(reader.look(world_of(tmp_path, "/dev/serial/by-id/not-there"))) == {"said": BAD}
    file = write(tmp_path / "file", "precious")
    assert said(reader.look(world_of(tmp_path / "b", str(file)))) == {"said": BAD}
    assert file.read_text() == "precious"


def test_a_login_shell_on_the_port_is_told(tmp_path: Path, silent: tuple[str, int]) -> None:
    name = silent[0]
    write(tmp_path / "proc/cmdline", f"root=/dev/mmcblk0p2 console={Path(name).name},115200")
    found = list(reader.look(world_of(tmp_path, name)))
    assert said(found) == {"said": BAD}
    assert "kernel" in str(found[0].figures["says"])


def test_modem_manager_and_a_scanner_that_types(tmp_path: Path) -> None:
    write(tmp_path / "proc/bus/input/devices", 'N: Name="ACME Barcode Scanner"\nH: Handlers=sysrq kbd event3\n')
    assert said(console.look(machine(tmp_path))) == {"said": NOTE}
    assert said(console.look(machine(tmp_path / "b"))) == {"console-free": OK}


def _panel(root: Path, factory: str, view: Mapping[str, object] | None = None) -> World:
    table = TableSeen(state=TableState.STOPPED) if view is None else TableSeen(state=TableState.RUNS, view=view)
    return machine(root, config=f'[panel]\nfactory = "{factory}"\n', table=table)


def test_lamps_without_a_chip_a_library_or_permission(tmp_path: Path) -> None:
    assert said(lamps.look(_panel(tmp_path, "off"))) == {"lamps-off": NOTE}
    assert said(lamps.look(_panel(tmp_path, "mock"))) == {"lamps-mock": NOTE}
    (tmp_path / "dev").mkdir()
    assert said(lamps.look(_panel(tmp_path, "lgpio")))["said"] is BAD
    write(tmp_path / "dev/gpiochip0", "", 0o600)
    assert said(lamps.look(_panel(tmp_path, "lgpio")))["lamps-chip"] is OK
    write(tmp_path / "etc/passwd", "zapato:x:4242:4242::/:/bin/false\n")
    assert said(lamps.look(_panel(tmp_path, "lgpio")))["lamps-closed"] is BAD
    view = {"health": {"panel": {"ok": False, "detail": "BCM 17 is busy"}}}
    assert said(lamps.look(_panel(tmp_path, "lgpio", view)))["said"] is BAD


@pytest.mark.parametrize(
    ("version", "gpiozero", "codes"),
    [(None, True, {"lamps-library": BAD}), ("0.2.2.0", False, {"lamps-library": BAD}),
     ("0.0.0.2", True, {"lamps-stub": BAD}), ("0.2.2.0", True, {}), ("", True, {})],
)  # fmt: skip
def test_the_empty_package_of_the_pins_is_known(version: str | None, gpiozero: bool, codes: dict[str, Level]) -> None:
    assert said(lamps.judge_library(version, has_gpiozero=gpiozero)) == codes


def test_screens_without_card_monitor_or_permission_and_ones_that_go_dark(tmp_path: Path) -> None:
    world = machine(tmp_path, config="[screen]\ndisplay = 2\n")
    assert said(screen.look(world))["screen-no-card"] is WARN
    write(tmp_path / "dev/dri/card0", "", 0o660)
    status = write(tmp_path / "sys/class/drm/card0-HDMI-A-1/status", "disconnected\n")
    assert said(screen.look(world))["screen-no-monitor"] is WARN
    status.write_text("connected\n")
    write(tmp_path / "sys/module/kernel/parameters/consoleblank", "600\n")
    write(tmp_path / "etc/passwd", "zapato:x:990:990::/:/bin/false\nzapato-dealer:x:4243:4243::/:/bin/false\n")
    found = said(screen.look(world))
    assert found["screen"] is OK
    assert (found["screen-blanks"], found["screen-closed"], found["screen-display"]) == (WARN, BAD, BAD)


def test_a_machine_without_a_voice(tmp_path: Path) -> None:
    assert said(sound.look(machine(tmp_path))) == {"sound-none": WARN}
    write(
        tmp_path / "proc/asound/cards",
        " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0\n",
    )
    write(tmp_path / "dev/snd/controlC0", "", 0o660)
    assert said(sound.look(machine(tmp_path))) == {"sound": OK}
    write(tmp_path / "etc/passwd", "zapato-dealer:x:4243:4243::/:/bin/false\n")
    assert said(sound.look(machine(tmp_path)))["sound-closed"] is WARN
    assert said(sound.look(machine(tmp_path, config='[screen.sound]\ndevice = "off"\n'))) == {"sound-off": NOTE}


def test_letters_that_cannot_be_drawn() -> None:
    latin = frozenset(range(0x250))
    assert said(fonts.judge(["es"], {"es": True}, [latin, latin - {ord("ó")}])) == {"fonts-letters": BAD}
    assert said(fonts.judge(["zh-Hans"], {"zh-Hans": False}, [latin])) == {"fonts-chinese": BAD}
    assert said(fonts.judge(["es"], {"es": True}, [latin, latin])) == {}


VIEW = {
    "phase": "betting",
    "software": "0.1.0",
    "health": {
        "reader": {"ok": True, "detail": "port open, slow"},
        "journal": {"ok": False, "detail": "the disk is full"},
        "panel": {"ok": True, "detail": ""},
    },
    "notes": ["a damaged record was set aside"],
    "incidents": [{"kind": "jam"}],
    "counters": {"resync": 3, "duplicate": 0},
}


def test_what_the_table_complains_of() -> None:
    found = list(table.judge(TableSeen(state=TableState.RUNS, view=VIEW)))
    assert [(one.code, one.level) for one in found] == [
        ("table-runs", OK),
        ("table-part", WARN),
        ("table-part", BAD),
        ("said", WARN),
        ("table-held", NOTE),
        ("table-counters", NOTE),
    ]
    said(found)
    for state, code in (
        (TableState.HANGS, "table-hangs"),
        (TableState.CLOSED, "table-closed"),
        (TableState.BUSY, "table-busy"),
        (TableState.STOPPED, "table-stopped"),
        (TableState.UNKNOWN, "table-unknown"),
    ):
        assert list(said(table.judge(TableSeen(state=state)))) == [code]


@pytest.mark.parametrize(
    ("state", "wish", "codes"),
    [
        (TableState.STOPPED, "must", {"table-must-run": BAD}),
        (TableState.RUNS, "must", {}),
        (TableState.HANGS, "must", {"table-must-run": BAD}),
        (TableState.RUNS, "not", {"table-must-not-run": BAD}),
        (TableState.STOPPED, "not", {}),
        (TableState.RUNS, "ok", {}),
        (TableState.STOPPED, "ok", {}),
    ],
)
def test_whether_a_table_runs_as_was_wished(state: TableState, wish: str, codes: dict[str, Level]) -> None:
    assert said(judge_wish(TableSeen(state=state), wish)) == codes
