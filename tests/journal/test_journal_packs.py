"""Packs on record: in the derived tables, over the end of a file, and in files of older software."""

import json
from pathlib import Path

from click.testing import CliRunner
from journal.archive_tools import COUP, Calendar, Table, archived
from journal.journal_tools import DATA_V1

from device.cli.main import zapato
from device.journal import checking, joins
from device.journal.reading import Reader
from device.rules.foreign import Foreign, WhyForeign
from device.table import commands as cmd
from device.table import events as ev
from device.table.vocabulary import ReadIdentity


def deal(table: Table, pack: str) -> None:
    """A coup whose cards are all of one pack."""
    for card in COUP:
        seen = table.state.last_read.seq if table.state.last_read is not None else 0
        read = ReadIdentity("1A2B3C4D", seen + 1)
        table.give(cmd.CardLeft(card=card, tag=f"{pack}-{card.value}", pack=pack, read=read, since_s=30.0))


def a_shoe(table: Table, *packs: str) -> None:
    table.open()
    for pack in packs:
        deal(table, pack)
    table.end()


def show(path: Path, *words: str) -> list[str]:
    done = CliRunner().invoke(zapato, ["show", str(path), *words])
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def test_retired_packs_outlive_shoe_process_and_file_until_the_registry_has_them(tmp_path: Path) -> None:
    path, clock = tmp_path / "table.sqlite3", Calendar("2026-11-05")
    table = Table(path, clock)
    a_shoe(table, "7QX4", "A1B2")
    table.close()
    clock.day = "2026-12-01"
    table = Table(path, clock)  # the month is over: a new file, and the process is another one
    (old,) = archived(path)
    assert table.state.retired == ("7QX4", "A1B2")
    table.journal.append([(1, 0, ev.RetirementKept(packs=("A1B2",)))])
    table.close()
    table = Table(path, clock)
    assert table.state.retired == ("7QX4",)
    table.open()
    deal(table, "7QX4")
    assert table.state.held
    assert table.state.shoe.pack_ids == ()
    table.close()
    joins.check_files(old, path)
    for file in (old, path):
        checking.verify_file(file)


ELSEWHERE = Foreign(why=WhyForeign.OTHER_TABLE, pack="C0C0", table="BAC 2", shoe=8)


def test_the_packs_of_a_shoe_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    table = Table(path, Calendar())
    a_shoe(table, "7QX4", "A1B2")
    table.open()
    deal(table, "C0C0")
    table.give(cmd.PackRefused(foreign=ELSEWHERE))
    table.close()
    first, second = (line for line in show(path, "--shoe", "1") if line.startswith("pack "))
    assert first.startswith("pack 7QX4, from record ")
    assert ", retired 2026-11-05T12:" in second
    (refused,) = [json.loads(line) for line in show(path, "--shoe", "2", "--json") if '"pack"' in line]
    assert (refused["pack"], refused["refused"]) == ("C0C0", ELSEWHERE.sentence)
    assert refused["retired_at"] is None
    done = CliRunner().invoke(zapato, ["verify", "--rebuild", str(path)])
    assert done.exit_code == 0, done.output
    with Reader(path) as reader:
        assert reader.query("SELECT count(*) FROM record.shoe_packs") == [(3,)]


def test_a_file_of_older_software_names_no_packs() -> None:
    assert not [line for line in show(DATA_V1, "--shoe", "1") if line.startswith("pack ")]
