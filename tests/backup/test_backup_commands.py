"""The commands, as a person at a terminal gives them."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from backup.backup_tools import Site
from click.testing import CliRunner
from journal.verify_tools import alter

from device.cli.backup import command as backup
from device.cli.restore import command as restore
from device.cli.verify import command as verify


def run(command: Any, *arguments: object, given: str = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(command, [str(one) for one in arguments], input=given)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def test_from_the_paper_to_the_spare_unit(site: Site, into: Path, fast: Path) -> None:
    config = ("--config", site.config)
    code, paper, _ = run(backup, *config, "--make-recovery")
    assert code == 0
    code, _, again = run(backup, *config, "--make-recovery")
    assert (code, "already" in again) == (2, True)
    typed = " ".join(line.strip() for line in paper.splitlines() if line.startswith("    "))
    assert run(backup, *config, "--check-recovery", given=typed + "\n")[0] == 0
    slip = typed[:-1] + ("2" if typed[-1] != "2" else "3")
    code, _, said = run(backup, *config, "--check-recovery", given=slip + "\n")
    assert (code, "line 4" in said) == (2, True)

    code, out, said = run(backup, *config, "--into", into)
    made = json.loads(out)
    assert (code, made["ok"], made["missing"]) == (0, True, [])
    assert "own disk" in said
    code, out, _ = run(restore, made["backup"], "--check")
    assert (code, json.loads(out)["events"]) == (0, made["events"])
    assert json.loads(out)["signed_by"] == made["head"]["public_key"]

    paper_file = fast / "paper"
    paper_file.write_text(paper)
    spare = fast / "spare"
    spare.mkdir()
    nobody = ("--config", spare / "table.toml", "--as", "other-device")
    assert run(restore, made["backup"], *nobody)[0] == 2, "who does it must be said"
    wanted = (*nobody, "--by", "inst1")
    code, _, said = run(restore, made["backup"], *wanted)
    assert (code, "--recovery FILE" in said) == (2, True)
    paper_file.chmod(0o644)
    code, _, said = run(restore, made["backup"], *wanted, "--recovery", paper_file)
    assert (code, "chmod 600" in said) == (2, True)
    paper_file.chmod(0o600)
    code, out, said = run(restore, made["backup"], *wanted, "--recovery", paper_file)
    done = json.loads(out)
    assert (code, done["shoe_left_open"], done["coup_left_open"]) == (0, True, 2)
    assert "open a new one" in said
    (ended,) = (spare / "archive").glob("*.sqlite3")
    head = Path(made["backup"]) / "MANIFEST.json"
    key = spare / "journal.sqlite3.key"
    assert run(verify, ended, spare / "journal.sqlite3", "--head", head, "--key", key)[0] == 0
    code, _, said = run(verify, ended, "--key", key)
    assert (code, said) == (0, ""), "as every ended file it is signed to its last record"
    another = fast / "another.pub"
    another.write_text("0" * 64)
    assert run(verify, ended, "--key", another)[0] == 1
    code, out, _ = run(restore, made["backup"], *wanted, "--recovery", paper_file)
    assert code == 0
    assert json.loads(out)["follows"] == ended.name, "the same backup once more is the same ended file"


def test_a_tail_that_was_cut_off_is_seen_by_who_holds_a_backup(site: Site, into: Path) -> None:
    made = json.loads(run(backup, "--config", site.config, "--into", into)[1])
    log = into / "BAC-1" / "backups.jsonl"
    assert run(verify, site.journal, "--head", log)[0] == 0
    last = made["events"]
    for table in ("events", "cards", "incidents", "staff_actions", "heads"):
        alter(site.journal, f"DELETE FROM {table} WHERE {'placed_seq' if table == 'cards' else 'seq'} >= {last}")
    code, out, _ = run(verify, site.journal, "--rebuild", "--head", log)
    found = json.loads(out.splitlines()[-1])
    assert (code, found["ok"], found["seq"]) == (1, False, last)
    assert "cut off" in found["what"]
    code, _, said = run(verify, site.journal, "--head", site.config)
    assert (code, "no signed ends" in said) == (2, True)


@pytest.mark.parametrize("name", ["../elsewhere", "a/b", "..", ".hidden"])
def test_a_name_is_no_path(site: Site, into: Path, name: str) -> None:
    assert run(backup, "--config", site.config, "--into", into, "--name", name)[0] == 2
    assert not list(into.iterdir())


def test_a_copy_that_follows_is_not_put_among_the_record(site: Site) -> None:
    (site.folder / "archive").mkdir(exist_ok=True)
    for folder in (site.folder, site.folder / "archive"):
        code, _, said = run(backup, "--config", site.config, "--follow", folder)
        assert (code, "the record itself lies here" in said) == (2, True)


def test_what_is_no_backup_is_said_plainly(site: Site, into: Path) -> None:
    for path in (into, into / "not-there", site.config, os.devnull):
        code, out, said = run(restore, path, "--check")
        assert (code, out) == (2, "")
        assert said.startswith("Error: ")
    assert run(backup, "--config", site.config)[0] == 2
    assert run(backup, "--config", site.folder / "none.toml", "--into", into)[0] == 2
    site.journal.unlink()
    code, _, said = run(backup, "--config", site.config, "--into", into)
    assert (code, "there is no record yet" in said) == (2, True)
