"""`zapato sim shoe` with what it cannot do: one line that says what and where, and nothing half begun."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.sim import command
from device.sim.shoe_process import ShoeClient, ShoeProcess, ShoeProcessError, shoe_command


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--port", "pty", "--faults", "gremlins"], "pull-back"),
        (["--port", "pty", "--faults", "noise:7"], "from 0 to 1"),
        (["--port", "pty", "--decks", "13"], "1<=x<=12"),
        (["--port", "pty", "--cut", "500"], "416"),
        (["--port", "pty", "--cut", "deep"], "none"),
        (["--port", "/nowhere/shoe"], "/nowhere"),
        (["--port", "{folder}"], "exists and is no link"),
        (["--port", "pty", "--passages", "{folder}"], "no ordinary file"),
        (["--port", "pty", "--passages", "{foreign}"], "line 1"),
        (["--port", "pty", "--script", "{foreign}"], "line 1"),
        (["--port", "pty", "--control", "/nowhere/ctl"], "/nowhere"),
        (["--port", "pty", "--control", "{folder}/" + "x" * 120], "shorter"),
        ([], "--port"),
    ],
)
def test_bad_input_is_told_in_one_line_with_exit_code_2(tmp_path: Path, words: list[str], told: str) -> None:
    foreign = tmp_path / "foreign"
    foreign.write_text("hello\n")
    done = CliRunner().invoke(command, ["shoe", *(word.format(folder=tmp_path, foreign=foreign) for word in words)])
    assert done.exit_code == 2, done
    assert told in done.stderr
    assert done.stdout == ""


def test_starting_what_cannot_start_says_why(tmp_path: Path) -> None:
    with pytest.raises(ShoeProcessError, match="nowhere"):
        ShoeProcess(shoe_command(port=tmp_path / "nowhere" / "shoe", control=tmp_path / "ctl"))
    with pytest.raises(ShoeProcessError, match="no simulated shoe listens"):
        ShoeClient(tmp_path / "ctl")
