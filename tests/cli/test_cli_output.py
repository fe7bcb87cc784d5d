"""Where answers go can fail too: a full disk is no traceback and no false answer."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from device.cli import cards_enrol
from device.cli.bad_input import BadInput
from device.cli.main import zapato
from device.journal import held_heads, signing
from device.ports.journal import JournalError
from device.sim.script import Script, ScriptError
from device.system import signatures
from device.system.signatures import KeyFault


@pytest.mark.parametrize("words", [("profiles",), ("settings",), ("--help",)])
def test_a_full_disk_under_the_output_is_said_and_exit_2(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run(
            [sys.executable, "-c", "from device.cli.main import main; main()", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "the output cannot be written: No space left on device" in ran.stderr


@pytest.mark.parametrize("buffered", [True, False])
def test_a_full_disk_under_both_outputs_is_exit_2_too(buffered: bool) -> None:
    env = {**os.environ, "PYTHONUNBUFFERED": "" if buffered else "1"}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run(
            [sys.executable, "-c", "from device.cli.main import main; main()", "settings"],
            stdout=full,
            stderr=full,
            env=env,
            check=False,
        )
    assert ran.returncode == 2


@pytest.mark.parametrize("words", [("play",), ("check",), ("replay",), ("profiles",)])
def test_a_file_without_end_is_refused(words: tuple[str, ...]) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", "from device.cli.main import main; main()", *words, "/dev/zero"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert "is it the right file?" in ran.stderr


@pytest.mark.parametrize(
    ("words", "code"), [("roads B >&-", 0), ("roads Q 2>&-", 2), ("play - <&-", 0), ("play nowhere >&- 2>&- <&-", 2)]
)
def test_a_stream_that_was_closed_beforehand_leads_nowhere(words: str, code: int) -> None:
    program = f"'{sys.executable}' -c 'from device.cli.main import main; main()'"
    ran = subprocess.run(["sh", "-c", f"exec {program} {words}"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (code, "")


def test_no_file_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    program = "import os; from device.cli.main import main; main.__globals__['_open_closed_streams'](); "
    program += "here = os.open('here', os.O_CREAT | os.O_RDWR); print('to nobody'); raise SystemExit(here > 2)"
    ran = subprocess.run(
        ["sh", "-c", f"exec '{sys.executable}' -c \"{program}\" >&- 2>&- <&-"], cwd=tmp_path, check=False
    )
    assert ran.returncode == 1
    assert (tmp_path / "here").read_bytes() == b""


@pytest.mark.parametrize(
    ("encoding", "said"), [("ascii", "/dev/tty? is not there"), ("utf-8:strict", "/dev/tty? is not")]
)
def test_a_name_that_the_terminal_cannot_show_is_no_traceback(encoding: str, said: str) -> None:
    name = b"/dev/tty\xff" if encoding.startswith("utf-8") else "/dev/ttyñ".encode()
    program = "from device.cli.main import main; main()"
    ran = subprocess.run(
        [sys.executable.encode(), b"-c", program.encode(), b"readers", b"list", b"--port", name],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "1"},
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (1, b"")
    assert said.encode() in ran.stdout


NOBODY: Any = None
"""Whoever would carry a script out: it is refused before."""


@pytest.mark.parametrize(
    "read",
    [
        signing.read_public_key,
        held_heads.read_heads,
        signatures.read_key,
        lambda path: cards_enrol._order(None, path, backwards=False),
        lambda path: Script(path, NOBODY, NOBODY),
    ],
)
def test_a_file_that_an_option_names_is_not_read_without_end(read: Callable[[Path], object], tmp_path: Path) -> None:
    (tmp_path / "endless").touch()
    os.truncate(tmp_path / "endless", 64_000_001)
    with pytest.raises((JournalError, KeyFault, BadInput, ScriptError), match="is it the right file"):
        read(tmp_path / "endless")


def test_pins_are_not_read_without_end_either(tmp_path: Path) -> None:
    (tmp_path / "pins.py").touch()
    os.truncate(tmp_path / "pins.py", 70_000)
    done = CliRunner().invoke(zapato, ["firmware", "flash", "--port", "/dev/none", "--pins", str(tmp_path / "pins.py")])
    assert (done.exit_code, "is it the right file?" in done.output) == (2, True)
