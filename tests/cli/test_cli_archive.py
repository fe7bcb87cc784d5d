"""`zapato archive` and what `verify` and `show` say of ended files, as a person at a terminal meets them."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from journal.archive_tools import Calendar, Table, archived
from journal.journal_tools import folder_in_memory

from device.cli.main import zapato
from device.settings import load_profile

MONTHS = ("2019-01-15", "2019-02-15", "2019-03-15")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(zapato, [str(argument) for argument in arguments])


def lines(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def build(folder: Path) -> None:
    """Put two ended files and one in use there."""
    (folder / "table.toml").write_text('profile = "live"\n')
    clock = Calendar()
    for day in MONTHS:
        clock.day = day
        table = Table(folder / "journal.sqlite3", clock)
        table.shoe()
        table.close()


class House:
    """A table's folder with two ended files and one in use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.config = folder / "table.toml"
        self.journal = folder / "journal.sqlite3"
        self.first, self.second = archived(self.journal)

    def archive(self, *words: str | Path) -> Result:
        return run("archive", *words, "--config", self.config)

    def copied(self) -> Path:
        """A copy of the oldest file, elsewhere."""
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir(exist_ok=True)
        return Path(shutil.copy(self.first, elsewhere))


@pytest.fixture(scope="module")
def template() -> Iterator[Path]:
    with folder_in_memory() as folder:
        build(folder)
        yield folder


@pytest.fixture
def house(template: Path) -> Iterator[House]:
    with folder_in_memory() as folder:
        yield House(Path(shutil.copytree(template, folder / "house")))


def test_the_ended_files_are_listed_with_what_keeps_them(house: House) -> None:
    first, second = lines(house.archive("list"))
    assert first == {
        "file": str(house.first),
        "from": "2019-01-15T12:00:03.000Z",
        "to": "2019-01-15T12:00:09.000Z",
        "events": first["events"],
        "shoes": 1,
        "bytes": house.first.stat().st_size,
        "retention_days": 365,
        "kept_until": "2020-01-15",
    }
    assert first["events"] > 5
    assert (second["file"], second["kept_until"]) == (str(house.second), "2020-02-15")


def test_a_longer_time_in_the_rules_of_today_keeps_old_files_too(house: House) -> None:
    (house.folder / "own.toml").write_text('name = "own"\nversion = 1\nretention_days = 3650\n')
    house.config.write_text('profile = "own.toml"\n')
    assert lines(house.archive("list"))[0]["kept_until"] == "2029-01-12"


def test_the_whole_record_is_checked_file_by_file(house: House) -> None:
    first, second, last = lines(house.archive("verify"))
    assert [one["journal"] for one in (first, second, last)] == [
        str(house.first),
        str(house.second),
        str(house.journal),
    ]
    assert "follows" not in first
    assert (second["follows"], last["follows"]) == (house.first.name, house.second.name)
    assert [one["ok"] for one in (first, second, last)] == [True] * 3
    assert lines(run("verify", house.first, house.second, house.journal)) == [first, second, last]
    assert lines(run("verify", house.second)) == [second]


def test_files_in_the_wrong_order_or_of_other_tables_do_not_verify_together(house: House) -> None:
    result = run("verify", house.first, house.journal)
    assert result.exit_code == 1
    assert json.loads(result.stdout.splitlines()[-1]) == {
        "journal": str(house.journal),
        "ok": False,
        "seq": 1,
        "what": f"it goes on from another file ({house.second.name}) and not from {house.first}",
    }


def test_a_file_that_is_missing_in_the_archive_is_named(house: House) -> None:
    away = house.second.rename(house.folder / "away.sqlite3")
    result = house.archive("verify")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {
        "file": house.second.name,
        "ok": False,
        "what": "missing: it is not in the archive and never left it",
    }
    away.rename(house.second.with_name("under-another-name.sqlite3"))
    assert len(lines(house.archive("verify"))) == 3


def test_show_reads_an_ended_file(house: House) -> None:
    assert "shoe 1: live v1, 8 packs" in run("show", house.first).stdout
    assert "shoe 2" in run("show", house.second, "--shoe", "2").stdout
    assert run("show", house.second, "--shoe", "1").exit_code == 2


def test_a_file_leaves_after_its_time_with_a_copy_and_the_rest_still_verifies(house: House) -> None:
    copy = house.copied()
    (line,) = lines(house.archive("remove", house.first, "--copied-to", copy))
    assert (line["file"], line["copied_to"]) == (house.first.name, str(copy))
    assert not house.first.exists()
    listed = (house.first.parent / "removed.jsonl").read_text().splitlines()
    assert [json.loads(one) for one in listed] == [line]
    result = house.archive("verify")
    assert [one["ok"] for one in lines(result)] == [True, True]
    assert f"{house.first.name} left on" in result.stderr
    assert lines(run("verify", copy, house.second))[1]["ok"]


def test_the_list_of_what_left_is_looked_at_before_anything_else_leaves(house: House) -> None:
    (house.first.parent / "removed.jsonl").write_text("{\n")
    result = house.archive("remove", house.first, "--copied-to", house.copied())
    assert result.exit_code == 1
    assert "garbled" in result.stderr
    assert house.first.exists()


def kept(house: House, file: Path, copy: Path) -> str:
    result = house.archive("remove", file, "--copied-to", copy)
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    assert house.first.exists()
    assert house.second.exists()
    assert not (house.first.parent / "removed.jsonl").exists()
    return result.stderr


def test_a_file_stays_while_the_house_rules_keep_it(house: House) -> None:
    (house.folder / "own.toml").write_text('name = "own"\nversion = 1\nretention_days = 36500\n')
    house.config.write_text('profile = "own.toml"\n')
    assert "it is kept 36500 days, until 2118-12-22" in kept(house, house.first, house.copied())


def test_a_file_stays_without_a_true_copy(house: House) -> None:
    copy = house.copied()
    assert "this is the file itself and no copy" in kept(house, house.first, house.first)
    link = house.folder / "link.sqlite3"
    link.symlink_to(house.first)
    assert "this is the file itself and no copy" in kept(house, house.first, link)
    copy.chmod(0o600)
    copy.write_bytes(copy.read_bytes()[:-1] + b"?")
    assert "it is not the same" in kept(house, house.first, copy)
    missing = house.archive("remove", house.first, "--copied-to", house.folder / "none")
    assert (missing.exit_code, house.first.exists()) == (2, True)
    assert "no such folder" in missing.stderr or "No such file" in missing.stderr


def test_a_file_stays_before_an_older_one_and_the_one_in_use_stays_always(house: House) -> None:
    assert f"the oldest is {house.first}" in kept(house, house.second, house.copied())
    assert f"the oldest is {house.first}" in kept(house, house.journal, house.copied())
    assert house.journal.exists()
    assert house.archive("remove", house.folder / "none", "--copied-to", house.first).exit_code == 2


def test_a_file_that_does_not_verify_stays_as_evidence(house: House) -> None:
    import sqlite3

    house.first.chmod(0o640)
    tampered = sqlite3.connect(house.first)
    tampered.execute("UPDATE coups SET outcome = 'tie'")
    tampered.commit()
    tampered.close()
    assert "it does not verify, and stays as evidence" in kept(house, house.first, house.copied())


def test_a_record_put_back_from_a_backup_goes_on_in_a_file_of_its_own(house: House) -> None:
    (line,) = lines(house.archive("now"))
    ended = Path(line["archived"])
    assert ended in archived(house.journal)
    assert [one["ok"] for one in lines(house.archive("verify"))] == [True] * 4
    assert house.archive("now").exit_code == 1, "a file in which nothing happened need not end"


def test_nothing_ends_within_a_shoe(house: House) -> None:
    table = Table(house.journal, Calendar("2019-03-16"))
    table.open()
    running = house.archive("now")
    assert running.exit_code == 2
    assert "another process writes to this journal" in running.stderr
    table.close()
    result = house.archive("now")
    assert result.exit_code == 1
    assert "a shoe is in play" in result.stderr
    assert len(archived(house.journal)) == 2


def test_a_table_without_a_record_or_settings_is_told_so(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text("")
    for words in (["list"], ["verify"], ["now"]):
        result = run("archive", *words, "--config", config)
        assert result.exit_code == 2
        assert "there is no record yet" in result.stderr
    assert run("archive", "list", "--config", tmp_path / "none.toml").exit_code == 2
    assert load_profile("live").retention_days == 365
