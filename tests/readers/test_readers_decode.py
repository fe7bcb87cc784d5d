"""`zapato decode`: the command as a person uses it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.cli.decode import command
from device.readers.hex_text import HexError, Pause, parse_hex

VECTORS = Path(__file__).parents[1] / "vectors"
SHOE = json.loads((VECTORS / "shoe1.json").read_text(encoding="utf-8"))
LINE = json.loads((VECTORS / "line.json").read_text(encoding="utf-8"))


def decode(reader: str, data: bytes | str, *arguments: str) -> Result:
    return CliRunner().invoke(command, ["--reader", reader, *arguments], input=data)


def lines(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in LINE["cases"]])
def test_line_readers_in_hex(case: dict[str, Any]) -> None:
    assert lines(decode("line", case["hex"], "--hex")) == case["lines"]


def test_the_shoe_in_bytes_and_in_hex() -> None:
    wire = b"".join(vector["line"].encode("latin-1") for vector in SHOE["frames"])
    means = [vector["means"] for vector in SHOE["frames"]]
    assert lines(decode("shoe", wire)) == means
    assert lines(decode("shoe", wire.hex(" ").upper(), "--hex")) == means


def test_a_card_of_the_shoe_is_one_compact_line() -> None:
    vector = next(vector for vector in SHOE["frames"] if vector["name"] == "a nine of hearts left")
    assert decode("shoe", vector["line"]).stdout == (
        '{"passage":"C","code":"9H","boot":"1A2B3C4D","seq":17,"t_in":68213,"t_out":68330}\n'
    )


def test_repeats_are_all_printed() -> None:
    card = SHOE["frames"][3]["line"]
    assert len(lines(decode("shoe", card * 3))) == 3


def test_a_file_may_be_named(tmp_path: Path) -> None:
    file = tmp_path / "codes.hex"
    file.write_text("39 48 # nine of hearts\r\n-- 60\n\n0d", encoding="utf-8")
    result = CliRunner().invoke(command, ["--reader", "line", "--hex", str(file)])
    assert lines(result) == [{"read": "9H"}]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("39 48\n4G\n", 2, "'4G' is no hex"),
        ("# nine\n\n3\n", 3, "'3' is no hex"),
        ("39 é", 1, "is no hex"),
        ("39 -- 60", 1, "a pause stands alone on its line"),
        ("-- 60 ms", 1, "a pause stands alone on its line"),
        ("---", 1, "a pause stands alone on its line"),
    ],
)
def test_wrong_hex_is_refused_with_its_line_and_nothing_is_printed(text: str, line: int, says: str) -> None:
    result = decode("line", text, "--hex")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert f"line {line}: " in result.stderr
    assert says in result.stderr


def test_hex_text_is_free_with_blanks_and_case() -> None:
    assert list(parse_hex(" 0d0A\t3948 # x -- 5\n--\n --  60 \n")) == [
        b"\r\n",
        b"9H",
        Pause(ms=1000),
        Pause(ms=60),
    ]
    with pytest.raises(HexError) as caught:
        list(parse_hex("39\n0x48"))
    assert caught.value.line == 2


@pytest.mark.parametrize("reader", ["em4100", "grow", "ssi", "twn4", "pn532", "angel-eye"])
def test_readers_with_frames_in_hex(reader: str) -> None:
    for case in json.loads((VECTORS / f"{reader}.json").read_text(encoding="utf-8"))["cases"]:
        assert lines(decode(reader, case["hex"], "--hex")) == case["lines"]


@pytest.mark.parametrize(
    "arguments", [[], ["--reader", "teletype"], ["--reader", "line", "no-such-file"], ["--reader", "line", "."]]
)
def test_bad_usage_is_refused_plainly(arguments: list[str]) -> None:
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 2
    assert "Error: " in result.stderr


def test_a_live_pipe_is_shown_at_once() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", RUN],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": ""},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"9H\r")
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == {"read": "9H"}  # while our end of the pipe is still open
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == 0


RUN = "from device.cli.main import main; import sys; sys.argv[1:] = ['decode', '--reader', 'line']; main()"
