"""`zapato readers`, as a new user meets it: a reader on a pty, found, written into the settings, the settings read."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli.main import zapato as command
from device.readers.kinds import ReaderKind
from device.settings import load_settings
from device.sim.shoe_process import ShoeProcess

MAIN = [sys.executable, "-c", "from device.cli.main import main; main()"]


def zapato(*words: str) -> Result:
    """The command in this process: what it prints, and its exit code."""
    return CliRunner().invoke(command, words, catch_exceptions=False)


def zapato_process(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a process of its own, with this on its standard input."""
    return subprocess.run([*MAIN, *words], input=given, capture_output=True, text=True, check=False, timeout=120)


@contextmanager
def simulated(folder: Path, kind: str) -> Iterator[ShoeProcess]:
    """`zapato sim reader`, with its name and control socket in the folder."""
    words = ["sim", "reader", kind, "--port", str(folder / kind), "--control", str(folder / f"{kind}.control")]
    process = ShoeProcess([*MAIN, *words])
    try:
        yield process
    finally:
        process.stop()


def test_two_readers_are_found_and_the_chosen_one_is_written(tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text('[reader] # ours\nkind = "shoe"\n[cards]\naccept = "packs"\n', encoding="utf-8")
    with simulated(tmp_path, "twn4") as twn4, simulated(tmp_path, "pn532") as pn532:
        both = ["--port", twn4.port, "--port", pn532.port]
        unsure = zapato("readers", "find", *both, "--write", str(settings), "--yes")
        assert unsure.exit_code == 2
        assert "several readers were found: say which with --choose PORT" in unsure.stderr
        assert 'kind = "shoe"' in settings.read_text(encoding="utf-8")
        done = zapato("readers", "find", *both, "--write", str(settings), "--choose", pn532.port, "--yes", "--json")
        state = {reader.port: reader.client.order("state") for reader in (twn4, pn532)}
    assert done.exit_code == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["reader"]["kind"] for line in lines] == ["twn4", "pn532"]
    assert '+kind = "pn532"' in done.stderr and "listening at 115200 baud" in done.stderr
    reader = load_settings(settings).reader
    assert (reader.kind, reader.port, reader.speed) == (ReaderKind.PN532, str(tmp_path / "pn532"), 115200)
    assert settings.read_text(encoding="utf-8").startswith("[reader] # ours\n")
    assert [each["changed"] for each in state.values()] == [[], []]
    assert {each["host_baud"] for each in state.values()} == {115200}


def test_where_nobody_can_be_asked_nothing_is_written_without_yes(tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    with simulated(tmp_path, "pn532") as reader:
        done = zapato("readers", "find", "--port", reader.port, "--write", str(settings))
    assert done.exit_code == 2 and "--yes" in done.stderr
    assert done.stdout == f"{reader.port}: pn532 at 115200 baud (answered: chip 32, firmware 1.6)\n"
    assert not settings.exists()


def test_no_reader_is_the_answer_no_and_leaves_the_settings(tmp_path: Path) -> None:
    missing = str(tmp_path / "nothing")
    done = zapato("readers", "find", "--port", missing, "--write", str(tmp_path / "table.toml"), "--yes")
    assert done.exit_code == 1
    assert done.stdout.startswith(f"{missing}") and "no such device" in done.stdout
    assert "no reader was found" in done.stderr and not (tmp_path / "table.toml").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["find", "--port", "COM3"], "is no port name"),
        (["find", "--choose", "/dev/ttyACM0"], "--write"),
        (["find", "--listen", "0"], "not in the range"),
        (["list", "--port", ""], "is no port name"),
    ],
)
def test_wrong_words_are_refused_with_the_right_ones(words: list[str], says: str) -> None:
    done = zapato("readers", *words)
    assert done.exit_code == 2 and says in done.stderr and "Traceback" not in done.stderr


def test_list_opens_nothing_and_says_what_is_in_the_way(tmp_path: Path) -> None:
    missing = str(tmp_path / "nothing")
    with simulated(tmp_path, "grow") as reader:
        done = zapato("readers", "list", "--port", reader.port, "--port", missing, "--json")
        assert reader.client.order("state")["attached"] is False
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert (first["obstacles"], first["reader"]) == ([], None)
    assert second["obstacles"] == ["not-there"]
    assert done.exit_code == 0
    assert zapato("readers", "list", "--port", missing).exit_code == 1


def test_orders_to_a_simulated_reader_are_answered_line_by_line(tmp_path: Path) -> None:
    port = str(tmp_path / "reader")
    given = "card 9H\ngarbage 0\nbaud 5\nsilent maybe\nunplug\nplug\nno-read\nnonsense\nbaud 19200\nstate\nquit\n"
    done = zapato_process("sim", "reader", "grow", "--port", port, given=given)
    hello, *replies = (json.loads(line) for line in done.stdout.splitlines())
    assert hello["port"] == port and hello["baud"] == 9600
    assert [reply["ok"] for reply in replies] == [True, False, False, False, True, True, True, False, True, True, True]
    assert replies[-2]["baud"] == 19200 and not Path(port).exists()
    assert zapato_process("sim", "reader", "grow", "--port", "/nowhere/here").returncode == 2
    assert zapato_process("sim", "reader", "line", "--aim", "§").returncode == 2
