"""Commands on a record, run as a person runs them."""

import json
import sqlite3
from contextlib import closing
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


def alter(path: Path, *statements: str) -> None:
    """Somebody who knows SQLite takes the guards away first, and puts them back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        guards = database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            database.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            database.execute(statement)
        for _, guard in guards:
            database.execute(guard)
