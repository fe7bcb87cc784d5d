"""Commands on a record, run as a person runs them."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from device.cli.verify import command as verify

DATA = Path(__file__).with_name("data")


def run(command: Any, *arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(command, [str(one) for one in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def answer(path: Path, *options: object) -> dict[str, Any]:
    code, out, _ = run(verify, path, *options)
    (line,) = out.splitlines()
    found: dict[str, Any] = json.loads(line)
    assert code == (0 if found["ok"] else 1)
    assert ": " not in line.split('"what"')[0]  # compact
    return found
