"""Where answers go can fail too: a full disk is no traceback and no false answer."""

import subprocess
import sys
from pathlib import Path

import pytest


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
