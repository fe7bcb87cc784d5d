"""Parts that fail, die or hang; the measuring of the disk; a whole look by the command, as root and as anybody."""

import errno
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from doctor.doctor_tools import ENTRY, STOPPED, machine, said, write

from device.cli import main
from device.doctor.catalogue import NAMES, PARTS
from device.doctor.finding import Level
from device.doctor.looking import the_world
from device.doctor.parts import append, release
from device.doctor.running import found_of
from device.doctor.table_seen import TableState, look_at_table
from device.journal.files import WriterLock
from device.line.holders import processes, words_of
from device.settings import load_settings
from device.system.release import ReleaseReport, Signature

BAD, WARN, NOTE, OK = Level.BAD, Level.WARN, Level.NOTE, Level.OK

HARMFUL = """
import ctypes, os, subprocess, sys, time
from device.doctor.finding import Teller
from device.doctor.running import Part, look_at
from device.doctor.world import World
tell = Teller("x")
def fails(world):
    yield tell.ok("power")
    raise ValueError("nine")
def dies(world):
    yield tell.ok("power")
    os.kill(os.getpid(), 11)
def exits(world):
    os._exit(0)
def hangs(world):
    yield tell.ok("power")
    subprocess.run(["sleep", "1234"])
def shut(world):
    open("/proc/1/mem-of-nobody-at-all/x") if False else (_ for _ in ()).throw(PermissionError(13, "no", "/secret"))
    yield
def talks(world):
    print("noise of a library")
    yield tell.warn("power-was-low", flags="0x1")
for look in (fails, dies, exits, hangs, shut, talks):
    for one in look_at(Part("x", look, limit_s=1.0 if look is hangs else 20.0), World(user="tester")):
        print(look.__name__, one.code, one.level.value, *one.figures.values(), sep="|")
"""


def test_a_part_that_fails_dies_or_hangs_is_a_finding_and_the_others_go_on() -> None:
    done = subprocess.run([sys.executable, "-c", HARMFUL], capture_output=True, text=True, check=True, timeout=60)
    lines = [line.split("|") for line in done.stdout.splitlines()]
    assert [line[:3] for line in lines] == [
        ["fails", "power", "ok"],
        ["fails", "part-failed", "bad"],
        ["dies", "power", "ok"],
        ["dies", "part-died", "bad"],
        ["exits", "part-died", "bad"],
        ["hangs", "power", "ok"],
        ["hangs", "part-hangs", "bad"],
        ["shut", "not-allowed", "note"],
        ["talks", "power-was-low", "warn"],
    ]
    assert lines[1][4:] == ["ValueError: nine", "<string>:9"]
    assert lines[3][4] == "11"
    assert lines[7][3] == "/secret"
    left = [" ".join(words_of(process)) for process in processes()]
    assert "sleep 1234" not in left


def test_ctrl_c_ends_it_and_what_was_being_looked_at(tmp_path: Path) -> None:
    hears, says = os.pipe()
    program = (
        "import os, time; import device.cli.doctor as doctor; from device.doctor.running import Part\n"
        f"def hangs(world):\n    os.write({says}, b'!')\n    time.sleep(1234)\n"
        "doctor.PARTS = (Part('reader', hangs, 60),)\n" + ENTRY
    )
    config = write(tmp_path / "table.toml", "")
    command = [sys.executable, "-c", program, "doctor", "--config", str(config), "--only", "reader"]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where tests run in the background
    try:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=[says])
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        os.close(says)
        assert os.read(hears, 1) == b"!"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert os.read(hears, 1) == b""  # nobody is left who could say anything
    os.close(hears)


def test_ctrl_c_while_a_part_begins_is_not_lost(tmp_path: Path) -> None:
    """What is raised in what Python does after a fork, as the locks of the log are given back, it swallows."""
    hears, says = os.pipe()
    program = (
        "import os, signal, time; import device.cli.doctor as doctor; from device.doctor.running import Part\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGINT))\n"
        "doctor.PARTS = (Part('reader', lambda _: time.sleep(1234), 60),)\n" + ENTRY
    )
    config = write(tmp_path / "table.toml", "")
    command = [sys.executable, "-c", program, "doctor", "--config", str(config), "--only", "reader"]
    done = subprocess.run(command, capture_output=True, pass_fds=[says], timeout=30, check=False)
    os.close(says)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
    assert os.read(hears, 1) == b"", "whoever was to look is gone too"
    os.close(hears)


def test_a_disk_is_measured_without_a_trace(tmp_path: Path) -> None:
    world = machine(tmp_path, config=f'[journal]\npath = "{tmp_path}/var/j.sqlite3"\n')
    assert said(append.look(world)) == {"append-fails": BAD}  # there is no such folder
    folder = tmp_path / "var"
    folder.mkdir()
    times_ms = append.measure(folder, 5)
    assert len(times_ms) == 5
    assert list(folder.iterdir()) == []
    with pytest.raises(OSError):
        append.measure(Path("/proc"), 1)


def test_nothing_of_the_measuring_stays_when_it_is_killed(tmp_path: Path) -> None:
    program = (
        "import os; from pathlib import Path; from device.doctor.parts import append\n"
        f"append.time.sleep = lambda _: os.kill(os.getpid(), 9)\nappend.measure(Path({str(tmp_path)!r}), 5)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -9
    assert list(tmp_path.iterdir()) == []


def test_a_file_system_without_nameless_files_is_measured_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def no_nameless(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_TMPFILE == os.O_TMPFILE:
            raise OSError(errno.EOPNOTSUPP, "not supported")
        return real(path, flags, mode)

    monkeypatch.setattr(os, "open", no_nameless)
    assert len(append.measure(tmp_path, 2)) == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("times_ms", "code"),
    [
        ([2.0] * 40, "append"),
        ([2.0] * 38 + [90.0] * 2, "append-uneven"),
        ([120.0] * 40, "append-slow"),
        ([3.0], "append"),
    ],
)
def test_a_slow_disk_is_told_and_no_more_than_a_warning(times_ms: list[float], code: str) -> None:
    found = said(append.judge("/x", times_ms))
    assert found == {code: OK if code == "append" else WARN}


@contextmanager
def small_disk(path: Path) -> Iterator[Path]:
    """A disk of one MB in memory."""
    path.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(path)], check=False)
    if made.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        yield path
    finally:
        subprocess.run(["umount", str(path)], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount")
def test_a_full_disk_and_one_that_became_read_only(tmp_path: Path) -> None:
    with small_disk(tmp_path / "var") as folder:
        config = write(tmp_path / "table.toml", _places(folder))
        with (folder / "filling").open("wb") as file, pytest.raises(OSError):
            file.write(bytes(2 << 20))
        found = _found(config, "disk", "append")
        assert {"disk-full", "disk-memory", "append-fails"} <= found.keys()
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        found = _found(config, "disk", "append")
        assert (found["disk-read-only"], found["append-fails"]) == (BAD, BAD)


def _places(folder: Path) -> str:
    """Settings whose record and people are in that folder."""
    return f'[journal]\npath = "{folder}/j.sqlite3"\n[staff]\npath = "{folder}/s"\n'


def _found(config: Path, *names: str) -> dict[str, Level]:
    """What these parts find with those settings, in this very process."""
    world = the_world(config)
    parts = [part for part in PARTS if part.name in names]
    return said(finding for part in parts for finding in found_of(part, world))


def test_a_whole_look_by_the_command_changes_nothing(tmp_path: Path) -> None:
    config = write(tmp_path / "table.toml", '[reader]\nport = "/dev/serial/by-id/none"\n')
    before = {one: one.stat().st_mtime_ns for one in (tmp_path, config)}
    command = [sys.executable, "-c", ENTRY, "doctor", "--config", str(config), "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1
    assert not done.stderr
    lines = done.stdout.splitlines()
    assert "to mend before dealing" in lines[-1]
    levels = [line.split()[0] for line in lines if line.startswith("  ") and line.split()[0] != "→"]
    assert "BAD" in levels and "ok" in levels
    assert not any("part-" in line or "Error" in line for line in lines), done.stdout
    assert before == {one: one.stat().st_mtime_ns for one in (tmp_path, config)}


def test_settings_that_are_broken_do_not_keep_it_from_looking_at_the_rest(tmp_path: Path) -> None:
    config = write(tmp_path / "table.toml", "[reader]\nport = 7\n")
    found = _found(config, "settings", "memory", "keys")
    assert found["settings-broken"] is BAD
    assert {"no-settings", "memory"} <= found.keys()


def test_wrong_use_is_two(tmp_path: Path) -> None:
    for words in (["--only", "nothing"], ["--config", str(tmp_path / "none.toml")], ["--bundle", str(tmp_path)]):
        assert CliRunner().invoke(main.zapato, ["doctor", *words]).exit_code == 2


WITHOUT_PRIVILEGES = f"""
import ctypes, os, sys
for capability in (1, 2):  # to overlook permissions, which root may
    ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)
os.execv(sys.executable, [sys.executable, "-c", {ENTRY!r}, *sys.argv[1:]])
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to somebody else")
def test_who_may_not_look_says_so_and_does_not_guess(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    write(folder / "j.sqlite3", "x" * 600, 0o600)
    folder.chmod(0o700)
    os.chown(folder, 4242, 4242)
    config = write(tmp_path / "table.toml", _places(folder))
    names = ("journal", "archive", "keys", "staff", "append")
    words = [word for name in names for word in ("--only", name)]
    command = [sys.executable, "-c", WITHOUT_PRIVILEGES, "doctor", "--json", "--config", str(config), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert {line["part"] for line in lines} == set(names), done
    assert {line["code"] for line in lines} == {"not-allowed"}, done
    assert all(line.keys() == {"part", "level", "code", "what", "remedy", "figures"} for line in lines)
    assert done.returncode == 0, done


def test_a_table_that_hangs_is_given_up(tmp_path: Path) -> None:
    config = write(tmp_path / "table.toml", "")
    settings = load_settings(config)
    assert look_at_table(None).state is TableState.UNKNOWN
    assert look_at_table(settings).state is TableState.STOPPED
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(str(settings.feed.staff))
        assert look_at_table(settings).state is TableState.STOPPED  # left behind: nobody listens
        deaf.listen()
        assert look_at_table(settings, answer_s=0.05).state is TableState.HANGS
    lock = WriterLock(settings.journal.path)
    try:
        assert look_at_table(settings).state is TableState.BUSY  # it is writing, and serves no feed yet
    finally:
        lock.release()
    assert look_at_table(settings).state is TableState.STOPPED


def _report(signature: Signature, **more: object) -> ReleaseReport:
    return ReleaseReport(root=Path("/opt/zapato/releases/1"), signature=signature, version="1", files=9, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("report", "codes"),
    [
        (_report(Signature.GOOD, fingerprint="ab"), {"release-signed": OK}),
        (_report(Signature.UNSIGNED), {"release-unsigned": NOTE}),
        (_report(Signature.NO_KEY), {"release-no-key": WARN}),
        (_report(Signature.BAD, fault="x"), {"release-forged": BAD}),
        (_report(Signature.NO_MANIFEST, fault="x"), {"release-no-list": BAD}),
        (_report(Signature.GOOD, changed=("a",) * 9, missing=("b",)),
         {"release-signed": OK, "release-changed": BAD, "release-missing": BAD}),
        (_report(Signature.GOOD, additional=("x.pyc",), writable=(".",)),
         {"release-signed": OK, "release-added": BAD, "release-writable": BAD}),
        (_report(Signature.GOOD, unreadable=("x",)), {"release-signed": OK, "release-unreadable": BAD}),
    ],
)  # fmt: skip
def test_a_program_that_is_not_what_was_released(report: ReleaseReport, codes: dict[str, Level]) -> None:
    assert said(release.judge(report)) == codes


def test_a_clone_is_no_release_and_a_current_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    assert said(release.look(machine(tmp_path))) == {"release-clone": NOTE}
    (tmp_path / "opt/zapato/releases/1").mkdir(parents=True)
    (tmp_path / "opt/zapato/current").symlink_to("releases/1")
    assert said(release.look(machine(tmp_path)))["release-no-list"] is BAD
    (tmp_path / "opt/zapato/releases/1").rmdir()
    assert said(release.look(machine(tmp_path))) == {"release-nowhere": BAD}


def test_every_part_has_a_world_here() -> None:
    assert len(NAMES) == len(set(NAMES))
    assert STOPPED.holds_devices is False
